"""What every model tier has in common: a prompt goes in, pieces of a response come out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from aule.contracts.capability import Capability, Result
from aule.contracts.events import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.run import Usage


@dataclass(frozen=True, slots=True)
class Attached:
    """Something a person put beside their words: data, never orders."""

    ref: str
    """`artifact:<id>`, or `file:<project>/<path>`."""
    title: str
    text: str | None = None
    """What it says; none for what is not text, or is only named."""
    note: str = ""
    """What of it was left out, and how to see the rest."""
    path: str | None = None
    """Where it is, for a file of the project one works in."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words of the person or of the agent, with what was put beside them."""

    role: Literal["user", "assistant"]
    text: str
    attached: tuple[Attached, ...] = ()


@dataclass(frozen=True, slots=True)
class Wished:
    """The agent asked for these calls (and may have said something beside)."""

    calls: tuple[CallRequested, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Observed:
    """What a call gave back."""

    call: str
    capability: str
    result: Result


Entry = Said | Wished | Observed


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything a model gets to see for one response."""

    system: str
    history: tuple[Entry, ...]
    tools: tuple[Capability, ...]
    locale: str = "en"
    max_tokens: int | None = None
    shape: JsonObject | None = None
    """The JSON Schema the answer should follow. Who asked checks it: not every model can be held to it."""
    apps: frozenset[str] = frozenset()
    """The apps it is about: the one of the agent, and the one of what is open."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A piece of reasoning."""

    delta: str


@dataclass(frozen=True, slots=True)
class Speech:
    """A piece of the answer."""

    delta: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A complete call the model wants made. `capability` is as the model named it."""

    call: CallRequested


@dataclass(frozen=True, slots=True)
class Spent:
    """What this response cost; comes last."""

    usage: Usage = field(default_factory=Usage)


Piece = Thought | Speech | Wish | Spent


class Brain(Protocol):
    """Something that can take part in a turn: a recipe book, a small model, a full model."""

    provider: str
    model: str
    tier: Literal[0, 1, 2]
    context_length: int

    def respond(self, prompt: Prompt) -> AsyncIterator[Piece]:
        """Answer, piece by piece. Closing the iterator stops the model."""
        ...
