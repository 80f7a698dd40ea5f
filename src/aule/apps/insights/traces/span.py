"""Spans and traces: pieces of a run with their beginning, their length, and what they took."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.errors import Problem
from aule.contracts.model import Model
from aule.contracts.runs.run import RunKind

CONVENTIONS = "1.41.0+genai.2026-05-19"
"""The OpenTelemetry GenAI conventions that names are taken from: semconv 1.41, with memory operations of May 2026."""

SpanKind = Literal["workflow", "step", "turn", "call", "model", "rules", "tool", "retrieval", "memory", "wait"]
"""What a span is: `call` is a run of one direct call, `rules` an answer without a model, `wait` time nobody worked."""
SpanStatus = Literal["ok", "error", "running", "waiting", "cancelled", "skipped"]
Attribute = str | int | float | bool
UNFINISHED: frozenset[SpanStatus] = frozenset({"running", "waiting"})
"""How spans stand that are not over."""


class Span(Model):
    """One piece of a run."""

    id: str
    parent: str | None = None
    run: str
    kind: SpanKind
    name: str
    operation: str
    """The `gen_ai.operation.name`; `wait_for_person` and `execute_step` are words of our own."""
    status: SpanStatus
    started_at: str
    start_ms: float
    """Since the root began."""
    duration_ms: float
    """So far, while it is not over."""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    """Tokens of the prompt that the provider had kept from before; a part of `tokens_in`."""
    cost: float = 0
    model_calls: int = 0
    model: str | None = None
    provider: str | None = None
    retries: int = 0
    bytes: int = 0
    """Size of what a call gave back, or of a model's answer."""
    energy_wh: float | None = Field(default=None, description="An estimate, for models on this machine only.")
    step: str = ""
    capability: str = ""
    agent: str = ""
    approval: str | None = None
    error: Problem | None = None
    first_seq: str = ""
    last_seq: str = ""
    attributes: dict[str, Attribute] = {}


class TraceTotals(Model):
    """What a whole trace took."""

    spans: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float = 0
    model_calls: int = 0
    tool_calls: int = 0
    retries: int = 0
    bytes: int = 0
    errors: int = 0
    waited_ms: float = 0
    """Time in which a person was waited for, or the system was off; overlaps count once."""
    energy_wh: float | None = None


class TraceHead(Model):
    """What a trace is of, without its spans."""

    run: str
    title: str
    kind: RunKind
    status: SpanStatus
    workflow: str | None = None
    workflow_version: int | None = None
    started_at: str
    duration_ms: float
    is_live: bool
    """Whether the run is not over yet."""
    totals: TraceTotals
    conventions: str = CONVENTIONS


class Trace(TraceHead):
    """A run and everything below it, as spans: parents before children, siblings by their beginning."""

    spans: list[Span]
    critical_path: list[str]
    """The spans that the end of the trace waited for, from the root on."""
    cursor: str = ""
    """Goes back in as `since`."""
