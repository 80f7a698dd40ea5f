"""What was understood of somebody's words: told with each turn, so that a person can see it and put it right."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast

from pydantic import Field, model_validator

from aule.contracts.access.capability import CapabilityName
from aule.contracts.model import JsonObject, Model

MOST_MEANT = 50
"""As many calls may be chosen at once."""
LONGEST_LEARNED = 300
"""Characters of a sentence that can be learned."""


class Act(StrEnum):
    """What somebody's words do in a conversation."""

    REQUEST = "request"
    FOLLOW_UP = "follow_up"
    """Goes on from the turn before: another value, or another wish about the same thing."""
    CORRECTION = "correction"
    """Changes what waits for a decision."""
    ANSWER = "answer"
    PICK = "pick"
    """Chooses one of the things that were listed."""
    UNDO = "undo"
    REDO = "redo"
    STOP = "stop"
    GO_ON = "go_on"
    SMALL_TALK = "small_talk"
    HELP = "help"
    NOT_MEANT = "not_meant"
    """Says that what was understood before is not what was meant."""


class Verdict(StrEnum):
    """What follows from what was understood."""

    DO = "do"
    """Make the call: a look at once, a write as a card."""
    ASK = "ask"
    """Something that has to be said is missing."""
    CHOOSE = "choose"
    """It may mean several things, which are offered."""
    OUTSIDE = "outside"
    """Nothing here is meant by it."""
    TALK = "talk"
    """It wants no call: thanks, help, undo, go on."""


class ValueOption(Model):
    """One of the values a parameter knows."""

    value: Any
    label: str


class UnderstoodValue(Model):
    """One value of a call, as it was said."""

    param: str
    label: str
    """What people call the parameter, in their language."""
    kind: str
    """What kind of value it is: `name`, `day`, `number`, `choice`, `text` …"""
    of: str = ""
    """The kind of thing it names, as its app calls it: `turma`. `GET /v1/understand/names` tells their names."""
    value: Any
    said: str = ""
    """The words it was read from; empty where nobody said it in this sentence."""
    inherited: bool = False
    """Whether it was said before, or is open on the screen."""
    note: str = ""
    """How words were taken that may mean something else too."""
    options: list[ValueOption] = []


class UnderstoodCall(Model):
    """One thing that may be meant."""

    capability: CapabilityName
    title: str
    share: float
    """How likely it is, from 0 to 1."""
    params: JsonObject
    values: list[UnderstoodValue] = []
    missing: str | None = None
    """The label of the first value that has to be said and is not."""


class Understood(Model):
    """What was understood of one sentence."""

    words: str
    act: Act
    decision: Verdict
    calls: list[UnderstoodCall] = []
    """What is wanted, in order; several where a sentence holds several wishes."""
    others: list[UnderstoodCall] = []
    """What else may have been meant, with the values it would have."""
    unused: list[str] = []
    """Words that were not used."""
    focus: dict[str, str] = {}
    """The things that are spoken of now, by kind."""


class MeantCall(Model):
    """One call with the values that were chosen for it."""

    capability: CapabilityName
    params: JsonObject = {}


class Meant(Model):
    """What somebody chose on a card in place of what was understood: these calls, in order, with these values."""

    calls: list[MeantCall] = Field(min_length=1, max_length=MOST_MEANT)

    @model_validator(mode="before")
    @classmethod
    def _read_one(cls, given: object) -> object:
        """Read a call by itself as well: that is how it was kept while one call was all that could be chosen."""
        is_one = isinstance(given, Mapping) and "capability" in given
        return {"calls": [cast("object", given)]} if is_one else cast("object", given)


class KnownName(Model):
    """What a thing or a person of an app is called."""

    title: str
    id: str = ""


class LearnedSentence(Model):
    """A sentence that a person let this machine keep, and what it means."""

    said: str = Field(min_length=1, max_length=LONGEST_LEARNED)
    means: CapabilityName
    learned_at: str = ""
    """The day, `2026-11-17`."""
