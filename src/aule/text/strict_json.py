"""The one strict reader of JSON: what two programs could understand differently is refused.

No key twice, no NaN, nothing nested without end. `read_json` gives numbers as every program reads them and refuses what
others would round (I-JSON, RFC 7493); `read_exact_json` keeps every number exactly as it is written.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, NoReturn, cast

from aule.text.words import is_whole

DEEPEST = 64
"""How many objects and lists may stand in each other."""
MAX_INTEGER = 2**53 - 1
"""The largest whole number that every program reads exactly."""

_SPACES = " \t\n\r"
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class Reason(StrEnum):
    """What is wrong with a text that is JSON to a lax reader."""

    KEY_TWICE = "key_twice"
    NO_NUMBER = "no_number"
    LARGE_INTEGER = "large_integer"
    LARGE_NUMBER = "large_number"
    TOO_DEEP = "too_deep"
    HALF_CHARACTER = "half_character"


class NotStrict(ValueError):
    """A text that is not strict JSON: why, and the piece of it that is meant, if there is one."""

    def __init__(self, reason: Reason, piece: str = "") -> None:
        super().__init__(f"{reason.value}: {piece[:60]!a}")
        self.reason = reason
        self.piece = piece


def read_json(text: str, *, deepest: int = DEEPEST) -> Any:
    """Read JSON text; raises `json.JSONDecodeError` when it is none, and `NotStrict` when it is not strict."""
    try:
        value = _PORTABLE.decode(text)
    except RecursionError:
        raise NotStrict(Reason.TOO_DEEP) from None
    _check_depth(value, text.count("[") + text.count("{"), deepest)
    if _ESCAPED_HALF.search(text):
        _check_characters(value, "")
    return value


def read_exact_json(text: str, *, deepest: int = DEEPEST) -> Any:
    """Read JSON text with whole numbers of any size and all others as `Decimal`; raises what `read_json` raises."""
    value, end = read_exact_json_at(text, len(text) - len(text.lstrip(_SPACES)), deepest=deepest)
    if text[end:].strip(_SPACES):
        raise json.JSONDecodeError("Extra data", text, end)
    return value


def read_exact_json_at(text: str, start: int, *, deepest: int = DEEPEST) -> tuple[Any, int]:
    """Read the value that begins at a place of a text, as `read_exact_json` does; return it and where it ends."""
    try:
        value, end = _EXACT.raw_decode(text, start)
    except (json.JSONDecodeError, NotStrict):
        raise
    except RecursionError:
        raise NotStrict(Reason.TOO_DEEP) from None
    except ValueError:  # Python refuses to read an integer of thousands of digits
        raise NotStrict(Reason.LARGE_INTEGER) from None
    _check_depth(value, text.count("[", start, end) + text.count("{", start, end), deepest)
    return value, end


def read_integer(digits: str) -> int:
    """Read a whole number that every program reads exactly; a larger one is refused."""
    value = int(digits) if len(digits) < 20 else None
    if value is None or abs(value) > MAX_INTEGER:
        raise NotStrict(Reason.LARGE_INTEGER, digits)
    return value


def read_number(digits: str) -> float:
    """Read a number with a fraction or an exponent; one beyond all floats is refused."""
    value = float(digits)
    if not math.isfinite(value):
        raise NotStrict(Reason.LARGE_NUMBER, digits)
    return value


def is_deeper_than(value: Any, limit: int) -> bool:
    """Return whether objects and lists stand in each other more than so many times."""
    level: list[Any] = [value]
    for _ in range(limit + 1):
        nested: list[dict[str, Any] | list[Any]] = [each for each in level if isinstance(each, dict | list)]
        if not nested:
            return False
        level = [inner for each in nested for inner in _inside(each)]
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        raise NotStrict(Reason.KEY_TWICE, next(key for key, _ in pairs if key in seen or seen.add(key)))
    return made


def _decimal(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except InvalidOperation:
        raise NotStrict(Reason.LARGE_NUMBER, digits) from None


def _constant(name: str) -> NoReturn:
    raise NotStrict(Reason.NO_NUMBER, name)


_PORTABLE = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=read_integer, parse_float=read_number, parse_constant=_constant
)
_EXACT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_decimal, parse_constant=_constant)


def _check_depth(value: Any, openings: int, deepest: int) -> None:
    """Refuse a value that is nested too deeply; with few opening brackets in its text, it cannot be."""
    if openings > deepest and is_deeper_than(value, deepest):
        raise NotStrict(Reason.TOO_DEEP)


def _inside(container: dict[str, Any] | list[Any]) -> list[Any]:
    return list(container.values()) if isinstance(container, dict) else container


def _check_characters(value: Any, key: str) -> None:
    """Refuse halves of surrogate pairs, naming the key they stand at; the depth was checked before."""
    if isinstance(value, str):
        if not is_whole(value):
            raise NotStrict(Reason.HALF_CHARACTER, key)
    elif isinstance(value, dict):
        for name, each in cast("dict[str, Any]", value).items():
            if not is_whole(name):
                raise NotStrict(Reason.HALF_CHARACTER, name)
            _check_characters(each, name)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            _check_characters(each, key)
