"""The text of a plan file: strict JSON, with line and column in every error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never, cast

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.text.strict_json import NotStrict, Reason, read_json
from aule.text.words import is_whole

DEEPEST = 100
"""How deep values may be nested."""
_SPACE = " \t\n\r"
_DECODER = json.JSONDecoder()


class UnreadablePlan(Invalid):
    """Raised when a file is no plan, with line and column counted from 1."""

    code = "invalid_file"

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f" (line {line}, column {column})"
        super().__init__(f"{message}{where}", hint="Correct the file, or restore a version of the plan.")
        self.said, self.line, self.column = message, line, column


@dataclass(frozen=True, slots=True)
class PlanText:
    """A file's text and the document in it."""

    text: str
    document: JsonObject

    def unreadable(self, message: str, path: Sequence[str | int]) -> UnreadablePlan:
        """Return an error about a value of the document, with its place."""
        offset = _offset(self.text, path)
        return UnreadablePlan(message, self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset))


def parse(content: bytes) -> PlanText:
    """Return the document in a file's bytes; raise `UnreadablePlan` when it is no JSON object."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start]
        line, column = before.count(b"\n") + 1, problem.start - before.rfind(b"\n")
        raise UnreadablePlan("It is not UTF-8 text", line, column) from None
    try:
        value: Any = read_json(text, deepest=DEEPEST)
    except json.JSONDecodeError as problem:
        raise UnreadablePlan(problem.msg, problem.lineno, problem.colno) from None
    except NotStrict as problem:
        raise _refusal(text, problem) from None
    if not isinstance(value, dict):
        raise UnreadablePlan("It is not an object", 1, 1)
    return PlanText(text, cast("JsonObject", value))


def dump(document: JsonObject) -> bytes:
    """Return the bytes of a file for a document."""
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def _refusal(text: str, problem: NotStrict) -> UnreadablePlan:
    piece = problem.piece
    match problem.reason:
        case Reason.KEY_TWICE:
            place = _place_of(text, json.dumps(piece, ensure_ascii=False))
            return UnreadablePlan(f"The key {piece!r} is there twice", *place)
        case Reason.NO_NUMBER:
            return UnreadablePlan(f"{piece} is not JSON", *_place_of(text, piece))
        case Reason.LARGE_INTEGER | Reason.LARGE_NUMBER:
            return UnreadablePlan("It has a number that is too long", *_place_of(text, piece))
        case Reason.TOO_DEEP:
            return UnreadablePlan(f"It is nested deeper than {DEEPEST} levels")
        case Reason.HALF_CHARACTER:
            place = _place_of(text, piece if is_whole(piece) else "")
            return UnreadablePlan(f"{piece!a} has half of a character", *place)
        case _:
            assert_never(problem.reason)


def _place_of(text: str, what: str) -> tuple[int, int]:
    """Return line and column of a text's last occurrence: the decoder fails at the second of two equal keys."""
    offset = max(text.rfind(what), 0)
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _offset(text: str, path: Sequence[str | int]) -> int:
    """Return where the value at a path begins; for a missing path, the nearest value above it."""
    place = _skip(text, 0)
    for part in path:
        inside = _inside(text, place, part)
        if inside is None:
            break
        place = inside
    return place


def _inside(text: str, place: int, part: str | int) -> int | None:
    """Return where a member of the object or list at a place begins."""
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
