"""Followers: each reads the log from its own position, then gets committed events once and in order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator

from aule.contracts.errors import Invalid
from aule.contracts.events.facts import Event
from aule.stores.database import Database, Watch
from aule.stores.log.events import Committed, Events, Filter

QUEUE_EVENTS = 1_000
"""Events kept in memory for one follower; a slower one reads from the database again."""
PAGE_EVENTS = 500


class Follower:
    """One reader of the log: its position, and the events pushed since.

    `edge` is the position up to which it has read or received everything it wants. A push that does not begin right
    there left something out, and the follower reads the database instead.
    """

    def __init__(self, where: Filter) -> None:
        self.where = where
        self.edge = 0
        self.ready: deque[Event] = deque()
        self.behind = True
        self.missed = False
        self.wake = asyncio.Event()

    def push(self, first: int, last: int, events: Committed) -> None:
        """Add a committed batch at the positions `first` to `last`."""
        if self.behind or first != self.edge + 1:
            self.look()
            return
        wanted = events.matching(self.where)
        if len(self.ready) + len(wanted) > QUEUE_EVENTS:
            self.look()
            return
        self.edge = last
        if wanted:
            self.ready.extend(wanted)
            self.wake.set()

    def look(self) -> None:
        """Make the follower read the database: the log may hold more than was pushed."""
        self.missed = True
        self.behind = True
        self.wake.set()


class Followers:
    """All followers of one journal."""

    def __init__(self, events: Events, outside: Database | None) -> None:
        self._events = events
        self._outside = outside
        self._watch: Watch | None = None
        self._watching = asyncio.Lock()
        self._all: set[Follower] = set()
        self._closed = False
        self._gone = asyncio.Event()

    def publish(self, events: Committed) -> None:
        """Push a committed batch to all followers."""
        if not events or not self._all:
            return
        span = events.span()
        for follower in self._all:
            if span is None:
                follower.look()
            else:
                follower.push(*span, events)

    def look(self, types: frozenset[str] = frozenset()) -> None:
        """Make followers read the database if facts of these types may concern them; no types means any."""
        for follower in self._all:
            if not types or follower.where.may_want(types):
                follower.look()

    async def follow(self, since: int, where: Filter) -> AsyncGenerator[Event]:
        """Yield every matching event after `since`, until the journal closes."""
        if self._closed:
            return
        follower = Follower(where)
        self._all.add(follower)
        try:
            await self._watch_outside()
            place = since
            while True:
                if follower.behind:
                    async for event in self._catch_up(follower, place):
                        place = int(event.seq)
                        yield event
                    place = follower.edge
                while follower.ready and not follower.behind:
                    event = follower.ready.popleft()
                    place = int(event.seq)
                    yield event
                if follower.behind:
                    continue
                if self._closed:
                    return
                follower.wake.clear()
                await follower.wake.wait()
        finally:
            self._all.discard(follower)
            if not self._all:
                self._gone.set()
                await self._unwatch_outside()

    async def _catch_up(self, follower: Follower, place: int) -> AsyncGenerator[Event]:
        """Read until nothing was committed while reading; then pushes continue without a gap."""
        follower.ready.clear()
        while True:
            follower.missed = False
            head = await self._events.head()
            if place > head:
                raise not_reached(place)
            while place < head:
                page = await self._events.read(place, follower.where, until=head, limit=PAGE_EVENTS)
                for event in page:
                    yield event
                place = int(page[-1].seq) if len(page) == PAGE_EVENTS else head
            if not follower.missed:
                follower.edge = place
                follower.behind = False
                return

    async def close(self, patience: float) -> None:
        """End all followers once they took what is committed, or after some seconds."""
        self._closed = True
        self._gone.clear()
        if self._all:
            for follower in self._all:
                follower.wake.set()
            try:
                async with asyncio.timeout(patience):
                    await self._gone.wait()
            except TimeoutError:
                pass  # a follower stopped reading
        await self._unwatch_outside()

    async def _watch_outside(self) -> None:
        if self._outside is None:
            return
        async with self._watching:
            if self._watch is None:
                self._watch = await self._outside.watch(self.look)

    async def _unwatch_outside(self) -> None:
        async with self._watching:
            if self._watch is not None and not self._all:
                watch, self._watch = self._watch, None
                await watch.stop()


def not_reached(place: int) -> Invalid:
    """Return the error for a cursor beyond the end of the log: it belongs to another log."""
    return Invalid(
        f"The log does not reach to {str(place)!r}",
        hint="Read anew what you follow, and go on from its cursor.",
        code="unknown_cursor",
        field="since",
    )
