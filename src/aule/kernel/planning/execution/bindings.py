"""Bindings as plans write them, in the form the engine reads: `3.result.data.x` is what step 3 gave as `x`."""

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
    """A value with its bindings as the engine reads them; what is no binding stays as it is."""
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
    """Where something is, as the engine names it: a step alone is its result, and a result is its data."""
    found = _FROM.match(path)
    if found is None:
        return path
    rest = _DATA.sub(".result", found["rest"]) if found["rest"] else ".result"
    return f"{found['id']}{rest}"


def engine_condition(when: str) -> str:
    """A condition, with results named as the engine names them."""
    return _INSIDE.sub(r"\1", when)


def steps_used(value: Any) -> Iterator[str]:
    """The steps whose results a value in the engine's form looks at; what cannot be read is for the check to say."""
    try:
        for use in uses_in(value):
            if use.path.root == "steps" and len(use.path.parts) > 1:
                yield str(use.path.parts[1])
    except Invalid:
        return
