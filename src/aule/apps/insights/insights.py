"""Insights as it lives while the system runs: it reads traces and metrics."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.insights.metrics.ledger import Ledger
from aule.apps.insights.metrics.reader import Metrics
from aule.apps.insights.traces.span import Trace
from aule.apps.insights.traces.tree import TraceSource, trace_of
from aule.sdk.system import DEFAULT_LOCALE, Kernel


@dataclass(slots=True)
class Insights:
    """What the app keeps while the system runs."""

    kernel: Kernel
    metrics: Metrics

    @classmethod
    def of(cls, kernel: Kernel) -> Insights:
        """Put insights together on a kernel; nothing is loaded and nothing begins."""
        return cls(kernel, Metrics(kernel, Ledger(kernel)))

    async def close(self) -> None:
        """Let go of everything; what was not read of the log is read after the next start."""
        await self.metrics.ledger.close()

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    async def source(self, run: str) -> TraceSource:
        """Read what the trace of a run is made of; `NotFound` when there is no such run."""
        kernel = self.kernel
        await kernel.runs.get(run)
        await kernel.journal.flush()
        cursor = await kernel.journal.cursor()
        tree = {each.id: each for each in await kernel.runs.tree(run)}
        ordered = [tree.pop(run)]
        for above in ordered:  # grows while it is gone through: each run after the one above it
            ordered += [tree.pop(each.id) for each in list(tree.values()) if each.parent == above.id]
        events = {each.id: await kernel.journal.read(None, run=each.id) for each in ordered}
        return TraceSource(ordered, events, kernel.ambient.timestamp(), self._local(), 0, cursor)

    async def trace(self, run: str) -> Trace:
        """Return the trace of a run as it stands now."""
        return trace_of(await self.source(run))

    def _local(self) -> frozenset[str]:
        """Return the providers whose models run on this machine."""
        return frozenset()
