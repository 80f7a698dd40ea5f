"""Extra files: what lies in an agent's folder besides its manifest and its persona, and comes along with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from aule.apps.conductor.documents import read_bytes
from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, warned
from aule.sandbox.secret_files import is_secret

MOST_FILES = 200
MOST_BYTES = 8 * 1024 * 1024
"""Bytes of all extra files of one agent."""
ASIDE = "imported"
"""The folder for files whose names mean something else here."""
_OWN = frozenset({"agent.yaml", "persona.md", ASIDE})
_STATE = "state.json"


def extra_files(
    folder: Path, taken: Collection[str], *, locale: str = ENGLISH
) -> tuple[dict[str, bytes], list[Finding]]:
    """The files of a folder that are not `taken` already, by the path they get, and those that do not come along."""
    found: dict[str, bytes] = {}
    left: list[Finding] = []
    if (folder / ".git").exists():
        left.append(warned("file_left_out", folder, name="'.git'"))
    room = MOST_BYTES
    for path in _files_in(folder):
        name = path.relative_to(folder).as_posix()
        if name in taken:
            continue
        try:
            name.encode()
            if path.is_symlink() or is_secret(name) or len(found) == MOST_FILES:
                raise ValueError(name)
            content = read_bytes(path, room, locale=locale)
        except (Misconfigured, ValueError):
            left.append(warned("file_left_out", folder, name=repr(name)))
            continue
        room -= len(content)
        first, *more = PurePosixPath(name).parts
        is_ours = first in _OWN or (first == _STATE and bool(more))
        found[f"{ASIDE}/{name}" if is_ours else name] = content
    return found, left


def names_in(folder: Path) -> list[str]:
    """Every file of an agent's folder, by its path in it."""
    return [path.relative_to(folder).as_posix() for path in _files_in(folder)]


def _files_in(folder: Path) -> Iterator[Path]:
    """Everything in a folder that is no folder itself; what a repository keeps for itself is not looked through."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            if path.name != ".git":
                yield from _files_in(path)
        else:
            yield path
