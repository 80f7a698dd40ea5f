"""A document is added and read in a process that dies at a chosen moment.

Run as `python -m tests.apps.knowledge.reading_child HOME N`: the moments are transactions, and lines of the spool.
Without N the whole story is told, and how many moments it had.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

from tests.apps.knowledge.pdf_files import pdf
from tests.simulation.crash_child import Countdown, tell

from aule.apps.knowledge.ingestion.intake import Batch, Intake
from aule.apps.knowledge.ingestion.originals import keep
from aule.testing.system import system

PAGES = 12


class Reading(Countdown):
    """Counts lines that are written to the spool as well."""

    def watch(self, event: str, args: tuple[Any, ...]) -> None:
        """Count another moment."""
        super().watch(event, args)
        if event == "open" and isinstance(args[0], str) and args[0].endswith(".jsonl"):
            self._moment()


def book() -> bytes:
    """The document that is read."""
    return pdf(*(f"Página {number} fala do assunto {number * 7}." for number in range(1, PAGES + 1)))


async def story(home: Path, countdown: Countdown) -> None:
    """Add a document, and wait until it was read."""
    async with system(home) as aule:
        kernel = aule.kernel
        file = await keep(kernel.blobs, "livro.pdf", book(), "upload")
        await kernel.loads.load("knowledge")
        countdown.armed = True
        run, _ = await Intake(kernel).take(Batch([file], "general.home", "home", "pt-BR"))
        tell("taken")
        await kernel.driver.wait(run)
        tell("read")
    tell(f"moments {countdown.seen}")


if __name__ == "__main__":
    watcher = Reading(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
