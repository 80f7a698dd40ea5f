"""JSON read strictly (I-JSON, RFC 7493): what two programs could understand differently is refused.

No key twice, no number that others would round, no NaN, no half of a character, nothing nested without end.
"""

from __future__ import annotations

import json
import math
import re
from enum import StrEnum
from typing import Any, NoReturn, cast

DEEPEST = 64
"""How many objects and lists may stand in each other."""
MAX_INTEGER = 2**53 - 1
"""The largest whole number that every program reads exactly."""

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
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )
    except RecursionError:
        raise NotStrict(Reason.TOO_DEEP) from None
    if text.count("[") + text.count("{") > deepest and _is_deeper_than(value, deepest):
        raise NotStrict(Reason.TOO_DEEP)
    if _ESCAPED_HALF.search(text):
        _check_characters(value, "")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        raise NotStrict(Reason.KEY_TWICE, next(key for key, _ in pairs if key in seen or seen.add(key)))
    return made


def _integer(digits: str) -> int:
    value = int(digits) if len(digits) < 20 else None
    if value is None or abs(value) > MAX_INTEGER:
        raise NotStrict(Reason.LARGE_INTEGER, digits)
    return value


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotStrict(Reason.LARGE_NUMBER, digits)
    return value


def _constant(name: str) -> NoReturn:
    raise NotStrict(Reason.NO_NUMBER, name)


def _is_deeper_than(value: Any, limit: int) -> bool:
    level: list[Any] = [value]
    for _ in range(limit + 1):
        nested: list[dict[str, Any] | list[Any]] = [each for each in level if isinstance(each, dict | list)]
        if not nested:
            return False
        level = [inner for each in nested for inner in _inside(each)]
    return True


def _inside(container: dict[str, Any] | list[Any]) -> list[Any]:
    return list(container.values()) if isinstance(container, dict) else container


def _check_characters(value: Any, key: str) -> None:
    """Refuse halves of surrogate pairs, naming the key they stand at; the depth was checked before."""
    if isinstance(value, str):
        if _has_half(value):
            raise NotStrict(Reason.HALF_CHARACTER, key)
    elif isinstance(value, dict):
        for name, each in cast("dict[str, Any]", value).items():
            if _has_half(name):
                raise NotStrict(Reason.HALF_CHARACTER, name)
            _check_characters(each, name)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            _check_characters(each, key)


def _has_half(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
