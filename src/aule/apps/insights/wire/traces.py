"""Traces over HTTP: looked at, followed, taken away as a file, compared."""

from __future__ import annotations

import asyncio
from typing import Annotated

from aule.apps.insights.insights import Insights
from aule.apps.insights.traces.comparison import Comparison, compare
from aule.apps.insights.traces.details import SpanDetail
from aule.apps.insights.traces.files import LARGEST, ReadTrace, TraceFile, read_trace
from aule.apps.insights.traces.span import UNFINISHED, Trace
from aule.contracts.settings import Locale
from aule.sdk import errors
from aule.sdk.http import Id, Limits, Own, Routes, Since, TextReply, Upload

wire = Routes(tags=["insights"])

_ACCEPTS = {"application/json": {"schema": {"type": "object"}}}
System = Annotated[Insights, Own()]


@wire.route("GET", "/v1/runs/{id}/trace")
async def get_trace(id: Id, own: System, since: Since = None) -> Trace:
    """What a run did, as spans; with `since`, only those that changed after it or are not over yet."""
    trace = await own.trace(id)
    if since is None:
        return trace
    seen = int(since) if since.isdigit() else 0
    fresh = [span for span in trace.spans if int(span.last_seq) > seen or span.status in UNFINISHED]
    return trace.model_copy(update={"spans": fresh})


@wire.route("GET", "/v1/runs/{id}/trace/file", responses={200: {"model": TraceFile}})
async def get_trace_file(id: Id, own: System, contents: bool = False) -> TextReply:
    """The trace of a run as a file: without secrets, and without contents unless they are asked for."""
    file = await own.file(id, contents=contents)
    return TextReply(file.model_dump_json(indent=1), f"trace-{id}.json", "application/json")


@wire.route("GET", "/v1/runs/{id}/trace/compare/{other}")
async def compare_traces(id: Id, other: Id, own: System) -> Comparison:
    """Two runs of one workflow beside each other: their spans in pairs, and what is different."""
    return compare(await own.trace(id), await own.trace(other))


@wire.route("GET", "/v1/runs/{id}/trace/{span}")
async def get_span(id: Id, span: Id, own: System, locale: Locale | None = None) -> SpanDetail:
    """One span with what went in and what came out, as far as it is kept."""
    return await own.detail(id, span, locale)


@wire.route("POST", "/v1/traces/read", limits=Limits(max_bytes=LARGEST, max_seconds=60, accepts=_ACCEPTS))
async def read_trace_file(upload: Upload) -> ReadTrace:
    """The trace in a file, ours or OTLP as JSON, to be looked at; nothing of it is kept."""
    raw = bytearray()
    async for piece in upload.stream():
        raw += piece
        if len(raw) > LARGEST:
            raise errors.TooLarge(f"A trace has at most {LARGEST} bytes.", hint="Choose a smaller one.")
    return await asyncio.to_thread(read_trace, bytes(raw))
