"""Swapping two names in one step: the way to replace a file and still see what was really replaced."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import sys
from collections.abc import Callable

_SWAP = 2
"""RENAME_EXCHANGE on Linux and RENAME_SWAP on macOS are the same number."""
_NOT_HERE = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM})


def swap(directory: int, one: str, other: str) -> bool:
    """Exchange what two names in a folder stand for; False where the system or the file system cannot."""
    if _rename is None:
        return False
    if _rename(directory, os.fsencode(one), directory, os.fsencode(other), _SWAP) == 0:
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
