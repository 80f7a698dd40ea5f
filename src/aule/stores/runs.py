"""Runs, as they stand now."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select

from aule.contracts.errors import Problem
from aule.contracts.run import Run, RunKind, RunStatus, Usage
from aule.contracts.views import Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import runs

_c = runs.c
_USAGE = (_c.tokens_in, _c.tokens_out, _c.cost, _c.model_calls)


def _run(row: Row) -> Run:
    doc, status, provider, model, finished_at, epoch, error, *usage = row
    now: dict[str, Any] = {
        "status": RunStatus(status),
        "model": f"{provider}/{model}" if provider else None,
        "finished_at": finished_at,
        "epoch": epoch,
        "error": Problem.model_validate_json(error) if error else None,
        "usage": Usage(tokens_in=usage[0], tokens_out=usage[1], cost=usage[2], model_calls=usage[3]),
    }
    return Run.model_validate_json(doc).model_copy(update=now)


_SHELF = Shelf(
    "run",
    (_c.doc, _c.status, _c.provider, _c.model, _c.finished_at, _c.epoch, _c.error, *_USAGE),
    key=_c.id,
    order=(_c.started_at, _c.id),
    thing=_run,
)
_UNFINISHED = _SHELF.query.where(_c.finished_at.is_(None)).order_by(_c.started_at, _c.id)
_CHILDREN = _SHELF.query.where(_c.parent == bindparam("key")).order_by(_c.started_at, _c.id)
_top = select(_c.id).where(_c.id == bindparam("key")).cte("tree", recursive=True)
DESCENT = _top.union(select(_c.id).where(_c.parent == _top.c.id))
"""The ids of a run and all that came of it."""
_TREE = _SHELF.query.where(_c.id.in_(select(DESCENT.c.id))).order_by(_c.started_at, _c.id)


class Runs:
    """Reads runs, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Run:
        """A run by its id; `NotFound` when there is none."""
        return await _SHELF.get(self._source, id)

    async def find(self, id: str) -> Run | None:
        """A run by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def list(
        self,
        *,
        status: RunStatus | None = None,
        kind: RunKind | None = None,
        parent: str | None = None,
        session: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Run]:
        """Runs, the latest first."""
        where = {"status": status, "kind": kind, "parent": parent, "session_id": session}
        return await _SHELF.page(self._source, where, limit=limit, after=after)

    async def unfinished(self) -> list[Run]:
        """Every run that has not come to its end, the oldest first."""
        return await _SHELF.all(self._source, _UNFINISHED)

    async def children(self, parent: str) -> list[Run]:
        """The runs a run started itself, the oldest first."""
        return await _SHELF.all(self._source, _CHILDREN, key=parent)

    async def tree(self, id: str) -> list[Run]:
        """A run and everything that came of it, the oldest first."""
        return await _SHELF.all(self._source, _TREE, key=id)
