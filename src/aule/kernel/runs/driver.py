"""The driver: starts, wakes, stops and ends runs of every kind, each through the strategy of its kind.

Turns, calls and other work are tasks of this process; graphs are driven in segments, by whichever process has room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack
from typing import Any, Protocol, TypeVar

from aule.contracts.access.approval import Approval
from aule.contracts.errors import Cancelled, NotFound, Problem
from aule.contracts.events.facts import Event, RunClaimed
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.approvals.inbox import Decided
from aule.kernel.journal import Journal
from aule.kernel.runs.live_runs import LiveRuns
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source

STOPPED = Cancelled("Stopped by the person.").problem
Outcome = TypeVar("Outcome")


class Strategy(Protocol):
    """Drives runs of one kind in this process."""

    def is_driving(self, run: str) -> bool:
        """Tell whether a run is under way in this process, or about to be."""
        ...

    def wake(self, run: str) -> None:
        """Let a run go on; one that is under way looks again before it stops."""
        ...

    async def stop(self, run: str) -> None:
        """Stop what is under way in a run that is being halted, within a second."""
        ...

    def let_go(self, run: str) -> None:
        """Give up a run that was stopped and has ended."""
        ...

    async def break_off(self, run: Run, status: RunStatus, problem: Problem) -> None:
        """Record the end of a run that did not come to its own; what was done so far is kept."""
        ...

    async def close(self) -> None:
        """Let go of everything: the system stops."""
        ...


class Tasks(Strategy, Protocol):
    """Drives turns, calls and other work, each in a task of its own."""

    async def see_to_rest(self, run: str) -> Run:
        """Let a run go on, and wait until it ended or waits for a person."""
        ...

    async def abandon(self, run: str) -> None:
        """Stop driving a run that another process drives now; nothing is recorded in it."""
        ...

    async def begin(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Record the beginning of a run and carry out its work in a task."""
        ...

    def start(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Carry out the work of a run in a task, without waiting for its beginning to be stored."""
        ...

    def steer(self, run: str, steered: Event) -> None:
        """Let a turn that is under way hear what the person added."""
        ...


class Graphs(Strategy, Protocol):
    """Drives graphs, in segments."""

    async def start(self) -> None:
        """Begin to take runs."""
        ...

    def claim(self, run: Run) -> RunClaimed | None:
        """Return the fact that makes a run this process's own, if there is room for it."""
        ...

    async def foresee(self, source: Source, run: Run, decided: Approval) -> object | None:
        """Return what is known of a run that is about to go on, as it will stand after this transaction."""
        ...

    def unclaim(self, run: str) -> None:
        """Take back a claim that was not recorded."""
        ...

    def resumed(self, run: Run, done: Decided) -> None:
        """Let a run go on about which somebody decided."""
        ...


class Driver:
    """Drives runs. Whatever it holds in memory can be rebuilt from the journal."""

    tasks: Tasks
    graphs: Graphs

    def __init__(self, journal: Journal, runs: Runs, live: LiveRuns) -> None:
        self._journal = journal
        self._runs = runs
        self._live = live

    def use(self, tasks: Tasks, graphs: Graphs) -> None:
        """Bind the strategies, once: they are made of parts that know the driver already."""
        self.tasks, self.graphs = tasks, graphs

    @property
    def is_closing(self) -> bool:
        """Whether the system is being stopped."""
        return self._live.is_closing

    def is_driving(self, run: str) -> bool:
        """Tell whether a run is under way in this process."""
        return self.tasks.is_driving(run) or self.graphs.is_driving(run)

    async def start(self) -> None:
        """Begin to drive runs that can go on."""
        await self.graphs.start()

    async def close(self) -> None:
        """Interrupt everything under way; what was said so far is kept, and so is what a person decided."""
        self._live.is_closing = True  # begin nothing more: what is cut off now goes on after the next start
        await self.graphs.close()
        await self._live.finish_short_work()
        await self.tasks.close()
        self._live.forget_ends()

    async def begin(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Start a run that is no talk: its work is a task that can be stopped, and outlives its connection."""
        return await self.see_through(self.tasks.begin(run, work))

    def start_work(self, run: Run, work: Callable[[], Awaitable[Outcome]]) -> asyncio.Task[Outcome]:
        """Start such a run without waiting for its beginning to be stored."""
        return self.tasks.start(run, work)

    async def see_through(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Do something short to its end, also when whoever asked for it stops waiting."""
        return await self._live.see_through(work)

    def wake(self, run: str) -> None:
        """Let a turn or a call go on."""
        self.tasks.wake(run)

    async def see_to_rest(self, run: str) -> Run:
        """Let a turn or a call go on, and wait until it ended or waits for a person."""
        return await self.tasks.see_to_rest(run)

    async def wait(self, run: str) -> Run:
        """Wait until a run has ended, however long that takes."""
        end = self._live.end_of(run)
        if self.graphs.is_driving(run):  # its end is told here
            return await asyncio.shield(end)
        found = await self._runs.find(run)
        if found is not None and found.status.is_final:
            self._live.tell(found)
            return found
        return await asyncio.shield(end)

    async def cancel(self, id: str) -> Run:
        """Stop a run and everything below it, within a second."""
        stopped: dict[str, Strategy] = {}
        with ExitStack() as halted:
            try:
                # What a run began a moment before it was stopped is found by looking again.
                while fresh := [run for run in await self._runs.tree(id) if run.id not in stopped]:
                    halted.enter_context(self._live.halting([run.id for run in fresh]))
                    stopped.update({run.id: self._strategy(run) for run in fresh})
                    await asyncio.gather(*(stopped[run.id].stop(run.id) for run in fresh))
                    await self._journal.flush()
                for run in reversed(await self._runs.tree(id)):
                    if not run.status.is_final:
                        await stopped[run.id].break_off(run, RunStatus.CANCELLED, STOPPED)
            finally:
                for run_id, strategy in stopped.items():
                    strategy.let_go(run_id)
        if not stopped:
            raise NotFound(f"There is no run {id!r}.")
        return await self._runs.get(id)

    def resume(self, done: Decided) -> None:
        """Let the run go on that a decision is about: the agent of a step goes on with its graph."""
        run = done.run
        if run is None:
            return
        if run.has_graph:
            self.graphs.resumed(run, done)
        elif run.step is not None and run.parent is not None and not self.tasks.is_driving(run.id):
            self.graphs.wake(run.parent)
        else:
            self.tasks.wake(run.id)

    def claim(self, run: Run) -> RunClaimed | None:
        """Take a run in the transaction that lets it go on, where it is one that several processes may take."""
        return self.graphs.claim(run) if run.has_graph else None

    async def foresee(self, source: Source, run: Run, decided: Approval) -> object | None:
        """Load a run in the transaction of a decision that lets it go on, where nobody else can drive it."""
        return await self.graphs.foresee(source, run, decided) if run.has_graph else None

    def unclaim(self, run: str) -> None:
        """Take back a claim that was not recorded."""
        self.graphs.unclaim(run)

    def _strategy(self, run: Run) -> Strategy:
        return self.graphs if run.has_graph else self.tasks
