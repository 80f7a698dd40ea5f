"""What happens inside a turn: a model is chosen, thinks, speaks, and calls capabilities."""

from __future__ import annotations

from typing import Literal

from aule.contracts.access.capability import Result
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.run import Usage
from aule.contracts.talk.catalog import WhyCode
from aule.contracts.talk.understanding import Understood


class ModelChosen(Model):
    """The router picked a model, and says why."""

    type: Literal["model.chosen"] = "model.chosen"
    provider: str
    model: str
    tier: Literal[0, 1, 2]
    why: str
    why_code: WhyCode | None = None


class ModelAsked(Model):
    """A model was asked; the prompt as sent and the answer as received are kept apart, for as long as settings say."""

    type: Literal["model.asked"] = "model.asked"
    step: int
    exchange: str
    """The sha256 of what is kept."""


class ModelProbed(Model):
    """A model was tried out, and this is what it can do."""

    type: Literal["model.probed"] = "model.probed"
    provider: str
    model: str
    facts: JsonObject


class CallRequested(Model):
    """One call as the model asked for it."""

    id: str
    capability: str
    params: JsonObject


class TurnThought(Model):
    """A piece of the model's reasoning."""

    type: Literal["turn.thought"] = "turn.thought"
    step: int
    delta: str


class TurnSpoke(Model):
    """A piece of the answer."""

    type: Literal["turn.spoke"] = "turn.spoke"
    step: int
    delta: str


class TurnStepped(Model):
    """One model response is complete: what it said and which calls it wants."""

    type: Literal["turn.stepped"] = "turn.stepped"
    step: int
    text: str
    thought: str = ""
    calls: list[CallRequested] = []
    usage: Usage = Usage()
    cached: int = 0
    """Tokens of the prompt that the provider had kept from before, a part of `usage.tokens_in`."""
    duration_ms: float = 0


class TurnUnderstood(Model):
    """What was understood of somebody's words without a model: the values, other readings, and what was left unused."""

    type: Literal["turn.understood"] = "turn.understood"
    understood: Understood


class TurnSteered(Model):
    """A person added words to a turn that is under way."""

    type: Literal["turn.steered"] = "turn.steered"
    message: str


class TurnRefused(Model):
    """An answer broke guidelines of its agent that are checked: it was held back, and asked for again."""

    type: Literal["turn.refused"] = "turn.refused"
    step: int
    text: str
    """The answer that nobody was shown."""
    rules: list[str]
    """The guidelines it broke, as sentences."""
    correction: str = ""
    """What the model was told."""


class TurnCompacted(Model):
    """Something no longer fits into the prompt: older messages, earlier results, or part of what is attached."""

    type: Literal["turn.compacted"] = "turn.compacted"
    what: Literal["messages", "results", "attachments"] = "messages"
    dropped: int
    kept: int
    summary: str


class CallStarted(Model):
    """A capability is being called."""

    type: Literal["call.started"] = "call.started"
    id: str
    capability: str
    title: str
    effect: str
    params: JsonObject
    approval: str | None = None
    runtime: str = ""
    """Where its code runs, unless that is the system's own process."""


class CallProgressed(Model):
    """A long call says how far it is."""

    type: Literal["call.progressed"] = "call.progressed"
    id: str
    message: str
    fraction: float | None = None


class CallPrinted(Model):
    """A command that runs printed something."""

    type: Literal["call.printed"] = "call.printed"
    id: str
    stream: Literal["stdout", "stderr"]
    text: str


class CallConnected(Model):
    """A connection of a command to a package registry ended, or was refused."""

    type: Literal["call.connected"] = "call.connected"
    id: str
    """The call."""
    host: str
    """The server; of a refused one, what was asked for."""
    port: int = 0
    end: Literal[
        "closed", "refused", "unreachable", "too_much_down", "too_much_up", "idle", "time", "revoked", "ended"
    ] = "closed"
    why: str = ""
    up: int = 0
    """Bytes that were sent."""
    down: int = 0
    """Bytes that came."""
    duration_ms: float = 0


class CommandBegan(Model):
    """A command is about to run where its traces stay; recorded first, so that a crash can be cleared up."""

    type: Literal["command.began"] = "command.began"
    id: str
    """The call."""
    tree: str
    """The blob that says how the files were before: what differs afterwards is its doing."""


class CallCompleted(Model):
    """A call came back with a result."""

    type: Literal["call.completed"] = "call.completed"
    id: str
    capability: str
    result: Result


class CallFailed(Model):
    """A call came back with a problem, or was refused before it began."""

    type: Literal["call.failed"] = "call.failed"
    id: str
    capability: str
    result: Result
