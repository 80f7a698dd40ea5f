"""The text of a plan file: read strictly as JSON, and every trouble told with its line and column."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.text import is_whole

DEEPEST = 100
"""How deep things may be inside each other."""
_SPACE = " \t\n\r"
_DECODER = json.JSONDecoder()


class Unreadable(Invalid):
    """A file is no plan; says where, in lines and columns that begin with 1."""

    code = "invalid_file"

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f" (line {line}, column {column})"
        super().__init__(f"{message}{where}", hint="Correct the file, or restore a version of the plan.")
        self.said, self.line, self.column = message, line, column


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text and what it says."""

    text: str
    document: JsonObject

    def unreadable(self, message: str, path: Sequence[str | int]) -> Unreadable:
        """An error about something in the document, with its place."""
        offset = _offset(self.text, path)
        return Unreadable(message, self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset))


def parse(content: bytes) -> Text:
    """What the bytes of a file say; `Unreadable` when they are no JSON object."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start]
        line, column = before.count(b"\n") + 1, problem.start - before.rfind(b"\n")
        raise Unreadable("It is not UTF-8 text", line, column) from None
    try:
        value: Any = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_pairs)
    except json.JSONDecodeError as problem:
        raise Unreadable(problem.msg, problem.lineno, problem.colno) from None
    except RecursionError:
        raise Unreadable(f"It is nested deeper than {DEEPEST} levels") from None
    except _Refused as problem:
        raise Unreadable(problem.said, *_place_of(text, problem.what)) from None
    except ValueError:  # a number of thousands of digits
        raise Unreadable("It has a number that is too long") from None
    if not isinstance(value, dict):
        raise Unreadable("It is not an object", 1, 1)
    if _depth(value) > DEEPEST:
        raise Unreadable(f"It is nested deeper than {DEEPEST} levels")
    return Text(text, cast("JsonObject", value))


def dump(document: JsonObject) -> bytes:
    """The bytes of a file."""
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


class _Refused(Exception):
    """Something the decoder would let pass."""

    def __init__(self, said: str, what: str) -> None:
        super().__init__(said)
        self.said, self.what = said, what


def _no_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not JSON", name)


def _pairs(pairs: list[tuple[str, Any]]) -> JsonObject:
    made: JsonObject = {}
    for name, value in pairs:
        if name in made:
            raise _Refused(f"The key {name!r} is there twice", json.dumps(name, ensure_ascii=False))
        if not is_whole(name) or (isinstance(value, str) and not is_whole(value)):
            raise _Refused(f"{name!a} has half of a character", name if is_whole(name) else "")
        made[name] = value
    return made


def _place_of(text: str, what: str) -> tuple[int, int]:
    """Where a piece of text stands last: the decoder stumbles over the later one of two."""
    offset = max(text.rfind(what), 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _depth(value: Any) -> int:
    deepest, left = 0, [(value, 1)]
    while left:
        each, depth = left.pop()
        deepest = max(deepest, depth)
        if depth > DEEPEST:
            break
        if isinstance(each, dict):
            left.extend((item, depth + 1) for item in cast("JsonObject", each).values())
        elif isinstance(each, list):
            left.extend((item, depth + 1) for item in cast("list[Any]", each))
    return deepest


def _offset(text: str, path: Sequence[str | int]) -> int:
    """Where the value at a path begins; of a path that is not there, what is nearest above it."""
    place = _skip(text, 0)
    for part in path:
        inside = _inside(text, place, part)
        if inside is None:
            break
        place = inside
    return place


def _inside(text: str, place: int, part: str | int) -> int | None:
    """Where a member of the object or list at a place begins."""
    opening = text[place]
    if opening not in "{[":
        return None
    at, number = _skip(text, place + 1), 0
    while text[at] not in "}]":
        name: str | int = number
        if opening == "{":
            name, at = cast("tuple[str, int]", _DECODER.raw_decode(text, at))
            at = _skip(text, _skip(text, at) + 1)
        if name == part or (opening == "[" and str(name) == part):
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        number += 1
    return None


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE + "\ufeff":
        at += 1
    return at
