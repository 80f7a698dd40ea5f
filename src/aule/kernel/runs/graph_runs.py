"""Runs of graphs: each is driven in segments, from its facts until it ends, waits, or is driven elsewhere."""

from __future__ import annotations

import asyncio
import logging

from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Result
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Fenced, Problem, Unavailable
from aule.contracts.events.facts import CallFailed, Fact, RunFinished, RunWaiting
from aule.contracts.events.steps import RunClaimed
from aule.contracts.runs.run import Run, RunStatus, Usage
from aule.kernel.approvals.inbox import Decided
from aule.kernel.engine.rules import Outcome, Rules
from aule.kernel.engine.run_state import RunState, load, load_from
from aule.kernel.engine.segment import Segment
from aule.kernel.engine.work import StepDeps, Work, claims
from aule.kernel.journal import Journal
from aule.kernel.journal.holds import fenced_error
from aule.kernel.journal.record import Record
from aule.kernel.runs.dispatch import Dispatcher
from aule.kernel.runs.live_runs import LiveRuns
from aule.kernel.runs.run_ends import RunEnds
from aule.stores.log.calls import Calls
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source

log = logging.getLogger(__name__)

INTERNAL = Problem(
    code="internal",
    message="Something in the system itself went wrong.",
    hint="The log has the details.",
    recoverable=False,
)
LONGEST_PAUSE = 30.0
"""Seconds between two attempts to go on while the store cannot be reached."""
LISTEN_AGAIN_S = 1.0


class GraphRuns:
    """Drives graphs in this process. Whatever it holds in memory can be rebuilt from the journal."""

    def __init__(
        self,
        journal: Journal,
        deps: StepDeps,
        dispatcher: Dispatcher,
        ends: RunEnds,
        live: LiveRuns,
        ambient: Ambient,
    ) -> None:
        self.journal = journal
        self.deps = deps
        self.dispatcher = dispatcher
        self._ends = ends
        self._live = live
        self._ambient = ambient
        self._runs = Runs(journal.source)
        self._claims = claims(deps.registry)
        self._segments: dict[str, Segment] = {}
        self._fresh: dict[str, RunState] = {}
        self._resumed: dict[str, Run] = {}
        """Runs that were claimed with the decision that lets them go on, as they stand since."""
        self._taking: dict[str, bool] = {}
        """Runs that are being taken in hand, and whether there was news of them meanwhile."""
        self._tries: dict[str, int] = {}
        self._waiting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Let the dispatcher hand out runs."""
        await self.dispatcher.start(self._drive, self._hear)

    def segment(self, run: str) -> Segment | None:
        """The segment that drives a run here, if one does."""
        return self._segments.get(run)

    def is_driving(self, run: str) -> bool:
        """Whether a run is in this process's hands, or about to be."""
        return run in self._fresh or run in self._segments

    def hold(self, run: str) -> None:
        """A run was paused: let what is under way in it end, and begin nothing more."""
        self._forget(run)
        if (segment := self._segments.get(run)) is not None:
            segment.hold()
        elif run in self._taking:
            self._taking[run] = True

    def _forget(self, run: str) -> None:
        """Something else happened to a run that is about to be taken: how it stands is read anew."""
        self._fresh.pop(run, None)
        self._resumed.pop(run, None)

    async def stop(self, run: str) -> None:
        """Stop what is under way in a run that is being halted, within a second."""
        self._forget(run)
        if (segment := self._segments.get(run)) is not None:
            segment.hold()
            await segment.stop()

    def let_go(self, run: str) -> None:
        """Give up a run that was stopped and has ended."""
        self._forget(run)
        if (segment := self._segments.get(run)) is not None:
            segment.lose(fenced_error(run))

    async def break_off(self, run: Run, status: RunStatus, problem: Problem) -> None:
        """Record the end of a run that did not come to its own."""
        await self._end(run.id, RunFinished(status=status, error=problem))

    def wake(self, run: str) -> None:
        """A run can go on: somebody decided, or it was resumed."""
        self._forget(run)
        if run in self._taking:
            self._taking[run] = True
        segment = self._segments.get(run)
        if segment is not None and not segment.is_ending:
            segment.nudge()
        else:
            self.dispatcher.wake(run)

    def claim(self, run: Run) -> RunClaimed | None:
        """Take a run in the transaction that lets it go on, if there is room for it here."""
        return self.dispatcher.claim(run)

    async def foresee(self, source: Source, run: Run, decided: Approval) -> RunState | None:
        """Load a run in the transaction of a decision that lets it go on, where nobody else can drive it."""
        if self.dispatcher.is_shared or not self.dispatcher.has_room:
            return None
        loaded = await load_from(source, run, self.deps.blobs)
        loaded.take_approval(decided)
        return loaded

    def unclaim(self, run: str) -> None:
        """Take back a claim that was not recorded."""
        self.dispatcher.let_go(run)

    def resumed(self, run: Run, done: Decided) -> None:
        """Somebody decided: a run that stood still goes on as it stands now, one that is under way hears of it.

        What was foreseen counts only while nobody has taken the run: whoever has, read it for themselves.
        """
        if done.is_claimed:
            self._resumed[run.id] = run
            self.dispatcher.take(run.id, run.epoch)
        elif done.goes_on:
            if isinstance(done.foreseen, RunState) and run.id not in self._taking and run.id not in self._segments:
                self._fresh[run.id] = done.foreseen
            self.dispatcher.wake(run.id)
        else:
            self.wake(run.id)

    def begin(self, loaded: RunState | None, run: str, *, epoch: int | None = None, awaited: bool = False) -> None:
        """A run was opened; what it is, as long as nobody else can have touched it, need not be read again.

        One that was claimed along with that has its epoch already.
        """
        if loaded is not None:
            self._fresh[run] = loaded
        if epoch is None:
            self.dispatcher.wake(run, awaited=awaited)
        else:
            self.dispatcher.take(run, epoch)

    async def close(self) -> None:
        """Let steps under way end for a moment, then stop; every run goes on after the next start."""
        await self.dispatcher.drain()
        for task in self._waiting:
            task.cancel()
        for segment in self._segments.values():
            segment.hold()
        busy = [asyncio.create_task(segment.rest()) for segment in self._segments.values()]
        if busy:
            await asyncio.wait(busy, timeout=self.dispatcher.grace_s)
        for run, segment in list(self._segments.items()):
            segment.lose(fenced_error(run))
        await self.dispatcher.close()

    def _hear(self, run: str | None) -> None:
        """Another process recorded something about a run that is driven here, or whose end is waited for."""
        for each in {*self._segments, *self._taking, *self._live.awaited} if run is None else (run,):
            if each in self._taking:
                self._taking[each] = True
            elif each in self._segments or self._live.is_awaited(each):
                self._look_at(each)

    def _look_at(self, run: str) -> None:
        if self._live.is_closing:
            return
        task = asyncio.create_task(self._listen(run), name=f"run {run} heard of")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _listen(self, run: str) -> None:
        """See how a run stands, and tell whoever drives it here or waits for its end."""
        try:
            found = await self._runs.get(run)
        except Unavailable:
            await self._ambient.clock.sleep(LISTEN_AGAIN_S)
            self._look_at(run)
            return
        if found.status.is_final:
            self._live.tell(found)
        segment = self._segments.get(run)
        if segment is None:
            return
        if found.status.is_final or found.epoch != segment.epoch:
            self.journal.holds.lose(run, fenced_error(run))
        elif found.status is RunStatus.PAUSED:
            segment.hold()
        else:
            segment.go_on()
            segment.nudge()

    async def _drive(self, id: str, epoch: int | None) -> None:
        if self._live.is_closing:
            return
        try:
            segment = await self._take(id, epoch)
            if segment is not None:
                await self._see_through(segment)
            self._tries.pop(id, None)
        except Fenced:
            log.info("run %s is driven by somebody else", id)
        except Unavailable as problem:
            self._try_later(id, problem)
        except Exception as error:  # the background loop: a run that fails is a failed run, never a dead system
            log.exception("run %s failed", id)
            await self._give_up(id, error)
        finally:
            self._segments.pop(id, None)
            self.journal.holds.release(id)
            if self._live.is_awaited(id):  # somebody waits for the end of a run that is out of these hands
                self._look_at(id)

    async def _take(self, id: str, epoch: int | None) -> Segment | None:
        """Take a run in hand, where its facts left it; None for one that has nothing to do."""
        self._taking[id] = False
        try:
            segment = await self._segment(id, epoch)
        finally:
            has_news = self._taking.pop(id)
        if has_news:
            self._look_at(id)
        return segment

    async def _segment(self, id: str, epoch: int | None) -> Segment | None:
        loaded = self._fresh.pop(id, None) or await self._load_settled(id, epoch)
        run = loaded.run
        if run.status.is_final or (run.status is RunStatus.PAUSED and epoch is None):
            return None
        if run.status is RunStatus.QUEUED and epoch is None:
            await self.journal.write(RunClaimed(worker="local"), run=id, session=run.session_id)
            run = loaded.run = await self._runs.get(id)
        rules = Rules(run.at_once, self._claims)
        segment = Segment(loaded, await Work.of(run, self.deps, loaded.project), rules, self.journal, self._ambient)
        if self._live.is_halted(id):
            return None
        segment.epoch = run.epoch if epoch is None else epoch
        self.journal.holds.take(id, segment.epoch, segment.lose)
        self._segments[id] = segment
        return segment

    async def _load_settled(self, id: str, epoch: int | None) -> RunState:
        """A run as it was left; of what another process was doing in it when it died, it is found out what happened."""
        run = self._resumed.pop(id, None)
        if run is None and epoch is not None and self.deps.settle is not None:
            await self.deps.settle(id)
        if run is not None:
            return await load_from(self.journal.source, run, self.deps.blobs)
        return await load(id, self.journal, self.deps.blobs)

    async def _see_through(self, segment: Segment) -> None:
        await segment.settle()
        while True:
            segment.is_ending = False
            await segment.advance()
            if self._live.is_closing or (self._live.is_halted(segment.run.id) and segment.outcome() is None):
                return
            segment.is_ending = True
            if await self._close_segment(segment):
                return

    async def _close_segment(self, segment: Segment) -> bool:
        """Record that a run ended, or waits; False when a decision came in before that was recorded."""
        id, came = segment.run.id, segment.outcome()
        if came is not None and _ends_plainly(segment, came):
            ended = await self.journal.write(RunFinished(status=came.status), run=id, session=segment.run.session_id)
            self._live.tell(segment.run.model_copy(update={"status": came.status, "finished_at": ended[0].ts}))
            return True
        async with self.journal.transaction() as record:
            run = await Runs(record).get(id)
            if run.status.is_final or run.epoch != segment.epoch:
                raise fenced_error(id)
            has_news = await segment.has_news(record)
            if not has_news and came is not None:
                usage = await self._usage(record, segment)
                await self._put_end(record, run, RunFinished(status=came.status, error=came.error, usage=usage))
            elif not has_news and run.status is not RunStatus.PAUSED:
                waiting = segment.waits_for()
                for fact in [*await self._ends.inbox.unasked(record, id, but=waiting), RunWaiting(approvals=waiting)]:
                    record.put(fact, run=id, session=run.session_id)
        if has_news:
            await segment.look()
        elif came is not None:
            self._live.tell(await self._runs.get(id))
        return not has_news

    async def _put_end(self, record: Record, run: Run, end: RunFinished) -> None:
        """Record the end of a run in a transaction; calls that a failure left open are closed with its reason."""
        facts: list[Fact] = []
        for call in await Calls(record).open(run.id) if end.error is not None else ():
            facts.append(CallFailed(id=call.id, capability=call.capability, result=Result(ok=False, error=end.error)))
        await self._ends.put(record, run, [*facts, end])

    async def _end(self, id: str, end: RunFinished) -> None:
        """Record the end of a run that has not ended yet, and tell those who wait for it."""
        async with self.journal.transaction() as record:
            run = await Runs(record).get(id)
            if not run.status.is_final:
                await self._put_end(record, run, end)
        await self._ends.tell(id)

    async def _usage(self, record: Record, segment: Segment) -> Usage:
        """What the agents of a run's steps spent."""
        spent = Usage()
        if segment.has_agents:
            for child in await Runs(record).children(segment.run.id):
                spent += child.usage
        return spent

    async def _give_up(self, id: str, error: Exception) -> None:
        """End a run that cannot go on, with the reason."""
        problem = error.problem if isinstance(error, AuleError) else INTERNAL
        await self._end(id, RunFinished(status=RunStatus.FAILED, error=problem))

    def _try_later(self, id: str, problem: Unavailable) -> None:
        """The store could not be reached: look again, each time after a longer pause."""
        tries = self._tries[id] = self._tries.get(id, 0) + 1
        pause = min(2.0 ** (tries - 1) / 4, LONGEST_PAUSE)
        log.warning("run %s cannot go on now (%s); trying again in %.1f s", id, problem, pause)

        async def later() -> None:
            await self._ambient.clock.sleep(pause)
            self.dispatcher.wake(id)

        if not self._live.is_closing:
            task = asyncio.create_task(later(), name=f"run {id} later")
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)


def _ends_plainly(segment: Segment, came: Outcome) -> bool:
    """Whether a run can end without a look at anything else, so that its end shares a commit with others'."""
    is_done = came.status is RunStatus.DONE and segment.progress.is_smooth
    return is_done and not segment.has_agents and segment.run.schedule is None
