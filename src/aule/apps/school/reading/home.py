"""The teacher's home: today, the classes at a glance, and what needs attention."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from datetime import date, timedelta

from aule.apps.school.agenda import occurrences
from aule.apps.school.analysis import attention
from aule.apps.school.analysis.class_summary import ClassSummary
from aule.apps.school.analysis.overview import gaps_of
from aule.apps.school.analysis.queries import Columns
from aule.apps.school.analysis.schoolwide import Whole, all_stats, trends, whole
from aule.apps.school.analysis.spans import MONTH
from aule.apps.school.app import school
from aule.apps.school.entities import Aula, Avaliacao, EventoCalendario, Turma
from aule.apps.school.periodos import Intervalo, resolver
from aule.apps.school.queries import Filtro, SchoolQueries
from aule.apps.school.reading.class_page import glance
from aule.apps.school.reading.lines import activity_line
from aule.apps.school.resolver import Resolved
from aule.apps.school.sample.layout import is_sample
from aule.apps.school.views import Atencao, AtividadeResumo, Inicio, Nome
from aule.sdk import Reading

WEEK = 7
RECENT = 6
_MANY = 200
"""Lessons and tests of a week that are looked at."""


@school.view("inicio")
async def inicio(reading: Reading) -> Inicio:
    """The teacher's home: the days to come, the classes, what needs attention, the latest activities."""
    hoje = reading.today
    async with reading.snapshot() as held:
        queries = SchoolQueries(held)
        source = Resolved(held, reading.locale)
        all_of = await whole(source)
        years = await _years(source, all_of, hoje)
        lately = await trends(source, all_of, resolver(MONTH, hoje, []))
        tests = await queries.listed(Avaliacao, _week(hoje))
        counts = await queries.counts()
        home = Inicio(
            hoje=hoje.isoformat(),
            escolas=[Nome(id=id, nome=nome) for id, nome in all_of.escolas.items()],
            amostra=any(is_sample(each) for each in await queries.escolas()),
            turmas=[
                glance(
                    each,
                    lately[each.class_stats.turma.id],
                    all_of.escolas.get(each.class_stats.turma.escola_id, ""),
                    all_of.materias,
                )
                for each in years
            ],
            agenda=await _agenda(queries, tests, hoje),
            atencao=attention.ordered(
                [
                    *await _worries(source, all_of, years, hoje, reading.locale),
                    *_coming(tests, all_of, hoje, reading.locale),
                    *attention.drafts(await Columns(held).drafts(), reading.locale),
                ]
            ),
            recentes=await _recent(queries, all_of),
            totais={f"{kind}s" if kind != "avaliacao" else "avaliacoes": counts[kind] for kind in _COUNTED},
        )
    return home


_COUNTED = ("turma", "aluno", "atividade", "aula", "avaliacao")


def _week(hoje: date) -> Filtro:
    return Filtro(de=hoje.isoformat(), ate=(hoje + timedelta(days=WEEK - 1)).isoformat(), limit=_MANY)


async def _years(source: Resolved, all_of: Whole, hoje: date) -> list[ClassSummary]:
    """Return each class in its school year so far."""
    spans: defaultdict[Intervalo, list[Turma]] = defaultdict(list)
    for turma in all_of.turmas:
        own = [each for each in all_of.periodos if each.escola_id == turma.escola_id]
        spans[resolver("ano_letivo", hoje, own, ano_letivo=turma.ano_letivo)].append(turma)
    found: dict[str, ClassSummary] = {}
    for window, turmas in spans.items():
        for class_stats in await all_stats(source, dataclasses.replace(all_of, turmas=turmas), window, hoje):
            found[class_stats.turma.id] = ClassSummary(class_stats)
    return [found[turma.id] for turma in all_of.turmas]


async def _agenda(queries: SchoolQueries, tests: list[Avaliacao], hoje: date) -> list[EventoCalendario]:
    wanted = _week(hoje)
    lessons = await queries.listed(Aula, wanted)
    events = await queries.eventos(wanted.de, wanted.ate)
    found = occurrences(events, wanted.de, wanted.ate, aulas=lessons, avaliacoes=tests)
    return [each.evento.model_copy(update={"data": each.dia}) for each in found]


async def _worries(
    source: Resolved, all_of: Whole, years: list[ClassSummary], hoje: date, locale: str
) -> list[Atencao]:
    """Return what marks, attendance and skills ask to look at."""
    told = [each for standing in years for each in attention.of_standing(standing, all_of.materias, locale)]
    for turma, found in await gaps_of(source, all_of, resolver("tudo", hoje, []), hoje):
        told += attention.of_gaps(turma, found, locale, most=1)
    silent = [each.class_stats.turma for each in years if each.total and not each.class_stats.n_notas]
    return told + [attention.without_marks(turma, locale) for turma in silent]


def _coming(tests: list[Avaliacao], all_of: Whole, hoje: date, locale: str) -> list[Atencao]:
    turmas = {each.id: each for each in all_of.turmas}
    return [
        attention.coming(each, turmas[each.turma_id], all_of.materias.get(each.materia_id, ""), hoje, locale)
        for each in tests
        if each.turma_id in turmas
    ]


async def _recent(queries: SchoolQueries, all_of: Whole) -> list[AtividadeResumo]:
    turmas = {each.id: each.nome for each in all_of.turmas}
    return [activity_line(each, all_of.materias, turmas) for each in await queries.listadas(Filtro(limit=RECENT))]
