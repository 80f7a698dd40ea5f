"""Words that several formats share: names for folders, lists, and checkboxes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from aule.contracts.plans.plan import Plan, PlanStep, PlanStepStatus
from aule.text.words import fold


def slug(plan: Plan) -> str:
    """A plan's title as the name of a folder."""
    made = re.sub(r"[^a-z0-9]+", "-", fold(plan.title)).strip("-")[:50].strip("-")
    return made if made and made[0].isalpha() else f"plan-{made or plan.id}"


def line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def bullets(items: Iterable[str]) -> str:
    """A list, or a word that there is nothing in it."""
    return "\n".join(f"- {line(item)}" for item in items) or "- –"


def box(step: PlanStep) -> str:
    """The checkbox of a step."""
    return "[x]" if step.status is PlanStepStatus.DONE else "[ ]"


def files_in(step: PlanStep) -> list[str]:
    """The files a step touches."""
    return list(dict.fromkeys([*([step.file] if step.file else []), *step.files]))


def numbers(plan: Plan) -> dict[str, int]:
    """The steps by id with their places, beginning with 1."""
    return {step.id: number for number, step in enumerate(plan.steps, 1)}
