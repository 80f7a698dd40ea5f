"""Links: which objective contributes to which, and what a project is for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import known_id
from aule.apps.atlas.batch.subjects import KEY_RESULT, OBJECTIVE, PROJECT, Naming
from aule.apps.atlas.rows.circles import closing
from aule.apps.atlas.rows.kinds import KINDS, LINKS, OBJECTIVES, PROJECT_KRS, PROJECT_OBJECTIVES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import Level, Resolved
from aule.apps.atlas.words import say
from aule.sdk import RecordChange, errors

PARENT = Naming(OBJECTIVES, "parent_id", "parent", "parent_ref")
CHILD = Naming(OBJECTIVES, "child_id", "child", "child_ref")
_ENDS = ((PROJECT_OBJECTIVES, "objective_id", OBJECTIVE), (PROJECT_KRS, "kr_id", KEY_RESULT))
_LISTS = {PROJECT_OBJECTIVES: ("objective_ids", "objective_refs"), PROJECT_KRS: ("kr_ids", "kr_refs")}
_OF_PROJECT = tuple(name for lists in _LISTS.values() for name in lists)


async def link_objectives(batch: Batch, action: Action) -> Planned:
    """Plan that one objective contributes to another; never to itself, not even over others."""
    _refuse_others(action, (*PARENT.fields, *CHILD.fields))
    above, below = await batch.meant(action, PARENT), await batch.meant(action, CHILD)
    known = await batch.draft.of_kind(LINKS)
    same = [row for row in known if (row.parent, row.name) == (above.row.id, below.row.id)]
    if closing([(row.parent or "", row.name) for row in known], [(above.row.id, below.row.id)]):
        raise errors.Invalid(
            f"{below.row.title!r} cannot contribute to {above.row.title!r}: that one already contributes to it.",
            code="cycle",
            field=action.at("parent"),
            hint="Remove the other link first.",
        )
    warnings = list(action.warnings)
    if same:
        warnings.append(say("already_linked", batch.locale))
    else:
        ends = {"parent_objective_id": above.row.id, "child_objective_id": below.row.id}
        await batch.draft.make(LINKS, {**ends, "kind": "contributes"})
    shown = _shown("link", below, above)
    return Planned(action, "link", below.row, [shown], None, {"contributes_to": above.row.short}, warnings)


async def unlink_objectives(batch: Batch, action: Action) -> Planned:
    """Plan that one objective no longer contributes to another."""
    _refuse_others(action, (*PARENT.fields, *CHILD.fields))
    above, below = await batch.meant(action, PARENT), await batch.meant(action, CHILD)
    known = await batch.draft.children(LINKS, [above.row.id])
    same = [row for row in known if row.name == below.row.id]
    if not same:
        raise errors.NotFound(
            f"{below.row.title!r} does not contribute to {above.row.title!r}.",
            field=action.at("child"),
            hint="Look at the objective to see what contributes to it.",
        )
    for row in same:
        batch.draft.delete(row)
    shown = _shown("unlink", below, above)
    told = {"contributes_to": above.row.short}
    return Planned(action, "unlink", below.row, [shown], told, None, list(action.warnings))


async def link_project(batch: Batch, action: Action) -> Planned:
    """Plan that a project is for some objectives and key results."""
    _refuse_others(action, (*PROJECT.fields, *_OF_PROJECT))
    project = await batch.meant(action, PROJECT)
    shown = await link_listed(batch, action, project.row)
    warnings = list(action.warnings)
    if not shown:
        warnings.append(say("already_linked", batch.locale))
    after = {"linked": [record.id for record in shown]}
    return Planned(action, "link", project.row, shown, None, after, warnings)


async def unlink_project(batch: Batch, action: Action) -> Planned:
    """Plan that a project is no longer for some objectives and key results."""
    _refuse_others(action, (*PROJECT.fields, *_OF_PROJECT))
    project = await batch.meant(action, PROJECT)
    shown: list[RecordChange] = []
    for kind, _, naming in _ENDS:
        ends = {end.row.id: end for end in await batch.several(action, naming, *_LISTS[kind])}
        for row in await batch.draft.children(kind, [project.row.id]):
            if row.name in ends:
                batch.draft.delete(row)
                shown.append(_shown("unlink", ends[row.name], project))
    if not shown:
        raise errors.NotFound(
            f"{project.row.title!r} has none of these links.",
            field=action.at("project_id"),
            hint="Look at the project to see what it is linked to.",
        )
    told = {"linked": [record.id for record in shown]}
    return Planned(action, "unlink", project.row, shown, told, None, list(action.warnings))


async def link_listed(batch: Batch, action: Action, project: Row) -> list[RecordChange]:
    """Link a project with what an action names in its lists; what is linked already stays so."""
    shown: list[RecordChange] = []
    at = Resolved(project, Level.ID, [])
    for kind, field, naming in _ENDS:
        known = {row.name for row in await batch.draft.children(kind, [project.id])}
        for end in await batch.several(action, naming, *_LISTS[kind]):
            if end.row.id not in known:
                await batch.draft.make(kind, {"project_id": project.id, field: end.row.id})
                shown.append(_shown("link", end, at))
    return shown


def _shown(op: Literal["link", "unlink"], end: Resolved, to: Resolved) -> RecordChange:
    return RecordChange(
        op=op,
        kind=KINDS[end.row.kind].noun,
        id=known_id(end.row),
        title=f"{end.row.title} → {to.row.title}",
        path=end.path,
    )


def _refuse_others(action: Action, known: Iterable[str]) -> None:
    names = [*known, "plan_id"]
    for name in action.data:
        if name not in names:
            raise errors.Invalid(
                f"There is no field {name!r} of {action.type!r}.",
                code="unknown_param",
                field=action.at(name),
                candidates=names[:5],
                hint=f"It takes {', '.join(names[:-1])}.",
            )
