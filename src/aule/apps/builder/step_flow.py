"""Steps taken out, moved, swapped and set side by side while results go on flowing from step to step.

A step that hands a text on has one source: the step whose result it reads. Who read a step that goes away reads its
source instead, and a step that comes to stand after another one reads that one.
"""

from __future__ import annotations

from typing import Any, cast

from aule.apps.builder.graph_edits import (
    AddStep,
    ChangeStep,
    Connect,
    Disconnect,
    Edit,
    MoveStep,
    RemoveStep,
    apply_edits,
    dependencies_of,
)
from aule.apps.builder.handed_on import key_of, rebound_fields, rebound_readers
from aule.apps.builder.step_references import steps_seen
from aule.contracts.model import JsonObject

_TEXT_KINDS = ("prompt", "ask")
"""Fields of steps that take results as they are, and whose results are texts."""


def taken_out(form: JsonObject, id: str) -> list[Edit]:
    """Return the edits that remove a step; those that read its whole result read its source's."""
    return [*_detached(form, id), RemoveStep(type="remove_step", id=id)]


def moved(form: JsonObject, id: str, *, before: str | None = None, after: str | None = None) -> list[Edit]:
    """Return the edits that move a step to another place in the flow of the texts."""
    source = source_of(form, id)
    detached = _detached(form, id)
    edits: list[Edit] = [*detached, MoveStep(type="move_step", id=id, before=before, after=after)]
    if source is None or not _is_text(_step(form, id)):
        return edits
    now = apply_edits(form, edits)
    new = _new_source(now, id, source)
    if new is None:
        return edits
    changed = rebound_fields(_step(now, id), source, key_of(_step(form, source)), new)
    if new != source and changed:
        edits.append(ChangeStep(type="change_step", id=id, fields=changed))
    if detached:
        followers = [str(each["id"]) for each in _steps(now) if id in dependencies_of(each)]
        edits += rebound_readers(now, followers, new, id)
    return edits


def swapped(form: JsonObject, one: str, other: str) -> list[Edit] | None:
    """Return the edits by which two steps change places; None where neither comes before the other."""
    if other in before(form, one):
        one, other = other, one
    if one not in before(form, other):
        return None
    waits = dependencies_of(_step(form, other))
    edits = moved(form, other, before=one)
    if waits == [one]:
        return edits
    if len(waits) != 1:
        return None
    return [*edits, *moved(apply_edits(form, edits), one, after=waits[0])]


def set_side_by_side(form: JsonObject, one: str, other: str) -> list[Edit] | None:
    """Return the edits by which two steps no longer wait for each other; None where one cannot do without the other."""
    if other in before(form, one):
        one, other = other, one
    later = _step(form, other)
    if one not in dependencies_of(later):
        return None
    edits: list[Edit] = []
    if one in steps_seen(later):
        source = source_of(form, one)
        fields = {} if source is None else rebound_fields(later, one, key_of(_step(form, one)), source)
        if one in steps_seen({**later, **fields}):
            return None
        edits.append(ChangeStep(type="change_step", id=other, fields=fields))
    had = dependencies_of(later)
    edits += [
        Connect(type="connect", source=name, to=other) for name in dependencies_of(_step(form, one)) if name not in had
    ]
    edits.append(Disconnect(type="disconnect", source=one, to=other))
    for each in _steps(form):
        names = dependencies_of(each)
        if other in names and one not in names:
            edits.append(Connect(type="connect", source=one, to=str(each["id"])))
    return edits


def copied(form: JsonObject, id: str, new: str, title: str) -> AddStep:
    """Return the edit that adds the same step once more, beside it; what it shares stays the first one's."""
    step = {name: value for name, value in _step(form, id).items() if name != "writes"}
    return AddStep(type="add_step", step={**step, "id": new, "title": title})


def unmet(form: JsonObject) -> tuple[str, str] | None:
    """Return a step that reads a result it does not wait for, with the step whose result that is."""
    known = {str(each["id"]) for each in _steps(form)}
    for each in _steps(form):
        id = str(each["id"])
        missing = (steps_seen(each) & known) - before(form, id) - {id}
        if missing:
            return id, min(missing)
    return None


def before(form: JsonObject, id: str) -> set[str]:
    """Return all steps that come before one."""
    by_id = {str(each["id"]): each for each in _steps(form)}
    found: set[str] = set()
    left = [id]
    while left:
        new = set(dependencies_of(by_id.get(left.pop(), {}))) - found
        found |= new
        left += new
    return found


def source_of(form: JsonObject, id: str) -> str | None:
    """Return the one step whose result a step takes over: the one it reads, or the only one it waits for."""
    step = _step(form, id)
    seen = sorted(steps_seen(step) | _writers_read(form, step))
    if len(seen) == 1:
        return seen[0]
    waits = dependencies_of(step)
    return waits[0] if not seen and len(waits) == 1 else None


def _writers_read(form: JsonObject, step: JsonObject) -> set[str]:
    """Return the steps that fill what a step reads of the shared state."""
    said = str(step)
    return {
        str(each["id"])
        for each in _steps(form)
        if (key := key_of(each)) is not None and f"state.{key}" in said and each.get("id") != step.get("id")
    }


def _detached(form: JsonObject, id: str) -> list[Edit]:
    """Return the edits by which nobody reads a step any more; none where that cannot be said."""
    source = source_of(form, id)
    if source is None or not (_is_text(_step(form, id)) or _is_text(_step(form, source))):
        return []
    edits = rebound_readers(form, None, id, source)
    if not _is_text(_step(form, source)) and not all(_takes_anything(each) for each in edits):
        return []
    return edits


def _takes_anything(edit: Edit) -> bool:
    return not isinstance(edit, ChangeStep) or set(edit.fields) <= set(_TEXT_KINDS)


def _new_source(form: JsonObject, id: str, source: str) -> str | None:
    """Return whose result a step reads in its new place: the text right before it, or what it read so far."""
    earlier = before(form, id)
    waits = dependencies_of(_step(form, id))
    nearest = waits[0] if len(waits) == 1 else None
    if nearest is not None and (_is_text(_step(form, nearest)) or source not in earlier):
        return nearest
    return source if source in earlier else None


def _is_text(step: JsonObject) -> bool:
    return any(name in step for name in _TEXT_KINDS)


def _steps(form: JsonObject) -> list[JsonObject]:
    return cast("list[JsonObject]", form["steps"])


def _step(form: JsonObject, id: str) -> JsonObject:
    return next((each for each in _steps(form) if each.get("id") == id), cast("Any", {}))
