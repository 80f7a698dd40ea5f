"""Conditions of handoff rules: the closed grammar of conditions, with the short spellings `topic=code` as well."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from aule.sdk import errors
from aule.sdk.teams import (
    Compared,
    Denied,
    Expression,
    Found,
    Joined,
    Literally,
    Sight,
    evaluate,
    parse,
    paths_in,
)

NAMES = ("topic", "confidence", "score", "round", "failed", "agent", "tokens", "cost")
"""What a condition can look at."""
_SINGLE = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<![=!<>])=(?!=)""")


def read_condition(text: str) -> Expression:
    """Read a condition; a word that names nothing is a text: `topic=code` is `topic == 'code'`."""
    expression = _with_texts(parse(_SINGLE.sub(lambda found: found[1] or "==", text)))
    unknown = sorted(str(path) for path in paths_in(expression) if _name(path) not in NAMES)
    if unknown:
        raise errors.Invalid(
            f"The condition {text!r} looks at {unknown[0]!r}, which nobody knows.",
            hint=f"Conditions look at {', '.join(NAMES)}.",
            field="condition",
        )
    return expression


def holds(text: str, values: Mapping[str, Any]) -> bool:
    """Return whether a condition is true; what is not known makes no comparison true."""
    try:
        return bool(evaluate(read_condition(text), Sight(values)))
    except errors.Invalid as error:
        if error.problem.code != "not_comparable":
            raise
        return False


def _with_texts(expression: Expression) -> Expression:
    match expression:
        case Denied(of):
            return Denied(_with_texts(of))
        case Joined(how, left, right):
            return Joined(how, _with_texts(left), _with_texts(right))
        case Compared(how, left, Found(path)) if _name(path) not in NAMES:
            return Compared(how, left, Literally(_name(path)))
        case _:
            return expression


def _name(path: Any) -> str:
    return str(path)
