"""Calls: every use of a capability, as the log tells it."""

from __future__ import annotations

import builtins
import logging
from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import bindparam, func, literal_column, select, union_all

from aule.contracts.access.capability import Result
from aule.contracts.model import JsonObject
from aule.contracts.views import CallRecord, Page
from aule.stores.log.call_rows import moment, thing_of
from aule.stores.log.fact_rows import MANY, StoredFact, parse_row
from aule.stores.repositories.repository import MOST, misplaced, pack, unpack
from aule.stores.source import Source
from aule.stores.tables import effects, events, runs, uses

log = logging.getLogger(__name__)

LONGEST_TEXT = 2_000
"""Characters of one text that a call's parameters keep in the list of calls."""

_NEVER = 2**62
"""A moment after all others."""
_TYPES = ("call.started", "call.completed", "call.failed")

_e, _u = effects.c, uses.c
_MADE = select(func.count()).where(
    _e.run == bindparam("run"), _e.capability == bindparam("capability"), _e.thing != bindparam("besides")
)

_at: Any = bindparam("at", type_=_u.last.type)
_using = select(_u.run, _u.last).where(_u.capability == bindparam("capability"), _u.last - _u.lasted <= _at)
_during = _using.where(_u.last >= _at)
_before = _using.where(_u.last < _at).order_by(_u.last.desc(), _u.run.desc()).limit(bindparam("most")).subquery()
_candidates = union_all(_during, select(_before)).subquery()
_USING = (
    select(_candidates.c.run, _candidates.c.last, runs.c.agent)
    .select_from(_candidates.outerjoin(runs, runs.c.id == _candidates.c.run))
    .order_by(_candidates.c.last.desc(), _candidates.c.run.desc())
)
"""The runs that may hold what comes next on a page: all that were at it at a moment, and some from before."""

_ev = events.c
_ROWS = (
    select(_ev.seq, _ev.ts, _ev.type, _ev.session_id, _ev.data)
    .where(_ev.run == bindparam("run"), _ev.type.in_([literal_column(f"'{name}'") for name in (*_TYPES, MANY)]))
    .order_by(_ev.seq)
)


class Told(NamedTuple):
    """A call as the log tells it, and what came of it if that is known."""

    ts: str
    id: str
    run: str
    capability: str
    session_id: str | None
    params: JsonObject
    result: JsonObject | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """Where it stands among others."""
        return self.ts, self.id, self.run


class Calls:
    """Reads calls, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def made(self, run: str, capability: str, *, besides: str) -> int:
        """How many things a run began to do with a capability that has an effect, not counting what one call is about.

        Attempts at the same thing count as one.
        """
        rows = await self._source.fetch(_MADE, run=run, capability=capability, besides=thing_of(besides))
        return int(rows[0][0])

    async def open(self, run: str) -> builtins.list[Told]:
        """Calls of a run that began and of which no end is on record, the oldest first."""
        return sorted((call for call in await self._told(run) if call.result is None), key=lambda call: call.place)

    async def list(self, capability: str, *, limit: int = 50, after: str | None = None) -> Page[CallRecord]:
        """Calls of a capability, the latest first."""
        size = max(1, min(limit, MOST))
        begin, at = (None, _NEVER) if after is None else _beginning(after)
        found: builtins.list[tuple[Told, str | None]] = []
        most = size + 1  # each run from before that moment has a call for the page, unless it cannot be read
        while True:
            using = await self._source.fetch(_USING, capability=capability, at=at, most=most)
            found = await self._latest(using, capability, begin, size)
            if len(found) > size or len(using) < most:
                break
            most *= 2
        items = [record for call, agent in found[:size] if (record := _record(call, agent)) is not None]
        return Page[CallRecord](items=items, next=pack(found[size - 1][0].place) if len(found) > size else None)

    async def _latest(
        self, using: Iterable[Any], capability: str, begin: tuple[str, ...] | None, size: int
    ) -> builtins.list[tuple[Told, str | None]]:
        """The latest calls of some runs before a place, with the agents that made them: one more than fit on a page."""
        found: builtins.list[tuple[Told, str | None]] = []
        for run, last, agent in using:
            if len(found) > size and moment(found[size][0].ts) > last:
                break
            told = [call for call in await self._told(run, capability) if begin is None or call.place < begin]
            found = sorted([*found, *((call, agent) for call in told)], key=_place, reverse=True)
        return found

    async def _told(self, run: str, capability: str | None = None) -> Iterable[Told]:
        """The calls of a run, of one capability or of all. A row that cannot be read tells of none."""
        told: dict[str, Told] = {}
        for seq, ts, type_, session, data in await self._source.fetch(_ROWS, run=run):
            try:
                for fact, at in _facts(type_, ts, data):
                    if capability not in (None, fact["capability"]):
                        continue
                    id, result = fact["id"], fact.get("result")
                    if result is None:
                        told[id] = Told(at, id, run, fact["capability"], session, fact["params"])
                    else:  # one that was refused before it began has no parameters on record
                        known = told.get(id) or Told(at, id, run, fact["capability"], session, {})
                        told[id] = known._replace(result=result)
            except (ValueError, KeyError, TypeError) as problem:
                log.warning(
                    "event %s of run %s cannot be read (%s); the calls in it are passed over", seq, run, problem
                )
        return told.values()


def _facts(type_: str, ts: str, data: str) -> Iterable[StoredFact]:
    """Return what a row says about calls, unchecked: a run may have made thousands, and few are shown."""
    if type_ == MANY and '"type":"call.' not in data:
        return []
    return [fact for fact in parse_row(type_, ts, data) if fact.data["type"] in _TYPES]


def _place(found: tuple[Told, str | None]) -> tuple[str, ...]:
    return found[0].place


def _beginning(after: str) -> tuple[tuple[str, ...], int]:
    """A place in a list of calls, and the moment it is at."""
    place = tuple(map(str, unpack(after, 3)))
    try:
        return place, moment(place[0])
    except ValueError:
        raise misplaced(after) from None


def _record(call: Told, agent: str | None) -> CallRecord | None:
    try:
        result = None if call.result is None else Result.model_validate(call.result)
    except ValidationError as problem:
        log.warning("what came of the call %s cannot be read (%s); it is passed over", call.id, problem)
        return None
    return CallRecord(
        id=call.id,
        capability=call.capability,
        run=call.run,
        session_id=call.session_id,
        agent=agent,
        ts=call.ts,
        params=_shortened(call.params),
        status="running" if result is None else "done" if result.ok else "failed",
        duration_ms=None if result is None else result.duration_ms,
        error=None if result is None else result.error,
        changes=[] if result is None else result.changes,
        artifacts=[] if result is None else result.artifacts,
    )


def _shortened(value: Any) -> Any:
    """A value with its long texts cut: whoever wants all of it reads the log."""
    match value:
        case str():
            return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT] + "…"
        case dict():
            return {key: _shortened(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [_shortened(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
