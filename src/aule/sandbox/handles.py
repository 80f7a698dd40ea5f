"""Operations on open handles: read a file, list a folder, put a file in its place."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
import sys
import threading
import time
from collections.abc import Generator
from operator import attrgetter
from typing import Final

from aule.contracts.errors import OutsideScope, Unavailable
from aule.renames import is_being_written, remove_if, replace_if, take_name
from aule.sandbox.entries import Entry, entry_of
from aule.sandbox.file_errors import not_a_file
from aule.sandbox.names import TEMPORARY_PREFIX, is_usable
from aule.text.hashing import bytes_hash

Base = str | None
"""The hash of the content to be replaced; None where there was no file."""
ANYTHING: Final = "anything"
"""Marks that any content may be replaced."""
LONGEST_WAIT_S = 10.0
"""How long a writer waits for the lock on a folder."""
_PAUSE_S = 0.002
_TURNS = tuple(threading.RLock() for _ in range(64))
"""Locks by which threads of this process wait for a folder lock without polling the system."""
_NO_LOCKS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
_OWNERS_ATTRIBUTES = ("user.", "system.posix_acl_access")
"""Prefix of extended attributes that a person sets; none of them grants rights."""


class Folder:
    """An open folder, shared by all its views, until it is closed."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def close(self) -> None:
        """Close the handle. Closing twice does nothing."""
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)


def read_up_to(handle: int, limit: int) -> bytes:
    """Return at most so many bytes of an open file."""
    pieces: list[bytes] = []
    while limit > 0:
        piece = os.read(handle, min(limit, 1 << 20))
        if not piece:
            break
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def scan(handle: int, folder: str) -> list[Entry]:
    """Return the entries of an open folder, by name."""
    found: list[Entry] = []
    above = "" if folder == "." else f"{folder}/"
    with os.scandir(handle) as entries:
        for item in entries:
            name = item.name
            if name.startswith(TEMPORARY_PREFIX):
                continue
            try:
                status = item.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            found.append(seen_as(above, name, status))
    return sorted(found, key=attrgetter("path"))


def seen_as(above: str, name: str, status: os.stat_result) -> Entry:
    """Return a name in a folder as an entry; an unusable name is shown, but cannot be opened."""
    if is_usable(name):
        return entry_of(above + name, status)
    shown = os.fsencode(name).decode("utf-8", "replace")
    return Entry(above + shown, "other", status.st_size, status.st_mtime)


def replaceable(handle: int, name: str, path: str) -> os.stat_result | None:
    """Return the status of the file to be replaced; refuse anything but no file, or a file with one name."""
    try:
        status = os.stat(name, dir_fd=handle, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise OutsideScope(
            f"{path!r} is a symbolic link, which is not written through.", hint="Use the path of the real file."
        )
    if not stat.S_ISREG(status.st_mode):
        raise not_a_file(path)
    if status.st_nlink > 1:
        raise OutsideScope(
            f"{path!r} is also known by another name (a hard link), which may be outside the workspace.",
            hint="Copy it to a new file and work on that.",
        )
    return status


@contextlib.contextmanager
def temporary_file(handle: int, content: bytes, mode: int | None, like: str | None = None) -> Generator[str]:
    """Write a temporary file beside its later place, flushed to disk; it is removed if it is left.

    `like` is the file it will replace, whose owner and attributes it gets.
    """
    name = TEMPORARY_PREFIX + secrets.token_hex(8)
    with locked(handle, name):  # the file appears with its lock, so that no sweep takes it for a dead process's
        descriptor = os.open(name, _CREATE, 0o666 if mode is None else mode | stat.S_IWUSR, dir_fd=handle)
        _try_lock(descriptor)
    try:
        _fill(handle, name, content, like)
        if mode is not None:
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)
        yield name
    finally:
        os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=handle)


def _fill(handle: int, name: str, content: bytes, like: str | None) -> None:
    """Write a new file and close it, so that nobody takes it for one being written."""
    writing = os.open(name, _WRITE, dir_fd=handle)
    try:
        if like is not None:
            _take_over(handle, like, writing)
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(writing, rest) :]
    finally:
        os.close(writing)


def _take_over(handle: int, like: str, descriptor: int) -> None:
    """Copy owner and attributes of another file, as far as the system allows."""
    try:
        other = os.open(like, _READ, dir_fd=handle)
    except OSError:  # the file is gone, which is noticed later, or unreadable
        return
    try:
        theirs, ours = os.fstat(other), os.fstat(descriptor)
        if (theirs.st_uid, theirs.st_gid) != (ours.st_uid, ours.st_gid):
            _give(descriptor, theirs)
        if sys.platform == "linux":
            for each in os.listxattr(other):
                if each.startswith(_OWNERS_ATTRIBUTES):
                    os.setxattr(descriptor, each, os.getxattr(other, each))
    except OSError as error:  # a file system without attributes, or one that is gone since they were listed
        if error.errno not in (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENODATA, errno.EPERM, errno.EACCES):
            raise
    finally:
        os.close(other)


def _give(descriptor: int, theirs: os.stat_result) -> None:
    """Give a file to the owner of another one, or at least to its group."""
    for owner in (theirs.st_uid, -1):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, owner, theirs.st_gid)
            return


def sweep(handle: int) -> None:
    """Remove the temporary files of killed processes from a folder; those of living ones are locked."""
    with locked(handle, "."):
        for name in os.listdir(handle):
            if not name.startswith(TEMPORARY_PREFIX):
                continue
            with contextlib.suppress(OSError):
                descriptor = os.open(name, _READ, dir_fd=handle)
                try:
                    if _try_lock(descriptor):
                        os.unlink(name, dir_fd=handle)
                finally:
                    os.close(descriptor)


def put(handle: int, temporary: str, name: str, base: Base) -> bool:
    """Rename a temporary file into place if the file there is still `base`; return whether it was."""
    if base is ANYTHING:
        os.replace(temporary, name, src_dir_fd=handle, dst_dir_fd=handle)
        return True
    if base is not None:
        return replace_if(handle, temporary, name, lambda each: _fingerprint(handle, each) == base)
    try:
        take_name(handle, temporary, name)
    except FileExistsError:
        return False
    return True


def take_away(handle: int, name: str, base: Base) -> bool:
    """Remove a file if it is still `base`; return whether it was."""
    if base is ANYTHING:
        os.unlink(name, dir_fd=handle)
        return True
    aside = TEMPORARY_PREFIX + secrets.token_hex(8)
    return remove_if(handle, name, aside, lambda each: _fingerprint(handle, each) == base)


@contextlib.contextmanager
def locked(folder: int, path: str) -> Generator[None]:
    """Hold the lock on a folder, which all threads and processes of this system take, to change `path`."""
    deadline = time.monotonic() + LONGEST_WAIT_S
    turn = _TURNS[os.fstat(folder).st_ino % len(_TURNS)]
    if not turn.acquire(timeout=LONGEST_WAIT_S):
        raise _folder_locked(path)
    try:
        handle = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)  # locks belong to one opening
        try:
            _lock(handle, path, deadline)
            yield
        finally:
            os.close(handle)
    finally:
        turn.release()


def _lock(handle: int, path: str, deadline: float) -> None:
    pause = threading.Event()
    while not _try_lock(handle):
        if time.monotonic() > deadline:  # a command may hold it for as long as it runs
            raise _folder_locked(path)
        pause.wait(_PAUSE_S)


def _folder_locked(path: str) -> Unavailable:
    return Unavailable(
        f"{path!r} was not written: another program holds the lock on the folder.",
        code="folder_locked",
        hint="Wait until it has ended, and try again.",
    )


def _try_lock(handle: int) -> bool:
    """Lock an open file or folder if it is free; succeed where the file system has no locks."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def is_open_elsewhere(handle: int, name: str) -> bool:
    """Return whether another program has a file open for writing."""
    try:
        descriptor = os.open(name, _READ, dir_fd=handle)
    except OSError:
        return False
    try:
        return is_being_written(descriptor)
    finally:
        os.close(descriptor)


def _fingerprint(handle: int, name: str) -> str | None:
    """Return the hash of a file; None where there is no regular file with one name, or it is being written."""
    try:
        descriptor = os.open(name, _READ, dir_fd=handle)
    except OSError:
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or is_being_written(descriptor):
            return None
        return bytes_hash(read_up_to(descriptor, status.st_size + 1))
    finally:
        os.close(descriptor)
