"""Making new rows: pillars, objectives, key results, initiatives, projects, tasks and analyses (B.2)."""

from __future__ import annotations

from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import field_change
from aule.apps.atlas.batch.subjects import DEFAULTS, SUBJECTS, Subject
from aule.apps.atlas.capabilities import links
from aule.apps.atlas.capabilities.cycles import default_cycle, first_cycle
from aule.apps.atlas.figures.spread import spread
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import KEY_RESULTS, PLANS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.record import title_of
from aule.apps.atlas.rows.references import Resolved
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.words import say
from aule.sdk import FieldChange, RecordChange, errors

_PROJECT_LINKS = ("objective_ids", "objective_refs", "kr_ids", "kr_refs")
_NOT_SHOWN = ("id", "created_at")


async def create(batch: Batch, action: Action) -> Planned:
    """Plan an action that makes a row, with all that has to come with it."""
    subject = SUBJECTS[action.noun]
    given = _checked(action, subject)
    above = None if subject.above is None else await batch.meant(action, subject.above)
    notes: dict[str, str] = {}
    shown: list[RecordChange] = []
    doc: dict[str, Any] = {}
    if subject.has_cycle:
        cycle, made = await _cycle_for(batch, action)
        doc["plan_id"] = cycle.id
        shown += made
    if above is not None and subject.foreign is not None:
        doc[subject.foreign] = above.row.id
    else:
        doc["company_id"] = batch.draft.company
    for name, value in DEFAULTS.get(subject.noun, {}).items():
        if name not in given:
            doc[name] = value
            notes[name] = say("default", batch.locale)
    doc = {**_keys_first(doc, subject), **given, **doc}
    _check_dates(doc, action)
    if subject.kind == KEY_RESULTS:
        _complete_key_result(batch, action, doc, given, notes)
    warnings = [*action.warnings, *await _namesakes(batch, subject, above, doc)]
    row = await batch.draft.make(subject.kind, doc)
    record = RecordChange(
        op="create",
        kind=subject.noun,
        title=row.title,
        path=[] if above is None else [*above.path, above.row.title],
        fields=_fields_of(row, subject, notes),
    )
    shown.append(record)
    if subject.noun == "project":
        shown += await links.link_listed(batch, action, row)
    after = {name: exact.plain(value) for name, value in row.record.items() if name not in _NOT_SHOWN}
    return Planned(action, "create", row, shown, None, after, warnings)


def _checked(action: Action, subject: Subject) -> dict[str, Any]:
    """Return the fields an action gives a new row, each as it is kept."""
    known = fields.FIELDS[subject.noun]
    also = (*(subject.above.fields if subject.above else ()), "plan_id")
    also += _PROJECT_LINKS if subject.noun == "project" else ()
    given: dict[str, Any] = {}
    for name, value in action.data.items():
        if name in also:
            continue
        if name not in known:
            fields.refuse_unknown(action, subject.noun, name, [*known, *also])
        given[name] = fields.check(action, subject.noun, name, value).value
    for name in fields.REQUIRED[subject.noun]:
        if given.get(name) is None:
            fields.refuse_missing(action, subject.noun, name)
    return {name: given[name] for name in known if name in given}


def _keys_first(doc: dict[str, Any], subject: Subject) -> dict[str, Any]:
    return {name: doc[name] for name in ("company_id", "plan_id", subject.foreign) if name in doc}


def _complete_key_result(
    batch: Batch, action: Action, doc: dict[str, Any], given: dict[str, Any], notes: dict[str, str]
) -> None:
    """Check the months of a new key result; propose targets for them where none were given (AT-15)."""
    settings = batch.draft.settings
    for name in ("monthly_targets", "monthly_actual"):
        if given.get(name) is not None:
            doc[name] = fields.merge_months({}, given[name])
    fields.check_months(action, doc, given, settings)
    is_framed = all(given.get(name) is not None for name in ("frequency", "start_month", "end_month"))
    proposed = spread(doc, settings) if is_framed and given.get("monthly_targets") is None else None
    if proposed:
        doc["monthly_targets"] = proposed
        notes["monthly_targets"] = say("derived_from_the_target", batch.locale)
        action.warn(say("monthly_targets_derived", action.locale))
    if doc.get("monthly_actual"):
        doc.update(batch.draft.figures(doc))


async def _cycle_for(batch: Batch, action: Action) -> tuple[Row, list[RecordChange]]:
    """Return the cycle a new row is for; where there is none, one for this year is made, and shown."""
    if action.data.get("plan_id") is not None:
        return await batch.cycle(action), []
    draft = batch.draft
    default = default_cycle(await draft.cycles(), draft.moment.today)
    if default is not None:
        return default, []
    doc = first_cycle(draft.company, draft.moment.today.year)
    made = await draft.make(PLANS, doc)
    note = say("there_was_no_active_cycle", batch.locale)
    shown = RecordChange(
        op="create",
        kind="cycle",
        title=made.title,
        fields=[field_change(name, None, doc[name]) for name in ("period_start", "period_end", "status")],
        warnings=[note],
    )
    return made, [shown]


async def _namesakes(batch: Batch, subject: Subject, above: Resolved | None, doc: dict[str, Any]) -> list[str]:
    """Return a warning where a sibling already has the title."""
    title = title_of(subject.kind, doc)
    parent = batch.draft.company if above is None else above.row.id
    same = [row for row in await batch.draft.named(subject.kind, key(title)) if row.parent == parent]
    if not same:
        return []
    told = f"{title!r} ({same[0].short})"
    return [say("already_exists", batch.locale, told=told)]


def _fields_of(row: Row, subject: Subject, notes: dict[str, str]) -> list[FieldChange]:
    known = fields.FIELDS[subject.noun]
    return [field_change(name, None, value, notes.get(name)) for name, value in row.record.items() if name in known]


def _check_dates(doc: dict[str, Any], action: Action) -> None:
    check_order(doc, action, "start_date", "end_date")
    check_order(doc, action, "period_start", "period_end")


def check_order(doc: dict[str, Any], action: Action, first: str, last: str) -> None:
    """Refuse an end before its beginning."""
    begin, end = doc.get(first), doc.get(last)
    if isinstance(begin, str) and isinstance(end, str) and end[:10] < begin[:10] and {first, last} & set(action.data):
        raise errors.Invalid(
            say("end_before_beginning", action.locale, last=last, end=end, first=first, begin=begin),
            code="invalid_param",
            field=action.at(last if last in action.data else first),
        )
