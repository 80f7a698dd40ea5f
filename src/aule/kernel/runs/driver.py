"""The driver: gives every run that can go on a task of its own, and ends runs properly however they end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from aule.contracts.access.approval import ApprovalStatus
from aule.contracts.access.capability import Result
from aule.contracts.access.change import Actor, ChangeStatus
from aule.contracts.errors import ApprovalRequired, Cancelled, Denied, NeedsInput, NotFound, Problem
from aule.contracts.events.facts import Event, Fact, RunFinished, RunResumed, RunStarted, RunWaiting
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.agents.transcript import fold
from aule.kernel.agents.turn import Turn
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.runs.endings import Happened, answered, broken_off, may_begin_again, problem_of, promises
from aule.kernel.schedule_delivery import addressed
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.runs import Runs

log = logging.getLogger(__name__)

STOP_SECONDS = 1.0
STOPPED = Cancelled("Stopped by the person.").problem
INTERRUPTED = Problem(
    code="interrupted",
    message="The system stopped while this was under way.",
    hint="What was done so far is kept. Ask again to go on.",
)
Outcome = TypeVar("Outcome")


class Driver:
    """Drives runs. Whatever it holds in memory can be rebuilt from the journal."""

    def __init__(self, deps: TurnDeps, inbox: Inbox, stop_graph: Callable[[str], Awaitable[object]]) -> None:
        self._deps = deps
        self._stop_graph = stop_graph
        self._runs = deps.runs
        self._inbox = inbox
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._turns: dict[str, Turn] = {}
        self._again: set[str] = set()
        self._ends: dict[str, asyncio.Future[Run]] = {}
        self._stopping: Counter[str] = Counter()
        self._short: set[asyncio.Task[Any]] = set()
        self._is_closing = False

    def wake(self, run: str) -> None:
        """Let a run go on; a run that is already going looks again before it stops."""
        if self._is_closing or self._stopping[run]:
            return
        if run in self._tasks:
            self._again.add(run)
            return
        self._take(run, self._drive(run))

    def _take(self, run: str, work: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        """Drive a run in a task; one that is stopped before it began cannot say itself that it is gone."""

        def gone(task: asyncio.Task[Outcome]) -> None:
            if self._tasks.get(run) is task:
                del self._tasks[run]

        task = self._tasks[run] = asyncio.create_task(work, name=f"run {run}")
        task.add_done_callback(gone)
        return task

    def is_driving(self, run: str) -> bool:
        """Whether a run is under way in this process."""
        return run in self._tasks

    @property
    def is_closing(self) -> bool:
        """Whether the system is being stopped."""
        return self._is_closing

    async def see_to_rest(self, run: str) -> Run:
        """Let a run go on, and wait until it ended or waits for a person."""
        self.wake(run)
        if (task := self._tasks.get(run)) is not None:
            await asyncio.shield(asyncio.wait([task]))
        return await self._runs.get(run)

    def steer(self, run: str, steered: Event) -> None:
        """Let a turn that is under way hear what the person added."""
        if turn := self._turns.get(run):
            turn.hear(steered)

    async def wait(self, run: str) -> Run:
        """Wait until a run has ended, however long that takes."""
        future = self._ends.setdefault(run, asyncio.get_running_loop().create_future())
        found = await self._runs.find(run)
        if found is not None and found.status.is_final:
            self._tell(found)
            return found
        return await asyncio.shield(future)

    async def cancel(self, id: str) -> Run:
        """Stop a run and everything below it, within a second."""
        tree = await self._runs.tree(id)
        if not tree:
            raise NotFound(f"There is no run {id!r}.")
        ids = [run.id for run in tree]
        self._stopping.update(ids)  # a decision that comes in now wakes nothing
        try:
            await self._stop(self._tasks[each] for each in ids if each in self._tasks)
            for run in tree:
                if run.status.is_final:
                    continue
                if run.queue is not None:  # steps of it may be under way
                    await self._stop_graph(run.id)
                else:
                    await self._break_off(run, *self._cut())
        finally:
            self._stopping -= Counter(ids)
        return await self._runs.get(id)

    async def let_go(self, run: str) -> None:
        """Stop driving a run that is somebody else's now; nothing is recorded in it."""
        if (task := self._tasks.get(run)) is not None:
            await self._stop([task])

    def rest(self) -> None:
        """Begin nothing more: the system is about to stop, and what is cut off now goes on after the next start."""
        self._is_closing = True

    async def close(self) -> None:
        """Interrupt everything under way; what was said so far is kept, and so is what a person decided."""
        if self._short:
            await asyncio.wait(self._short, timeout=STOP_SECONDS)
        self._is_closing = True
        await self._stop(self._tasks.values())
        for future in self._ends.values():
            future.cancel()

    async def begin(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Start a run that is no talk: its work is a task that can be stopped, and outlives its connection."""

        async def started() -> asyncio.Task[Outcome]:
            await self._deps.journal.write(RunStarted(started=run), run=run.id)
            return self._take(run.id, self._perform(run, work))

        return await self.see_through(started())

    def start(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Start such a run without waiting for its beginning to be stored.

        The log keeps the order in which facts come: what the work itself records, before it does anything, is stored
        after the beginning or not at all. So the beginnings of many runs share a commit.
        """
        begun = asyncio.create_task(self._deps.journal.write(RunStarted(started=run), run=run.id))
        return self._take(run.id, self._perform(run, work, begun))

    async def see_through(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Do something short to its end, also when whoever asked for it stops waiting."""
        task = asyncio.create_task(work)
        self._short.add(task)
        task.add_done_callback(self._short.discard)
        return await asyncio.shield(task)

    async def interrupt(self, run: Run) -> None:
        """End a run that a crash or shutdown cut off."""
        await self._break_off(run, RunStatus.FAILED, INTERRUPTED)

    async def conclude(self, run: Run, result: Result) -> None:
        """End a direct call whose result is known."""
        status = RunStatus.DONE if result.ok else RunStatus.FAILED
        await self._finish(run, [RunFinished(status=status, error=result.error)])

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
            await asyncio.shield(self._break_off(run, *self._cut()))
            raise
        except (ApprovalRequired, NeedsInput) as question:
            await asyncio.shield(self._hold(run, question))
            raise
        except Exception as error:  # whoever waits hears of it; nobody may, so the run says it too
            await asyncio.shield(self._break_off(run, RunStatus.FAILED, problem_of(error)))
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
                await (self._resume_call(run) if run.kind is RunKind.CALL else self._turn(run))
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
            await self._break_off(await self._runs.get(id), RunStatus.FAILED, problem)
        finally:
            self._tasks.pop(id, None)
            self._turns.pop(id, None)
            self._again.discard(id)

    async def _resumed(self, id: str) -> Run:
        """A decision came in before the run had let go: it goes on in the same hands, and says so if nobody has yet."""
        run = await self._runs.get(id)
        if run.status is RunStatus.WAITING:
            await self._deps.journal.write(RunResumed(reason="decision"), run=id, session=run.session_id)
        self._deps.journal.holds.renew(id)
        return run

    async def _turn(self, run: Run) -> None:
        deps = self._deps
        turn = self._turns[run.id] = Turn(run, deps)
        while await turn.drive():
            events = await self._events_below(run)
            changes = await deps.changes.of_run(run.id)
            touched = [change.entity for change in changes if change.status is ChangeStatus.APPLIED]
            message, ts = deps.ambient.ids.new("msg"), deps.ambient.timestamp()
            happened = Happened(events, touched, deps.registry.all())
            facts = answered(run, turn.transcript, happened, message, ts)
            if await self._finish(run, facts, unless=lambda: bool(turn.transcript.steers)):
                return

    async def _events_below(self, run: Run) -> list[Event]:
        """What happened in a run and in its sub-agents' runs."""
        found: list[Event] = []
        for each in await self._runs.tree(run.id):
            found += await self._deps.journal.read(None, run=each.id, types=["call.started", "call.completed"])
        return found

    async def _resume_call(self, run: Run) -> None:
        """Make a direct call that was waiting for its approval."""
        transcript = fold(await self._deps.journal.read(None, run=run.id))
        approval = next((transcript.latest_approval(call) for call in reversed(transcript.approvals)), None)
        if approval is None or approval.call is None or approval.status is ApprovalStatus.PENDING:
            return
        if approval.status is not ApprovalStatus.GRANTED:
            raise Denied("The person said no to this.")
        project = await self._deps.project(run.project)
        call = approval.call.model_copy(update={"bound_params": None})
        caller = Caller(run, Actor(type="user", id="owner"), project, grants=transcript.grants(call.id))
        try:
            result = await self._deps.gate.invoke(call, caller)
        except (ApprovalRequired, NeedsInput) as question:
            await self._hold(run, question)
        else:
            await self.conclude(run, result)

    async def _hold(self, run: Run, question: ApprovalRequired | NeedsInput) -> None:
        waiting = RunWaiting(approvals=[question.problem.subject or ""])
        await self._deps.journal.write(waiting, run=run.id, session=run.session_id, durable=True)
        if run.id in self._again:
            await self._resumed(run.id)

    async def _stop(self, tasks: Iterable[asyncio.Task[Any]]) -> None:
        stopped = list(tasks)
        for task in stopped:
            task.cancel()
        if stopped:
            await asyncio.wait(stopped, timeout=STOP_SECONDS)

    def _cut(self) -> tuple[RunStatus, Problem]:
        return (RunStatus.FAILED, INTERRUPTED) if self._is_closing else (RunStatus.CANCELLED, STOPPED)

    async def _cut_off(self, id: str) -> None:
        """End a run whose task was stopped. One that a person has just let go on, and one that a schedule started,
        with nobody there to start it again, is taken up after the restart."""
        if self._deps.journal.holds.is_lost(id):
            return
        run = await self._runs.get(id)
        await self._deps.journal.flush()
        transcript = fold(await self._deps.journal.read(None, run=id))
        again = may_begin_again(transcript, self._deps.registry)
        is_kept = run.step is not None or (
            run.parent is None and (run.kind is RunKind.SCHEDULE or promises(run, transcript, again))
        )
        if not (self._is_closing and is_kept):
            await self._break_off(run, *self._cut())

    async def _break_off(self, run: Run, status: RunStatus, problem: Problem) -> None:
        deps = self._deps
        await deps.journal.flush()
        transcript = fold(await deps.journal.read(None, run=run.id))
        message, ts = deps.ambient.ids.new("msg"), deps.ambient.timestamp()
        await self._finish(run, broken_off(run, transcript, status, problem, message, ts))

    async def _end_well(self, run: Run) -> None:
        """Record that the work of a run is done.

        While this process alone writes and nothing of the run waits for a person, nobody else can have ended it: the
        end needs no look at the run in a transaction of its own, and the ends of many calls share a commit.
        """
        done = RunFinished(status=RunStatus.DONE)
        if run.kind is not RunKind.CALL or self._deps.journal.is_shared or await self._waits(run.id):
            await self._finish(run, [done])
            return
        await self._deps.journal.write(done, run=run.id, session=run.session_id)
        if run.id in self._ends:
            self._tell(await self._runs.get(run.id))

    async def _waits(self, run: str) -> bool:
        """Whether something of a run waits for a person."""
        return bool((await Approvals(self._deps.journal.source).list(run=run, limit=1)).items)

    async def _finish(self, run: Run, facts: list[Fact], unless: Callable[[], bool] = lambda: False) -> bool:
        """Record the end of a run once; its open questions are no longer asked. Tells whether it has ended."""
        async with self._deps.journal.transaction() as record:
            current = await Runs(record).find(run.id)
            is_open = current is not None and not current.status.is_final
            if is_open and unless():
                return False
            if is_open and run.kind is RunKind.SCHEDULE:
                facts = await addressed(record, run, facts)
            for fact in [*await self._inbox.unasked(record, run.id), *facts] if is_open else []:
                record.put(fact, run=run.id, session=run.session_id)
        if run.id in self._ends:
            self._tell(await self._runs.get(run.id))
        return True

    def _tell(self, ended: Run) -> None:
        """Let everybody who waits for a run know that it has ended."""
        future = self._ends.pop(ended.id, None)
        if future is not None and not future.done():
            future.set_result(ended)
