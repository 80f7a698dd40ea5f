"""History: turns that a state has no room for, one in a line, each exactly once whatever happens in between."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from aule.contracts.model import JsonObject
from aule.stores.home.atomic import PRIVATE, sync_directory, write_all

_APPEND = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


def move_to_history(path: Path, entries: Sequence[JsonObject]) -> None:
    """Add entries to the end, flushed to disk; those that are already there after a crash are not added again."""
    lines = [json.dumps(entry, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n" for entry in entries]
    is_new = not path.exists()
    handle = os.open(path, _APPEND, PRIVATE)
    try:
        size = _cut_half_line(handle)
        written = _already_there(handle, size, lines)
        os.lseek(handle, 0, os.SEEK_END)
        write_all(handle, b"".join(lines[written:]))
        os.fsync(handle)
    finally:
        os.close(handle)
    if is_new:
        sync_directory(path.parent)


def _cut_half_line(handle: int) -> int:
    """Take away what a kill left of a line; gives the size then."""
    size = os.fstat(handle).st_size
    end = size
    while end > 0:
        start = max(0, end - 65_536)
        chunk = os.pread(handle, end - start, start)
        if end == size and chunk.endswith(b"\n"):
            return size
        if (place := chunk.rfind(b"\n")) >= 0:
            end = start + place + 1
            break
        end = start
    os.ftruncate(handle, end)
    return end


def _already_there(handle: int, size: int, lines: list[bytes]) -> int:
    """How many of the first lines to add are the last ones of the file."""
    whole = sum(map(len, lines))
    tail = os.pread(handle, min(size, whole), max(0, size - whole))
    for count in range(len(lines), 0, -1):
        if tail.endswith(b"".join(lines[:count])):
            return count
    return 0
