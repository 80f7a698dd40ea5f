"""Aliases: other paths under which tools of the machine find files of a project, and run them by themselves.

A link `.husky → tools/husky` makes hooks of the files in `tools/husky`, and so does `core.hooksPath` in the settings of
the project's own repository. A check whether a file runs by itself has to include its aliases.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path

from aule.contracts.access.autorun import (
    AUTORUN_FOLDERS,
    Autorun,
    autoruns,
    git_commands,
    is_autorun_folder,
    may_autorun,
)

_LARGEST = 64 * 1024
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def find_aliases(root: Path, links: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return places of a project with the paths under which a tool runs what is there.

    `links` are those of the project; without them only folders of tools in its root are read.
    """
    known = _top_links(root) if links is None else links
    found: dict[str, str] = {}
    for path, leads_to in known.items():
        if is_autorun_folder(path.rpartition("/")[2]) or may_autorun(path):
            found |= _inside(root, posixpath.dirname(path), leads_to, path)
    for key, value in git_commands(_content(root / ".git" / "config")):
        if key == "hookspath":
            found |= _inside(root, "", value, ".githooks")
        elif key == "path":
            found |= _inside(root, ".git", value, ".gitconfig")
        else:
            for word in value.split():
                found |= _inside(root, "", word, ".githooks/update") if "/" in word else {}
    return found


def autoruns_at(
    path: str,
    before: bytes | None,
    after: bytes | None,
    *,
    is_in_repository: bool | None = None,
    aliases: Mapping[str, str],
) -> list[Autorun]:
    """Return which tools would run a file by themselves, under its own path and under its aliases."""
    found = autoruns(path, before, after, is_in_repository=is_in_repository)
    for other in _other_paths(path, aliases):
        found += [each.model_copy(update={"path": path}) for each in autoruns(other, before, after)]
    return list({(each.tool, each.when): each for each in found}.values())


def _other_paths(path: str, aliases: Mapping[str, str]) -> Iterable[str]:
    for place, alias in aliases.items():
        if path == place or path.startswith(f"{place}/"):
            yield alias + path[len(place) :]


def _inside(root: Path, folder: str, leads_to: str, alias: str) -> dict[str, str]:
    """Return an alias if its target is inside the project and another place."""
    if os.path.isabs(leads_to):
        leads_to = os.path.relpath(leads_to, root)
        folder = ""
    place = posixpath.normpath(posixpath.join(folder, leads_to))
    return {} if place == "." or place.startswith("..") or place == alias else {place: alias}


def _top_links(root: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in AUTORUN_FOLDERS:
        try:
            found[name] = os.readlink(root / name)
        except OSError:
            continue
    return found


def _content(path: Path) -> str:
    try:
        handle = os.open(path, _READ)
    except OSError:
        return ""
    with os.fdopen(handle, "rb") as file:
        return file.read(_LARGEST).decode("utf-8", "replace")
