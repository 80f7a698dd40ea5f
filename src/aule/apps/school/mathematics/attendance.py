"""Attendance, and who is below the minimum or near it (LDB art. 24 VI and art. 31 IV): alerts, never decisions."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from typing import Literal, NamedTuple

from aule.apps.school.entities import Config
from aule.apps.school.mathematics.rounding import steady

RISK = 0.05
"""So near above the minimum somebody is at risk."""

Alerta = Literal["abaixo_do_minimo", "em_risco"]


class Attendance(NamedTuple):
    """Class periods of a student, added up."""

    presente: int = 0
    falta: int = 0
    justificada: int = 0

    @property
    def registros(self) -> int:
        """All that were noted."""
        return self.presente + self.falta + self.justificada

    @property
    def share(self) -> float | None:
        """Of those that count, how many the student was there for; a justified absence does not count."""
        due = self.presente + self.falta
        return self.presente / due if due else None


def attendance(noted: Iterable[tuple[str, int]]) -> Attendance:
    """Add up what was noted: the kind of presence and its class periods."""
    presente = falta = justificada = 0
    for presenca, carga in noted:
        match presenca:
            case "presente" | "atraso":
                presente += carga
            case "falta":
                falta += carga
            case _:
                justificada += carga
    return Attendance(presente, falta, justificada)


def minimum(config: Config, ano_serie: str) -> float:
    """Return the share a student of that year has to be there for."""
    return config.frequencia_minima_infantil if ano_serie.startswith("EI") else config.frequencia_minima


def alert(share: float | None, least: float) -> Alerta | None:
    """Tell whether a teacher should know of it."""
    if share is None:
        return None
    if steady(share) < least:
        return "abaixo_do_minimo"
    return "em_risco" if steady(share) < steady(least + RISK) else None


def left(absences: int, least: float, carga_anual: int | None) -> int | None:
    """Return class periods that may still be missed in the year; none where its load is not known."""
    if carga_anual is None:
        return None
    return max(0, floor(steady(carga_anual * (1 - least))) - absences)
