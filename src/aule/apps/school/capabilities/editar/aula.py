"""Editing a lesson and its moments."""

from __future__ import annotations

from typing import Annotated, Literal, Required, TypedDict, Unpack

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Aula, Materia, Text, Texts, Turma
from aule.apps.school.embedded import Write
from aule.apps.school.entities import Aula as Lesson
from aule.apps.school.entities import EventoCalendario
from aule.apps.school.operations import Alteracao, RoteiroOp, edit_moments
from aule.apps.school.record_changes import edited, nothing, picked, record_of, records
from aule.apps.school.source import Embedded, source_of
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records

_PLAIN = (
    "titulo",
    "duracao_min",
    "objetivos",
    "habilidades",
    "recursos",
    "avaliacao_aprendizagem",
    "diferenciacao",
    "status",
)


class EdicaoAula(TypedDict, total=False):
    """What to change about a lesson; what is left out stays as it is, null clears it."""

    aula_id: Required[Aula]
    titulo: Text
    data: Annotated[str | None, "Its day, `AAAA-MM-DD`."]
    duracao_min: int | None
    objetivos: Texts
    habilidades: Texts
    recursos: Texts
    avaliacao_aprendizagem: Text
    diferenciacao: Text
    status: Literal["rascunho", "planejada", "dada", "arquivada"] | None
    turma_id: Turma | None
    materia: Materia | None
    atividades: Annotated[Texts, "All its activities in order, by id or title."]
    roteiro_ops: Annotated[list[RoteiroOp], "Edits to its moments, in order."]


class AulaEditada(Model):
    """A lesson after an edit."""

    aula_id: str
    titulo: str
    data: str | None
    diff: list[Alteracao]
    resumo: str


async def _planned(context: Context, given: EdicaoAula) -> tuple[Lesson, Lesson, list[Alteracao], dict[str, str]]:
    source = await source_of(context)
    before = await source.aula(given["aula_id"])
    changes = picked(given, _PLAIN)
    names: dict[str, str] = {}
    if "data" in given:
        changes["data"] = check_day(day, "data", context.locale) if (day := given["data"]) else None
    if "turma_id" in given:
        turma = await source.turma(said_turma) if (said_turma := given["turma_id"]) else None
        changes["turma_id"] = turma.id if turma else None
        names.update({turma.id: turma.nome} if turma else {})
    if "materia" in given:
        materia = await source.materia(said_materia) if (said_materia := given["materia"]) else None
        changes["materia_id"] = materia.id if materia else None
        names.update({materia.id: materia.nome} if materia else {})
    if "atividades" in given:
        found = [await source.atividade(each, field="atividades") for each in given["atividades"] or ()]
        changes["atividades"] = list(dict.fromkeys(each.id for each in found))
        names.update({each.id: each.titulo for each in found})
    diff: list[Alteracao] = []
    if ops := given.get("roteiro_ops"):
        changes["roteiro"], diff = edit_moments(before.roteiro, ops, context.locale)
    return before, edited(context, before, **changes), diff, names


async def _preview(context: Context, **given: Unpack[EdicaoAula]) -> Records:
    before, after, _, names = await _planned(context, given)
    record = record_of("update", after, before, names=names)
    if not record.fields:
        return nothing(context.locale)
    summary = say("edit_lesson", context.locale, titulo=before.titulo)
    return records(summary, [record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit a lesson", "pt": "Editar aula"},
    reversible=True,
    preview=_preview,
    targets=["aula_id"],
)
async def editar_aula(context: Context, **given: Unpack[EdicaoAula]) -> AulaEditada:
    """Edit a lesson: its title, day, moments, activities and all else; its event in the calendar moves with it."""
    await context.write_turn()
    before, after, diff, _ = await _planned(context, given)
    title = say("change_lesson_edited", context.locale, titulo=after.titulo)
    source = await source_of(context)
    if isinstance(source, Embedded):
        writes = [Write(before, after)]
        if after.data is not None and after.data != before.data:
            events = await source.by(EventoCalendario, "aula_id", [after.id])
            writes += [
                Write(each, edited(context, each, data=after.data))
                for each in events
                if each.repeticao == "none" and each.data == before.data
            ]
        await source.change(writes, about=after.id, op="update", title=title)
    else:
        await source.save(after, before, title=title)
    resumo = say("lesson_edited", context.locale, titulo=after.titulo)
    return AulaEditada(aula_id=after.id, titulo=after.titulo, data=after.data, diff=diff, resumo=resumo)
