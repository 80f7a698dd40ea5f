"""An ask: somebody's words on their way in."""

from __future__ import annotations

from pydantic import Field

from aule.contracts.access.agent import Budget, ModelChoice
from aule.contracts.access.runtimes import Choice
from aule.contracts.ids import Ref
from aule.contracts.model import Model
from aule.contracts.talk.messages import MAX_MESSAGE, MAX_REFS
from aule.contracts.talk.understanding import Meant


class Ask(Model):
    """Who says what, where, in which language, with which limits."""

    message: str = Field(min_length=1, max_length=MAX_MESSAGE)
    conversation_id: str | None = None
    agent: str | None = None
    team: str | None = None
    """The team that is asked, in place of one agent."""
    project: str | None = None
    model: ModelChoice | None = None
    locale: str | None = None
    budget: Budget | None = None
    runtime: Choice = "any"
    """Which tools may be used: all, or only those that run in a sandbox."""
    channel: str = "shell"
    is_relayed: bool = False
    """Whether another program put the words: they are carried out like any, and count as nobody's own."""
    refs: list[Ref] = Field(default=[], max_length=MAX_REFS)
    """What is put beside the words: `artifact:<id>`, `file:<project>/<path>`."""
    about: Ref | None = None
    """What is open beside the talk, as its app calls it: `atlas:emp-2`. Meant where nothing else is named."""
    meant: Meant | None = None
    """What was chosen on a card in place of what was understood: it is not guessed again."""
    replaces: str | None = None
    """The earlier message these words stand for; it and all after it are set aside."""


class Asked(Model):
    """What an ask started."""

    conversation_id: str
    run: str
    message: str
    cursor: str
    """Follow the event log from here to see all of it."""
