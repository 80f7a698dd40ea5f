"""Schemas of strangers: references followed inside the document, and reduced to the part that is checked here. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

from aule.contracts.model import JsonObject
from aule.text.foreign_text import without_hidden

LONGEST_NOTE = 300
LONGEST_SCHEMA = 12_000
"""Characters of the arguments of one operation, as JSON."""
DEPTHS = (8, 5, 3, 2, 1)
"""How deep a schema is told; each next one is tried where the one before made too much of it."""
MOST_NODES = 3_000
MOST_HOPS = 32
MOST_CHOICES = 60
MOST_PROPERTIES = 200
_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_NUMBERS = frozenset({"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"})
_EXCLUSIVE = frozenset({"exclusiveMinimum", "exclusiveMaximum"})
_SAID = frozenset({"title", "description", "format"})
_UNCHECKED = frozenset({"pattern", "not", "if"})


class Unfit(ValueError):
    """A part of a document that is not taken, and why."""


def mapping(value: Any) -> JsonObject:
    """Return a value where it is an object, else an empty one."""
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    """Return a value where it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def clean(text: Any, most: int) -> str:
    """Return a stranger's text on one line, without hidden characters, cut where it is too long."""
    line = " ".join(without_hidden(text[: most * 4]).split()) if isinstance(text, str) else ""
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _no_file(path: str) -> JsonObject | None:
    del path
    return None


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document, in which references are followed."""

    root: JsonObject
    file: Callable[[str], JsonObject | None] = _no_file
    """Returns another file of it by its place, or None where there is none."""

    def resolved(self, value: Any) -> JsonObject:
        """Return an object, or what its reference leads to inside the document; raise `Unfit` where that is nothing."""
        here = mapping(value)
        for _ in range(MOST_HOPS):
            reference = here.get("$ref")
            if not isinstance(reference, str):
                return here
            # What stands beside a reference (3.1) says more than what it leads to.
            beside = {name: each for name, each in here.items() if name in ("description", "summary")}
            here = {**self._pointed(reference), **beside}
        raise Unfit("its references lead in a circle")

    def _pointed(self, reference: str) -> JsonObject:
        path, _, pointer = reference.partition("#")
        found: Any = self.file(path) if path else self.root
        if found is None or (not path and not pointer.startswith("/")):
            raise Unfit(f"a part of it is described elsewhere, which is not read: {clean(reference, 100)}")
        for part in pointer.removeprefix("/").split("/") if pointer.strip("/") else ():
            key = _unescaped(part)
            if isinstance(found, list) and key.isdecimal() and len(key) < 7:
                found = dict(enumerate(cast("list[Any]", found))).get(int(key))
            else:
                found = self._through(mapping(found), key).get(key)
        if not isinstance(found, dict):
            raise Unfit(f"a reference leads nowhere: {clean(reference, 100)}")
        return cast("JsonObject", found)

    def _through(self, here: JsonObject, key: str) -> JsonObject:
        """Return an object of which a part is wanted; one that stands in another file is looked up there."""
        for _ in range(MOST_HOPS):
            path = here.get("$ref")
            if key in here or not isinstance(path, str) or "#/" in path:
                return here
            here = mapping(self.file(path.rstrip("#")))
        return here


@dataclass(slots=True)
class Reduction:
    """Reduces schemas to what is checked here, and notes what that leaves out."""

    document: Document
    deepest: int
    notes: set[str] = field(default_factory=set[str])
    _nodes: int = 0

    def schema(self, value: Any, depth: int = 0) -> JsonObject:
        """Return a schema that only tells types, fields, choices and sizes."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            self.notes.add("its schema is too large to be told whole")
            return {}
        if not isinstance(value, dict):
            return {}
        try:
            given = self.document.resolved(value)
        except Unfit as why:
            self.notes.add(str(why))
            return {}
        told = self._plain(given)
        if depth >= self.deepest:
            if any(name in given for name in ("properties", "items", "allOf", "anyOf", "oneOf")):
                self.notes.add(f"what is nested more than {self.deepest} levels is not described")
            return told
        self._nested(given, told, depth)
        self._together(given, told, depth)
        return told

    def _plain(self, given: JsonObject) -> JsonObject:
        told: JsonObject = {}
        if kinds := _kinds(given):
            told["type"] = kinds[0] if len(kinds) == 1 else kinds
        told |= {name: text for name in sorted(_SAID & given.keys()) if (text := clean(given[name], LONGEST_NOTE))}
        told |= _bounds(given)
        choices = sequence(given.get("enum")) or ([given["const"]] if "const" in given else [])
        if choices and len(choices) <= MOST_CHOICES and all(_is_plain(each) for each in choices):
            told["enum"] = choices
        elif choices:
            self.notes.add("a list of choices is too long, or not plain; it is not checked")
        if _UNCHECKED & given.keys():
            self.notes.add("patterns and conditions of values are not checked here")
        if "default" in given and _is_plain(given["default"]):
            told["default"] = given["default"]
        return told

    def _nested(self, given: JsonObject, told: JsonObject, depth: int) -> None:
        fields = mapping(given.get("properties"))
        if len(fields) > MOST_PROPERTIES:
            self.notes.add(f"only the first {MOST_PROPERTIES} fields are described")
        shown: JsonObject = {}
        for name, each in list(fields.items())[:MOST_PROPERTIES]:
            if mapping(each).get("readOnly") is not True:
                shown[str(name)] = self.schema(each, depth + 1)
        if shown:
            told["properties"] = shown
            told.setdefault("type", "object")
        required = [each for each in sequence(given.get("required")) if each in shown]
        if required:
            told["required"] = required
        if "items" in given:
            told["items"] = self.schema(given["items"], depth + 1)
            told.setdefault("type", "array")
        more = given.get("additionalProperties")
        if isinstance(more, dict) and more:
            told["additionalProperties"] = self.schema(more, depth + 1)
        elif more is False and len(fields) <= MOST_PROPERTIES:
            told["additionalProperties"] = False

    def _together(self, given: JsonObject, told: JsonObject, depth: int) -> None:
        """Put all of `allOf` into one, and either of `anyOf` and `oneOf` beside each other."""
        parts = [self.schema(each, depth + 1) for each in sequence(given.get("allOf"))[:MOST_CHOICES]]
        for part in parts:
            fields = {**mapping(told.get("properties")), **mapping(part.get("properties"))}
            required = list(dict.fromkeys([*sequence(told.get("required")), *sequence(part.get("required"))]))
            for name, value in part.items():
                told.setdefault(name, value)
            told |= {"properties": fields} if fields else {}
            told |= {"required": required} if required else {}
        if any(part.get("additionalProperties") is False for part in parts):
            told.pop("additionalProperties", None)  # each part forbids the fields of the others: nothing would fit
        given_choices = sequence(given.get("anyOf")) or sequence(given.get("oneOf"))
        if given_choices and len(given_choices) <= MOST_CHOICES:
            told["anyOf"] = [self.schema(each, depth + 1) for each in given_choices]


def reduced(document: Document, schemas: Mapping[str, Any], notes: set[str]) -> JsonObject:
    """Return the schemas of arguments by name, told as deep as there is room."""
    found: JsonObject = {}
    for depth in DEPTHS:
        reduction = Reduction(document, depth)
        found = {name: reduction.schema(each) for name, each in schemas.items()}
        if len(json.dumps(found)) <= LONGEST_SCHEMA:
            notes |= reduction.notes
            return found
    notes.add("its arguments are too many to be described; only their names and kinds are")
    bare = {name: {key: each[key] for key in ("type",) if key in each} for name, each in found.items()}
    if len(json.dumps(bare)) > LONGEST_SCHEMA:
        raise Unfit("it has more arguments than anybody can tell")
    return bare


def _bounds(given: JsonObject) -> JsonObject:
    """Return how large values may be; 3.0 says with a truth value that a bound itself is too much."""
    told = {name: given[name] for name in sorted(_NUMBERS & given.keys()) if _is_number(given[name])}
    for name in _EXCLUSIVE & given.keys():
        bound = given.get("minimum" if name == "exclusiveMinimum" else "maximum")
        value = bound if given[name] is True else given[name]
        if _is_number(value):
            told[name] = value
    return told


def _kinds(given: JsonObject) -> list[str]:
    said = given.get("type")
    names: Iterable[Any] = [said] if isinstance(said, str) else sequence(said)
    kinds = [each for each in names if isinstance(each, str) and each in _TYPES]
    return [*kinds, "null"] if kinds and given.get("nullable") is True and "null" not in kinds else kinds


def _unescaped(part: str) -> str:
    return unquote(part).replace("~1", "/").replace("~0", "~")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float) or (isinstance(value, str) and len(value) <= 200)
