"""The tree: drafts of all runs become one trace whose times nest, whose figures add up, with its critical path."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aule.apps.insights.traces.drafts import SpanDraft, moment_of, timestamp_of
from aule.apps.insights.traces.fold import RunFold
from aule.apps.insights.traces.span import Attribute, Span, Trace, TraceTotals
from aule.contracts.events.facts import Event
from aule.contracts.runs.run import Run
from aule.sdk.system import sub_agent_ids

MS_PER_HOUR = 3_600_000
_SUMMED = ("tokens_in", "tokens_out", "tokens_cached", "cost", "model_calls")
DELEGATING = "core.delegate"


@dataclass(frozen=True, slots=True)
class TraceSource:
    """What a trace is made of."""

    runs: Sequence[Run]
    """The run, then all below it, each after the one above it."""
    events: Mapping[str, Sequence[Event]]
    """By run, in the order of the log."""
    now: str
    local: frozenset[str] = frozenset()
    """Providers whose models run on this machine."""
    watts: float = 0
    """What this machine is taken to draw while a model works."""
    cursor: str = ""


def trace_of(source: TraceSource) -> Trace:
    """Return the trace of a run and of everything below it."""
    now = moment_of(source.now)
    folds: dict[str, RunFold] = {}
    for run in source.runs:
        fold = folds[run.id] = RunFold(run)
        for event in source.events.get(run.id, ()):
            fold.take(event)
        fold.end(max(now, fold.root.start))
        above = folds.get(run.parent or "")
        if above is not None:
            fold.root.parent = _parent_in(above, fold).id
    top = source.runs[0]
    drafts = [draft for fold in folds.values() for draft in fold.drafts]
    return _built(top, folds[top.id].root, drafts, source)


def _parent_in(above: RunFold, below: RunFold) -> SpanDraft:
    """Return the span of the run above in which a run was started."""
    run = below.run
    if run.step is not None and run.step in above.steps:
        return above.steps[run.step]
    begun = below.root.start
    around = [
        draft
        for draft in (*above.calls.values(), *above.steps.values())
        if draft.start <= begun and (draft.end is None or begun <= draft.end)
    ]
    for draft in around:
        call = draft.attributes.get("gen_ai.tool.call.id")
        if draft.capability == DELEGATING and run.id in sub_agent_ids(above.run.id, str(call)):
            return draft
    return max(around, key=lambda draft: draft.start, default=above.root)


def _built(run: Run, root: SpanDraft, drafts: Sequence[SpanDraft], source: TraceSource) -> Trace:
    root.parent = None
    below = children_of(drafts)
    ordered = _ordered(root, below)
    for draft in reversed(ordered):  # children come before their parents
        for child in below.get(draft.id, ()):
            draft.start, draft.end = min(draft.start, child.start), max(_end(draft), _end(child))
            for name in _SUMMED:
                setattr(draft, name, getattr(draft, name) + getattr(child, name))
    ordered = _ordered(root, below)
    spans = [_span(draft, root, source) for draft in ordered]
    return Trace(
        run=run.id,
        title=run.title,
        kind=run.kind,
        status=root.status,
        workflow=run.workflow,
        workflow_version=run.workflow_version,
        started_at=timestamp_of(root.start),
        duration_ms=spans[0].duration_ms,
        is_live=not run.status.is_final,
        spans=spans,
        critical_path=critical_path(spans),
        totals=totals_of(spans),
        cursor=source.cursor,
    )


def children_of(drafts: Iterable[SpanDraft]) -> dict[str, list[SpanDraft]]:
    """Return the spans below each span."""
    below: dict[str, list[SpanDraft]] = {}
    for draft in drafts:
        if draft.parent is not None:
            below.setdefault(draft.parent, []).append(draft)
    return below


def _ordered(root: SpanDraft, below: Mapping[str, list[SpanDraft]]) -> list[SpanDraft]:
    """Return spans, parents before children, siblings by their beginning."""
    found: list[SpanDraft] = []
    waiting = [root]
    while waiting:
        draft = waiting.pop()
        found.append(draft)
        waiting += sorted(below.get(draft.id, ()), key=lambda each: (each.start, each.first_seq), reverse=True)
    return found


def _end(draft: SpanDraft) -> float:
    return draft.start if draft.end is None else max(draft.end, draft.start)


def _span(draft: SpanDraft, root: SpanDraft, source: TraceSource) -> Span:
    duration = round(_end(draft) - draft.start, 3)
    is_local = draft.kind == "model" and draft.provider in source.local and source.watts > 0
    return Span.model_construct(
        id=draft.id,
        parent=draft.parent,
        run=draft.run,
        kind=draft.kind,
        name=draft.name,
        operation=draft.operation,
        status=draft.status,
        started_at=timestamp_of(draft.start),
        start_ms=round(draft.start - root.start, 3),
        duration_ms=duration,
        tokens_in=draft.tokens_in,
        tokens_out=draft.tokens_out,
        tokens_cached=draft.tokens_cached,
        cost=round(draft.cost, 10),
        model_calls=draft.model_calls,
        model=draft.model,
        provider=draft.provider,
        retries=draft.retries,
        bytes=draft.bytes,
        energy_wh=round(duration / MS_PER_HOUR * source.watts, 6) if is_local else None,
        step=draft.step,
        capability=draft.capability,
        agent=draft.agent,
        approval=draft.approval,
        error=draft.error,
        first_seq=str(draft.first_seq),
        last_seq=str(draft.last_seq),
        attributes=_attributes(draft),
    )


def _attributes(draft: SpanDraft) -> dict[str, Attribute]:
    """Return what a span says by the names of OpenTelemetry."""
    named: dict[str, Attribute | None] = {"gen_ai.operation.name": draft.operation, "aule.kind": draft.kind}
    if draft.kind == "model":
        named |= {
            "gen_ai.provider.name": draft.provider,
            "gen_ai.request.model": draft.model,
            "gen_ai.usage.input_tokens": draft.tokens_in,
            "gen_ai.usage.output_tokens": draft.tokens_out,
            "gen_ai.usage.cache_read.input_tokens": draft.tokens_cached or None,
        }
    named |= {
        "gen_ai.tool.name": draft.capability or None,
        "gen_ai.agent.id": draft.agent or None,
        "gen_ai.workflow.name": draft.name if draft.kind == "workflow" else None,
        "aule.step": draft.step or None,
        "error.type": None if draft.error is None else draft.error.code,
    }
    return {**{name: value for name, value in named.items() if value is not None}, **draft.attributes}


def totals_of(spans: Sequence[Span]) -> TraceTotals:
    """Return what spans took together; tokens and money are those of the model calls."""
    models = [span for span in spans if span.kind == "model"]
    energy = [span.energy_wh for span in models if span.energy_wh is not None]
    tools = [
        span for span in spans if span.kind in ("tool", "retrieval") or (span.kind == "memory" and span.capability)
    ]
    return TraceTotals(
        spans=len(spans),
        tokens_in=sum(span.tokens_in for span in models),
        tokens_out=sum(span.tokens_out for span in models),
        tokens_cached=sum(span.tokens_cached for span in models),
        cost=round(math.fsum(span.cost for span in models), 10),
        model_calls=sum(span.model_calls for span in models),
        tool_calls=len(tools),
        retries=sum(span.retries for span in spans),
        bytes=sum(span.bytes for span in tools),
        errors=sum(span.status == "error" for span in spans),
        waited_ms=_covered(
            [(span.start_ms, span.start_ms + span.duration_ms) for span in spans if span.kind == "wait"]
        ),
        energy_wh=round(math.fsum(energy), 6) if energy else None,
    )


def _covered(pieces: Iterable[tuple[float, float]]) -> float:
    """Return how long at least one of some pieces of time lasted."""
    total, until = 0.0, -math.inf
    for start, end in sorted(pieces):
        total += max(0.0, end - max(start, until))
        until = max(until, end)
    return round(total, 3)


def critical_path(spans: Sequence[Span]) -> list[str]:
    """Return the spans that the end of the first one waited for: from it on, each followed by what is inside it.

    Going back from the end, the child that ended last is taken, then the one that ended last before that began.
    """
    if not spans:
        return []
    below: dict[str, list[Span]] = {}
    for span in spans[1:]:
        if span.parent is not None and span.duration_ms > 0:
            below.setdefault(span.parent, []).append(span)
    path: list[str] = []
    waiting = [spans[0]]
    while waiting:
        span = waiting.pop()
        path.append(span.id)
        until = span.start_ms + span.duration_ms
        for child in sorted(below.get(span.id, ()), key=lambda each: each.start_ms + each.duration_ms, reverse=True):
            if child.start_ms + child.duration_ms <= until + 1e-6:
                waiting.append(child)  # the earliest is on top in the end, so the path goes forward in time
                until = child.start_ms
    return path
