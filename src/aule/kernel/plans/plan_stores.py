"""The plan stores of all projects: which of them keeps a plan."""

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
"""Projects that are looked through for a plan nobody has heard of yet."""


@dataclass(frozen=True, slots=True)
class PlanStores:
    """Finds a plan in the store of its project."""

    index: Index
    projects: Projects
    on: Callable[[Project], PlanStore]
    """The store of a project."""

    async def find(self, id: str) -> PlanStore | None:
        """The store a plan stands on; a file that came with a project counts, though nobody has read it yet."""
        known = await self.index.find(id)
        if known is not None and (place := await self.projects.find(known.project)) is not None:
            return self.on(place)
        for project in (await self.projects.list(limit=MOST_PROJECTS)).items:
            store = self.on(project)
            if id in await store.ids():
                return store
        return None

    async def of(self, id: str) -> PlanStore:
        """The store a plan stands on; `NotFound` when there is no such plan."""
        if (store := await self.find(id)) is None:
            raise NotFound(f"There is no plan {id!r}.", hint="List them with /v1/plans.")
        return store

    async def list(
        self, *, project: str | None, status: PlanStatus | None, session: str | None, limit: int, after: str | None
    ) -> PlanPage:
        """Plans, the one changed last first; files of a project that are new are taken up first."""
        unused = await self._take_up(project) if project is not None and after is None else []
        page = await self.index.list(project=project, status=status, conversation=session, limit=limit, after=after)
        return PlanPage(items=page.items, next=page.next, unused=unused)

    async def version(self, id: str, number: int) -> Plan:
        """Return a plan as one version of it says."""
        return await (await self.of(id)).version(id, number)

    async def talked_about(self, conversation: str) -> Plan | None:
        """The plan a conversation is about: the latest of it that is still being made."""
        return await self.index.talked_about(conversation)

    async def unfinished(self) -> builtins.list[Plan]:
        """Plans that wait for a person, that nobody has looked at or begun yet, as far as the index knows."""
        found: list[Plan] = []
        for status in (PlanStatus.DRAFT, PlanStatus.CLARIFYING, PlanStatus.READY, PlanStatus.APPROVED):
            page = await self.index.list(status=status, limit=MOST_PROJECTS)
            found += [await self.index.get(each.id) for each in page.items]
        return found

    async def _take_up(self, project: str) -> builtins.list[UnusedFile]:
        """Read the files of a project that the index does not know; gives those that cannot be used."""
        place = await self.projects.find(project)
        if place is None:
            return []
        return await self.on(place).take_up(set(await self.index.ids(project)))
