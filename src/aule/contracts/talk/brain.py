"""What every model tier has in common: a prompt goes in, pieces of a response come out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from aule.contracts.access.capability import Capability, Result
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Usage
from aule.contracts.talk.look_up import LookUp
from aule.contracts.talk.memory import MemoryItem, Reason
from aule.contracts.talk.understanding import Meant, Understood, UnderstoodCall


@dataclass(frozen=True, slots=True)
class Attached:
    """Something that stands beside a person's words: data, never orders."""

    ref: str
    """`artifact:<id>`, or `file:<project>/<path>`; `aule:…` where no person put it there."""
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
class Name:
    """What something is called: its kind, its title, and its id."""

    kind: str
    title: str
    id: str = ""
    app: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a conversation stands: what was wanted last, whether it waits, and what was listed."""

    last: UnderstoodCall | None = None
    waiting: str = ""
    """The run that waits for a decision about it; empty where none does."""
    plan: str = ""
    """The plan it became, while that waits for a decision."""
    changed: str = ""
    """The last run of this conversation that changed something and was not taken back."""
    undone: str = ""
    """The last undo of this conversation that nothing followed."""
    listed: tuple[str, ...] = ()
    focus: dict[str, str] = field(default_factory=dict[str, str])
    understood: Understood | None = None
    """What was understood in the turn just before; none where that was small talk, or a model's."""
    has_changed: bool = False
    """Whether the turn just before changed something, and that was not taken back."""
    is_asked_to_learn: bool = False
    """Whether all that is waited for is whether a sentence may be kept."""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What there is for a person: told to somebody who says hello or asks for help."""

    names: tuple[Name, ...] = ()
    """What the things are called that the apps have on record."""
    waiting: int = 0
    """How many things wait for the person's decision, anywhere."""
    has_model: bool = False


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that entered a turn, and why."""

    item: MemoryItem
    reason: Reason


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
    about: str = ""
    """What is open beside the talk, as its app calls it: `atlas:emp-2`."""
    names: tuple[Name, ...] = ()
    """What things and people are called in the apps it is about."""
    by_plan: frozenset[str] = frozenset()
    """Apps whose things are changed by a plan only, whoever wishes it."""
    plannable: tuple[Capability, ...] = ()
    """What can be wished for as a step of such a plan, beside the tools."""
    dialogue: Standing | None = None
    """Where the conversation stands, as far as earlier turns tell."""
    meant: Meant | None = None
    """What was chosen on a card in place of what was understood."""
    on_record: OnRecord | None = None
    """What there is for this person; known only where they say hello or ask for help."""
    look_ups: tuple[LookUp, ...] = ()
    """Who answers questions that are understood no other way; of apps that keep something."""
    recalled: tuple[Recalled, ...] = ()
    """What is remembered that has to do with the words."""


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
    cached: int = 0
    """Tokens of the prompt that the provider had kept from before, a part of those that came in."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood of the person's words."""

    understood: Understood


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence that the person said may be kept on this machine, and what it means. No model gives one."""

    said: str
    means: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request to a model in the words of its wire, and what comes back."""

    request: JsonObject
    """`messages` and `tools` in the shape of Chat Completions, and `settings`."""
    received: Callable[[], JsonObject]
    """Returns what has come back so far."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model is asked for this response; comes before the first request is sent."""

    exchanges: list[Exchange]
    """Grows with each request."""


Piece = Thought | Speech | Wish | Spent | Heard | Lesson | Asked


class Brain(Protocol):
    """Something that can take part in a turn: a recipe book, a small model, a full model."""

    provider: str
    model: str
    tier: Literal[0, 1, 2]
    context_length: int

    def respond(self, prompt: Prompt) -> AsyncIterator[Piece]:
        """Answer, piece by piece. Closing the iterator stops the model."""
        ...
