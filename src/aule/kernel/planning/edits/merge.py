"""Merge: two people changed a plan since the same version; both changes are kept, field by field.

Plans are compared as plain data. Items with an id (steps, questions, risks) are matched by it, so that one may move a
step while the other rewrites it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import ValidationError

from aule.contracts.model import JsonObject
from aule.contracts.plans.clash import FieldClash
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.kernel.planning.document.content import STANDING, alike, is_same

KEYED = frozenset({"steps", "clarifications", "risks"})
"""Lists whose items are matched by their ids."""
RECORDS = frozenset({"context", *KEYED})
"""Parts of a plan that are merged field by field."""
_STANDS = frozenset(
    {"status", "feedback", "approvals", "run", "version", "updated_at", "created_at", "content_hash", "schema_version"}
)
_HELD = frozenset({PlanStatus.APPROVED, PlanStatus.EXECUTING})


@dataclass(frozen=True, slots=True)
class MergedPlan:
    """The merged plan; where both changed the same field, `plan` has theirs and `conflicts` has both."""

    plan: Plan
    conflicts: list[FieldClash]


def merge(base: Plan, theirs: Plan, mine: Plan, *, prefer_mine: bool = False) -> MergedPlan:
    """Merge two plans made from `base`. Where they differ in status, mine counts.

    With `prefer_mine` nothing is a conflict: where both changed the same field, mine counts.
    """
    clashes: list[FieldClash] = []
    merger = _Merger(clashes, prefer_mine)
    before, there, here = (plan.model_dump(mode="json") for plan in (base, theirs, mine))
    made = {name: merger.field(name, before[name], there[name], here[name]) for name in there}
    changed = not is_same(base, theirs)
    if changed and mine.status is not base.status:
        if mine.status is PlanStatus.READY:  # it was reviewed without their changes
            made["status"] = PlanStatus.REVIEWING.value
        elif mine.status in _HELD:
            clashes.append(FieldClash(path="status", base=base.status, theirs=theirs.status, mine=mine.status))
    try:
        return MergedPlan(Plan.model_validate(made), clashes)
    except ValidationError:  # each is valid, both together have too many steps
        clashes.append(FieldClash(path="steps", base=len(base.steps), theirs=len(theirs.steps), mine=len(mine.steps)))
        return MergedPlan(theirs, clashes)


def by_id(items: Sequence[JsonObject]) -> dict[str, JsonObject] | None:
    """Return items by their ids; None when two have the same id."""
    found = {cast("str", each["id"]): each for each in items}
    return found if len(found) == len(items) else None


def stands(path: str) -> bool:
    """Return whether a field belongs to the status of a plan, not to its content."""
    parts = path.split(".")
    match parts:
        case [name]:
            return name in _STANDS
        case ["steps", _, name]:
            return name in STANDING
        case ["clarifications", _, *rest]:
            return rest != ["answer"]
        case _:
            return False


class _Merger:
    """Merges three states of a value, and collects conflicts."""

    def __init__(self, clashes: list[FieldClash], prefer_mine: bool) -> None:
        self._clashes = clashes
        self._prefer_mine = prefer_mine

    def field(self, path: str, base: Any, theirs: Any, mine: Any) -> Any:
        if alike(mine, base) or alike(mine, theirs):
            return theirs
        if alike(theirs, base):
            return mine
        if path in KEYED:
            groups = [by_id(each) for each in (base, theirs, mine)]
            if None not in groups:
                return self._keyed(path, *cast("list[dict[str, JsonObject]]", groups))
        elif path == "context":
            return {name: self.field(f"{path}.{name}", base[name], theirs[name], mine[name]) for name in theirs}
        return self._clash(path, base, theirs, mine)

    def _clash(self, path: str, base: Any, theirs: Any, mine: Any) -> Any:
        if self._prefer_mine or stands(path):
            return mine
        self._clashes.append(FieldClash(path=path, base=base, theirs=theirs, mine=mine))
        return theirs

    def _keyed(
        self, path: str, base: dict[str, JsonObject], theirs: dict[str, JsonObject], mine: dict[str, JsonObject]
    ) -> list[JsonObject]:
        left: dict[str, JsonObject] = {}
        for id in {**base, **theirs, **mine}:
            item = self._item(f"{path}.{id}", base.get(id), theirs.get(id), mine.get(id))
            if item is not None:
                left[id] = item
        order = self._order(path, list(base), list(theirs), list(mine), set(left))
        return [left[id] for id in order]

    def _item(
        self, path: str, base: JsonObject | None, theirs: JsonObject | None, mine: JsonObject | None
    ) -> JsonObject | None:
        if alike(mine, base) or alike(mine, theirs):
            return theirs
        if alike(theirs, base):
            return mine
        if theirs is None or mine is None:  # one dropped it, the other changed it
            kept = theirs if mine is None else mine
            if base is not None and kept is not None and alike(_definition(kept), _definition(base)):
                return None
            return self._clash(path, base, theirs, mine)
        start = {} if base is None else base
        return {name: self.field(f"{path}.{name}", start.get(name), theirs[name], mine[name]) for name in theirs}

    def _order(self, path: str, base: list[str], theirs: list[str], mine: list[str], left: set[str]) -> list[str]:
        both = [id for id in base if id in left]
        there = [id for id in theirs if id in left and id in base]
        here = [id for id in mine if id in left and id in base]
        kept = there
        if len(there) != len(both) or len(here) != len(both):  # an item dropped on one side was kept
            kept = there if len(there) == len(both) else here if len(here) == len(both) else both
        elif there == both:
            kept = here
        elif here not in (both, there):
            kept = self._clash(path, both, there, here)
        return _woven(kept, [id for id in theirs if id in left], [id for id in mine if id in left])


def _definition(item: JsonObject) -> JsonObject:
    return {name: value for name, value in item.items() if name not in STANDING}


def _woven(kept: list[str], theirs: list[str], mine: list[str]) -> list[str]:
    """Return an order with the additions of each side, each after the item it was added after."""
    known = set(kept)
    added: dict[str | None, list[list[str]]] = {}
    for side in (theirs, mine):
        anchor: str | None = None
        runs: dict[str | None, list[str]] = {}
        for id in side:
            if id in known:
                anchor = id
            else:
                runs.setdefault(anchor, []).append(id)
        for anchor, run in runs.items():
            added.setdefault(anchor, []).append(run)
    woven: list[str] = []
    for anchor in (None, *kept):
        if anchor is not None:
            woven.append(anchor)
        for run in sorted(added.get(anchor, [])):
            woven.extend(id for id in run if id not in woven)
    return list(dict.fromkeys(woven))
