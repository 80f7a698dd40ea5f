"""Check-ins: the value of a key result in a period, with how confident somebody is (AT-23)."""

from __future__ import annotations

from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import field_change, known_id
from aule.apps.atlas.batch.subjects import KEY_RESULT
from aule.apps.atlas.capabilities.edits import refuse_stale
from aule.apps.atlas.figures import progress
from aule.apps.atlas.figures.derived import next_period
from aule.apps.atlas.figures.months import grid_month
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import VALUES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.values import REPLACE
from aule.apps.atlas.words import say
from aule.sdk import RecordChange

_NOTES = ("confidence", "status", "blockers")


async def check_in(batch: Batch, action: Action) -> Planned:
    """Plan a check-in: the month gets its value, a row of values is kept, and the figures are worked out anew."""
    said = _said(action)
    found = await batch.meant(action, KEY_RESULT)
    kr, draft = found.row, batch.draft
    months, at = dict(said.get("monthly_actual") or {}), "monthly_actual"
    if said.get("value") is not None:
        months[_period(batch, action, kr, said)], at = said["value"], "period"
    refuse_stale(action, kr, {"monthly_actual": months})
    doc = dict(kr.record)
    doc["monthly_actual"] = fields.merge_months(doc.get("monthly_actual"), months)
    fields.check_months(action, doc, {"monthly_actual": months}, draft.settings, at=action.at(at))
    doc.update(draft.figures(doc))
    after = draft.edit(kr, doc)
    for period, value in months.get(REPLACE, months).items():
        if value is not None:
            await _keep(batch, kr, period, {**said, "value": value})
    shown = [field_change(name, kr.record.get(name), doc[name]) for name in ("monthly_actual", "current_value")]
    shown += [field_change(name, None, said[name]) for name in (*_NOTES, "comment") if said.get(name) is not None]
    record = RecordChange(
        op="update",
        kind="check_in",
        id=known_id(kr),
        title=kr.title,
        path=found.path,
        fields=[each for each in shown if not exact.equal(each.before, each.after)],
    )
    before = {each.name: each.before for each in record.fields}
    now = {each.name: each.after for each in record.fields}
    return Planned(action, "check_in", after, [record], before, now, list(action.warnings))


def _said(action: Action) -> dict[str, Any]:
    known = fields.FIELDS["check_in"]
    given: dict[str, Any] = {}
    for name, value in action.data.items():
        if name in (*KEY_RESULT.fields, "expected", "plan_id"):
            continue
        if name not in known:
            fields.refuse_unknown(action, "check_in", name, [*known, *KEY_RESULT.fields])
        given[name] = fields.check(action, "check_in", name, value).value
    if given.get("value") is None and not given.get("monthly_actual"):
        fields.refuse_missing(action, "check_in", "value")
    return given


def _period(batch: Batch, action: Action, kr: Row, said: dict[str, Any]) -> str:
    """Return the month the value is kept in: of the period that was named, else of the present one."""
    draft = batch.draft
    if said.get("period") is None:
        return next_period(progress.read(kr.record, draft.settings), draft.moment.today, draft.settings)
    frequency = str(kr.record.get("frequency") or "monthly")
    kept = grid_month(said["period"], frequency, draft.settings.fiscal_year_start) or said["period"]
    if kept != said["period"]:
        action.warn(say("check_in_kept_in", action.locale, period=said["period"], kept=kept, frequency=frequency))
    return kept


async def _keep(batch: Batch, kr: Row, period: str, said: dict[str, Any]) -> Row:
    """Return the row of values: of today where today is in the period; the same day has one."""
    draft = batch.draft
    today = draft.moment.today.isoformat()
    frequency = str(kr.record.get("frequency") or "monthly")
    is_now = grid_month(today[:7], frequency, draft.settings.fiscal_year_start) == period
    day = today if is_now else f"{period}-01"
    doc: dict[str, Any] = {"key_result_id": kr.id, "period_date": day, "value": said["value"]}
    doc["comments"] = said.get("comment")
    doc["recorded_by"] = draft.moment.by
    doc.update({name: said[name] for name in _NOTES if said.get(name) is not None})
    earlier = [row for row in await draft.children(VALUES, [kr.id]) if str(row.record.get("period_date"))[:10] == day]
    if not earlier:
        return await draft.make(VALUES, doc)
    if doc["comments"] is None:
        del doc["comments"]
    return draft.edit(earlier[-1], {**earlier[-1].record, **doc})
