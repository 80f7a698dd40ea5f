"""The spool: what was read of a document so far, so that a process that died need not begin anew.

Each document that is being read has two files of JSON lines: its pages, and the vectors of its chunks. Nothing depends
on them: a line that was cut off is forgotten with everything behind it, and a file in use elsewhere is left alone.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

KEPT_S = 7 * 86_400
"""Seconds after which what nobody went on reading is cleared away."""


class Lines:
    """JSON lines that are appended to a file, or only kept in memory where no file can be had."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file
        self.found: list[Any] = [] if file is None else _whole_lines(file)
        """What was there when it was opened."""

    def append(self, value: Any) -> None:
        """Add a value; it is there for another process from here on, if not after a power cut."""
        if self._file is not None:
            try:
                self._file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                self._file.flush()
            except OSError:  # the disk is full: reading goes on, and a crash costs more
                self._file = None


class Spool:
    """The folder of what is being read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def open(self, key: str) -> Generator[Lines]:
        """Open the lines of a key; they stay when the block raises, and go when it ends well."""
        path = self._folder / f"{key}.jsonl"
        file = self._open(path)
        try:
            yield Lines(file)
            if file is not None:
                path.unlink(missing_ok=True)
        finally:
            if file is not None:
                file.close()

    def sweep(self, now: float) -> None:
        """Clear away what nobody went on reading."""
        oldest = now - KEPT_S
        with suppress(OSError):
            for path in self._folder.glob("*.jsonl"):
                if path.stat().st_mtime < oldest:
                    path.unlink(missing_ok=True)

    def _open(self, path: Path) -> IO[bytes] | None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError:
            return None
        file = os.fdopen(handle, "r+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # somebody else is reading the same
            file.close()
            return None
        return file


def _whole_lines(file: IO[bytes]) -> list[Any]:
    """Return the values of all whole lines, and cut off whatever is behind them."""
    found: list[Any] = []
    end = 0
    for line in file:
        try:
            if not line.endswith(b"\n"):
                break
            found.append(json.loads(line))
        except ValueError:
            break
        end += len(line)
    file.truncate(end)
    file.seek(end)
    return found
