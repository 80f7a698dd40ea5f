"""Trees: folders of agents compared, copied and put in their place, so that a crash leaves the old or the new."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from aule.contracts.errors import Conflict
from aule.stores.home.atomic import sync_directory

Sums = dict[str, str]
"""What is in a folder, by relative path: kind, mode and sha256 of each."""


def sums_of(folder: Path) -> Sums:
    """Everything in a folder; raises at what is neither file, folder nor link."""
    found: Sums = {}
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            found[name] = f"link {os.readlink(path)}"
        elif stat.S_ISDIR(status.st_mode):
            found[name] = "folder"
        elif stat.S_ISREG(status.st_mode):
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            found[name] = f"file {stat.S_IMODE(status.st_mode):o} {sha256}"
        else:
            raise Conflict(f"{str(path)!r} is neither a file nor a folder.", code="odd_file", hint="Move it away.")
    return found


def with_contents(sums: Mapping[str, str], contents: Mapping[str, bytes]) -> Sums:
    """What a folder holds once some of its files have other contents."""
    changed = dict(sums)
    for name, content in contents.items():
        mode = sums[name].split(" ")[1] if name in sums else "644"
        changed[name] = f"file {mode} {hashlib.sha256(content).hexdigest()}"
    return changed


def copy(source: Path, target: Path, contents: Mapping[str, bytes] | None = None) -> None:
    """Copy a folder, links as links, some files with other contents; all of it is on the disk afterwards."""
    if os.path.lexists(target):
        shutil.rmtree(target)  # what an attempt left that was cut off
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, target, symlinks=True)
    for name, content in (contents or {}).items():
        (target / name).write_bytes(content)
    for path in [*_walk(target), target]:
        _sync(path)
    sync_directory(target.parent)


def move(source: Path, target: Path) -> None:
    """Give a folder another place, in one step; raises when something is there."""
    if os.path.lexists(target):
        raise Conflict(f"{str(target)!r} is there already.", code="target_exists", hint="Move it away first.")
    target.parent.mkdir(parents=True, exist_ok=True)
    os.rename(source, target)
    sync_directory(target.parent)
    sync_directory(source.parent)


def missing_parents(folder: Path, top: Path) -> list[Path]:
    """The folders above one that do not exist yet, the innermost first."""
    found: list[Path] = []
    while folder != top and not folder.exists():
        found.append(folder)
        folder = folder.parent
    return found


def remove_empty(folders: list[Path]) -> None:
    """Remove those folders in which nothing is left."""
    for folder in folders:
        if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)


def _sync(path: Path) -> None:
    status = path.lstat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        return
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
