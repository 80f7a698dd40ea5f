"""Calls: every use of a capability, as it was recorded."""

from __future__ import annotations

import json

from aule.contracts.capability import Result
from aule.contracts.views import CallRecord, Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import calls

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


class Calls:
    """Reads calls, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def find(self, id: str) -> CallRecord | None:
        """A call by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def list(
        self, *, capability: str | None = None, run: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[CallRecord]:
        """Calls, the latest first."""
        return await _SHELF.page(self._source, {"capability": capability, "run": run}, limit=limit, after=after)
