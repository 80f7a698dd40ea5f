"""Approvals: what waits for a person, and what became of it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, select

from aule.contracts.approval import Approval, ApprovalKind, ApprovalStatus
from aule.contracts.views import Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import approvals

_c = approvals.c


def _approval(row: Row) -> Approval:
    return Approval.model_validate_json(row[0])


_SHELF = Shelf("approval", (_c.doc,), key=_c.id, order=(_c.created_at, _c.id), thing=_approval)
_STATUS_FOR_UPDATE = select(_c.status).where(_c.id == bindparam("key")).with_for_update()


async def claim_approval(transaction: Source, id: str) -> bool:
    """Whether an approval still waits; if so nobody else can decide it until this transaction ends."""
    rows = await transaction.fetch(_STATUS_FOR_UPDATE, key=id)
    return bool(rows) and rows[0][0] == ApprovalStatus.PENDING


_TOGETHER = 50
"""Approvals looked up in one query."""


@lru_cache(maxsize=_TOGETHER)
def _decided(count: int) -> Any:
    ids: list[Any] = [bindparam(f"id_{place}") for place in range(count)]
    return _SHELF.query.where(_c.id.in_(ids), _c.status != ApprovalStatus.PENDING.value)


class Approvals:
    """Reads approvals, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Approval:
        """An approval by its id; `NotFound` when there is none."""
        return await _SHELF.get(self._source, id)

    async def find(self, id: str) -> Approval | None:
        """An approval by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def decided(self, ids: Sequence[str]) -> builtins.list[Approval]:
        """Those of these approvals that no longer wait."""
        found: builtins.list[Approval] = []
        for start in range(0, len(ids), _TOGETHER):
            some = ids[start : start + _TOGETHER]
            params = {f"id_{place}": id for place, id in enumerate(some)}
            found += await _SHELF.all(self._source, _decided(len(some)), **params)
        return found

    async def list(
        self,
        *,
        status: ApprovalStatus | None = None,
        kind: ApprovalKind | None = None,
        session: str | None = None,
        run: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Approval]:
        """Approvals, the latest first."""
        where = {"status": status, "kind": kind, "session_id": session, "run": run}
        return await _SHELF.page(self._source, where, limit=limit, after=after)

    async def pending(self, *, session: str | None = None, run: str | None = None) -> list[Approval]:
        """Everything that waits, the latest first."""
        found: list[Approval] = []
        after: str | None = None
        while True:
            page = await self.list(status=ApprovalStatus.PENDING, session=session, run=run, limit=500, after=after)
            found += page.items
            if page.next is None:
                return found
            after = page.next
