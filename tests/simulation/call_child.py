"""Direct calls in a process that dies at a chosen moment; what they do can be counted, and has no preview.

Run as `python -m tests.simulation.call_child HOME N`; with N = -1 it dies in a call that changed one file twice.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from aule.contracts.errors import ApprovalRequired
from aule.contracts.settings import Settings
from aule.sdk import App, Context, Effect
from aule.testing.system import System, system
from tests.simulation.crash_child import Countdown, tell

ENTRY = "exactly once\n"


def ledger() -> App:
    """An app whose entries can be counted."""
    app = App("ledger")

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def enter(context: Context) -> str:
        """Add a line to the ledger."""
        before = context.workspace.replaced("ledger.txt") or b""
        await context.change_file("ledger.txt", before + ENTRY.encode(), op="enter", title="Enter")
        return "entered"

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def correct(context: Context) -> str:
        """Write one file twice, and die before saying so."""
        await context.change_file("ledger.txt", b"wrong\n", op="enter", title="Enter")
        await context.change_file("ledger.txt", b"right\n", op="enter", title="Correct")
        os._exit(137)

    return app


async def story(home: Path, countdown: Countdown) -> None:
    """Call, approve, and wait for the entry."""
    async with system(home, apps=[ledger()]) as aule:
        if countdown.at < 0:
            await _die_in_a_call(aule)
        countdown.armed = True
        with suppress(ApprovalRequired):
            await aule.kernel.call("ledger.enter", {})
        approval = await aule.pending()
        await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        tell("approved")
        await aule.until_still(approval.run or "")
        tell("entered")
    tell(f"moments {countdown.seen}")


async def _die_in_a_call(aule: System) -> None:
    await aule.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["ledger.*"]}}), expected=None)
    await aule.kernel.call("ledger.correct", {})


if __name__ == "__main__":
    watcher = Countdown(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
