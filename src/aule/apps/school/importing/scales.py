"""Out of how much the marks of a file are: said by a person, told by its values, or as the school writes marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.apps.school.importing.sheets.cell_words import Mark, read_mark
from aule.apps.school.importing.sheets.grid import Value

Origin = Literal["informada", "deduzida", "escola"]
_USUAL = (10.0, 20.0, 100.0, 1_000.0)
"""Scales that are in use; one in between is too rare to be guessed."""
_ENOUGH = 3
"""Marks from which on one column tells its own scale."""
_COVERED = 0.9
"""The share of marks a guessed scale has to hold; the rest are slips of the pen."""
_ANY = 1e6
_ABOVE = 20.5
"""What a percentage counts as at least: written with its sign, it is out of a hundred however low it is."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The most that can be had, and how that is known."""

    maximum: float
    origin: Origin


SCHOOL_SCALE = Scale(10.0, "escola")
"""The usual scale of schools."""


def scales_of(columns: Sequence[Sequence[Value]], usual: float, said: float | None) -> list[Scale]:
    """Give each column of marks its scale; a column that tells too little follows the rest of the file."""
    if said is not None:
        return [Scale(said, "informada")] * len(columns)
    numbers = [[each for value in column if (each := _number(value)) is not None] for column in columns]
    whole = _guess([each for column in numbers for each in column], usual)
    return [_guess(column, usual) if len(column) >= _ENOUGH else whole for column in numbers]


def _guess(numbers: Sequence[float], usual: float) -> Scale:
    """Guess a larger scale where at least half of the marks are above the usual one: a single 12 is a slip."""
    above = sum(each > usual for each in numbers)
    if not numbers or 2 * above < len(numbers):
        return Scale(usual, "escola")
    for scale in (each for each in _USUAL if each > usual):
        if sum(each <= scale for each in numbers) >= _COVERED * len(numbers):
            return Scale(scale, "deduzida")
    return Scale(usual, "escola")


def _number(value: Value) -> float | None:
    """Return the number in a cell; a percentage counts as one out of a hundred."""
    for maximum in (_ANY, 100.0):
        mark = read_mark(value, maximum)
        if isinstance(mark, Mark) and mark.valor is not None:
            return mark.valor if maximum == _ANY else max(mark.valor, _ABOVE)
    return None
