"""Watching a box from outside: what the kernel does not limit by itself is looked at while the command runs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

from aule.sandbox.box.limits import Limits

Excess = Literal["memory", "processes", "disk"]
INTERVAL_S = 0.1
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Looks at one running command now and then, and says what is too much."""

    def __init__(self, pid: int, limits: Limits, folder: Path, *, is_counted: bool) -> None:
        self._pid = pid
        self._limits = limits
        self._folder = folder
        self._is_counted = is_counted
        self._free = _free(folder)

    def excess(self) -> Excess | None:
        """What the command has too much of, if anything."""
        if self._free - _free(self._folder) > self._limits.disk:
            return "disk"
        if self._is_counted:
            return None
        found = below(self._pid, self._limits.processes + 32)
        if len(found) > self._limits.processes + 8:  # the box's own processes are among them
            return "processes"
        return "memory" if sum(map(_resident, found)) > self._limits.memory else None


def _free(folder: Path) -> int:
    try:
        status = os.statvfs(folder)
    except OSError:
        return 0
    return status.f_bavail * status.f_frsize


def below(top: int, most: int) -> list[int]:
    """The processes under one, until there are more than anybody needs to know."""
    found = [top]
    for pid in found:
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
        if len(found) > most:
            break
    return found[1:]


def _resident(pid: int) -> int:
    """Bytes a process holds in memory, what it shares with a file left out."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0
    return (resident - shared) * _PAGE
