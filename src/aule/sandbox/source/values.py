"""Values that go into and out of source somebody wrote: plain JSON, of a size that was agreed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, cast

FIXED_TIME = datetime(2026, 1, 15, 12, tzinfo=UTC)
"""What time it is in tests, so that they mean the same tomorrow."""
MOST_DEPTH = 32
LARGEST_INTEGER = 2**53 - 1
MOST_MESSAGE = 600
MOST_PARAMS = 200_000
MOST_NAME = 100


def moment_of(text: str) -> datetime:
    """Return when a clock stands still."""
    return datetime.fromisoformat(text) if text else FIXED_TIME


def result_of(value: Any, most: int) -> dict[str, Any]:
    """Return a result as plain JSON, or why it is none."""
    try:
        found = plain(value)
        size = len(json.dumps(found, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass"))
    except (TypeError, ValueError) as error:
        return {"kind": "result", "message": str(error)[:MOST_MESSAGE]}
    if size > most:
        return {"kind": "output", "message": f"the result has {size} bytes, at most {most} are let out"}
    return {"kind": "done", "result": found}


def wish_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, dict[str, Any], str]:
    """Return the name and the parameters of a wished call, or what is wrong with it."""
    given = dict(zip(("name", "params"), args, strict=False)) | kwargs
    name, params = given.get("name"), given.get("params", {})
    if len(args) + len(kwargs) > 2 or set(given) - {"name", "params"} or not isinstance(name, str):
        return "", {}, "call takes a name and an object of parameters"
    try:
        found = plain(params)
        size = len(json.dumps(found, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError) as error:
        return "", {}, f"the parameters of a call have to be plain data: {error}"[:MOST_MESSAGE]
    if not isinstance(found, dict) or size > MOST_PARAMS or len(name) > MOST_NAME:
        return "", {}, f"call takes a name and an object of at most {MOST_PARAMS} characters"
    return name, cast("dict[str, Any]", found), ""


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as JSON has it; raise `TypeError` or `ValueError` for what JSON has not."""
    if depth > MOST_DEPTH:
        raise ValueError(f"the result nests deeper than {MOST_DEPTH} levels")
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, str):
        value.encode()  # half a character is none; UnicodeEncodeError is a ValueError
        return value
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise ValueError("an integer in the result is too large for JSON; give it as text")
        return value
    if isinstance(value, (list, tuple)):
        return [plain(each, depth + 1) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        known = cast("dict[Any, Any]", value)
        if not all(isinstance(key, str) for key in known):
            raise TypeError("the keys of a result have to be texts")
        return {key: plain(each, depth + 1) for key, each in known.items()}
    raise TypeError(f"a {type(value).__name__} is not JSON: give texts, numbers, lists and objects with text keys")
