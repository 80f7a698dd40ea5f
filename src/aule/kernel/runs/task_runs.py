"""Runs that are tasks of this process: turns, calls and other work, each ended properly however it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Protocol, TypeVar

from aule.contracts.access.capability import Result
from aule.contracts.errors import ApprovalRequired, NeedsInput, Problem
from aule.contracts.events.facts import Event, RunFinished, RunResumed, RunStarted, RunWaiting
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.agents.transcript import fold
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.runs.driver import STOPPED
from aule.kernel.runs.endings import broken_off, problem_of
from aule.kernel.runs.live_runs import STOP_SECONDS, LiveRuns
from aule.kernel.runs.run_ends import RunEnds
from aule.kernel.runs.survival import Survival
from aule.stores.repositories.approvals import Approvals

log = logging.getLogger(__name__)

INTERRUPTED = Problem(
    code="interrupted",
    message="The system stopped while this was under way.",
    hint="What was done so far is kept. Ask again to go on.",
)
Outcome = TypeVar("Outcome")


class Resumable(Protocol):
    """Carries on runs of one kind from wherever their events left them."""

    async def carry_on(self, run: Run) -> None:
        """Go on with a run until it has ended or waits for a person."""
        ...


class Turns(Resumable, Protocol):
    """Carries on turns of talk."""

    def steer(self, run: str, steered: Event) -> None:
        """Let a turn that is under way hear what the person added."""
        ...

    def forget(self, run: str) -> None:
        """Drop what is in memory of a turn that is no longer under way."""
        ...


class TaskRuns:
    """Gives every turn, call or other work that can go on a task of its own."""

    def __init__(self, deps: TurnDeps, ends: RunEnds, live: LiveRuns, survival: Survival) -> None:
        self._deps = deps
        self._runs = deps.runs
        self._ends = ends
        self._live = live
        self._survival = survival
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._again: set[str] = set()
        """Runs under way about which there is news: they look again before they stop."""

    turns: Turns
    calls: Resumable

    def use(self, turns: Turns, calls: Resumable) -> None:
        """Bind those who carry on turns and calls, once."""
        self.turns, self.calls = turns, calls

    def wake(self, run: str) -> None:
        """Let a run go on; a run that is already going looks again before it stops."""
        if self._live.is_closing or self._live.is_halted(run):
            return
        if run in self._tasks:
            self._again.add(run)
            return
        self._spawn(run, self._drive(run))

    def _spawn(self, run: str, work: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        """Drive a run in a task; one that is stopped before it began cannot say itself that it is gone."""

        def gone(task: asyncio.Task[Outcome]) -> None:
            if self._tasks.get(run) is task:
                del self._tasks[run]

        task = self._tasks[run] = asyncio.create_task(work, name=f"run {run}")
        task.add_done_callback(gone)
        return task

    def is_driving(self, run: str) -> bool:
        """Tell whether a run is under way in this process."""
        return run in self._tasks

    async def see_to_rest(self, run: str) -> Run:
        """Let a run go on, and wait until it ended or waits for a person."""
        self.wake(run)
        if (task := self._tasks.get(run)) is not None:
            await asyncio.shield(asyncio.wait([task]))
        return await self._runs.get(run)

    def steer(self, run: str, steered: Event) -> None:
        """Let a turn that is under way hear what the person added."""
        self.turns.steer(run, steered)

    async def stop(self, run: str) -> None:
        """Stop the task of a run, within a second."""
        if (task := self._tasks.get(run)) is not None:
            await _cancel([task])

    def let_go(self, run: str) -> None:
        """Nothing is left of a task that was stopped."""

    async def abandon(self, run: str) -> None:
        """Stop driving a run that another process drives now; nothing is recorded in it."""
        await self.stop(run)

    async def close(self) -> None:
        """Stop every task; what was said so far is kept, and so is what a person decided."""
        await _cancel(self._tasks.values())

    async def begin(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Record the beginning of a run and carry out its work in a task."""
        await self._deps.journal.write(RunStarted(started=run), run=run.id)
        return self._spawn(run.id, self._perform(run, work))

    def start(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Carry out the work of a run in a task, without waiting for its beginning to be stored.

        The log keeps the order in which facts come: what the work itself records, before it does anything, is stored
        after the beginning or not at all. So the beginnings of many runs share a commit.
        """
        begun = asyncio.create_task(self._deps.journal.write(RunStarted(started=run), run=run.id))
        return self._spawn(run.id, self._perform(run, work, begun))

    async def conclude(self, run: Run, result: Result) -> None:
        """End a direct call whose result is known."""
        status = RunStatus.DONE if result.ok else RunStatus.FAILED
        await self._ends.finish(run, [RunFinished(status=status, error=result.error)])

    async def hold(self, run: Run, question: ApprovalRequired | NeedsInput) -> None:
        """Record that a run waits for a person."""
        waiting = RunWaiting(approvals=[question.problem.subject or ""])
        await self._deps.journal.write(waiting, run=run.id, session=run.session_id, durable=True)
        if run.id in self._again:
            await self._resumed(run.id)

    async def break_off(self, run: Run, status: RunStatus, problem: Problem) -> None:
        """Record the end of a run that did not come to its own: what was said so far is kept."""
        deps = self._deps
        await deps.journal.flush()
        transcript = fold(await deps.journal.read(None, run=run.id))
        message, ts = deps.ambient.ids.new("msg"), deps.ambient.timestamp()
        await self._ends.finish(run, broken_off(run, transcript, status, problem, message, ts))

    async def _perform(
        self, run: Run, work: Callable[[], Awaitable[Outcome]], begun: asyncio.Task[Any] | None = None
    ) -> Outcome:
        try:
            outcome = await work()
            if begun is not None:
                await asyncio.shield(begun)
            failed = outcome if isinstance(outcome, Result) and not outcome.ok else None
            await asyncio.shield(self._end_well(run) if failed is None else self.conclude(run, failed))
        except asyncio.CancelledError:
            await asyncio.shield(self.break_off(run, *self._why_stopped()))
            raise
        except (ApprovalRequired, NeedsInput) as question:
            await asyncio.shield(self.hold(run, question))
            raise
        except Exception as error:  # whoever waits hears of it; nobody may, so the run says it too
            await asyncio.shield(self.break_off(run, RunStatus.FAILED, problem_of(error)))
            raise
        finally:
            if begun is not None:
                begun.add_done_callback(lambda done: done.cancelled() or done.exception())  # the work told its own
            self._tasks.pop(run.id, None)
            if run.id in self._again:  # the decision came before the run had said that it waits
                self._again.discard(run.id)
                self.wake(run.id)
        return outcome

    async def _drive(self, id: str) -> None:
        try:
            run = await self._runs.find(id)
            while run is not None and not run.status.is_final:
                self._again.discard(id)
                await (self.calls if run.kind is RunKind.CALL else self.turns).carry_on(run)
                if id not in self._again:
                    break
                run = await self._resumed(id)
        except asyncio.CancelledError:
            await asyncio.shield(self._cut_off(id))
        except Exception as error:  # the background loop: a run that fails is a failed run, never a dead system
            if self._deps.journal.holds.is_lost(id):
                return
            problem = problem_of(error)
            if problem.code == "internal":
                log.exception("run %s failed", id)
            await self.break_off(await self._runs.get(id), RunStatus.FAILED, problem)
        finally:
            self._tasks.pop(id, None)
            self.turns.forget(id)
            self._again.discard(id)

    async def _resumed(self, id: str) -> Run:
        """Go on with a run about which a decision came in before its task had ended, and record that it goes on."""
        run = await self._runs.get(id)
        if run.status is RunStatus.WAITING:
            await self._deps.journal.write(RunResumed(reason="decision"), run=id, session=run.session_id)
        self._deps.journal.holds.renew(id)
        return run

    def _why_stopped(self) -> tuple[RunStatus, Problem]:
        return (RunStatus.FAILED, INTERRUPTED) if self._live.is_closing else (RunStatus.CANCELLED, STOPPED)

    async def _cut_off(self, id: str) -> None:
        """End a run whose task was stopped, unless the system stops and the run goes on after the restart."""
        if self._deps.journal.holds.is_lost(id):
            return
        run = await self._runs.get(id)
        await self._deps.journal.flush()
        if not (self._live.is_closing and await self._survival.goes_on(run)):
            await self.break_off(run, *self._why_stopped())

    async def _end_well(self, run: Run) -> None:
        """Record that the work of a run is done.

        While this process alone writes and nothing of the run waits for a person, nobody else can have ended it: the
        end needs no look at the run in a transaction of its own, and the ends of many calls share a commit.
        """
        done = RunFinished(status=RunStatus.DONE)
        if run.kind is not RunKind.CALL or self._deps.journal.is_shared or await self._waits(run.id):
            await self._ends.finish(run, [done])
            return
        await self._deps.journal.write(done, run=run.id, session=run.session_id)
        await self._ends.tell(run.id)

    async def _waits(self, run: str) -> bool:
        """Tell whether something of a run waits for a person."""
        return bool((await Approvals(self._deps.journal.source).list(run=run, limit=1)).items)


async def _cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end, for a second."""
    stopped = list(tasks)
    for task in stopped:
        task.cancel()
    if stopped:
        await asyncio.wait(stopped, timeout=STOP_SECONDS)
