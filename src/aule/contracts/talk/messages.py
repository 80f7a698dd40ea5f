"""Conversations and their messages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.model import Model
from aule.contracts.talk.sources import Grounding, Passage

MAX_MESSAGE = 200_000
"""Characters in one message; more belongs in a file."""
MAX_REFS = 20
"""Things that can be put beside one message."""


class Conversation(Model):
    """A talk with one agent."""

    id: str
    app: str = "core"
    agent: str
    project: str
    title: Annotated[str, StringConstraints(max_length=200)] = ""
    created_at: str
    updated_at: str
    version: int = 1


class Attachment(Model):
    """Something put beside a message: an artifact, or a file of a project."""

    ref: str
    """`artifact:<id>`, or `file:<project>/<path>`."""
    title: str
    mime: str | None = None
    size: int | None = None


class Speaker(Model):
    """Who spoke for a team, and why it was them."""

    agent: str
    team: str
    why: str = ""


class Message(Model):
    """One thing that was said."""

    id: str
    conversation: str
    role: Literal["user", "assistant", "tool", "kernel"]
    content: str = Field(max_length=MAX_MESSAGE * 5)
    run: str | None = None
    artifacts: list[str] = []
    plan: str | None = None
    """The plan it shows."""
    refs: list[Attachment] = []
    """What the person put beside their words."""
    interrupted: bool = False
    unsupported: list[str] = []
    """Claims of an effect that no event of the run supports."""
    sources: list[Passage] = []
    """The passages of documents it cites, by their marks."""
    speaker: Speaker | None = None
    """Who said it, where a team was asked."""
    grounding: Grounding | None = None
    """How far those passages support it; none where it rests on no document."""
    ts: str
