"""References between steps: where a step of a document looks at the result of another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject

_EXPRESSIONS = ("if", "when")
_VALUES = ("params", "prompt", "ask", "inputs", "for_each", "interrupt")
_TEMPLATE = re.compile(r"(\$?\{\{)([^{}]*)(\}\})")
_STEP = re.compile(
    r"(?P<text>\"[^\"]*\"|'[^']*')(?!\])"
    r"|(?<![\w.])(?P<root>steps|tasks)(?:\.(?P<name>\w[\w-]*)|\[(?P<quote>['\"])(?P<quoted>[^'\"\]]+)(?P=quote)\])"
)
"""A path to a step. Texts in quotes are passed over, but for those that are keys of a path."""
_HEAD = re.compile(r"\w[\w-]*")

Rename = Callable[[str], str]
"""Returns what a step is called from now on."""


def steps_seen(step: JsonObject) -> set[str]:
    """Return the steps whose results a step looks at; its own inner steps see none of them."""
    seen: set[str] = set()
    rewrite_step(step, lambda name: seen.add(name) or name)
    return seen


def steps_seen_in(value: Any) -> set[str]:
    """Return the steps whose results a value looks at."""
    seen: set[str] = set()
    rewrite_value(value, lambda name: seen.add(name) or name)
    return seen


def rewrite_step(step: JsonObject, rename: Rename) -> JsonObject:
    """Return a step of a document in which every reference to another step has that step's new name."""
    changed = dict(step)
    for key in _EXPRESSIONS:
        if isinstance(changed.get(key), str):
            changed[key] = _in_expression(changed[key], rename)
    for key in _VALUES:
        if key in changed:
            changed[key] = rewrite_value(changed[key], rename)
    return changed


def rewrite_value(value: Any, rename: Rename) -> Any:
    """Return a value with the new names of steps in its templates and bindings."""
    match value:
        case str():
            return _TEMPLATE.sub(lambda found: f"{found[1]}{_in_expression(found[2], rename)}{found[3]}", value)
        case list():
            return [rewrite_value(each, rename) for each in cast("list[Any]", value)]
        case {"$from": str(path), **rest} if not rest:
            head = _HEAD.match(path)
            return {"$from": path if head is None else f"{rename(head[0])}{path[head.end() :]}"}
        case dict():
            return {key: rewrite_value(each, rename) for key, each in cast("JsonObject", value).items()}
        case _:
            return value


def walk(steps: list[JsonObject], prefix: str = "") -> Iterator[tuple[str, JsonObject]]:
    """Yield every step of a document with its place, `outer/inner` for one inside another."""
    for step in steps:
        place = f"{prefix}{step.get('id')}"
        yield place, step
        inner = step.get("steps")
        if isinstance(inner, list):
            yield from walk(cast("list[JsonObject]", inner), f"{place}/")


def _in_expression(text: str, rename: Rename) -> str:
    def replace(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return found[0]
        if found["name"] is not None:
            return f"{found['root']}.{rename(found['name'])}"
        return f"{found['root']}[{found['quote']}{rename(found['quoted'])}{found['quote']}]"

    return _STEP.sub(replace, text)
