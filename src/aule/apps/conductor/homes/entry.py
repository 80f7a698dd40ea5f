"""Entry: how somebody comes into an environment, and what their writes come to there (CO-30, CO-35)."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import EnvironmentNotConfirmed

NOBODY_THERE: OnWrite = "fail"
"""What becomes of a write when nobody said anything and nobody is there to ask."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How somebody comes into an environment: whether it is dear, and what they said at the door."""

    environment: str
    protected: bool
    confirmed: str | None = None
    """The name they typed."""
    allow_writes: bool = False

    @property
    def is_confirmed(self) -> bool:
        """Whether they said the exact name."""
        return self.confirmed == self.environment

    @property
    def may_apply(self) -> bool:
        """Whether writes may be done here without asking: nothing is dear, or they said so twice."""
        return not self.protected or (self.allow_writes and self.is_confirmed)


def effective(entry: Entry, *said: OnWrite | None) -> OnWrite:
    """What becomes of writes: the first that was said, from the command line to the manifest, capped by where it is.

    Where it may not, what would be applied fails: the diff is kept, and nothing is written.
    """
    for each in said:
        if each is not None:
            return NOBODY_THERE if each == "apply" and not entry.may_apply else each
    return NOBODY_THERE


def check_entry(entry: Entry, *, named_by_person: bool) -> None:
    """Raise before anything happens in a protected environment that nobody confirmed, or that only a file named."""
    if not entry.protected:
        return
    name = entry.environment
    if not named_by_person:
        raise EnvironmentNotConfirmed(
            f"The file itself names the protected environment {name!r}; only you can.",
            hint=f"Start it with --environment {name} --confirm-environment {name}.",
        )
    if not entry.is_confirmed:
        said = "was not confirmed" if entry.confirmed is None else f"was confirmed as {entry.confirmed!r}"
        raise EnvironmentNotConfirmed(
            f"The environment {name!r} is protected and {said}.", hint=f"Add --confirm-environment {name}."
        )
