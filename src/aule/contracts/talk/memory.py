"""Memory: what is remembered, where it came from, and how far it is trusted."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.kinds import Layer, MemoryKind, Why
from aule.contracts.model import Model


class Replaced(Model):
    """What a memory took the place of."""

    id: str
    content: str
    created_at: str


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
    evidence: list[str] = Field(default_factory=list[str], max_length=20)
    """What it rests on: the message in which the owner said it (`message:…`), or what others' text was read before."""
    replaces: Replaced | None = None
    """The memory this one took the place of, because the owner said something else later."""


class Reason(Model):
    """Why a memory entered a turn."""

    why: Why
    fit: float = Field(default=1.0, ge=0, le=1)
    """How well it fits what was said."""


class MessageHit(Model):
    """A message of an old conversation that fits a question."""

    conversation: str
    title: str
    project: str
    message: str
    role: str
    ts: str
    excerpt: str
    fit: float
    link: str
    """Where the screens show the conversation."""


class MemoryFileChange(Model):
    """One line of a project's `MEMORY.md` that differs from what was written there."""

    change: Literal["added", "edited", "removed"]
    before: str | None = None
    after: str | None = None
    kind: MemoryKind
    memory: str | None = None
    """The memory it is about; none of a new line."""


class MemoryFileState(Model):
    """What somebody changed in a project's `MEMORY.md` and nobody has decided about."""

    project: str
    path: str
    """Where the file is, in the project's folder."""
    editor: Literal["nobody", "owner", "agent", "unknown"] = "nobody"
    """Who changed it, as far as the record tells: the owner here, an agent, or a program that nobody knows."""
    changed_at: str | None = None
    sha256: str | None = None
    """The content these changes were read from; send it back with a decision, so that nothing unseen is taken over."""
    changes: list[MemoryFileChange] = []


class MemoryFileRead(Model):
    """How many items were taken over from a project's `MEMORY.md`."""

    added: int = 0
    edited: int = 0
    removed: int = 0


class MemoryProposal(Model):
    """What was put forward to be forgotten or said as one; nothing where there is nothing of the kind."""

    approval: str | None = None
    run: str | None = None
    memories: int = 0
    """How many memories it is about."""
    merges: int = 0
    """How many would each say what several say now."""
