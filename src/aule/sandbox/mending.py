"""Mending a folder after a command: what no record can hold is taken away again, and links stand as they stood."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Generator
from pathlib import Path

from aule.sandbox.beneath import walk
from aule.sandbox.clearing import clear
from aule.sandbox.names import TEMPORARY_PREFIX, is_usable
from aule.sandbox.trees import Contrast, Tree

_FOLDER = os.O_RDONLY | os.O_DIRECTORY
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def mend(root: Path, before: Tree, found: Contrast) -> None:
    """Take away what was planted and put links back. Nothing is ever followed."""
    handle = os.open(root, _FOLDER | os.O_CLOEXEC)
    try:
        for path in found.planted:
            with contextlib.suppress(OSError), _above(handle, path) as (folder, name):
                _take_away(folder, name)
        for path in found.lost:
            with contextlib.suppress(OSError), _above(handle, path) as (folder, name):
                _link(folder, name, before.links[path])
    finally:
        os.close(handle)


def _take_away(folder: int, name: str) -> None:
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISDIR(status.st_mode):
        clear(name, folder)
    elif stat.S_ISREG(status.st_mode) and is_usable(name):
        if status.st_nlink > 1:
            _copy(folder, name)
    else:
        os.unlink(name, dir_fd=folder)


def _copy(folder: int, name: str) -> None:
    """Make of another name for a file a file of its own."""
    temporary = TEMPORARY_PREFIX + secrets.token_hex(8)
    source = os.open(name, _FILE, dir_fd=folder)
    with os.fdopen(source, "rb") as old:
        mode = stat.S_IMODE(os.fstat(source).st_mode) & 0o777
        with os.fdopen(os.open(temporary, _NEW, mode, dir_fd=folder), "wb") as new:
            shutil.copyfileobj(old, new)
            os.fchmod(new.fileno(), mode)
    os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _link(folder: int, name: str, leads_to: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if not stat.S_ISLNK(status.st_mode):
            return  # something real stands there now, and is told as a change
        os.unlink(name, dir_fd=folder)
    os.symlink(leads_to, name, dir_fd=folder)


@contextlib.contextmanager
def _above(root: int, path: str) -> Generator[tuple[int, str]]:
    parent, _, name = path.rpartition("/")
    handle = walk(root, parent or ".", _FOLDER, False)
    try:
        yield handle, name
    finally:
        os.close(handle)
