"""A company's Golden Circle, SWOT analysis and vision alignment: one row of each, made by its first edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import field_change, title_of
from aule.apps.atlas.capabilities.edits import edited, refuse_stale
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import GOLDEN_CIRCLE, SWOT, VISION_ALIGNMENT
from aule.apps.atlas.rows.queries import Row, RowQueries
from aule.apps.atlas.rows.references import Level, Resolved
from aule.sdk import RecordChange, errors

KIND_OF: Mapping[str, str] = {"golden_circle": GOLDEN_CIRCLE, "swot": SWOT, "vision_alignment": VISION_ALIGNMENT}
"""The table of each framework, by what actions call it."""


async def current(queries: RowQueries, kind: str) -> Row | None:
    """Return the row of a framework; of several, which imports may bring, the one that was written last."""
    found = await queries.of_kind(kind)
    return max(found, key=lambda row: (str(row.record.get("updated_at") or ""), row.position), default=None)


async def update_framework(batch: Batch, action: Action) -> Planned:
    """Plan an edit of a framework: fields that are absent stay, null clears one."""
    kind = KIND_OF[action.noun]
    given = _given(action)
    row = await current(batch.draft, kind)
    if row is None:
        return await _first(batch, action, kind, given)
    refuse_stale(action, row, given)
    doc = {**row.record, **given}
    if not exact.equal(doc, row.record):
        doc |= {"updated_by": batch.draft.moment.by, "updated_at": batch.draft.moment.now}
    return edited(batch, action, Resolved(row, Level.ID, []), doc, {})


async def _first(batch: Batch, action: Action, kind: str, given: Mapping[str, Any]) -> Planned:
    by, now = batch.draft.moment.by, batch.draft.moment.now
    doc = {"company_id": batch.draft.company, **given, "created_by": by, "updated_by": by, "updated_at": now}
    row = await batch.draft.make(kind, doc)
    shown = [field_change(name, None, value) for name, value in given.items()]
    record = RecordChange(op="create", kind=action.noun, title=title_of(row, batch.locale), fields=shown)
    after = {name: exact.plain(value) for name, value in given.items()}
    return Planned(action, "create", row, [record], None, after, list(action.warnings))


def _given(action: Action) -> dict[str, Any]:
    known = fields.FIELDS[action.noun]
    given: dict[str, Any] = {}
    for name, value in action.data.items():
        if name in ("expected", "plan_id"):
            continue
        if name not in known:
            fields.refuse_unknown(action, action.noun, name, list(known))
        given[name] = fields.check(action, action.noun, name, value).value
    if not given:
        raise errors.Invalid(
            "No field is said, so there is nothing to change.",
            code="missing_param",
            field=action.at(next(iter(known))),
            candidates=list(known),
            hint=f"Say one of {', '.join(known)}.",
        )
    return given
