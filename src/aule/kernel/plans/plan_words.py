"""How a plan stands, told to people: in a sentence of a conversation, and as a whole with its card."""

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
from aule.kernel.plans.plan_store import Kept
from aule.kernel.plans.team.planning_task import PLANNER, Drafted

TOLD = 3
"""How many findings one sentence names."""


def view_of(kept: Kept, registry: Registry, waiting: Sequence[Approval], names: Mapping[str, str]) -> PlanView:
    """A plan with all that a person needs to go on with it.

    `waiting` is what is asked of people now, `names` is what ids in the plan stand for.
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


def _source(kept: Kept) -> SourceReport | None:
    """What became of the document a plan was imported from, or of names in its file that no plan has."""
    if kept.plan.original is not None:
        return report_of(kept.plan.original, kept.plan)
    if kept.document is None:
        return None
    found = report_of(PlanOriginal(format="plan", document=said_in(kept.document)), kept.plan)
    is_unknown = any(not each.path.endswith("status") for each in found.kept)  # how it stands is known otherwise
    return found if is_unknown else None


def told(plan: Plan, path: str | None, *, is_new: bool = False) -> str:
    """How a plan stands, in words: what was made, what is asked, or what keeps it from being ready."""
    made = say("plan_made", plan.language, steps=_steps(plan)) if is_new else ""
    standing = _standing(plan, path)
    if not made and plan.status is PlanStatus.READY:
        made = say("plan_again", plan.language, version=str(plan.version))
    return "\n\n".join(part for part in (made, standing) if part)


def offers(plan: Plan) -> list[str]:
    """What a person may want of a plan that is ready: to look at its file, or to have it carried out."""
    return [say(name, plan.language) for name in ("plan_offer_open", "plan_offer_send")]


def unplanned(drafted: Drafted, run: Run) -> Planned:
    """What came of words of which no plan was made."""
    options = list(drafted.options)
    return Planned(plan=None, message=drafted.say, run=run.id, options=options, is_talk=drafted.is_talk)


def said_of(edits: Sequence[PlanEdit]) -> str:
    """What edits do, in a few words for the history."""
    first = edits[0]
    what = f"{first.op} {first.path or first.step or ''}".strip()
    return what if len(edits) == 1 else f"{what} and {len(edits) - 1} more"


def _standing(plan: Plan, path: str | None) -> str:
    match plan.status:
        case PlanStatus.CLARIFYING if plan.question is not None:
            return "\n\n".join(part for part in (plan.question.found, plan.question.question) if part)
        case PlanStatus.READY:
            is_file = path is not None and plan.app == PLANNER  # elsewhere nobody looks for files
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
