"""The kinds of rows a company is made of: where each stands, what it is called and what it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COMPANIES = "companies"
PLANS = "strategic_plans"
PILLARS = "strategic_pillars"
OBJECTIVES = "strategic_objectives"
KEY_RESULTS = "key_results"
VALUES = "key_result_values"
INITIATIVES = "kr_initiatives"
PROJECTS = "strategic_projects"
TASKS = "project_tasks"
MEMBERS = "project_members"
PROJECT_KRS = "project_kr_relations"
PROJECT_OBJECTIVES = "project_objective_relations"
FCA = "kr_fca"
ACTIONS = "kr_monthly_actions"
REPORTS = "kr_status_reports"
HISTORY = "key_results_history"
ACTIONS_HISTORY = "kr_actions_history"
LINKS = "objective_links"
PEOPLE = "people"
MEETINGS = "governance_meetings"
AGENDA = "governance_agenda_items"
MINUTES = "governance_atas"
GOLDEN_CIRCLE = "golden_circle"
SWOT = "swot_analysis"
VISION_ALIGNMENT = "vision_alignment"
VISION_OBJECTIVES = "vision_alignment_objectives"
INSIGHTS = "ai_insights"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of row."""

    table: str
    """The name of its table in an export."""
    noun: str
    """What people and actions call it: `objective`."""
    prefix: str | None = None
    """Of its short ids; kinds that nobody refers to have none."""
    title: str | None = None
    """The field that holds its title."""
    parent: str | None = None
    """The field that names the row it belongs to, and goes with."""
    parent_table: str | None = None
    natural: tuple[str, ...] = ()
    """Fields that tell it from its siblings where ids do not match (with the parent, where there is one)."""
    other_title: str | None = None
    """The field that is read as its title where that one is empty."""


_ALL = (
    Kind(COMPANIES, "company", "emp", "name", natural=("name",)),
    Kind(PLANS, "cycle", "cic", "name", "company_id", COMPANIES, ("name",)),
    Kind(PILLARS, "pillar", "pil", "name", "company_id", COMPANIES, ("name",)),
    Kind(OBJECTIVES, "objective", "obj", "title", "pillar_id", PILLARS, ("title",)),
    Kind(KEY_RESULTS, "key_result", "kr", "title", "objective_id", OBJECTIVES, ("title",)),
    Kind(VALUES, "check_in", None, None, "key_result_id", KEY_RESULTS, ("period_date",)),
    Kind(HISTORY, "history", None, None, "key_result_id", KEY_RESULTS),
    Kind(FCA, "fca", "fca", "title", "key_result_id", KEY_RESULTS, other_title="fact"),
    Kind(ACTIONS, "monthly_action", None, None, "key_result_id", KEY_RESULTS),
    Kind(ACTIONS_HISTORY, "action_history", None, None, "action_id", ACTIONS),
    Kind(REPORTS, "status_report", None, None, "key_result_id", KEY_RESULTS),
    Kind(INITIATIVES, "initiative", "ini", "title", "key_result_id", KEY_RESULTS, ("title",)),
    Kind(PROJECTS, "project", "prj", "name", "company_id", COMPANIES, ("name",)),
    Kind(TASKS, "task", "tsk", "title", "project_id", PROJECTS, ("title",)),
    Kind(MEMBERS, "member", None, None, "project_id", PROJECTS),
    Kind(PROJECT_KRS, "project_kr", None, None, "project_id", PROJECTS, ("kr_id",)),
    Kind(PROJECT_OBJECTIVES, "project_objective", None, None, "project_id", PROJECTS, ("objective_id",)),
    Kind(LINKS, "link", None, None, "parent_objective_id", OBJECTIVES, ("child_objective_id",)),
    Kind(PEOPLE, "person", "pes", "name", natural=("id",)),
    Kind(MEETINGS, "meeting", "reu", "title", "company_id", COMPANIES, ("title", "scheduled_date")),
    Kind(AGENDA, "agenda_item", "pau", "title", "meeting_id", MEETINGS, ("title",)),
    Kind(MINUTES, "minutes", None, None, "meeting_id", MEETINGS),
    Kind(GOLDEN_CIRCLE, "golden_circle", None, None, "company_id", COMPANIES, ("company_id",)),
    Kind(SWOT, "swot", None, None, "company_id", COMPANIES, ("company_id",)),
    Kind(VISION_ALIGNMENT, "vision_alignment", None, None, "company_id", COMPANIES, ("company_id",)),
    Kind(INSIGHTS, "insight", "ins", "title", "company_id", COMPANIES),
)

KINDS: Mapping[str, Kind] = {kind.table: kind for kind in _ALL}
"""The kinds we know something about; any other table is kept and given back as it came."""

LOOSE = frozenset({HISTORY, ACTIONS_HISTORY})
"""Kinds that tell of rows which may be gone."""

UNKNOWN_ONCE = frozenset({MEETINGS, AGENDA, MINUTES, GOLDEN_CIRCLE, SWOT, VISION_ALIGNMENT, INSIGHTS})
"""Kinds whose rows were once stored as those of an unknown table: such rows have no parent and no number.

An import still keeps their rows where the row they belong to is missing, as it did then.
"""

BY_NOUN: Mapping[str, Kind] = {kind.noun: kind for kind in _ALL}
BY_PREFIX: Mapping[str, Kind] = {kind.prefix: kind for kind in _ALL if kind.prefix}

EXPORTED = (
    COMPANIES,
    GOLDEN_CIRCLE,
    "golden_circle_history",
    SWOT,
    "swot_history",
    VISION_ALIGNMENT,
    "vision_alignment_history",
    VISION_OBJECTIVES,
    "vision_alignment_removed_dupes",
    PLANS,
    PILLARS,
    OBJECTIVES,
    KEY_RESULTS,
    VALUES,
    HISTORY,
    INITIATIVES,
    FCA,
    ACTIONS,
    ACTIONS_HISTORY,
    REPORTS,
    PROJECTS,
    MEMBERS,
    TASKS,
    PROJECT_KRS,
    PROJECT_OBJECTIVES,
    MEETINGS,
    AGENDA,
    MINUTES,
    "governance_rules",
    "governance_rule_items",
    "governance_rule_documents",
    "beep_assessments",
    "beep_answers",
    "company_module_settings",
)
"""The tables of an export of Strategy HUB, in its order. What is not among them goes out behind them, by name."""


def short_id(table: str, number: int | None) -> str | None:
    """Return how a row is called in words: `kr-11`; nothing for kinds that nobody refers to."""
    kind = KINDS.get(table)
    return None if kind is None or kind.prefix is None or number is None else f"{kind.prefix}-{number}"
