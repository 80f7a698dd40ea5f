"""Insights of a company: worked out from its figures, written by hand or by a model, confirmed, or dismissed.

What the figures say carries its rule and its evidence in `metadata`. What somebody writes says who wrote it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import field_change, known_id
from aule.apps.atlas.batch.subjects import INSIGHT
from aule.apps.atlas.capabilities.creation import create
from aule.apps.atlas.capabilities.cycles import default_cycle
from aule.apps.atlas.capabilities.edits import edited, refuse_stale
from aule.apps.atlas.capabilities.insight_rules import SEVERITIES, Company, Insight, insights_of
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import INITIATIVES, INSIGHTS, KEY_RESULTS, OBJECTIVES, PROJECTS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.words import say
from aule.sdk import RecordChange

MOST_INSIGHTS = 25
"""Insights one action makes or changes: so many can be shown one by one."""
_SHOWN = ("description", "severity", "status")
Key = tuple[str, str]
"""The rule and the id of the row an insight is about."""


async def create_insight(batch: Batch, action: Action) -> Planned:
    """Plan an insight in somebody's own words; it says whose words they are."""
    moment = batch.draft.moment
    planned = await create(batch, action)
    source = "agent" if moment.is_agent else "person"
    doc = {**planned.row.record, "user_id": moment.by, "metadata": {"source": source}}
    batch.draft.edit(planned.row, doc)
    return planned


async def confirm_insight(batch: Batch, action: Action) -> Planned:
    """Plan that somebody says an insight is right."""
    moment = batch.draft.moment
    return await _decide(batch, action, {"confirmed_at": moment.now, "confirmed_by": moment.by})


async def dismiss_insight(batch: Batch, action: Action) -> Planned:
    """Plan that an insight is put aside; it comes back only if it becomes more severe."""
    return await _decide(batch, action, {"status": "dismissed"})


async def generate_insights(batch: Batch, action: Action) -> Planned:
    """Plan the insights the figures give today: new ones are made, known ones follow their figures, others end."""
    for name in action.data:
        fields.refuse_unknown(action, "insight", name, ["company"])
    draft, locale = batch.draft, batch.locale
    company = await _company(batch)
    found = await asyncio.to_thread(insights_of, company)
    stored = [row for row in await draft.of_kind(INSIGHTS) if _key(row.record) is not None]
    shown: list[RecordChange] = []
    rows: list[Row] = []
    for insight in _worth_telling(found, stored)[:MOST_INSIGHTS]:
        row, record = await _keep(batch, insight, _known(stored, _key(insight.fields())))
        rows.append(row)
        shown += record
    for row in _over(stored, found)[:MOST_INSIGHTS]:
        rows.append(draft.edit(row, {**row.record, "status": "resolved", "updated_at": draft.moment.now}))
        shown.append(_edited(row, rows[-1]))
    warnings = list(action.warnings)
    if not shown:
        warnings.append(say("no_new_insights", locale))
    if (more := len(_worth_telling(found, stored)) - MOST_INSIGHTS) > 0:
        warnings.append(say("insights_left", locale, more=more))
    after = {"insights": [row.short for row in rows]}
    return Planned(action, "generate", rows[0] if rows else draft.head, shown, None, after, warnings)


async def _company(batch: Batch) -> Company:
    """Return the rows the rules look at, as the batch leaves them: those of the cycle that is meant."""
    draft = batch.draft
    cycle = default_cycle(await draft.cycles(), draft.moment.today)
    objectives = [row for row in await draft.of_kind(OBJECTIVES) if _is_of(row, cycle)]
    ids = {row.id for row in objectives}
    key_results = [row for row in await draft.of_kind(KEY_RESULTS) if row.parent in ids]
    measured = {row.id for row in key_results}
    return Company(
        objectives=objectives,
        key_results=key_results,
        initiatives=[row for row in await draft.of_kind(INITIATIVES) if row.parent in measured],
        projects=[row for row in await draft.of_kind(PROJECTS) if _is_of(row, cycle)],
        settings=draft.settings,
        today=draft.moment.today,
        locale=batch.locale,
    )


async def _keep(batch: Batch, insight: Insight, known: Row | None) -> tuple[Row, list[RecordChange]]:
    """Make the row of an insight, or bring the one that is there up to date."""
    draft, told = batch.draft, insight.fields()
    if known is not None and known.status == "active":
        doc = {**known.record, **exact.exact(told)}
        if exact.equal(doc, known.record):
            return known, []
        row = draft.edit(known, {**doc, "updated_at": draft.moment.now})
        return row, [_edited(known, row)]
    doc = {
        "company_id": draft.company,
        "user_id": draft.moment.by,
        **told,
        "actionable": True,
        "confidence_score": 1,
        "status": "active",
    }
    row = await draft.make(INSIGHTS, doc)
    record = RecordChange(
        op="create",
        kind="insight",
        title=row.title,
        fields=[field_change(name, None, doc[name]) for name in _SHOWN],
    )
    return row, [record]


def _worth_telling(found: Sequence[Insight], stored: Iterable[Row]) -> list[Insight]:
    """Return those a person has not put aside, unless they became more severe since."""
    rows = list(stored)
    told: list[Insight] = []
    for each in found:
        known = _known(rows, _key(each.fields()))
        aside = known.record.get("severity") if known is not None and known.status == "dismissed" else None
        if aside is None or _rank(each.severity) > _rank(aside):
            told.append(each)
    return told


def _over(stored: Iterable[Row], found: Iterable[Insight]) -> list[Row]:
    """Return those that are still open although the figures no longer say so."""
    still = {_key(each.fields()) for each in found}
    return [row for row in stored if row.status == "active" and _key(row.record) not in still]


def _known(stored: Iterable[Row], key: Key | None) -> Row | None:
    """Return the last row of an insight; an open one before any other, and one that ended does not count."""
    same = [row for row in stored if _key(row.record) == key and row.status != "resolved"]
    return max(same, key=lambda row: (row.status == "active", row.position), default=None)


def _key(record: Mapping[str, Any]) -> Key | None:
    metadata, about = record.get("metadata"), record.get("related_entity_id")
    if not exact.is_object(metadata) or metadata.get("source") != "figures":
        return None
    return str(metadata.get("rule")), str(about)


def _rank(severity: Any) -> int:
    return SEVERITIES.index(severity) if severity in SEVERITIES else -1


def _is_of(row: Row, cycle: Row | None) -> bool:
    return cycle is None or row.cycle is None or row.cycle == cycle.id


def _edited(before: Row, after: Row) -> RecordChange:
    names = [name for name in _SHOWN if not exact.equal(before.record.get(name), after.record.get(name))]
    changes = [field_change(name, before.record.get(name), after.record.get(name)) for name in names]
    return RecordChange(op="update", kind="insight", id=known_id(before), title=after.title, fields=changes)


async def _decide(batch: Batch, action: Action, decided: Mapping[str, Any]) -> Planned:
    """Plan what a person says about an insight."""
    for name in action.data:
        if name not in (*INSIGHT.fields, "expected", "plan_id"):
            fields.refuse_unknown(action, "insight", name, INSIGHT.fields)
    found = await batch.meant(action, INSIGHT)
    refuse_stale(action, found.row, decided)
    record = found.row.record
    is_so = all(record.get(name) is not None for name in decided) if "confirmed_at" in decided else False
    doc = dict(record) if is_so or all(record.get(k) == v for k, v in decided.items()) else {**record, **decided}
    if not exact.equal(doc, record):
        doc["updated_at"] = batch.draft.moment.now
    return edited(batch, action, found, doc, {})
