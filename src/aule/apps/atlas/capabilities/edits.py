"""Editing rows: what is absent stays, null clears, 0 is a value; months are merged one by one (AT-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import differing, field_change, known_id, title_of
from aule.apps.atlas.batch.subjects import SUBJECTS, Naming, Subject
from aule.apps.atlas.capabilities.creation import check_order
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import KEY_RESULTS, KINDS, PLANS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import Resolved
from aule.apps.atlas.words import say
from aule.contracts.errors import Both
from aule.contracts.model import JsonObject
from aule.sdk import RecordChange, errors

_MONTHS = ("monthly_targets", "monthly_actual")
_RECKONED = {
    *("monthly_targets", "monthly_actual", "yearly_target", "target_value", "aggregation_type", "frequency"),
    *("target_direction", "comparison_type", "start_month", "end_month", "baseline_value"),
}
"""Fields from which the figures of a key result are worked out."""


class EditedMeanwhile(errors.Conflict):
    """Somebody else edited the row since it was looked at; both values of each field are there to choose from."""

    code = "conflict_version"
    status = 412

    def __init__(self, row: Row, mine: Mapping[str, Any], *, at: str | None) -> None:
        super().__init__(
            f"{row.title!r} ({row.short}) was changed by somebody else meanwhile.",
            hint="Look at both values, choose one, and save it again.",
            field=at,
            subject=row.short,
        )
        self._values = [
            {"path": name, "base": None, "theirs": exact.plain(row.record.get(name)), "mine": exact.plain(value)}
            for name, value in mine.items()
        ]

    @property
    def both(self) -> Both:
        """Both values of every field."""
        return Both(current=0, values=self._values)


async def update(batch: Batch, action: Action) -> Planned:
    """Plan an action that edits a row; an edit that changes nothing writes nothing."""
    subject = SUBJECTS[action.noun]
    found = await batch.meant(action, subject.naming, subject.above if subject.is_found_inside else None)
    given = _given(action, subject, found.row)
    refuse_stale(action, found.row, given)
    doc = dict(found.row.record)
    for name, value in given.items():
        doc[name] = fields.merge_months(doc.get(name), value) if name in _MONTHS and value is not None else value
    moved = await _move(batch, action, subject, found, doc)
    check_order(doc, action, "start_date", "end_date")
    check_order(doc, action, "period_start", "period_end")
    if subject.kind == KEY_RESULTS:
        fields.check_months(action, doc, given, batch.draft.settings)
        _reckon(batch, found.row, doc, given)
    return edited(batch, action, found, doc, moved)


def edited(
    batch: Batch, action: Action, found: Resolved, doc: dict[str, Any], moved: Mapping[str, tuple[str, str]]
) -> Planned:
    """Return the plan of a row that gets another content, with the fields that differ."""
    row, noun, subject = found.row, KINDS[found.row.kind].noun, SUBJECTS.get(action.noun)
    names = [name for name in doc if name not in row.record or not exact.equal(row.record[name], doc[name])]
    known = {*fields.FIELDS[noun], subject.foreign if subject else None, "plan_id"}
    told = [name for name in names if name in known]
    after = batch.draft.edit(row, doc) if names else row
    if not names:
        name = known_id(row) or title_of(row, batch.locale)
        action.warn(say("already_so", action.locale, name=name))
    shown = [field_change(name, row.record.get(name), doc[name]) for name in told]
    if moved:
        shown = [field_change(each.name, *moved[each.name]) if each.name in moved else each for each in shown]
    record = RecordChange(
        op="update", kind=noun, id=known_id(row), title=title_of(row, batch.locale), path=found.path, fields=shown
    )
    before, now = _told(row.record, doc, told)
    return Planned(action, "update", after, [record] if names else [], before, now, list(action.warnings))


def refuse_stale(action: Action, row: Row, given: Mapping[str, Any]) -> None:
    """Refuse an edit of a row that is no longer as the person saw it."""
    expected = action.data.get("expected")
    if expected is not None and expected != row.stamp:
        raise EditedMeanwhile(row, given, at=action.at("expected"))


def _given(action: Action, subject: Subject, row: Row) -> dict[str, Any]:
    known = fields.FIELDS[subject.noun]
    also = (*subject.naming.fields, *(subject.above.fields if subject.above else ()), "expected", "plan_id")
    relative = ("weight_by",) if "weight" in known else ()
    given: dict[str, Any] = {}
    for name, value in action.data.items():
        if name in also or name in relative:
            continue
        if name not in known:
            fields.refuse_unknown(action, subject.noun, name, [*known, *also[:-2], *relative])
        given[name] = fields.check(action, subject.noun, name, value).value
    if action.data.get("weight_by") is not None:
        given["weight"] = _heavier(action, subject, row)
    return given


def _heavier(action: Action, subject: Subject, row: Row) -> Any:
    at = action.at("weight_by")
    if action.data.get("weight") is not None:
        raise errors.Invalid("Both 'weight' and 'weight_by' are said.", code="invalid_param", field=at, hint="Say one.")
    by = number(exact.exact(action.data["weight_by"]))
    if by is None:
        raise errors.Invalid(
            "'weight_by' must be a number.", code="invalid_param", field=at, hint="Such as 1, or -0.5."
        )
    weight = number(row.record.get("weight"))
    total = (1 if weight is None else weight) + by
    whole = int(total) if total == int(total) else total
    return fields.check(action, subject.noun, "weight", whole, at=at).value


async def _move(
    batch: Batch, action: Action, subject: Subject, found: Resolved, doc: dict[str, Any]
) -> dict[str, tuple[str, str]]:
    """Put the row under another one, or into another cycle, where the action names one; gives the titles of both."""
    moved: dict[str, tuple[str, str]] = {}
    if subject.has_cycle and action.data.get("plan_id") is not None and _is_named_by_id(action, subject.naming):
        cycle = await batch.cycle(action)
        former = await batch.draft.row(PLANS, str(doc.get("plan_id")))
        doc["plan_id"], moved["plan_id"] = cycle.id, (former.title if former else "", cycle.title)
    is_searched = subject.is_found_inside and action.data.get(subject.naming.title) is not None
    if (
        subject.above is None
        or subject.foreign is None
        or (is_searched and not _is_named_by_id(action, subject.naming))
    ):
        return moved
    to = await batch.meant_if_named(action, subject.above)
    if to is not None:
        doc[subject.foreign] = to.row.id
        moved[subject.foreign] = (found.path[-1] if found.path else "", to.row.title)
    return moved


def _is_named_by_id(action: Action, naming: Naming) -> bool:
    return action.data.get(naming.id) is not None


def _reckon(batch: Batch, row: Row, doc: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Work out the figures of a key result anew, where its months are what they come from."""
    touched = _RECKONED & set(given)
    if not touched or not doc.get("monthly_actual"):
        return
    figures = batch.draft.figures(doc)
    if "current_value" in given or "monthly_actual" not in given:
        figures.pop("current_value", None)  # what a person just said counts
    doc.update(
        figures if "monthly_actual" in given else {name: figures[name] for name in figures if name in row.record}
    )


def _told(before: Mapping[str, Any], after: Mapping[str, Any], names: list[str]) -> tuple[JsonObject, JsonObject]:
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    for name in names:
        was, becomes = before.get(name), after.get(name)
        if name in _MONTHS:
            was, becomes = differing(was, becomes)
        if name in before:
            old[name] = exact.plain(was)
        new[name] = exact.plain(becomes)
    return old, new
