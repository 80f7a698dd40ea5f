"""The journal: records facts in order, and sends committed events to all followers.

Writes of one turn of the event loop share a commit, and so do facts of one moment that nobody waits for. Order is first
in, first out: a fact put before a transaction begins comes before that transaction's facts, and an awaited write
implies that all earlier puts are committed too. Only facts of runs that go on in parallel are grouped by run within a
commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from functools import partial

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Fenced, StorageInterrupted, Unavailable
from aule.contracts.events.facts import Event, Fact, RunResumed, RunStarted
from aule.kernel.journal.followers import Followers, not_reached
from aule.kernel.journal.holds import Hold, Holds, fenced
from aule.kernel.journal.record import FactGroup, Record, TransactionBlock
from aule.stores.database import Database, Transaction
from aule.stores.log.events import LOG_START, Committed, Events, Filter, Prepared, bearings, parse_cursor, prepare
from aule.stores.log.projections import Entry
from aule.stores.repositories.runs import current_epochs
from aule.stores.source import Source

BATCH_ROWS = 200
"""Rows committed in one turn of the loop; more would block it."""
GATHER_S = 0.002
"""How long facts nobody waits for are collected, so that reading steps share a commit."""
ATTEMPTS = 3
"""How often a batch is written whose connection breaks before its commit."""
DRAIN_S = 1.0
"""How long closing waits for followers to take what is committed."""

_log = logging.getLogger(__name__)


class Journal:
    """Writes facts to a database and notifies followers."""

    def __init__(
        self, database: Database, ambient: Ambient, *, watch_outside: bool | None = None, worker: str | None = None
    ) -> None:
        self._database = database
        self._ambient = ambient
        self._events = Events(database)
        outside = database.shared if watch_outside is None else watch_outside
        self._followers = Followers(self._events, database if outside else None)
        self._pending: deque[FactGroup] = deque()
        self._turn = asyncio.Lock()
        self._inside: asyncio.Task[object] | None = None
        self._drainer: asyncio.Task[None] | None = None
        self._is_awaited = False
        self._closed = False
        self._worker = worker
        self._identity = ""
        self._gathering: asyncio.TimerHandle | None = None
        self.is_shared = database.shared
        """Whether other processes may write to the same database."""
        self.source: Source = database
        """Where committed things are read."""
        self.on_commit: Callable[[int], None] | None = None
        """Hears the number of the last fact of each commit of this process."""
        self.holds = Holds()
        """The runs this process drives: facts of theirs count only while it does."""

    def put(self, *facts: Fact, run: str | None = None, session: str | None = None, durable: bool = False) -> None:
        """Record facts with the next commit, which is at most two milliseconds away.

        Run and session may be left out where a fact itself names them. With `durable`, that commit survives a power
        cut. Facts that cannot be stored are refused right here.
        """
        entries = self._entries(facts, run, session)
        holds = self.holds.of({entry.run for entry in entries})
        self._enqueue(FactGroup(tuple(map(prepare, entries)) if durable else entries, durable, holds=holds))

    async def write(
        self, *facts: Fact, run: str | None = None, session: str | None = None, durable: bool = False
    ) -> Sequence[Event]:
        """Record facts together; they are committed on return. Durable ones survive a power cut as well.

        Cancelling the wait does not revoke the facts.
        """
        entries = self._entries(facts, run, session)
        holds = self.holds.of({entry.run for entry in entries})
        return await self._commit_of(FactGroup(entries, durable, asyncio.get_running_loop().create_future(), holds))

    async def flush(self) -> None:
        """Wait until all earlier puts are committed."""
        await self._commit_of(FactGroup((), False, asyncio.get_running_loop().create_future()))

    def transaction(
        self,
        *,
        durable: bool = False,
        run: str | None = None,
        through: AbstractAsyncContextManager[Transaction] | None = None,
    ) -> AbstractAsyncContextManager[Record]:
        """Check something and record facts in one transaction; raising inside it records nothing.

        Nobody else writes meanwhile, so keep it short, and `put` on the record, never `write` on the journal. With
        `run`, this process still has to drive that run. Long work goes `through` a transaction of the database that is
        made for it.
        """
        holds = () if run is None else self.holds.of({run})
        check = partial(self._check_holds, holds) if holds else None
        opened = through or self._database.transaction(durable=durable)
        return TransactionBlock(opened, self._entry, enter=self._enter, check=check, leave=self._leave)

    async def _enter(self) -> None:
        """Wait for this task's turn to write, after all earlier puts."""
        if self._is_draining():  # in a task of its own: cancelling this one must not lose others' facts
            await self.flush()
        self._check_outside()
        await self._turn.acquire()
        try:
            self._check_open()
        except Unavailable:
            self._turn.release()
            raise
        self._inside = asyncio.current_task()

    def _leave(self, told: Committed | None) -> None:
        """Publish what was committed; after an interrupted commit, followers read the database."""
        self._inside = None
        self._turn.release()
        if told is None:
            self._followers.look()
        else:
            self._publish(told)

    async def read(
        self,
        since: str | None = None,
        *,
        topic: str | None = None,
        run: str | None = None,
        session: str | None = None,
        limit: int | None = None,
        types: Sequence[str] = (),
    ) -> list[Event]:
        """Return committed events after the cursor `since`, oldest first."""
        where = Filter(topic, run, session, tuple(types))
        return await self._events.read(parse_cursor(since), where, limit=limit)

    async def follow(
        self,
        since: str | None = None,
        *,
        topic: str | None = None,
        run: str | None = None,
        session: str | None = None,
        types: Sequence[str] = (),
    ) -> AsyncGenerator[Event]:
        """Yield events after the cursor `since`: first those in the log, then each as it is committed, in order."""
        start = parse_cursor(since)
        if self._closed:
            return
        async with aclosing(self._followers.follow(start, Filter(topic, run, session, tuple(types)))) as events:
            async for event in events:
                yield event

    async def latest(self, run: str) -> str | None:
        """Return the time of the latest event of a run."""
        return await self._events.latest(run)

    async def cursor(self) -> str:
        """Return the position of the last committed event; following from here misses nothing new."""
        return str(await self._events.head())

    async def last(self) -> Event | None:
        """Return the last committed event."""
        found = await self._events.read(await self._events.head() - 1)
        return found[-1] if found else None

    async def check_reaches(self, since: str | None) -> None:
        """Raise when a cursor is beyond the end of the log: it belongs to another log."""
        if (place := parse_cursor(since)) > await self._events.head():
            raise not_reached(place)

    async def identity(self) -> str:
        """Return what identifies this log: the time of its first event; empty while it has none."""
        if not self._identity:  # the first event of a log never changes
            first = await self._events.read(LOG_START, limit=1)
            self._identity = first[0].ts if first else ""
        return self._identity

    async def close(self) -> None:
        """Commit what was put, hand it to the followers, and end them."""
        self._check_outside()
        if self._closed:
            return
        self._closed = True
        if self._gathering is not None:
            self._start_drain()
        while self._drainer is not None and not self._drainer.done():
            await asyncio.wait([self._drainer])
        async with self._turn:  # wait for an open transaction to end
            pass
        await self._followers.close(DRAIN_S)

    def _entries(self, facts: Sequence[Fact], run: str | None, session: str | None) -> tuple[Entry, ...]:
        now = self._ambient.timestamp()
        return tuple([self._entry(fact, run, session, now) for fact in facts])

    def _entry(self, fact: Fact, run: str | None, session: str | None, now: str | None = None) -> Entry:
        own_run, own_session = (None, None) if run is not None and session is not None else bearings(fact)
        if self._worker is not None and isinstance(fact, RunStarted | RunResumed):  # other workers see who drives it
            fact = fact.model_copy(update={"worker": self._worker})
        return Entry(fact, now or self._ambient.timestamp(), run or own_run, session or own_session)

    def _enqueue(self, group: FactGroup) -> None:
        self._check_open()
        self._pending.append(group)
        if not self._is_draining():
            self._gather()
        if self._gathering is not None and (self._is_awaited or len(self._pending) >= BATCH_ROWS):
            self._start_drain()

    def _is_draining(self) -> bool:
        return self._gathering is not None or (self._drainer is not None and not self._drainer.done())

    def _gather(self) -> None:
        """Wait a moment for more facts, as long as nobody waits for a commit."""
        self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._start_drain)

    def _start_drain(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._drainer = asyncio.get_running_loop().create_task(self._drain(), name="journal")

    async def _commit_of(self, group: FactGroup) -> Sequence[Event]:
        self._check_outside()
        self._is_awaited = True
        self._enqueue(group)
        assert group.done is not None
        return await group.done

    async def _drain(self) -> None:
        async with self._turn:
            await self._commit(self._next_batch())
        if self._pending:  # the rest follows in the next turn of the loop, so that other tasks run in between
            self._start_drain()
        else:
            self._is_awaited = False

    def _next_batch(self) -> list[FactGroup]:
        batch: list[FactGroup] = []
        rows = 0
        while self._pending and (not batch or rows + len(self._pending[0].entries) <= BATCH_ROWS):
            batch.append(self._pending.popleft())
            rows += len(batch[-1].entries)
        return batch

    async def _commit(self, batch: list[FactGroup]) -> None:
        try:
            await self._append_whole(batch)
        except Exception as problem:  # the background loop: each group gets its own outcome
            if len(batch) == 1 or isinstance(problem, Unavailable):
                for group in batch:
                    self._refuse(group, problem)
                return
            for group in batch:  # one bad fact must not fail the others
                await self._commit([group])

    async def _append_whole(self, batch: list[FactGroup]) -> None:
        """Append a batch, and retry where the connection broke before its commit: nothing was written then."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._append(batch)
            except StorageInterrupted:
                if attempt == ATTEMPTS:
                    raise

    async def _append(self, batch: list[FactGroup]) -> None:
        kept = batch
        events = Committed([], [])
        if any(group.entries for group in batch):
            durable = any(group.durable for group in batch)
            async with self._database.transaction(durable=durable) as transaction:
                kept = await _still_theirs(transaction, batch)
                events = await transaction.append([entry for group in kept for entry in group.entries])
            self._publish(events)
        start = 0
        for group in kept:
            if group.done is not None:
                group.resolve(events[start : start + len(group.entries)])
            start += len(group.entries)
        if kept is not batch:
            for group in batch:
                if all(group is not each for each in kept):
                    self._refuse(group, fenced(group.holds[0].run))

    def _publish(self, events: Committed) -> None:
        if self.on_commit is not None and events:
            self.on_commit(events.last)
        self._followers.publish(events)

    def _refuse(self, group: FactGroup, problem: Exception) -> None:
        for hold in group.holds:  # later facts of the run would depend on the missing one
            self.holds.lose(hold.run, problem if isinstance(problem, AuleError) else Unavailable(str(problem)))
        if not group.fail(problem) and not isinstance(problem, Fenced):
            types = ", ".join(
                each.entry.fact.type if isinstance(each, Prepared) else each.fact.type for each in group.entries
            )
            code = problem.problem.code if isinstance(problem, AuleError) else type(problem).__name__
            _log.error("not recorded: %s (%s: %s)", types, code, problem)

    async def _check_holds(self, holds: tuple[Hold, ...], transaction: Transaction) -> None:
        if not await _still_theirs(transaction, [FactGroup((), holds=holds)]):
            problem = fenced(holds[0].run)
            self.holds.lose(holds[0].run, problem)
            raise problem

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("The journal is closed", hint="The system is shutting down.")

    def _check_outside(self) -> None:
        if self._inside is not None and self._inside is asyncio.current_task():
            raise RuntimeError("The journal waits for its own transaction: put the fact on the transaction's record")


async def _still_theirs(transaction: Transaction, batch: list[FactGroup]) -> list[FactGroup]:
    """Return the groups whose runs this process still drives; facts that come too late are fenced off."""
    held = {hold.run for group in batch for hold in group.holds}
    if not held:
        return batch
    epochs = await current_epochs(transaction, held)
    kept = [group for group in batch if all(epochs.get(h.run) == h.epoch and h.reason is None for h in group.holds)]
    return batch if len(kept) == len(batch) else kept
