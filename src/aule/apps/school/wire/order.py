"""The order in which etapas are told: one after another, also where several ran side by side (LT-21)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from aule.contracts.model import JsonObject

Phase = Literal["begins", "ends", "waits"]
Unit = tuple[int, int]
"""An etapa by its number, and which repetition of it; 0 is the etapa as a whole."""


@dataclass(slots=True)
class InOrder:
    """Holds back what is told of an etapa while an earlier one is under way; nothing is left out.

    One that waits for a person holds nobody back: the others are told meanwhile.
    """

    _open: set[Unit] = field(default_factory=set[Unit])
    _held: list[tuple[Unit, JsonObject]] = field(default_factory=list[tuple[Unit, JsonObject]])
    _now: int = 0
    """The etapa that is being told."""

    def take(self, unit: Unit, phase: Phase | None, told: JsonObject | None) -> list[JsonObject]:
        """Return what can be told now that this happened to a unit."""
        if told is not None:
            self._held.append((unit, told))
        if phase == "begins":
            self._open.add(unit)
        elif phase is not None:
            whole = unit[1] == 0
            self._open = {each for each in self._open if each != unit and not (whole and each[0] == unit[0])}
        return self._release()

    def rest(self) -> list[JsonObject]:
        """Return all that is held back, in order: the run ended, or goes on another way."""
        found = [told for _, told in sorted(self._held, key=lambda each: each[0])]
        self._open, self._held, self._now = set(), [], 0
        return found

    def _release(self) -> list[JsonObject]:
        found: list[JsonObject] = []
        while self._held:
            orders = {order for order, _ in (*self._open, *(unit for unit, _ in self._held))}
            self._now = self._now if self._now in orders else min(orders)
            units = sorted({unit for unit in (*self._open, *(each for each, _ in self._held)) if unit[0] == self._now})
            parts = [unit for unit in units if unit[1]] or units
            turn = {unit for unit in units if unit[1] == 0} | {parts[0]}
            ready = [(unit, told) for unit, told in self._held if unit in turn]
            if not ready:
                break
            self._held = [each for each in self._held if each not in ready]
            found += [told for _, told in ready]
        return found
