"""JSON Patch (RFC 6902): the operations that turn one document into another.

An element put into a list, or taken out of it, is one operation: what stands before and behind it is told apart first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.kernel.planning.document.content import alike


def patch_between(before: Any, after: Any) -> list[JsonObject]:
    """Return the operations that turn one value into another: `add`, `remove` and `replace`."""
    return list(_steps("", before, after))


def _steps(path: str, before: Any, after: Any) -> Iterator[JsonObject]:
    if alike(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(path, cast("JsonObject", before), cast("JsonObject", after))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(path, cast("list[Any]", before), cast("list[Any]", after))
    else:
        yield {"op": "replace", "path": path, "value": after}


def _of_objects(path: str, before: JsonObject, after: JsonObject) -> Iterator[JsonObject]:
    for name, value in before.items():
        place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
        if name in after:
            yield from _steps(place, value, after[name])
        else:
            yield {"op": "remove", "path": place}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{name.replace('~', '~0').replace('/', '~1')}", "value": value}


def _of_lists(path: str, before: list[Any], after: list[Any]) -> Iterator[JsonObject]:
    start, end = 0, 0
    most = min(len(before), len(after))
    while start < most and alike(before[start], after[start]):
        start += 1
    while end < most - start and alike(before[-1 - end], after[-1 - end]):
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    shared = min(len(old), len(new)) if len(old) == len(new) or not (old and new) else 0
    for place in range(shared):
        yield from _steps(f"{path}/{start + place}", old[place], new[place])
    for place in reversed(range(shared, len(old))):
        yield {"op": "remove", "path": f"{path}/{start + place}"}
    for place in range(shared, len(new)):
        yield {"op": "add", "path": f"{path}/{start + place}", "value": new[place]}
