"""Coercion: converts loosely written values to the expected types, and notes every repair."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from aule.contracts.model import JsonObject, Model
from aule.kernel.planning.document.keys import keys_of
from aule.kernel.planning.document.synonyms import SENTENCE_KEYS
from aule.text.words import fold

MOST_NOTES = 100
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9_-]+")
_RANGE = re.compile(r"^\s*[lL]?(\d{1,9})(?:\s*(?:-|–|:|\.\.)\s*[lL]?(\d{1,9}))?\s*$")


class RepairNotes:
    """The repairs that were made, in the order of the document.

    With `may_cut`, texts that are too long are cut, because the document is kept elsewhere. Without it, they are
    errors.
    """

    def __init__(self, *, may_cut: bool = False) -> None:
        self.may_cut = may_cut
        self.all: list[str] = []
        self._count = 0

    def add(self, path: str, said: str) -> None:
        """Note a repair at a place."""
        self._count += 1
        if self._count <= MOST_NOTES:
            self.all.append(f"{path}: {said}")
        else:
            self.all[MOST_NOTES:] = [f"{self._count - MOST_NOTES} more repairs were made"]


def fields(
    model: type[Model], value: JsonObject, aliases: Mapping[str, Sequence[str]], notes: RepairNotes, path: str
) -> JsonObject:
    """Return the fields of a model found in a document, however spelt, by their names here."""
    found: JsonObject = {}
    for name, key in keys_of(model).items():
        if key.camel in value:
            found[name] = value[key.camel]
        elif name in value:
            found[name] = value[name]
            notes.add(path, f"{name!r} was read as {key.camel!r}")
    for name, others in aliases.items():
        spelt = next((other for other in others if other in value), None)
        if spelt is not None and name not in found and not _is_taken(model, spelt):
            found[name] = value[spelt]
            notes.add(path, f"{spelt!r} was read as {keys_of(model)[name].camel!r}")
    return found


def _is_taken(model: type[Model], spelt: str) -> bool:
    """Return whether a synonym is itself the name of a field of this model."""
    return any(spelt in (name, key.camel) for name, key in keys_of(model).items())


def things(value: Any, notes: RepairNotes, path: str) -> list[Any]:
    """Return a list, also where one thing or an object of things was written."""
    match value:
        case None:
            return []
        case list():
            return cast("list[Any]", value)
        case dict():
            named = cast("JsonObject", value)
            if named and all(isinstance(each, dict) for each in named.values()):
                notes.add(path, "an object was read as a list")
                return [{"id": name, **each} for name, each in named.items()]
            notes.add(path, "one thing was read as a list of one")
            return [named]
        case _:
            notes.add(path, "one thing was read as a list of one")
            return [value]


def sentence(value: Any, notes: RepairNotes, path: str) -> str:
    """Return a text, also where a number, a list or an object was written."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bool() | int() | float():
            notes.add(path, "a number was read as text")
            return str(value)
        case list():
            notes.add(path, "a list was read as one text")
            inside = (sentence(each, RepairNotes(), path) for each in cast("list[Any]", value))
            return "; ".join(text for text in inside if text)
        case dict():
            named = cast("JsonObject", value)
            notes.add(path, "an object was read as text")
            said = next((named[name] for name in SENTENCE_KEYS if isinstance(named.get(name), str)), None)
            return said if said is not None else "; ".join(f"{name}: {each}" for name, each in named.items())
        case _:
            return str(value)


def shortened(text: str, most: int, notes: RepairNotes, path: str) -> str:
    """Return a text of at most `most` characters, cut and noted where cutting is allowed."""
    if len(text) <= most or not notes.may_cut:
        return text
    notes.add(path, f"it was cut to {most} characters")
    return text[: most - 1] + "…"


def sentences(value: Any, notes: RepairNotes, path: str) -> list[str]:
    """Return a list of texts."""
    if isinstance(value, str):
        value = [line for line in value.splitlines() if line.strip()]
        if len(value) > 1:
            notes.add(path, "lines were read as a list")
    said = [sentence(each, notes, f"{path}[{place}]") for place, each in enumerate(things(value, notes, path))]
    return [each for each in said if each.strip()]


def flag(value: Any) -> bool:
    """Return a boolean, also from a word."""
    return fold(value) in ("true", "yes", "sim", "1", "critical", "high") if isinstance(value, str) else bool(value)


def count(value: Any, lowest: int, highest: int) -> int | None:
    """Return a whole number within limits, or None."""
    if isinstance(value, str) and value.strip().isdigit() and len(value) < 16:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and lowest <= value <= highest else None


def lines(value: Any) -> tuple[int | None, int | None]:
    """Return the first and the last line of `10-20`, `L10` or `[10, 20]`."""
    if isinstance(value, list):
        both = [count(each, 0, 10**9) for each in cast("list[Any]", value)[:2]]
        return (both[0] if both else None), (both[-1] if both else None)
    found = _RANGE.match(str(value))
    if found is None:
        return None, None
    return int(found[1]), int(found[2] or found[1])


def word(value: Any, known: Sequence[str], others: Mapping[str, str], notes: RepairNotes, path: str) -> str | None:
    """Return one of a closed set of words, also from other programs' synonyms; None if it is none of them."""
    if value is None:
        return None
    said = value if isinstance(value, str) else str(value)
    if said in known:
        return said
    folded = fold(said).strip()
    found = others.get(folded) or others.get(folded.replace(" ", "_"))
    if found is None and folded in known:
        found = folded
    if found is None:
        notes.add(path, f"{said[:60]!r} is no word for it and was left out")
        return None
    notes.add(path, f"{said!r} was read as {found!r}")
    return found


def short_id(value: Any, notes: RepairNotes, path: str) -> str | None:
    """Return an id as steps have it, also where a number or words were written."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    said = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    made = _NOT_IN_IDS.sub("-", said.strip()).strip("-")[:64]
    if not made:
        return None
    if made != value:
        notes.add(path, f"{value!r} was read as {made!r}")
    return made
