"""The plan status writer: follows runs of plans and writes each step's status to the plan and working memory.

It reads committed events and never delays a run. What it missed while the system was down it reads from the run's
events after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, NotFound
from aule.contracts.events.facts import Event, MemorySaved, RunStarted
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.imports import load
from aule.kernel.engine.run_state import RunState
from aule.kernel.journal import Journal
from aule.kernel.planning.execution.status import applied_replannings, with_replanning, with_run_status
from aule.kernel.planning.execution.working_memory import ResultWording, memory_items
from aule.kernel.reports.words import reason
from aule.kernel.runs.engine import Engine
from aule.stores.repositories.runs import Runs, Which

log = logging.getLogger(__name__)

GATHER_S = 0.1
"""How long events of a run are collected before the plan is written."""
RETRY_S = 5.0
MOST_OPEN = 500
"""How many runs of plans of one status are followed after a start."""
_OPEN = (RunStatus.QUEUED, RunStatus.EXECUTING, RunStatus.WAITING, RunStatus.PAUSED)
LOOKED_BACK = 20
"""How many of the latest runs of plans are checked after a start."""


class PlanRecords(Protocol):
    """Where plans are stored."""

    async def version(self, id: str, number: int) -> Plan:
        """Return one version of a plan."""
        ...

    async def mark(self, id: str, change: Callable[[Plan], Plan], *, reason: str) -> None:
        """Write the progress of a plan's run to the plan."""
        ...


@dataclass(frozen=True, slots=True)
class ObservedRun:
    """A run of a plan with all its events."""

    loaded: RunState
    events: list[Event]

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.loaded.run


class PlanStatusWriter:
    """Writes the progress of runs to their plans. All its state can be rebuilt from the log."""

    def __init__(
        self, book: PlanRecords, engine: Engine, report: Callable[[Run], Awaitable[object]], ambient: Ambient
    ) -> None:
        self._book = book
        self._engine = engine
        self._journal: Journal = engine.journal
        self._runs: Runs = engine.runs
        self._report = report
        self._ambient = ambient
        self._changed: dict[str, None] = {}
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._followed: set[str] = set()

    async def start(self) -> None:
        """Follow every run of a plan that is open or ended unnoticed, and all that start later."""
        cursor = await self._journal.cursor()
        self._begin(self._write(), "plans are marked")
        self._begin(self._listen(cursor), "plans are followed")
        for run in (await self._runs.list(Which(kind=RunKind.PLAN), limit=LOOKED_BACK)).items:
            if not await self._journal.read(None, run=run.id, types=["report.written"], limit=1):
                self._take_up(run, cursor)  # the report is written last, so a run without one may be incomplete
        for status in _OPEN:  # only runs of plans are followed
            for run in (await self._runs.list(Which(kind=RunKind.PLAN, status=status), limit=MOST_OPEN)).items:
                self._take_up(run, cursor)

    async def close(self) -> None:
        """Stop; what was not written is written after the next start."""
        tasks, self._tasks = list(self._tasks), set()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def reflect(self, id: str) -> None:
        """Write a run's progress to its plan; when the run has ended, write its report."""
        seen = await self._see(id)
        run, ref = seen.run, seen.run.plan
        if ref is None:
            return
        progress = seen.loaded.progress
        try:
            await self._remember(await self._book.version(ref.id, ref.version), seen)
            for fact in applied_replannings(event.data for event in seen.events):  # each is a version
                await self._book.mark(ref.id, partial(with_replanning, fact=fact), reason=fact.reason[:200])
            await self._book.mark(ref.id, lambda plan: with_run_status(plan, run, progress), reason=f"run {run.status}")
        except NotFound:
            log.info("the plan %s of run %s is gone", ref.id, run.id)
        if run.status.is_final:
            await self._report(run)

    async def _see(self, id: str) -> ObservedRun:
        loaded = await self._engine.load(id)
        return ObservedRun(loaded, await self._journal.read(None, run=id))

    async def _remember(self, plan: Plan, seen: ObservedRun) -> None:
        """Write items to working memory, except those a person changed or removed."""
        await load("aule.kernel.reports.template")
        from aule.kernel.reports.template import summary  # checks words, which takes a moment to load

        run = seen.run
        known = {event.data.item.id for event in seen.events if isinstance(event.data, MemorySaved)}
        wording = ResultWording(
            result=lambda value: summary(value, run.locale),
            error=lambda error: reason(error.code, error.message, run.locale),
        )
        items = memory_items(plan, run, seen.loaded.progress, seen.events, wording)
        facts = [MemorySaved(item=item) for item in items if item.id not in known]
        if facts:
            # In a transaction of its own, so that it cannot conflict with the run's driver.
            async with self._journal.transaction() as record:
                for fact in facts:
                    record.put(fact, run=run.id, session=run.session_id)

    def _take_up(self, run: Run, cursor: str) -> None:
        if run.plan is None or run.id in self._followed:
            return
        self._note(run.id)
        if not run.status.is_final:
            self._followed.add(run.id)
            self._begin(self._follow(run.id, cursor), f"plan run {run.id} is followed")

    def _note(self, run: str) -> None:
        self._changed[run] = None
        self._woken.set()

    async def _listen(self, cursor: str) -> None:
        """Follow runs of plans that start."""
        while True:
            try:
                async with aclosing(self._journal.follow(cursor, types=["run.started"])) as events:
                    async for event in events:
                        cursor = event.seq
                        if isinstance(event.data, RunStarted) and event.data.started.plan is not None:
                            self._take_up(event.data.started, cursor)
                return
            except AuleError as error:
                log.warning("plans hear nothing: %s", error)
                await self._ambient.clock.sleep(RETRY_S)

    async def _follow(self, run: str, cursor: str) -> None:
        """Note every event of one run, until it has ended."""
        while True:
            try:
                async with aclosing(self._journal.follow(cursor, run=run)) as events:
                    async for event in events:
                        cursor = event.seq
                        if event.topic != "memory":
                            self._note(run)
                        if event.type == "run.finished":
                            break
                self._followed.discard(run)
                return
            except AuleError as error:
                log.warning("the run %s of a plan is not heard of: %s", run, error)
                await self._ambient.clock.sleep(RETRY_S)

    async def _write(self) -> None:
        while True:
            await self._woken.wait()
            await self._ambient.clock.sleep(GATHER_S)
            self._woken.clear()
            changed, self._changed = list(self._changed), {}
            for run in changed:
                await self._try(run)

    async def _try(self, run: str) -> None:
        try:
            await self.reflect(run)
        except AuleError as error:
            log.warning("how run %s goes was not written into its plan: %s", run, error)
        except Exception:  # the background loop: one failing plan must not stop the others
            log.exception("how run %s goes was not written into its plan", run)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
