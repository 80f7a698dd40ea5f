"""Renames that compare: a file takes a name only if that name still stands for what is expected.

Exchanging two names is one step for the file system, so whoever replaces a file can look at what was really replaced,
and put it back if it is not what they thought. Writers of ours agree by a lock that the caller holds; editors and other
programs know of none.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import signal
import sys
from collections.abc import Callable

Expected = Callable[[str], bool]
"""Whether what a name in the folder stands for is what the caller expects there."""

_NO_REPLACE = {"linux": 1, "darwin": 4}
_EXCHANGE = {"linux": 2, "darwin": 2}
_NOT_HERE = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM})


def exchange(directory: int, one: str, other: str) -> bool:
    """Exchange what two names in a folder stand for; False where the system or the file system cannot."""
    return _renamed(directory, one, other, _EXCHANGE.get(sys.platform, 0))


def take_name(directory: int, temporary: str, name: str) -> None:
    """Give a file its name; `FileExistsError` if something has that name."""
    if _renamed(directory, temporary, name, _NO_REPLACE.get(sys.platform, 0)):
        return
    try:
        os.link(temporary, name, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NOT_HERE:
            raise
        # A file system without links either: an empty file keeps the name free of others for a moment.
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, dir_fd=directory))
        os.replace(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
    else:
        os.unlink(temporary, dir_fd=directory)


def replace_if(directory: int, temporary: str, name: str, is_expected: Expected) -> bool:
    """Put a file in the place of one that is as expected; what somebody saved in between goes back to its place."""
    if not is_expected(name):
        return False
    ours = _inode(directory, temporary)
    try:
        is_exchanged = exchange(directory, temporary, name)
    except FileNotFoundError:  # it was taken away in between
        return False
    if not is_exchanged:  # a file system that cannot: the moment since the look is short
        os.replace(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
        return True
    if is_expected(temporary):
        return True
    _put_back(directory, temporary, name, ours)
    return False


def remove_if(directory: int, name: str, aside: str, is_expected: Expected) -> bool:
    """Take a file away if it is as expected; `aside` is a free name in the folder."""
    if not is_expected(name):
        return False
    os.rename(name, aside, src_dir_fd=directory, dst_dir_fd=directory)
    found = is_expected(aside)
    if not found:  # somebody saved in between: theirs goes back, unless they have saved once more
        with contextlib.suppress(FileExistsError):
            take_name(directory, aside, name)
            return False
    os.unlink(aside, dir_fd=directory)
    return found


def is_being_written(handle: int) -> bool:
    """Whether anybody has an open file open for writing too: an editor in the middle of saving it, for one.

    Only Linux tells, of files of one's own; elsewhere nobody does as far as is known.
    """
    if sys.platform != "linux":
        return False
    try:
        # Who opens the file in this very moment waits for the end of the look. The signal that tells of it is one that
        # does nothing; the usual one would end the process.
        fcntl.fcntl(handle, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    return False


def _put_back(directory: int, temporary: str, name: str, ours: int) -> None:
    """Give the name back to what somebody saved while we replaced it, and to the latest of it if they save again."""
    placed = ours
    while True:
        theirs = _inode(directory, temporary)
        try:
            exchange(directory, temporary, name)
        except FileNotFoundError:  # they took it away meanwhile; what they saved is better than nothing
            os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
            return
        if _inode(directory, temporary) in (ours, placed):
            return
        placed = theirs


def _inode(directory: int, name: str) -> int:
    return os.stat(name, dir_fd=directory, follow_symlinks=False).st_ino


def _renamed(directory: int, one: str, other: str, flags: int) -> bool:
    if _rename is None:
        return False
    if _rename(directory, os.fsencode(one), directory, os.fsencode(other), flags) == 0:
        return True
    code = ctypes.get_errno()
    if code in _NOT_HERE:
        return False
    raise OSError(code, os.strerror(code), one)


def _load() -> Callable[[int, bytes, int, bytes, int], int] | None:
    name = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform)
    if name is None:
        return None
    with contextlib.suppress(OSError, AttributeError):
        function = getattr(ctypes.CDLL(None, use_errno=True), name)
        function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        function.restype = ctypes.c_int
        return function
    return None


_rename = _load()
