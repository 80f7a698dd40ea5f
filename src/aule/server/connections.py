"""Connections of the server: how many there may be, how long a silent one stays, and which one gives way.

Everybody on this machine comes from one address, so a limit per address alone would let one program shut all others
out. What counts is whether somebody signed in over a connection: those without a sign-in have a share of the room, a
short life, and the oldest of them gives way to whoever comes next. A connection that is being answered after a
sign-in, a stream above all, is never closed from here.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import resource
import select
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from aule.server.front import CONNECTION

log = logging.getLogger("aule.server")

MOST_DESCRIPTORS = 16_384
"""How far the limit of open files is raised, where the system allows more."""
MOST_CONNECTIONS = 4_096
MOST_ANONYMOUS = 256
RESERVE = 1_024
"""Descriptors that connections leave to files, databases and commands; half of the limit where it is low."""

ACCEPTS_A_TURN = 32
"""Connections accepted before those that are already there get their turn."""
FIRST_MOMENT = 0.1
"""Seconds in which a new connection gives way to nobody: time to say who it is, also when a hundred come at once."""
LOOKS = 32
"""Connections that are asked whether they have said something unread before one of them has to give way."""
PAUSE_SECONDS = 0.5
"""How long nobody is accepted after the system had no descriptor left."""

_OUT_OF_DESCRIPTORS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How many seconds a connection may take."""

    head: float = 10.0
    """For the head of a request, from the connection's first moment or the request's first byte."""
    idle: float = 30.0
    """Between two requests."""
    anonymous_idle: float = 5.0
    """Between two requests, without a sign-in."""
    anonymous: float = 60.0
    """In all, without a sign-in."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections there may be."""

    total: int
    anonymous: int
    """Without a sign-in, from all addresses together."""
    per_address: int
    """Without a sign-in, from one address of another machine."""

    @classmethod
    def within(cls, descriptors: int) -> Room:
        """The room that a limit of open files leaves."""
        total = max(16, min(MOST_CONNECTIONS, descriptors - min(RESERVE, descriptors // 2)))
        anonymous = min(MOST_ANONYMOUS, total // 2)
        return cls(total, anonymous, max(8, anonymous // 4))


def raise_descriptor_limit() -> int:
    """Raise the limit of open files as far as this process may, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(MOST_DESCRIPTORS, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return wanted


class Connection:
    """One open connection."""

    __slots__ = ("_connections", "address", "is_answered", "is_signed_in", "opened", "transport")

    def __init__(self, connections: Connections, address: str, opened: float) -> None:
        self._connections = connections
        self.address = address
        self.opened = opened
        self.transport: asyncio.Transport | None = None
        self.is_signed_in = False
        self.is_answered = False
        """Whether a request of it is being answered."""

    def sign_in(self) -> None:
        """Note that a request over this connection showed the token or a session."""
        if not self.is_signed_in:
            self._connections.sign_in(self)

    def has_unread(self) -> bool:
        """Whether its other end has said something that this process, being busy, has not read yet."""
        if self.transport is None or self.transport.is_closing():
            return False
        look = select.poll()
        look.register(self.transport.get_extra_info("socket"), select.POLLIN)
        return any(seen & select.POLLIN and not seen & select.POLLHUP for _, seen in look.poll(0))

    def abort(self) -> None:
        """Close the connection at once."""
        self._connections.leave(self)
        if self.transport is not None:
            self.transport.abort()


class Connections:
    """Knows every open connection, and makes room for new ones."""

    def __init__(self, room: Room, deadlines: Deadlines | None = None) -> None:
        self.room = room
        self.deadlines = deadlines or Deadlines()
        self._anonymous: dict[Connection, None] = {}  # a dict keeps its order: the oldest is the first
        self._signed_in: dict[Connection, None] = {}  # the one that was used longest ago is the first

    def __len__(self) -> int:
        return len(self._anonymous) + len(self._signed_in)

    def wait(self, now: float) -> float:
        """How many seconds to accept nobody: all the room for newcomers is taken by others who have just come."""
        oldest = next(iter(self._anonymous), None)
        if oldest is None or len(self._anonymous) < self.room.anonymous:
            return 0
        return oldest.opened + FIRST_MOMENT - now

    def enter(self, address: str, now: float) -> Connection | None:
        """Take a new connection in; none when there is no room and nobody who could give way."""
        of_address = [each for each in self._anonymous if each.address == address]
        if len(of_address) >= (self.room.anonymous if _is_this_machine(address) else self.room.per_address):
            _least_wanted(of_address).abort()
        elif len(self._anonymous) >= self.room.anonymous:
            _least_wanted(self._anonymous).abort()
        if len(self) >= self.room.total and not self.close_one():
            return None
        connection = Connection(self, address, now)
        self._anonymous[connection] = None
        return connection

    def close_one(self) -> bool:
        """Close the oldest connection without a sign-in, else the one that was idle longest; false if there is none."""
        idle = (each for each in self._signed_in if not each.is_answered)
        chosen = next(iter(self._anonymous), None) or next(idle, None)
        if chosen is not None:
            chosen.abort()
        return chosen is not None

    def sign_in(self, connection: Connection) -> None:
        """Count a connection among those of people who signed in, unless it is already gone."""
        if connection in self._anonymous:
            del self._anonymous[connection]
            self._signed_in[connection] = None
            connection.is_signed_in = True

    def touch(self, connection: Connection) -> None:
        """Note that a connection was just used."""
        if connection in self._signed_in:
            del self._signed_in[connection]
            self._signed_in[connection] = None

    def leave(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self._anonymous.pop(connection, None)
        self._signed_in.pop(connection, None)


class HttpProtocol(H11Protocol):
    """HTTP/1.1 with deadlines: for the head of each request, for silence, and for a life without a sign-in."""

    def __init__(self, connections: Connections, connection: Connection, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._connections = connections
        self._deadlines = connections.deadlines
        self._connection = connection
        self.app_state = {**self.app_state, CONNECTION: connection}
        self._head_timer: asyncio.TimerHandle | None = None
        self._life_timer: asyncio.TimerHandle | None = None
        self._is_websocket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the first request is due."""
        self._connection.transport = transport
        super().connection_made(transport)
        self._life_timer = self.loop.call_later(self._deadlines.anonymous, self._end_anonymous)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_timers()
        self._connections.leave(self._connection)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in."""
        super().data_received(data)
        self._watch_head()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._connections.touch(self._connection)
        is_signed_in = self._connection.is_signed_in
        self.timeout_keep_alive = self._deadlines.idle if is_signed_in else self._deadlines.anonymous_idle
        super().on_response_complete()
        self._connection.is_answered = self._is_answering()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; a WebSocket without a sign-in is refused with its first message."""
        self._is_websocket = True
        super().handle_websocket_upgrade(event)

    def _is_answering(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)  # there is none before the first request
        return self._is_websocket or (cycle is not None and not cycle.response_complete)

    def _watch_head(self) -> None:
        """Start the deadline of the next head once, and drop it when a request is being answered.

        More bytes do not prolong it: neither a head that comes byte by byte nor a body nobody wants keeps a connection.
        """
        self._connection.is_answered = self._is_answering()
        if self._is_websocket:
            self._stop_timers()
        elif self._connection.is_answered or self.transport.is_closing():
            self._stop_head_timer()
        elif self._head_timer is None and self.timeout_keep_alive_task is None:
            self._head_timer = self.loop.call_later(self._deadlines.head, self._connection.abort)

    def _end_anonymous(self) -> None:
        """End a connection nobody signed in over; a request that is being answered has a moment to come to its end."""
        if self._connection.is_signed_in:
            return
        if self._is_answering():
            self.cycle.keep_alive = False
            self._life_timer = self.loop.call_later(self._deadlines.head, self._connection.abort)
        else:
            self._connection.abort()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_timers(self) -> None:
        self._stop_head_timer()
        if self._life_timer is not None:
            self._life_timer.cancel()


class Listener:
    """Accepts connections while there is room; in place of asyncio's own, which spins when descriptors run out."""

    def __init__(
        self, listening: socket.socket, connections: Connections, protocol: Callable[[Connection], asyncio.Protocol]
    ) -> None:
        self._listening = listening
        self._connections = connections
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._accepted: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def start(self) -> None:
        """Accept from now on."""
        if not self._is_closed:
            self._loop.add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Accept nobody any more."""
        self._is_closed = True
        self._loop.remove_reader(self._listening)

    async def wait_closed(self) -> None:
        """Wait until everybody who was accepted is connected."""
        if self._accepted:
            await asyncio.wait(self._accepted)

    def _accept(self) -> None:
        for _ in range(ACCEPTS_A_TURN):
            now = self._loop.time()
            if (seconds := self._connections.wait(now)) > 0:
                self._pause(seconds)
                return
            try:
                accepted, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _OUT_OF_DESCRIPTORS:
                    raise
                log.warning("No connection could be accepted: %s", error.strerror)
                self._connections.close_one()
                self._pause(PAUSE_SECONDS)  # asyncio would try again at once, and write a trace each time
                return
            connection = self._connections.enter(str(address[0]), now)
            if connection is None:
                log.warning("A connection was refused: there are %d already", len(self._connections))
                accepted.close()
                continue
            accepted.setblocking(False)
            accepted.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            task = self._loop.create_task(self._connect(connection, accepted))
            self._accepted.add(task)
            task.add_done_callback(self._accepted.discard)

    async def _connect(self, connection: Connection, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._protocol(connection), accepted)
        except OSError as error:
            log.info("A connection was lost before it began: %s", error)
            self._connections.leave(connection)
            accepted.close()

    def _pause(self, seconds: float) -> None:
        """Accept nobody for a moment; who comes meanwhile waits in the queue of the system."""
        self._loop.remove_reader(self._listening)
        self._loop.call_later(seconds, self.start)


def _least_wanted(oldest_first: Iterable[Connection]) -> Connection:
    """The oldest of some connections that has said nothing new; whoever waits for an answer is not cut off for it."""
    first = next(iter(oldest_first))
    return next((each for each in islice(oldest_first, LOOKS) if not each.has_unread()), first)


def _is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
