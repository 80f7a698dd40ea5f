"""Drafts of spans: what is known of a span while events are still being read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from aule.apps.insights.traces.span import Attribute, SpanKind, SpanStatus
from aule.contracts.ambient import timestamp
from aule.contracts.errors import Problem
from aule.text.hashing import bytes_hash


def moment_of(ts: str) -> float:
    """Return a timestamp as milliseconds since 1970."""
    return datetime.fromisoformat(ts).timestamp() * 1000


def timestamp_of(moment: float) -> str:
    """Return milliseconds since 1970 as a timestamp."""
    return timestamp(datetime.fromtimestamp(moment / 1000, UTC))


def span_id(run: str, kind: str, key: str) -> str:
    """Return the id of a span: always the same for the same piece of the same run, in the form OTLP wants."""
    return bytes_hash(f"{run}\n{kind}\n{key}".encode())[:16]


@dataclass(slots=True)
class SpanDraft:
    """A span as far as it is known."""

    id: str
    run: str
    kind: SpanKind
    name: str
    operation: str
    start: float
    """In milliseconds since 1970."""
    first_seq: int
    last_seq: int
    parent: str | None = None
    end: float | None = None
    status: SpanStatus = "running"
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float = 0
    model_calls: int = 0
    model: str | None = None
    provider: str | None = None
    retries: int = 0
    bytes: int = 0
    step: str = ""
    capability: str = ""
    agent: str = ""
    approval: str | None = None
    error: Problem | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])

    def close(self, at: float, status: SpanStatus, error: Problem | None = None) -> None:
        """End the span."""
        self.end, self.status, self.error = at, status, error

    @property
    def is_open(self) -> bool:
        """Whether nothing has ended it yet."""
        return self.end is None
