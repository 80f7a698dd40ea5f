"""Search: anything the system can name, found by its words in the reader's language.

What people and agents made stands in the index. Agents, capabilities and settings are few and have names in
several languages, so they are looked through here; all of it comes out in one order.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AppUnavailable
from aule.contracts.project import Artifact
from aule.contracts.sections import SECTIONS
from aule.contracts.talk.messages import Conversation
from aule.contracts.views import Hit, HitKind
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.capabilities.apps.reads import Find, Readings
from aule.kernel.capabilities.registry import Registry
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.search import CANDIDATES, MOST_WORDS, STORED, Found, Rank, Search, Within, rank
from aule.text.spelling import distance, slips
from aule.text.words import term_places, terms

LONGEST = 1.0
"""Seconds an app may take to look."""
EXCERPT = 120
"""Characters of a text that are shown around what was found in it."""
_KEPT: tuple[HitKind, ...] = ("conversation", "artifact", "project", "plan", "workflow", "schedule", "memory")
_PATHS: dict[HitKind, str] = {
    "project": "/projects/{id}",
    "agent": "/agents/{id}",
    "conversation": "/?chat={id}",
    "artifact": "/artifacts/{id}",
    "plan": "/plans/{id}",
    "workflow": "/workflows/{id}",
    "schedule": "/schedules/{id}",
    "capability": "/capabilities/{id}",
    "setting": "/settings/{id}",
    "memory": "/memory/{id}",
    "run": "/activity/{id}",
    "approval": "/approvals/{id}",
    "change": "/history/{id}",
    "message": "/?chat={place}&message={id}",
    "item": "/{place}/{id}",
}
"""Where each kind opens; those first that people look for most."""
_ORDER = tuple(_PATHS)
_KINDS: dict[str, HitKind] = {kind: kind for kind in _PATHS}


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A hit on its way to its place among the others."""

    hit: Hit
    rank: Rank

    @property
    def place(self) -> tuple[int, int]:
        return -self.rank, _ORDER.index(self.hit.kind)


@dataclass(frozen=True, slots=True)
class AppFinds:
    """Asks the apps for what they keep."""

    finds: Sequence[tuple[str, Find]]
    """By the app's id."""
    readings: Readings

    async def search(self, query: str, wanted: list[str], limit: int, locale: str) -> list[_Ranked]:
        """Items of apps that fit the words; an app that takes too long, or cannot be loaded, is left out."""
        found: list[_Ranked] = []
        for app, find in self.finds:
            with suppress(TimeoutError, AppUnavailable):
                if not await self.readings.has_something(app):
                    continue
                async with asyncio.timeout(LONGEST):
                    hits = await find(self.readings.of(app, locale), query, limit)
                    found += [_Ranked(hit, _fits(hit.title, hit.detail, wanted) or Rank.TEXT) for hit in hits]
        return found


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds things for the doors."""

    index: Search
    agent_registry: AgentRegistry
    registry: Registry
    conversations: Conversations
    memories: Memories
    results: Artifacts
    ambient: Ambient
    apps: AppFinds

    async def search(
        self,
        query: str,
        *,
        limit: int = 20,
        locale: str = "en",
        kinds: Sequence[HitKind] = (),
        project: str | None = None,
    ) -> list[Hit]:
        """Things that fit the words, best first; nothing typed gives the latest. No kinds means all of them."""
        wanted = terms(query)[:MOST_WORDS]
        if query.strip() and not wanted:
            return []
        named: list[_Ranked] = []
        if project is None:  # what the system brings along belongs to no project
            named = [one async for one in self._named(wanted, locale) if not kinds or one.hit.kind in kinds]
        if not wanted:
            within = self._within(kinds or _KEPT, project)
            latest = [await self._hit(found, wanted) for found in await self.index.latest(within, limit=limit)]
            return [*latest, *(one.hit for one in named if kinds)][:limit]
        found = await self.index.find(wanted, self._within(kinds or _ORDER, project), limit=limit)
        if project is None and (not kinds or "item" in kinds):
            named += await self.apps.search(query, wanted, limit, locale)
        hits = [_Ranked(await self._hit(one, wanted), one.rank) for one in found] + named
        return [one.hit for one in sorted(hits, key=lambda one: one.place)[:limit]]

    async def artifacts(
        self, query: str, types: Sequence[str] = (), *, project: str | None = None, limit: int = 50
    ) -> list[Artifact]:
        """Artifacts that fit the words, best first; `types` narrows to any of these."""
        within = replace(self._within(("artifact",), project), types=tuple(types))
        found = await self.index.find(terms(query), within, limit=limit + CANDIDATES if types else limit)
        kept = [await self.results.find(one.id) for one in found]
        return [one for one in kept if one is not None and (not types or one.type in types)][:limit]

    async def talks(self, query: str, *, project: str | None = None, limit: int = 50) -> list[Conversation]:
        """Conversations whose title or messages hold the words, best first."""
        within = self._within(("conversation", "message"), project)
        found = await self.index.find(terms(query), within, limit=4 * limit)
        wanted = list(dict.fromkeys(one.place for one in found if one.place is not None))[:limit]
        talks = [await self.conversations.find(id) for id in wanted]
        return [talk for talk in talks if talk is not None]

    def _within(self, kinds: Sequence[str], project: str | None) -> Within:
        return Within(self.ambient.timestamp(), tuple(kind for kind in STORED if kind in kinds), project)

    async def _named(self, wanted: list[str], locale: str) -> AsyncIterator[_Ranked]:
        """Agents, capabilities and settings that fit."""
        for agent in (await self.agent_registry.list(limit=500)).items:
            hit = _hit("agent", agent.id, agent.name, agent.description)
            if fits := _fits(agent.name, agent.description, wanted):
                yield _Ranked(hit, fits)
        for hit, text in [*self._capabilities(locale), *_settings(locale)]:
            if fits := _fits(hit.title, text, wanted):
                yield _Ranked(hit, fits)

    def _capabilities(self, locale: str) -> Iterator[tuple[Hit, str]]:
        for capability in self.registry.all():
            text = " ".join([capability.name, capability.title, *capability.titles.values()])
            yield _hit("capability", capability.name, capability.title_in(locale), capability.name), text

    async def _hit(self, found: Found, wanted: list[str]) -> Hit:
        title, detail = found.title, found.detail
        if found.kind == "message":
            message = await self.conversations.message(found.id)
            title, detail = found.place_title, excerpt(message.content, wanted) if message else ""
        elif found.kind == "memory" and found.rank <= Rank.TEXT:
            item = await self.memories.find(found.id)
            detail = excerpt(item.content, wanted) if item else ""
        kind = _KINDS[found.kind]
        path = _PATHS[kind].format(id=found.id, place=found.place)
        return Hit(ref=found.ref, kind=kind, title=title, detail=detail, path=path, ts=found.ts)


def excerpt(text: str, wanted: Sequence[str]) -> str:
    """The words around the first place where a text holds one of the wanted ones."""
    whole = " ".join(unicodedata.normalize("NFC", text).split())
    places = (place for place, term in term_places(whole) if any(map(term.startswith, wanted)))
    begin = max(0, next(places, 0) - EXCERPT // 3)
    if begin:
        begin = whole.find(" ", begin) + 1 or begin
    end = begin + EXCERPT
    cut = whole[begin:end] if end >= len(whole) else whole[begin:end].rsplit(" ", 1)[0] + "…"
    return f"…{cut}" if begin else cut


def _settings(locale: str) -> Iterator[tuple[Hit, str]]:
    for section in SECTIONS:
        title = section.titles.get(locale, section.titles["en"])
        text = " ".join([*section.titles.values(), section.about])
        yield _hit("setting", section.id, title, ""), text


def _hit(kind: HitKind, id: str, title: str, detail: str) -> Hit:
    return Hit(ref=f"{kind}:{id}", kind=kind, title=title, detail=detail, path=_PATHS[kind].format(id=id))


def _fits(title: str, text: str, wanted: list[str]) -> Rank | None:
    """How well a named thing fits; nothing wanted fits everything."""
    if not wanted:
        return Rank.TEXT
    words = terms(title)
    if found := rank(" ".join(words), wanted):
        return found
    known = [*words, *terms(text)]
    if all(any(each.startswith(word) for each in known) for word in wanted):
        return Rank.TEXT
    if all(any(distance(word, each, slips(word)) <= slips(word) for each in known) for word in wanted):
        return Rank.NEAR
    return None
