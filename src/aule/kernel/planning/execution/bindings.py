"""Bindings: converts a plan's references to the engine's form; `3.result.data.x` is the `x` of step 3's result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.bindings import uses_in

_FROM = re.compile(r"^(?:steps\.)?(?P<id>[A-Za-z0-9_][\w-]*)(?P<rest>.*)$", re.DOTALL)
_DATA = re.compile(r"^\.result\.data(?=$|[.\[])")
_INSIDE = re.compile(r"(\bsteps\.[A-Za-z0-9_][\w-]*\.result)\.data(?![\w-])")


def engine_form(value: Any) -> Any:
    """Return a value with its bindings in the engine's form; other values stay as they are."""
    match value:
        case str():
            return _INSIDE.sub(r"\1", value) if "{{" in value else value
        case list():
            return [engine_form(each) for each in cast("list[Any]", value)]
        case {"$from": str(path)} if len(cast("Mapping[str, Any]", value)) == 1:
            return {"$from": engine_path(path)}
        case {"$decide": str(instruction)} if len(cast("Mapping[str, Any]", value)) == 1:
            return {"$decide": {"instruction": instruction}}
        case Mapping():
            return {key: engine_form(each) for key, each in cast("Mapping[str, Any]", value).items()}
        case _:
            return value


def engine_path(path: str) -> str:
    """Return a path in the engine's form: a step alone is its result, and a result is its data."""
    found = _FROM.match(path)
    if found is None:
        return path
    rest = _DATA.sub(".result", found["rest"]) if found["rest"] else ".result"
    return f"{found['id']}{rest}"


def engine_condition(when: str) -> str:
    """Return a condition with results named in the engine's form."""
    return _INSIDE.sub(r"\1", when)


def steps_used(value: Any) -> Iterator[str]:
    """Yield the steps whose results a value uses; unreadable expressions are left to the check."""
    try:
        for use in uses_in(value):
            if use.path.root == "steps" and len(use.path.parts) > 1:
                yield str(use.path.parts[1])
    except Invalid:
        return
