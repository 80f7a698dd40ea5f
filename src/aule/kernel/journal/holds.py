"""Holds: the runs this process drives. What it records in one counts only as long as the run is still its own."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from aule.contracts.errors import AuleError, Fenced

Lost = Callable[[AuleError], None]
"""Called once, when a hold is lost, with the reason."""


@dataclass(slots=True)
class Hold:
    """One run in one process's hands, since the epoch it was taken in."""

    run: str
    epoch: int
    lost: Lost
    reason: AuleError | None = None


class Holds:
    """All runs this process drives.

    A hold that is lost stays lost: nothing that is still on its way from the old hands is recorded, until the run is
    taken anew.
    """

    def __init__(self) -> None:
        self._all: dict[str, Hold] = {}

    def take(self, run: str, epoch: int, lost: Lost) -> None:
        """This process drives a run from now on."""
        self._all[run] = Hold(run, epoch, lost)

    def release(self, run: str) -> None:
        """The run is no longer driven here; a lost one stays out of reach."""
        hold = self._all.get(run)
        if hold is not None and hold.reason is None:
            del self._all[run]

    def renew(self, run: str) -> None:
        """A run that is in this process's hands stays there, in the next epoch."""
        if (hold := self._all.get(run)) is not None:
            hold.epoch += 1

    def of(self, runs: Set[str | None]) -> tuple[Hold, ...]:
        """The holds on the runs that facts are about; raises when one of them is lost."""
        if not self._all:
            return ()
        found = tuple([self._all[run] for run in runs if run in self._all])
        for hold in found:
            if hold.reason is not None:
                raise fenced(hold.run)
        return found

    def is_lost(self, run: str) -> bool:
        """Whether a run was in this process's hands and is no longer."""
        return run in self._all and self._all[run].reason is not None

    def lose(self, run: str, reason: AuleError) -> None:
        """What this process has still to say in a run no longer counts."""
        hold = self._all.get(run)
        if hold is not None and hold.reason is None:
            hold.reason = reason
            hold.lost(reason)


def fenced(run: str) -> Fenced:
    """The refusal of what somebody records in a run that is not theirs any more."""
    return Fenced(f"The run {run!r} is driven by somebody else now.", hint="Nothing was recorded.", subject=run)
