"""A process that is killed in the middle of changing several files together, or of taking that back.

Run as `python -m tests.kernel.half_done HOME do|undo|adopt|tear COUNT`: it dies, as by kill -9, right before or right
after the file with this number is put in place; a negative number means after. To tear is to die in between.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from aule.contracts.access.change import ChangeStatus
from aule.contracts.settings import Settings
from aule.kernel.capabilities.changes.project_files import FileEntities, FilePlace
from aule.sandbox import workspace
from aule.sdk import App, Context, Effect, FileDraft
from aule.stores.repositories.changes import Wanted
from aule.testing.system import system

PROPOSING = Settings.model_validate({"policy": {"on_write": "propose"}})
FREE = Settings.model_validate({"policy": {"allow": ["*"]}})


def patching() -> App:
    """An app that changes files together."""
    app = App("patching")

    @app.capability(effect=Effect.WRITE, title="Change files", category="files", reversible=True)
    async def change(context: Context, files: dict[str, Any]) -> list[str]:  # pyright: ignore[reportUnusedFunction]
        """Give files the contents that are said, in hexadecimal, with their mode; none removes one."""
        drafts = [
            FileDraft(path, None if what is None else bytes.fromhex(what[0]), None if what is None else what[1])
            for path, what in files.items()
        ]
        return await context.change_files(drafts, op="patch", title="Patch")

    return app


def tearing(count: int) -> None:
    """Die when the file with a number is written beside its place, but not yet in it."""
    put, left = workspace.put, count

    def put_or_die(handle: int, temporary: str, name: str, base: Any) -> bool:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return put(handle, temporary, name, base)

    workspace.put = put_or_die


def killing(count: int) -> None:
    """Die before the file with a number is put in place, or after it, counted from 1."""
    put, left = FileEntities.put, abs(count)

    def put_or_die(self: FileEntities, place: FilePlace, state: Any, folders: list[str], *, instead_of: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0 and count > 0:
            os.kill(os.getpid(), signal.SIGKILL)
        put(self, place, state, folders, instead_of=instead_of)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    FileEntities.put = put_or_die


async def main(home: Path, what: str, count: int, files: dict[str, Any]) -> None:
    """Change files, and perhaps take that back, and die on the way."""
    async with system(home, apps=[patching()]) as aule:
        await aule.kernel.save_settings(PROPOSING if what == "adopt" else FREE, expected=None)
        if what in ("do", "tear"):
            (killing if what == "do" else tearing)(count)
        some = {"new.txt": files["src/a.txt"]} if what == "adopt" else files
        called = await aule.kernel.call("patching.change", {"files": some})
        if what == "undo":
            killing(count)
            await aule.kernel.undo(f"run:{called.run}")
        if what == "adopt":
            [proposal] = (await aule.kernel.changes.list(Wanted(status=ChangeStatus.PROPOSED))).items
            killing(count)
            await aule.kernel.proposals.adopt(proposal.id)


PATCH: dict[str, Any] = {
    "gone.txt": None,
    "src/a.txt": [b"new\r\nlines".hex(), None],
    "src/run.sh": [b"#!/bin/sh\n".hex(), 0o755],
    "deep/er/b.bin": [bytes(range(256)).hex(), 0o600],
}
"""One file goes, one is changed, one only becomes a program, one is new in folders that are new."""


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), PATCH))
