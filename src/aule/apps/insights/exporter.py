"""The exporter: sends the trace of each run at its end to a collector that the owner named. Off by default."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from aule.apps.insights import queries
from aule.apps.insights.app import insights
from aule.apps.insights.traces.details import Part
from aule.apps.insights.traces.files import without_contents
from aule.apps.insights.traces.otlp import to_otlp
from aule.apps.insights.traces.span import Trace
from aule.apps.insights.traces.tree import TraceSource, trace_of
from aule.contracts.errors import AuleError, Unavailable
from aule.sdk.system import Kernel

log = logging.getLogger(__name__)

PATH = "/v1/traces"
ATTEMPTS = 4
PAUSE_S = 1.0
"""Seconds before the second attempt; each later one waits twice as long."""


class Traces(Protocol):
    """What reads traces, with secrets struck out."""

    async def source(self, run: str) -> TraceSource:
        """Read what a trace is made of."""
        ...

    async def contents(self, source: TraceSource, trace: Trace) -> dict[str, list[Part]]:
        """Return the contents of all spans."""
        ...

    def struck(self, thing: Trace) -> Trace:
        """Return a trace with all known secrets struck out."""
        ...


@dataclass(slots=True)
class Exporter:
    """Follows the log while an address is set, and sends each run that ended. What was sent is known after a start."""

    kernel: Kernel
    insights: Traces | None = None
    _following: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Begin or stop, as the settings say."""
        wanted = self.kernel.settings.current().insights.otlp_url is not None
        is_on = self._following is not None and not self._following.done()
        if wanted and not is_on:
            self._following = asyncio.create_task(self._follow(), name="export traces")
        elif not wanted and self._following is not None:
            self._following.cancel()

    async def close(self) -> None:
        """Stop sending; what was not sent is sent after the next start."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    async def _follow(self) -> None:
        kernel = self.kernel
        place = await queries.cursor(kernel.database, queries.EXPORT)
        if place == 0:  # what happened before is nobody's but the owner's
            await self._move(0, int(await kernel.journal.cursor()))
            place = await queries.cursor(kernel.database, queries.EXPORT)
        async with aclosing(kernel.journal.follow(str(place), types=["run.finished"])) as events:
            async for event in events:
                run = None if event.run is None else await kernel.runs.find(event.run)
                if run is not None and run.parent is None:
                    await self._send(run.id)
                await self._move(place, int(event.seq))
                place = int(event.seq)

    async def _move(self, place: int, until: int) -> None:
        async with self.kernel.journal.transaction() as record:
            await queries.move_cursor(record, queries.EXPORT, place, until, self.kernel.ambient.timestamp())

    async def _send(self, run: str) -> None:
        """Send one trace; after some attempts it is given up, and the next one is sent."""
        wanted = self.kernel.settings.current().insights
        if wanted.otlp_url is None:
            return
        document = await self._document(run, with_contents=wanted.otlp_contents)
        for attempt in range(ATTEMPTS):
            try:
                await self._post(wanted.otlp_url, document)
            except AuleError as problem:
                log.warning("the trace of %s was not taken: %s", run, problem)
            else:
                return
            if attempt < ATTEMPTS - 1:
                await self.kernel.ambient.clock.sleep(PAUSE_S * 2**attempt)

    async def _document(self, run: str, *, with_contents: bool) -> dict[str, object]:
        assert self.insights is not None
        source = await self.insights.source(run)
        trace = trace_of(source)
        contents = await self.insights.contents(source, trace) if with_contents else None
        told = self.insights.struck(trace if with_contents else without_contents(trace))
        return to_otlp(told, insights.version, contents)

    async def _post(self, url: str, document: dict[str, object]) -> None:
        from aule.sdk.services import ServiceAddress, ServiceClient  # the client is loaded by who sends traces

        answered = await ServiceClient(ServiceAddress(url)).ask("POST", PATH, body=document)
        if answered.status >= 400:
            raise Unavailable(f"{url!r} answered {answered.status}.", code="export_refused")
