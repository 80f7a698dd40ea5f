"""Means of students and of a class: every student counts once, whatever the number of their marks (A.3.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from statistics import fmean, median
from typing import NamedTuple

from aule.apps.school.entities import Config
from aule.apps.school.mathematics.marks import Counted
from aule.apps.school.mathematics.rounding import steady

CRITICAL_SHARE = 0.40
"""With so many below the passing mark a subject is critical, whatever its mean."""
ENOUGH_SHARE = 0.30
ENOUGH_STUDENTS = 3


class Sum(NamedTuple):
    """What a student's marks in a subject add up to."""

    aluno: str
    materia: str
    pontos: float
    """Weights times scores."""
    pesos: float


class Grades(NamedTuple):
    """Means of students, 0 to 1: in each subject, and of all of these."""

    por_materia: dict[str, dict[str, float]]
    """By student, then by subject."""
    media: dict[str, float]
    """By student, of the subjects with marks."""


class Spread(NamedTuple):
    """How the means of a class lie, in the school's scale."""

    n: int
    media: float | None
    mediana: float | None
    desvio: float | None
    abaixo: int | None
    """Students below the passing mark."""
    share: float | None


class Subject(NamedTuple):
    """How a class stands in a subject, in the school's scale."""

    materia: str
    media: float
    share: float
    """Of those with marks, how many are below the passing mark."""
    n: int
    is_enough: bool
    is_critical: bool


def sums(counted: Iterable[Counted]) -> list[Sum]:
    """Return the marks of each student in each subject, added up; in whatever order they come."""
    parts: defaultdict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for each in counted:
        parts[each.aluno, each.materia].append((each.peso * each.score, each.peso))
    return [
        Sum(aluno, materia, fsum(pontos for pontos, _ in found), fsum(peso for _, peso in found))
        for (aluno, materia), found in parts.items()
    ]


def grades(added: Iterable[Sum], alunos: Iterable[str] | None = None) -> Grades:
    """Return the means of students, of all or of those named; who has nothing that counts is not among them."""
    among = None if alunos is None else frozenset(alunos)
    parts: defaultdict[tuple[str, str], list[Sum]] = defaultdict(list)
    for each in added:
        if among is None or each.aluno in among:
            parts[each.aluno, each.materia].append(each)
    por_materia: dict[str, dict[str, float]] = {}
    for (aluno, materia), found in parts.items():
        pesos = found[0].pesos if len(found) == 1 else fsum(each.pesos for each in found)
        if pesos > 0:
            pontos = found[0].pontos if len(found) == 1 else fsum(each.pontos for each in found)
            por_materia.setdefault(aluno, {})[materia] = pontos / pesos
    return Grades(por_materia, {aluno: fmean(of.values()) for aluno, of in por_materia.items()})


def spread(scores: Iterable[float], config: Config) -> Spread:
    """Return mean, median, deviation and who is below, of the means of students."""
    values = [score * config.escala.max for score in scores]
    if not values:
        return Spread(0, None, None, None, None, None)
    abaixo, mean = _below(values, config), fmean(values)
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / len(values))
    return Spread(len(values), mean, median(values), deviation, abaixo, abaixo / len(values))


def is_below(mean: float, config: Config) -> bool:
    """Tell whether a mean in the school's scale is below the passing mark."""
    return steady(mean) < config.media_aprovacao


def _below(values: Iterable[float], config: Config) -> int:
    least = config.media_aprovacao
    return sum(steady(value) < least for value in values)


def bands(scores: Iterable[float], config: Config) -> list[tuple[float, float, int]]:
    """Return how many means lie from where to where. None without any mean."""
    starts = sorted(set(config.faixas) or {config.escala.min})
    counts = [0] * len(starts)
    for score in scores:
        counts[max(0, bisect_right(starts, steady(score * config.escala.max)) - 1)] += 1
    if not any(counts):
        return []
    ends = [*starts[1:], max(config.escala.max, starts[-1])]
    return list(zip(starts, ends, counts, strict=True))


def subjects(of: Grades, total: int, config: Config) -> list[Subject]:
    """Return how a class of so many students stands in each subject, the most worrying first."""
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for means in of.por_materia.values():
        for materia, mean in means.items():
            parts[materia].append(mean)
    found = [_subject(materia, means, total, config) for materia, means in parts.items()]
    return sorted(found, key=lambda each: (-each.share, each.media, each.materia))


def _subject(materia: str, means: Sequence[float], total: int, config: Config) -> Subject:
    values = [mean * config.escala.max for mean in means]
    mean, share = fmean(values), _below(values, config) / len(values)
    is_enough = len(values) >= max(ENOUGH_STUDENTS, steady(ENOUGH_SHARE * total))
    is_critical = is_below(mean, config) or steady(share) >= CRITICAL_SHARE
    return Subject(materia, mean, share, len(values), is_enough, is_enough and is_critical)


def by_day(counted: Iterable[Counted], config: Config) -> list[tuple[str, float, int]]:
    """Return the mean of each day with marks, in the school's scale, and of how many students it is."""
    days: defaultdict[str, list[Counted]] = defaultdict(list)
    for each in counted:
        if each.peso > 0:
            days[each.data].append(each)
    return [(day, *_of_day(days[day], config.escala.max)) for day in sorted(days)]


def _of_day(those: Sequence[Counted], scale: float) -> tuple[float, int]:
    if len({each.aluno for each in those}) == len(those):  # one mark each, as on nearly all days
        return fmean(each.score for each in those) * scale, len(those)
    means = grades(sums(those)).media
    return fmean(means.values()) * scale, len(means)
