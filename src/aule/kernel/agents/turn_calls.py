"""The calls that a turn wishes for: each made through the gate, or waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.capability import Approve, Call, Result
from aule.contracts.errors import ApprovalRequired, AuleError, Denied, NeedsInput, TimedOut
from aule.contracts.events.facts import CallCompleted, CallFailed, CallRequested
from aule.contracts.runs.run import Run
from aule.kernel.agents.plan_only import refusal_in_talk
from aule.kernel.agents.transcript import Transcript
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.gate.approval_requests import as_allowed
from aule.kernel.capabilities.gate.caller import Caller


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """Makes the open calls of one turn."""

    deps: TurnDeps
    transcript: Transcript
    caller: Caller
    """Who calls, without what was granted for a single call."""
    above: Sequence[Run]
    check_scope: Callable[[], None]
    """Ends the turn where it kept trying what its bounds forbid."""

    async def settle(self) -> list[str]:
        """Make every call that can be made now; return the approvals still waited for."""
        waiting: list[str] = []
        together: list[CallRequested] = []
        for call in self.transcript.open_calls:
            self.check_scope()
            if self._is_harmless(call):
                together.append(call)
                continue
            waiting += await self._settle_all(together)
            waiting += await self._settle_all([call])
            together = []
        waiting += await self._settle_all(together)
        _refuse_when_stopped()
        return waiting

    def _is_harmless(self, call: CallRequested) -> bool:
        try:
            return self.deps.registry.get(call.capability).approval is Approve.AUTO
        except AuleError:
            return True

    async def _settle_all(self, calls: Sequence[CallRequested]) -> list[str]:
        if len(calls) == 1:
            outcomes = [await self._settle(calls[0])]
        else:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._settle(call)) for call in calls]
            outcomes = [task.result() for task in tasks]
        return [outcome for outcome in outcomes if outcome is not None]

    async def _settle(self, wanted: CallRequested) -> str | None:
        approval = self.transcript.latest_approval(wanted.id)
        if approval is not None and approval.status is ApprovalStatus.PENDING:
            return approval.id
        self.transcript.started.setdefault(wanted.id, wanted.capability)
        try:
            await self.deps.registry.prepare([wanted.capability])
            if approval is not None and approval.status in (ApprovalStatus.DENIED, ApprovalStatus.EXPIRED):
                result = await self._refused_result(wanted, approval)
            elif refused := refusal_in_talk(wanted, self.deps.registry, self.caller.run, self.above):
                result = self._failed_result(wanted, refused)
            else:
                call = Call(
                    id=wanted.id,
                    capability=wanted.capability,
                    params=wanted.params,
                    idempotency_key=f"{self.caller.run.id}/{wanted.id}/0",
                )
                grants = self.transcript.grants(wanted.id)
                caller = replace(self.caller, run=self._narrowed_run(), grants=grants)
                result = await self.deps.gate.invoke(as_allowed(call, grants), caller)
        except (ApprovalRequired, NeedsInput) as error:
            return error.problem.subject
        except AuleError as error:
            result = Result(ok=False, error=error.problem)
        self.transcript.add(CallCompleted(id=wanted.id, capability=wanted.capability, result=result))
        return None

    def _narrowed_run(self) -> Run:
        """Return the run with what calls of this turn narrowed it to; agents it sends inherit that."""
        run, narrowed = self.caller.run, self.transcript.narrowed
        return run.model_copy(update={"allowed": [*run.allowed, *narrowed]}) if narrowed else run

    async def _refused_result(self, wanted: CallRequested, approval: Approval) -> Result:
        words = f" They said: {approval.answer}" if approval.answer else ""
        if approval.status is ApprovalStatus.DENIED:
            error: AuleError = Denied(
                f"The person said no to this.{words}", hint="Do not try it again; go on without it."
            )
        else:
            error = TimedOut("Nobody decided in time.", code="approval_expired")
        return self._failed_result(wanted, error)

    def _failed_result(self, wanted: CallRequested, error: AuleError) -> Result:
        result = Result(ok=False, error=error.problem)
        fact = CallFailed(id=wanted.id, capability=wanted.capability, result=result)
        run = self.caller.run
        self.deps.journal.put(fact, run=run.id, session=run.session_id)
        return result


def _refuse_when_stopped() -> None:
    """Raise the cancellation again if a capability has swallowed it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
