"""Checks of capabilities that strangers or models describe: deceiving names, costly schemas, hidden words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from aule.contracts.access.capability import Capability
from aule.contracts.model import JsonObject
from aule.kernel.engine.graphs.schemas import faults_of, problems_with
from aule.text.foreign_text import PieceKind, pieces_of

MOST_SCHEMA_NODES = 100
MOST_SCHEMA_TEXT = 20_000
MOST_CHECKED = 1_000_000
"""Values times parts of a schema that are compared at most."""
TOO_LARGE = "too large"
"""The fault of a schema that nobody reads, since reading it could cost too much."""
_ALIKE = str.maketrans({"0": "o", "1": "l", "5": "s", "_": None})
_HIDDEN = frozenset({PieceKind.CONTROL, PieceKind.DIRECTION, PieceKind.INVISIBLE, PieceKind.UNKNOWN, PieceKind.STACKED})


def taken_by(name: str, known: Iterable[Capability], *, own: str) -> str | None:
    """Return the capability that a bare name could be taken for; `own` is the full name it is to have."""
    alike = name.translate(_ALIKE)
    for each in known:
        if each.name == own:
            continue
        taken = (each.name.partition(".")[2], *each.aliases)
        if any(alike == other.translate(_ALIKE) for other in taken):
            return each.name
    return None


def has_hidden(text: str) -> bool:
    """Return whether a text holds characters that are not seen, or that change what is seen."""
    return any(piece.kind in _HIDDEN for piece in pieces_of(text))


def one_line(text: str) -> str:
    """Return a text as one line, so that no part of it stands as a line of the card it is shown on."""
    return " ".join(text.split())


def schema_fault(schema: JsonObject, field: str) -> str | None:
    """Return what is wrong with a schema, `TOO_LARGE` where it is not even read, or None."""
    if _nests_too_deep(schema) or len(str(schema)) > MOST_SCHEMA_TEXT or _count_schema(schema) > MOST_SCHEMA_NODES:
        return TOO_LARGE
    if has_hidden(json.dumps(schema, ensure_ascii=False)):
        return f"{field} holds characters that nobody sees"
    return next(faults_of(schema, field), None)


def value_fault(value: Any, schema: JsonObject) -> str | None:
    """Return why a result does not fit its schema, or None; one that is too costly to compare does not."""
    if _count(value) * _count_schema(schema) > MOST_CHECKED:
        return "it has too many parts to be checked"
    return next(problems_with(value, schema, "result"), None)


def _nests_too_deep(schema: Any) -> bool:
    waiting: list[tuple[Any, int]] = [(schema, 0)]
    while waiting:
        part, depth = waiting.pop()
        if depth > MOST_SCHEMA_NODES:
            return True
        if isinstance(part, dict):
            waiting += [(each, depth + 1) for each in cast("JsonObject", part).values()]
        elif isinstance(part, list):
            waiting += [(each, depth + 1) for each in cast("list[Any]", part)]
    return False


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count, cast("JsonObject", value).values()))
    if isinstance(value, list):
        return 1 + sum(map(_count, cast("list[Any]", value)))
    return 1


def _count_schema(schema: Any) -> int:
    return sum(1 for _ in _nodes(schema))


def _nodes(schema: Any) -> Iterator[None]:
    """Yield once for each part of a schema; stops when there are more than anybody may use."""
    waiting, seen = [schema], 0
    while waiting and seen <= MOST_SCHEMA_NODES:
        part = waiting.pop()
        if isinstance(part, dict):
            seen += 1
            yield None
            waiting += cast("JsonObject", part).values()
        elif isinstance(part, list):
            waiting += cast("list[Any]", part)
            seen += len(cast("list[Any]", part)) // 10
