"""After a restart: settle what was half done, let go on what can, and mark the rest as interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from aule.contracts.access.capability import Result
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Problem
from aule.contracts.events.facts import CallFailed, Event, Fact, RunResumed
from aule.contracts.events.steps import RunPaused
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.kernel.agents.team_asks import asks_team
from aule.kernel.agents.transcript import Transcript, fold
from aule.kernel.capabilities.commands import Commands
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.runs.endings import may_begin_again
from aule.kernel.runs.graph_runs import GraphRuns
from aule.kernel.runs.survival import Survival, surely_not_done
from aule.kernel.runs.task_runs import INTERRUPTED, TaskRuns
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.runs import Runs

RESTART = "restart"
MOST_RESTARTS = 3
"""How often a run that a schedule started goes on by itself after the system stopped under it."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """Brings every run that was cut off into an honest state."""

    journal: Journal
    runs: Runs
    approvals: Approvals
    commands: Commands
    survival: Survival
    tasks: TaskRuns
    graphs: GraphRuns
    settings: Callable[[], Settings]
    ambient: Ambient

    async def recover(self) -> list[Run]:
        """Recover turns, calls and graphs; return the runs that were touched."""
        return [*await self._recover_tasks(), *await self._recover_graphs()]

    async def _recover_tasks(self) -> list[Run]:
        settled = await self.commands.settle()
        cut_off = [run for run in await self.runs.cut_off() if not await self._stays(run)]
        going_on = {run.id for run in cut_off if await self._goes_on(run, settled)}  # before any of them does
        for run in cut_off:
            if run.parent is None or run.id not in going_on:
                await self._settle(run, settled, goes_on=run.id in going_on)
        return cut_off

    async def _stays(self, run: Run) -> bool:
        """Tell whether nothing has to be done: a run waits for a person, or goes on with the graph it belongs to."""
        if run.step is not None:
            return True
        return run.status is RunStatus.WAITING and run.parent is None and bool(await self.approvals.pending(run=run.id))

    async def _goes_on(self, run: Run, settled: list[Change]) -> bool:
        """Tell whether a run goes on; a schedule's, a team's or a flow's does not when it is what stops the system."""
        is_counted = run.kind is RunKind.SCHEDULE or asks_team(run) or run.is_flow
        restarts = _restarts(await self.journal.read(None, run=run.id)) if is_counted else 0
        return restarts < MOST_RESTARTS and await self.survival.goes_on(run, settled)

    async def _settle(self, run: Run, settled: list[Change], *, goes_on: bool) -> None:
        """Say of every call that was under way what became of it; then let the run go on, or end it."""
        transcript = fold(await self.journal.read(None, run=run.id))
        if run.kind is RunKind.CALL and (result := transcript.own_result) is not None:
            await self.tasks.conclude(run, result)
            return
        again = await self.survival.calls_made_again(run, settled)
        await _close_begun_calls(self.journal, run, transcript, settled, again)
        if goes_on:
            await self.journal.write(RunResumed(reason=RESTART), run=run.id, session=run.session_id)
            self.tasks.wake(run.id)
        else:
            await self.tasks.break_off(run, RunStatus.FAILED, INTERRUPTED)

    async def _recover_graphs(self) -> list[Run]:
        """Let every graph go on that was under way, but for those that a person should look at first."""
        if self.graphs.dispatcher.is_shared:
            return []  # others may be driving them; what the dead left is taken after their lease
        found: list[Run] = []
        for run in await self.runs.on_the_way():
            if run.is_protected or await self._stood_still(run):
                why = "protected" if run.is_protected else "stood_still"
                await self.journal.write(RunPaused(why=why), run=run.id, session=run.session_id)
                continue
            await self.journal.write(RunResumed(reason=RESTART), run=run.id, session=run.session_id)
            self.graphs.dispatcher.wake(run.id)
            found.append(run)
        return found

    async def _stood_still(self, run: Run) -> bool:
        """Tell whether a run was cut off so long ago that going on by itself would surprise people."""
        last = await self.journal.latest(run.id) or run.started_at
        limit = timedelta(hours=self.settings().limits.resume_within_h)
        return self.ambient.clock.now() - datetime.fromisoformat(last) > limit


async def close_begun_calls(journal: Journal, changes: Changes, registry: Registry, run: Run) -> None:
    """Before a run goes on that was cut off: say of every call that was under way what became of it."""
    transcript = fold(await journal.read(None, run=run.id))
    settled = await changes.of_run(run.id)
    again = [call for call in may_begin_again(transcript, registry) if surely_not_done(call, settled)]
    await _close_begun_calls(journal, run, transcript, settled, again)


def _restarts(events: Sequence[Event]) -> int:
    return sum(isinstance(event.data, RunResumed) and event.data.reason == RESTART for event in events)


async def _close_begun_calls(
    journal: Journal, run: Run, transcript: Transcript, settled: list[Change], undone: list[str]
) -> None:
    """Record of every call that was under way what the change log found, but for those that are made again."""
    for id, capability in transcript.started.items():
        if transcript.has_ended(id) or id in undone:
            continue
        mine = [change for change in settled if change.call == id]
        fact: Fact = CallFailed(id=id, capability=capability, result=_cut_off(capability, mine))
        await journal.write(fact, run=run.id, session=run.session_id)


def _cut_off(capability: str, changes: list[Change]) -> Result:
    applied = [change.id for change in changes if change.status is ChangeStatus.APPLIED]
    outcome = "its change was made" if applied else "nothing was changed" if changes else "no change is on record"
    problem = Problem(
        code="interrupted",
        message=f"The system stopped during {capability!r}; {outcome}.",
        hint="Look before doing it again.",
    )
    return Result(ok=False, error=problem, changes=applied)
