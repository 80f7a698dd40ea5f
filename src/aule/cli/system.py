"""The system in this process: built on a data directory, started, and stopped at the end."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from logging.handlers import RotatingFileHandler
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


@contextmanager
def logging_to(home: Home, *, on_terminal: bool = False) -> Generator[None]:
    """Keep what is worth keeping in the data directory's log; a server tells its warnings on the terminal too."""
    file = RotatingFileHandler(home.logs / "aule.log", maxBytes=2_000_000, backupCount=3, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handlers: list[logging.Handler] = [file]
    if on_terminal:
        handlers.append(logging.StreamHandler())
        handlers[-1].setLevel(logging.WARNING)
    root = logging.getLogger()
    logging.getLogger("aule").setLevel(logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
