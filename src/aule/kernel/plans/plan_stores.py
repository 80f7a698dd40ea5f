"""The plan stores of all projects, and in which of them a plan is."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass

from aule.contracts.errors import NotFound
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.plans.views import PlanPage, UnusedFile
from aule.contracts.project import Project
from aule.kernel.plans.plan_store import PlanStore
from aule.stores.repositories.plans import Plans as Index
from aule.stores.repositories.projects import Projects

MOST_PROJECTS = 500
"""Projects that are searched for a plan the index does not know."""


@dataclass(frozen=True, slots=True)
class PlanStores:
    """Finds a plan in the store of its project."""

    index: Index
    projects: Projects
    on: Callable[[Project], PlanStore]
    """Returns the store of a project."""

    async def find(self, id: str) -> PlanStore | None:
        """Return the store of a plan, or None; a file that came with a project counts even if nobody has read it."""
        known = await self.index.find(id)
        if known is not None and (place := await self.projects.find(known.project)) is not None:
            return self.on(place)
        for project in (await self.projects.list(limit=MOST_PROJECTS)).items:
            store = self.on(project)
            if id in await store.ids():
                return store
        return None

    async def of(self, id: str) -> PlanStore:
        """Return the store of a plan; raise `NotFound` when there is no such plan."""
        if (store := await self.find(id)) is None:
            raise NotFound(f"There is no plan {id!r}.", hint="List them with /v1/plans.")
        return store

    async def list(
        self, *, project: str | None, status: PlanStatus | None, session: str | None, limit: int, after: str | None
    ) -> PlanPage:
        """Return plans, the one changed last first; new files of the project are imported before."""
        unused = await self._take_up(project) if project is not None and after is None else []
        page = await self.index.list(project=project, status=status, conversation=session, limit=limit, after=after)
        return PlanPage(items=page.items, next=page.next, unused=unused)

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as one version of it says."""
        return await (await self.of(id)).version(id, number)

    async def talked_about(self, conversation: str) -> Plan | None:
        """Return the plan a conversation is about, if any: its latest unfinished one."""
        return await self.index.talked_about(conversation)

    async def unfinished(self) -> builtins.list[Plan]:
        """Return plans that wait for a person, or that nobody has reviewed or started yet."""
        found: list[Plan] = []
        for status in (PlanStatus.DRAFT, PlanStatus.CLARIFYING, PlanStatus.READY, PlanStatus.APPROVED):
            page = await self.index.list(status=status, limit=MOST_PROJECTS)
            found += [await self.index.get(each.id) for each in page.items]
        return found

    async def _take_up(self, project: str) -> builtins.list[UnusedFile]:
        """Import the files of a project that the index does not know; return those that cannot be used."""
        place = await self.projects.find(project)
        if place is None:
            return []
        return await self.on(place).take_up(set(await self.index.ids(project)))
