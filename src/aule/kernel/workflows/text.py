"""The text of a document, YAML or JSON, read into plain values only.

The result is JSON that can be stored and sent anywhere: no tags, no dates, no numbers that others would round, no lone
surrogates, no duplicate keys, and nothing that grows out of proportion while it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, assert_never, cast

from aule.contracts.errors import Invalid, TooLarge
from aule.contracts.runs.canvas import MOST_NOTES, MOST_PIN_VALUES
from aule.contracts.runs.graph import MAX_STEPS
from aule.text.strict_json import NotStrict, Reason, read_integer, read_json, read_number
from aule.text.words import is_whole

MAX_BYTES = 2_000_000
MAX_DEPTH = 64
MAX_VALUES = 400_000
"""Values in one document, with repeated parts counted as often as they are used."""

Place = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""

_DRAWN = MOST_NOTES + MOST_PIN_VALUES
"""Parts of a canvas that look like steps before they are read."""
_ID = re.compile(r"""(?:^|[-{,\s])["']?id["']?\s*:(?=\s|["'])""")
_ITEM = re.compile(r"^[ ]*-[ \n]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A position in a text, counted from one."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ParsedText:
    """The value of a text, and the position of each part."""

    value: Any
    marks: Mapping[Place, TextPosition] = field(default_factory=dict[Place, TextPosition])

    def mark(self, place: Place) -> TextPosition | None:
        """Return the position of a value, or of the closest one around it."""
        for end in range(len(place), -1, -1):
            if found := self.marks.get(place[:end]):
                return found
        return None


class UnreadableText(Invalid):
    """A text is neither YAML nor JSON; `mark` is where reading stopped."""

    code = "invalid_document"

    def __init__(self, message: str, hint: str, mark: TextPosition | None = None) -> None:
        where = "" if mark is None else f"Line {mark.line}, column {mark.column}: "
        super().__init__(f"{where}{message}", hint=hint, field="document")
        self.mark = mark


def place_of(loc: Place, value: Any, type: str) -> Place:
    """Return the place of a pydantic error in a value, without the names of tried types."""
    place: list[str | int] = []
    for number, part in enumerate(loc):
        is_last = number == len(loc) - 1 and type in ("missing", "extra_forbidden")
        if isinstance(part, int) and isinstance(value, list):
            value = cast("list[Any]", value)[part]
        elif isinstance(part, str) and isinstance(value, dict) and (is_last or part in value):
            value = cast("dict[str, Any]", value).get(part)
        else:
            continue
        place.append(part)
    return tuple(place)


def read_text(text: str) -> ParsedText:
    """Read a document in YAML or JSON."""
    check_size(text)
    if text.lstrip().startswith("{"):
        try:
            return read_document(text)
        except json.JSONDecodeError:
            pass  # braces are YAML as well; if that fails too, its message has the place
    from aule.kernel.workflows.yaml_reader import read_yaml  # ruamel.yaml, which most commands never need

    return read_yaml(text)


def check_size(text: str) -> None:
    """Refuse a document with too many bytes or steps before it is read."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise UnreadableText("It holds half of a character", "Save the file as UTF-8.") from None
    if size > MAX_BYTES:
        raise TooLarge(f"The document has {size} bytes, at most {MAX_BYTES} are allowed.", hint="Split it.")
    if _more_than(MAX_STEPS + _DRAWN, _ID, text) or _more_than(2 * MAX_STEPS + _DRAWN, _ITEM, text):
        raise TooLarge(
            f"The document has more than {MAX_STEPS} steps.", hint="Repeat a step over a list instead: `for_each`."
        )


def read_document(text: str) -> ParsedText:
    """Read JSON strictly; raise `json.JSONDecodeError` when it is none."""
    try:
        value = read_json(text, deepest=MAX_DEPTH)
    except NotStrict as error:
        raise _refusal(error) from None
    if "\\u0000" in text:
        check_texts(value)
    return ParsedText(value)


def _refusal(error: NotStrict) -> UnreadableText:
    match error.reason:
        case Reason.KEY_TWICE:
            return twice(error.piece)
        case Reason.NO_NUMBER:
            return UnreadableText(f"{error.piece} is not a number", "Leave it out, or write null.")
        case Reason.LARGE_INTEGER | Reason.LARGE_NUMBER:
            return _too_large(error.piece)
        case Reason.TOO_DEEP:
            return too_deep()
        case Reason.HALF_CHARACTER:
            return UnreadableText("A text holds NUL or half of a character", "Take that character out.")
        case _:
            assert_never(error.reason)


def check_texts(value: Any) -> None:
    """Refuse texts anywhere in a value that cannot be stored."""
    match value:
        case str():
            check_text(value)
        case list():
            for each in cast("list[Any]", value):
                check_texts(each)
        case dict():
            for key, each in cast("dict[str, Any]", value).items():
                check_text(key)
                check_texts(each)
        case _:
            pass


def check_text(text: str, mark: TextPosition | None = None) -> None:
    """Refuse a text that no database keeps."""
    if "\x00" in text or not is_whole(text):
        raise UnreadableText("A text holds NUL or half of a character", "Take that character out.", mark)


def integer(digits: str, mark: TextPosition | None = None) -> int:
    """Read a whole number that is exact everywhere."""
    try:
        return read_integer(digits)
    except NotStrict:
        raise _too_large(digits, mark) from None


def number(digits: str, mark: TextPosition | None = None) -> float:
    """Read a number that is neither infinite nor NaN."""
    try:
        return read_number(digits)
    except NotStrict:
        raise _too_large(digits, mark) from None


def too_deep(mark: TextPosition | None = None) -> UnreadableText:
    """Return the error for a document that nests too deep."""
    return UnreadableText(f"It is nested more than {MAX_DEPTH} levels deep", "Write something flatter.", mark)


def twice(key: str, mark: TextPosition | None = None) -> UnreadableText:
    """Return the error for a duplicate key."""
    return UnreadableText(f"The key {key[:60]!r} stands there twice", "Keep one of the two.", mark)


def _more_than(most: int, pattern: re.Pattern[str], text: str) -> bool:
    return next(islice(pattern.finditer(text), most, None), None) is not None


def _too_large(digits: str, mark: TextPosition | None = None) -> UnreadableText:
    return UnreadableText(f"The number {digits[:40]} is too large", "Put it in quotes to keep it as text.", mark)
