"""What each field of a row may hold, and how rows are checked field by field (AT-11, AT-15).

A field that is absent stays as it is, null clears it, and 0, "" and false are values like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.figures.spread import faults
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import values
from aule.apps.atlas.rows.values import LONGEST_TEXT, LONGEST_TITLE, REPLACE, Check, Checked, Wrong
from aule.apps.atlas.settings import Settings
from aule.apps.atlas.words import noun_in, say
from aule.sdk import errors

_TEXT, _LINE = values.text(LONGEST_TEXT), values.text(LONGEST_TITLE)
_WEIGHT = values.number(1, 10)
_PRIORITY = values.choice("low", "medium", "high", "critical")
_OWNERS: Mapping[str, Check] = {"owner_id": _LINE, "responsible": _LINE}

FIELDS: Mapping[str, Mapping[str, Check]] = {
    "company": {"name": values.title, "mission": _TEXT, "vision": _TEXT, "values": values.texts},
    "cycle": {
        "name": values.title,
        "period_start": values.day,
        "period_end": values.day,
        "status": values.choice("draft", "active", "completed", "cancelled"),
        "mission": _TEXT,
        "vision": _TEXT,
    },
    "pillar": {
        "name": values.title,
        "description": _TEXT,
        "color": values.color,
        "order_index": values.number(0, 1_000_000, whole=True),
    },
    "objective": {
        "title": values.title,
        "description": _TEXT,
        **_OWNERS,
        "target_date": values.day,
        "weight": _WEIGHT,
        "status": values.choice(
            *("not_started", "in_progress", "completed", "at_risk", "delayed"),
            also=("on_track", "behind", "cancelled"),
        ),
    },
    "key_result": {
        "title": values.title,
        "description": _TEXT,
        "unit": _LINE,
        "target_value": values.number(),
        "current_value": values.number(),
        "baseline_value": values.number(),
        "target_direction": values.choice("maximize", "minimize"),
        "aggregation_type": values.choice("sum", "average", "max", "min", "last"),
        "comparison_type": values.choice("cumulative", "period"),
        "frequency": values.choice("monthly", "bimonthly", "quarterly", "semesterly", "yearly"),
        "monthly_targets": values.months,
        "monthly_actual": values.months,
        "yearly_target": values.number(),
        "start_month": values.month,
        "end_month": values.month,
        "due_date": values.day,
        "weight": _WEIGHT,
        "priority": _PRIORITY,
        "variation_threshold": values.number(),
        "sources": values.sources,
        **_OWNERS,
        "assigned_owner_id": _LINE,
    },
    "check_in": {
        "value": values.number(),
        "period": values.month,
        "monthly_actual": values.months,
        "confidence": values.number(1, 10, whole=True),
        "status": values.choice("on_track", "at_risk", "off_track"),
        "comment": _TEXT,
        "blockers": _TEXT,
    },
    "initiative": {
        "title": values.title,
        "description": _TEXT,
        "start_date": values.day,
        "end_date": values.day,
        "status": values.choice("planned", "in_progress", "completed", "cancelled", "on_hold"),
        "priority": values.choice("low", "medium", "high"),
        "progress_percentage": values.number(0, 100),
        "responsible": _LINE,
        "budget": values.number(0),
        "completion_notes": _TEXT,
        "position": values.number(0, 1_000_000, whole=True),
        "sources": values.sources,
    },
    "project": {
        "name": values.title,
        "description": _TEXT,
        "priority": _PRIORITY,
        "start_date": values.day,
        "end_date": values.day,
        "budget": values.number(0),
        "status": values.choice("planning", "active", "on_hold", "completed", "cancelled"),
        "progress": values.number(0, 100),
        **_OWNERS,
    },
    "task": {
        "title": values.title,
        "description": _TEXT,
        "status": values.choice("todo", "in_progress", "review", "done"),
        "priority": _PRIORITY,
        "due_date": values.day,
        "estimated_hours": values.number(0),
        "actual_hours": values.number(0),
        "position": values.number(0, 1_000_000, whole=True),
        "assignee_id": _LINE,
    },
    "fca": {
        "title": values.title,
        "fact": values.title,
        "cause": _TEXT,
        "description": _TEXT,
        "priority": _PRIORITY,
        "status": values.choice("active", "resolved", "cancelled"),
        "linked_update_month": values.month,
        "linked_update_value": values.number(),
    },
    "meeting": {
        "title": values.title,
        "meeting_type": values.choice("RM", "RE", "Extraordinaria"),
        "scheduled_date": values.day,
        "scheduled_time": values.clock,
        "duration_minutes": values.number(1, 1_440, whole=True),
        "location": _LINE,
        "status": values.choice("scheduled", "completed", "cancelled"),
        "notes": _TEXT,
    },
    "agenda_item": {
        "title": values.title,
        "description": _TEXT,
        "order_index": values.number(0, 1_000_000, whole=True),
        "status": values.choice("pending", "discussed", "deferred"),
        "responsible_user_id": _LINE,
    },
    "golden_circle": {"why_question": values.lines, "how_question": values.lines, "what_question": values.lines},
    "swot": {
        "strengths": values.lines,
        "weaknesses": values.lines,
        "opportunities": values.lines,
        "threats": values.lines,
    },
    "vision_alignment": {
        "shared_objectives": values.lines,
        "shared_commitments": values.lines,
        "shared_resources": values.lines,
        "shared_risks": values.lines,
    },
    "insight": {
        "title": values.title,
        "description": _TEXT,
        "insight_type": values.choice("risk", "opportunity", "info"),
        "severity": values.choice("low", "medium", "high", "critical"),
        "category": _LINE,
        "actionable": values.flag,
        "confidence_score": values.number(0, 1),
        "status": values.choice("active", "dismissed", "resolved"),
        "confirmed_at": _LINE,
        "confirmed_by": _LINE,
    },
}
"""The fields an action may say, by what it is about."""

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "company": ("name",),
    "cycle": ("name", "period_start", "period_end"),
    "pillar": ("name",),
    "objective": ("title",),
    "key_result": ("title", "target_value"),
    "check_in": ("value",),
    "initiative": ("title",),
    "project": ("name",),
    "task": ("title",),
    "fca": ("fact", "cause"),
    "meeting": ("title", "scheduled_date"),
    "agenda_item": ("title",),
    "insight": ("title",),
}
NEVER_EMPTY: Mapping[str, tuple[str, ...]] = {
    **REQUIRED,
    "objective": ("title", "weight", "status"),
    "key_result": ("title", "target_value", "weight"),
    "initiative": ("title", "status"),
    "project": ("name", "status"),
    "task": ("title", "status"),
    "fca": ("fact", "cause", "status"),
    "meeting": ("title", "scheduled_date", "meeting_type", "status"),
    "agenda_item": ("title", "status"),
    "insight": ("title", "status"),
}
"""Fields that null does not clear: they always have a value."""


def check(action: Action, noun: str, name: str, value: Any, *, at: str | None = None) -> Checked:
    """Return one field's value as it is kept; `Invalid` names the field and what would fit."""
    try:
        if value is None:
            if name in NEVER_EMPTY.get(noun, ()):
                raise Wrong("cannot_be_cleared")
            return Checked(None)
        checked = FIELDS[noun][name](value)
    except Wrong as wrong:
        raise errors.Invalid(
            say("wrong_value", action.locale, name=name, wrong=wrong.told(action.locale)),
            code="invalid_param",
            field=at or action.at(name),
            candidates=wrong.candidates,
        ) from None
    for given, kept in checked.read:
        action.warn(say("value_read_as", action.locale, name=name, given=given, kept=kept))
    return checked


def refuse_unknown(action: Action, noun: str, name: str, known: Sequence[str], *, at: str | None = None) -> NoReturn:
    """Refuse a field that is not there, naming the nearest that are."""
    near = get_close_matches(name, known, n=5, cutoff=0.5)
    listed = ", ".join(known)
    raise errors.Invalid(
        say("no_field", action.locale, name=name, noun=noun_in(noun, action.locale)),
        code="unknown_param",
        field=at or action.at(name),
        candidates=near or list(known)[:5],
        hint=say("did_you_mean", action.locale, near=near[0])
        if near
        else say("takes_fields", action.locale, listed=listed),
    )


def refuse_missing(action: Action, noun: str, name: str) -> NoReturn:
    """Refuse an action that does not say what it has to."""
    raise errors.Invalid(
        say("field_missing", action.locale, name=name, noun=noun_in(noun, action.locale)),
        code="missing_param",
        field=action.at(name),
    )


def merge_months(stored: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a map of months after an edit: named months change, null removes one, `$replace` replaces all (AT-S3)."""
    if REPLACE in given:
        return {month: each for month, each in given[REPLACE].items() if each is not None}
    merged: dict[str, Any] = dict(stored) if exact.is_object(stored) else {}
    for month, each in given.items():
        if each is None:
            merged.pop(month, None)
        else:
            merged[month] = each
    return merged


def check_months(
    action: Action, doc: Mapping[str, Any], given: Mapping[str, Any], settings: Settings, *, at: str | None = None
) -> None:
    """Refuse months that were given and lie outside of the key result's own, or on no period of it (AT-15)."""
    named = set(given)
    for name in ("monthly_targets", "monthly_actual"):
        months: Mapping[str, Any] = given.get(name) or {}
        named |= {f"{name}.{month}" for month, value in months.get(REPLACE, months).items() if value is not None}
    for fault in faults(doc, settings):
        if fault.field in named:
            name = fault.field.partition(".")[0]
            raise errors.Invalid(
                f"{name!r}: {fault.message}.", code="invalid_param", field=at or action.at(name), hint=fault.hint
            )
