"""A server process for tests: `python -m tests.server.serving HOME PORT [FILES]` serves a log until a signal says stop.

FILES is how many files the process may have open at most.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from tests.server.live import open_log
from tests.server.still import still

from aule.boot.system import System
from aule.contracts.events.facts import SettingsChanged
from aule.server.app import create_app
from aule.server.auth import Gatekeeper
from aule.server.serve import Listening, Place, serve
from aule.stores.home.directory import Home


async def main(folder: Path, port: int) -> None:
    home = Home(folder)
    home.prepare()

    @asynccontextmanager
    async def load(gatekeeper: Gatekeeper) -> AsyncIterator[Any]:
        async with open_log(folder) as log:
            await log.journal.write(SettingsChanged(keys=["one"]))
            yield create_app(cast(System, log), gatekeeper=gatekeeper)
        (folder / "stopped").write_text("cleanly")

    def announce(listening: Listening) -> None:
        (folder / "link").write_text(listening.link)
        print(f"listening on {listening.port}", flush=True)

    with home.take_lock(still()):
        await serve(load, home=home, place=Place(port=port), ambient=still(), announce=announce)


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG)
    for files in map(int, sys.argv[3:]):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
