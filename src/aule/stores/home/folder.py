"""Files in an open folder: read as they are, and replaced only if they still are what they were.

Writers agree by a lock; editors know nothing of it. So a file is swapped with the new one and looked at again before it
goes: what somebody saved in between is put back, and the writer is told.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Generator
from pathlib import Path

from aule.contracts.errors import AuleError, DiskFull, Invalid, NotFound, OutsideScope, Refused, Unavailable
from aule.renames import is_being_written, remove_if, replace_if, take_name
from aule.stores.home.atomic import PRIVATE, write_all

READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a file is opened that may be anything: no link is followed, no pipe waited for."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def read_bytes(folder: int, name: str, most: int | None = None) -> bytes | None:
    """The bytes of a regular file; none when there are more than so many."""
    handle = os.open(name, READ, dir_fd=folder)
    try:
        return _read(handle, name, most)
    finally:
        os.close(handle)


def _read(handle: int, name: str, most: int | None = None) -> bytes | None:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise Invalid(f"{name!r} is not a regular file.", code="not_a_file", hint="Remove it.")
    if most is not None and status.st_size > most:
        return None
    return b"".join(iter(lambda: os.read(handle, 1 << 20), b""))


def tail(folder: int, name: str, most: int) -> list[bytes]:
    """The lines in the last so many bytes of a file; of a shorter file all of them."""
    handle = os.open(name, READ, dir_fd=folder)
    try:
        start = max(0, os.fstat(handle).st_size - most)
        lines = os.pread(handle, most, start).splitlines()
        return lines if start == 0 else lines[1:]
    finally:
        os.close(handle)


def write_temporary(folder: int, prefix: str, content: bytes, mode: int | None = None) -> str:
    """A new file with this content, flushed to disk; gives its name, which nothing else has."""
    name = temporary_name(prefix)
    handle = os.open(name, NEW, 0o666, dir_fd=folder)
    with contextlib.ExitStack() as unless_done:
        unless_done.callback(os.unlink, name, dir_fd=folder)
        try:
            if mode is not None:
                os.fchmod(handle, mode)
            write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        unless_done.pop_all()
    return name


def temporary_name(prefix: str) -> str:
    """A name for a file on its way in or out."""
    return f".{prefix}.{secrets.token_hex(8)}.tmp"


def sweep(folder: int, prefix: str) -> None:
    """Clear away what writers left behind when they were killed."""
    for name in os.listdir(folder):
        if name.startswith(f".{prefix}.") and name.endswith(".tmp"):
            os.unlink(name, dir_fd=folder)


def replace_expected(
    folder: int, name: str, content: bytes, expected: bytes | None, prefix: str, mode: int | None = None
) -> bool:
    """Put new bytes in the place of those expected, none for a new file; False if something else is there.

    The file keeps its permissions, unless `mode` says which ones it gets.
    """
    if expected is None:
        return _made(folder, name, content, prefix, mode)
    if content_now(folder, name) != expected:
        return False
    if mode is None:
        mode = stat.S_IMODE(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode) & 0o777
    temporary = write_temporary(folder, prefix, content, mode)
    try:
        return replace_if(folder, temporary, name, lambda each: content_now(folder, each) == expected)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)


@contextlib.contextmanager
def folder_lock(path: Path) -> Generator[int]:
    """Hold the lock on a folder, among all processes that use it; gives a handle on the folder.

    It is held for as long as a small file takes to be read and written, and ends with the process.
    """
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(folder)


def replace_private(folder: int, name: str, content: bytes, expected: bytes | None) -> bool:
    """Replace a private file if it still is what it was, none for a new one; False if something else is there."""
    done = replace_expected(folder, name, content, expected, name, PRIVATE)
    os.fsync(folder)
    return done


def remove_expected(folder: int, name: str, expected: bytes | None, prefix: str) -> bool:
    """Take a file away if it still is what it was."""
    return remove_if(folder, name, temporary_name(prefix), lambda each: content_now(folder, each) == expected)


def content_now(folder: int, name: str) -> bytes | None:
    """The bytes of a file; none when there is no such regular file, or somebody is in the middle of writing it."""
    with contextlib.suppress(FileNotFoundError, Invalid):
        handle = os.open(name, READ, dir_fd=folder)
        try:
            return None if is_being_written(handle) else _read(handle, name)
        finally:
            os.close(handle)
    return None


def _made(folder: int, name: str, content: bytes, prefix: str, mode: int | None = None) -> bool:
    temporary = write_temporary(folder, prefix, content, mode)
    try:
        take_name(folder, temporary, name)
    except FileExistsError:
        return False
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
    return True


@contextlib.contextmanager
def told_of(path: str) -> Generator[None]:
    """Turn the system's errors about a path into ours."""
    try:
        yield
    except OSError as error:
        raise _explained(error, path) from error


def _explained(error: OSError, path: str) -> AuleError:
    match error.errno:
        case errno.ENOENT:
            return NotFound(f"There is no {path!r} in the project.")
        case errno.ELOOP | errno.ENOTDIR | errno.EMLINK | errno.EXDEV:
            return OutsideScope(
                f"{path!r} goes through a symbolic link or a file, which plans are not kept behind.",
                hint="Make it a real folder inside the project.",
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Refused(
                f"The system does not allow this with {path!r}.",
                code="permission_denied",
                hint="Look at the permissions of the file and of its folder.",
            )
        case errno.ENOSPC | errno.EDQUOT:
            return DiskFull(
                f"There is no room left to write {path!r}. Nothing was changed.", hint="Free some space and try again."
            )
        case _:
            return Unavailable(f"The file system failed at {path!r}: {error.strerror}.", hint="Try again.")
