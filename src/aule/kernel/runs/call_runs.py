"""Runs of direct calls: one that waited for its approval is made when a person has decided."""

from __future__ import annotations

from aule.contracts.access.approval import ApprovalStatus
from aule.contracts.access.change import Actor
from aule.contracts.errors import ApprovalRequired, Denied, NeedsInput
from aule.contracts.runs.run import Run
from aule.kernel.agents.transcript import fold
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.runs.task_runs import TaskRuns


class CallRuns:
    """Carries on direct calls."""

    def __init__(self, deps: TurnDeps, tasks: TaskRuns) -> None:
        self._deps = deps
        self._tasks = tasks

    async def carry_on(self, run: Run) -> None:
        """Make a call about which a person has decided; one that nobody decided about waits on."""
        transcript = fold(await self._deps.journal.read(None, run=run.id))
        approval = next((transcript.latest_approval(call) for call in reversed(transcript.approvals)), None)
        if approval is None or approval.resumes is None or approval.status is ApprovalStatus.PENDING:
            return
        if approval.status is not ApprovalStatus.GRANTED:
            raise Denied("The person said no to this.")
        project = await self._deps.project(run.project)
        call = approval.resumes.model_copy(update={"bound_params": None})
        caller = Caller(run, Actor(type="user", id="owner"), project, grants=transcript.grants(call.id))
        try:
            result = await self._deps.gate.invoke(call, caller)
        except (ApprovalRequired, NeedsInput) as question:
            await self._tasks.hold(run, question)
        else:
            await self._tasks.conclude(run, result)
