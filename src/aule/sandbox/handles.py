"""Acting on open handles: reading a file, looking into a folder, putting a file in its place."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from operator import attrgetter

from aule.contracts.errors import OutsideScope
from aule.sandbox.entries import Entry, entry_of
from aule.sandbox.names import TEMPORARY_PREFIX, is_usable
from aule.sandbox.trouble import not_a_file

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Folder:
    """An open folder, shared by all that look at it, until it is closed."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def close(self) -> None:
        """Let go of it. Doing it twice does nothing."""
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)


def read_up_to(handle: int, limit: int) -> bytes:
    """At most so many bytes of an open file."""
    pieces: list[bytes] = []
    while limit > 0:
        piece = os.read(handle, min(limit, 1 << 20))
        if not piece:
            break
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def scan(handle: int, folder: str) -> list[Entry]:
    """What is in an open folder, by name."""
    found: list[Entry] = []
    above = "" if folder == "." else f"{folder}/"
    with os.scandir(handle) as entries:
        for item in entries:
            name = item.name
            if name.startswith(TEMPORARY_PREFIX):
                continue
            try:
                status = item.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if is_usable(name):
                found.append(entry_of(above + name, status))
            else:  # can be seen, but not reached
                shown = os.fsencode(name).decode("utf-8", "replace")
                found.append(Entry(above + shown, "other", status.st_size, status.st_mtime))
    return sorted(found, key=attrgetter("path"))


def replaceable(handle: int, name: str, path: str) -> os.stat_result | None:
    """What stands where a file is to be put; refused unless it is nothing, or a file of one name."""
    try:
        status = os.stat(name, dir_fd=handle, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise OutsideScope(
            f"{path!r} is a symbolic link, which is not written through.", hint="Use the path of the real file."
        )
    if not stat.S_ISREG(status.st_mode):
        raise not_a_file(path)
    if status.st_nlink > 1:
        raise OutsideScope(
            f"{path!r} is also known by another name (a hard link), which may be outside the workspace.",
            hint="Copy it to a new file and work on that.",
        )
    return status


def replace(handle: int, name: str, content: bytes, mode: int | None) -> None:
    """Put a file in place in one step: temporary file beside it, flushed to disk, renamed over it."""
    temporary = TEMPORARY_PREFIX + secrets.token_hex(8)
    descriptor = os.open(temporary, _CREATE, 0o666 if mode is None else mode, dir_fd=handle)
    with contextlib.ExitStack() as unless_done:
        unless_done.callback(os.unlink, temporary, dir_fd=handle)
        try:
            if mode is not None:
                os.fchmod(descriptor, mode)
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)
        unless_done.pop_all()
    os.fsync(handle)
