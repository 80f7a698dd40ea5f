"""Which columns name rows of which tables, which of them have to be there, and in which order tables are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aule.apps.atlas.rows import kinds

REFERENCES: Mapping[str, str] = {
    "plan_id": kinds.PLANS,
    "pillar_id": kinds.PILLARS,
    "objective_id": kinds.OBJECTIVES,
    "parent_objective_id": kinds.OBJECTIVES,
    "child_objective_id": kinds.OBJECTIVES,
    "key_result_id": kinds.KEY_RESULTS,
    "kr_id": kinds.KEY_RESULTS,
    "fca_id": kinds.FCA,
    "action_id": kinds.ACTIONS,
    "initiative_id": kinds.INITIATIVES,
    "project_id": kinds.PROJECTS,
    "task_id": kinds.TASKS,
    "golden_circle_id": kinds.GOLDEN_CIRCLE,
    "swot_analysis_id": kinds.SWOT,
    "vision_alignment_id": kinds.VISION_ALIGNMENT,
    "meeting_id": kinds.MEETINGS,
    "agenda_item_id": kinds.AGENDA,
    "rule_id": "governance_rules",
    "assessment_id": "beep_assessments",
}
"""Columns that hold the id of a row, and its table. `company_id` is looked at by itself."""

PEOPLE = frozenset(
    {"owner_id", "assigned_owner_id", "recorded_by", "created_by", "updated_by", "user_id", "responsible_id"}
    | {"changed_by", "assigned_to", "author_id"}
)
"""Columns that name a person."""

_FIRST = (
    *(kinds.COMPANIES, kinds.PEOPLE, kinds.PLANS, kinds.PILLARS, kinds.OBJECTIVES, kinds.KEY_RESULTS),
    *(kinds.VALUES, kinds.HISTORY, kinds.FCA, kinds.REPORTS, kinds.ACTIONS, kinds.ACTIONS_HISTORY),
    *(kinds.INITIATIVES, kinds.PROJECTS, kinds.TASKS, kinds.MEMBERS),
    *(kinds.PROJECT_KRS, kinds.PROJECT_OBJECTIVES, kinds.LINKS),
)
_PLACES = {table: place for place, table in enumerate(dict.fromkeys((*_FIRST, *kinds.EXPORTED)))}


def in_order(tables: Iterable[str]) -> list[str]:
    """Return the tables so that what a row belongs to comes before it (AT-42).

    Unknown ones last, as they were given.
    """
    return sorted(tables, key=lambda table: _PLACES.get(table, len(_PLACES)))


def _needed(kind: kinds.Kind) -> frozenset[str]:
    is_strict = kind.table not in kinds.LOOSE | kinds.UNKNOWN_ONCE
    ends = {kind.parent, *kind.natural} if is_strict else set[str]()
    return frozenset(column for column in ends if column is not None and column in REFERENCES)


NEEDED: Mapping[str, frozenset[str]] = {table: _needed(kind) for table, kind in kinds.KINDS.items()}
"""Columns of known tables that must name a row that is there, if they name one at all."""
