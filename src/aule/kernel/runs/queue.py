"""Driving runs together with other processes: the journal itself is the queue.

A run that can go on is a row that nobody holds, written in the very transaction of the fact that made it so.
Whoever has room takes some, owner by owner, by recording the claim. Nothing is handed from one to another
and there is no second book to reconcile: whoever dies leaves rows behind, and those are taken after its lease.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from aule import __version__
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Fenced, Unavailable
from aule.contracts.events.facts import RunClaimed, RunResumed
from aule.contracts.runs.run import Run
from aule.kernel.engine.run_request import QUEUE
from aule.kernel.journal import Journal
from aule.kernel.runs.dispatch import Drive, LookAgain
from aule.stores.database import SharedDatabase, Watch
from aule.stores.home.directory import Home
from aule.stores.repositories.workers import Free, Worker, Workers

FORGET_S = 600.0
"""How long a silent worker is still listed."""
LONGEST_PAUSE_S = 5.0
"""Seconds between two attempts to reach a database that is away."""
STOP_S = 1.0
LET_GO_S = 3.0
"""How long a run that comes back to the same process waits for its former self."""

_log = logging.getLogger(__name__)
_FREED = frozenset({"run.started", "run.resumed"})


@dataclass(frozen=True, slots=True)
class Terms:
    """How a worker works."""

    host: str = ""
    """The machine it is on: runs that need a folder of that machine come here."""
    at_once: int = 32
    """Runs it drives at the same time."""
    queues: tuple[str, ...] = (QUEUE,)
    limit: Callable[[str], int | None] = lambda queue: None
    """How many runs of a queue may be under way on all machines together."""
    roams: bool = True
    """Whether it takes runs that nobody asked this very process for."""
    beat_s: float = 2.0
    lease_s: float = 10.0
    """After how long a silence it is given up by the others."""
    grace_s: float = 10.0
    """How long what is under way may take to end when it is told to leave."""


async def join(database: SharedDatabase, home: Home, ambient: Ambient, terms: Terms) -> Worker:
    """Take a place among the workers of a database; whoever worked from the same data directory before is gone."""
    me = Worker(id=ambient.ids.new("worker"), host=terms.host, pid=os.getpid(), version=__version__)
    workers = Workers(database)
    if (former := home.succeed(me.id)) is not None:
        await workers.leave(former)
    await workers.forget(silent_s=terms.lease_s)
    await workers.beat(me)
    return me


class SharedDispatcher:
    """Takes runs from a database that several processes share, and gives back what it cannot finish."""

    is_shared = True

    def __init__(
        self, journal: Journal, database: SharedDatabase, ambient: Ambient, me: Worker, terms: Terms | None = None
    ) -> None:
        self.me = me
        self._journal = journal
        self._database = database
        self._workers = Workers(database)
        self._ambient = ambient
        self._terms = terms or Terms()
        self._drive: Drive | None = None
        self._look_again: LookAgain = lambda run: None
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._claimed: dict[str, None] = {}
        """Runs whose claim is being recorded."""
        self._has_backlog = True
        """Whether runs may be left waiting in the queues: those come first."""
        self._asked: dict[str, None] = {}
        self._awaited: dict[str, None] = {}
        self._look = asyncio.Event()
        self._is_sweep_due = True
        self._is_draining = False
        self._failures = 0
        self._loops: list[asyncio.Task[None]] = []
        self._watch: Watch | None = None

    @property
    def has_room(self) -> bool:
        """Whether a run that is woken now may begin at once, in this process."""
        return not self._is_draining and self._room > 0

    @property
    def _room(self) -> int:
        return self._terms.at_once - len(self._driving) - len(self._claimed)

    async def start(self, drive: Drive, look_again: LookAgain) -> None:
        """Begin to take runs; `look_again` hears of runs about which others recorded something."""
        self._drive, self._look_again = drive, look_again
        await self._workers.beat(self.me)
        self._watch = await self._database.watch_runs(self._heard)
        self._loops = [
            asyncio.create_task(self._forever(self._serve), name="take runs"),
            asyncio.create_task(self._forever(self._live), name="worker's heartbeat"),
        ]
        self._look.set()

    def claim(self, run: Run) -> RunClaimed | None:
        """Take a run in the very transaction that lets it go on, if this process would be next to take it anyway."""
        is_next = self.has_room and not self._has_backlog and bool(self._loops)
        fits = run.queue in self._terms.queues and run.host in (None, self.me.host)
        if not (is_next and fits) or self._terms.limit(run.queue or "") is not None or run.id in self._driving:
            return None
        self._claimed[run.id] = None
        return RunClaimed(worker=self.me.id)

    def take(self, run: str, epoch: int) -> None:
        """Begin a run whose claim is committed."""
        self._claimed.pop(run, None)
        if not self._is_draining:
            self._begin(run, epoch)

    def let_go(self, run: str) -> None:
        """A claim was not recorded; if it was after all, the next sweep finds it."""
        self._claimed.pop(run, None)

    def wake(self, run: str, *, awaited: bool = False) -> None:
        """This run can go on; that is committed already."""
        self._asked[run] = None
        if awaited:
            self._awaited[run] = None
        self._look.set()

    @property
    def grace_s(self) -> float:
        """How long steps under way may take to end when this process leaves."""
        return self._terms.grace_s

    async def drain(self) -> None:
        """Take nothing new, and tell the others; what is under way goes on."""
        self._is_draining = True
        if self._loops:
            await self._quietly(self._workers.beat(self.me, draining=True))

    async def close(self) -> None:
        """Take nothing new, stop what is under way, give it back to the others, and leave."""
        self._is_draining = True
        await _ended(self._loops, STOP_S)
        await _ended(self._driving.values(), STOP_S)
        if self._loops:
            await self._quietly(self._give_back())
        if self._watch is not None:
            await self._watch.stop()
        self._loops = []

    async def _give_back(self) -> None:
        self._driving.clear()
        self._claimed.clear()
        await self._release()
        await self._workers.leave(self.me.id)

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as problem:  # the background loop: a worker that stumbles tries again
                if not isinstance(problem, AuleError):
                    _log.exception("something in this worker itself went wrong")
                await self._pause(problem)
                self._look.set()

    async def _serve(self) -> None:
        """Take runs when there may be some and there is room."""
        await self._look.wait()
        self._look.clear()
        if self._is_sweep_due:
            await self._release()
            self._is_sweep_due = False
        while await self._take():
            pass
        self._failures = 0

    async def _live(self) -> None:
        """Say that this worker is alive, and have the dead looked after."""
        await self._workers.beat(self.me, draining=self._is_draining)
        await self._workers.forget(silent_s=FORGET_S)
        await self._ambient.clock.sleep(self._terms.beat_s)
        self._is_sweep_due = True
        self._look.set()

    async def _take(self) -> bool:
        """Claim as many runs as there is room for; tells whether there may be more."""
        some_left = False
        for queue in self._terms.queues:
            room = self._room
            if self._is_draining or (room <= 0 and not self._awaited):
                self._has_backlog = True
                return False
            if not await self._workers.has_free(queue, self.me.host):  # most wakes are for others: look before locking
                continue
            if claimed := await self._claim(queue, room):
                for run in claimed:
                    self._begin(run.id, run.epoch + 1)
                return True
            some_left = True
        self._awaited.clear()  # what could not be taken is somebody else's by now
        self._has_backlog = some_left
        return False

    async def _claim(self, queue: str, room: int) -> list[Free]:
        async with self._journal.transaction() as record:
            found = await self._next(Workers(record), queue, room)
            for run in found:
                record.put(RunClaimed(worker=self.me.id), run=run.id)
        for run in found:
            self._asked.pop(run.id, None)
            self._awaited.pop(run.id, None)
        return found

    async def _next(self, workers: Workers, queue: str, room: int) -> list[Free]:
        """The runs to take now: first those others wait for, who keep their own places until these have ended."""
        host, awaited = self.me.host, list(self._awaited)
        if awaited and (found := await workers.free(queue, host, len(awaited), among=awaited)):
            return found
        limit = self._terms.limit(queue)
        if limit is not None:
            room = min(room, limit - await workers.under_way(queue))
        if room <= 0:
            return []
        return await workers.free(queue, host, room, among=None if self._terms.roams else list(self._asked))

    async def _release(self) -> None:
        """Free the runs of the dead, and those that stand as this worker's own but are not driven here."""
        if not await self._stranded(self._workers):
            return
        async with self._journal.transaction() as record:  # no claim of this process is committed meanwhile
            for run in await self._stranded(Workers(record)):
                record.put(RunResumed(reason="worker"), run=run)

    async def _stranded(self, workers: Workers) -> list[str]:
        return await workers.stranded(self.me.id, [*self._driving, *self._claimed], lease_s=self._terms.lease_s)

    def _begin(self, run: str, epoch: int) -> None:
        before = self._driving.get(run)
        self._driving[run] = asyncio.create_task(self._see_through(run, epoch, before), name=f"run {run}")

    async def _see_through(self, run: str, epoch: int, before: asyncio.Task[None] | None) -> None:
        assert self._drive is not None
        try:
            if before is not None:  # what it still does no longer counts; it has to let go first
                self._look_again(run)
                await asyncio.wait([before], timeout=LET_GO_S)
                await _ended([before], STOP_S)
            await self._drive(run, epoch)
        except Fenced:
            _log.info("the run %s was taken over by somebody else", run)
        except Unavailable as problem:
            _log.warning("the run %s broke off and will be taken up again: %s", run, problem)
            await self._pause(problem)
        finally:
            if self._driving.get(run) is asyncio.current_task():
                del self._driving[run]
            if self._has_backlog:
                self._look.set()

    def _heard(self, type_: str, run: str) -> None:
        """Another process recorded something about a run; with no type, something may have been missed."""
        if type_ not in _FREED or run in self._driving:
            self._look_again(run or None)
        if not type_ or type_ in _FREED:
            self._look.set()

    async def _pause(self, problem: Exception) -> None:
        """Wait a little before the database is tried again, longer each time."""
        self._failures += 1
        seconds = min(0.1 * 2 ** min(self._failures, 10), LONGEST_PAUSE_S) * (0.5 + self._ambient.dice.random())
        level = logging.WARNING if self._failures < 4 else logging.INFO
        _log.log(level, "trying again in %.1f s: %s", seconds, problem)
        await self._ambient.clock.sleep(seconds)

    async def _quietly(self, work: Awaitable[None]) -> None:
        """Do something on the way out; when the database is away, the lease does it later."""
        try:
            await work
        except AuleError as problem:
            _log.warning("left without a word: %s", problem)


async def _ended(tasks: Iterable[asyncio.Task[None]], patience: float) -> None:
    """Cancel tasks and wait for their end, for a while."""
    stopped = list(tasks)
    for task in stopped:
        task.cancel()
    if stopped:
        await asyncio.wait(stopped, timeout=patience)
