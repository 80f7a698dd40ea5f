"""One student's data: taken out as a file for the family, or erased with all that belongs to them (SP-62)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aule.apps.school.app import school
from aule.apps.school.capabilities import params
from aule.apps.school.embedded import Write
from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Entrega,
    Frequencia,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    Turma,
)
from aule.apps.school.exporting.documents import file_name
from aule.apps.school.record_changes import record_of, records
from aule.apps.school.removal import OF_STUDENT
from aule.apps.school.source import embedded
from aule.apps.school.table_mapping import Record, entity_of, kind_of
from aule.apps.school.words import counted, say
from aule.sdk import Cascade, Context, Effect, Model, Preview


class DadosExportados(Model):
    """A student's data as a file."""

    aluno_id: str
    artifact: str
    name: str
    size: int
    contagem: dict[str, int]
    resumo: str


class AlunoApagado(Model):
    """A student that is gone, and how much went with them."""

    aluno_id: str
    apagados: dict[str, int]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="UTILIDADE",
    title={"en": "Export a student's data", "pt": "Exportar os dados de um aluno"},
)
async def exportar_dados_aluno(context: Context, aluno_id: params.Aluno) -> DadosExportados:
    """Write everything that is kept of one student to a file: marks, attendance, what they need. Of nobody else."""
    held = await _held(context, aluno_id)
    document = await _document(context, held)
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    kept = await context.keep(file_name(held.aluno.nome, "json"), "application/json", content)
    return DadosExportados(
        aluno_id=held.aluno.id,
        artifact=kept.id,
        name=kept.name,
        size=kept.size,
        contagem=held.counts,
        resumo=f"{kept.name}: {_counted(held.counts, context.locale)}",
    )


async def _shown(context: Context, aluno_id: str) -> Preview:
    held = await _held(context, aluno_id)
    words = say(
        "erase_student_and_records",
        context.locale,
        aluno=held.aluno.nome,
        records=_counted(held.counts, context.locale),
    )
    note = say("erasure_limits", context.locale)
    gone = record_of("delete", held.aluno).model_copy(update={"cascade": Cascade(counts=held.counts, examples=[])})
    return records(words, [gone], warnings=[note], confirm=held.aluno.nome)


@school.capability(
    effect=Effect.DELETE,
    category="UTILIDADE",
    title={"en": "Erase a student", "pt": "Apagar um aluno"},
    reversible=True,
    targets=["aluno_id"],
    preview=_shown,
    timeout_s=120,
)
async def apagar_aluno(context: Context, aluno_id: params.Aluno) -> AlunoApagado:
    """Erase a student with all their marks, attendance and enrolments; what goes is seen and typed first."""
    await context.write_turn()
    held = await _held(context, aluno_id)
    title = say("erase_student", context.locale, aluno=held.aluno.nome)
    await embedded(context).change(held.writes, about=held.aluno.id, op="delete", title=title)
    return AlunoApagado(
        aluno_id=held.aluno.id,
        apagados={"aluno": 1, **held.counts},
        resumo=say("student_erased", context.locale, records=_counted(held.counts, context.locale)),
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """A student, and every row about them."""

    aluno: Aluno
    rows: dict[type[Model], list[dict[str, Any]]]

    @property
    def counts(self) -> dict[str, int]:
        return {kind_of(of).name: len(found) for of, found in self.rows.items() if found}

    @property
    def writes(self) -> list[Write]:
        every = [Write(self.aluno, None)]
        return every + [Write(entity_of(of, row), None, row) for of, found in self.rows.items() for row in found]

    def each(self, of: type[Record]) -> list[Record]:
        return [entity_of(of, row) for row in self.rows[of]]


async def _held(context: Context, said: str) -> _Held:
    here = embedded(context)
    aluno = await here.aluno(said)
    return _Held(aluno, {of: await here.raw_by(of, "aluno_id", [aluno.id]) for of in OF_STUDENT})


async def _document(context: Context, held: _Held) -> dict[str, Any]:
    """Return all of it, with the names of tests and classes in place of ids alone."""
    queries = embedded(context)
    notas = held.each(Nota)
    tests = {each.id: each for each in await queries.many(Avaliacao, [nota.avaliacao_id for nota in notas])}
    subjects = {
        each.id: each.nome for each in await queries.many(Materia, [test.materia_id for test in tests.values()])
    }
    enrolled = held.each(MatriculaTurma)
    turmas = {each.id: each.nome for each in await queries.many(Turma, [each.turma_id for each in enrolled])}
    escolas = {each.id: each.nome for each in await queries.escolas()}
    return {
        "gerado_em": context.ambient.timestamp(),
        "escola": escolas.get(held.aluno.escola_id, ""),
        "aluno": held.aluno.model_dump(mode="json"),
        "turmas": [{**each.model_dump(mode="json"), "turma": turmas.get(each.turma_id, "")} for each in enrolled],
        "notas": [_nota(nota, tests.get(nota.avaliacao_id), subjects) for nota in notas],
        "frequencia": _dumped(held.each(Frequencia)),
        "entregas": _dumped(held.each(Entrega)),
        "participacoes": _dumped(held.each(Participacao)),
    }


def _nota(nota: Nota, test: Avaliacao | None, subjects: dict[str, str]) -> dict[str, Any]:
    told = nota.model_dump(mode="json")
    if test is None:
        return told
    more = {"titulo": test.titulo, "data": test.data, "valor_maximo": test.valor_maximo, "peso": test.peso}
    return {**told, **more, "materia": subjects.get(test.materia_id, "")}


def _dumped(entities: Sequence[Model]) -> list[dict[str, Any]]:
    return [each.model_dump(mode="json") for each in entities]


def _counted(counts: dict[str, int], locale: str) -> str:
    nothing = say("nothing_else", locale)
    return ", ".join(counted(name, count, locale) for name, count in counts.items()) or nothing
