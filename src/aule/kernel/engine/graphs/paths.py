"""Paths: how one step names what another one made, such as `steps.search.result.items[0].name`.

A path looks things up in JSON, by key and by index; a key of a list is that field of each of its items. It cannot
call, import or reach an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from aule.contracts.errors import Invalid

MAX_LENGTH = 500
_PART = re.compile(r"(?P<key>\w[\w-]*)|\[(?P<index>0|[1-9]\d{0,8})\]|\[(?P<quote>['\"])(?P<name>[^'\"\]]+)(?P=quote)\]")


class Missing:
    """What a path finds where nothing is."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Path:
    """Where something is: keys and indexes, the first of them a root such as `state`."""

    parts: tuple[str | int, ...]

    @property
    def root(self) -> str:
        """The scope it starts in: `state`, `inputs`, `steps`, `item`."""
        return str(self.parts[0])

    def within(self, value: Any) -> Any:
        """What it finds in a JSON value, or `MISSING`."""
        return look_up(value, self.parts)

    def __str__(self) -> str:
        first, *rest = self.parts
        return str(first) + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in rest)


@lru_cache(maxsize=4096)
def parse_path(text: str) -> Path:
    """Read a path; anything that is not plainly one is refused."""
    if not text or len(text) > MAX_LENGTH:
        raise Invalid(f"{text[:60]!r} is not a path", hint="Write it like state.topic or steps.search.result.")
    parts: list[str | int] = []
    place = 0
    while place < len(text):
        if parts and text[place] == ".":
            place += 1
            found = _PART.match(text, place)
            found = found if found is not None and found["key"] else None
        else:
            found = _PART.match(text, place)
            found = found if found is not None and bool(found["key"]) is not bool(parts) else None
        if found is None:
            raise Invalid(
                f"{text!r} is not a path: {text[place : place + 12]!r} does not fit",
                hint="Write it like state.topic or steps.search.result.items[0].",
            )
        parts.append(_part(text, found))
        place = found.end()
    return Path(tuple(parts))


def look_up(value: Any, parts: tuple[str | int, ...]) -> Any:
    """Follow keys through objects and indexes through lists; a step that fits neither finds nothing."""
    for place, part in enumerate(parts):
        if isinstance(part, str) and isinstance(value, dict | Mapping):
            value = cast("Mapping[str, Any]", value).get(part, MISSING)
        elif isinstance(part, int) and isinstance(value, list):
            items = cast("list[Any]", value)
            value = items[part] if part < len(items) else MISSING
        elif isinstance(value, list):
            return _of_each(cast("list[Any]", value), parts[place:])
        else:
            return MISSING
    return value


def _of_each(items: list[Any], parts: tuple[str | int, ...]) -> Any:
    """What is found in the items of a list, such as the ids of all that a repeated step made (A2.1)."""
    found = [each for each in (look_up(item, parts) for item in items) if each is not MISSING]
    return found if found or not items else MISSING


def _part(text: str, found: re.Match[str]) -> str | int:
    if found["index"] is not None:
        return int(found["index"])
    name = found["key"] or found["name"]
    if name.startswith("__"):
        raise Invalid(f"{text!r} reaches for {name!r}", hint="Names with two underscores are not data.")
    return name
