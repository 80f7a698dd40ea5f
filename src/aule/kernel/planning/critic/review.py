"""A review: runs every check in order, and keeps findings accepted until their subject changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from aule.contracts.plans.plan import Feedback, Plan
from aule.kernel.planning.critic import calls, gaps, places, structure, wording
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.document.content import STANDING
from aule.text.hashing import bytes_hash

Look = Callable[[Plan, ProjectFacts], Iterator[Feedback]]


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """One check of the critic; its code never changes."""

    code: str
    look: Look

    @property
    def meaning(self) -> str:
        """What must hold, in a sentence."""
        return (self.look.__doc__ or "").partition(": ")[2].partition("\n")[0].strip()


CHECKS: tuple[PlanCheck, ...] = (
    PlanCheck("C01", structure.check_schema),
    PlanCheck("C02", structure.check_ids),
    PlanCheck("C03", structure.check_dependencies),
    PlanCheck("C04", structure.check_cycles),
    PlanCheck("C05", structure.check_order),
    PlanCheck("C06", wording.check_descriptions),
    PlanCheck("C07", wording.check_validations),
    PlanCheck("C08", places.check_paths),
    PlanCheck("C09", places.check_lines),
    PlanCheck("C10", calls.check_calls),
    PlanCheck("C11", calls.check_bindings),
    PlanCheck("C12", wording.check_vagueness),
    PlanCheck("C13", gaps.check_risks),
    PlanCheck("C14", gaps.check_criteria),
    PlanCheck("C15", gaps.check_questions),
    PlanCheck("C16", gaps.check_answers),
    PlanCheck("C17", structure.check_references),
    PlanCheck("C18", structure.check_size),
    PlanCheck("C19", gaps.check_destruction),
    PlanCheck("C20", places.check_scopes),
    PlanCheck("C21", wording.check_secrets),
    PlanCheck("C22", places.check_freshness),
    PlanCheck("C23", places.check_libraries),
    PlanCheck("C24", structure.check_duplicates),
    PlanCheck("C25", gaps.check_assumptions),
)
"""The checks, in the order in which findings are listed."""

ESSENTIAL = frozenset({"C01", "C02", "C03", "C04", "C10", "C11", "C19"})
"""The checks for plans of apps without a dialogue of their own."""


def review(plan: Plan, facts: ProjectFacts, only: Collection[str] | None = None) -> list[Feedback]:
    """Return all findings of the checks, always in the same order; with `only`, of those checks alone."""
    chosen = [each for each in CHECKS if only is None or each.code in only]
    found = [finding for each in chosen for finding in each.look(plan, facts)]
    if only is None:
        moot = list(structure.moot_questions(plan, found))
        found = sorted([*found, *moot], key=lambda each: each.code)  # stable: the order within a check stays
    return carry(plan, found)


def carry(plan: Plan, found: Sequence[Feedback]) -> list[Feedback]:
    """Return findings, accepted ones still accepted as long as their subject is unchanged."""
    accepted = {mark(each): each.seen for each in plan.feedback if each.status == "accepted"}
    return [_as_accepted(plan, each, accepted) for each in found]


def mark(found: Feedback) -> tuple[str, str | None, str | None]:
    """Return what identifies a finding: two with the same mark are the same finding."""
    return (found.code, found.step_id, found.field)


def fingerprint(plan: Plan, found: Feedback) -> str:
    """Return a hash of a finding's subject: its step, or the value its field names."""
    step = None if found.step_id is None else plan.step(found.step_id)
    if step is not None:
        about: Any = step.model_dump(mode="json", exclude={*STANDING, "estimate"})
    else:
        first, *rest = (found.field or "steps").split(".")
        about = _within(plan.model_dump(mode="json", include={first}).get(first), rest)
    return bytes_hash(json.dumps([found.field, about], sort_keys=True).encode())


def _within(value: Any, parts: Sequence[str]) -> Any:
    """Return the value a field names inside a plan; list items are found by id or position."""
    for part in parts:
        if isinstance(value, dict):
            value = cast("dict[str, Any]", value).get(part)
        elif isinstance(value, list):
            items = cast("list[Any]", value)
            value = next((each for each in items if _id(each) == part), _nth(items, part))
    return value


def _id(value: Any) -> Any:
    return cast("dict[str, Any]", value).get("id") if isinstance(value, dict) else None


def _nth(items: list[Any], part: str) -> Any:
    return items[int(part)] if part.isdecimal() and int(part) < len(items) else None


def _as_accepted(
    plan: Plan, found: Feedback, accepted: dict[tuple[str, str | None, str | None], str | None]
) -> Feedback:
    key = mark(found)
    if key not in accepted:
        return found
    seen = accepted[key]
    if seen is not None and seen != fingerprint(plan, found):
        return found
    return found.model_copy(update={"status": "accepted", "seen": seen})
