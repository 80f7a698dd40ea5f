"""Searching lessons."""

from __future__ import annotations

from aule.apps.school.agenda import check_day, check_span
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Dia, Limit, Turma
from aule.apps.school.entities import Aula
from aule.apps.school.source import FIRST_DAY, LAST_DAY, Filtro, source_of
from aule.apps.school.words import counted
from aule.sdk import Context, Effect, Model


class AulaAchada(Model):
    """A lesson that was found."""

    id: str
    titulo: str
    data: str | None
    turma: str
    materia: str
    status: str
    atividades: list[str]


class AulasAchadas(Model):
    """Lessons that were found."""

    total: int
    aulas: list[AulaAchada]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search lessons", "pt": "Pesquisar aulas"},
)
async def pesquisar_aulas_criadas(
    context: Context,
    turma_id: Turma | None = None,
    data_inicio: Dia | None = None,
    data_fim: Dia | None = None,
    limit: Limit = 50,
) -> AulasAchadas:
    """Search the lessons that were made, of a class or between two days, the latest first."""
    source = await source_of(context)
    de = check_day(data_inicio, "data_inicio", context.locale) if data_inicio else FIRST_DAY
    ate = check_day(data_fim, "data_fim", context.locale) if data_fim else LAST_DAY
    if data_inicio and data_fim:
        check_span(de, ate, "data_fim", context.locale)
    turma = (await source.turma(turma_id)).id if turma_id else ""
    total, found = await source.page(Aula, Filtro(turma_id=turma, de=de, ate=ate, limit=limit))
    turmas = {each.id: each.nome for each in await source.turmas()}
    materias = {each.id: each.nome for each in await source.materias()}
    context.cite(source.nome, rows=len(found))
    aulas = [
        AulaAchada(
            id=each.id,
            titulo=each.titulo,
            data=each.data,
            turma=turmas.get(each.turma_id or "", ""),
            materia=materias.get(each.materia_id or "", ""),
            status=each.status,
            atividades=each.atividades,
        )
        for each in found
    ]
    return AulasAchadas(total=total, aulas=aulas, resumo=counted("aula", total, context.locale))
