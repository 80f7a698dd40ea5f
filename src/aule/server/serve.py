"""Running the server: a socket on this machine, announced to other commands, closed without a trace."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import uvicorn

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Refused, Unavailable
from aule.server.auth import Gatekeeper
from aule.server.connections import (
    Connection,
    Connections,
    Deadlines,
    HttpProtocol,
    Listener,
    Room,
    raise_descriptor_limit,
)
from aule.server.front import Front, Load
from aule.stores.home.access_tokens import AccessTokens
from aule.stores.home.directory import Home, ServerInfo

log = logging.getLogger("aule.server")

DEFAULT_PORT = 8700
GRACE_SECONDS = 1
"""How long open requests may take to end when the server goes down."""


class UnsafeAddress(Refused):
    """The server would be reachable from other machines without a token that was chosen for that."""

    code = "unsafe_address"
    exit_code = 2


class PortTaken(Unavailable):
    """Another program listens on the port."""

    code = "port_taken"
    exit_code = 2


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the server listens, and the link that signs a browser in."""

    host: str
    port: int
    link: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    allowed_hosts: Sequence[str] = ()
    has_chosen_token: bool = False
    """Whether a person gave the token explicitly (`AULE_TOKEN`), knowing that others can reach the server."""


async def serve(
    load: Load, *, home: Home, place: Place, ambient: Ambient, announce: Callable[[Listening], None] | None = None
) -> None:
    """Serve until a signal says stop. The caller holds the data directory's lock."""
    check_address(place)
    place = replace(place, host=place.host.strip("[]"))
    token = home.token()
    with contextlib.closing(bind(place.host, place.port)) as listener:
        port: int = listener.getsockname()[1]
        address = (place.host, port)
        gatekeeper = Gatekeeper(
            token,
            address=address,
            sessions=home.path / "sessions.json",
            ambient=ambient,
            tokens=AccessTokens(home.access_tokens, ambient),
        )
        front = Front(load, gatekeeper, address=address, allowed_hosts=place.allowed_hosts)
        home.announce(ServerInfo(pid=os.getpid(), port=port, started_at=ambient.timestamp()))
        try:
            if announce is not None:
                announce(Listening(place.host, port, gatekeeper.link(gatekeeper.new_code())))
            await Server(front).serve(sockets=[listener])
        finally:
            home.withdraw()


def _websocket(**uvicorn_parts: Any) -> asyncio.Protocol:
    """Return what takes a connection over that becomes a WebSocket."""
    from aule.server.websocket_protocol import WebSocketProtocol  # loaded with the first one

    return WebSocketProtocol(**uvicorn_parts)


class Server(uvicorn.Server):
    """uvicorn, ending streams first and returning to its caller when it was told to stop."""

    def __init__(self, front: Front, *, deadlines: Deadlines | None = None) -> None:
        config = uvicorn.Config(
            front,
            lifespan="on",
            http=HttpProtocol,
            ws=cast("type[asyncio.Protocol]", _websocket),  # uvicorn only calls it
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            ws_max_size=1024 * 1024,
        )
        super().__init__(config)
        self._front = front
        self._connections = Connections(Room.within(raise_descriptor_limit()), deadlines)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen; uvicorn would leave accepting to asyncio, which knows no limit."""
        await self.lifespan.startup()
        self.servers = []
        for listening in sockets or []:
            listener = Listener(listening, self._connections, self._protocol)
            listener.start()
            self.servers.append(cast("asyncio.Server", listener))  # both can be closed, which is all that is asked
        self.started = True

    def _protocol(self, connection: Connection) -> HttpProtocol:
        uvicorn_parts = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        return HttpProtocol(self._connections, connection, **uvicorn_parts)

    def leave(self) -> None:
        """Stop: streams end, open requests get a moment, the system is stopped."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._front.close()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop at SIGINT and SIGTERM. uvicorn would raise them again at the end, before our caller can tidy up."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.leave)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


def check_address(place: Place) -> None:
    """Refuse to be reachable from other machines unless a token was chosen for it."""
    if is_loopback(place.host) or place.has_chosen_token:
        return
    raise UnsafeAddress(
        f"{place.host!r} can be reached from other machines",
        hint="Leave out --host to stay on this machine, or set AULE_TOKEN to a long random value of your own.",
    )


def is_loopback(host: str) -> bool:
    """Whether an address can only be reached from this machine. Names are not looked up: they can change."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int) -> socket.socket:
    """A listening socket, before anything else is started."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    # With its protocol named: asyncio turns Nagle's delay off only then, and 40 ms a response hang on it.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bare, port))
        listener.listen(512)
    except (OSError, OverflowError) as error:
        listener.close()
        raise _cannot_bind(host, port, error) from error
    listener.setblocking(False)
    return listener


def _cannot_bind(host: str, port: int, error: OSError | OverflowError) -> AuleError:
    reason = error.errno if isinstance(error, OSError) else None
    if reason == errno.EADDRINUSE:
        return PortTaken(
            f"Another program listens on port {port} of {host!r}", hint=f"Choose another: --port {port + 1}."
        )
    if reason == errno.EACCES:
        return PortTaken(f"Port {port} needs special rights", hint=f"Choose one above 1023: --port {DEFAULT_PORT}.")
    return PortTaken(f"Cannot listen on port {port} of {host!r}: {error}", hint="Check --host and --port.")
