"""Calls: every use of a capability, as it was recorded."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable

from sqlalchemy import bindparam, distinct, func, literal, select

from aule.contracts.capability import Result
from aule.contracts.views import CallRecord, Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import calls, runs

ATTEMPT = 4
"""Characters at the end of a call's id that tell attempts at the same thing apart."""

_c = calls.c


def _call(row: Row) -> CallRecord:
    id, capability, run, session_id, agent, ts, status, params, outcome = row
    result = None if outcome is None else Result.model_validate_json(outcome)
    return CallRecord(
        id=id,
        capability=capability,
        run=run,
        session_id=session_id,
        agent=agent,
        ts=ts,
        params=json.loads(params),
        status=status,
        duration_ms=None if result is None else result.duration_ms,
        error=None if result is None else result.error,
        changes=[] if result is None else result.changes,
        artifacts=[] if result is None else result.artifacts,
    )


_COLUMNS = (_c.id, _c.capability, _c.run, _c.session_id, _c.agent, _c.ts, _c.status, _c.params, _c.outcome)
_SHELF = Shelf("call", _COLUMNS, key=_c.id, order=(_c.ts, _c.id), thing=_call)


_OPEN = _SHELF.query.where(_c.run == bindparam("run"), _c.status == literal("running")).order_by(_c.ts, _c.id)
_thing = func.substr(_c.id, 1, func.length(_c.id) - ATTEMPT)
_named = _c.capability.concat("")  # so that it is looked for among the run's calls, not the run among all of its uses
_MADE = select(func.count(distinct(_thing))).where(
    _c.run == bindparam("run"), _named == bindparam("capability"), _thing != bindparam("besides")
)


_here = select(runs.c.id).where(runs.c.session_id == bindparam("session"))
_used = select(_c.capability).where(_c.status == literal("done")).distinct()
_USED_IN_SESSION = _used.where(_c.run.in_(_here))
_USED_IN_RUN = _used.where(_c.run == bindparam("run"))


class Calls:
    """Reads calls, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def find(self, id: str) -> CallRecord | None:
        """A call by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def made(self, run: str, capability: str, *, besides: str) -> int:
        """How often a run used a capability, not counting one call; attempts at the same thing count as one."""
        rows = await self._source.fetch(_MADE, run=run, capability=capability, besides=besides[:-ATTEMPT])
        return int(rows[0][0])

    async def used_in_session(self, session: str) -> builtins.list[str]:
        """The capabilities that were used in a conversation, by all who worked for it."""
        return sorted(str(row[0]) for row in await self._source.fetch(_USED_IN_SESSION, session=session))

    async def used_in_runs(self, runs: Iterable[str]) -> builtins.list[str]:
        """The capabilities that some runs used."""
        found = [row for run in runs for row in await self._source.fetch(_USED_IN_RUN, run=run)]
        return sorted({str(row[0]) for row in found})

    async def open(self, run: str) -> list[CallRecord]:
        """Calls of a run that began and of which no end is on record, the oldest first."""
        return await _SHELF.all(self._source, _OPEN, run=run)

    async def list(
        self, *, capability: str | None = None, run: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[CallRecord]:
        """Calls, the latest first."""
        return await _SHELF.page(self._source, {"capability": capability, "run": run}, limit=limit, after=after)
