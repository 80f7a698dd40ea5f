"""Many rows are written, replaced and taken back in a process that dies at a chosen moment.

Run as `python -m tests.simulation.rows_child HOME N`: the moments are transactions and the statements that move rows.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

from aule.testing.system import system
from tests.kernel.garden import allow_all, open_garden
from tests.simulation.crash_child import Countdown, tell

SOWN, RESOWN = 2_500, 100
_MOVING = ("ATTACH", "INSERT INTO main", "DELETE FROM main")


class Closer(Countdown):
    """Looks closer: also at what happens inside the transaction that makes rows true."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.moving: list[int] = []
        """When rows were about to be moved."""

    def _statement(self, text: str) -> None:
        if text.startswith(_MOVING):
            self.moving.append(self.seen + 1)
        if text.startswith(("BEGIN", "COMMIT", "INSERT INTO events", *_MOVING)):
            self._moment()


async def story(home: Path, countdown: Closer) -> None:
    """Sow, sow again over a part of it, and take both back."""
    garden = open_garden()
    async with system(home, apps=[garden.app]) as aule:
        garden.source = aule.kernel.database
        await allow_all(aule)
        countdown.armed = True
        sown = await aule.kernel.call("garden.sow", {"count": SOWN})
        tell("sown")
        resown = await aule.kernel.call("garden.sow", {"count": RESOWN, "replace": True})
        tell("resown")
        await aule.kernel.undo(f"run:{resown.run}")
        tell("undone")
        await aule.kernel.undo(f"run:{sown.run}")
        tell("bare")
    tell(f"moments {countdown.seen} {countdown.moving}")


if __name__ == "__main__":
    watcher = Closer(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
