"""A worker in a process of its own, with the app of the storm: told to stop by SIGTERM, or killed."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from pathlib import Path

from tests.workers.lab import lab

from aule import boot
from aule.kernel.runs.queue import Terms
from aule.stores.home.directory import Home


async def main(home: Path, url: str, lease: float) -> None:
    """Work until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    place = Home(home)
    place.prepare()
    terms = Terms(host="here", at_once=8, lease_s=lease, beat_s=lease / 5, grace_s=5)
    apps = [*boot.installed_apps(), lab]
    kernel = await boot.build(place, boot.ambient(), apps=apps, database_url=url, terms=terms)
    await kernel.start(recovering=False, preparing=False)
    print("ready", flush=True)
    await stop.wait()
    await kernel.stop()
    print("left", flush=True)


if __name__ == "__main__":
    logging.basicConfig(filename=f"{sys.argv[1]}.log", level=logging.INFO)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
