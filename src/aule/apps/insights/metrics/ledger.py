"""The ledger: reads the log on from where it was read last, and writes metrics and figures of what it found.

The place in the log is written in the same transaction as the rows: a fact counts once, whenever the system stops, and
whoever reads beside us in another process finds the place moved, and begins again from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.apps.insights import queries
from aule.apps.insights.metrics.entries import (
    FOLLOWED,
    Additions,
    add_approval,
    add_metric,
    add_run,
    add_undone,
)
from aule.contracts.errors import NotFound
from aule.contracts.events import facts
from aule.contracts.events.facts import Event
from aule.contracts.runs.run import Run
from aule.sdk.system import Kernel

TOGETHER = 100
"""Facts that are taken in by one transaction."""
PATIENCE_S = 2.0
"""How long somebody who asks waits for an old log to be read; it is read on behind them."""


@dataclass(slots=True)
class Ledger:
    """Keeps the tables of metrics in step with the log."""

    kernel: Kernel
    _reading: asyncio.Task[None] | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def catch_up(self) -> bool:
        """Read the log to its end; return whether that was done before patience ended."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self.read_on())
        reading = self._reading
        done, _ = await asyncio.wait([reading], timeout=PATIENCE_S)
        if done:
            reading.result()
        return bool(done)

    async def read_on(self) -> None:
        """Read the log to its end, piece by piece."""
        kernel = self.kernel
        async with self._turn:
            await kernel.journal.flush()
            head = int(await kernel.journal.cursor())
            while (place := await queries.cursor(kernel.database, queries.LEDGER)) < head:
                found = await kernel.journal.read(str(place), types=FOLLOWED, limit=TOGETHER)
                found = [event for event in found if int(event.seq) <= head]
                until = int(found[-1].seq) if len(found) == TOGETHER else head
                await self._write(await self._additions(found), place, until)

    async def rebuild(self) -> int:
        """Write all tables again, from the beginning of the log; return how many metrics there are."""
        async with self._turn, self.kernel.journal.transaction() as record:
            await queries.empty(record)
        await self.read_on()
        return await queries.count(self.kernel.database)

    async def close(self) -> None:
        """Stop reading; what was not read yet is read after the next start."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _additions(self, events: Sequence[Event]) -> Additions:
        """Return what some events add."""
        found, kernel = Additions(), self.kernel
        for event in events:
            match event.data:
                case facts.RunFinished():
                    if event.run is not None:
                        add_run(found, event, await kernel.journal.read(None, run=event.run))
                case facts.MetricRecorded():
                    add_metric(found, event)
                case facts.ChangeUndone(change=change):
                    run, app = await self._maker_of(change)
                    add_undone(found, event, run, app)
                case _:
                    add_approval(found, event, None if event.run is None else await kernel.runs.find(event.run))
        return found

    async def _maker_of(self, change: str) -> tuple[Run | None, str]:
        """Return the run that made a change, and the app it is of."""
        try:
            found = await self.kernel.changes.get(change)
        except NotFound:
            return None, ""
        return (None if found.run is None else await self.kernel.runs.find(found.run)), found.app

    async def _write(self, additions: Additions, place: int, until: int) -> None:
        """Write what was added, if nobody else has written it meanwhile."""
        async with self.kernel.journal.transaction() as record:
            if await queries.cursor(record, queries.LEDGER) == 0:  # rows of an earlier kind may be there
                await queries.empty(record)
            if await queries.move_cursor(record, queries.LEDGER, place, until, self.kernel.ambient.timestamp()):
                await queries.add(record, additions, str(until))
