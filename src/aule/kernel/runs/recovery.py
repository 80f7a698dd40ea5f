"""After a crash: settle what was half done, resume what was approved and not begun, mark the rest as interrupted."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.access.capability import Result
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.errors import Problem
from aule.contracts.events.facts import CallFailed, Event, Fact, RunResumed
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.agents.transcript import Transcript, fold
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.commands import Commands
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.endings import may_begin_again, promises
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.runs import Runs

RESTART = "restart"
MOST_RESTARTS = 3
"""How often a run that a schedule started goes on by itself after the system stopped under it."""


async def recover(
    journal: Journal, runs: Runs, approvals: Approvals, commands: Commands, registry: Registry, driver: Driver
) -> list[Run]:
    """Bring every run that was cut off into an honest state; gives the runs that were touched."""
    settled = await commands.settle()
    touched: list[Run] = []
    for run in await runs.cut_off():
        if run.step is not None:
            continue  # it goes on with the graph it carries out a step of
        if run.status is RunStatus.WAITING and run.parent is None and await approvals.pending(run=run.id):
            continue
        events = await journal.read(None, run=run.id)
        transcript = fold(events)
        if run.kind is RunKind.CALL and transcript.results:
            await driver.conclude(run, next(reversed(transcript.results.values())))
            touched.append(run)
            continue
        again = may_begin_again(transcript, registry)
        undone = [id for id in again if id in transcript.approvals and _surely_not_done(id, settled)]
        await _close_begun_calls(journal, run, transcript, settled, undone)
        if run.parent is None and (promises(run, transcript, undone) or _starts_itself(run, events)):
            await journal.write(RunResumed(reason=RESTART), run=run.id, session=run.session_id)
            driver.wake(run.id)
        else:
            # A sub-agent's parent was waiting for it in memory, so neither can go on by itself.
            await driver.interrupt(run)
        touched.append(run)
    return touched


def _starts_itself(run: Run, events: Sequence[Event]) -> bool:
    """Whether nobody is there to ask again: a schedule's run goes on by itself, unless it is what stops the system."""
    restarts = [event for event in events if isinstance(event.data, RunResumed) and event.data.reason == RESTART]
    return run.kind is RunKind.SCHEDULE and len(restarts) < MOST_RESTARTS


async def close_begun_calls(deps: TurnDeps, run: Run) -> None:
    """Before a run goes on that was cut off: say of every call that was under way what became of it."""
    transcript = fold(await deps.journal.read(None, run=run.id))
    settled = await deps.changes.of_run(run.id)
    again = [id for id in may_begin_again(transcript, deps.registry) if _surely_not_done(id, settled)]
    await _close_begun_calls(deps.journal, run, transcript, settled, again)


def _surely_not_done(id: str, settled: list[Change]) -> bool:
    """Whether a call that was cut off has nothing on the change log."""
    return all(change.status is ChangeStatus.VOID for change in settled if change.call == id)


async def _close_begun_calls(
    journal: Journal, run: Run, transcript: Transcript, settled: list[Change], undone: list[str]
) -> None:
    """Say of every call that was under way what the change log found."""
    for id, capability in transcript.started.items():
        if id in transcript.results or id in undone:
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
