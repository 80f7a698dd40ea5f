"""Text helpers of the formats: folder names, lists and checkboxes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from aule.contracts.plans.plan import Plan, PlanStep, PlanStepStatus
from aule.text.words import fold


def slug(plan: Plan) -> str:
    """Return a plan's title as the name of a folder."""
    made = re.sub(r"[^a-z0-9]+", "-", fold(plan.title)).strip("-")[:50].strip("-")
    return made if made and made[0].isalpha() else f"plan-{made or plan.id}"


def line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def bullets(items: Iterable[str]) -> str:
    """Return a bullet list, or a dash for an empty one."""
    return "\n".join(f"- {line(item)}" for item in items) or "- –"


def box(step: PlanStep) -> str:
    """Return the checkbox of a step."""
    return "[x]" if step.status is PlanStepStatus.DONE else "[ ]"


def files_in(step: PlanStep) -> list[str]:
    """Return the files a step touches."""
    return list(dict.fromkeys([*([step.file] if step.file else []), *step.files]))


def numbers(plan: Plan) -> dict[str, int]:
    """Return the position of each step by id, counted from 1."""
    return {step.id: number for number, step in enumerate(plan.steps, 1)}
