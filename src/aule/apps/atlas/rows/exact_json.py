"""JSON that loses nothing: numbers are exact, null is not missing, the order of keys is kept.

Whole numbers are `int`, all others `Decimal`; there is no float in between, so 1.10 goes out as it came in.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any, TypeGuard, assert_never, cast

from aule.sdk import errors
from aule.text.strict_json import DEEPEST, MAX_INTEGER, NotStrict, Reason, read_exact_json, read_exact_json_at

_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE = 15
"""Decimals of so many digits before the point are given out as whole numbers; every program reads those exactly."""


def parse(text: str) -> Any:
    """Read JSON text; duplicate keys, NaN, Infinity and what no program could hold are refused."""
    try:
        return read_exact_json(text)
    except NotStrict as error:
        raise _refusal(error) from None
    except json.JSONDecodeError as error:
        raise errors.Invalid(
            f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}",
            hint="Check the text with a JSON validator.",
        ) from error


def read_at(text: str, start: int) -> tuple[Any, int]:
    """Return the value that begins at a place of a text, and where it ends; `JSONDecodeError` if none does."""
    try:
        return read_exact_json_at(text, start)
    except NotStrict as error:
        raise _refusal(error) from None


def write(value: Any) -> str:
    """Return the JSON text of a value, on one line; what `parse` reads from it is equal to the value."""
    text = _write(value, 0)
    # Halves of a surrogate pair cannot be stored as UTF-8, but can be said.
    return text if text.isascii() else _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def equal(one: Any, other: Any) -> bool:
    """Tell whether two values mean the same: 1.10 is 1.1, the order of keys does not matter, true is not 1."""
    if one is other:
        return True
    if is_object(one):
        return (
            is_object(other)
            and len(one) == len(other)
            and all(key in other and equal(value, other[key]) for key, value in one.items())
        )
    if is_list(one):
        return is_list(other) and len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return False  # identity has said it already
    if isinstance(one, float) or isinstance(other, float):
        return is_number(exact(one)) and is_number(exact(other)) and exact(one) == exact(other)
    return bool(one == other)


def plain(value: Any) -> Any:
    """Return the value for results that leave the app: numbers any program can hold, text that can be sent as UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, Decimal):
        return _plain_number(value)
    if type(value) is int and abs(value) > MAX_INTEGER:
        return str(value)
    if is_object(value):
        return {plain(key): plain(each) for key, each in value.items()}
    if is_list(value):
        return [plain(each) for each in value]
    return value


def exact(value: Any) -> Any:
    """Return the value with its floats as the decimals a person meant: 0.1 is 0.1, 300.0 is 300."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise errors.Invalid(f"{value!r} is not a number that can be kept", hint="Give a number, or null.")
        return int(value) if value.is_integer() and abs(value) < 10**_WHOLE else Decimal(repr(value))
    if is_object(value):
        return {key: exact(each) for key, each in value.items()}
    if is_list(value):
        return [exact(each) for each in value]
    return value


def is_number(value: Any) -> TypeGuard[int | Decimal]:
    """Tell whether a value is a number; true, false and texts are none."""
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def is_object(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Tell whether a value is a JSON object."""
    return isinstance(value, Mapping)


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    """Tell whether a value is a JSON list."""
    return isinstance(value, (list, tuple))


def _refusal(error: NotStrict) -> errors.Invalid:
    """Say in words why a text is not strict JSON."""
    match error.reason:
        case Reason.KEY_TWICE:
            return errors.Invalid(f"the key {error.piece!r} stands twice in one object", hint="Keep one of them.")
        case Reason.NO_NUMBER:
            return _no_number(error.piece)
        case Reason.LARGE_INTEGER:
            return errors.Invalid("a number has too many digits to be kept", hint="Write it with fewer digits.")
        case Reason.LARGE_NUMBER:
            return errors.Invalid(
                f"the number {error.piece[:40]!r} is too large or too small to be kept",
                hint="Write it with fewer digits.",
            )
        case Reason.TOO_DEEP | Reason.HALF_CHARACTER:  # halves of characters are kept here, and never refused
            return _too_deep()
        case _:
            assert_never(error.reason)


def _no_number(name: str) -> errors.Invalid:
    return errors.Invalid(f"{name!r} is not a number of JSON", hint="Give a number, or null where there is none.")


def _write(value: Any, depth: int) -> str:
    scalar = _SCALARS.get(cast("type[Any]", type(value)))
    if scalar is not None:
        return scalar(value)
    if depth == DEEPEST:
        raise _too_deep()
    if is_object(value):
        fields = [f"{encode_basestring(key)}:{_write(each, depth + 1)}" for key, each in value.items()]
        return f"{{{','.join(fields)}}}"
    if is_list(value):
        return f"[{','.join([_write(each, depth + 1) for each in value])}]"
    raise TypeError(f"{type(value).__name__} is not a type of JSON")


def _write_number(value: Decimal) -> str:
    if not value.is_finite():
        raise _no_number(str(value))
    return str(value)


_SCALARS: Mapping[type[Any], Callable[[Any], str]] = {
    str: encode_basestring,
    int: repr,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
    Decimal: _write_number,
    float: lambda value: str(exact(value)),
}


def _plain_number(value: Decimal) -> int | float | str:
    if not value:
        return 0
    if value.adjusted() < _WHOLE:
        whole = value.to_integral_value() if value.adjusted() >= 0 else None
        if whole is not None and whole == value:
            return int(whole)
    near = float(value)
    return near if math.isfinite(near) else str(value)


def _too_deep() -> errors.Invalid:
    return errors.Invalid(
        f"objects and lists stand in each other more than {DEEPEST} levels deep",
        hint="Nest the data less deeply.",
    )
