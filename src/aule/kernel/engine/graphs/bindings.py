"""Bindings: parameters that are filled in when their step runs, from what other steps made.

A value is what it says, or `{"$from": "search.result.items"}`, or `{"$item": "name"}` inside a repetition, or a text
with `{{state.topic}}` in it. A text that is nothing but one such template keeps the type of what it finds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.paths import MISSING, Path, parse_path

_TEMPLATE = re.compile(r"\$?\{\{([^{}]*)\}\}")  # blanks are taken off later: a pattern that skips them is slow to fail
_ROOTS = frozenset({"state", "inputs", "steps", "item", "run"})
_LEGACY_ROOTS = {"tasks": "steps"}


@dataclass(frozen=True, slots=True)
class Decision:
    """A value that is decided when the step runs: by a model, by a rule, or by a person."""

    instruction: str
    among: Any = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """One place in a value that looks at something else."""

    path: Path
    place: str
    """Where the use stands, such as `params.items[0]`."""


def uses_in(value: Any, place: str = "params") -> Iterator[Use]:
    """Everything a value looks at, so that it can be checked before anything runs."""
    if isinstance(value, str):
        yield from (Use(_path(found[1]), place) for found in _TEMPLATE.finditer(value))
    elif isinstance(value, list):
        for index, each in enumerate(cast("list[Any]", value)):
            yield from uses_in(each, f"{place}[{index}]")
    elif isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        bound = _bound(mapping)
        if isinstance(bound, Path):
            yield Use(bound, place)
        elif isinstance(bound, Decision):
            yield from uses_in(bound.among, f"{place}.among")
        else:
            for key, each in mapping.items():
                yield from uses_in(each, f"{place}.{key}")


def is_literal(value: Any) -> bool:
    """Whether a value is what it says, and looks at nothing."""
    if isinstance(value, str):
        return _TEMPLATE.search(value) is None
    if isinstance(value, list):
        return all(is_literal(each) for each in cast("list[Any]", value))
    if isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        return not any(key.startswith("$") for key in mapping) and all(is_literal(each) for each in mapping.values())
    return True


def only_path(value: Any) -> Path | None:
    """What a value looks at, when it is nothing but that; what cannot be read looks at nothing."""
    try:
        if isinstance(value, str):
            found = _TEMPLATE.fullmatch(value)
            return None if found is None else _path(found[1])
        bound = _bound(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else None
    except Invalid:
        return None
    return bound if isinstance(bound, Path) else None


def resolve(value: Any, sight: Mapping[str, Any]) -> Any:
    """The value with every use filled in; decisions are left for whoever decides them."""
    if isinstance(value, str):
        return _fill(value, sight)
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, list):
        return [resolve(each, sight) for each in cast("list[Any]", value)]
    if isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        bound = _bound(mapping)
        if isinstance(bound, Path):
            return _found(bound, sight)
        if isinstance(bound, Decision):
            among = None if bound.among is None else resolve(bound.among, sight)
            return Decision(bound.instruction, among, bound.rule)
        return {key: resolve(each, sight) for key, each in mapping.items()}
    return value


def told(text: str, sight: Mapping[str, Any]) -> str:
    """A text for people with every use filled in; what is not there is a dash, so that nobody goes unasked for it."""
    return _TEMPLATE.sub(lambda found: _told(found, sight), text)


def _bound(mapping: Mapping[str, Any]) -> Path | Decision | None:
    """What an object with a `$` key stands for; a misspelt one is refused, never taken for data."""
    marks = [key for key in mapping if key.startswith("$")]
    if not marks:
        return None
    if len(mapping) != 1:
        raise Invalid(f"{marks[0]!r} stands beside other keys", hint="A binding is an object with that one key.")
    mark, content = marks[0], mapping[marks[0]]
    match mark, content:
        case "$from", str():
            return Path(("steps", *parse_path(content).parts))
        case "$item", str():
            return Path(("item", *parse_path(content).parts)) if content else Path(("item",))
        case "$decide", {"instruction": str(instruction), **rest} if set(rest) <= {"among", "rule"}:
            return Decision(instruction, rest.get("among"), rest.get("rule"))
        case _:
            raise Invalid(
                f"{mark!r} is not a binding that can be understood",
                hint='Use {"$from": "step.result.path"}, {"$item": "path"} or {"$decide": {"instruction": …}}.',
            )


@lru_cache(maxsize=4096)
def _path(text: str) -> Path:
    path = parse_path(text.strip())
    root = _LEGACY_ROOTS.get(path.root, path.root)
    if root not in _ROOTS:
        raise Invalid(f"{text!r} starts with {path.root!r}", hint=f"It can start with {', '.join(sorted(_ROOTS))}.")
    return Path((root, *path.parts[1:]))


def _fill(text: str, sight: Mapping[str, Any]) -> Any:
    whole = _TEMPLATE.fullmatch(text)
    if whole is not None:
        return _found(_path(whole[1]), sight)
    return _TEMPLATE.sub(lambda found: _said(_found(_path(found[1]), sight)), text)


def _found(path: Path, sight: Mapping[str, Any]) -> Any:
    value = path.within(sight)
    if value is MISSING:
        raise Invalid(f"{str(path)!r} is not there", hint="Look at what that step gave back.", code="binding_missing")
    return value


def _said(value: Any) -> str:
    """A value inside a sentence."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _told(found: re.Match[str], sight: Mapping[str, Any]) -> str:
    try:
        value = _path(found[1]).within(sight)
    except Invalid:
        return found[0]  # braces that name nothing stay as they were written
    return "—" if value is MISSING or value is None else _said(value)
