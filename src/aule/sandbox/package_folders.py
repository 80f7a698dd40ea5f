"""Folders of packages (`node_modules`, virtual environments) as wholes: told apart by what is in them, and removed.

Their contents are not kept: installing makes them again. What is kept is a mark of all of it, made of names, sizes and
times without reading a file, so that a folder that a command made is taken away later only if nobody changed it since.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from aule.sandbox.handles import lock_folder, take_name
from aule.sandbox.names import TEMPORARY_PREFIX
from aule.sandbox.removal import clear
from aule.sandbox.trees import LENT

MOST_ENTRIES = 300_000
ASIDE = f"{TEMPORARY_PREFIX}packages-"
"""How a folder is called while it is taken away."""
_REMADE = frozenset({"__pycache__", ".cache", ".vite", ".package-lock.json"})
"""What programs write beside packages while they use them."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class PackageFolder:
    """What a folder of packages holds."""

    mark: str
    files: int
    size: int


def is_package_folder(path: str) -> bool:
    """Return whether a path is that of a folder of packages, by its name."""
    return path.rpartition("/")[2] in LENT


def look_at(root: Path, path: str) -> PackageFolder | None:
    """Return what a folder of packages holds now; None where there is none, or one too large to be looked at."""
    try:
        handle = _opened(root, path)
    except OSError:
        return None
    try:
        return _counted(handle)
    except (OSError, RecursionError):
        return None
    finally:
        os.close(handle)


def take_away(root: Path, path: str, mark: str) -> bool:
    """Remove a folder of packages that holds exactly this; return whether it did. A crash leaves it, or removes it."""
    above, _, name = path.rpartition("/")
    handle = _opened(root, above)
    try:
        with lock_folder(handle, path):
            found = look_at(root, path)
            if found is None or found.mark != mark:
                return False
            aside = f"{ASIDE}{secrets.token_hex(8)}"
            os.rename(name, aside, src_dir_fd=handle, dst_dir_fd=handle)
            os.fsync(handle)
        clear(aside, handle)
    finally:
        os.close(handle)
    return True


def copy_into(root: Path, path: str, work: Path) -> None:
    """Copy a folder of packages of a project into a copy of it, its links as links."""
    place = work / path
    shutil.rmtree(place, ignore_errors=True)  # some of its files may be there already
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(root / path, place, symlinks=True, ignore_dangling_symlinks=True)


def bring(work: Path, root: Path, path: str, before: str | None) -> bool:
    """Put a folder of packages of a copy into the project, in the place of one that holds this, or of none.

    Returns whether it did: what somebody else changed meanwhile stays theirs.
    """
    above, _, name = path.rpartition("/")
    made = root / above / f"{ASIDE}{secrets.token_hex(8)}"
    try:
        shutil.copytree(work / path, made, symlinks=True, ignore=_special)
        if before is not None and not take_away(root, path, before):
            return False
        handle = _opened(root, above)
        try:
            with lock_folder(handle, path):
                take_name(handle, made.name, name)
                os.fsync(handle)
        finally:
            os.close(handle)
    except (OSError, shutil.Error):
        return False
    finally:
        sweep(root, path)
    return True


def _special(folder: str, names: list[str]) -> list[str]:
    """Return what is neither file, folder nor link: none of it is copied."""
    kinds = {name: stat.S_IFMT(os.lstat(f"{folder}/{name}").st_mode) for name in names}
    return [name for name, kind in kinds.items() if kind not in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)]


def sweep(root: Path, path: str) -> None:
    """Remove what is left, beside a folder of packages, of one whose removal was interrupted."""
    with contextlib.suppress(OSError):
        handle = _opened(root, path.rpartition("/")[0])
        try:
            for name in os.listdir(handle):
                if name.startswith(ASIDE):
                    clear(name, handle)
        finally:
            os.close(handle)


def _opened(root: Path, path: str) -> int:
    """Open a folder of a project part by part, through no link."""
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for part in path.split("/") if path else ():
        try:
            inner = os.open(part, _FOLDER, dir_fd=handle)
        finally:
            os.close(handle)
        handle = inner
    return handle


def _counted(handle: int) -> PackageFolder | None:
    whole, entries, files, size = hashlib.sha256(), 0, 0, 0
    for folder, inner, names, inside in os.fwalk(".", dir_fd=handle, follow_symlinks=False):
        inner[:] = sorted(name for name in inner if name not in _REMADE)
        for name in sorted({*names, *inner} - _REMADE):
            entries += 1
            if entries > MOST_ENTRIES:
                return None
            status = os.stat(name, dir_fd=inside, follow_symlinks=False)
            told = f"{folder}/{name}\0{stat.S_IFMT(status.st_mode)}\0{stat.S_IMODE(status.st_mode)}"
            if not stat.S_ISDIR(status.st_mode):
                told += f"\0{status.st_size}\0{status.st_ino}\0{status.st_ctime_ns}"
                files, size = files + 1, size + status.st_size
            whole.update(told.encode("utf-8", "surrogateescape") + b"\n")
    return PackageFolder(whole.hexdigest(), files, size)
