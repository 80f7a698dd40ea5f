"""The driver: gives every run that can go on a task of its own, and ends runs properly however they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from aule.contracts.approval import ApprovalStatus
from aule.contracts.capability import Result
from aule.contracts.change import Actor
from aule.contracts.errors import AuleError, Cancelled, Denied, NotFound, Problem
from aule.contracts.events import Event, Fact, RunFinished, RunResumed, RunWaiting
from aule.contracts.run import Run, RunKind, RunStatus
from aule.kernel.agents.desk import Desk
from aule.kernel.agents.transcript import fold
from aule.kernel.agents.turn import Turn
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.capabilities.gate import Caller
from aule.kernel.runs.endings import answered, broken_off, problem_of
from aule.stores.runs import Runs

log = logging.getLogger(__name__)

STOP_SECONDS = 1.0
INTERRUPTED = Problem(
    code="interrupted",
    message="The system stopped while this was under way.",
    hint="What was done so far is kept. Ask again to go on.",
)


class Driver:
    """Drives runs. Whatever it holds in memory can be rebuilt from the journal."""

    def __init__(self, desk: Desk, runs: Runs, inbox: Inbox) -> None:
        self._desk = desk
        self._runs = runs
        self._inbox = inbox
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turns: dict[str, Turn] = {}
        self._again: set[str] = set()
        self._ends: dict[str, asyncio.Future[Run]] = {}
        self._is_closing = False

    def wake(self, run: str) -> None:
        """Let a run go on; a run that is already going looks again before it stops."""
        if run in self._tasks:
            self._again.add(run)
            return
        self._tasks[run] = asyncio.create_task(self._drive(run), name=f"run {run}")

    def is_driving(self, run: str) -> bool:
        """Whether a run is under way in this process."""
        return run in self._tasks

    def steer(self, run: str, fact: Fact) -> None:
        """Let a turn that is under way hear what the person added."""
        if turn := self._turns.get(run):
            turn.transcript.add(fact)

    async def wait(self, run: str) -> Run:
        """Wait until a run has ended, however long that takes."""
        found = await self._runs.find(run)
        if found is not None and found.status.is_final:
            return found
        future = self._ends.setdefault(run, asyncio.get_running_loop().create_future())
        return await asyncio.shield(future)

    async def cancel(self, id: str) -> Run:
        """Stop a run and everything below it, within a second."""
        tree = await self._runs.tree(id)
        if not tree:
            raise NotFound(f"There is no run {id!r}.")
        tasks = [self._tasks[run.id] for run in tree if run.id in self._tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        for run in tree:
            current = await self._runs.find(run.id)
            if current is not None and not current.status.is_final:
                await self._break_off(current, RunStatus.CANCELLED, Cancelled("Stopped by the person.").problem)
        return await self._runs.get(id)

    async def close(self) -> None:
        """Interrupt everything under way; what was said so far is kept."""
        self._is_closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        for future in self._ends.values():
            future.cancel()

    def perform(self, run: Run, work: Callable[[], Coroutine[Any, Any, Result]]) -> asyncio.Task[Result]:
        """Make a direct call's work a task of its run, so that it can be stopped and outlives its connection."""

        async def guarded() -> Result:
            try:
                result = await work()
            except (asyncio.CancelledError, AuleError) as error:
                await asyncio.shield(self._end_call(run, error))
                raise
            finally:
                self._tasks.pop(run.id, None)
            await self._finish(run, [RunFinished(status=RunStatus.DONE)])
            return result

        task = asyncio.create_task(guarded(), name=f"run {run.id}")
        self._tasks[run.id] = task  # pyright: ignore[reportArgumentType]
        return task

    async def interrupt(self, run: Run) -> None:
        """End a run that a crash or shutdown cut off."""
        await self._break_off(run, RunStatus.FAILED, INTERRUPTED)

    async def _drive(self, id: str) -> None:
        run = await self._runs.find(id)
        if run is None or run.status.is_final:
            self._tasks.pop(id, None)
            return
        try:
            while not run.status.is_final:
                self._again.discard(id)
                await (self._resume_call(run) if run.kind is RunKind.CALL else self._turn(run))
                if id not in self._again:
                    break
                # A decision came in before the run had said that it waits: it goes on, and says that too.
                resumed = RunResumed(reason="decision")
                await self._desk.journal.write(resumed, run=id, session=run.session_id)
                run = await self._runs.get(id)
        except asyncio.CancelledError:
            status = RunStatus.FAILED if self._is_closing else RunStatus.CANCELLED
            problem = INTERRUPTED if self._is_closing else Cancelled("Stopped by the person.").problem
            await asyncio.shield(self._break_off(run, status, problem))
        except (
            Exception
        ) as error:  # the background loop's boundary: a run that fails is a failed run, never a dead system
            if not isinstance(error, AuleError):
                log.exception("run %s failed", id)
            await self._break_off(run, RunStatus.FAILED, problem_of(error))
        finally:
            self._tasks.pop(id, None)
            self._turns.pop(id, None)

    async def _turn(self, run: Run) -> None:
        turn = self._turns[run.id] = Turn(run, self._desk)
        if not await turn.drive():
            return
        desk = self._desk
        events = await self._events_below(run)
        touched = [change.entity for change in await desk.changes.of_run(run.id)]
        message, ts = desk.ambient.ids.new("msg"), desk.ambient.timestamp()
        await self._finish(run, answered(run, turn.transcript, events, touched, message, ts))

    async def _events_below(self, run: Run) -> list[Event]:
        """What happened in a run and in its sub-agents' runs."""
        found: list[Event] = []
        for each in await self._runs.tree(run.id):
            found += await self._desk.journal.read(None, run=each.id, types=["call.started", "call.completed"])
        return found

    async def _resume_call(self, run: Run) -> None:
        """Make a direct call that was waiting for its approval."""
        transcript = fold(await self._desk.journal.read(None, run=run.id))
        approval = next(reversed(transcript.approvals.values()), None)
        if approval is None or approval.call is None or approval.status is ApprovalStatus.PENDING:
            return
        if approval.status is not ApprovalStatus.GRANTED:
            raise Denied("The person said no to this.")
        project = await self._desk.project(run.project)
        caller = Caller(run, Actor(type="user", id="owner"), project, None, approval)
        call = approval.call.model_copy(update={"bound_params": None})
        try:
            await self._desk.gate.invoke(call, caller)
        except AuleError as error:
            await self._end_call(run, error)
            return
        await self._finish(run, [RunFinished(status=RunStatus.DONE)])

    async def _end_call(self, run: Run, error: BaseException) -> None:
        if isinstance(error, AuleError) and error.problem.code in ("approval_required", "needs_input"):
            waiting = RunWaiting(approvals=[error.problem.subject or ""])
            await self._desk.journal.write(waiting, run=run.id, session=run.session_id, durable=True)
        elif isinstance(error, AuleError):
            await self._finish(run, [RunFinished(status=RunStatus.FAILED, error=error.problem)])
        else:
            stopped = Cancelled("Stopped by the person.").problem
            await self._finish(run, [RunFinished(status=RunStatus.CANCELLED, error=stopped)])

    async def _break_off(self, run: Run, status: RunStatus, problem: Problem) -> None:
        desk = self._desk
        await desk.journal.flush()
        transcript = fold(await desk.journal.read(None, run=run.id))
        message, ts = desk.ambient.ids.new("msg"), desk.ambient.timestamp()
        await self._finish(run, broken_off(run, transcript, status, problem, message, ts))

    async def _finish(self, run: Run, facts: list[Fact]) -> None:
        """Record the end of a run once; its open questions are no longer asked."""
        await self._desk.journal.flush()
        current = await self._runs.find(run.id)
        if current is None or current.status.is_final:
            return
        unasked = await self._inbox.supersede(run.id)
        await self._desk.journal.write(*unasked, *facts, run=run.id, session=run.session_id)
        final = await self._runs.find(run.id)
        future = self._ends.pop(run.id, None)
        if future is not None and not future.done() and final is not None:
            future.set_result(final)
