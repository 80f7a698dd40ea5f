"""Repair of a folder after a command: puts protected things back, and removes what no record can hold.

A secret, a repository or a pipe cannot be written in the box, but a folder above it can be renamed, and takes it along.
Such a thing is known by its inode. It is found wherever it went and moved back, before files are read: so its content
is never read, and nothing that undo could not restore is removed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Collection, Generator, Mapping
from pathlib import Path

from aule.sandbox.beneath import walk
from aule.sandbox.names import TEMPORARY_PREFIX
from aule.sandbox.removal import clear, opened
from aule.sandbox.trees import Identity, Tree, TreeDifference, identities, identity_of

_FOLDER = os.O_RDONLY | os.O_DIRECTORY
_INNER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_ASIDE = ".aule-kept-"
"""Temporary names of things that are moved back; sweeping temporary files does not remove them."""


def put_back(root: Path, before: Tree) -> list[str]:
    """Move everything a command may not change back to its place; return the paths of what had been moved.

    New folders that hold nothing else are then removed: there would be no record of them.
    """
    now = identities(root, before.identities)
    missing = {path: known for path, known in before.identities.items() if now.get(path) != known}
    missing = {path: known for path, known in missing.items() if path not in before.links}
    if not missing:
        return []
    handle = os.open(root, _FOLDER | os.O_CLOEXEC)
    try:
        search = _Search(handle, {known: path for path, known in missing.items()}, set(before.identities.values()))
        search.lift()
        for path, name in sorted(search.found.items()):
            with _made_above(handle, path) as (folder, last):
                _make_room(folder, last)
                os.rename(name, last, src_dir_fd=handle, dst_dir_fd=folder)
        _prune(handle, search.emptied, before.folders | before.derived)
    finally:
        os.close(handle)
    return sorted(search.found)


def mend(root: Path, before: Tree, found: TreeDifference) -> None:
    """Remove planted things and restore links. No link is ever followed."""
    handle = os.open(root, _FOLDER | os.O_CLOEXEC)
    doubled = frozenset(found.doubled)
    try:
        for path in found.planted:
            with contextlib.suppress(OSError), _above(handle, path) as (folder, name):
                if path in doubled:
                    _copy(folder, name)
                else:
                    _make_room(folder, name)
        for path in found.lost:
            with contextlib.suppress(OSError), _made_above(handle, path) as (folder, name):
                _link(folder, name, before.links[path])
    finally:
        os.close(handle)


class _Search:
    """Finds things by their inode, however deep, and moves them up to the root.

    One folder is open at a time, and the way up is `..`, compared with what was there on the way down: a command
    chooses the depth of a tree, but handles are limited.
    """

    def __init__(self, root: int, wanted: Mapping[Identity, str], closed: Collection[Identity]) -> None:
        self.found: dict[str, str] = {}
        """Path → name in the root."""
        self.emptied: list[str] = []
        """Folders out of which something was moved."""
        self._root = root
        self._wanted = wanted
        self._closed = closed

    def lift(self) -> None:
        """Search the whole folder."""
        here, names = os.dup(self._root), list[str]()
        above: list[tuple[Identity, list[str]]] = []
        waiting = self._inner_folders(here, names)
        try:
            while waiting or above:
                if waiting:
                    name, last = waiting.pop(), identity_of(os.fstat(here))
                    with contextlib.suppress(OSError):
                        inner = opened(name, here, _INNER)
                        os.close(here)
                        here = inner
                        names.append(name)
                        above.append((last, waiting))
                        waiting = self._inner_folders(here, names)
                    continue
                last, waiting = above.pop()
                names.pop()
                outer = os.open("..", _INNER, dir_fd=here)
                os.close(here)
                here = outer
                if identity_of(os.fstat(here)) != last:
                    break  # somebody moved the folder meanwhile
        finally:
            os.close(here)

    def _inner_folders(self, folder: int, names: list[str]) -> list[str]:
        """Move wanted things out of a folder; return the names of folders in it to search."""
        inner: list[str] = []
        for name in os.listdir(folder):
            try:
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            except OSError:
                continue
            known = identity_of(status)
            path = self._wanted.get(known)
            if path is not None and path not in self.found:
                aside = _ASIDE + secrets.token_hex(8)
                os.chmod(f"/proc/self/fd/{folder}", 0o700 | stat.S_IMODE(os.fstat(folder).st_mode))
                os.rename(name, aside, src_dir_fd=folder, dst_dir_fd=self._root)
                self.found[path] = aside
                self.emptied.append("/".join(names))
            elif stat.S_ISDIR(status.st_mode) and known not in self._closed:
                inner.append(name)
        return inner


def _prune(root: int, folders: Collection[str], known: Collection[str]) -> None:
    """Remove empty new folders, with those above them that become empty."""
    for folder in folders:
        place = folder
        with contextlib.suppress(OSError):
            while place and place not in known:
                os.rmdir(place, dir_fd=root)
                place = place.rpartition("/")[0]


def _make_room(folder: int, name: str) -> None:
    """Remove whatever is at a name."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return
    if stat.S_ISDIR(status.st_mode):
        clear(name, folder)
    else:
        os.unlink(name, dir_fd=folder)


def _copy(folder: int, name: str) -> None:
    """Replace a hard link by a file of its own."""
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
            return  # a file or folder is there now, and is reported as a change
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


@contextlib.contextmanager
def _made_above(root: int, path: str) -> Generator[tuple[int, str]]:
    """Open the folder of a path, and make folders that a command removed."""
    *parents, name = path.split("/")
    handle = os.dup(root)
    try:
        for parent in parents:
            inner = _opened_or_made(handle, parent)
            os.close(handle)
            handle = inner
        yield handle, name
    finally:
        os.close(handle)


def _opened_or_made(handle: int, name: str) -> int:
    try:
        return opened(name, handle, _INNER)
    except FileNotFoundError:
        pass
    except NotADirectoryError:
        _make_room(handle, name)
    except OSError as error:
        if not _is_link(handle, name):
            raise error
        _make_room(handle, name)
    os.mkdir(name, dir_fd=handle)
    made, above = os.open(name, _INNER, dir_fd=handle), os.fstat(handle)
    if os.geteuid() == 0:  # owned like the files around it
        os.fchown(made, above.st_uid, above.st_gid)
    return made


def _is_link(handle: int, name: str) -> bool:
    return stat.S_ISLNK(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode)
