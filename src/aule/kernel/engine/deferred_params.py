"""Values that are decided when a step runs, by the rule that was given for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.kernel.engine.graphs.bindings import Decision

RULES = ("first", "top", "last")
"""The rules there are: the first of the choices, the same by another name, the last."""


def is_ruled(decision: Decision) -> bool:
    """Whether a rule is enough to decide something: it is known, and there is something to choose among."""
    among: Any = decision.among
    return isinstance(among, list) and bool(cast("list[Any]", among)) and decision.rule in RULES


def is_open(value: Any) -> bool:
    """Whether something in a value is left open that no rule decides."""
    match value:
        case str() | int() | float() | None:
            return False
        case Decision():
            return not is_ruled(value)
        case list():
            return any(map(is_open, cast("list[Any]", value)))
        case Mapping():
            return any(map(is_open, cast("Mapping[str, Any]", value).values()))
        case _:
            return False


def decided(params: JsonObject) -> JsonObject:
    """Parameters with every decision taken."""
    return {key: _decide(value) for key, value in params.items()}


def described(value: Any) -> Any:
    """A value as a person reads it: what is still to be decided is its instruction."""
    match value:
        case Decision():
            return f"… {value.instruction}"
        case list():
            return [described(each) for each in cast("list[Any]", value)]
        case Mapping():
            return {key: described(each) for key, each in cast("Mapping[str, Any]", value).items()}
        case _:
            return value


def _decide(value: Any) -> Any:
    match value:
        case str() | int() | float() | None:
            return value
        case Decision():
            return _by_rule(value)
        case list():
            return [_decide(each) for each in cast("list[Any]", value)]
        case Mapping():
            return {key: _decide(each) for key, each in cast("Mapping[str, Any]", value).items()}
        case _:
            return value


def _by_rule(decision: Decision) -> Any:
    choices: Any = decision.among
    among = cast("list[Any]", choices) if isinstance(choices, list) else []
    if not among or decision.rule not in RULES:
        raise Invalid(
            f"Nothing decides {decision.instruction!r}",
            code="undecided",
            hint=f"Give a list to choose among, and a rule: {', '.join(RULES)}.",
        )
    return among[-1] if decision.rule == "last" else among[0]
