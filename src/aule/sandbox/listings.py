"""Cached folder listings: an unchanged folder is not read again, nor the first lines of its files.

Whatever is added, removed or replaced changes the folder itself, and is seen at once. A file that another program
writes in place does not; such a change is seen after a second at most.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.sandbox.entries import Entry
from aule.sandbox.handles import seen_as

FRESH_SECONDS = 1.0
"""How long a file's cached status counts while its folder does not change."""
SETTLED_SECONDS = 0.05
"""A folder's modification time is coarse: a listing read sooner after a change may lack the next one."""
MOST_FOLDERS = 64
MOST_LINES = 20_000
FEW = 50
"""Changes of a list that are applied one by one; with more it is sorted again."""

Stamp = tuple[int, int, int]
"""Device, inode and modification time of a folder."""
Files = dict[str, tuple[int, Entry]]
"""The inode and entry of each file, by name."""


def age(entry: Entry) -> tuple[float, str]:
    """Return the sort key that puts the latest first, and files of one moment by name."""
    return -entry.mtime, entry.path


@dataclass(slots=True)
class _Folder:
    stamp: Stamp
    stamped_at: float
    """When the stamp was first seen."""
    read_at: float = 0.0
    stated_at: float = 0.0
    """When the status of every file was last read."""
    files: Files = field(default_factory=dict[str, tuple[int, Entry]])
    latest: list[Entry] = field(default_factory=list[Entry])

    def replace(self, files: Files) -> None:
        """Store the files found; the list stays sorted."""
        gone = [seen[1] for name, seen in self.files.items() if files.get(name) is not seen]
        come = [seen[1] for name, seen in files.items() if self.files.get(name) is not seen]
        if len(gone) + len(come) > FEW:
            self.latest = sorted((entry for _, entry in files.values()), key=age)
        else:
            for entry in gone:
                del self.latest[bisect_left(self.latest, age(entry), key=age)]
            for entry in come:
                insort(self.latest, entry, key=age)
        self.files = files


class Listings:
    """The cached listings of a workspace."""

    def __init__(self) -> None:
        self._folders: dict[tuple[str, str], _Folder] = {}
        self._lines: dict[str, tuple[int, float, bytes]] = {}

    def latest(self, handle: int, path: str, suffix: str) -> Sequence[Entry]:
        """Return the files of an open folder with a suffix, the latest first."""
        status = os.fstat(handle)
        stamp, now = (status.st_dev, status.st_ino, status.st_mtime_ns), time.monotonic()
        known = self._folders.pop((path, suffix), None)
        if known is None or known.stamp[:2] != stamp[:2]:
            known = _Folder(stamp, now)
        elif known.stamp != stamp:
            known.stamp, known.stamped_at = stamp, now
        self._folders[path, suffix] = known
        if len(self._folders) > MOST_FOLDERS:
            del self._folders[next(iter(self._folders))]
        is_fresh = now - known.stated_at < FRESH_SECONDS
        if not (is_fresh and known.read_at - known.stamped_at > SETTLED_SECONDS):
            above = "" if path == "." else f"{path}/"
            known.replace(_read(handle, above, suffix, known.files if is_fresh else {}))
            known.read_at = now
            known.stated_at = known.stated_at if is_fresh else now
        return known.latest

    def line(self, entry: Entry) -> bytes | None:
        """Return the cached first line of a file, if the file is unchanged."""
        size, mtime, line = self._lines.get(entry.path, (-1, 0.0, b""))
        return line if (size, mtime) == (entry.size, entry.mtime) else None

    def keep_line(self, entry: Entry, line: bytes) -> None:
        """Cache the first line of a file."""
        self._lines.pop(entry.path, None)
        self._lines[entry.path] = entry.size, entry.mtime, line
        if len(self._lines) > MOST_LINES:
            del self._lines[next(iter(self._lines))]


def _read(handle: int, above: str, suffix: str, known: Files) -> Files:
    """Return the files of a folder; the status of a file that was not replaced is not read again."""
    files: Files = {}
    with os.scandir(handle) as found:
        for item in found:
            name = item.name
            if not name.endswith(suffix):
                continue
            seen = known.get(name)
            if seen is None or seen[0] != item.inode():
                try:
                    entry = seen_as(above, name, item.stat(follow_symlinks=False))
                except FileNotFoundError:
                    continue
                if entry.kind != "file":
                    continue
                seen = item.inode(), entry
            files[name] = seen
    return files
