"""How the end of a run is recorded: once, whatever kind of run it is, and told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import Fact
from aule.contracts.runs.run import Run
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.kernel.runs.live_runs import LiveRuns
from aule.kernel.schedule_delivery import with_delivery
from aule.stores.repositories.runs import Runs


class RunEnds:
    """Records ends of runs."""

    def __init__(self, journal: Journal, inbox: Inbox, live: LiveRuns, ambient: Ambient) -> None:
        self._journal = journal
        self.inbox = inbox
        self._live = live
        self._ambient = ambient

    async def finish(self, run: Run, facts: Sequence[Fact], unless: Callable[[], bool] = lambda: False) -> bool:
        """Record the end of a run that has not ended yet; return False when `unless` kept it from ending."""
        async with self._journal.transaction() as record:
            current = await Runs(record).find(run.id)
            if current is not None and not current.status.is_final:
                if unless():
                    return False
                await self.put(record, current, facts)
        await self.tell(run.id)
        return True

    async def put(self, record: Record, run: Run, facts: Sequence[Fact]) -> None:
        """Record an end in a transaction: open questions of the run are no longer asked, schedules are told of it."""
        told = await with_delivery(record, run, facts, self._ambient)
        for fact in [*await self.inbox.unasked(record, run.id), *told]:
            record.put(fact, run=run.id, session=run.session_id)

    async def tell(self, run: str) -> None:
        """Let those who wait for a run know how it ended."""
        if self._live.is_awaited(run):
            self._live.tell(await Runs(self._journal.source).get(run))
