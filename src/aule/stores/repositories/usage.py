"""Usage by day: what models cost, for daily limits and for looking back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, func, select

from aule.contracts.access.budget import BudgetOf
from aule.contracts.runs.run import Usage
from aule.stores.repositories.repository import Row
from aule.stores.source import Source
from aule.stores.tables import usage_days

_c = usage_days.c
_NAMES = tuple(Usage.model_fields)
_TOTAL = select(*(func.coalesce(func.sum(_c[name]), 0) for name in _NAMES)).where(_c.day == bindparam("day"))
_BY_MODEL = (
    select(_c.provider, _c.model, *(func.sum(_c[name]) for name in _NAMES))
    .where(_c.day == bindparam("day"))
    .group_by(_c.provider, _c.model)
    .order_by(_c.provider, _c.model)
)
_SINCE = select(*(func.coalesce(func.sum(_c[name]), 0) for name in _NAMES)).where(_c.day >= bindparam("day"))
_SHARED: dict[BudgetOf, Any] = {
    "all": _SINCE,
    "project": _SINCE.where(_c.project == bindparam("key")),
    "agent": _SINCE.where(_c.agent == bindparam("key")),
    "schedule": _SINCE.where(_c.schedule == bindparam("key")),
}


def _usage(row: Row) -> Usage:
    tokens_in, tokens_out, cost, model_calls = row
    return Usage(tokens_in=int(tokens_in), tokens_out=int(tokens_out), cost=cost, model_calls=int(model_calls))


class UsageDays:
    """Reads what each day cost. A day is `2026-05-31`, in UTC."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def total(self, day: str) -> Usage:
        """What a day cost over all models."""
        rows = await self._source.fetch(_TOTAL, day=day)
        return _usage(rows[0])

    async def since(self, day: str) -> Usage:
        """What all days from this one on cost, over all models."""
        rows = await self._source.fetch(_SINCE, day=day)
        return _usage(rows[0])

    async def spent(self, of: BudgetOf, id: str, since: str) -> Usage:
        """What the runs that share a budget cost, from a day on."""
        key = {} if of == "all" else {"key": id}
        rows = await self._source.fetch(_SHARED[of], day=since, **key)
        return _usage(rows[0])

    async def by_model(self, day: str) -> dict[tuple[str, str], Usage]:
        """What a day cost, by provider and model."""
        rows = await self._source.fetch(_BY_MODEL, day=day)
        return {(str(row[0]), str(row[1])): _usage(row[2:]) for row in rows}
