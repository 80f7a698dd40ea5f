"""The system in this process: built on a data directory, started, and stopped at the end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.stores.home import Home

if TYPE_CHECKING:
    from aule.server.auth import Gatekeeper
    from aule.server.front import ASGIApp


@asynccontextmanager
async def running(
    home: Home, ambient: Ambient, *, gatekeeper: Gatekeeper | None = None, recovering: bool
) -> AsyncGenerator[ASGIApp, None]:
    """The API around a running kernel. Only a server clears up after a crash; a command leaves others' runs alone."""
    # Most of the start-up time is these imports. In a thread, so that a server shows its page meanwhile.
    await asyncio.to_thread(import_module, "aule.boot")
    await asyncio.to_thread(import_module, "aule.server.app")
    from aule import boot
    from aule.server.app import create_app

    url = os.environ.get("AULE_DATABASE")
    async with boot.running(home, recover=recovering, around=ambient, database_url=url) as kernel:
        yield create_app(kernel, gatekeeper=gatekeeper)
