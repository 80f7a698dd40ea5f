"""What actions are about: how each thing is named in an action, and what it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aule.apps.atlas.rows import kinds


@dataclass(frozen=True, slots=True)
class Naming:
    """The fields an action names a row by."""

    kind: str
    id: str
    """Takes an id or a short id."""
    title: str
    """Takes any reference."""
    ref: str | None = None
    """Takes the index of an earlier action of the same batch."""

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields that name a row."""
        return tuple(filter(None, (self.id, self.title, self.ref)))


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing that can be made, edited and deleted by actions."""

    noun: str
    kind: str
    naming: Naming
    above: Naming | None = None
    """What it belongs to; none: the company."""
    foreign: str | None = None
    """The field of its row that holds the id of that."""
    has_cycle: bool = False
    is_found_inside: bool = False
    """Whether an action that names it by its title may say what it is in, to find it there."""


_PILLAR = Naming(kinds.PILLARS, "pillar_id", "pillar_name", "pillar_ref")
OBJECTIVE = Naming(kinds.OBJECTIVES, "objective_id", "objective_title", "objective_ref")
_MEASURED = Naming(kinds.KEY_RESULTS, "key_result_id", "kr_title", "key_result_ref")
PROJECT = Naming(kinds.PROJECTS, "project_id", "project_name", "project_ref")

MEETING = Naming(kinds.MEETINGS, "meeting_id", "meeting_title", "meeting_ref")
INSIGHT = Naming(kinds.INSIGHTS, "insight_id", "insight_title", "insight_ref")

KEY_RESULT = Naming(kinds.KEY_RESULTS, "kr_id", "kr_title", "kr_ref")
CYCLE = Naming(kinds.PLANS, "cycle_id", "cycle", "cycle_ref")

SUBJECTS: Mapping[str, Subject] = {
    subject.noun: subject
    for subject in (
        Subject("cycle", kinds.PLANS, CYCLE),
        Subject("pillar", kinds.PILLARS, _PILLAR),
        Subject("objective", kinds.OBJECTIVES, OBJECTIVE, _PILLAR, "pillar_id", has_cycle=True),
        Subject("key_result", kinds.KEY_RESULTS, KEY_RESULT, OBJECTIVE, "objective_id"),
        Subject(
            "initiative",
            kinds.INITIATIVES,
            Naming(kinds.INITIATIVES, "initiative_id", "initiative_title", "initiative_ref"),
            _MEASURED,
            "key_result_id",
        ),
        Subject("project", kinds.PROJECTS, PROJECT, has_cycle=True),
        Subject(
            "task",
            kinds.TASKS,
            Naming(kinds.TASKS, "task_id", "task_title", "task_ref"),
            PROJECT,
            "project_id",
            is_found_inside=True,
        ),
        Subject("fca", kinds.FCA, Naming(kinds.FCA, "fca_id", "fca_fact", "fca_ref"), _MEASURED, "key_result_id"),
        Subject("meeting", kinds.MEETINGS, MEETING),
        Subject(
            "agenda_item",
            kinds.AGENDA,
            Naming(kinds.AGENDA, "agenda_item_id", "agenda_item_title", "agenda_item_ref"),
            MEETING,
            "meeting_id",
            is_found_inside=True,
        ),
        Subject("insight", kinds.INSIGHTS, INSIGHT),
    )
}
BLUE = "#3B82F6"
"""The colour of a pillar of which nobody said another."""

DEFAULTS: Mapping[str, Mapping[str, object]] = {
    "cycle": {"status": "draft"},
    "pillar": {"color": BLUE},
    "objective": {"weight": 1, "status": "not_started"},
    "key_result": {
        "weight": 1,
        "target_direction": "maximize",
        "aggregation_type": "sum",
        "comparison_type": "cumulative",
        "frequency": "monthly",
    },
    "initiative": {"status": "planned", "priority": "medium", "progress_percentage": 0},
    "project": {"status": "planning", "priority": "medium"},
    "task": {"status": "todo", "priority": "medium"},
    "fca": {"status": "active"},
    "meeting": {"meeting_type": "RM", "status": "scheduled"},
    "agenda_item": {"status": "pending"},
    "insight": {
        "insight_type": "info",
        "severity": "medium",
        "category": "geral",
        "actionable": True,
        "status": "active",
    },
}
"""What a new row holds where nothing was said; the preview marks it."""
