"""Putting an activity into a lesson."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Atividade, Aula
from aule.apps.school.entities import Aula as Lesson
from aule.apps.school.record_changes import edited, nothing, record_of, records
from aule.apps.school.source import source_of
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records

Posicao = Annotated[int | None, Field(ge=0, le=200, description="Its place in the lesson, from 0; none: the last.")]


class AtividadeNaAula(Model):
    """The activities of a lesson, with the new one."""

    aula_id: str
    titulo: str
    atividades: list[str]
    resumo: str


async def _planned(
    context: Context, atividade_id: str, aula_id: str, posicao: int | None
) -> tuple[Lesson, Lesson, str]:
    """Return the lesson as it is and as it becomes, and the title of the activity."""
    source = await source_of(context)
    atividade, aula = await source.atividade(atividade_id), await source.aula(aula_id)
    if atividade.id in aula.atividades and posicao is None:
        return aula, aula, atividade.titulo
    listed = [each for each in aula.atividades if each != atividade.id]
    listed.insert(len(listed) if posicao is None else posicao, atividade.id)
    after = aula if listed == aula.atividades else edited(context, aula, atividades=listed)
    return aula, after, atividade.titulo


async def _preview(context: Context, atividade_id: str, aula_id: str, posicao: int | None = None) -> Records:
    before, after, titulo = await _planned(context, atividade_id, aula_id, posicao)
    if before.atividades == after.atividades:
        return nothing(context.locale)
    source = await source_of(context)
    known = {each.id: each.titulo for id in after.atividades for each in [await source.atividade(id)]}
    summary = say("add_to_lesson", context.locale, titulo=titulo, before_titulo=before.titulo)
    return records(summary, [record_of("update", after, before, names=known)])


@school.capability(
    effect=Effect.WRITE,
    category="ADICIONAR",
    title={"en": "Add an activity to a lesson", "pt": "Adicionar atividade à aula"},
    reversible=True,
    idempotent=True,
    preview=_preview,
)
async def adicionar_atividade_aula(
    context: Context, atividade_id: Atividade, aula_id: Aula, posicao: Posicao = None
) -> AtividadeNaAula:
    """Put an activity into a lesson; one that is there already stays there once."""
    await context.write_turn()
    before, after, titulo = await _planned(context, atividade_id, aula_id, posicao)
    if before.atividades != after.atividades:
        title = say("change_added_to_lesson", context.locale, titulo=titulo, before_titulo=before.titulo)
        await (await source_of(context)).save(after, before, title=title)
    resumo = say("added_to_lesson", context.locale, titulo=titulo, after_titulo=after.titulo)
    return AtividadeNaAula(aula_id=after.id, titulo=after.titulo, atividades=after.atividades, resumo=resumo)
