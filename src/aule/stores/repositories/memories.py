"""Memories: what is remembered, found by words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Select, bindparam, case, or_, select

from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row, containing, holds
from aule.stores.source import Source
from aule.stores.tables import memories
from aule.text.words import fold

MOST_WORDS = 12
"""Words a search looks for; more make it no better."""

_c = memories.c


def _item(row: Row) -> MemoryItem:
    return MemoryItem.model_validate_json(row[0])


_ITEMS = Repository("memory", (_c.doc,), key=_c.id, order=(_c.created_at, _c.id), thing=_item)
_REPLACING = case((_c.doc.contains('"replaces":{'), _c.doc), else_=None)
"""The document of a memory that took the place of another; those of all others are not read."""
_FRESH = or_(_c.expires_at.is_(None), _c.expires_at > bindparam("now"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which memories somebody wants to see; nothing said means all."""

    layer: Layer | None = None
    scope: str | None = None
    kind: MemoryKind | None = None
    trust: Literal["user", "agent", "untrusted"] | None = None

    def filters(self) -> dict[str, str]:
        """What was said, by column."""
        said = {"layer": self.layer, "scope": self.scope, "kind": self.kind, "trust": self.trust}
        return {name: value for name, value in said.items() if value is not None}


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """As much of a memory as ranking needs; its content is folded."""

    id: str
    content: str
    kind: str
    trust: str
    pinned: bool
    created_at: str
    replaced: str = ""
    """What it took the place of."""


class Memories:
    """Reads memories, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> MemoryItem:
        """A memory by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> MemoryItem | None:
        """A memory by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(
        self, *, now: str, wanted: Wanted = EVERYTHING, limit: int = 50, after: str | None = None
    ) -> Page[MemoryItem]:
        """What is remembered and not expired, the latest first."""
        return await _ITEMS.page(self._source, wanted.filters(), limit=limit, after=after, also=(_FRESH,), now=now)

    async def of_run(self, run: str, *, now: str, limit: int = 500) -> Sequence[MemoryItem]:
        """What a run has in mind, the latest first."""
        return (await self.list(now=now, wanted=Wanted(layer=Layer.WORKING, scope=f"run:{run}"), limit=limit)).items

    async def search(
        self,
        words: Sequence[str],
        *,
        now: str,
        scopes: Sequence[str] | None = None,
        wanted: Wanted = EVERYTHING,
        limit: int = 10,
        untrusted: bool = False,
    ) -> list[MemoryItem]:
        """What holds any of the words: most words first, then the latest. No words: the latest.

        Words are compared without case and accents. Expired memories are never found, untrusted ones when asked for.
        """
        folded = list(dict.fromkeys(fold(word).replace("\x00", "") for word in words))[:MOST_WORDS]
        folded = [word for word in folded if word]
        if scopes is not None and not scopes:
            return []
        filters = wanted.filters()
        query = _search(len(folded), len(scopes or ()), tuple(filters), untrusted)
        params: dict[str, Any] = {f"word_{place}": containing(word) for place, word in enumerate(folded)}
        params |= {f"scope_{place}": scope for place, scope in enumerate(scopes or ())}
        params |= {f"is_{name}": value for name, value in filters.items()}
        return await _ITEMS.all(self._source, query, now=now, most=limit, **params)

    async def within(self, *, now: str, scopes: Sequence[str], limit: int) -> list[MemoryRow]:
        """What may be recalled in these scopes, as rows to be ranked, the latest first. Untrusted ones are left out."""
        params = {f"scope_{place}": scope for place, scope in enumerate(scopes)}
        rows = await self._source.fetch(_within(len(scopes)), now=now, most=limit, **params)
        return [
            MemoryRow(row[0], row[1].strip(), row[2], row[3], bool(row[4]), row[5], _replaced(row[6])) for row in rows
        ]

    async def expired(self, *, now: str, scopes: Sequence[str], limit: int = 100) -> list[MemoryItem]:
        """Memories of these scopes whose time is over."""
        params = {f"scope_{place}": scope for place, scope in enumerate(scopes)}
        return await _ITEMS.all(self._source, _expired(len(scopes)), now=now, most=limit, **params)

    async def these(self, ids: Sequence[str]) -> list[MemoryItem]:
        """Memories by their ids, in that order, as far as they are there."""
        found = [await self.find(id) for id in ids]
        return [item for item in found if item is not None]

    async def pinned(self, *, now: str, scopes: Sequence[str], limit: int = 50) -> list[MemoryItem]:
        """What must always be at hand in these scopes, the latest first."""
        params = {f"scope_{place}": scope for place, scope in enumerate(scopes)}
        return await _ITEMS.all(self._source, _pinned(len(scopes)), now=now, most=limit, **params)


def _replaced(doc: str | None) -> str:
    replaces = None if doc is None else MemoryItem.model_validate_json(doc).replaces
    return "" if replaces is None else fold(replaces.content).strip()


@lru_cache(maxsize=16)
def _within(scopes: int) -> Select[*tuple[Any, ...]]:
    within = _c.scope.in_([bindparam(f"scope_{place}") for place in range(scopes)])
    query: Select[*tuple[Any, ...]] = select(_c.id, _c.content, _c.kind, _c.trust, _c.pinned, _c.created_at, _REPLACING)
    query = query.where(_FRESH, within, _c.trust != "untrusted")
    return query.order_by(_c.created_at.desc(), _c.id.desc()).limit(bindparam("most"))


@lru_cache(maxsize=16)
def _expired(scopes: int) -> Select[Any]:
    within = _c.scope.in_([bindparam(f"scope_{place}") for place in range(scopes)])
    query = _ITEMS.query.where(within, _c.expires_at <= bindparam("now"), _c.pinned == 0)
    return query.order_by(_c.created_at, _c.id).limit(bindparam("most"))


@lru_cache(maxsize=16)
def _pinned(scopes: int) -> Select[Any]:
    within = _c.scope.in_([bindparam(f"scope_{place}") for place in range(scopes)])
    query = _ITEMS.query.where(_FRESH, within, _c.pinned == 1, _c.trust != "untrusted")
    return query.order_by(_c.created_at.desc(), _c.id.desc()).limit(bindparam("most"))


@lru_cache(maxsize=256)
def _search(words: int, scopes: int, filters: tuple[str, ...], untrusted: bool) -> Select[Any]:
    query = _ITEMS.query.where(_FRESH, *(_c[name] == bindparam(f"is_{name}") for name in filters))
    latest = (_c.created_at.desc(), _c.id.desc())
    if not untrusted:
        query = query.where(_c.trust != "untrusted")
    if scopes:
        query = query.where(_c.scope.in_([bindparam(f"scope_{place}") for place in range(scopes)]))
    if not words:
        return query.order_by(*latest).limit(bindparam("most"))
    hits = [holds(_c.content, f"word_{place}") for place in range(words)]
    score: Any = sum((case((hit, 1), else_=0) for hit in hits[1:]), case((hits[0], 1), else_=0))
    return query.where(or_(*hits)).order_by(score.desc(), *latest).limit(bindparam("most"))
