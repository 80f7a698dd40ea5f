"""Differences between two versions of a plan, by field and as a JSON Patch of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.plans.views import PlanDiff, PlanFieldChange
from aule.kernel.planning.document.content import alike, says
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.edits.json_patch import patch_between
from aule.kernel.planning.edits.merge import by_id

_NAMES = {"answers": "clarifications"}


def diff(a: Plan, b: Plan) -> PlanDiff:
    """Return the differences in content between two versions of a plan."""
    return PlanDiff(
        plan=b.id,
        from_version=a.version,
        to_version=b.version,
        changes=list(changes_between(a, b)),
        patch=patch_between(to_file(a), to_file(b)),
    )


def changes_between(a: Plan, b: Plan) -> Iterator[PlanFieldChange]:
    """Yield the fields that differ, in the order of a plan."""
    before, after = says(a), says(b)
    for name in before:
        yield from _changes(_NAMES.get(name, name), before[name], after[name])


def _changes(path: str, before: Any, after: Any) -> Iterator[PlanFieldChange]:
    if alike(before, after):
        return
    if path == "context":
        for name in before:
            yield from _changes(f"{path}.{name}", before[name], after[name])
        return
    if path in ("steps", "clarifications", "risks"):
        groups = by_id(before), by_id(after)
        if groups[0] is not None and groups[1] is not None:
            yield from _of_things(path, groups[0], groups[1])
            return
    yield PlanFieldChange(path=path, before=before, after=after)


def _of_things(path: str, before: dict[str, JsonObject], after: dict[str, JsonObject]) -> Iterator[PlanFieldChange]:
    for id, old in before.items():
        new = after.get(id)
        if new is None:
            yield PlanFieldChange(path=f"{path}.{id}", before=old)
        else:
            for name in old:
                yield from _changes(f"{path}.{id}.{name}", old[name], new[name])
    for id, new in after.items():
        if id not in before:
            yield PlanFieldChange(path=f"{path}.{id}", after=new)
    orders = [id for id in before if id in after], [id for id in after if id in before]
    if orders[0] != orders[1]:
        yield PlanFieldChange(path=path, before=cast("Any", orders[0]), after=cast("Any", orders[1]))
