"""A whole story in a process that dies at a chosen moment: before or after any commit, before or after any file move.

Run as `python -m tests.simulation.crash_child HOME N`; N = 0 only counts the moments and prints them.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

from aule.testing import call, say
from aule.testing.system import system

LINE = "exactly once\n"


_connect = sqlite3.connect


class Countdown:
    """Counts the moments at which something is about to become durable, and dies at one of them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.seen = 0
        self.armed = False
        """Only from the first question on: an empty system has nothing to lose."""

    def watch(self, event: str, args: tuple[Any, ...]) -> None:
        """An audit hook: learns of every file that moves into place or goes."""
        if event in ("os.rename", "os.remove"):
            self._moment()

    def connect(self, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        """In place of `sqlite3.connect`: learns of every statement before it is run."""
        connection = _connect(*args, **kwargs)
        connection.set_trace_callback(self._statement)
        return connection

    def _statement(self, text: str) -> None:
        if text.startswith(("BEGIN", "COMMIT")):
            self._moment()

    def _moment(self) -> None:
        self.seen += self.armed
        if self.armed and self.seen == self.at:
            os._exit(137)


def tell(word: str) -> None:
    """Say what a person has been told by now; the parent holds the system to it."""
    os.write(1, f"{word}\n".encode())


async def story(home: Path, countdown: Countdown) -> None:
    """Ask, approve, append a line, undo, and approve a second time."""
    script = [
        call("core.append_file", {"path": "log.txt", "content": LINE}),
        say("Appended."),
        call("core.write_file", {"path": "notes/new.txt", "content": "new"}),
        say("Written."),
    ]
    async with system(home, *script) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        if not (aule.workspace / "log.txt").exists():
            (aule.workspace / "log.txt").write_text("begin\n")
        countdown.armed = True
        await aule.ask("append a line")
        tell("asked")
        approval = await aule.pending()
        await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        tell("approved")
        assert approval.run is not None
        run = await aule.until_still(approval.run)
        tell("appended")
        await aule.kernel.undo(f"run:{run.id}")
        tell("undone")
        await aule.ask("write a file")
        await aule.decide()
        tell("written")
    tell(f"moments {countdown.seen}")


if __name__ == "__main__":
    watcher = Countdown(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
