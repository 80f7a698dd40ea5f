"""Comparison: spans of two runs of one workflow, paired by their places, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aule.apps.insights.traces.span import Span, SpanKind, SpanStatus, Trace, TraceHead
from aule.contracts.model import Model

DIFFERS_MS, DIFFERS_SHARE = 50.0, 0.2
"""How much longer or shorter a span has to be to count as different."""


class FigureChange(Model):
    """A figure of both sides."""

    left: float | None
    right: float | None
    change: float | None
    """Right less left; none where one side is missing."""


class SpanPair(Model):
    """The same piece of two runs."""

    key: str
    name: str
    kind: SpanKind
    depth: int
    left: str | None
    right: str | None
    left_status: SpanStatus | None
    right_status: SpanStatus | None
    duration_ms: FigureChange
    tokens: FigureChange
    cost: FigureChange
    differs: bool


class Comparison(Model):
    """Two traces beside each other."""

    runs: list[TraceHead]
    pairs: list[SpanPair]


def compare(left: Trace, right: Trace) -> Comparison:
    """Pair the spans of two traces: children of a pair by kind, name and number, as the left one has them."""
    below = (_below(left.spans), _below(right.spans))
    pairs: list[SpanPair] = []
    waiting: list[tuple[str, Span | None, Span | None, int]] = [("", left.spans[0], right.spans[0], 0)]
    while waiting:
        key, one, other, depth = waiting.pop()
        pairs.append(_pair(key, one, other, depth))
        sides = [below[side].get(span.id, []) if span else [] for side, span in enumerate((one, other))]
        inner = [(f"{key}/{name}", *both, depth + 1) for name, both in _merged(sides[0], sides[1])]
        waiting += reversed(inner)
    heads = [TraceHead(**trace.model_dump(include=set(TraceHead.model_fields))) for trace in (left, right)]
    return Comparison(runs=heads, pairs=pairs)


def _below(spans: Sequence[Span]) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for span in spans:
        if span.parent is not None:
            found.setdefault(span.parent, []).append(span)
    return found


def _named(spans: Sequence[Span]) -> dict[str, Span]:
    """Return spans by what is the same in another run: their kind and name, and the how manieth of these they are."""
    counts: dict[str, int] = {}
    found: dict[str, Span] = {}
    for span in spans:
        own = span.step if span.kind == "step" else span.capability or span.agent or span.name
        name = span.kind if span.kind == "model" else f"{span.kind}:{own}"
        counts[name] = counts.get(name, 0) + 1
        found[f"{name}#{counts[name]}"] = span
    return found


def _merged(left: Sequence[Span], right: Sequence[Span]) -> Iterator[tuple[str, tuple[Span | None, Span | None]]]:
    """Yield the children of both sides: as the left one has them, what only the right one has at its place."""
    ours, theirs = _named(left), _named(right)
    extras: dict[str, list[str]] = {}
    last = ""
    for name in theirs:
        if name in ours:
            last = name
        else:
            extras.setdefault(last, []).append(name)
    for name in ["", *ours]:
        if name:
            yield name, (ours[name], theirs.get(name))
        for extra in extras.get(name, ()):
            yield extra, (None, theirs[extra])


def _pair(key: str, left: Span | None, right: Span | None, depth: int) -> SpanPair:
    shown = left or right
    assert shown is not None
    duration = _change(left and left.duration_ms, right and right.duration_ms)
    tokens = _change(left and left.tokens_in + left.tokens_out, right and right.tokens_in + right.tokens_out)
    cost = _change(left and left.cost, right and right.cost)
    longer = abs(duration.change or 0)
    is_longer = longer > DIFFERS_MS and longer > DIFFERS_SHARE * max(duration.left or 0, duration.right or 0)
    same = left is not None and right is not None and left.status == right.status
    return SpanPair(
        key=key or "/",
        name=shown.name,
        kind=shown.kind,
        depth=depth,
        left=left and left.id,
        right=right and right.id,
        left_status=left and left.status,
        right_status=right and right.status,
        duration_ms=duration,
        tokens=tokens,
        cost=cost,
        differs=not same or is_longer or bool(tokens.change) or bool(cost.change),
    )


def _change(left: float | None, right: float | None) -> FigureChange:
    change = None if left is None or right is None else round(right - left, 10)
    return FigureChange(left=left, right=right, change=change)
