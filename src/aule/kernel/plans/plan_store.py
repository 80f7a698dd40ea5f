"""Plan stores: a project with a folder keeps plans as files, any other in the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from aule.contracts.events.plans import Author, PlanBroken
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.plans.views import PlanVersion, UnusedFile


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan as it was read from, or written to, its store."""

    plan: Plan
    token: str
    """Changes whenever the plan does; of a file it covers every byte."""
    warnings: tuple[str, ...] = ()
    """Repairs made when the file was read."""
    broken: PlanBroken | None = None
    """Set when the file cannot be read or is gone: `plan` is the last good version."""
    path: str | None = None
    """Its file, relative to the project; None when it is in the database."""
    merged: bool = False
    """Whether this very write merged others' changes."""
    document: JsonObject | None = None
    """The file's document with unknown keys; None when the plan is in the database."""


class PlanStore(Protocol):
    """Keeps the plans of one project. The store sets versions: those of callers are ignored."""

    async def read(self, id: str) -> StoredPlan:
        """Return a plan as it is now; a file that somebody edited becomes a version of its own."""
        ...

    async def write(self, plan: Plan, *, base: StoredPlan | None, author: Author, reason: str = "") -> StoredPlan:
        """Store a plan made from `base` (None: a new one); others' changes to other fields are merged.

        Raises `PlanClash` when the same field was changed meanwhile. A file that cannot be read is never overwritten:
        the plan's status is then recorded in the store alone, anything else is refused.
        """
        ...

    async def restore(self, id: str, version: int, *, author: Author = "user") -> StoredPlan:
        """Restore the content of a version, as a new version; a broken file is put aside, not lost."""
        ...

    async def versions(self, id: str) -> list[PlanVersion]:
        """Return the versions, the oldest first."""
        ...

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as it was in a version."""
        ...

    async def ids(self) -> list[str]:
        """Return the unfinished plans of the store."""
        ...

    async def take_up(self, known: Collection[str]) -> list[UnusedFile]:
        """Import files that came with the project and are not known; return the files that cannot be used."""
        ...
