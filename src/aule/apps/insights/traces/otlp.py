"""OTLP as JSON: spans written and read in the form that OpenTelemetry collectors speak over HTTP."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from aule.apps.insights.traces.details import SpanPart
from aule.apps.insights.traces.drafts import moment_of, timestamp_of
from aule.apps.insights.traces.span import CONVENTIONS, Attribute, Span, SpanKind, SpanStatus, Trace
from aule.apps.insights.traces.tree import critical_path, totals_of
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import RunKind
from aule.text.hashing import bytes_hash

SCOPE = "aule.insights"
_CLIENT, _INTERNAL = 3, 1
_OK, _ERROR = 1, 2
_KINDS: Mapping[str, SpanKind] = {
    "invoke_workflow": "workflow",
    "invoke_agent": "turn",
    "create_agent": "turn",
    "chat": "model",
    "text_completion": "model",
    "generate_content": "model",
    "embeddings": "model",
    "execute_tool": "tool",
    "retrieval": "retrieval",
    "plan": "rules",
    "search_memory": "memory",
    "create_memory": "memory",
    "update_memory": "memory",
    "delete_memory": "memory",
    "wait_for_person": "wait",
    "wait_for_restart": "wait",
}
_KNOWN_KINDS: tuple[SpanKind, ...] = get_args(SpanKind)
_CONTENTS = {
    "prompt": "gen_ai.input.messages",
    "sent": "gen_ai.input.messages",
    "tools": "gen_ai.tool.definitions",
    "answer": "gen_ai.output.messages",
    "arguments": "gen_ai.tool.call.arguments",
    "result": "gen_ai.tool.call.result",
}
"""Parts that have a name in the conventions."""


def trace_id(run: str) -> str:
    """Return the id of a run's trace, 32 hexadecimal digits."""
    return bytes_hash(run.encode())[:32]


def to_otlp(trace: Trace, version: str, contents: Mapping[str, Sequence[SpanPart]] | None = None) -> JsonObject:
    """Return a trace as OTLP; with contents only where they are given, by span."""
    spans = [_written(span, trace, (contents or {}).get(span.id), contents is not None) for span in trace.spans]
    resource: dict[str, Attribute] = {"service.name": "aule", "aule.insights.version": version}
    scope = {"name": SCOPE, "version": CONVENTIONS}
    return {
        "resourceSpans": [
            {"resource": {"attributes": _listed(resource)}, "scopeSpans": [{"scope": scope, "spans": spans}]}
        ]
    }


def _written(span: Span, trace: Trace, parts: Sequence[SpanPart] | None, with_contents: bool) -> JsonObject:
    begun = moment_of(trace.started_at) + span.start_ms
    attributes: dict[str, Attribute] = {**span.attributes, "aule.run": span.run, "aule.cost_usd": span.cost}
    attributes |= {_CONTENTS[part.name]: _text_of(part) for part in parts or () if part.name in _CONTENTS}
    status: JsonObject = {"code": _ERROR if span.status == "error" else _OK if span.status == "ok" else 0}
    if with_contents and span.error is not None:
        status["message"] = span.error.message
    written: JsonObject = {
        "traceId": trace_id(trace.run),
        "spanId": span.id,
        "name": _name_of(span, with_contents),
        "kind": _CLIENT if span.kind == "model" else _INTERNAL,
        "startTimeUnixNano": str(round(begun * 1_000_000)),
        "endTimeUnixNano": str(round((begun + span.duration_ms) * 1_000_000)),
        "attributes": _listed(attributes),
        "status": status,
    }
    return written if span.parent is None else {**written, "parentSpanId": span.parent}


def _name_of(span: Span, with_contents: bool) -> str:
    """Return what a span is called by the conventions: its operation and what that is about."""
    about = span.model or span.capability or span.agent or span.step or (span.name if with_contents else "")
    return f"{span.operation} {about}".strip()


def _text_of(part: SpanPart) -> str:
    return part.text if part.text is not None else json.dumps(part.data, ensure_ascii=False, default=str)


def _listed(attributes: Mapping[str, Attribute]) -> list[JsonObject]:
    return [{"key": key, "value": _value(value)} for key, value in attributes.items()]


def _value(value: Attribute) -> JsonObject:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case str():
            return {"stringValue": value}


def from_otlp(document: JsonObject) -> list[Span]:
    """Return the spans of an OTLP document; raises `ValueError` with what is wrong."""
    found = [
        _read(_object(span))
        for resource in _list(document.get("resourceSpans"))
        for scope in _list(_object(resource).get("scopeSpans"))
        for span in _list(_object(scope).get("spans"))
    ]
    if not found:
        raise ValueError("there is no span in it")
    known = {span.id for span in found}
    found = [span if span.parent in known else span.model_copy(update={"parent": None}) for span in found]
    start = min(moment_of(span.started_at) for span in found)
    return [span.model_copy(update={"start_ms": round(moment_of(span.started_at) - start, 3)}) for span in found]


def trace_of_spans(spans: Sequence[Span]) -> Trace:
    """Return spans that came from elsewhere as a trace; several roots stand below one that covers them."""
    roots = [span for span in spans if span.parent is None]
    if len(roots) != 1:
        top = _covering(spans)
        spans = [top, *(span if span.parent else span.model_copy(update={"parent": top.id}) for span in spans)]
        roots = [top]
    root = roots[0]
    ordered = _ordered(root, spans)
    return Trace(
        run=root.run,
        title=root.name,
        kind=RunKind.WORKFLOW if root.kind == "workflow" else RunKind.TURN,
        status=root.status,
        started_at=root.started_at,
        duration_ms=root.duration_ms,
        is_live=False,
        spans=ordered,
        critical_path=critical_path(ordered),
        totals=totals_of(ordered),
    )


def _covering(spans: Sequence[Span]) -> Span:
    first = min(spans, key=lambda span: span.start_ms)
    end = max(span.start_ms + span.duration_ms for span in spans)
    return Span(
        id=bytes_hash("".join(span.id for span in spans).encode())[:16],
        run=first.run,
        kind="workflow",
        name="trace",
        operation="invoke_workflow",
        status="error" if any(span.status == "error" for span in spans) else "ok",
        started_at=first.started_at,
        start_ms=first.start_ms,
        duration_ms=round(end - first.start_ms, 3),
    )


def _ordered(root: Span, spans: Sequence[Span]) -> list[Span]:
    below: dict[str, list[Span]] = {}
    for span in spans:
        if span.parent is not None:
            below.setdefault(span.parent, []).append(span)
    found: list[Span] = []
    waiting = [root]
    while waiting:
        span = waiting.pop()
        found.append(span)
        waiting += sorted(below.get(span.id, ()), key=lambda each: each.start_ms)[::-1]
    return found


def _read(span: JsonObject) -> Span:
    attributes = dict(map(_attribute, _list(span.get("attributes"))))
    operation = str(attributes.get("gen_ai.operation.name", ""))
    started, ended = (_nanoseconds(span.get(name)) / 1_000_000 for name in ("startTimeUnixNano", "endTimeUnixNano"))
    failed = str(_object(span.get("status")).get("code")) in (str(_ERROR), "STATUS_CODE_ERROR")
    status: SpanStatus = "error" if failed else "ok"
    message = str(_object(span.get("status")).get("message", ""))
    model = attributes.get("gen_ai.request.model") or attributes.get("gen_ai.response.model")
    return Span(
        id=_text(span.get("spanId")),
        parent=_text(span.get("parentSpanId")) if span.get("parentSpanId") else None,
        run=str(attributes.get("aule.run") or _text(span.get("traceId"))),
        kind=_kind_of(attributes, operation),
        name=_text(span.get("name")),
        operation=operation,
        status=status,
        started_at=timestamp_of(started),
        start_ms=0,
        duration_ms=round(max(0.0, ended - started), 3),
        tokens_in=_whole(attributes.get("gen_ai.usage.input_tokens")),
        tokens_out=_whole(attributes.get("gen_ai.usage.output_tokens")),
        tokens_cached=_whole(attributes.get("gen_ai.usage.cache_read.input_tokens")),
        cost=float(attributes.get("aule.cost_usd") or 0),
        model_calls=int(_KINDS.get(operation) == "model"),
        model=None if model is None else str(model),
        provider=str(attributes["gen_ai.provider.name"]) if "gen_ai.provider.name" in attributes else None,
        step=str(attributes.get("aule.step", "")),
        capability=str(attributes.get("gen_ai.tool.name", "")),
        agent=str(attributes.get("gen_ai.agent.id", "")),
        error=Problem(code=str(attributes.get("error.type", "failed")), message=message) if failed else None,
        attributes=attributes,
    )


def _kind_of(attributes: Mapping[str, Attribute], operation: str) -> SpanKind:
    own = attributes.get("aule.kind")
    return own if own in _KNOWN_KINDS else _KINDS.get(operation, "step")


def _attribute(given: Any) -> tuple[str, Attribute]:
    pair = _object(given)
    for name, value in _object(pair.get("value")).items():
        match name, value:
            case "intValue", str() | int():
                return _text(pair.get("key")), _whole(value)
            case (("stringValue" | "boolValue" | "doubleValue"), str() | bool() | int() | float()):
                return _text(pair.get("key")), value
            case _:
                pass
    return _text(pair.get("key")), ""


def _object(value: Any) -> JsonObject:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError("an object is expected where something else stands")
    return cast("JsonObject", value)


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError("a list is expected where something else stands")
    return cast("list[Any]", value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("a text is missing where a name or an id belongs")
    return value


def _whole(value: Any) -> int:
    number = int(value or 0)
    if not 0 <= number < 2**63:
        raise ValueError("a number is out of range")
    return number


def _nanoseconds(value: Any) -> int:
    number = int(value) if isinstance(value, str | int) else -1
    if not 0 <= number < 2**63:
        raise ValueError("a time is missing or out of range")
    return number
