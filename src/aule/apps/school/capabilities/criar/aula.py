"""Making a lesson."""

from __future__ import annotations

from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.authoring.lessons import script
from aule.apps.school.authoring.wishes import Setting, codes_about, setting, short_theme, suggested
from aule.apps.school.bncc import skills
from aule.apps.school.capabilities.params import Dia, Materia, Turma
from aule.apps.school.capabilities.pesquisar.bncc import checked_year
from aule.apps.school.entities import Atividade, Aula, Momento
from aule.apps.school.record_changes import checked, new_id, record_of, records, stamped
from aule.apps.school.source import source_of
from aule.apps.school.views import HabilidadeNome
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records

SUGGESTED = 2
"""How many skills are suggested for a theme where nobody named one."""


class NovaAula(TypedDict, total=False):
    """What the lesson is to be."""

    tema: Required[Annotated[str, Field(min_length=1, max_length=2_000, description="What it is about.")]]
    materia: Required[Materia]
    turma_id: Annotated[Turma | None, "The class it is for."]
    ano_serie: Annotated[str | None, "The year, `EF7`. Left out: that of the class."]
    duracao_min: Annotated[int, Field(ge=10, le=600, description="How long it is, in minutes.")]
    data: Annotated[Dia | None, "The day it is on."]
    objetivos: Annotated[list[str] | None, "What it is for. Left out: what the skills say."]
    habilidades: Annotated[list[str] | None, "Codes of the BNCC. Left out: those that fit the theme best."]
    atividade_ids: Annotated[list[str] | None, "Activities to use in it: ids or titles."]


class AulaCriada(Model):
    """A lesson that was made."""

    aula_id: str
    titulo: str
    duracao_min: int
    momentos: list[Momento]
    habilidades: list[HabilidadeNome]
    avisos: list[str]
    resumo: str


async def _planned(context: Context, given: NovaAula) -> tuple[Aula, Setting, list[Atividade]]:
    source = await source_of(context)
    year = checked_year(given.get("ano_serie") or "", context.locale)
    where = (given.get("turma_id") or "", given["materia"])
    place = await setting(context, source, *where, year, given.get("habilidades") or [])
    place = _suggested(place, given["tema"], context.locale)
    used = [await source.atividade(id, field="atividade_ids") for id in given.get("atividade_ids") or []]
    minutes = given.get("duracao_min", 50)
    theme = short_theme(given["tema"], place.codes)
    goals = given.get("objetivos") or [text for _, text in place.texts]
    lesson = checked(
        Aula,
        {
            "id": new_id(context, Aula),
            "turma_id": place.turma.id if place.turma else None,
            "materia_id": place.materia.id if place.materia else None,
            "titulo": theme[:1].upper() + theme[1:],
            "data": given.get("data"),
            "duracao_min": minutes,
            "objetivos": goals,
            "habilidades": place.codes,
            "roteiro": script(minutes, theme[:1].lower() + theme[1:], goals, [each.titulo for each in used]),
            "recursos": ["Quadro", "Caderno", *(each.titulo for each in used)],
            "atividades": [each.id for each in used],
            "avaliacao_aprendizagem": "Observação durante a prática e leitura dos bilhetes de saída: separe em três "
            "grupos (entendeu, entendeu em parte, precisa retomar) para planejar a próxima aula.",
            "diferenciacao": "Para quem precisa de apoio: material concreto, números menores e um exemplo resolvido à "
            "vista. Para quem já avançou: criar um problema parecido e trocar com um colega.",
            "status": "planejada" if given.get("data") else "rascunho",
        },
    )
    return stamped(context, lesson), place, used


def _suggested(place: Setting, tema: str, locale: str) -> Setting:
    """Return the setting with skills that fit the theme, where nobody named one."""
    if place.codes or not place.ano_serie or place.materia is None:
        return place
    return suggested(place, codes_about(tema, place.materia, place.ano_serie)[:SUGGESTED], locale)


async def _preview(context: Context, **given: Unpack[NovaAula]) -> Records:
    lesson, place, used = await _planned(context, given)
    names = {each.id: each.titulo for each in used}
    if place.turma:
        names[place.turma.id] = place.turma.nome
    if place.materia:
        names[place.materia.id] = place.materia.nome
    made = [record_of("create", lesson, names=names)]
    if place.materia and place.is_new_materia:
        made.insert(0, record_of("create", place.materia))
    summary = say("make_lesson", context.locale, lesson=lesson.titulo)
    return records(summary, made, warnings=[each.message for each in place.avisos])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Make a lesson", "pt": "Criar aula"},
    reversible=True,
    targets=["turma_id"],
    preview=_preview,
    aliases=["criar_plano_aula"],
)
async def criar_aula(context: Context, **given: Unpack[NovaAula]) -> AulaCriada:
    """Make a lesson: what happens in it minute by minute, with skills, resources and how learning is seen."""
    await context.write_turn()
    lesson, place, _ = await _planned(context, given)
    source = await source_of(context)
    if place.materia and place.is_new_materia:
        await source.save(place.materia, title=place.materia.nome)
    await source.save(lesson, title=lesson.titulo)
    for each in place.avisos:
        context.warn(each.code, each.message)
    told = f"“{lesson.titulo}”, {lesson.duracao_min} min, {len(lesson.roteiro)}"
    return AulaCriada(
        aula_id=lesson.id,
        titulo=lesson.titulo,
        duracao_min=lesson.duracao_min,
        momentos=lesson.roteiro,
        habilidades=skills.named(lesson.habilidades),
        avisos=[each.code for each in place.avisos],
        resumo=say("lesson_made", context.locale, told=told),
    )
