"""Acting on open handles: reading a file, looking into a folder, putting a file in its place."""

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
from aule.sandbox.names import TEMPORARY_PREFIX, is_usable
from aule.sandbox.trouble import not_a_file
from aule.text.hashing import bytes_hash

Base = str | None
"""The hash of the content that is replaced; none where there was no file."""
ANYTHING: Final = "anything"
"""For whoever replaces whatever stands there."""
LONGEST_WAIT_S = 10.0
"""How long a writer waits for the lock on a folder."""
_PAUSE_S = 0.002
_TURNS = tuple(threading.RLock() for _ in range(64))
"""Threads of this process wait here for the lock on a folder, without asking the system for it again and again."""
_NO_LOCKS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
_OWNERS_ATTRIBUTES = ("user.", "system.posix_acl_access")
"""How the names of extended attributes begin that a person gives a file; none of them gives it rights of its own."""


class Folder:
    """An open folder, shared by all that look at it, until it is closed."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def close(self) -> None:
        """Let go of it. Doing it twice does nothing."""
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)


def read_up_to(handle: int, limit: int) -> bytes:
    """At most so many bytes of an open file."""
    pieces: list[bytes] = []
    while limit > 0:
        piece = os.read(handle, min(limit, 1 << 20))
        if not piece:
            break
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def scan(handle: int, folder: str) -> list[Entry]:
    """What is in an open folder, by name."""
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
    """A name in a folder as an entry; one that no path can name is seen, but not reached."""
    if is_usable(name):
        return entry_of(above + name, status)
    shown = os.fsencode(name).decode("utf-8", "replace")
    return Entry(above + shown, "other", status.st_size, status.st_mtime)


def replaceable(handle: int, name: str, path: str) -> os.stat_result | None:
    """What stands where a file is to be put; refused unless it is nothing, or a file of one name."""
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
    """A file beside its later place, complete and flushed to disk; whatever is left under its name goes.

    `like` is the file it will replace, whose owner and attributes it gets.
    """
    name = TEMPORARY_PREFIX + secrets.token_hex(8)
    with locked(handle, name):  # it and its lock appear together, so that nobody takes it for one of a killed process
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
    """Write a new file. Nothing has it open for writing after that: whoever looks would take it for being written."""
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
    """Give a file the owner and the attributes of another one, as far as the system lets us."""
    try:
        other = os.open(like, _READ, dir_fd=handle)
    except OSError:  # it is gone, which is noticed soon enough, or it may not be read
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
    """Give a temporary file its name, if the name stands for what the file was made from; tells whether it does now."""
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
    """Remove a file, if it is what is expected; tells whether it is gone."""
    if base is ANYTHING:
        os.unlink(name, dir_fd=handle)
        return True
    aside = TEMPORARY_PREFIX + secrets.token_hex(8)
    return remove_if(handle, name, aside, lambda each: _fingerprint(handle, each) == base)


@contextlib.contextmanager
def locked(folder: int, path: str) -> Generator[None]:
    """Hold the lock on a folder, which all threads and processes of this system take; `path` is what it is for."""
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
    """Take the lock on an open file or folder if it is free; where a file system has no locks, nothing is taken."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def is_open_elsewhere(handle: int, name: str) -> bool:
    """Whether another program has a file open for writing."""
    try:
        descriptor = os.open(name, _READ, dir_fd=handle)
    except OSError:
        return False
    try:
        return is_being_written(descriptor)
    finally:
        os.close(descriptor)


def _fingerprint(handle: int, name: str) -> str | None:
    """The hash of a file's content; none where there is no ordinary file of one name, or somebody is writing it."""
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
