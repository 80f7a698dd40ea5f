"""Insights as it lives while the system runs: it reads traces and metrics."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypeVar

from aule.apps.insights.exporter import Exporter
from aule.apps.insights.metrics.ledger import Ledger
from aule.apps.insights.metrics.reader import Metrics
from aule.apps.insights.traces.details import ShownChange, SpanDetail, SpanPart, contents_of, cut, exchanges_of
from aule.apps.insights.traces.files import TraceFile, without_contents
from aule.apps.insights.traces.span import Span, Trace
from aule.apps.insights.traces.tree import TraceSource, trace_of
from aule.apps.insights.words import say
from aule.contracts.errors import NotFound
from aule.contracts.model import Model
from aule.sdk.system import DEFAULT_LOCALE, KeptExchange, Kernel, from_recorded, without_secrets

Thing = TypeVar("Thing", bound=Model)


@dataclass(slots=True)
class Insights:
    """What the app keeps while the system runs."""

    kernel: Kernel
    metrics: Metrics
    exporter: Exporter

    @classmethod
    def of(cls, kernel: Kernel) -> Insights:
        """Put insights together on a kernel; nothing is loaded and nothing begins."""
        made = cls(kernel, Metrics(kernel, Ledger(kernel)), Exporter(kernel))
        made.exporter.insights = made
        return made

    def wake(self) -> None:
        """The system is up, and traces are to be sent: send them from now on."""
        self.exporter.look()

    def settings_changed(self) -> None:
        """Traces may be sent elsewhere from now on, or no longer."""
        self.exporter.look()

    async def close(self) -> None:
        """Let go of everything; what was not read of the log is read after the next start."""
        await self.exporter.close()
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
        watts = kernel.settings.current().insights.local_watts
        return TraceSource(ordered, events, kernel.ambient.timestamp(), self._local(), watts, cursor)

    async def trace(self, run: str) -> Trace:
        """Return the trace of a run as it stands now."""
        trace = await asyncio.to_thread(trace_of, await self.source(run))  # long runs take their time
        words = {trace.title, *(span.name for span in trace.spans)}
        words |= {span.error.message for span in trace.spans if span.error is not None}
        told = "\n".join(sorted(words))  # all else is ids and figures: ten thousand spans are long to look through
        return trace if self.kernel.secrets.redact(told) == told else self.struck(trace)

    async def detail(self, run: str, span: str, locale: str | None = None) -> SpanDetail:
        """Return a span with what went in and came out; `NotFound` when the run has no such span."""
        source = await self.source(run)
        trace = await asyncio.to_thread(trace_of, source)
        found = next((each for each in trace.spans if each.id == span), None)
        if found is None:
            raise NotFound(f"The run {run!r} has no span {span!r}.", subject=span)
        return await self._detail(found, source, self.locale(locale))

    async def file(self, run: str, *, contents: bool) -> TraceFile:
        """Return the trace of a run as a file: without secrets, and without contents unless they are asked for."""
        source = await self.source(run)
        trace = await asyncio.to_thread(trace_of, source)
        locale = self.locale()
        details = {span.id: await self._short_detail(span, source, locale) for span in trace.spans if contents}
        trace = self.struck(trace if contents else without_contents(trace))
        now = self.kernel.ambient.timestamp()
        return TraceFile(exported_at=now, contents=contents, trace=trace, details=details)

    async def contents(self, source: TraceSource, trace: Trace) -> dict[str, list[SpanPart]]:
        """Return the contents of all spans of a trace, without secrets."""
        return {span.id: (await self._short_detail(span, source, self.locale())).parts for span in trace.spans}

    async def _short_detail(self, span: Span, source: TraceSource, locale: str) -> SpanDetail:
        """Return a span with its contents, of a size that many of them fit into a file."""
        detail = await self._detail(span, source, locale)
        return detail.model_copy(update={"parts": [cut(part) for part in detail.parts]})

    async def _detail(self, span: Span, source: TraceSource, locale: str) -> SpanDetail:
        events = source.events.get(span.run, ())
        kept = contents_of(span, events, self._unfold, await self._exchanges(span, source))
        detail = SpanDetail(
            span=span,
            parts=[part.model_copy(update={"title": _title(part, locale)}) for part in kept.parts],
            changes=[await self._change(id) for id in kept.changes],
            not_kept=[say(f"lost_{lost}", locale) for lost in kept.lost],
            events=kept.events,
        )
        return self.struck(detail)

    async def _exchanges(self, span: Span, source: TraceSource) -> dict[str, KeptExchange]:
        """Return the prompts of a span that are still kept, by their names."""
        run = next((each for each in source.runs if each.id == span.run), None)
        if run is None:
            return {}
        names = exchanges_of(span, source.events.get(span.run, ()))
        found = {name: await self.kernel.exchanges.read(run, name) for name in names}
        return {name: each for name, each in found.items() if each is not None}

    async def _change(self, id: str) -> ShownChange:
        change = await self.kernel.changes.get(id)
        diff = (await self.kernel.change_log.diff(id)).text
        lines = (diff or "").splitlines()
        added, removed = (
            sum(line.startswith(sign) and not line.startswith(sign * 3) for line in lines) for sign in ("+", "-")
        )
        return ShownChange(
            id=id, entity=change.entity, op=change.op, title=change.title, diff=diff, added=added, removed=removed
        )

    def _unfold(self, value: object) -> object:
        """Return a recorded value in full; one whose content is gone stays a reference."""
        try:
            return from_recorded(value, self.kernel.blobs)
        except NotFound:
            return value

    def struck(self, thing: Thing) -> Thing:
        """Return something with all known secrets struck out."""
        return without_secrets(thing, self.kernel.secrets.redact)

    def _local(self) -> frozenset[str]:
        """Return the providers whose models run on this machine."""
        return frozenset(provider.id for provider in self.kernel.models.providers() if provider.local)


def _title(part: SpanPart, locale: str) -> str:
    """Return what a part is called; of several requests, with the number of its own."""
    title = say(f"part_{part.name}", locale)
    return f"{title} ({part.number})" if part.number else title
