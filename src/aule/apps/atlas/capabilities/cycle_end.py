"""Beginning and ending a cycle: one is active at a time; at its end objectives get a score, and some go on (B.7)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.planned import Batch, Planned, listed
from aule.apps.atlas.batch.preview import field_change
from aule.apps.atlas.batch.subjects import CYCLE
from aule.apps.atlas.capabilities.creation import create
from aule.apps.atlas.capabilities.cycles import default_cycle
from aule.apps.atlas.capabilities.edits import update
from aule.apps.atlas.figures import progress, rollup
from aule.apps.atlas.figures.months import read_day
from aule.apps.atlas.figures.numbers import number, tidy
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields, references
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, PLANS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.settings import Settings
from aule.apps.atlas.words import say
from aule.sdk import RecordChange, errors

MOST_SHOWN = 50
Score = Decimal | int | None
_TAKES = (*CYCLE.fields, "scores", "carry_over", "next_cycle", "next_name", "next_start", "next_end")
_CARRIED = {
    OBJECTIVES: ("pillar_id", "title", "description", "weight", "owner_id", "responsible"),
    KEY_RESULTS: (
        *("title", "description", "unit", "target_value", "baseline_value", "target_direction", "aggregation_type"),
        *("comparison_type", "frequency", "yearly_target", "weight", "priority", "variation_threshold", "owner_id"),
        *("assigned_owner_id", "responsible"),
    ),
}
"""What goes on into the next cycle; values and months begin anew."""


async def create_cycle(batch: Batch, action: Action) -> Planned:
    """Plan a new cycle; it becomes the active one where there is none."""
    if "status" not in action.data:
        is_first = default_cycle(await batch.draft.cycles(), batch.draft.moment.today) is None
        action.data["status"] = "active" if is_first else "draft"
    return await _only_one_active(batch, await create(batch, action))


async def update_cycle(batch: Batch, action: Action) -> Planned:
    """Plan an edit of a cycle; if it becomes active, the one that was is completed."""
    return await _only_one_active(batch, await update(batch, action))


async def _only_one_active(batch: Batch, planned: Planned) -> Planned:
    if planned.row.status != "active" or not planned.shown:
        return planned
    shown = list(planned.shown)
    for other in await batch.draft.cycles():
        if other.status == "active" and other.id != planned.row.id:
            batch.draft.edit(other, {**other.record, "status": "completed"})
            change = field_change("status", "active", "completed")
            shown.append(RecordChange(op="update", kind="cycle", id=other.short, title=other.title, fields=[change]))
    return replace(planned, shown=shown)


async def close_cycle(batch: Batch, action: Action) -> Planned:
    """Plan the end of a cycle: it is completed, its objectives get a score from 0.0 to 1.0, some are carried over."""
    for name in action.data:
        if name not in _TAKES:
            fields.refuse_unknown(action, "cycle", name, _TAKES)
    cycle = await _closed(batch, action)
    draft = batch.draft
    objectives = [row for row in await draft.of_kind(OBJECTIVES) if row.cycle == cycle.id]
    scores = await _scores(batch, action, cycle, objectives)
    shown: list[RecordChange] = []
    for row in objectives:
        score = scores[row.id]
        if not exact.equal(row.record.get("score"), score):
            draft.edit(row, {**row.record, "score": score})
            change = field_change("score", row.record.get("score"), score)
            shown.append(RecordChange(op="update", kind="objective", id=row.short, title=row.title, fields=[change]))
    total = _rounded(rollup.total((row.weight, _percent(scores[row.id])) for row in objectives).percent)
    after = draft.edit(cycle, {**cycle.record, "status": "completed", "score": total})
    changes = [field_change("status", cycle.status, "completed"), field_change("score", None, total)]
    warnings = list(action.warnings)
    if len(shown) > MOST_SHOWN:
        more = len(shown) - MOST_SHOWN
        warnings.append(say("more_objectives_get_a_score", batch.locale, more=more))
        shown = shown[:MOST_SHOWN]
    head = RecordChange(op="update", kind="cycle", id=cycle.short, title=cycle.title, fields=changes)
    carried = await _carry(batch, action, cycle, objectives)
    told = {"status": "completed", "score": exact.plain(total), "carried_over": len(carried)}
    was = {"status": cycle.status}
    return Planned(action, "update", after, [head, *shown, *carried], was, told, warnings)


async def _closed(batch: Batch, action: Action) -> Row:
    found = await batch.meant_if_named(action, CYCLE)
    row = found.row if found else default_cycle(await batch.draft.cycles(), batch.draft.moment.today)
    if row is None:
        raise errors.NotFound("There is no active cycle to close.", field=action.at("cycle"), hint="Say which cycle.")
    if row.status == "completed":
        raise errors.Conflict(
            f"{row.title!r} ({row.short}) is closed already.",
            field=action.at("cycle"),
            hint="Say another cycle, or undo its end.",
        )
    return row


async def _scores(batch: Batch, action: Action, cycle: Row, objectives: Sequence[Row]) -> dict[str, Score]:
    """Return the score of each objective: what a person said, else its progress at the end of the cycle."""
    draft = batch.draft
    end = min(filter(None, (read_day(cycle.record.get("period_end")), draft.moment.today)))
    key_results = await draft.children(KEY_RESULTS, [row.id for row in objectives])
    parts = await asyncio.to_thread(_parts, key_results, end, draft.settings)
    scores: dict[str, Score] = {}
    for row in objectives:
        percent = rollup.objective(parts.get(row.id, ()), draft.settings)
        scores[row.id] = None if percent is None else _rounded(max(Decimal(0), min(percent, Decimal(100))))
    for wanted, score in _mapping(action, "scores").items():
        at = f"{action.at('scores')}.{wanted}"
        row = (await references.resolve(draft, OBJECTIVES, wanted, field=at, cycle=cycle.id)).row
        figure = number(exact.exact(score))
        if row.id not in scores or figure is None or not 0 <= figure <= 1:
            raise errors.Invalid(
                f"The score of {wanted!r} must be from 0.0 to 1.0, of an objective of this cycle.",
                code="invalid_param",
                field=at,
                hint='For example {"obj-7": 0.7}.',
            )
        scores[row.id] = exact.exact(score)
    return scores


def _parts(key_results: Sequence[Row], end: date, settings: Settings) -> dict[str, list[rollup.Part]]:
    """Return what key results come to by a day, by their objective."""
    parts: dict[str, list[rollup.Part]] = {}
    for kr in key_results:
        reached = progress.measure(progress.read(kr.record, settings), "ytd", end, settings).percent
        parts.setdefault(kr.parent or "", []).append((kr.weight, reached))
    return parts


def _percent(score: Score) -> Decimal | None:
    return None if score is None else Decimal(score) * 100


def _rounded(percent: Decimal | None) -> Score:
    return None if percent is None else tidy(percent / 100)


async def _carry(batch: Batch, action: Action, cycle: Row, objectives: Sequence[Row]) -> list[RecordChange]:
    """Return copies of objectives and their key results in the next cycle, which is made where it is not there."""
    wanted = listed(action, "carry_over")
    is_next_named = any(action.data.get(name) is not None for name in ("next_cycle", "next_name", "next_start"))
    if not wanted and not is_next_named:
        return []
    following, shown = await _following(batch, action, cycle)
    known = {row.id for row in objectives}
    for place, each in enumerate(wanted):
        at = f"{action.at('carry_over')}.{place}"
        found = await references.resolve(batch.draft, OBJECTIVES, str(each), field=at, cycle=cycle.id)
        if found.row.id not in known:
            raise errors.Invalid(
                f"{found.row.title!r} is not of this cycle.",
                code="invalid_param",
                field=at,
                hint=f"Only objectives of {cycle.title!r} go on from it.",
            )
        shown.append(await _copy(batch, found, following))
    return shown


async def _copy(batch: Batch, found: references.Resolved, following: Row) -> RecordChange:
    draft, row = batch.draft, found.row
    doc = {"plan_id": following.id, **_picked(row, OBJECTIVES), "status": "not_started", "carried_from": row.id}
    copy = await draft.make(OBJECTIVES, doc)
    key_results = await draft.children(KEY_RESULTS, [row.id])
    for kr in key_results:
        await draft.make(KEY_RESULTS, {"objective_id": copy.id, **_picked(kr, KEY_RESULTS), "carried_from": kr.id})
    note = say("with_key_results", batch.locale, count=len(key_results))
    change = field_change("plan_id", None, following.title, note)
    return RecordChange(op="create", kind="objective", title=copy.title, path=found.path, fields=[change])


def _picked(row: Row, kind: str) -> dict[str, Any]:
    return {name: row.record[name] for name in _CARRIED[kind] if name in row.record}


async def _following(batch: Batch, action: Action, cycle: Row) -> tuple[Row, list[RecordChange]]:
    """Return the next cycle: the one that is named, else a new one that begins when this one ends and is as long."""
    draft = batch.draft
    if action.data.get("next_cycle") is not None:
        wanted = str(action.data["next_cycle"])
        found = await references.resolve(draft, PLANS, wanted, field=action.at("next_cycle"))
        after = draft.edit(found.row, {**found.row.record, "status": "active"})
        change = field_change("status", found.row.status, "active")
        shown = RecordChange(op="update", kind="cycle", id=after.short, title=after.title, fields=[change])
        return after, [shown] if found.row.status != "active" else []
    start, end = _next_period(cycle, draft.moment.today)
    doc: dict[str, Any] = {"company_id": draft.company, "name": _next_name(cycle.title, start.year)}
    doc |= {"period_start": start.isoformat(), "period_end": end.isoformat(), "status": "active"}
    for field, name in (("next_name", "name"), ("next_start", "period_start"), ("next_end", "period_end")):
        if action.data.get(field) is not None:
            doc[name] = fields.check(action, "cycle", name, action.data[field], at=action.at(field)).value
    if doc["period_end"] < doc["period_start"]:
        raise errors.Invalid(
            f"The next cycle ends ({doc['period_end']}) before it begins ({doc['period_start']}).",
            code="invalid_param",
            field=action.at("next_end"),
            hint="Give a later 'next_end'.",
        )
    made = await draft.make(PLANS, doc)
    changes = [field_change(name, None, doc[name]) for name in ("period_start", "period_end", "status")]
    return made, [RecordChange(op="create", kind="cycle", title=made.title, fields=changes)]


def _next_period(cycle: Row, today: date) -> tuple[date, date]:
    start, end = read_day(cycle.record.get("period_start")), read_day(cycle.record.get("period_end"))
    if start is None or end is None or end < start:
        return date(today.year + 1, 1, 1), date(today.year + 1, 12, 31)
    begin = end + timedelta(days=1)
    if (start.month, start.day, end.month, end.day) == (1, 1, 12, 31):
        return begin, date(begin.year + end.year - start.year, 12, 31)
    return begin, begin + (end - start)


def _next_name(name: str, year: int) -> str:
    former = str(year - 1)
    return name.replace(former, str(year)) if former in name else f"{name} {year}"


def _mapping(action: Action, name: str) -> Mapping[str, Any]:
    value = action.data.get(name)
    if value is None:
        return {}
    if not exact.is_object(value):
        raise errors.Invalid(
            f"{name!r} must be objectives with their scores.",
            code="invalid_param",
            field=action.at(name),
            hint='For example {"obj-7": 0.7}.',
        )
    return value
