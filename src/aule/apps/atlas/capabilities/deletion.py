"""Deleting: a row goes to the trash with all that belongs to it, after a person has seen what that is (AT-50)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import known_id
from aule.apps.atlas.batch.subjects import SUBJECTS
from aule.apps.atlas.capabilities.edits import refuse_stale
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import FCA, KINDS, PROJECT_KRS, PROJECT_OBJECTIVES, PROJECTS, VALUES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import Level
from aule.apps.atlas.words import say
from aule.sdk import Cascade, RecordChange, errors

MOST_TITLES = 20
_JOINS = (PROJECT_KRS, PROJECT_OBJECTIVES)


async def delete(batch: Batch, action: Action) -> Planned:
    """Plan an action that deletes a row and what goes with it."""
    subject = SUBJECTS[action.noun]
    inside = subject.above if subject.is_found_inside else None
    _refuse_more(action, (*subject.naming.fields, *(inside.fields if inside else ())))
    found = await batch.meant(action, subject.naming, inside)
    row = found.row
    refuse_stale(action, row, {})
    below = await batch.draft.cascade([row])
    warnings = [*await _lost_links(batch, row, below), *_last_check_in(batch, below)]
    gone = batch.draft.delete(row)
    for each in below:
        batch.draft.delete(each)
    record = RecordChange(
        op="delete",
        kind=subject.noun,
        id=known_id(row),
        title=row.title,
        path=found.path,
        cascade=cascade_of(below),
        warnings=warnings,
    )
    kept = {"title": row.title, "with": len(below)} if below else {"title": row.title}
    return Planned(
        action,
        "delete",
        gone,
        [record],
        kept,
        None,
        list(action.warnings),
        goes=1 + len(below),
        is_by_part=found.level is Level.PART,
    )


def cascade_of(below: Sequence[Row]) -> Cascade:
    """Return what goes with a row: how many of each kind, and the first titles."""
    counts = Counter(KINDS[row.kind].noun for row in below)
    titles = [row.title for row in below if row.title and row.kind != FCA]
    return Cascade(counts=dict(counts), examples=titles[:MOST_TITLES])


async def _lost_links(batch: Batch, row: Row, below: Sequence[Row]) -> list[str]:
    """Return the projects that stay and lose a link."""
    ids = {each.parent for each in below if each.kind in _JOINS and each.parent}
    if row.kind == PROJECTS or not ids:
        return []
    names = [project.title for project in await batch.draft.rows(PROJECTS, sorted(ids))]
    listed = ", ".join(f"“{name}”" for name in names[:5]) + ("…" if len(names) > 5 else "")
    one = say("a_project_loses_links", batch.locale)
    many = say("projects_lose_links", batch.locale, count=len(names))
    return [f"{one if len(names) == 1 else many}: {listed}"] if names else []


def _last_check_in(batch: Batch, below: Sequence[Row]) -> list[str]:
    days = [str(exact.plain(each.record.get("period_date")))[:10] for each in below if each.kind == VALUES]
    if not days:
        return []
    return [say("last_check_in", batch.locale, last=max(days))]


def _refuse_more(action: Action, naming: Sequence[str]) -> None:
    also = {*naming, "expected", "plan_id"}
    for name in action.data:
        if name not in also:
            raise errors.Invalid(
                f"There is no field {name!r} of {action.type!r}.",
                code="unknown_param",
                field=action.at(name),
                candidates=list(naming),
                hint=f"It takes {', '.join(naming)}.",
            )
