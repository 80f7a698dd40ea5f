"""Where a class has not got far enough: how many are below the target, and how far below (A.3.3).

The index is the poverty gap of economics: it grows with how many are below and with how far they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import fmean
from typing import Literal, NamedTuple

from aule.apps.school.mathematics.mastery import Mastery
from aule.apps.school.mathematics.rounding import steady

Prioridade = Literal["alta", "media", "baixa", "nenhuma"]
HIGH = 25.0
GAP = 10.0
"""From here on a skill is a gap."""
ENOUGH_STUDENTS = 5
ENOUGH_SHARE = 0.30
_Z90 = 1.6448536269514722


class SkillGap(NamedTuple):
    """How a class stands in a skill; figures only of students whose evidence is enough."""

    dominio: float | None
    share: float | None
    interval: tuple[float, float] | None
    indice: float | None
    n: int
    """Students with enough evidence."""
    below: tuple[str, ...]
    is_enough: bool

    @property
    def prioridade(self) -> Prioridade:
        """How much the gap matters."""
        return "nenhuma" if self.indice is None or not self.is_enough else priority(self.indice)

    @property
    def is_gap(self) -> bool:
        """Whether it is a gap of the class."""
        return self.is_enough and self.indice is not None and steady(self.indice) >= GAP


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return between which shares the true one lies in nine of ten cases, when `part` of `whole` were seen."""
    share, square = part / whole, _Z90**2
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = _Z90 * sqrt(share * (1 - share) / whole + square / (4 * whole**2)) / (1 + square / whole)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def gap_index(dominios: list[float], alvo: float) -> float:
    """Return how far a class is from the target, 0 to 100."""
    return 100 * fmean(max(0.0, (alvo - each) / alvo) for each in dominios)


def priority(index: float) -> Prioridade:
    """Return what an index means."""
    held = steady(index)
    if held >= HIGH:
        return "alta"
    if held >= GAP:
        return "media"
    return "baixa" if held > 0 else "nenhuma"


def gap(of: Mapping[str, Mastery], total: int, alvo: float) -> SkillGap:
    """Return how a class of so many students stands in a skill."""
    known = {aluno: far.dominio for aluno, far in of.items() if far.is_enough}
    if not known:
        return SkillGap(None, None, None, None, 0, (), is_enough=False)
    below = tuple(sorted(aluno for aluno, dominio in known.items() if steady(dominio) < alvo))
    return SkillGap(
        dominio=fmean(known.values()),
        share=len(below) / len(known),
        interval=wilson(len(below), len(known)),
        indice=gap_index(list(known.values()), alvo),
        n=len(known),
        below=below,
        is_enough=len(known) >= ENOUGH_STUDENTS or len(known) >= steady(ENOUGH_SHARE * total),
    )
