"""Files in an open folder: read as they are, and replaced only if they still are what they were.

Writers agree by a lock; editors know nothing of it. So a file is swapped with the new one and looked at again before it
goes: what somebody saved in between is put back, and the writer is told.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Generator

from aule.contracts.errors import AuleError, Invalid, NotFound, OutsideScope, Refused, Unavailable
from aule.stores.atomic import write_all
from aule.stores.swapping import swap

READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a file is opened that may be anything: no link is followed, no pipe waited for."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def read_bytes(folder: int, name: str, most: int | None = None) -> bytes | None:
    """The bytes of a regular file; none when there are more than so many."""
    handle = os.open(name, READ, dir_fd=folder)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Invalid(f"{name!r} is not a regular file.", code="not_a_file", hint="Remove it.")
        if most is not None and status.st_size > most:
            return None
        return b"".join(iter(lambda: os.read(handle, 1 << 20), b""))
    finally:
        os.close(handle)


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
    try:
        if mode is not None:
            os.fchmod(handle, mode)
        write_all(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
    return name


def temporary_name(prefix: str) -> str:
    """A name for a file on its way in or out."""
    return f".{prefix}.{secrets.token_hex(8)}.tmp"


def sweep(folder: int, prefix: str) -> None:
    """Clear away what writers left behind when they were killed."""
    for name in os.listdir(folder):
        if name.startswith(f".{prefix}.") and name.endswith(".tmp"):
            os.unlink(name, dir_fd=folder)


def replace_expected(folder: int, name: str, content: bytes, expected: bytes | None, prefix: str) -> bool:
    """Put new bytes in the place of those expected, none for a new file; False if something else is there."""
    if expected is None:
        return _made(folder, name, content, prefix)
    if content_now(folder, name) != expected:
        return False
    mode = stat.S_IMODE(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode) & 0o777
    temporary = write_temporary(folder, prefix, content, mode)
    try:
        if not swap(folder, temporary, name):  # a file system that cannot: the moment between is short
            if content_now(folder, name) != expected:
                return False
            os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
            return True
        if content_now(folder, temporary) == expected:
            return True
        _put_back(folder, temporary, name, content)
        return False
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)


def remove_expected(folder: int, name: str, expected: bytes | None, prefix: str) -> bool:
    """Take a file away if it still is what it was."""
    aside = temporary_name(prefix)
    os.rename(name, aside, src_dir_fd=folder, dst_dir_fd=folder)
    if content_now(folder, aside) != expected:  # somebody saved in between: theirs goes back
        os.rename(aside, name, src_dir_fd=folder, dst_dir_fd=folder)
        return False
    os.unlink(aside, dir_fd=folder)
    return True


def content_now(folder: int, name: str) -> bytes | None:
    """The bytes of a file; none when there is no such regular file."""
    with contextlib.suppress(FileNotFoundError, Invalid):
        return read_bytes(folder, name)
    return None


def _made(folder: int, name: str, content: bytes, prefix: str) -> bool:
    temporary = write_temporary(folder, prefix, content)
    try:
        os.link(temporary, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except FileExistsError:
        return False
    finally:
        os.unlink(temporary, dir_fd=folder)
    return True


def _put_back(folder: int, temporary: str, name: str, ours: bytes) -> None:
    """Somebody saved while we wrote: theirs goes back to its place, and should they save again, the latest of it."""
    before: bytes | None = ours
    while True:
        placed = content_now(folder, temporary)
        try:
            swap(folder, temporary, name)
        except FileNotFoundError:  # they took it away meanwhile; what they saved is better than nothing
            os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
            return
        if content_now(folder, temporary) in (ours, before):
            return
        before = placed


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
            return Unavailable(f"There is no room left to write {path!r}. Nothing was changed.", code="disk_full")
        case _:
            return Unavailable(f"The file system failed at {path!r}: {error.strerror}.", hint="Try again.")
