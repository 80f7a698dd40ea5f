"""Conditions of other programs: as expressions of ours where they can be said, else as a question for a person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from aule.apps.builder.formats.foreign_graph import Parts, Ref

_COMPARED = {
    **dict.fromkeys(("equals", "equal", "==", "is"), "=="),
    **dict.fromkeys(("notequals", "notequal", "not equals", "!=", "isnot"), "!="),
    **dict.fromkeys(("gt", "larger", "greater", "greater than", "after", ">"), ">"),
    **dict.fromkeys(("gte", "largerequal", "greaterequal", "greater than or equal", ">="), ">="),
    **dict.fromkeys(("lt", "smaller", "less", "less than", "before", "<"), "<"),
    **dict.fromkeys(("lte", "smallerequal", "lessequal", "less than or equal", "<="), "<="),
}
_ALONE = {
    "true": "== true",
    "false": "== false",
    "exists": "!= null",
    "notexists": "== null",
    "isempty": '== ""',
    "empty": '== ""',
    "isnotempty": '!= ""',
    "notempty": '!= ""',
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One comparison, as a file says it."""

    left: Parts
    operation: str
    right: Any = None


def expression_of(clauses: Sequence[Clause], joint: str) -> tuple[Any, ...] | None:
    """Return the parts of an expression of ours; None where something in it cannot be said."""
    said: list[Any] = []
    for number, clause in enumerate(clauses):
        one = _compared(clause)
        if one is None:
            return None
        said += [f" {joint} "] if number else []
        said += one
    return tuple(said) or None


def words_of(clauses: Sequence[Clause], joint: str) -> str:
    """Return what a condition says, for a person who looks at it."""
    return f" {joint} ".join(
        f"{_shown(each.left)} {each.operation} {_shown(each.right) if each.right not in (None, '') else ''}".strip()
        for each in clauses
    )


def _compared(clause: Clause) -> list[Any] | None:
    match list(clause.left):
        case [Ref() as left]:
            pass
        case _:
            return None
    operation = clause.operation.lower().replace("_", "")
    if operation in _ALONE:
        return [left, f" {_ALONE[operation]}"]
    sign = _COMPARED.get(operation)
    if sign is None or not isinstance(clause.right, str | int | float | bool):
        return None
    return [left, f" {sign} {json.dumps(clause.right, ensure_ascii=True)}"]


def _shown(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "".join(each.raw if isinstance(each, Ref) else str(each) for each in cast("Sequence[Any]", value))
    return str(value)
