"""Holds: the runs this process drives. Its facts about a run count only while it still drives that run."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from aule.contracts.errors import AuleError, Fenced

Lost = Callable[[AuleError], None]
"""Called once, when a hold is lost, with the reason."""


@dataclass(slots=True)
class Hold:
    """One run that this process drives, with the epoch in which it was claimed."""

    run: str
    epoch: int
    lost: Lost
    reason: AuleError | None = None


class Holds:
    """All runs this process drives.

    A lost hold stays lost: facts still on their way are refused until the run is claimed again.
    """

    def __init__(self) -> None:
        self._all: dict[str, Hold] = {}

    def take(self, run: str, epoch: int, lost: Lost) -> None:
        """Add a hold: this process drives the run from now on."""
        self._all[run] = Hold(run, epoch, lost)

    def release(self, run: str) -> None:
        """Remove a hold: the run is no longer driven here. A lost hold stays."""
        hold = self._all.get(run)
        if hold is not None and hold.reason is None:
            del self._all[run]

    def renew(self, run: str) -> None:
        """Move the hold on a run to the next epoch."""
        if (hold := self._all.get(run)) is not None:
            hold.epoch += 1

    def of(self, runs: Set[str | None]) -> tuple[Hold, ...]:
        """Return the holds on the runs that facts are about; raise when one of them is lost."""
        if not self._all:
            return ()
        found = tuple([self._all[run] for run in runs if run in self._all])
        for hold in found:
            if hold.reason is not None:
                raise fenced(hold.run)
        return found

    def is_lost(self, run: str) -> bool:
        """Return whether this process lost its hold on a run."""
        return run in self._all and self._all[run].reason is not None

    def lose(self, run: str, reason: AuleError) -> None:
        """Mark a hold as lost, so that further facts of this process about the run are refused."""
        hold = self._all.get(run)
        if hold is not None and hold.reason is None:
            hold.reason = reason
            hold.lost(reason)


def fenced(run: str) -> Fenced:
    """Return the error for recording facts in a run that another process drives."""
    return Fenced(f"The run {run!r} is driven by somebody else now.", hint="Nothing was recorded.", subject=run)
