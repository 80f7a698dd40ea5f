"""Readings: what goes into the front, and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from aule.contracts.talk.understanding import Act, Verdict
from aule.understanding.dialogue import Dialogue
from aule.understanding.filling.fields import Field, Frame
from aule.understanding.filling.filler import missing
from aule.understanding.turns import Turn
from aule.understanding.values.marks import Mark
from aule.understanding.values.names import Roster


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said, to whom, and where the conversation stands."""

    words: str
    today: date
    frames: Mapping[str, Frame]
    """What may be meant here, by name."""
    language: str = "pt"
    apps: frozenset[str] = frozenset()
    """The apps it is likely about."""
    roster: Roster = field(default_factory=Roster)
    dialogue: Dialogue = field(default_factory=Dialogue)
    turns: Mapping[Turn, float] = field(default_factory=dict[Turn, float])
    """How likely each kind of turn is; the front tells it."""
    near: Mapping[str, float] = field(default_factory=dict[str, float])
    """How near frames are that the head was not trained for."""
    learned: Mapping[str, float] = field(default_factory=dict[str, float])
    """How likely frames are by sentences that the person let this machine keep."""
    now: datetime | None = None
    """The moment it was said, for what is due in two hours."""

    @property
    def change(self) -> float:
        """How likely words need what came before."""
        return self.turns.get(Turn.CHANGE, 0.0)


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that may be meant, with its values."""

    frame: Frame
    share: float
    values: Mapping[str, Any]
    places: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict[str, Sequence[tuple[int, int]]])
    inherited: frozenset[str] = frozenset()
    """Values that were said before, or are on the screen."""
    is_clash: bool = False

    @property
    def missing(self) -> Field | None:
        """The first required field without a value."""
        return missing(self.frame, dict(self.values))


@dataclass(frozen=True, slots=True)
class Understanding:
    """What somebody's words mean."""

    act: Act
    decision: Verdict
    readings: tuple[Reading, ...] = ()
    """The best first; where the decision is to do it, that one counts."""
    also: tuple[Understanding, ...] = ()
    """Further wishes of the same sentence, in order."""
    unused: tuple[str, ...] = ()
    """Words that neither the frame nor a value used."""
    marks: tuple[Mark, ...] = ()
    words: str = ""
    """The part of the sentence it was read from, where a sentence holds several wishes."""
    is_of_part: bool = False
    """Whether a part of something is to be removed, of which only the whole can be."""

    @property
    def best(self) -> Reading | None:
        """The likeliest reading."""
        return self.readings[0] if self.readings else None
