"""Entries of a workspace: files, folders, links, and which of them are a person's own work."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Literal

SKIPPED = frozenset(
    {".aule", ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache"}
    | {".pytest_cache", ".tox", ".cache", "dist", "build", "target"}
)
"""Folders of tools, which a walk leaves out."""

Kind = Literal["file", "folder", "link", "other"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One file, folder or link in a workspace."""

    path: str
    kind: Kind
    size: int
    mtime: float
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The entries found under a folder, and whether those are all."""

    entries: list[Entry]
    complete: bool


def entry_of(path: str, status: os.stat_result) -> Entry:
    """Return an entry from a path's status."""
    kind: Kind = "other"
    if stat.S_ISREG(status.st_mode):
        kind = "file"
    elif stat.S_ISDIR(status.st_mode):
        kind = "folder"
    elif stat.S_ISLNK(status.st_mode):
        kind = "link"
    return Entry(path, kind, status.st_size if kind == "file" else 0, status.st_mtime)


def is_ordinary(entry: Entry) -> bool:
    """Return whether an entry is a person's own work: not hidden, not a folder of some tool."""
    name = entry.path.rpartition("/")[2]
    return not name.startswith(".") and not (entry.kind == "folder" and name in SKIPPED)
