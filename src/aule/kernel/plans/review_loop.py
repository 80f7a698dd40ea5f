"""The review loop of a plan: review, repair and ask one question, until the plan is ready."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import ApprovalRequested, ApprovalSuperseded, Fact
from aule.contracts.events.plans import Author, PlanReviewed
from aule.contracts.plans.plan import Clarification, Feedback, Plan, PlanStatus, PlanStepStatus
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.planning.card import card_of
from aule.kernel.planning.critic.fixes import mend
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.review import ESSENTIAL, carry, review
from aule.kernel.planning.router import (
    AskMove,
    MendMove,
    ReadyMove,
    RepairMove,
    StuckMove,
    TeamLimits,
    blocks,
    next_move,
)
from aule.kernel.plans.approval_requests import consent_of, plan_of, question_of
from aule.kernel.plans.names import PlanNames
from aule.kernel.plans.plan_store import StoredPlan
from aule.kernel.plans.team.planning_task import PLANNER
from aule.kernel.plans.team.team import Team
from aule.stores.repositories.approvals import Approvals

LIMITS = TeamLimits()
APP_CHECKS = ESSENTIAL | {"C15"}
"""Checks for plans of other apps: they can run, and no value they need is missing."""
GROUND = frozenset({"C08", "C09"})
"""Checks of a plan's files, which may change without the plan."""
Save = Callable[[Plan, StoredPlan | None, Author, str], Awaitable[StoredPlan]]
"""Stores a plan: the plan, the one it was made from, its author, and the reason."""


@dataclass(frozen=True, slots=True)
class ReviewLoop:
    """Takes a plan from its draft to a question or to its approval."""

    journal: Journal
    approvals: Approvals
    registry: Registry
    team: Team
    look: Callable[[Plan], Awaitable[ProjectFacts]]
    """Reads what a review needs to know: the project's files, capabilities, agents."""
    save: Save
    naming: PlanNames
    ambient: Ambient
    limits: TeamLimits = LIMITS

    async def take(self, kept: StoredPlan, run: Run | None) -> StoredPlan:
        """Review a plan repeatedly, until it asks, is ready, or is stuck.

        Without a run no model can be asked, so only rules find and fix.
        """
        await self.unask(kept.plan)
        named = await self.naming.asking(kept.plan)
        if named != kept.plan:  # somebody added a name, by an edit or in the file
            kept = await self.save(named, kept, "planner", "named")
        rounds, before = 0, None
        while True:
            rounds += 1
            project_facts = await self.look(kept.plan)
            findings = await self._findings(kept.plan, project_facts, run, rounds)
            plan = kept.plan.model_copy(update={"feedback": findings})
            reviewed = PlanReviewed(plan=plan.id, version=plan.version, round=rounds, findings=findings)
            self.journal.put(reviewed, session=plan.session_id)
            move = next_move(plan, findings, rounds, self.limits, before)
            before = findings
            match move:
                case MendMove(findings=some):
                    if (mended := mend(plan, some, project_facts)) is None:
                        return await self._save_status(plan, kept, PlanStatus.REVIEWING)
                    kept = await self.save(mended, kept, "critic", f"mended {_codes(some)}")
                case RepairMove(findings=some) if run is not None:
                    repaired = await self.team.repair(plan, some, run)
                    kept = await self.save(repaired, kept, "planner", f"repaired {_codes(some)}")
                case AskMove(finding=finding, clarification=known):
                    asked = next((each for each in plan.clarifications if each.id == known), None)
                    return await self._ask(
                        plan, kept, asked or await self.team.question(plan, finding, project_facts, run)
                    )
                case ReadyMove():
                    return await self._offer(plan, kept)
                case RepairMove() | StuckMove():
                    return await self._save_status(plan, kept, PlanStatus.REVIEWING)

    async def outdated(self, plan: Plan) -> list[Feedback]:
        """Return findings where unfinished steps no longer fit the project as it is now."""
        ahead = {step.id for step in plan.steps if step.status in (PlanStepStatus.PENDING, PlanStepStatus.READY)}
        found = review(plan, await self.look(plan), only=GROUND)
        return [each for each in found if blocks(each) and each.step_id in ahead]

    async def mend(self, kept: StoredPlan, code: str, step: str | None) -> Plan:
        """Return the plan with one finding fixed by rule; unchanged when no rule can."""
        found = [each for each in kept.plan.feedback if each.code == code and (step is None or each.step_id == step)]
        return mend(kept.plan, found, await self.look(kept.plan), warnings=True) or kept.plan

    async def ask(self, kept: StoredPlan, asked: Clarification) -> StoredPlan:
        """Ask a person a question about a plan; it replaces any other open request."""
        await self.unask(kept.plan)
        return await self._ask(kept.plan, kept, asked)

    async def unask(self, plan: Plan) -> None:
        """Withdraw open requests about an earlier state of a plan."""
        facts: list[Fact] = [
            ApprovalSuperseded(approval=each.model_copy(update={"status": ApprovalStatus.SUPERSEDED}))
            for each in await self.approvals.without_run()
            if plan_of(each) == plan.id
        ]
        if facts:
            await self.journal.write(*facts, session=plan.session_id)

    async def _findings(self, plan: Plan, project_facts: ProjectFacts, run: Run | None, round: int) -> list[Feedback]:
        """Return the checks' findings and, without critical ones, a model's; those stay until it is asked again."""
        if plan.app != PLANNER:  # apps show a card or ask one question, without a dialogue
            found = review(plan, project_facts, only=APP_CHECKS)
            return [each.model_copy(update={"round": round}) for each in found]
        found = review(plan, project_facts)
        if run is not None and not any(blocks(each) for each in found):
            found += carry(plan, await self.team.criticise(plan, project_facts, run))
        else:
            known = {None, *(step.id for step in plan.steps)}
            found += [each for each in plan.feedback if each.code.startswith("M") and each.step_id in known]
        return [each.model_copy(update={"round": round}) for each in found]

    async def _ask(self, plan: Plan, kept: StoredPlan, asked: Clarification) -> StoredPlan:
        asked = asked.model_copy(update={"status": "open", "asked_at": self.ambient.timestamp()})
        others = [
            each.model_copy(update={"status": "waiting", "asked_at": None}) if each.status == "open" else each
            for each in plan.clarifications
            if each.id != asked.id
        ]
        plan = plan.model_copy(update={"clarifications": [*others, asked], "status": PlanStatus.CLARIFYING})
        kept = await self.save(plan, kept, "clarifier", f"asked {asked.id}")
        await self._request(question_of(kept.plan, asked, self.ambient))
        return kept

    async def _offer(self, plan: Plan, kept: StoredPlan) -> StoredPlan:
        kept = await self._save_status(plan, kept, PlanStatus.READY)
        await self.registry.prepare(step.call.capability for step in plan.steps if step.call is not None)
        card = card_of(kept.plan, self.registry, kept.plan.language)
        await self._request(consent_of(kept.plan, card, self.ambient))
        return kept

    async def _save_status(self, plan: Plan, kept: StoredPlan, status: PlanStatus) -> StoredPlan:
        return await self.save(plan.model_copy(update={"status": status}), kept, "critic", "reviewed")

    async def _request(self, approval: Approval) -> None:
        await self.journal.write(ApprovalRequested(approval=approval), session=approval.session_id)


def _codes(findings: Sequence[Feedback]) -> str:
    return ", ".join(dict.fromkeys(each.code for each in findings))
