"""Firing: starts what is due, and records it together with the next time, in one transaction.

The id of a run names its schedule and its due time, so that firing twice, in two processes or after a crash, starts one
run. A schedule's next time changes in the transaction that records its run; a process that finds another next time than
expected is too late and does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import Conflict
from aule.contracts.events.facts import ScheduleFired
from aule.contracts.runs.run import Run
from aule.contracts.runs.schedule import Missed, Overlap, ScheduleSaved, ScheduleView, WhyNot
from aule.kernel.journal import Journal
from aule.kernel.schedules.rules import PreviousRuns, SkipTime, StartNow, Verdict, WaitForRun, judge
from aule.kernel.schedules.run_starter import PreparedRun, RunStarter
from aule.kernel.times import due_at, moment, next_time
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.schedules import Schedules
from aule.stores.source import Source

PAGE = 200
"""Schedules whose next time is set in one transaction."""


@dataclass(frozen=True, slots=True)
class ScheduleTrigger:
    """Starts schedules that are due."""

    journal: Journal
    schedules: Schedules
    runs: Runs
    starts: RunStarter
    ambient: Ambient

    async def fire(self, view: ScheduleView, now: datetime) -> bool:
        """Start what a due schedule starts; return False when it waits for the previous run, or for another machine."""
        if view.next_at is None:
            return True
        if await self.starts.is_elsewhere(view.schedule):
            return False
        due, run = moment(view.next_at), run_id(view.schedule.id, view.next_at)
        if await self.runs.find(run) is not None:  # begun before a crash, or by another process
            seen = due if view.schedule.missed is Missed.ALL else max(due, now)
            return await self._record(view, StartNow(next_time(view.schedule, seen)), PreparedRun(run), run)
        verdict = judge(view.schedule, due, now, await self._before(self.schedules, self.runs, view, run))
        if isinstance(verdict, StartNow):
            start = await self.starts.prepare(view.schedule, run)
            if not isinstance(start, PreparedRun):
                return await self._record(view, SkipTime(start, verdict.then), None, run)
            return await self._record(view, verdict, start, run)
        return await self._record(view, verdict, None, run)

    async def let_go(self, view: ScheduleView, now: datetime) -> bool:
        """Record that a due time failed, so that the schedule goes on with the next."""
        return await self._record(view, SkipTime("failed", next_time(view.schedule, now)), None, "")

    async def set_back(self, now: datetime) -> int:
        """After the clock was set back, recompute the next times; return how many schedules have an earlier one.

        What has run already is not started again, as its run is named by its due time.
        """
        changed, after = 0, None
        while True:
            page = await self.schedules.list(limit=PAGE, after=after)
            async with self.journal.transaction() as record:
                for view in page.items:
                    due = due_at(view.schedule, now)
                    current = await Schedules(record).find(view.schedule.id)
                    if current == view and due is not None and (view.next_at is None or due < view.next_at):
                        record.put(ScheduleSaved(schedule=view.schedule, next_at=due))
                        changed += 1
            if (after := page.next) is None:
                return changed

    async def run_now(self, id: str) -> Run:
        """Start the run of a schedule at once; its times stay as they are."""
        view = await self.schedules.get(id)
        run = run_id(id, f"now-{self.ambient.ids.new('run').partition('_')[2]}")
        if view.schedule.overlap is not Overlap.PARALLEL and (busy := await self.schedules.under_way(id)):
            raise Conflict(
                f"{id!r} is still under way.", code="under_way", subject=busy[0], hint="Wait for it, or stop it first."
            )
        start = await self.starts.prepare(view.schedule, run)
        if not isinstance(start, PreparedRun):
            raise _nothing_begins(id, start)
        async with self.journal.transaction() as record:
            current = await Schedules(record).get(id)
            for fact in start.facts:
                record.put(fact, run=run)
            record.put(
                ScheduleFired(schedule=id, due_at=self.ambient.timestamp(), next_at=current.next_at, started=start.run)
            )
        self.starts.begin(start)
        return await self.runs.get(start.run)

    async def _record(self, view: ScheduleView, verdict: Verdict, start: PreparedRun | None, run: str) -> bool:
        """Record a decision if it still holds; return whether the schedule moved on."""
        if isinstance(verdict, WaitForRun) or view.next_at is None:
            return False
        schedule = view.schedule
        async with self.journal.transaction(durable=True) as record:
            current = await Schedules(record).find(schedule.id)
            if current is None or (current.next_at, current.schedule) != (view.next_at, schedule):
                return True  # fired by another process, edited or removed: there is nothing left to do here
            if start is not None and start.facts and await self._has_changed(record, view, run):
                return True  # the schedule is still due and is judged again
            begun = None if start is None else start.run
            fired = ScheduleFired(
                schedule=schedule.id,
                due_at=view.next_at,
                next_at=None if verdict.then is None else timestamp(verdict.then),
                started=begun,
                why_not=verdict.why if isinstance(verdict, SkipTime) else None,
            )
            for fact in () if start is None else start.facts:
                record.put(fact, run=begun)
            record.put(fired)
        if start is not None:
            self.starts.begin(start)
        return True

    async def _has_changed(self, record: Source, view: ScheduleView, run: str) -> bool:
        """Return whether a run started after the decision was made."""
        if await Runs(record).find(run) is not None:
            return True
        busy = await Schedules(record).under_way(view.schedule.id)
        return view.schedule.overlap is not Overlap.PARALLEL and bool(busy)

    async def _before(self, schedules: Schedules, runs: Runs, view: ScheduleView, run: str) -> PreviousRuns:
        busy = [id for id in await schedules.under_way(view.schedule.id) if id != run]
        last = None if view.last_run is None else await runs.find(view.last_run)
        ended = None if last is None or last.finished_at is None else moment(last.finished_at)
        return PreviousRuns(bool(busy), ended)


def run_id(schedule: str, due: str) -> str:
    """Return the id of the run a schedule starts for a due time."""
    return f"sched-{schedule}-{''.join(c for c in due if c.isalnum() or c == '-')}"


def _nothing_begins(id: str, why: WhyNot) -> Conflict:
    if why == "budget":
        return Conflict(f"The budget of {id!r} for today is used up.", code="budget_reached", hint="Raise it.")
    return Conflict(
        f"{id!r} has nothing to do now.", code="nothing_to_do", hint="Write an item into HEARTBEAT.md of the project."
    )
