"""Atomic files: after a crash a file is the old one or the new one, never half of either."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import secrets
from pathlib import Path

PRIVATE = 0o600
"""Readable by the owner alone."""

Fingerprint = tuple[int, int, int]
"""Inode, size and time of change: differs whenever a file was rewritten."""


def write_atomic(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Replace a file in one step: temporary file beside it, flushed to disk, renamed over it."""
    temporary = path.parent / f".{secrets.token_hex(8)}.aule.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    with contextlib.ExitStack() as unless_done:
        unless_done.callback(temporary.unlink, missing_ok=True)
        try:
            os.fchmod(descriptor, mode)
            write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
        unless_done.pop_all()
    sync_directory(path.parent)


def write_unsynced(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Replace a file in one step; whether it survives a power cut is for `sync_filesystem`, once for many."""
    temporary = path.parent / f".{secrets.token_hex(8)}.aule.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    with contextlib.ExitStack() as unless_done:
        unless_done.callback(temporary.unlink, missing_ok=True)
        try:
            write_all(descriptor, content)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
        unless_done.pop_all()


def sync_filesystem(path: Path) -> None:
    """Put everything written to the disk of a folder where a power cut cannot take it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(libc, "syncfs") or libc.syncfs(descriptor) != 0:
            os.sync()
    finally:
        os.close(descriptor)


def write_all(descriptor: int, content: bytes) -> None:
    """Write every byte, however the system splits it."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def sync_file(path: Path) -> None:
    """Make what was written to a file survive a power cut."""
    _sync(path, os.O_NOFOLLOW)


def sync_directory(path: Path) -> None:
    """Make the names in a directory survive a power cut."""
    _sync(path, os.O_DIRECTORY)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def fingerprint(path: Path | str) -> Fingerprint | None:
    """What changes when a file is rewritten; none while there is no file."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


class Glance:
    """Looks at a file once in a turn of the event loop, however often it is asked whether the file has changed.

    A turn is over in a moment, and nothing outside this process can happen in the middle of one as far as anybody
    could tell. Where no loop runs, each question is a look.
    """

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._turn: asyncio.AbstractEventLoop | None = None
        self._seen: Fingerprint | None = None
        self._is_absent = False

    def fingerprint(self) -> Fingerprint | None:
        """What changes when the file is rewritten; none while there is no file."""
        if self._turn is not None and self._turn.is_running():
            return self._seen
        if not self._is_absent or os.access(self._path, os.F_OK):  # where there was none, there mostly still is none
            self._seen = fingerprint(self._path)
            self._is_absent = self._seen is None
        try:
            self._turn = asyncio.get_running_loop()
        except RuntimeError:
            return self._seen
        self._turn.call_soon(self.again)
        return self._seen

    def again(self) -> None:
        """The next question is a look: the turn is over, or the file was rewritten here."""
        self._turn = None
