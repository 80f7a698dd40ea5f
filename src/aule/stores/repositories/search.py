"""Search: everything that has words, found by them, the best first.

An exact title comes before a title that begins so, that before words of a title, those before words of a text.
What is typed may be the beginning of a word, a part of one, or hold a slip; case and accents do not count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from aule.stores.repositories import full_text
from aule.stores.source import Source
from aule.stores.statements import Statement
from aule.text.spelling import beginnings, distance, slips

MOST_WORDS = 8
"""Words a search looks for; more make it no better."""
FEW = 3
"""With fewer hits than this, parts of words and slips are tried too."""
MOST_MENDED = 4
"""With more words than this, slips are not mended: a whole sentence is a quotation."""
CANDIDATES = 120
"""Titles that are looked at before the best of them are taken."""
_KNOWN_WORDS = 3_000
_FORMS = 6
_ALIKE = 5

STORED = (
    *("project", "conversation", "artifact", "plan", "workflow", "schedule", "memory", "run"),
    *("approval", "change", "message"),
)
"""The kinds of things the index holds, those first that people look for most."""
_SCARCE = frozenset({"project", "conversation", "artifact", "plan", "workflow", "schedule", "memory"})


class Rank(IntEnum):
    """How well a thing fits what was typed."""

    NEAR = 1
    """With a slip mended."""
    TEXT = 2
    """The words stand in its text."""
    PART = 3
    """They are parts of words of its title."""
    BEGINS = 4
    """They begin words of its title."""
    WORDS = 5
    """They are words of its title."""
    START = 6
    """Its title begins with them."""
    EXACT = 7
    """They are its title."""


@dataclass(frozen=True, slots=True)
class Found:
    """A row of the index that fits, and how well."""

    ref: str
    kind: str
    title: str
    detail: str
    ts: str
    place: str | None
    """The conversation a message stands in, and its title."""
    place_title: str
    rank: Rank

    @property
    def id(self) -> str:
        """The thing's own id."""
        return self.ref.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Within:
    """Where to look: which kinds, in which project, and the time by which things have expired.

    `types` narrows artifacts to some types; among rows that are found by the beginning or a part of their title alone,
    others may remain.
    """

    now: str
    kinds: tuple[str, ...] = STORED
    project: str | None = None
    types: tuple[str, ...] = ()


class Search:
    """Reads the index, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def latest(self, within: Within, *, limit: int = 20) -> list[Found]:
        """What was used last, of each kind that was asked for."""
        found: list[Found] = []
        for kind in within.kinds:
            found += await self._fetch(full_text.LATEST, within, [], {"kind": kind, "most": limit})
        found.sort(key=lambda one: one.ts, reverse=True)
        return found[:limit]

    async def find(self, words: Sequence[str], within: Within, *, limit: int = 20) -> list[Found]:
        """What fits all the words (`terms` of what was typed), the best first."""
        wanted = list(dict.fromkeys(words))[:MOST_WORDS]
        kinds = tuple(kind for kind in STORED if kind in within.kinds)
        if not wanted or not kinds:
            return []
        within = replace(within, kinds=kinds)
        found = await self._in_titles([[word] for word in wanted], within, wanted)
        if len(found) < limit:
            found = await self._in_texts([[word] for word in wanted], within, wanted, limit) | found
        if len(found) < min(limit, FEW):
            found = await self._inside(within, wanted) | found
        if len(found) < min(limit, FEW) and len(wanted) <= MOST_MENDED:
            found = await self._nearly(within, wanted, limit) | found
        return best(found.values())[:limit]

    async def _in_titles(self, forms: Sequence[Iterable[str]], within: Within, wanted: list[str]) -> dict[str, Found]:
        beginning = " ".join(wanted)
        between = {"low": beginning, "high": beginning + "\U0010ffff", "most": CANDIDATES // 4}
        found = await self._fetch(full_text.BEGINNING, within, wanted, between)
        for kinds in _split(within.kinds):  # the few projects must not drown in the many runs of the same name
            wish = {**full_text.wish(forms, within.types or kinds, in_title=True), "most": CANDIDATES}
            found += await self._fetch(full_text.TITLED, within, wanted, wish, Rank.NEAR)
        return {one.ref: one for one in found}

    async def _in_texts(
        self, forms: Sequence[Iterable[str]], within: Within, wanted: list[str], limit: int, otherwise: Rank = Rank.TEXT
    ) -> dict[str, Found]:
        wish = {**full_text.wish(forms, within.types or within.kinds, in_title=False), "most": 2 * limit}
        found = await self._fetch(full_text.TOLD, within, wanted, wish, otherwise)
        return {one.ref: one for one in found}

    async def _inside(self, within: Within, wanted: list[str]) -> dict[str, Found]:
        if min(map(len, wanted)) < 3:
            return {}
        parts = {**full_text.inside(wanted), "most": CANDIDATES}
        found = await self._fetch(full_text.HOLDING, within, wanted, parts)
        return {one.ref: one for one in found if one.kind in within.kinds and one.rank >= Rank.PART}

    async def _nearly(self, within: Within, wanted: list[str], limit: int) -> dict[str, Found]:
        """What fits when slips are mended: each word in the forms that known words give it."""
        forms = [[word, *await self._like(word)] for word in wanted]
        if all(len(each) == 1 for each in forms):
            return {}
        titles = await self._in_titles(forms, within, wanted)
        return titles or await self._in_texts(forms, within, wanted, limit, Rank.NEAR)

    async def _like(self, word: str) -> list[str]:
        """Known words that differ from a typed one by a slip or two, the nearest first."""
        most = slips(word)
        if not most:
            return []
        starts = full_text.starting(beginnings(word))
        known = [str(row[0]) for row in await self._source.fetch(full_text.LIKE, most=_KNOWN_WORDS, **starts)]
        near = sorted((distance(word, each, most), abs(len(each) - len(word)), each) for each in known)
        return [each for far, _, each in near if 0 < far <= most][:_FORMS]

    async def _fetch(
        self,
        query: Statement,
        within: Within,
        wanted: list[str],
        params: Mapping[str, Any],
        otherwise: Rank = Rank.TEXT,
    ) -> list[Found]:
        where = {"now": within.now, "project": within.project, "kinds": json.dumps(within.kinds)}
        rows = await self._source.fetch(query, **where, **params)
        return [
            Found(ref, kind, title, detail, ts, place, place_title or "", rank(words, wanted) or otherwise)
            for ref, kind, title, detail, words, ts, place, place_title in rows
        ]


def rank(title: str, wanted: Sequence[str]) -> Rank | None:
    """How well a title, as folded words, fits the wanted ones; none when some are missing."""
    typed = " ".join(wanted)
    if title == typed:
        return Rank.EXACT
    if title.startswith(typed):
        return Rank.START
    words = title.split()
    if all(word in words for word in wanted):
        return Rank.WORDS
    if all(any(each.startswith(word) for each in words) for word in wanted):
        return Rank.BEGINS
    return Rank.PART if all(word in title for word in wanted) else None


def best(found: Iterable[Found]) -> list[Found]:
    """In order: the best fit, then the kind people look for most, then what was used last.

    Of runs, messages and the like, which are many and much alike, only a few keep their place before the others.
    """
    latest = sorted(found, key=lambda one: (one.ts, one.ref), reverse=True)
    ordered = sorted(latest, key=_place)
    seen: Counter[str] = Counter()
    for place, one in enumerate(ordered):
        seen[one.kind] += 1
        if one.kind not in _SCARCE and seen[one.kind] > _ALIKE:
            ordered[place] = replace(one, rank=Rank.NEAR)
    return sorted(ordered, key=_place)


def _place(found: Found) -> tuple[int, int]:
    return -found.rank, STORED.index(found.kind)


def _split(kinds: Sequence[str]) -> list[list[str]]:
    parts = [[kind for kind in kinds if (kind in _SCARCE) is scarce] for scarce in (True, False)]
    return [part for part in parts if part]
