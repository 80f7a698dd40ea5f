"""The status of a plan for people: in a sentence of a conversation, and as a view with its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aule.contracts.access.approval import Approval, ApprovalKind
from aule.contracts.plans.plan import Plan, PlanOriginal, PlanStatus
from aule.contracts.plans.views import PlanEdit, Planned, PlanView, SourceReport
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.planning.card import card_of
from aule.kernel.planning.document.source_values import report_of, said_in
from aule.kernel.plans.approval_requests import plan_of
from aule.kernel.plans.plan_store import StoredPlan
from aule.kernel.plans.team.planning_task import PLANNER, PlanDraft

TOLD = 3
"""How many findings one sentence names."""


def view_of(kept: StoredPlan, registry: Registry, waiting: Sequence[Approval], names: Mapping[str, str]) -> PlanView:
    """Return a plan with all that a person needs to go on with it.

    `waiting` holds the open approvals, `names` the names of ids in the plan.
    """
    asked = {each.kind: each.id for each in waiting if plan_of(each) == kept.plan.id}
    return PlanView(
        plan=kept.plan,
        card=card_of(kept.plan, registry, kept.plan.language, names=names),
        path=kept.path,
        question=asked.get(ApprovalKind.QUESTION),
        approval=asked.get(ApprovalKind.PLAN),
        warnings=list(kept.warnings),
        broken=kept.broken,
        merged=kept.merged,
        source=_source(kept),
    )


def _source(kept: StoredPlan) -> SourceReport | None:
    """Report what became of the imported document, or of unknown keys in the plan's file."""
    if kept.plan.original is not None:
        return report_of(kept.plan.original, kept.plan)
    if kept.document is None:
        return None
    found = report_of(PlanOriginal(format="plan", document=said_in(kept.document)), kept.plan)
    is_unknown = any(not each.path.endswith("status") for each in found.kept)  # the status has its own field
    return found if is_unknown else None


def told(plan: Plan, path: str | None, *, is_new: bool = False) -> str:
    """Return a plan's status in words: what was made, what is asked, or what keeps it from being ready."""
    made = say("plan_made", plan.language, steps=_steps(plan)) if is_new else ""
    standing = _standing(plan, path)
    if not made and plan.status is PlanStatus.READY:
        made = say("plan_again", plan.language, version=str(plan.version))
    return "\n\n".join(part for part in (made, standing) if part)


def offers(plan: Plan) -> list[str]:
    """Return what a person may do with a ready plan: open its file, or carry it out."""
    return [say(name, plan.language) for name in ("plan_offer_open", "plan_offer_send")]


def unplanned(drafted: PlanDraft, run: Run) -> Planned:
    """Return the answer to words of which no plan was made."""
    options = list(drafted.options)
    return Planned(plan=None, message=drafted.say, run=run.id, options=options, is_talk=drafted.is_talk)


def said_of(edits: Sequence[PlanEdit]) -> str:
    """Return what edits do, in a few words for the history."""
    first = edits[0]
    what = f"{first.op} {first.path or first.step or ''}".strip()
    return what if len(edits) == 1 else f"{what} and {len(edits) - 1} more"


def _standing(plan: Plan, path: str | None) -> str:
    match plan.status:
        case PlanStatus.CLARIFYING if plan.question is not None:
            return "\n\n".join(part for part in (plan.question.found, plan.question.question) if part)
        case PlanStatus.READY:
            is_file = path is not None and plan.app == PLANNER  # plans of apps are not shown as files
            return "\n".join([say("plan_ready", plan.language, path=path or ""), *offers(plan)]) if is_file else ""
        case PlanStatus.REVIEWING:
            open = [each.issue for each in plan.feedback if each.severity == "critical" and each.status == "open"]
            return say("plan_stuck", plan.language, what="; ".join(open[:TOLD])) if open else ""
        case PlanStatus.CANCELLED:
            return say("plan_dropped", plan.language, title=plan.title)
        case _:
            return ""


def _steps(plan: Plan) -> str:
    count = len(plan.steps)
    return say("one_step", plan.language) if count == 1 else say("many_steps", plan.language, count=str(count))
