"""How a student takes part: attendance, work handed in, punctuality, participation; of these, what is known (A.3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from statistics import fmean
from typing import Literal, NamedTuple

from aule.apps.school.mathematics.rounding import steady

FaixaEngajamento = Literal["alto", "medio", "baixo"]
WEIGHTS: Mapping[str, float] = {"frequencia": 0.35, "entrega": 0.35, "pontualidade": 0.15, "participacao": 0.15}
ENOUGH = 2
HIGH = 0.80
MIDDLE = 0.60
MOST_LEVEL = 3


class Handed(NamedTuple):
    """Work of a student that was due."""

    due: int = 0
    delivered: int = 0
    on_time: int = 0


class Parts(NamedTuple):
    """What an engagement is made of, each 0 to 1, or not known."""

    frequencia: float | None = None
    entrega: float | None = None
    pontualidade: float | None = None
    participacao: float | None = None

    @property
    def indice(self) -> float | None:
        """The engagement; none when too little is known."""
        known = {name: value for name, value in self._asdict().items() if value is not None}
        if len(known) < ENOUGH or (self.frequencia is None and self.entrega is None):
            return None
        return fsum(WEIGHTS[name] * value for name, value in known.items()) / fsum(WEIGHTS[name] for name in known)


def handed(noted: Iterable[tuple[str, str | None]]) -> Handed:
    """Add up work that was due: its deadline and the day it came, if it did."""
    due = delivered = on_time = 0
    for prazo, entregue_em in noted:
        due += 1
        if entregue_em is not None:
            delivered += 1
            on_time += entregue_em <= prazo
    return Handed(due, delivered, on_time)


def parts(frequencia: float | None, work: Handed, nivel: float | None) -> Parts:
    """Return what is known of a student: attendance, work, and the mean level of taking part."""
    return Parts(
        frequencia=frequencia,
        entrega=work.delivered / work.due if work.due else None,
        pontualidade=work.on_time / work.delivered if work.delivered else None,
        participacao=nivel / MOST_LEVEL if nivel is not None else None,
    )


def band(index: float) -> FaixaEngajamento:
    """Return what a teacher calls it."""
    held = steady(index)
    if held >= HIGH:
        return "alto"
    return "medio" if held >= MIDDLE else "baixo"


def whole(of: Iterable[Parts]) -> tuple[float | None, Parts]:
    """Return the engagement of a class, and each of its parts: means over the students it is known of."""
    everybody = list(of)
    indices = [index for each in everybody if (index := each.indice) is not None]
    means = [_mean(column) for column in zip(*everybody, strict=True)] if everybody else []
    return _mean(indices), Parts(*means)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
