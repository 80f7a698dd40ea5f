"""The journal of a migration: one line for each thing that is done, on the disk before the next one begins (CO-62)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.homes.homes import Home
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Corrupt, NotFound
from aule.contracts.model import JsonObject
from aule.stores.home.atomic import PRIVATE, sync_directory, write_all

PREFIX = "migrate-v2-"
NAME = "journal.jsonl"


class State(StrEnum):
    """How far an agent has come."""

    PLANNED = "planned"
    BACKED_UP = "backed_up"
    STAGED = "staged"
    PLACED = "placed"
    VERIFIED = "verified"
    RETIRED = "retired"
    RESTORING = "restoring"
    """Being taken back: what was done before may be done no longer."""
    RESTORED = "restored"
    """Taken back: it is where it was."""


ORDER = (State.PLANNED, State.BACKED_UP, State.STAGED, State.PLACED, State.VERIFIED, State.RETIRED)


@dataclass(slots=True)
class Entry:
    """One agent in a journal: what was planned, and how far it has come."""

    planned: JsonObject
    state: State = State.PLANNED
    reached: State = State.PLANNED
    """The furthest it ever came."""

    @property
    def source(self) -> str:
        """The folder it comes from, relative to the home."""
        return str(self.planned["from"])

    def has(self, state: State) -> bool:
        """Whether it has come that far, and was not taken back since."""
        return self.state in ORDER and ORDER.index(self.state) >= ORDER.index(state)

    def had(self, state: State) -> bool:
        """Whether it ever came that far."""
        return ORDER.index(self.reached) >= ORDER.index(state)

    def come_to(self, state: State) -> None:
        """Take in how far it has come."""
        self.state = state
        if state in ORDER:
            self.reached = max(self.reached, state, key=ORDER.index)


@dataclass(slots=True)
class Journal:
    """One migration's journal, in a folder of its own among the backups."""

    folder: Path
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    is_closed: bool = False
    """Whether all of it was done, or taken back."""
    around: Callable[[str], None] = field(default=lambda moment: None, repr=False)
    """Called before and after each line is written; tests stop there."""

    @property
    def stamp(self) -> str:
        """The name it is rolled back by."""
        return self.folder.name.removeprefix(PREFIX)

    def note(self, entry: Entry, state: State, **more: Any) -> None:
        """Record how far an agent has come."""
        line: JsonObject = {"agent": Path(entry.source).name, "state": state.value, "from": entry.source, **more}
        self._write(line if state is not State.PLANNED else {**line, **entry.planned})
        entry.come_to(state)

    def close(self, how: str) -> None:
        """Record that nothing more is to be done."""
        self._write({"closed": how})
        self.is_closed = True

    def _write(self, line: JsonObject) -> None:
        said = str(line.get("state") or line.get("closed"))
        self.around(f"before {said}")
        path = self.folder / NAME
        is_new = not path.exists()
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, PRIVATE)
        try:
            _cut_torn_line(handle)
            write_all(handle, (json.dumps(line, ensure_ascii=True) + "\n").encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        if is_new:
            sync_directory(self.folder)
        self.around(f"after {said}")


def begin(home: Home, ambient: Ambient) -> Journal:
    """A journal of its own for a new migration; a folder that is there is never used again."""
    stamp = ambient.clock.now().strftime("%Y%m%dT%H%M%S")
    number = 1
    home.backups.mkdir(parents=True, exist_ok=True)
    while True:
        folder = home.backups / f"{PREFIX}{stamp}{'' if number == 1 else f'-{number}'}"
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
            continue
        sync_directory(home.backups)
        return Journal(folder)


def unfinished(home: Home) -> Journal | None:
    """The latest migration that was cut off, if there is one."""
    return next((journal for journal in reversed(list(_all(home))) if not journal.is_closed), None)


def opened(home: Home, stamp: str) -> Journal:
    """The journal of a migration by its stamp."""
    known = [journal.stamp for journal in _all(home)]
    if stamp not in known:
        hint = "See the folders migrate-v2-* under backups."
        raise NotFound(f"There is no migration {stamp!r}.", candidates=known[-5:], hint=hint)
    return read(home.backups / f"{PREFIX}{stamp}")


def read(folder: Path) -> Journal:
    """A journal as far as it was written; half a last line was never finished and counts for nothing."""
    journal = Journal(folder)
    path = folder / NAME
    text = path.read_bytes() if path.is_file() else b""
    *lines, _torn = text.split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            value: Any = json.loads(line)
            _take(journal, cast("JsonObject", value))
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise Corrupt(
                f"Line {number} of {str(path)!r} cannot be read.", hint="Look at it; nothing was touched."
            ) from error
    return journal


def _take(journal: Journal, line: JsonObject) -> None:
    if "closed" in line:
        journal.is_closed = True
        return
    state = State(line["state"])
    if state is State.PLANNED:
        journal.entries[str(line["from"])] = Entry(line)
    else:
        journal.entries[str(line["from"])].come_to(state)


def _all(home: Home) -> Iterator[Journal]:
    if not home.backups.is_dir():
        return
    for folder in sorted(home.backups.glob(f"{PREFIX}*")):
        if folder.is_dir() and not folder.is_symlink():
            yield read(folder)


def _cut_torn_line(handle: int) -> None:
    """Take away what a crash left of a line."""
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        content = os.pread(handle, size, 0)
        os.ftruncate(handle, content.rfind(b"\n") + 1)
