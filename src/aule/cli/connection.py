"""The way to whoever owns the data directory: the running server, or a kernel in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aule.ambient import ambient as real_ambient
from aule.cli.loopback import Loopback
from aule.contracts.errors import Busy, Unavailable
from aule.stores.home.directory import Home, ServerInfo
from aule.stores.home.lock import Lock
from aule.terminal.client import POLL_S, Client

WAIT_S = 10.0
"""How long a command waits for the data directory, or for a server that is still starting."""


@asynccontextmanager
async def connect() -> AsyncGenerator[Client, None]:
    """Speak to whoever owns the data directory; when nobody does, own it until the command ends."""
    home = Home.from_environment()
    owner = await _server_or_lock(home)
    clock = real_ambient().clock
    if isinstance(owner, ServerInfo):
        client = Client(Loopback(owner.port, home.token()), home, owner, clock)
        await _until_ready(client)
        yield client
        return
    from aule.cli.log import logging_to  # from here on a kernel is loaded, which a server spares most commands
    from aule.cli.system import running
    from aule.cli.transport import InProcess

    with owner, logging_to(home):
        async with running(home, real_ambient(), recovering=False) as api:
            yield Client(InProcess(api), home, None, clock)


async def _server_or_lock(home: Home) -> ServerInfo | Lock:
    """The living server, or the lock. A server that is just starting holds the lock before it can be spoken to."""
    ambient = real_ambient()
    deadline = ambient.clock.monotonic() + WAIT_S
    while True:
        server = home.server()
        if server is not None:
            return server
        try:
            return home.take_lock(ambient)
        except Busy:
            if ambient.clock.monotonic() >= deadline:
                raise
        await ambient.clock.sleep(POLL_S)


async def _until_ready(client: Client) -> None:
    ambient = real_ambient()
    deadline = ambient.clock.monotonic() + WAIT_S
    while (health := await client.get("/v1/health"))["status"] != "ready":
        if health["status"] == "failed" or ambient.clock.monotonic() >= deadline:
            raise Unavailable(
                f"The server is {health['status']}: {health['detail'] or 'no reason given'}.",
                hint="`aule doctor` looks for the cause.",
            )
        await ambient.clock.sleep(POLL_S)
