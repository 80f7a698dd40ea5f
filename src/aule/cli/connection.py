"""The way to whoever owns the data directory: the running server, or a kernel in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx

from aule.ambient import ambient as real_ambient
from aule.cli.log import logging_to
from aule.cli.system import running
from aule.cli.transport import InProcess
from aule.contracts.errors import Busy, Unavailable
from aule.contracts.views import Health
from aule.stores.home.directory import Home, ServerInfo
from aule.stores.home.lock import Lock
from aule.terminal.client import POLL_S, Client

WAIT_S = 10.0
"""How long a command waits for the data directory, or for a server that is still starting."""
TIMEOUT = httpx.Timeout(10, read=None)
"""A call takes as long as it takes; the deadline of a command is the command's own."""


@asynccontextmanager
async def connect() -> AsyncGenerator[Client, None]:
    """Speak to whoever owns the data directory; when nobody does, own it until the command ends."""
    home = Home.from_environment()
    owner = await _server_or_lock(home)
    if isinstance(owner, ServerInfo):
        headers = {"Authorization": f"Bearer {home.token()}"}
        address = f"http://127.0.0.1:{owner.port}"
        async with httpx.AsyncClient(base_url=address, headers=headers, timeout=TIMEOUT, trust_env=False) as http:
            client = Client(http, home, owner, real_ambient().clock)
            await _until_ready(client)
            yield client
        return
    with owner, logging_to(home):
        async with running(home, real_ambient(), recovering=False) as api:
            transport = InProcess(api)
            async with httpx.AsyncClient(base_url="http://127.0.0.1", transport=transport, timeout=TIMEOUT) as http:
                yield Client(http, home, None, real_ambient().clock)


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
    while (health := await client.get("/v1/health", Health)).status != "ready":
        if health.status == "failed" or ambient.clock.monotonic() >= deadline:
            raise Unavailable(
                f"The server is {health.status}: {health.detail or 'no reason given'}.",
                hint="`aule doctor` looks for the cause.",
            )
        await ambient.clock.sleep(POLL_S)
