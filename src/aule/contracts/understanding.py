"""What was understood of somebody's words: told with each turn, so that a person can see it and put it right."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from aule.contracts.capability import CapabilityName
from aule.contracts.model import JsonObject, Model


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


class Meant(Model):
    """What somebody chose on a card in place of what was understood: this call, with these values."""

    capability: CapabilityName
    params: JsonObject = {}
