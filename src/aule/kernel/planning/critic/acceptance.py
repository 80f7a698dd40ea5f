"""Acceptance of open findings: a person goes on, and each finding becomes a visible assumption and a risk."""

from __future__ import annotations

from aule.contracts.plans.plan import Assumption, Clarification, Feedback, Plan, Risk
from aule.kernel.planning.critic.kinds import SAFETY
from aule.kernel.planning.critic.review import fingerprint
from aule.kernel.planning.critic.words import word

SOURCE = "accepted"
"""The source of assumptions that a person made by going on."""


def accept(plan: Plan) -> Plan:
    """Return the plan with open critical findings accepted, except unsafe ones and those that prevent a run."""
    taken = [each for each in plan.feedback if is_acceptable(each)]
    if not taken:
        return plan
    feedback = [
        each.model_copy(update={"status": "accepted", "seen": fingerprint(plan, each)}) if each in taken else each
        for each in plan.feedback
    ]
    known = {each.text for each in plan.context.assumptions}
    texts = list(dict.fromkeys(each.issue for each in taken if each.code != "C25" and each.issue not in known))
    assumptions = [Assumption(text=text, source=SOURCE, confirmed=True) for text in texts]
    context = plan.context.model_copy(update={"assumptions": [*plan.context.assumptions, *assumptions]})
    return plan.model_copy(
        update={
            "feedback": feedback,
            "context": context,
            "risks": [*plan.risks, *_risks(plan, taken)],
            "clarifications": [_let_go(each) for each in plan.clarifications],
        }
    )


def is_acceptable(found: Feedback) -> bool:
    """Return whether a person may go on in spite of a finding."""
    return found.status == "open" and found.severity == "critical" and found.code not in SAFETY


def _risks(plan: Plan, taken: list[Feedback]) -> list[Risk]:
    used = {risk.id for risk in plan.risks}
    described = {risk.description for risk in plan.risks}
    free = (id for number in range(1, len(used) + len(taken) + 1) if (id := f"r{number}") not in used)
    return [
        Risk(
            id=next(free),
            description=issue,
            severity="high",
            mitigation=word("went_on", plan.language, advice=advice),
        )
        for issue, advice in {each.issue: each.suggestion for each in taken}.items()
        if issue not in described
    ]


def _let_go(asked: Clarification) -> Clarification:
    """Return a question as dropped if it is still unanswered."""
    if asked.answer is not None or asked.status not in ("open", "waiting"):
        return asked
    return asked.model_copy(update={"status": "dropped"})
