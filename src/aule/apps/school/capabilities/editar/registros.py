"""The rest of the class book: what was handed in, and how students took part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Atividade, Dia, Turma
from aule.apps.school.embedded import Write
from aule.apps.school.entities import Entrega, Participacao
from aule.apps.school.entities import Turma as Class
from aule.apps.school.names import Candidate, chave, pick
from aule.apps.school.record_changes import nothing, records
from aule.apps.school.source import embedded
from aule.apps.school.table_mapping import entity_of
from aule.apps.school.words import counted, day, say
from aule.sdk import Context, Effect, Model, Records, TableCount, errors

_Dia = Annotated[str | None, "The day it came, `AAAA-MM-DD`; none: it did not come."]


class EntregaDada(Model):
    """Whether one student handed it in."""

    aluno_id: Annotated[str, "The student: id or name, within the class."]
    entregue_em: _Dia = None
    dispensado: bool = False


class Entregas(TypedDict, total=False):
    """What became of an activity that had to be handed in."""

    atividade_id: Required[Atividade]
    turma_id: Annotated[Turma, "The class. Left out: that of the activity."]
    prazo: Annotated[Dia, "Until when. Left out: as it is on record."]
    entregas: Required[Annotated[list[EntregaDada], Field(max_length=500)]]


class NivelDado(Model):
    """How one student took part."""

    aluno_id: Annotated[str, "The student: id or name, within the class."]
    nivel: Annotated[int, Field(ge=0, le=3)]
    nota_texto: str = ""


class Registrado(Model):
    """What was written into the class book."""

    turma_id: str
    n_alteradas: int
    resumo: str


async def _students(context: Context, turma: Class) -> tuple[list[str], list[Candidate]]:
    found = await embedded(context).alunos(turma.id)
    return [each.id for each in found], [Candidate(each.id, each.nome, chave(each.nome)) for each in found]


async def _deliveries(context: Context, given: Entregas) -> tuple[Class, str, list[Write]]:
    """Return what to write for work handed in: everybody owes it, those named handed it in, on time or late."""
    source = embedded(context)
    activity = await source.atividade(given["atividade_id"])
    turma = await source.turma(given.get("turma_id") or activity.turma_id or "")
    ids, candidates = await _students(context, turma)
    rows = {row["aluno_id"]: row for row in await source.raw_by(Entrega, "atividade_id", [activity.id])}
    known = {id: entity_of(Entrega, row) for id, row in rows.items()}
    prazo = given.get("prazo") or next((each.prazo for each in known.values()), "")
    if not prazo:
        raise errors.Invalid(
            say("until_when_due", context.locale),
            code="invalid_param",
            field="prazo",
            hint="AAAA-MM-DD",
        )
    prazo = check_day(prazo, "prazo", context.locale)
    told = {
        pick("aluno", each.aluno_id, candidates, field=f"entregas.{place}.aluno_id", locale=context.locale): each
        for place, each in enumerate(given["entregas"])
    }
    writes: list[Write] = []
    for id in ids:
        before = known.get(id)
        start = before or Entrega(atividade_id=activity.id, aluno_id=id, turma_id=turma.id, prazo=prazo)
        after = _handed(start.model_copy(update={"prazo": prazo}), told.get(id), context.locale)
        if after != before:
            writes.append(Write(before, after, rows.get(id)))
    return turma, activity.titulo, writes


def _handed(entrega: Entrega, told: EntregaDada | None, locale: str) -> Entrega:
    if told is None:
        return entrega
    if told.dispensado:
        return entrega.model_copy(update={"entregue_em": None, "situacao": "dispensado"})
    if told.entregue_em is None:
        return entrega.model_copy(update={"entregue_em": None, "situacao": "pendente"})
    when = check_day(told.entregue_em, "entregas.entregue_em", locale)
    return entrega.model_copy(
        update={"entregue_em": when, "situacao": "entregue" if when <= entrega.prazo else "atrasada"}
    )


async def _preview_deliveries(context: Context, **given: Unpack[Entregas]) -> Records:
    turma, titulo, writes = await _deliveries(context, given)
    return _counted(context, "entrega", f"{turma.nome}: {titulo}", writes)


def _counted(context: Context, kind: str, about: str, writes: Sequence[Write]) -> Records:
    if not writes:
        return nothing(context.locale)
    made = sum(write.before is None for write in writes)
    table = TableCount(name=kind, create=made, update=len(writes) - made)
    return records(f"{about}, {counted(kind, len(writes), context.locale)}", [], tables=[table])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Note what was handed in", "pt": "Registrar entregas"},
    reversible=True,
    idempotent=True,
    preview=_preview_deliveries,
    targets=["atividade_id"],
)
async def registrar_entregas(context: Context, **given: Unpack[Entregas]) -> Registrado:
    """Note who handed an activity in and when; whoever of the class is not named still owes it."""
    await context.write_turn()
    turma, titulo, writes = await _deliveries(context, given)
    if writes:
        title = say("handed_in", context.locale, titulo=titulo)
        await embedded(context).change(writes, about=turma.id, op="update", title=title)
    resumo = f"{turma.nome}: {counted('entrega', len(writes), context.locale)}"
    return Registrado(turma_id=turma.id, n_alteradas=len(writes), resumo=resumo)


Niveis = Annotated[list[NivelDado], Field(min_length=1, max_length=500)]


async def _levels(context: Context, turma_id: str, data: str, niveis: list[NivelDado]) -> tuple[Class, list[Write]]:
    source = embedded(context)
    turma, when = await source.turma(turma_id), check_day(data, "data", context.locale)
    _, candidates = await _students(context, turma)
    rows = {row["aluno_id"]: row for row in await source.raw_days(Participacao, turma.id, when, when)}
    writes: dict[str, Write] = {}
    for place, each in enumerate(niveis):
        id = pick("aluno", each.aluno_id, candidates, field=f"niveis.{place}.aluno_id", locale=context.locale)
        after = Participacao(turma_id=turma.id, aluno_id=id, data=when, nivel=each.nivel, nota_texto=each.nota_texto)
        row = rows.get(id)
        before = None if row is None else entity_of(Participacao, row)
        if after != before:
            writes[id] = Write(before, after, row)
    return turma, list(writes.values())


async def _preview_levels(context: Context, turma_id: str, data: str, niveis: list[NivelDado]) -> Records:
    turma, writes = await _levels(context, turma_id, data, niveis)
    return _counted(
        context, "participacao", f"{turma.nome}, {day(check_day(data, 'data', context.locale), context.locale)}", writes
    )


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Note participation", "pt": "Registrar participação"},
    reversible=True,
    idempotent=True,
    preview=_preview_levels,
    targets=["turma_id"],
)
async def registrar_participacao(context: Context, turma_id: Turma, data: Dia, niveis: Niveis) -> Registrado:
    """Note how students took part on a day, from 0 (not at all) to 3 (very much)."""
    await context.write_turn()
    turma, writes = await _levels(context, turma_id, data, niveis)
    if writes:
        when = day(check_day(data, "data", context.locale), context.locale)
        title = say("participation_of_class", context.locale, turma=turma.nome, when=when)
        await embedded(context).change(writes, about=turma.id, op="update", title=title)
    resumo = f"{turma.nome}: {counted('participacao', len(writes), context.locale)}"
    return Registrado(turma_id=turma.id, n_alteradas=len(writes), resumo=resumo)
