"""Follow-ups of plans: when a plan made for a thing of an app is done, the app may propose a next call.

The proposal is a run of its own, with its own undo: a question, then a call that needs approval as every call does.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.graph import Graph, Question, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.apps.follow_ups import FollowUp, FollowUps, PlanEnd
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.engine import Engine
from aule.text.hashing import bytes_hash

log = logging.getLogger(__name__)

_DONE = (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES)


@dataclass(frozen=True, slots=True)
class FollowUpRuns:
    """Starts the follow-up of a plan, once for each of its runs."""

    engine: Engine
    follow_ups: FollowUps
    plan: Callable[[str], Awaitable[Plan]]
    """Returns a plan by its id."""

    async def after(self, run: Run) -> None:
        """Propose the follow-up of a run that has ended; errors here never fail the run."""
        if run.plan is None or run.status not in _DONE:
            return
        try:
            plan = await self.plan(run.plan.id)
            if plan.about is None:
                return
            follow = await self.follow_ups.of(plan.about, PlanEnd(plan.id, plan.title, run.id), run.locale)
            if follow is not None:
                await self.engine.start(_order(follow, run))
        except AuleError as error:
            log.warning("nothing follows the plan of run %s: %s", run.id, error)


def _order(follow: FollowUp, run: Run) -> RunRequest:
    asked = Step(id="ask", title=follow.title[:200], kind=StepKind.HUMAN, question=Question(message=follow.question))
    done = Step(
        id="do",
        title=follow.title[:200],
        kind=StepKind.CALL,
        call=StepCall(capability=follow.capability, params=follow.params),
        dependencies=["ask"],
    )
    return RunRequest(
        graph=Graph(nodes=[asked, done]),
        inputs={},
        title=follow.title[:200],
        project=run.project,
        locale=run.locale,
        session_id=run.session_id,
        id=f"run_{bytes_hash(f'{run.id}/follow'.encode())[:26]}",
    )
