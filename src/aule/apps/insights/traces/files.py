"""Files of traces: written without secrets, and without contents unless asked; read only to be looked at."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from aule.apps.insights.traces.details import SpanDetail
from aule.apps.insights.traces.otlp import from_otlp, trace_of_spans
from aule.apps.insights.traces.span import CONVENTIONS, Span, Trace
from aule.contracts.model import JsonObject, Model
from aule.sdk import errors

MOST_SPANS = 20_000
DEEPEST = 200
LARGEST = 20 * 1024 * 1024
"""Bytes of a file."""
LONGEST_NAME = 2_000
_PRIVATE = frozenset({"workflow", "turn", "call", "wait", "step"})
"""Kinds whose names are people's words."""


class TraceFile(Model):
    """A trace as a file."""

    format: Literal["aule.trace"] = "aule.trace"
    version: Literal[1] = 1
    conventions: str = CONVENTIONS
    exported_at: str = Field(max_length=40)
    contents: bool = False
    trace: Trace
    details: dict[str, SpanDetail] = {}


class ReadTrace(Trace):
    """A trace that was read from a file."""

    source: Literal["aule", "otlp"]
    details: dict[str, SpanDetail] = {}


def without_contents(trace: Trace) -> Trace:
    """Return a trace of names and figures alone: no words of people, no messages of problems."""
    spans = [_bare(span) for span in trace.spans]
    return trace.model_copy(update={"title": trace.workflow or str(trace.kind), "spans": spans})


def _bare(span: Span) -> Span:
    told: dict[str, Any] = {}
    if span.kind in _PRIVATE:
        told["name"] = span.step or span.agent or str(span.attributes.get("aule.wait", span.kind))
    if span.error is not None:
        told["error"] = span.error.model_copy(
            update={"message": span.error.code, "hint": None, "candidates": [], "matches": [], "subject": None}
        )
    told["attributes"] = {name: value for name, value in span.attributes.items() if name != "gen_ai.workflow.name"}
    return span.model_copy(update=told)


def read_trace(raw: bytes) -> ReadTrace:
    """Return the trace in a file, ours or OTLP; `Invalid` with the reason where it cannot be looked at."""
    try:
        document: Any = json.loads(raw)
    except (ValueError, RecursionError) as problem:
        raise _unreadable("it is no JSON, or nested too deeply") from problem
    if not isinstance(document, dict):
        raise _unreadable("it is no object")
    told = cast("JsonObject", document)
    try:
        return _read_otlp(told) if "resourceSpans" in told else _read_own(told)
    except ValidationError as problem:
        first = problem.errors()[0]
        place = ".".join(map(str, first["loc"][:6]))
        raise _unreadable(f"{place or 'it'}: {first['msg']}") from problem
    except (ValueError, OverflowError, RecursionError, TypeError) as problem:
        raise _unreadable(str(problem) or "a value is not what it should be") from problem


def _read_own(document: JsonObject) -> ReadTrace:
    _check_count(_spans_in(document))
    file = TraceFile.model_validate(document)
    check(file.trace.spans)
    if set(file.details) - {span.id for span in file.trace.spans}:
        raise ValueError("it has details of spans that it does not have")
    read = trace_of_spans(file.trace.spans)
    kept = {name: getattr(file.trace, name) for name in ("run", "title", "kind", "workflow", "workflow_version")}
    return ReadTrace(**{**_fields(read), **kept}, source="aule", details=file.details)


def _read_otlp(document: JsonObject) -> ReadTrace:
    _check_count(_otlp_spans(document))
    spans = from_otlp(document)
    check(spans)
    return ReadTrace(**_fields(trace_of_spans(spans)), source="otlp")


def _fields(trace: Trace) -> dict[str, Any]:
    return {name: getattr(trace, name) for name in Trace.model_fields}


def _spans_in(document: JsonObject) -> int:
    trace = document.get("trace")
    spans: Any = cast("JsonObject", trace).get("spans") if isinstance(trace, dict) else None
    return len(cast("list[Any]", spans)) if isinstance(spans, list) else 0


def _otlp_spans(value: Any, names: Sequence[str] = ("resourceSpans", "scopeSpans", "spans")) -> int:
    """Count the spans of an OTLP document before anything of it is read."""
    inner: Any = cast("Mapping[str, Any]", value).get(names[0]) if isinstance(value, dict) else None
    if not isinstance(inner, list):
        return 0
    items = cast("list[Any]", inner)
    return len(items) if len(names) == 1 else sum(_otlp_spans(each, names[1:]) for each in items)


def _check_count(count: int) -> None:
    if count > MOST_SPANS:
        raise ValueError(f"it has {count} spans, and at most {MOST_SPANS} can be looked at")


def check(spans: Sequence[Span]) -> None:
    """Refuse spans that are no tree, are nested too deeply, or have figures that are no figures."""
    known = {span.id: span for span in spans}
    if not spans:
        raise ValueError("there is no span in it")
    if len(known) != len(spans):
        raise ValueError("two spans have the same id")
    depths: dict[str, int] = {}
    for span in spans:
        figures = (span.start_ms, span.duration_ms, span.cost, span.energy_wh or 0.0)
        if not all(math.isfinite(figure) for figure in figures) or span.duration_ms < 0 or span.cost < 0:
            raise ValueError(f"the figures of the span {span.id!r} are none")
        if len(span.name) > LONGEST_NAME or len(span.id) > 120:
            raise ValueError("the name or the id of a span is too long")
        _check_depth(span, known, depths)


def _check_depth(span: Span, known: Mapping[str, Span], depths: dict[str, int]) -> None:
    """Find how deep a span stands; circles and spans below nothing are refused."""
    chain: list[Span] = []
    at: Span | None = span
    while at is not None and at.id not in depths:
        chain.append(at)
        if len(chain) > DEEPEST:
            raise ValueError(f"its spans stand in a circle, or are nested more than {DEEPEST} deep")
        if at.parent is not None and at.parent not in known:
            raise ValueError(f"the span {at.id!r} stands below one that is not there")
        at = None if at.parent is None else known[at.parent]
    depth = depths[at.id] if at is not None else 0
    for each in reversed(chain):
        depth += 1
        depths[each.id] = depth
    if depth > DEEPEST:
        raise ValueError(f"its spans are nested more than {DEEPEST} deep")


def _unreadable(why: str) -> errors.Invalid:
    return errors.Invalid(
        f"The trace cannot be read: {why}.",
        code="trace_unreadable",
        hint="Choose a file that was saved from a trace, or OTLP as JSON.",
    )
