"""A port inside a box that is answered from outside: the box itself has no network.

The command's network has nothing but its own loopback. A starter inside it opens one listening port there, hands the
open port out through a pair of connected sockets, and becomes the command. Whoever connects to that port is answered by
this process. No file leads to it, so that no other box can reach it; nothing that answers runs inside the box, so that
nothing in there can end it; and it is gone with the box.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable

from aule.contracts.errors import Unavailable
from aule.sandbox.box.spaces import SYSTEM, Space, tools

PORT = 3128
"""The port in the box's own network; nothing else is there yet when it is opened."""
BACKLOG = 128
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
"""Answers one connection; when it returns, the connection is closed."""
LONGEST_HEAD = 32 * 1024
"""Bytes that are read ahead of what was asked for."""
_STARTER = """
import os, signal, socket, sys
port = socket.socket()
port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
port.bind(("127.0.0.1", int(sys.argv[2])))
port.listen(int(sys.argv[3]))
ours = socket.socket(fileno=int(sys.argv[1]))
socket.send_fds(ours, [b"p"], [port.fileno()])
if ours.recv(1) != b"p":
    sys.exit(125)
ours.close()
port.close()
for number in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.argv[4], sys.argv[4:])
"""


class BoxPort:
    """The port of one box, from before its start until after its end."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def theirs(self) -> int:
        """The handle that the starter is given a copy of."""
        return self._theirs.fileno()

    def around(self, command: list[str], space: Space, handle: int) -> list[str]:
        """Return a command after the starter, which is passed this handle."""
        return [_python(space), "-I", "-S", "-c", _STARTER, str(handle), str(PORT), str(BACKLOG), *command]

    async def serve(self) -> None:
        """Take the open port from the starter, and answer whoever connects to it."""
        self._theirs.close()  # the box has it now; without it, the end of the box is heard here
        port = await self._received()
        if port is None:
            return  # the box could not be made: that is told by how it ended
        self._server = await asyncio.start_server(self._connected, sock=port, limit=LONGEST_HEAD, backlog=BACKLOG)
        with contextlib.suppress(OSError):
            self._ours.send(b"p")

    async def close(self) -> None:
        """Close the port and end all connections."""
        self._theirs.close()
        self._ours.close()
        if self._server is not None:
            self._server.close()
        for each in (still := tuple(self._open)):
            each.cancel()
        await asyncio.gather(*still, return_exceptions=True)

    async def _received(self) -> socket.socket | None:
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._ours, ready.set)
        try:
            await ready.wait()
            said, handles, _, _ = socket.recv_fds(self._ours, 1, 1)
        finally:
            loop.remove_reader(self._ours)
        if not said or len(handles) != 1:
            for each in handles:
                os.close(each)
            return None
        port = socket.socket(fileno=handles[0])
        port.setblocking(False)
        return port

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._answer(reader, writer)
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self._open.discard(task)
            writer.close()


@contextlib.asynccontextmanager
async def box_port(answer: Answer | None) -> AsyncGenerator[BoxPort | None]:
    """Prepare a port for the block, where connections are to be answered."""
    if answer is None:
        yield None
        return
    port = BoxPort(answer)
    try:
        yield port
    finally:
        await asyncio.shield(port.close())


def _python(space: Space) -> str:
    """Return a Python that the box has."""
    own = [f"{place}/bin/python3" for place in tools() if place in space.readable]
    for each in (*own, "/usr/bin/python3", "/usr/local/bin/python3"):
        real = os.path.realpath(each)
        if os.access(real, os.X_OK) and (each in own or real.startswith(SYSTEM)):
            return each
    raise Unavailable(
        "No Python can be seen from inside the box, so no package registry can be reached from there.",
        code="sandbox_unavailable",
        hint="Install Python for everybody on this machine (`/usr/bin/python3`), then try again.",
    )
