"""What the figures of a class rest on, for a span of time: its marks added up, who took part, who was there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from statistics import fmean

from aule.apps.school.analysis.records import Records
from aule.apps.school.entities import Avaliacao, Config, PeriodoLetivo, Turma
from aule.apps.school.mathematics.attendance import Attendance, attendance
from aule.apps.school.mathematics.engagement import Handed, Parts, handed, parts
from aule.apps.school.mathematics.marks import Counted, Counting, Exam, Mark, counted
from aule.apps.school.mathematics.means import Sum, sums
from aule.apps.school.periodos import Intervalo, anterior, resolver
from aule.apps.school.queries import FIRST_DAY, LAST_DAY


@dataclass(frozen=True, slots=True)
class ClassStats:
    """A class in a span of time, and what it was in the span before."""

    turma: Turma
    config: Config
    alunos: Sequence[str]
    now: Sequence[Sum]
    before: Sequence[Sum] = ()
    n_avaliacoes: int = 0
    """Tests with marks."""
    n_notas: int = 0
    taking: Mapping[str, Parts] = field(default_factory=dict[str, Parts])
    """How each student takes part."""
    taking_before: Mapping[str, Parts] = field(default_factory=dict[str, Parts])
    presencas: Mapping[str, Attendance] = field(default_factory=dict[str, Attendance])
    """Attendance that alerts are about: of the school year so far, as the law counts it."""


def before(window: Intervalo) -> Intervalo | None:
    """Return the span before; none where everything is looked at."""
    return None if window.inicio == date.min or window.inicio.toordinal() <= window.dias else anterior(window)


def year_of(turma: Turma, periodos: Sequence[PeriodoLetivo], window: Intervalo, hoje: date) -> tuple[str, str]:
    """Return the days whose attendance counts for the minimum: the school year, or all where all is asked for."""
    if window.inicio == date.min:
        return FIRST_DAY, LAST_DAY
    own = [each for each in periodos if each.escola_id == turma.escola_id]
    year = resolver("ano_letivo", hoje, own, ano_letivo=turma.ano_letivo)
    return year.de, year.ate


def exam(avaliacao: Avaliacao) -> Exam:
    """Return a test as it is counted."""
    return Exam(
        avaliacao.id,
        avaliacao.materia_id,
        avaliacao.data,
        avaliacao.valor_maximo,
        avaliacao.peso,
        avaliacao.substitui_avaliacao_id,
    )


def counting_marks(found: Records, materia: str | None = None) -> list[Counted]:
    """Return all marks of a class that count, of its students of today, in one subject or in all."""
    exams = {each.id: exam(each) for each in found.avaliacoes if materia in (None, each.materia_id)}
    here = frozenset(found.ids)
    marks = [Mark(each.avaliacao, each.aluno, each.valor, each.situacao) for each in found.marks if each.aluno in here]
    return counted(marks, exams, Counting.of(found.config))


def stats_of(found: Records, window: Intervalo, hoje: date, marks: Sequence[Counted] | None = None) -> ClassStats:
    """Return a class, from its rows; with `marks`, of only these of them that count."""
    if marks is None:
        marks = counting_marks(found)
    now = within(marks, window)
    past = before(window)
    first, last = year_of(found.turma, found.periodos, window, hoje)
    return ClassStats(
        turma=found.turma,
        config=found.config,
        alunos=found.ids,
        now=sums(now),
        before=sums(within(marks, past)) if past is not None else (),
        n_avaliacoes=len({each.avaliacao for each in now}),
        n_notas=len(now),
        taking=_taking(found, window, hoje),
        taking_before=_taking(found, past, hoje) if past is not None else {},
        presencas=_presences(found, first, last),
    )


def marks_alone(found: Records, window: Intervalo, marks: Sequence[Counted]) -> ClassStats:
    """Return a class with nothing but its marks: enough to say where it goes."""
    past = before(window)
    then = sums(within(marks, past)) if past is not None else ()
    return ClassStats(found.turma, found.config, found.ids, sums(within(marks, window)), then)


def within(marks: Iterable[Counted], window: Intervalo) -> list[Counted]:
    """Return the marks of tests in a span."""
    first, last = window.de, window.ate
    return [each for each in marks if first <= each.data <= last]


def _presences(found: Records, first: str, last: str) -> dict[str, Attendance]:
    noted: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for each in found.days:
        if first <= each.data <= last:
            noted[each.aluno].append((each.presenca, each.carga))
    return {aluno: attendance(those) for aluno, those in noted.items()}


def _taking(found: Records, window: Intervalo, hoje: date) -> dict[str, Parts]:
    first, last, today = window.de, window.ate, hoje.isoformat()
    work: defaultdict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for due in found.due:
        is_due = due.prazo <= today or due.entregue_em is not None
        if first <= due.prazo <= last and is_due and due.situacao != "dispensado":
            work[due.aluno].append((due.prazo, due.entregue_em))
    levels: defaultdict[str, list[int]] = defaultdict(list)
    for level in found.levels:
        if first <= level.data <= last:
            levels[level.aluno].append(level.nivel)
    return taking_part(
        found.ids,
        _presences(found, first, last),
        {aluno: handed(those) for aluno, those in work.items()},
        {aluno: fmean(those) for aluno, those in levels.items()},
    )


def taking_part(
    alunos: Iterable[str],
    presences: Mapping[str, Attendance],
    work: Mapping[str, Handed],
    levels: Mapping[str, float],
) -> dict[str, Parts]:
    """Return what is known of how each student takes part."""
    return {
        aluno: parts(presences.get(aluno, Attendance()).share, work.get(aluno, Handed()), levels.get(aluno))
        for aluno in alunos
    }
