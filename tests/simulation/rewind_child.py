"""Words said anew in a process that dies at a chosen moment around it.

Run as `python -m tests.simulation.rewind_child HOME N`.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path

from aule.testing import call, say
from aule.testing.system import system
from tests.simulation.crash_child import Countdown


async def story(home: Path, countdown: Countdown) -> None:
    """Ask for a write, which waits for its approval; say it anew instead of deciding."""
    script = [say("Hi."), call("core.write_file", {"path": "a.md", "content": "a"}), say("Fine.")]
    async with system(home, *script) as aule:
        first = await aule.ask("Hello")
        waiting = await aule.ask("write", conversation_id=first.session_id)
        [asked] = await aule.kernel.conversations.messages_of_run(waiting.id)
        countdown.armed = True
        await aule.ask("do not write", conversation_id=first.session_id, replaces=asked.id)
        countdown.armed = False
        os.write(1, b"said\n")


if __name__ == "__main__":
    watcher = Countdown(int(sys.argv[2]))
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
