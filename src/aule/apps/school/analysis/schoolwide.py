"""What the figures of all classes rest on, added up by the database; the same as class by class, and much sooner."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from aule.apps.school.analysis.class_stats import (
    ClassStats,
    before,
    counting_marks,
    stats_of,
    taking_part,
    within,
    year_of,
)
from aule.apps.school.analysis.class_summary import ClassSummary
from aule.apps.school.analysis.queries import NOBODY, Added, Columns, Taken
from aule.apps.school.analysis.records import Records, records
from aule.apps.school.entities import Config, PeriodoLetivo, Turma
from aule.apps.school.mathematics.attendance import Attendance
from aule.apps.school.mathematics.marks import Counted, Counting, counted
from aule.apps.school.mathematics.means import Sum, sums
from aule.apps.school.periodos import Intervalo
from aule.apps.school.resolver import Resolved


@dataclass(frozen=True, slots=True)
class Whole:
    """All classes, and how each school counts."""

    turmas: Sequence[Turma]
    configs: Mapping[str, Config]
    """By school."""
    escolas: Mapping[str, str]
    """Names by id."""
    materias: Mapping[str, str]
    """Names by id."""
    periodos: Sequence[PeriodoLetivo]
    fonte: str = "local"

    def config(self, turma: Turma) -> Config:
        """Return how the school of a class counts."""
        return self.configs.get(turma.escola_id) or Config()

    def escola(self, turma: Turma) -> str:
        """Return what the school of a class is called."""
        return self.escolas.get(turma.escola_id, "")


async def whole(source: Resolved) -> Whole:
    """Return all classes there are."""
    escolas = await source.escolas()
    return Whole(
        turmas=await source.turmas(),
        configs={each.id: each.config for each in escolas},
        escolas={each.id: each.nome for each in escolas},
        materias={each.id: each.nome for each in await source.materias()},
        periodos=await source.periodos(),
        fonte=source.nome,
    )


async def all_stats(
    source: Resolved, all_of: Whole, window: Intervalo, hoje: date, materia: str | None = None
) -> list[ClassStats]:
    """Return what the figures of each class rest on."""
    if not source.is_here or len(all_of.turmas) == 1:
        return [rows_stats(await records(source, each), window, hoje, materia) for each in all_of.turmas]
    columns = Columns(source.source)
    rows = await _marks(columns, all_of, window)
    taken = await columns.taken(window.de, window.ate, hoje.isoformat())
    rows = dataclasses.replace(
        rows,
        tests=await columns.tests(window.de, window.ate),
        taken=taken,
        years=await _years(columns, all_of, window, hoje, taken),
    )
    return [_stats(turma, all_of.config(turma), rows, window, materia) for turma in all_of.turmas]


async def trends(source: Resolved, all_of: Whole, window: Intervalo) -> dict[str, str]:
    """Return where each class goes, by its id; nothing else of it is asked for."""
    rows = await _marks(Columns(source.source), all_of, window)
    found = [_stats(turma, all_of.config(turma), rows, window, None) for turma in all_of.turmas]
    return {class_stats.turma.id: ClassSummary(class_stats).trend.tendencia for class_stats in found}


def rows_stats(found: Records, window: Intervalo, hoje: date, materia: str | None = None) -> ClassStats:
    """Return the figures of one class, from its rows."""
    return stats_of(found, window, hoje, counting_marks(found, materia))


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the database added up, by class."""

    roster: Mapping[str, list[str]]
    now: Mapping[str, list[Added]]
    then: Mapping[str, list[Added]]
    resat: Mapping[str, list[Counted]]
    tests: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    taken: Taken = NOBODY
    years: Mapping[str, Mapping[str, Attendance]] = field(default_factory=dict[str, Mapping[str, Attendance]])


async def _marks(columns: Columns, all_of: Whole, window: Intervalo) -> _Rows:
    past = before(window)
    exams, sat = await columns.resat()
    return _Rows(
        roster=await columns.roster(),
        now=await columns.sums(window.de, window.ate),
        then=await columns.sums(past.de, past.ate) if past is not None else {},
        resat={
            each.id: counted(sat.get(each.id, ()), exams[each.id], Counting.of(all_of.config(each)))
            for each in all_of.turmas
            if each.id in exams
        },
    )


async def _years(
    columns: Columns, all_of: Whole, window: Intervalo, hoje: date, taken: Taken
) -> dict[str, Mapping[str, Attendance]]:
    """Return attendance in the school year of each class; classes of the same year are asked about together."""
    spans = {turma.id: year_of(turma, all_of.periodos, window, hoje) for turma in all_of.turmas}
    noted = {(window.de, window.ate): taken.presencas}
    for span in set(spans.values()) - noted.keys():
        noted[span] = await columns.presence(*span)
    return {turma: noted[span].get(turma, {}) for turma, span in spans.items()}


def _stats(turma: Turma, config: Config, rows: _Rows, window: Intervalo, materia: str | None) -> ClassStats:
    alunos = rows.roster.get(turma.id, [])
    here = frozenset(alunos)

    def ours(each: Added | Counted) -> bool:
        return each.aluno in here and materia in (None, each.materia)

    resat = [each for each in rows.resat.get(turma.id, ()) if ours(each)]
    now = [each for each in rows.now.get(turma.id, ()) if ours(each)]
    then = [each for each in rows.then.get(turma.id, ()) if ours(each)]
    again, past = within(resat, window), before(window)
    subjects = [materia] if materia is not None else list({each.materia for each in now})
    is_zero = config.politica_faltante == "zero"
    taken = rows.taken
    return ClassStats(
        turma=turma,
        config=config,
        alunos=alunos,
        now=[*_sums(now, is_zero=is_zero), *sums(again)],
        before=[*_sums(then, is_zero=is_zero), *sums(within(resat, past) if past is not None else ())],
        n_avaliacoes=sum(rows.tests.get((turma.id, each), 0) for each in subjects)
        + len({each.avaliacao for each in again}),
        n_notas=sum(each.notas + (each.faltas if is_zero else 0) for each in now) + len(again),
        taking=taking_part(
            alunos,
            taken.presencas.get(turma.id, {}),
            taken.entregas.get(turma.id, {}),
            taken.niveis.get(turma.id, {}),
        ),
        presencas=rows.years.get(turma.id, {}),
    )


def _sums(added: Iterable[Added], *, is_zero: bool) -> list[Sum]:
    """Return marks added up, with what was missed as zero where the school says so."""
    return [
        Sum(each.aluno, each.materia, each.pontos, each.pesos + (each.faltantes if is_zero else 0.0)) for each in added
    ]
