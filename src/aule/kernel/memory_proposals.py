"""Memory proposals: what could be forgotten or said as one is put to a person; nothing happens before they say yes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aule.contracts.access.capability import Call
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.contracts.project import DEFAULT_PROJECT, Project
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.memory import MemoryItem, MemoryProposal
from aule.kernel.agents.app_context import marked
from aule.kernel.capabilities.context.ports import ModelQuestion, Ports
from aule.kernel.memory.consolidation import Forgettable
from aule.kernel.memory.memory import EVERYWHERE, Memory
from aule.kernel.memory.merges import MOST_ITEMS, Merge, listed, question, read_merges, shape
from aule.kernel.runs.driver import Driver
from aule.stores.repositories.approvals import Approvals
from aule.text.messages import Messages, language_in

log = logging.getLogger(__name__)

CONSOLIDATE = "core.consolidate_memories"
MOST = 50
"""Memories that are put forward at once to be forgotten."""
say = Messages("aule.kernel.memory").say


@dataclass(frozen=True, slots=True)
class MemoryProposals:
    """Puts forward what could be forgotten by rules, and what a connected model would say as one."""

    memory: Memory
    approvals: Approvals
    ports: Ports
    driver: Driver
    locale: Callable[[], str]
    ambient: Ambient

    async def propose(self, project: Project, key: str = "") -> MemoryProposal:
        """Look through the memory of a project, and put what could be tidied to its owner in the inbox."""
        own = f"project:{project.id}"
        scopes = [own, EVERYWHERE] if project.id == DEFAULT_PROJECT else [own]
        found = (await self.memory.consolidation.find(scopes))[:MOST]
        going = {each.item.id for each in found}
        known = await self.memory.consolidation.known(scopes)
        merges = await self._merges(project, [each for each in known if each.id not in going and not each.pinned])
        if not found and not merges:
            return MemoryProposal()
        params = {
            "ids": [each.item.id for each in found],
            "because": [self._because(each) for each in found],
            "merges": [_params(each) for each in merges],
        }
        id = self.ambient.ids.new("call")
        call = Call(id=id, capability=CONSOLIDATE, params=params, idempotency_key=key or id)
        approval = await self.ports.put_forward(call, project, self.locale())
        run = (await self.approvals.get(approval)).run if approval else None
        count = len(found) + sum(len(each.items) for each in merges)
        return MemoryProposal(approval=approval or None, run=run, memories=count, merges=len(merges))

    async def _merges(self, project: Project, items: Sequence[MemoryItem]) -> list[Merge]:
        """Return what a model proposes to say as one, as far as it can be trusted; nothing where none is connected.

        A model that fails costs its part: what the rules found is put forward all the same.
        """
        items = items[-MOST_ITEMS:]
        if len(items) < 2 or not self.ports.has_model(None):
            return []
        locale = self.locale()
        language = language_in(locale)
        title = say("merge_title", language)
        run = Run.new(self.ambient, RunKind.CALL, title, project=project.id, locale=locale)
        asked = ModelQuestion("core", title, f"{question(language)}\n\n{marked('memory', listed(items))}", shape())

        async def think() -> list[Merge]:
            return await self.ports.think(run, asked, lambda answer: read_merges(answer, items))

        try:
            return await asyncio.shield(await self.driver.begin(run, think))
        except AuleError as error:
            log.warning("No model helped to look through memory: %s", error)
            return []

    def _because(self, each: Forgettable) -> str:
        content = "" if each.other is None else each.other.content
        return say(f"forget_{each.because}", language_in(self.locale()), content=content)


def _params(merge: Merge) -> dict[str, object]:
    return {
        "ids": [each.id for each in merge.items],
        "content": merge.content,
        "left_out": list(merge.left_out),
    }
