"""Runs of work on plans: each piece of work gets a run, so that people can watch and stop it."""

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
"""How many of the latest approvals are checked after a restart."""


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
        """Make a plan from words said to the agent of a conversation, or to none."""
        run = self._run(headline(request), project, locale, None if talk is None else talk.id)
        if talk is not None and self.plans.team.apps.has(talk.app):  # such an app plans for its own agent
            run = run.model_copy(update={"agent": talk.agent})
        return await self._do(run, lambda: self.plans.plan(run, PlanRequest(words=request), key or run.id))

    async def on(self, id: str, verb: str, work: Callable[[Run], Awaitable[Outcome]]) -> Outcome:
        """Work on a plan in a run of its own, since a model may be needed."""
        run = self._about((await self.plans.get(id)).plan, verb)
        return await self._do(run, lambda: work(run))

    async def decided(self, approval: Approval) -> None:
        """Continue a plan after a person's decision; work that needs a model goes on in the background."""
        id = plan_of(approval)
        if id is None:
            return
        run = self._about((await self.plans.get(id)).plan, "decided")

        async def go_on() -> None:
            try:
                await self.plans.decided(approval, run)
            finally:  # the work may have failed or been stopped
                await self.plans.ask_again(id)

        task = await self.driver.begin(run, go_on)
        if approval.kind is ApprovalKind.QUESTION or approval.option == ADJUST:
            task.add_done_callback(_seen)
        else:
            await asyncio.shield(task)

    async def recover(self) -> None:
        """After a restart, continue unreviewed drafts, and apply decisions that were not applied."""
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
        """Return the last decision about a plan that was not applied yet: an answer or an approval."""
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
    """Retrieve a task's exception, which its run has recorded."""
    if not task.cancelled():
        task.exception()
