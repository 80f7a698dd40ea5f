"""Approvals: what waits for a person, and what became of it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, func, literal, literal_column, or_, select

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalStatus
from aule.contracts.runs.run import Run
from aule.contracts.views import Page
from aule.stores import tables
from aule.stores.repositories import runs
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import approvals

_c = approvals.c


def _approval(row: Row) -> Approval:
    return Approval.model_validate_json(row[0])


_ITEMS = Repository("approval", (_c.doc,), key=_c.id, order=(_c.created_at, _c.id), thing=_approval)
_WITH_RUN = select(_c.doc, *runs.COLUMNS).outerjoin_from(approvals, tables.runs, tables.runs.c.id == _c.run)
_TO_DECIDE = _WITH_RUN.where(_c.id == bindparam("key"))


async def to_decide(transaction: Source, id: str) -> tuple[Approval, Run | None]:
    """An approval and the run that asked, to be decided in this transaction; transactions take turns."""
    rows = await transaction.fetch(_TO_DECIDE, key=id)
    if not rows:
        await _ITEMS.get(transaction, id)
    (doc, *run), has_run = rows[0], rows[0][1] is not None
    return _approval((doc,)), runs.run_of(run) if has_run else None


_TOGETHER = 50
"""Approvals looked up in one query."""


@lru_cache(maxsize=_TOGETHER)
def _decided(count: int) -> Any:
    ids: list[Any] = [bindparam(f"id_{place}") for place in range(count)]
    return _ITEMS.query.where(_c.id.in_(ids), _c.status != ApprovalStatus.PENDING.value)


_WAITS = _c.status == literal_column(f"'{ApprovalStatus.PENDING.value}'")
"""Said in words, not by a value, so that the index of what waits is used."""

_COUNT_WAITING = select(func.count()).select_from(approvals).where(_WAITS)

_LATEST = (_c.created_at.desc(), _c.id.desc())
_WAITING = _ITEMS.query.where(_WAITS).order_by(*_LATEST)
_WITHOUT_RUN = _WAITING.where(_c.run.is_(None))


@lru_cache(maxsize=4)
def _waiting(of_session: bool, of_run: bool) -> Any:
    query = _WAITING.where(_c.session_id == bindparam("session")) if of_session else _WAITING
    return query.where(_c.run == bindparam("run")) if of_run else query


_DECIDED = _ITEMS.query.where(
    or_(_c.status == literal(ApprovalStatus.GRANTED.value), _c.status == literal(ApprovalStatus.DENIED.value)),
    _c.kind != literal(ApprovalKind.QUESTION.value),
).order_by(*_LATEST)
_DECIDED_IN = _DECIDED.where(_c.session_id == bindparam("session"))
_DECIDED_FOR = _DECIDED.where(
    _c.run.in_(select(tables.runs.c.id).where(tables.runs.c.schedule == bindparam("schedule")))
).limit(200)


class Approvals:
    """Reads approvals, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Approval:
        """An approval by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Approval | None:
        """An approval by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def decided(self, ids: Sequence[str]) -> builtins.list[Approval]:
        """Those of these approvals that no longer wait."""
        found: builtins.list[Approval] = []
        for start in range(0, len(ids), _TOGETHER):
            some = ids[start : start + _TOGETHER]
            params = {f"id_{place}": id for place, id in enumerate(some)}
            found += await _ITEMS.all(self._source, _decided(len(some)), **params)
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
        is_waiting = status is ApprovalStatus.PENDING
        where = {"status": None if is_waiting else status, "kind": kind, "session_id": session, "run": run}
        return await _ITEMS.page(self._source, where, limit=limit, after=after, also=(_WAITS,) if is_waiting else ())

    async def pending(self, *, session: str | None = None, run: str | None = None) -> list[Approval]:
        """Everything that waits, the latest first."""
        query = _waiting(session is not None, run is not None)
        named = {name: value for name, value in (("session", session), ("run", run)) if value is not None}
        return await _ITEMS.all(self._source, query, **named)

    async def count_pending(self) -> int:
        """How many approvals wait."""
        return int((await self._source.fetch(_COUNT_WAITING))[0][0])

    async def decided_in(self, session: str, capability: str) -> builtins.list[Approval]:
        """What a person decided about calls of a capability in a conversation."""
        decided = await _ITEMS.all(self._source, _DECIDED_IN, session=session)
        return [each for each in decided if each.call is not None and each.call.capability == capability]

    async def decided_for(self, schedule: str, capability: str) -> builtins.list[Approval]:
        """What a person lately decided about calls of a capability in runs of a schedule."""
        decided = await _ITEMS.all(self._source, _DECIDED_FOR, schedule=schedule)
        return [each for each in decided if each.call is not None and each.call.capability == capability]

    async def without_run(self) -> list[Approval]:
        """Everything that waits and that no run waits for, such as what is asked about plans; the latest first."""
        return await _ITEMS.all(self._source, _WITHOUT_RUN)
