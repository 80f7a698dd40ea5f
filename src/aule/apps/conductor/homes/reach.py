"""Reach: which files of a project a scope matches today, found within bounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.contracts.ambient import Clock
from aule.contracts.errors import AuleError
from aule.sandbox.entries import SKIPPED, Entry
from aule.sandbox.scope import scope_of
from aule.sandbox.secret_files import is_secret
from aule.sandbox.workspace import Workspace

MOST_ENTRIES = 100_000
SECONDS = 2.0
EXAMPLES = 5
_NEVER = frozenset({".git", ".aule"})


@dataclass(frozen=True, slots=True)
class Reach:
    """How many files a scope matches, some of them, and whether all were looked at."""

    count: int
    examples: tuple[str, ...] = ()
    complete: bool = True


def reach(
    root: Path, scope: Sequence[str], clock: Clock, *, seconds: float = SECONDS, examples: int = EXAMPLES
) -> Reach:
    """The files under a folder that a scope lets be written now; folders of tools count where the scope names them."""
    if not scope:
        return Reach(0)
    allowed, named = scope_of(tuple(scope)), _named(scope)
    deadline = clock.monotonic() + seconds
    count, shown, seen = 0, list[str](), 0
    try:
        with Workspace.open(root) as workspace:
            folders = deque(["."])
            while folders:
                if clock.monotonic() > deadline or seen > MOST_ENTRIES:
                    return Reach(count, tuple(shown), complete=False)
                for entry in _entries(workspace, folders.popleft()):
                    seen += 1
                    if entry.kind == "folder" and _is_entered(entry, named):
                        folders.append(entry.path)
                    elif entry.kind == "file" and allowed.allows(entry.path) and not is_secret(entry.path):
                        count += 1
                        shown += [entry.path] if len(shown) < examples else []
    except AuleError:  # the folder is not there, or closed: nothing is reached
        return Reach(0, (), complete=False)
    return Reach(count, tuple(shown))


def _entries(workspace: Workspace, folder: str) -> list[Entry]:
    try:
        return workspace.list(folder)
    except AuleError:  # it went away, is closed, or became a link, while we walked
        return []


def _is_entered(entry: Entry, named: frozenset[str]) -> bool:
    name = entry.path.rpartition("/")[2]
    if name in _NEVER:
        return False
    return name in named or not (name in SKIPPED or name.startswith("."))


def _named(scope: Sequence[str]) -> frozenset[str]:
    """The names a scope writes out, with which folders are entered that otherwise are not."""
    parts = (part for pattern in scope for part in pattern.replace("{", "/").replace("}", "/").split("/"))
    return frozenset(name for part in parts for name in part.split(","))
