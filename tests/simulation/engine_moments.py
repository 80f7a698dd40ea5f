"""Every moment at which a process may die, as a picture: what is on the disk before and after each single commit.

A process that is killed leaves exactly this behind: the files as they are, and nothing of what it had in mind. So one
undisturbed life, photographed at each commit, gives all the places where it could have ended.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_connect = sqlite3.connect


class Hasty(sqlite3.Connection):
    """A connection that does not wait for the disk: what is killed is the process, not the machine."""

    def execute(self, sql: str, /, *args: Any) -> sqlite3.Cursor:
        """Run a statement."""
        if sql == "COMMIT":
            self.before_commit()
            done = super().execute(sql, *args)
            self.after_commit()
            return done
        return super().execute("PRAGMA synchronous=OFF" if sql.startswith("PRAGMA synchronous=") else sql, *args)

    def before_commit(self) -> None:
        """Something is about to become lasting."""

    def after_commit(self) -> None:
        """It has."""


class Album:
    """Pictures of a folder."""

    def __init__(self, home: Path, folder: Path, wanted: Callable[[int], bool] = lambda number: True) -> None:
        self._home = home
        self._folder = folder
        self._wanted = wanted
        self.seen = 0
        self.pictures: list[Path] = []

    def take(self) -> None:
        """Keep what is on the disk now, if this moment is wanted."""
        self.seen += 1
        if self._wanted(self.seen):
            picture = self._folder / f"moment-{self.seen}"
            # Not the shared memory of the database and not the lock: both end with their process.
            ignored = shutil.ignore_patterns("*-shm", "lock", "logs")
            shutil.copytree(self._home, picture, ignore=ignored, copy_function=_copy)
            self.pictures.append(picture)

    def throw_away(self) -> None:
        """Remove all pictures."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _copy(source: str, target: str) -> None:
    """Copy a file, unless a thread that writes beside the commit has just put it in its place or taken it away."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


@contextmanager
def photographed(album: Album) -> Generator[None]:
    """Take pictures around each commit of the databases that are opened meanwhile."""

    class Photographed(Hasty):
        """A connection whose commits are seen from both sides."""

        def before_commit(self) -> None:
            album.take()

        def after_commit(self) -> None:
            album.take()

    with connecting(Photographed):
        yield


@contextmanager
def connecting(kind: type[Hasty]) -> Generator[None]:
    """Open all databases with connections of a kind."""
    sqlite3.connect = lambda *args, **named: _connect(*args, factory=kind, **named)  # pyright: ignore
    try:
        yield
    finally:
        sqlite3.connect = _connect
