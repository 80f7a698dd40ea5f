"""Memory: what is remembered, where it came from, and how far it is trusted."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.kinds import Layer, MemoryKind
from aule.contracts.model import Model


class MemoryItem(Model):
    """One remembered thing."""

    id: str
    layer: Layer
    scope: str
    kind: MemoryKind
    content: str = Field(min_length=1, max_length=8_000)
    result: str | None = None
    step: int | None = Field(default=None, ge=1)
    """The number of the plan's step it is about."""
    capability: str | None = None
    """What that step calls."""
    source: str
    trust: Literal["user", "agent", "untrusted"]
    created_at: str
    expires_at: str | None = None
    pinned: bool = False
    version: int = 1
