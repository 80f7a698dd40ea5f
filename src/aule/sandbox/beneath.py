"""Opening beneath a directory handle, so that a path cannot lead outside, whatever changes meanwhile.

Two openers do the same. `openat2` lets the Linux kernel resolve the whole path under RESOLVE_BENEATH; `walk` opens one
component after the other without following links, and resolves links itself, for macOS and older or filtered kernels.
Neither ever compares names, so swapping a directory for a link between two steps gains nothing.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable

Opener = Callable[[int, str, int, bool], int]
"""(directory handle, canonical path, flags, follow links beneath) → file handle, or OSError.

ELOOP is a link that may not be followed, EXDEV a way that leads outside.
"""

MOST_LINKS = 40

_OPENAT2 = 437  # the same number on every architecture
_RESOLVE_NO_MAGICLINKS = 0x02
_RESOLVE_NO_SYMLINKS = 0x04
_RESOLVE_BENEATH = 0x08
_THROUGH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LOOK = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY
"""Flags that open a path only to check that it exists; a pipe without a writer does not block."""


class _How(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64)]


def openat2(directory: int, path: str, flags: int, follow: bool) -> int:
    """Open with the kernel's own resolution beneath the handle."""
    resolve = _RESOLVE_BENEATH | _RESOLVE_NO_MAGICLINKS | (0 if follow else _RESOLVE_NO_SYMLINKS)
    how = _How(flags | os.O_CLOEXEC, 0, resolve)
    name = os.fsencode(path)
    code = 0
    for _ in range(16):  # a rename elsewhere during the resolution makes the kernel say: try again
        result = _libc.syscall(_OPENAT2, directory, name, ctypes.byref(how), ctypes.sizeof(how))
        if result >= 0:
            return result
        code = ctypes.get_errno()
        if code not in (errno.EAGAIN, errno.EINTR):
            break
    raise OSError(code, os.strerror(code), path)


def walk(directory: int, path: str, flags: int, follow: bool) -> int:
    """Open component by component; `..` inside a link goes back to the handle it came through."""
    return _walk(directory, path, flags, follow)[0]


def resolved(directory: int, path: str) -> str:
    """Return the path beneath the handle that a path with links leads to; it contains no link.

    Callers open the result without following links, so that they open what they checked.
    """
    handle, found = _walk(directory, path, _LOOK, True)
    os.close(handle)
    return found


def _walk(directory: int, path: str, flags: int, follow: bool) -> tuple[int, str]:
    opened: list[int] = []
    names: list[str] = []
    todo = _components(path)
    links = 0
    try:
        while todo:
            part = todo.pop()
            here = opened[-1] if opened else directory
            if part == "..":
                if not opened:
                    raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path)
                os.close(opened.pop())
                names.pop()
                continue
            try:
                if not todo:
                    handle = os.open(part, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
                    return handle, "/".join([*names, part])
                opened.append(os.open(part, _THROUGH, dir_fd=here))
                names.append(part)
            except OSError as error:
                target = _link(part, here) if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK) else None
                if target is None:
                    raise
                links += 1
                if not follow or links > MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path) from None
                if target.startswith("/"):
                    raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path) from None
                todo.extend(_components(target))
        handle = os.open(".", flags | os.O_CLOEXEC, dir_fd=opened[-1] if opened else directory)
        return handle, "/".join(names) or "."
    finally:
        for each in opened:
            os.close(each)


def best_opener() -> Opener:
    """Return the kernel's resolution where a trial of it works, else the walk."""
    if sys.platform != "linux":  # the number means another call elsewhere
        return walk
    try:
        handle = os.open("/", _THROUGH)
        try:
            os.close(openat2(handle, ".", _THROUGH, False))
        finally:
            os.close(handle)
    except OSError:
        return walk
    return openat2


def _components(path: str) -> list[str]:
    return [part for part in reversed(path.split("/")) if part not in ("", ".")]


def _link(name: str, directory: int) -> str | None:
    try:
        return os.readlink(name, dir_fd=directory)
    except OSError:
        return None


def _load_libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(_How), ctypes.c_size_t]
    libc.syscall.restype = ctypes.c_long
    return libc


_libc = _load_libc()
