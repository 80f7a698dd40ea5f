"""Schedules, as they stand: what runs by itself, when it is due next and what came of the last time."""

from __future__ import annotations

from typing import cast

from sqlalchemy import bindparam, func, select

from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.runs.schedule import Schedule, ScheduleView, WhyNot
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row, containing, holds
from aule.stores.source import Source
from aule.stores.tables import runs, schedules

MOST_DUE = 200
"""Schedules that are looked at in one go."""

_c = schedules.c
_r = runs.c
_LAST_STATUS = select(_r.status).where(_r.id == _c.last_run).scalar_subquery()


def _view(row: Row) -> ScheduleView:
    doc, next_at, last_at, last_run, last_status, why_not = row
    return ScheduleView(
        schedule=Schedule.model_validate_json(doc),
        next_at=next_at,
        last_at=last_at,
        last_run=last_run,
        last_status=None if last_status is None else RunStatus(last_status),
        why_not=cast(WhyNot | None, why_not),
    )


_ITEMS = Repository(
    "schedule",
    (_c.doc, _c.next_at, _c.last_at, _c.last_run, _LAST_STATUS, _c.why_not),
    key=_c.id,
    order=(_c.created_at, _c.id),
    thing=_view,
)
_DUE = (
    _ITEMS.query.where(_c.next_at <= bindparam("now"))
    .order_by(_c.next_at, _c.id)
    .limit(MOST_DUE)
    .offset(bindparam("besides"))
)
_EARLIEST = select(func.min(_c.next_at)).where(_c.next_at > bindparam("now"))
_IS = {name: holds(_c.doc, name) for name in ("conversation", "workflow")}
_UNDER_WAY = select(_r.id).where(_r.schedule == bindparam("key"), _r.finished_at.is_(None), _r.parent.is_(None))
_SPENT = select(*(func.coalesce(func.sum(_r[name]), 0) for name in Usage.model_fields)).where(
    _r.schedule == bindparam("key"), _r.started_at >= bindparam("since")
)


class Schedules:
    """Reads schedules, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> ScheduleView:
        """A schedule by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> ScheduleView | None:
        """A schedule by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def document(self, id: str) -> Schedule | None:
        """A schedule as people edit it, or None."""
        found = await self.find(id)
        return None if found is None else found.schedule

    async def list(
        self,
        *,
        project: str | None = None,
        conversation: str | None = None,
        workflow: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page[ScheduleView]:
        """Schedules, the newest first: all of them, or those of a project, a conversation or a workflow."""
        named = {"conversation": conversation, "workflow": workflow}
        wanted = {name: containing(f'"{name}":"{value}"') for name, value in named.items() if value is not None}
        also = tuple(_IS[name] for name in wanted)
        return await _ITEMS.page(self._source, {"project": project}, limit=limit, after=after, also=also, **wanted)

    async def due(self, now: str, *, besides: int = 0) -> list[ScheduleView]:
        """Some of the schedules whose time has come, the longest overdue first, besides so many that were looked at."""
        return await _ITEMS.all(self._source, _DUE, now=now, besides=besides)

    async def earliest(self, now: str) -> str | None:
        """The first time after now at which something is due."""
        rows = await self._source.fetch(_EARLIEST, now=now)
        return rows[0][0]

    async def under_way(self, id: str) -> list[str]:
        """The runs of a schedule that have not come to their end; one that waits for a person is one of them."""
        return [str(row[0]) for row in await self._source.fetch(_UNDER_WAY, key=id)]

    async def spent(self, id: str, since: str) -> Usage:
        """What the runs of a schedule have cost since a moment, those of their sub-agents included."""
        rows = await self._source.fetch(_SPENT, key=id, since=since)
        tokens_in, tokens_out, cost, model_calls = rows[0]
        return Usage(tokens_in=int(tokens_in), tokens_out=int(tokens_out), cost=cost, model_calls=int(model_calls))
