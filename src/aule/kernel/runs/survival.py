"""Which runs go on by themselves after the system stopped under them, by what the journal says of them."""

from __future__ import annotations

from collections.abc import Collection

from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.runs.agent_flow import RUN_FLOW
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.runs.team import MOST_TURNS
from aule.kernel.agents.team_asks import asks_team
from aule.kernel.agents.transcript import Transcript, fold
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.run_state import child_id
from aule.kernel.journal import Journal
from aule.kernel.runs.endings import may_begin_again, promises
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.runs import Runs

MOST_SUB_AGENTS = 8
"""How many sub-agents one call may start."""


def sub_agent_ids(run: str, call: str) -> list[str]:
    """Return the ids of the runs that a call hands work to: always the same, so a call made again finds them."""
    return [child_id(run, call, number) for number in range(1, MOST_TURNS + 1)]


class Survival:
    """Tells whether a run that is cut off goes on after the next start."""

    def __init__(self, journal: Journal, runs: Runs, approvals: Approvals, registry: Registry) -> None:
        self._journal = journal
        self._runs = runs
        self._approvals = approvals
        self._registry = registry

    async def goes_on(self, run: Run, settled: Collection[Change] = ()) -> bool:
        """Tell whether a run goes on: with its graph, with the run that waits for it, or for a person's sake.

        `settled` are changes that were found half done after the restart.
        """
        if run.step is not None:
            return True
        if run.parent is not None:
            above = await self._asking(run)
            if (run.team or run.trial) and above.has_graph:
                return not above.status.is_final  # the step that asks is done again, and finds the runs below it
            return run.id in await self._handed_out(above) and await self.goes_on(above, settled)
        if run.kind is RunKind.SCHEDULE or run.team is not None or run.is_flow:
            return True
        if promises(run, *await self._approved(run, settled)):
            return True
        return await self._waits_below(run)

    async def calls_made_again(self, run: Run, settled: Collection[Change]) -> list[str]:
        """Return the calls of a run that goes on which are made again: those a person decided on, and those that
        wait for sub-agents. Of every other call that was cut off it is only told what became of it."""
        transcript = await self._transcript(run)
        started = {child.id for child in await self._runs.children(run.id)}
        return [
            call
            for call in may_begin_again(transcript, self._registry)
            if surely_not_done(call, settled)
            and (
                call in transcript.approvals
                or asks_team(run)
                or transcript.started[call] == RUN_FLOW
                or not started.isdisjoint(sub_agent_ids(run.id, call))
            )
        ]

    async def _asking(self, run: Run) -> Run:
        """Return the run whose call waits for a run: of a team's members, the one that asks the team."""
        assert run.parent is not None
        above = await self._runs.get(run.parent)
        while run.is_seated and above.is_seated and above.parent is not None and above.status.is_final:
            above = await self._runs.get(above.parent)
        return above

    async def _approved(self, run: Run, settled: Collection[Change]) -> tuple[Transcript, list[str]]:
        """Return the transcript of a run, and the calls in it that may be made again."""
        transcript = await self._transcript(run)
        again = may_begin_again(transcript, self._registry)
        return transcript, [call for call in again if surely_not_done(call, settled)]

    async def _waits_below(self, run: Run) -> bool:
        """Tell whether a sub-agent of a run, or one below it, waits for a person."""
        handed_out = await self._handed_out(run)
        for child in await self._runs.children(run.id):
            if child.status.is_final or child.id not in handed_out:
                continue
            if child.status is RunStatus.WAITING and (child.has_graph or await self._approvals.pending(run=child.id)):
                return True
            if await self._waits_below(child):
                return True
        return False

    async def _handed_out(self, run: Run) -> Collection[str]:
        """Return the ids of sub-agents' runs for which an open call of this run waits."""
        if run.has_graph or run.kind is RunKind.CALL:
            return ()  # these make a call that was cut off in their own way
        calls = may_begin_again(await self._transcript(run), self._registry)
        return {id for call in calls for id in sub_agent_ids(run.id, call)}

    async def _transcript(self, run: Run) -> Transcript:
        return fold(await self._journal.read(None, run=run.id))


def surely_not_done(call: str, settled: Collection[Change]) -> bool:
    """Tell whether a call that was cut off has nothing on the change log."""
    return all(change.status is ChangeStatus.VOID for change in settled if change.call == call)
