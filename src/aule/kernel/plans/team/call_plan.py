"""A plan of calls: turns calls understood from somebody's words into steps, one per call."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind
from aule.contracts.runs.graph import StepCall
from aule.kernel.capabilities.registry import Registry
from aule.kernel.plans.team.words import say
from aule.text.words import headline


def of_calls(blank: Plan, calls: Sequence[StepCall], registry: Registry) -> Plan:
    """Return the plan that makes these calls, one after the other."""
    titles = [registry.get(call.capability).title_in(blank.language) for call in calls]
    steps = [
        PlanStep(
            id=str(place),
            title=headline(title, 190),
            kind=PlanStepKind.CALL,
            call=call,
            dependencies=[str(place - 1)] if place > 1 else [],
            rationale=say("asked_for", blank.language),
        )
        for place, (title, call) in enumerate(zip(titles, calls, strict=True), start=1)
    ]
    return blank.model_copy(
        update={
            "title": headline("; ".join(titles), 110),
            "goal": headline(blank.origin.prompt, 400),
            "steps": steps,
            "success_criteria": [say("done_as_asked", blank.language, what=title) for title in titles],
            "origin": blank.origin.model_copy(update={"of_calls": True}),
        }
    )
