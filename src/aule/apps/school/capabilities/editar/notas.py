"""Marks of a test, cell by cell or all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Avaliacao
from aule.apps.school.entities import Avaliacao as Test
from aule.apps.school.entities import ItemNota, Nota, Situacao
from aule.apps.school.names import Candidate, chave, pick
from aule.apps.school.record_changes import nothing, records
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, number, say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors
from aule.text.messages import is_portuguese


class NotaDada(Model):
    """A mark to write."""

    aluno_id: Annotated[str, "The student: id, matrícula or name, within the class."]
    valor: Annotated[float | None, "The mark, or null where there is none."] = None
    situacao: Situacao | None = None
    itens: Annotated[list[ItemNota] | None, "Points by question; the mark is their sum if none is given."] = None
    observacao: str | None = None


class NotaRejeitada(Model):
    """A mark that was not written, and why."""

    aluno_id: str
    motivo: str


class NotasLancadas(Model):
    """What became of marks."""

    avaliacao_id: str
    titulo: str
    n_alteradas: int
    rejeitadas: list[NotaRejeitada]
    resumo: str


@dataclass(frozen=True, slots=True)
class _Plan:
    teste: Test
    turma: str
    notas: list[Nota]
    before: dict[str, Nota]
    names: dict[str, str]
    rejeitadas: list[NotaRejeitada]

    @property
    def changed(self) -> list[Nota]:
        """Marks that differ from those that are kept."""
        return [each for each in self.notas if self.before.get(each.aluno_id) != each]


Notas = Annotated[list[NotaDada], Field(min_length=1, max_length=500)]


async def _planned(context: Context, avaliacao_id: str, notas: list[NotaDada]) -> _Plan:
    source = await source_of(context)
    test = await source.avaliacao(avaliacao_id)
    turma = await source.turma(test.turma_id)
    students = await source.alunos(test.turma_id, ativo=None)
    candidates = [Candidate(each.id, each.nome, chave(each.nome), each.matricula) for each in students]
    numbers = {each.matricula: each.id for each in students if each.matricula}
    before = {each.aluno_id: each for each in await source.notas_da_avaliacao(test.id)}
    good: dict[str, Nota] = {}
    bad: list[NotaRejeitada] = []
    for place, given in enumerate(notas):
        said_student = given.aluno_id.strip()
        try:
            student = numbers.get(said_student) or pick(
                "aluno", said_student, candidates, field=f"notas.{place}.aluno_id", locale=context.locale
            )
        except errors.NotFound as unknown:
            bad.append(NotaRejeitada(aluno_id=said_student, motivo=unknown.problem.message))
            continue
        made = _mark(test, student, given, before.get(student), context.locale)
        if isinstance(made, Nota):
            good[student] = made
        else:
            bad.append(NotaRejeitada(aluno_id=student, motivo=made))
    names = {each.id: each.chamado for each in students}
    return _Plan(test, turma.nome, list(good.values()), before, names, bad)


def _mark(test: Test, student: str, given: NotaDada, before: Nota | None, locale: str) -> Nota | str:
    """Return a mark as it is kept, or why it cannot be."""
    items = given.itens
    known = {item.n: item.pontos_max for item in test.itens}
    for item in items or ():
        if not 0 <= item.pontos <= known.get(item.n, 0):
            return say("points_out_of_range", locale, n=item.n, pontos=item.pontos)
    valor = given.valor
    if valor is None and items:
        valor = sum(item.pontos for item in items)
    situacao = given.situacao or ("lancada" if valor is not None else "pendente")
    if valor is not None and not 0 <= valor <= test.valor_maximo:
        top = number(test.valor_maximo, locale)
        shown = number(valor, locale) if is_portuguese(locale) else f"{valor:g}"
        return say("mark_out_of_range", locale, valor=shown, top=top)
    if (situacao == "lancada") != (valor is not None):
        return say("mark_and_state_clash", locale, situacao=situacao, valor=valor)
    keeps_items = given.itens is None and before is not None and before.valor == valor
    return Nota(
        avaliacao_id=test.id,
        aluno_id=student,
        valor=valor,
        situacao=situacao,
        itens=before.itens if keeps_items and before is not None else items,
        observacao=given.observacao if given.observacao is not None else (before.observacao if before else ""),
    )


async def _preview(context: Context, avaliacao_id: str, notas: list[NotaDada]) -> Records:
    plan = await _planned(context, avaliacao_id, notas)
    changes = [
        RecordChange(
            op="create" if plan.before.get(each.aluno_id) is None else "update",
            kind="nota",
            title=plan.names[each.aluno_id],
            path=[plan.turma, plan.teste.titulo],
            fields=[_cell(plan.before.get(each.aluno_id), each)],
        )
        for each in plan.changed
    ]
    warnings = [f"{plan.names.get(each.aluno_id, each.aluno_id)}: {each.motivo}" for each in plan.rejeitadas]
    if not changes and not warnings:
        return nothing(context.locale)
    many = counted("nota", len(changes), context.locale)
    summary = say("marks_planned", context.locale, many=many, teste=plan.teste.titulo, turma=plan.turma)
    return records(summary, changes, warnings=warnings)


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Enter marks", "pt": "Lançar notas"},
    reversible=True,
    idempotent=True,
    preview=_preview,
    targets=["avaliacao_id"],
)
async def lancar_notas(context: Context, avaliacao_id: Avaliacao, notas: Notas) -> NotasLancadas:
    """Write marks of a test. What does not fit the scale, or is of nobody in the class, is told and left out."""
    await context.write_turn()
    plan = await _planned(context, avaliacao_id, notas)
    title = say("marks_of_test", context.locale, teste=plan.teste.titulo)
    changed = await (await source_of(context)).save_notas(plan.teste, plan.notas, title=title)
    for each in plan.rejeitadas:
        context.warn("nota_rejeitada", f"{plan.names.get(each.aluno_id, each.aluno_id)}: {each.motivo}")
    many = counted("nota", changed, context.locale)
    resumo = say("marks_written", context.locale, many=many, teste=plan.teste.titulo)
    if plan.rejeitadas:
        resumo += say("marks_refused", context.locale, count=len(plan.rejeitadas))
    told = NotasLancadas(
        avaliacao_id=plan.teste.id,
        titulo=plan.teste.titulo,
        n_alteradas=changed,
        rejeitadas=plan.rejeitadas,
        resumo=resumo,
    )
    if plan.rejeitadas and not plan.notas:
        raise errors.Unsuccessful(f"{resumo}. {plan.rejeitadas[0].motivo}", given=told, code="nothing_accepted")
    return told


def _cell(before: Nota | None, after: Nota) -> FieldChange:
    return FieldChange(name="valor", before=_shown(before), after=_shown(after))


def _shown(nota: Nota | None) -> float | str | None:
    if nota is None:
        return None
    return nota.valor if nota.valor is not None else nota.situacao
