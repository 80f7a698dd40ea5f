"""What is filled: a sentence as frames are filled from it, and the values it has given so far with their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import Mark, MarkKind


@dataclass(slots=True)
class Filled:
    """What a sentence says for a frame."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])
    places: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    """Where each value stands."""

    def put(self, name: str, value: Any, *places: tuple[int, int]) -> None:
        """Take a value for a parameter."""
        self.values[name] = value
        self.places.setdefault(name, []).extend(places)

    @property
    def taken(self) -> list[tuple[int, int]]:
        """All places that are used."""
        return sorted(place for places in self.places.values() for place in places)

    def is_free(self, start: int, end: int) -> bool:
        """Tell whether nothing has taken this place."""
        return not any(first < end and start < last for first, last in self.taken)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with its marks, as frames are filled from it."""

    wording: Wording
    marks: Sequence[Mark]
    today: date
    now: datetime | None = None
    """The moment it was said, for `daqui a duas horas`."""

    def of(self, *kinds: MarkKind) -> list[Mark]:
        """Return the marks of some kinds, in order."""
        return [each for each in self.marks if each.kind in kinds]


def open_fields(frame: Frame, filled: Filled, *kinds: FieldKind) -> list[Field]:
    """Return the fields of some kinds that have no value yet."""
    return [each for each in frame.fields if each.kind in kinds and each.name not in filled.values]


def is_edit(frame: Frame) -> bool:
    """Tell whether a frame changes a thing that has to be named."""
    named = [each for each in frame.fields if each.kind is FieldKind.NAME and each.is_required]
    return not frame.is_harmless and any(each.of == frame.thing for each in named)
