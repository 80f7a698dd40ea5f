"""Runs of work on plans: starts a run for each piece of work on a plan, so that people can watch and stop it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalStatus
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import Plan, PlanRequest, PlanStatus
from aule.contracts.plans.views import Planned
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.settings import Settings
from aule.contracts.talk.messages import Conversation
from aule.kernel.capabilities.words import say
from aule.kernel.plans.approval_requests import ADJUST, plan_of
from aule.kernel.plans.plans import Plans
from aule.kernel.runs.driver import Driver
from aule.stores.repositories.approvals import Approvals
from aule.text.words import headline

log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")
LOOKED_BACK = 200
"""How many of the latest approvals are looked through after a restart."""


@dataclass(frozen=True, slots=True)
class PlanRuns:
    """Starts the runs in which plans are made and changed."""

    plans: Plans
    driver: Driver
    approvals: Approvals
    settings: Callable[[], Settings]
    ambient: Ambient

    async def plan(
        self, request: str, *, project: str, talk: Conversation | None, locale: str, key: str | None
    ) -> Planned:
        """Make a plan of somebody's words, said to the agent of a conversation or to nobody in particular."""
        run = self._run(headline(request), project, locale, None if talk is None else talk.id)
        if talk is not None and self.plans.team.apps.has(talk.app):  # that app plans what is said to its agent
            run = run.model_copy(update={"agent": talk.agent})
        return await self._do(run, lambda: self.plans.plan(run, PlanRequest(words=request), key or run.id))

    async def on(self, id: str, verb: str, work: Callable[[Run], Awaitable[Outcome]]) -> Outcome:
        """Do something with a plan that may need somebody to think."""
        run = self._about((await self.plans.get(id)).plan, verb)
        return await self._do(run, lambda: work(run))

    async def decided(self, approval: Approval) -> None:
        """Go on after a person decided something about a plan; what takes thinking goes on by itself."""
        id = plan_of(approval)
        if id is None:
            return
        run = self._about((await self.plans.get(id)).plan, "decided")

        async def go_on() -> None:
            try:
                await self.plans.decided(approval, run)
            finally:  # whoever thought about it may have failed, or was stopped
                await self.plans.ask_again(id)

        task = await self.driver.begin(run, go_on)
        if approval.kind is ApprovalKind.QUESTION or approval.option == ADJUST:
            task.add_done_callback(_seen)
        else:
            await asyncio.shield(task)

    async def recover(self) -> None:
        """After a restart, go on with drafts nobody has looked at, and with what people decided and nobody took up."""
        for plan in await self.plans.plan_stores.unfinished():
            try:
                if plan.status is PlanStatus.DRAFT:
                    await self.plans.review(plan.id, None)
                elif (approval := await self._decided(plan)) is not None:
                    await self.decided(approval)
                elif plan.status is not PlanStatus.APPROVED:
                    await self.plans.ask_again(plan.id)
            except AuleError as error:
                log.warning("the plan %s does not go on: %s", plan.id, error)

    async def _decided(self, plan: Plan) -> Approval | None:
        """What was last decided about a plan that stands as if nothing had been: its answer, or its approval."""
        kind = ApprovalKind.QUESTION if plan.status is PlanStatus.CLARIFYING else ApprovalKind.PLAN
        latest = await self.approvals.list(kind=kind, limit=LOOKED_BACK)
        last = next((each for each in latest.items if plan_of(each) == plan.id), None)
        if last is None or last.status is not ApprovalStatus.GRANTED:
            return None
        has_run = plan.run is not None and plan.run.started_at >= (last.decided_at or "")
        return None if has_run else last

    async def _do(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> Outcome:
        return await asyncio.shield(await self.driver.begin(run, work))

    def _about(self, plan: Plan, verb: str) -> Run:
        title = say(f"plan_{verb}", plan.language, title=plan.title)
        return self._run(title, plan.project, plan.language, None)

    def _run(self, title: str, project: str, locale: str, session: str | None) -> Run:
        budget = self.settings().limits.run
        return Run.new(
            self.ambient,
            RunKind.CALL,
            title[:200],
            project=project,
            locale=locale,
            session_id=session,
            budget=budget,
        )


def _seen(task: asyncio.Task[object]) -> None:
    """What went wrong is on record in its run."""
    if not task.cancelled():
        task.exception()
