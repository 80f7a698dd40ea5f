"""The watch on a box: checks usage that the kernel does not limit by itself while the command runs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

from aule.sandbox.box.limits import BoxLimits

Excess = Literal["memory", "processes", "disk"]
INTERVAL_S = 0.1


class BoxWatch:
    """Checks one running command regularly, and reports an exceeded limit."""

    def __init__(self, pid: int, limits: BoxLimits, folder: Path, *, is_counted: bool) -> None:
        self._pid = pid
        self._limits = limits
        self._folder = folder
        self._is_counted = is_counted
        self._free = _free(folder)

    def excess(self) -> Excess | None:
        """Return which limit the command exceeds, if any."""
        room, names = _free(self._folder)
        if self._free[0] - room > self._limits.disk or self._free[1] - names > self._limits.names:
            return "disk"
        if self._is_counted:
            return None
        found = below(self._pid, self._limits.processes + 32)
        if len(found) > self._limits.processes + 8:  # the box's own processes are among them
            return "processes"
        if sum(map(_resident, found)) <= self._limits.memory:
            return None
        # What processes share was counted for each of them; the exact figure costs more, so it is only looked at here.
        return "memory" if sum(map(_proportional, found)) > self._limits.memory else None


def _free(folder: Path) -> tuple[int, int]:
    """Return the free bytes and inodes on a folder's disk."""
    try:
        status = os.statvfs(folder)
    except OSError:
        return 0, 0
    return status.f_bavail * status.f_frsize, status.f_favail


def below(top: int, most: int) -> list[int]:
    """Return the processes below one, up to a limit."""
    found = [top]
    for pid in found:
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
        if len(found) > most:
            break
    return found[1:]


def _resident(pid: int) -> int:
    """Return a process's bytes in memory, shared memory included and file mappings left out."""
    return _counted(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:"))


def _proportional(pid: int) -> int:
    """Return a process's bytes in memory, with shared ones divided among the processes that share them."""
    return _counted(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"))


def _counted(path: str, names: tuple[str, ...]) -> int:
    """Return the sum of some figures of a process, converted from kB to bytes."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith(names))
    except (OSError, ValueError, IndexError):
        return 0
