"""JSON Patch applied: what a program does with a patch that it was given."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

from aule.contracts.model import JsonObject


def apply_patch(document: Any, patch: Sequence[JsonObject]) -> Any:
    """Return a document after a patch of `add`, `remove` and `replace`; fail where a path is not there."""
    whole: Any = {"": deepcopy(document)}
    for step in patch:
        *above, last = ["", *(part.replace("~1", "/").replace("~0", "~") for part in step["path"].split("/")[1:])]
        place: Any = whole
        for part in above:
            place = _inside(place, part)
        _do(place, last, step)
    return whole[""]


def _inside(place: Any, part: str) -> Any:
    return cast("list[Any]", place)[int(part)] if isinstance(place, list) else place[part]


def _do(place: Any, name: str, step: JsonObject) -> None:
    value = deepcopy(step.get("value"))
    if isinstance(place, list):
        items = cast("list[Any]", place)
        match step["op"]:
            case "add":
                items.insert(len(items) if name == "-" else int(name), value)
            case "remove":
                del items[int(name)]
            case _:
                items[int(name)] = value
        return
    if step["op"] == "remove":
        del place[name]
    else:
        place[name] = value
