"""Walks through folders by their handles: each is opened in the one above, so that no path is resolved twice."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Generator

from aule.sandbox.entries import Entry
from aule.sandbox.handles import read_up_to, scan
from aule.sandbox.secret_files import is_secret

DEEPEST = 64
"""Nested folders that are visited, which is also how many handles a walk holds."""

_FILE = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def visit(handle: int, folder: str, wanted: Callable[[Entry], bool]) -> Generator[tuple[int, list[Entry]]]:
    """Yield every folder beneath an open one, itself first, with its handle and wanted entries.

    The order is depth first by name. Links are listed, not followed. The handles are only valid until the next step.
    """
    entries = [entry for entry in scan(handle, folder) if wanted(entry)]
    yield handle, entries
    for entry in entries:
        if entry.kind != "folder" or entry.path.count("/") >= DEEPEST:
            continue
        try:
            inner = os.open(entry.path.rpartition("/")[2], _FOLDER, dir_fd=handle)
        except OSError:
            continue  # it went away, became a link, or is closed to us
        try:
            yield from visit(inner, entry.path, wanted)
        finally:
            os.close(inner)


def contents(
    handle: int, folder: str, wanted: Callable[[Entry], bool], max_bytes: int
) -> Generator[tuple[Entry, bytes | None]]:
    """Yield every file beneath an open folder with its content; None for a secret, unreadable or larger one."""
    for inner, entries in visit(handle, folder, wanted):
        for entry in entries:
            if entry.kind == "file":
                readable = entry.size <= max_bytes and not is_secret(entry.path)
                yield entry, _content(inner, entry.path.rpartition("/")[2], max_bytes) if readable else None


def _content(folder: int, name: str, max_bytes: int) -> bytes | None:
    try:
        handle = os.open(name, _FILE, dir_fd=folder)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        content = read_up_to(handle, max_bytes + 1)
    except OSError:
        return None
    finally:
        os.close(handle)
    return content if len(content) <= max_bytes else None
