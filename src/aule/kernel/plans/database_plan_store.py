"""Plans in the database, for projects without a folder of their own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, NotFound, Unavailable
from aule.contracts.events.plans import Author, PlanSaved
from aule.contracts.plans.plan import Plan
from aule.contracts.plans.views import PlanVersion, UnusedFile
from aule.kernel.journal import Journal
from aule.kernel.planning.document.settlement import again, settle
from aule.kernel.plans.plan_store import StoredPlan
from aule.stores.repositories.plans import Plans
from aule.text.hashing import bytes_hash


@dataclass(frozen=True, slots=True)
class DatabasePlanStore:
    """Keeps the plans of one project in the database."""

    project: str
    journal: Journal
    ambient: Ambient
    elsewhere: str | None = None
    """The other machine that has the plans as files, if any: they can only be read here."""

    async def read(self, id: str) -> StoredPlan:
        """Return a plan as it is now; raise `NotFound` when this project has no plan with that id."""
        plan = await Plans(self.journal.source).find(id)
        return kept(self._mine(id, plan))

    async def write(self, plan: Plan, *, base: StoredPlan | None, author: Author, reason: str = "") -> StoredPlan:
        """Store a plan made from `base` (None: a new one); others' changes to other fields are merged."""
        if self.elsewhere is not None:
            raise Unavailable(
                f"The plan {plan.id!r} is a file on the machine {self.elsewhere!r}.", hint="Change it there."
            )
        async with self.journal.transaction() as record:
            current = await Plans(record).find(plan.id)
            if base is None and current is not None:
                raise taken(plan.id)
            if base is not None:
                current = self._mine(plan.id, current)
            settled = settle(current, base and base.plan, plan, self.ambient.timestamp())
            if settled.is_changed:
                saved = PlanSaved(plan=settled.plan, author=author, reason=reason)
                record.put(saved, session=settled.plan.session_id)
        return kept(settled.plan, merged=settled.merged)

    async def restore(self, id: str, version: int, *, author: Author = "user") -> StoredPlan:
        """Restore the content of a version, as a new version."""
        now = await self.read(id)
        old = await self.version(id, version)
        return await self.write(again(now.plan, old), base=now, author=author, reason=f"restored version {version}")

    async def versions(self, id: str) -> list[PlanVersion]:
        """Return the versions, the oldest first."""
        await self.read(id)
        return list(await Plans(self.journal.source).versions(id))

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as it was in a version."""
        await self.read(id)
        return await Plans(self.journal.source).version(id, number)

    async def ids(self) -> list[str]:
        """Return the unfinished plans of this project, the one changed last first."""
        return list(await Plans(self.journal.source).ids(self.project, unfinished=True))

    async def take_up(self, known: Collection[str]) -> list[UnusedFile]:
        """Import nothing: plans in the database are known already."""
        return []

    def _mine(self, id: str, plan: Plan | None) -> Plan:
        if plan is None or plan.project != self.project:
            raise missing(id)
        return plan


def kept(plan: Plan, *, merged: bool = False) -> StoredPlan:
    """Return a plan as read from the database."""
    return StoredPlan(plan, token=f"{plan.version}:{bytes_hash(plan.model_dump_json().encode())[:16]}", merged=merged)


def missing(id: str) -> NotFound:
    """Return the error for a plan that does not exist."""
    return NotFound(f"There is no plan {id!r}.", hint="List the plans to see which there are.")


def taken(id: str) -> Conflict:
    """Return the error for a new plan whose id is taken."""
    return Conflict(
        f"There already is a plan {id!r}.", code="plan_exists", hint="Give this one another id, or edit that one."
    )
