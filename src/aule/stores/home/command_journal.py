"""Commands under way: a note of each, so that what one did can be told when the process died meanwhile."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pydantic import ValidationError

from aule.contracts.access.change import Actor
from aule.contracts.model import Model
from aule.stores.home.atomic import PRIVATE, write_all

_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")


class Begun(Model):
    """A command that began and of which nothing more is known."""

    call: str
    run: str
    session_id: str | None = None
    project: str
    actor: Actor
    app: str
    title: str
    environment: str | None = None
    tree: str
    """The content that says how the files were before."""
    began_at: str


class CommandJournal:
    """A folder with one note per command under way."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self, note: Begun) -> None:
        """Write down, for good, that a command is about to run."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Flushed once: half a note says nothing, so it needs no second name to be moved from.
        handle = os.open(self._file(note.call), _NEW, PRIVATE)
        try:
            write_all(handle, note.model_dump_json().encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def end(self, call: str) -> None:
        """What it did is on record."""
        self._file(call).unlink(missing_ok=True)

    def left(self) -> list[Begun]:
        """The commands that were under way when the process ended."""
        found: list[Begun] = []
        for file in sorted(self._path.glob("*.json")):
            try:
                found.append(Begun.model_validate_json(file.read_bytes()))
            except (OSError, ValidationError):
                file.unlink(missing_ok=True)  # half a note says nothing; it is written before the command begins
        return found

    def _file(self, call: str) -> Path:
        if _NAME.fullmatch(call) is None:
            raise ValueError(f"{call!r} is not the id of a call")
        return self._path / f"{call}.json"
