"""Runs, as they stand now."""

from __future__ import annotations

import builtins
from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from pydantic_core import from_json
from sqlalchemy import bindparam, func, literal_column, or_, select
from sqlalchemy.sql.elements import ColumnElement

from aule.contracts.runs.run import Run, RunKind, RunStatus, Usage
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import runs, workers

_c = runs.c
_FIELDS = (
    *("id", "kind", "status", "parent", "session_id", "project", "agent", "started_at"),
    *("queue", "host", "owner", "workflow", "schedule", "finished_at", "epoch"),
)
"""The columns that are fields of a run under the same name; the rest of it is in `doc`."""
_USAGE = (_c.tokens_in, _c.tokens_out, _c.cost, _c.model_calls)


def run_of(row: Row) -> Run:
    """A run from its `COLUMNS`."""
    doc, provider, model, error, *more = row
    usage, fields = more[:4], more[4:]
    known: dict[str, Any] = {**from_json(doc), **dict(zip(_FIELDS, fields, strict=True))}
    known["model"] = f"{provider}/{model}" if provider else None
    known["error"] = from_json(error) if error else None
    if any(usage):
        known["usage"] = Usage(tokens_in=usage[0], tokens_out=usage[1], cost=usage[2], model_calls=usage[3])
    return Run.model_validate(known)


COLUMNS = (_c.doc, _c.provider, _c.model, _c.error, *_USAGE, *(_c[name] for name in _FIELDS))
"""What a run is read from."""
_ITEMS = Repository(
    "run",
    COLUMNS,
    key=_c.id,
    order=(_c.started_at, _c.id),
    thing=run_of,
)
ALIVE = _c.worker.in_(select(workers.c.id))
"""Whether the process a run is driven in is still there, where several share a database."""
_IS_OPEN = _c.finished_at.is_(None)
_UNFINISHED = _ITEMS.query.where(_IS_OPEN).order_by(_c.started_at, _c.id)
_GOES_ON = (_IS_OPEN, _c.parent.is_(None), _c.status != RunStatus.WAITING.value)
_RUNNING = _UNFINISHED.where(*_GOES_ON).limit(bindparam("most"))
_COUNT_RUNNING = select(func.count()).select_from(runs).where(*_GOES_ON)
_ENDS_SINCE = (
    select(_c.status, func.count()).where(_c.started_at >= bindparam("start"), _c.parent.is_(None)).group_by(_c.status)
)
_TALKING = _UNFINISHED.where(_c.parent.is_(None), _c.session_id == bindparam("session"))
_CUT_OFF = _UNFINISHED.where(_c.queue.is_(None), func.coalesce(_c.worker, "").not_in(select(workers.c.id)))
_ON_THE_WAY = _UNFINISHED.where(
    _c.queue.is_not(None), or_(_c.status == RunStatus.QUEUED.value, _c.status == RunStatus.EXECUTING.value)
)
_OF_WORKFLOW = _ITEMS.query.where(_c.workflow == bindparam("key")).order_by(_c.started_at.desc(), _c.id.desc()).limit(1)
_CHILDREN = _ITEMS.query.where(_c.parent == bindparam("key")).order_by(_c.started_at, _c.id)
_top = select(_c.id).where(_c.id == bindparam("key")).cte("tree", recursive=True)
DESCENT = _top.union(select(_c.id).where(_c.parent == _top.c.id))
"""The ids of a run and all that came of it."""
_TREE = _ITEMS.query.where(_c.id.in_(select(DESCENT.c.id))).order_by(_c.started_at, _c.id)
_IDS_OF_TREE = select(_c.id).where(_c.id.in_(select(DESCENT.c.id))).order_by(_c.started_at, _c.id)


_HAS_STEPS = or_(_c.workflow.is_not(None), _c.kind == bindparam("of_workflow"), _c.kind == bindparam("of_plan"))
"""Whether a run is made of steps, however it was started."""
_HAS_ENDED = _c.finished_at.is_not(None)
_AMISS = (_HAS_ENDED, _c.status != literal_column(f"'{RunStatus.DONE.value}'"))
"""Ends that are rare enough to be looked up in an index of their own."""
_TOGETHER = 50
"""Runs whose epochs are looked up in one query."""


@lru_cache(maxsize=_TOGETHER)
def _epochs(count: int) -> Any:
    ids: list[Any] = [bindparam(f"id_{place}") for place in range(count)]
    return select(_c.id, _c.epoch).where(_c.id.in_(ids), _c.finished_at.is_(None))


async def current_epochs(source: Source, ids: Collection[str]) -> dict[str, int]:
    """The epochs of those of these runs that have not ended."""
    found: dict[str, int] = {}
    wanted = list(ids)
    for start in range(0, len(wanted), _TOGETHER):
        some = wanted[start : start + _TOGETHER]
        params = {f"id_{place}": id for place, id in enumerate(some)}
        found.update(dict(await source.fetch(_epochs(len(some)), **params)))
    return found


def _implied(status: RunStatus | None) -> tuple[ColumnElement[bool], ...]:
    """What else is true of runs that stand like this: few are open, and few ended badly, so those are soon found."""
    if status is None or status is RunStatus.DONE:
        return ()
    return _AMISS if status.is_final else (_IS_OPEN,)


@dataclass(frozen=True, slots=True)
class Which:
    """Which runs are wanted; nothing said means all."""

    status: RunStatus | None = None
    kind: RunKind | None = None
    parent: str | None = None
    session: str | None = None
    workflow: str | None = None
    schedule: str | None = None
    project: str | None = None
    steps: bool = False
    """Only those made of steps: workflows and plans."""


ANY = Which()


class Runs:
    """Reads runs, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Run:
        """A run by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Run | None:
        """A run by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(self, which: Which = ANY, *, limit: int = 50, after: str | None = None) -> Page[Run]:
        """Runs, the latest first."""
        where = asdict(which)
        where["session_id"], steps = where.pop("session"), where.pop("steps")
        also, kinds = _implied(which.status), dict[str, RunKind]()
        if steps:
            also, kinds = (*also, _HAS_STEPS), {"of_workflow": RunKind.WORKFLOW, "of_plan": RunKind.PLAN}
        return await _ITEMS.page(self._source, where, limit=limit, after=after, also=also, **kinds)

    async def unfinished(self) -> list[Run]:
        """Every run that has not come to its end, the oldest first."""
        return await _ITEMS.all(self._source, _UNFINISHED)

    async def running(self, *, limit: int) -> list[Run]:
        """What is going on: runs of their own that neither ended nor wait for a person, the oldest first."""
        return await _ITEMS.all(self._source, _RUNNING, most=limit)

    async def count_running(self) -> int:
        """How many such runs there are."""
        return int((await self._source.fetch(_COUNT_RUNNING))[0][0])

    async def statuses_since(self, start: str) -> dict[RunStatus, int]:
        """How many runs of their own began since a moment, by how they stand now."""
        return {RunStatus(status): int(count) for status, count in await self._source.fetch(_ENDS_SINCE, start=start)}

    async def talking(self, session: str) -> list[Run]:
        """The runs of a conversation that have not come to their end."""
        return await _ITEMS.all(self._source, _TALKING, session=session)

    async def latest_of(self, workflow: str) -> Run | None:
        """The run of a workflow that began last, if there is any."""
        found = await _ITEMS.all(self._source, _OF_WORKFLOW, key=workflow)
        return found[0] if found else None

    async def on_the_way(self) -> list[Run]:
        """Every run of a graph that goes on without a person, the oldest first."""
        return await _ITEMS.all(self._source, _ON_THE_WAY)

    async def cut_off(self) -> list[Run]:
        """Every talk or call that has not come to its end and that no living process drives, the oldest first."""
        return await _ITEMS.all(self._source, _CUT_OFF)

    async def children(self, parent: str) -> list[Run]:
        """The runs a run started itself, the oldest first."""
        return await _ITEMS.all(self._source, _CHILDREN, key=parent)

    async def root(self, run: Run) -> Run:
        """The run everything began with that this one is part of."""
        while run.parent is not None:
            run = await self.get(run.parent)
        return run

    async def tree(self, id: str) -> list[Run]:
        """A run and everything that came of it, the oldest first."""
        return await _ITEMS.all(self._source, _TREE, key=id)

    async def ids_of_tree(self, id: str) -> builtins.list[str]:
        """The ids of a run and everything that came of it, the oldest first."""
        return [str(found) for (found,) in await self._source.fetch(_IDS_OF_TREE, key=id)]
