"""Which row is meant: by id, by title, by its leading code, by a part of its title; never one of several (AT-12).

The first of these levels that finds anything decides. If it finds more than one row, nobody guesses: the error says
which they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum
from typing import Protocol, TypeVar

from aule.apps.atlas.rows.kinds import KINDS
from aule.apps.atlas.rows.queries import Row, RowQueries, short_parts
from aule.apps.atlas.rows.titles import key
from aule.contracts.errors import Match
from aule.sdk import errors

MOST_MATCHES = 5
NEAREST = 3
LONGEST = 500
"""Characters of a reference; nobody means a row by more."""
_CODE = re.compile(r"(?P<code>[^\W_]+(?:\.[^\W_]+)*)(?=$|[\s\-–—:.)\]/|])")
_WORD = re.compile(r"[^\W_]{2,}")


class Level(IntEnum):
    """How well a reference fits; only rows of the best level that fits any count."""

    ID = 0
    TITLE = 1
    CODE = 2
    PART = 3


class Named(Protocol):
    """Anything that can be referred to."""

    @property
    def id(self) -> str:
        """Its id, as given."""
        ...

    @property
    def short(self) -> str:
        """Its short id."""
        ...

    @property
    def name(self) -> str:
        """Its title, folded by `key`."""
        ...


Thing = TypeVar("Thing", bound=Named)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The one row that is meant, and how it was found."""

    row: Row
    level: Level
    path: list[str]
    """Titles of what it belongs to, from the top."""


def rank(wanted: str, candidates: Sequence[Thing]) -> tuple[Level, list[Thing]] | None:
    """Return the candidates that are meant at the first level that fits any, or nothing."""
    given = wanted.strip()
    exactly = [each for each in candidates if given == each.id or given.lower() == each.short.lower()]
    if exactly:
        return Level.ID, exactly
    folded = key(given)
    if not folded:
        return None
    code = code_of(folded)
    is_code = code == folded
    levels = (
        (Level.TITLE, [each for each in candidates if each.name == folded]),
        (Level.CODE, [each for each in candidates if is_code and code_of(each.name) == folded]),
        (Level.PART, [each for each in candidates if folded in each.name]),
    )
    return next(((level, found) for level, found in levels if found), None)


def nearest(wanted: str, candidates: Sequence[Thing], most: int = NEAREST) -> list[Thing]:
    """Return the candidates whose titles look most like it, the nearest first."""
    folded = key(wanted)
    words = set(_WORD.findall(folded))

    def likeness(each: Thing) -> float:
        shared = len(words.intersection(_WORD.findall(each.name)))
        return SequenceMatcher(None, folded[:200], each.name[:200]).ratio() + shared / (len(words) or 1)

    scored = sorted(((-likeness(each), place) for place, each in enumerate(candidates)))
    return [candidates[place] for _, place in scored[:most]]


def code_of(name: str) -> str | None:
    """Return the code a folded title begins with: `kr01` of `kr01 - receita`; words without a digit are none."""
    match = _CODE.match(name)
    code = match["code"] if match else None
    return code if code is not None and any(character.isdigit() for character in code) else None


async def resolve(
    queries: RowQueries,
    kind: str,
    wanted: str,
    *,
    field: str | None,
    cycle: str | None = None,
    parent: Row | None = None,
) -> Resolved:
    """Return the one row of a kind that is meant, in this company and cycle; `NotFound` or `Ambiguous` otherwise.

    With `parent`, only rows that belong to that one are looked at.
    """
    noun = KINDS[kind].noun
    found = await look_up(queries, kind, wanted, cycle=cycle, parent=parent)
    if found is None:
        raise await _missing(queries, kind, wanted, field=field, cycle=cycle)
    level, rows = found
    above = await queries.ancestors(rows)
    if len(rows) > 1:
        raise ambiguous(wanted, rows, above, field=field, noun=noun)
    return Resolved(rows[0], level, path_of(rows[0], above))


def ambiguous(
    wanted: str, rows: Sequence[Row], above: Mapping[tuple[str, str], Row], *, field: str | None, noun: str = ""
) -> errors.Ambiguous:
    """Return the refusal of words that may mean several rows; says which they are."""
    matches = [match_of(row, above) for row in rows[:MOST_MATCHES]]
    of_kind = f" of the kind {noun!r}" if noun else ""
    return errors.Ambiguous(
        f"{wanted[:80]!r} may mean {len(rows)} things{of_kind}.",
        field=field,
        matches=matches,
        candidates=[each.id for each in matches],
        hint="Say which one by its id.",
    )


async def by_id(
    queries: RowQueries, kind: str, wanted: str, *, field: str | None, cycle: str | None = None
) -> Resolved:
    """Return the row of a kind with exactly this id or short id; titles do not count."""
    rows = await _exactly(queries, kind, wanted.strip())
    if not rows:
        raise await _missing(queries, kind, wanted, field=field, cycle=cycle)
    return Resolved(rows[0], Level.ID, path_of(rows[0], await queries.ancestors(rows)))


async def look_up(
    queries: RowQueries, kind: str, wanted: str, *, cycle: str | None = None, parent: Row | None = None
) -> tuple[Level, list[Row]] | None:
    """Return all rows of a kind that are meant at the first level that finds any."""
    given = wanted.strip()[:LONGEST]
    inside = None if parent is None else {row.key for row in await queries.children(kind, [parent.id])}
    rows = [row for row in await _exactly(queries, kind, given) if inside is None or row.key in inside]
    if rows:
        return Level.ID, rows
    folded = key(given)
    if not folded:
        return None
    for search in (queries.named, queries.beginning, queries.containing):
        if search == queries.beginning and code_of(folded) != folded:
            continue
        candidates = await in_cycle(queries, await search(kind, folded), cycle)
        candidates = [row for row in candidates if inside is None or row.key in inside]
        ranked = rank(given, candidates)
        if ranked is not None and (ranked[0] is not Level.PART or search == queries.containing):
            return ranked
    return None


async def in_cycle(queries: RowQueries, rows: Sequence[Row], cycle: str | None) -> list[Row]:
    """Return those that are for a cycle, or for none in particular."""
    if cycle is None or not rows:
        return list(rows)
    above = await queries.ancestors(rows)
    return [row for row in rows if (cycle_of(row, above) or cycle) == cycle]


def cycle_of(row: Row, above: Mapping[tuple[str, str], Row]) -> str | None:
    """Return the cycle a row is for: its own, or that of what it belongs to."""
    for each in (row, *reversed(chain_of(row, above))):
        if each.cycle:
            return each.cycle
    return None


def path_of(row: Row, above: Mapping[tuple[str, str], Row]) -> list[str]:
    """Return titles of what a row belongs to, from the top."""
    return [each.title for each in chain_of(row, above)]


def chain_of(row: Row, above: Mapping[tuple[str, str], Row]) -> list[Row]:
    """Return what a row belongs to, from the top down."""
    chain: list[Row] = []
    while True:
        kind = KINDS.get(row.kind)
        parent = above.get((kind.parent_table or "", row.parent or "")) if kind else None
        if parent is None or parent in chain:
            return chain[::-1]
        chain.append(parent)
        row = parent


def match_of(row: Row, above: Mapping[tuple[str, str], Row]) -> Match:
    """Return a row as one of several that may be meant."""
    return Match(id=row.short, title=row.title, path=" › ".join(path_of(row, above)), status=row.status)


async def _exactly(queries: RowQueries, kind: str, wanted: str) -> list[Row]:
    if (row := await queries.row(kind, wanted)) is not None:
        return [row]
    of, number = short_parts(wanted)
    return await queries.by_number(kind, number) if of == kind and number is not None else []


async def _missing(
    queries: RowQueries, kind: str, wanted: str, *, field: str | None, cycle: str | None
) -> errors.NotFound:
    noun = KINDS[kind].noun
    parts = [word[:4] for word in _WORD.findall(key(wanted)) if len(word) > 2]
    alike = await in_cycle(queries, await queries.sharing(kind, parts), cycle)
    if not alike:
        alike = await in_cycle(queries, await queries.of_kind(kind, most=200), cycle)
    near = nearest(wanted, alike)
    hint = f"Did you mean {near[0].title!r} ({near[0].short})?" if near else f"There is no {noun} yet."
    elsewhere = None if cycle is None else await look_up(queries, kind, wanted)
    if elsewhere is not None:
        near = [*elsewhere[1], *near][:NEAREST]
        hint = f"{near[0].title!r} ({near[0].short}) is of another cycle: say its id, or the cycle as `plan_id`."
    above = await queries.ancestors(near)
    return errors.NotFound(
        f"There is no {noun} {wanted[:80]!r} in this company.",
        field=field,
        candidates=[row.short for row in near],
        matches=[match_of(row, above) for row in near],
        hint=hint,
    )
