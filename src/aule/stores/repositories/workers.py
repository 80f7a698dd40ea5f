"""Workers: who is alive among the processes that share a database, and which runs they may take.

A worker says every few seconds that it is alive, by the database's clock. Whoever was silent for longer than a
lease is given up, and its runs with it. These rows are about now and no projection: no fact writes them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from aule.stores.source import Source
from aule.stores.statements import Native


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that drives runs."""

    id: str
    host: str
    pid: int
    version: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A worker as others see it."""

    worker: Worker
    silent_s: float
    """How long ago it said that it is alive."""
    draining: bool


@dataclass(frozen=True, slots=True)
class Free:
    """A run that somebody may take."""

    id: str
    epoch: int


def _native(sql: str) -> Native:
    return Native({"postgresql": sql})


_NOW = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
_DEAD = (
    f"NOT EXISTS (SELECT FROM workers w WHERE w.id = {{}} AND w.seen_at > {_NOW} - CAST(:lease AS double precision))"
)
_IS_FREE = "{0}.queue = :queue AND {0}.worker IS NULL AND {0}.status IN ('queued', 'executing')"
_FITS = "({0}.host IS NULL OR {0}.host = :host)"

_BEAT = _native(
    f"""
    INSERT INTO workers (id, host, pid, version, started_at, seen_at, draining)
    VALUES (:id, :host, :pid, :version, {_NOW}, {_NOW}, CAST(:draining AS integer))
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, draining = excluded.draining
    """
)
_LEAVE = _native("DELETE FROM workers WHERE id = :id")
_FORGET = _native(f"DELETE FROM workers WHERE seen_at < {_NOW} - CAST(:age AS double precision)")
_ALL = _native(f"SELECT id, host, pid, version, {_NOW} - seen_at, draining FROM workers ORDER BY started_at, id")
_IS_DEAD = _native(f"SELECT name FROM unnest(CAST(:names AS text[])) AS name WHERE {_DEAD.format('name')}")
_ANY_FREE = _native(f"SELECT 1 FROM runs r WHERE {_IS_FREE.format('r')} AND {_FITS.format('r')} LIMIT 1")
_UNDER_WAY = _native("SELECT count(*) FROM runs WHERE queue = :queue AND status = 'executing' AND worker IS NOT NULL")
_OF_THESE = _native(
    f"""
    SELECT r.id, r.epoch FROM runs r
    WHERE {_IS_FREE.format("r")} AND {_FITS.format("r")} AND r.id = ANY(CAST(:ids AS text[]))
    ORDER BY r.started_at, r.id LIMIT CAST(:most AS integer)
    """
)
_IN_TURN = _native(
    # One look at the index per owner, not one per run: somebody with a hundred thousand runs costs no more than others.
    # Each owner's next run stands in line behind as many as they have under way, so that all advance alike.
    f"""
    WITH RECURSIVE owners(owner) AS (
        (SELECT r.owner FROM runs r WHERE {_IS_FREE.format("r")} ORDER BY r.owner LIMIT 1)
        UNION ALL
        SELECT (
            SELECT r.owner FROM runs r WHERE {_IS_FREE.format("r")} AND r.owner > o.owner ORDER BY r.owner LIMIT 1
        )
        FROM owners o WHERE o.owner IS NOT NULL
    ),
    busy AS (
        SELECT owner, count(*) AS runs FROM runs
        WHERE queue = :queue AND status = 'executing' AND worker IS NOT NULL GROUP BY owner
    )
    SELECT next.id, next.epoch
    FROM owners o
    LEFT JOIN busy b ON b.owner = o.owner
    CROSS JOIN LATERAL (
        SELECT r.id, r.epoch, r.started_at, row_number() OVER (ORDER BY r.started_at, r.id) AS place
        FROM runs r WHERE {_IS_FREE.format("r")} AND {_FITS.format("r")} AND r.owner = o.owner
        ORDER BY r.started_at, r.id LIMIT CAST(:most AS integer)
    ) next
    WHERE o.owner IS NOT NULL
    ORDER BY next.place + coalesce(b.runs, 0), next.started_at, next.id
    LIMIT CAST(:most AS integer)
    """
)
_STRANDED = _native(
    f"""
    SELECT r.id FROM runs r
    WHERE r.queue IS NOT NULL AND r.status IN ('queued', 'executing') AND r.worker IS NOT NULL
    AND ({_DEAD.format("r.worker")} OR (r.worker = :me AND r.id <> ALL(CAST(:driven AS text[]))))
    ORDER BY r.started_at, r.id
    """
)


class Workers:
    """The workers of a shared database, from outside or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def beat(self, worker: Worker, *, draining: bool = False) -> None:
        """Say that a worker is alive; one that is draining takes nothing new."""
        row: dict[str, Any] = {"id": worker.id, "host": worker.host, "pid": worker.pid, "version": worker.version}
        await self._source.fetch(_BEAT, **row, draining=int(draining))

    async def leave(self, id: str) -> None:
        """A worker is gone; what it still had can be taken at once."""
        await self._source.fetch(_LEAVE, id=id)

    async def forget(self, *, silent_s: float) -> None:
        """Clear away those who have been silent for long."""
        await self._source.fetch(_FORGET, age=silent_s)

    async def all(self) -> list[Seen]:
        """Everybody who has not left, the eldest first."""
        rows = await self._source.fetch(_ALL)
        return [Seen(Worker(id, host, pid, version), silent, bool(d)) for id, host, pid, version, silent, d in rows]

    async def dead(self, ids: Collection[str], *, lease_s: float) -> set[str]:
        """Which of these are not alive."""
        if not ids:
            return set()
        return {row[0] for row in await self._source.fetch(_IS_DEAD, names=list(ids), lease=lease_s)}

    async def has_free(self, queue: str, host: str) -> bool:
        """Whether a run of a queue waits for somebody on a host."""
        return bool(await self._source.fetch(_ANY_FREE, queue=queue, host=host))

    async def free(self, queue: str, host: str, most: int, *, among: Sequence[str] | None = None) -> list[Free]:
        """The runs to take next, owner by owner; or those among some that are free."""
        if among is None:
            rows = await self._source.fetch(_IN_TURN, queue=queue, host=host, most=most)
        else:
            rows = await self._source.fetch(_OF_THESE, queue=queue, host=host, most=most, ids=list(among))
        return [Free(*row) for row in rows]

    async def under_way(self, queue: str) -> int:
        """How many runs of a queue are driven now, by anybody."""
        return int((await self._source.fetch(_UNDER_WAY, queue=queue))[0][0])

    async def stranded(self, me: str, driven: Collection[str], *, lease_s: float) -> list[str]:
        """Runs that stand as driven and are not: their worker is dead, or it is me and I know nothing of them."""
        rows = await self._source.fetch(_STRANDED, me=me, driven=list(driven), lease=lease_s)
        return [row[0] for row in rows]
