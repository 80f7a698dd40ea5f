"""What surrounds a computation: the clock, fresh ids, and chance.

Only these seams may know the real time or real randomness, so that every rule,
test and simulation is reproducible.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time, and waits."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds on a clock that never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        ...

    def zone(self) -> str:
        """Return the time zone the machine's own clock shows, such as `America/Sao_Paulo`."""
        ...


class Ids(Protocol):
    """Makes fresh, time-ordered ids."""

    def new(self, prefix: str) -> str:
        """Return a new id such as `run_01k2m…`."""
        ...

    def secret(self) -> str:
        """Return a new unguessable token."""
        ...


class Dice(Protocol):
    """Chance, for jitter and sampling."""

    def random(self) -> float:
        """Return a number in [0, 1)."""
        ...


@dataclass(frozen=True, slots=True)
class Ambient:
    """The three seams together, as they are handed around."""

    clock: Clock
    ids: Ids
    dice: Dice

    def timestamp(self) -> str:
        """Return the present time as it is stored everywhere: ISO 8601, UTC, milliseconds."""
        return timestamp(self.clock.now())


def timestamp(moment: datetime) -> str:
    """Return a moment as stored everywhere: ISO 8601, UTC, milliseconds, sortable as text."""
    # Every fact has one. `isoformat` takes three times as long, `strftime` twenty times.
    two, year, milliseconds = _TWO, moment.year, moment.microsecond // 1_000
    day = f"{two[year // 100]}{two[year % 100]}-{two[moment.month]}-{two[moment.day]}"
    time = f"{two[moment.hour]}:{two[moment.minute]}:{two[moment.second]}"
    return f"{day}T{time}.{milliseconds // 100}{two[milliseconds % 100]}Z"


_TWO = tuple(f"{number:02}" for number in range(100))
