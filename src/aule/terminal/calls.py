"""Calls of capabilities on the terminal: parameters as they are typed, results as people read them."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Any

from aule.contracts.errors import Invalid
from aule.terminal.console import Console, plain
from aule.terminal.exits import ExitCode, code_of

if TYPE_CHECKING:
    from aule.terminal.answers import Result


def parsed(parameters: list[str], schema: dict[str, Any]) -> dict[str, Any]:
    """`key=value` words as parameters. Text stays text; lists and objects, and anything after `:=`, are JSON."""
    properties: dict[str, Any] = schema.get("properties", {})
    found: dict[str, Any] = {}
    for parameter in parameters:
        name, equals, value = parameter.partition("=")
        if not equals or not name.rstrip(":"):
            raise Invalid(f"{parameter!r} is not of the form key=value.", hint="For example: name=Ana")
        as_json = name.endswith(":")
        name = name.removesuffix(":")
        if as_json or properties.get(name, {}).get("type") in {"array", "object"}:
            try:
                found[name] = json_text.loads(value)
            except ValueError as error:
                raise Invalid(f"{value!r} is not JSON: {error}", hint=f"For example: {name}:='[1, 2]'") from None
        else:
            found[name] = value
    return found


def ended(console: Console, result: Result) -> int:
    """What a command ends with after a call, once its result was shown; a problem is told last."""
    if result["error"] is None:
        return ExitCode.OK
    if not console.as_json:
        console.problem(result["error"])
    return code_of(result["error"])


def in_words(result: Result) -> str:
    """A result as people read it: text as text, anything else as JSON."""
    return data_in_words(result["data"])


def data_in_words(data: Any) -> str:
    """What a result holds, as people read it."""
    return data if isinstance(data, str) else json_text.dumps(plain(data), ensure_ascii=False, indent=2)
