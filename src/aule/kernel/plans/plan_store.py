"""Plan stores: where plans are kept. A project with a folder keeps them as files, any other in the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from aule.contracts.events.plans import Author, PlanBroken
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.plans.views import PlanVersion, UnusedFile


@dataclass(frozen=True, slots=True)
class Kept:
    """A plan as it was found in, or written to, its store."""

    plan: Plan
    token: str
    """Changes whenever the plan does; of a file it covers every byte."""
    warnings: tuple[str, ...] = ()
    """What was repaired when the file was read."""
    broken: PlanBroken | None = None
    """Set when the file cannot be read or is gone: `plan` is the last good version."""
    path: str | None = None
    """Its file, relative to the project; none when it is kept in the store."""
    merged: bool = False
    """Whether others' changes were taken in by this very write."""
    document: JsonObject | None = None
    """What the file says, also under names nobody here knows; none when it is kept in the store."""


class PlanStore(Protocol):
    """Keeps the plans of one project. The version is the store's: what a caller says about it is not looked at."""

    async def read(self, id: str) -> Kept:
        """A plan as it is now; a file that somebody edited becomes a version of its own on the way."""
        ...

    async def write(self, plan: Plan, *, base: Kept | None, author: Author, reason: str = "") -> Kept:
        """Keep a plan that was made from `base`, none for a new one; others' changes to other fields are taken in.

        `PlanClash` when the same field was changed meanwhile. A file that cannot be read is never written over:
        how the plan stands is then recorded in the store alone, anything else is refused.
        """
        ...

    async def restore(self, id: str, version: int, *, author: Author = "user") -> Kept:
        """Go back to what a version said, as a new version; a broken file is put aside, not lost."""
        ...

    async def versions(self, id: str) -> list[PlanVersion]:
        """The versions there are, the oldest first."""
        ...

    async def version(self, id: str, number: int) -> Plan:
        """A plan as it was in a version."""
        ...

    async def ids(self) -> list[str]:
        """What is on the store; finished plans are not."""
        ...

    async def take_up(self, known: Collection[str]) -> list[UnusedFile]:
        """Take up what came with the project and is not among those known; gives the files that cannot be used."""
        ...
