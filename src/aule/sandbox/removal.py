"""Removal of folders that somebody else filled, however deep, and whatever their permissions."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat

from aule.sandbox.names import TEMPORARY_PREFIX

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OPEN = 0o700
_READ = 0o400


def opened(name: str, folder: int, flags: int = _FOLDER) -> int:
    """Open something in a folder, also when its permissions exclude us although we own it."""
    try:
        return os.open(name, flags, dir_fd=folder)
    except PermissionError:
        unlock(name, folder)
        return os.open(name, flags, dir_fd=folder)


def unlock(name: str, folder: int) -> None:
    """Give ourselves the rights on a folder or file that is ours. A link is not followed."""
    handle = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        mode = os.fstat(handle).st_mode
        rights = _OPEN if stat.S_ISDIR(mode) else _READ if stat.S_ISREG(mode) else 0
        if rights:
            os.chmod(f"/proc/self/fd/{handle}", stat.S_IMODE(mode) | rights)
    finally:
        os.close(handle)


def clear(name: str, folder: int) -> None:
    """Remove a folder with its content. Inner folders are first moved up, so that none is too deep."""
    waiting = [name]
    while waiting:
        current = waiting[-1]
        inner = _emptied(current, folder)
        waiting += inner
        if not inner:
            os.rmdir(current, dir_fd=folder)
            waiting.pop()


def _emptied(name: str, folder: int) -> list[str]:
    """Remove the files of a folder and move its folders up; return their names there."""
    moved: list[str] = []
    handle = opened(name, folder)
    try:
        for entry in os.listdir(handle):
            if not stat.S_ISDIR(os.stat(entry, dir_fd=handle, follow_symlinks=False).st_mode):
                _unlink(entry, handle)
                continue
            new = TEMPORARY_PREFIX + secrets.token_hex(8)
            with contextlib.suppress(PermissionError):
                unlock(entry, handle)
            os.chmod(f"/proc/self/fd/{handle}", _OPEN)
            os.rename(entry, new, src_dir_fd=handle, dst_dir_fd=folder)
            moved.append(new)
    finally:
        os.close(handle)
    return moved


def _unlink(name: str, handle: int) -> None:
    try:
        os.unlink(name, dir_fd=handle)
    except PermissionError:
        os.chmod(f"/proc/self/fd/{handle}", _OPEN)
        os.unlink(name, dir_fd=handle)
