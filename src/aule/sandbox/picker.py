"""The file picker: finds a file by a few typed letters, near the top first, best fit first."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from aule.contracts.errors import NotFound, OutsideScope
from aule.sandbox.entries import Entry, is_ordinary
from aule.text.words import fold

if TYPE_CHECKING:
    from aule.sandbox.workspace import Workspace

MOST_ENTRIES = 10_000
"""Files and folders that are listed; deeper files have to be named by their path."""
_BREAKS = "/._- "


def files(workspace: Workspace) -> list[Entry]:
    """Return the files of a workspace, level by level, without hidden ones and folders of tools."""
    found: list[Entry] = []
    folders, seen = deque(["."]), 0
    while folders:
        try:
            entries = workspace.list(folders.popleft())
        except (NotFound, OutsideScope):  # it went away, or became a link, meanwhile
            continue
        for entry in filter(is_ordinary, entries):
            seen += 1
            if seen > MOST_ENTRIES:
                return found
            if entry.kind == "folder":
                folders.append(entry.path)
            elif entry.kind == "file":
                found.append(entry)
    return found


def pick(found: list[Entry], query: str, limit: int) -> list[Entry]:
    """Return files whose path contains the letters in order, best fit first; without letters the latest."""
    wanted = "".join(fold(query).split())
    if not wanted:
        return sorted(found, key=lambda entry: (-entry.mtime, entry.path))[:limit]
    scored = [(fit(fold(entry.path), wanted), entry) for entry in found]
    best = [(score, entry) for score, entry in scored if score is not None]
    best.sort(key=lambda pair: (-pair[0], len(pair[1].path), pair[1].path))
    return [entry for _, entry in best[:limit]]


def fit(path: str, wanted: str) -> float | None:
    """Return how well letters fit a path, more is better; None when it does not contain them in order.

    Adjacent letters beat scattered ones, the beginning of a word beats its middle, the file's own name beats its
    folders.
    """
    start = path.rfind("/") + 1
    place = path.find(wanted, start)
    if place < 0:
        place = path.find(wanted)
    if place >= 0:
        at_word = place == 0 or path[place - 1] in _BREAKS
        in_name = 2.0 * (place >= start) + 1.0 * (place == start)
        return 10 + 4.0 * at_word + in_name + len(wanted) / len(path)
    return _scattered(path, wanted, start)


def _scattered(path: str, wanted: str, name: int) -> float | None:
    score, place = 0.0, -1
    for letter in wanted:
        following = path.find(letter, place + 1)
        if following < 0:
            return None
        begins = following == 0 or path[following - 1] in _BREAKS
        score += 1.0 * (following == place + 1) + 0.8 * begins + 0.2 * (following >= name)
        place = following
    return score / len(wanted) * 4
