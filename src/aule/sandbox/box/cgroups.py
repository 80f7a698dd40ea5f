"""Control groups: the kernel limits memory and number of all processes in a box together."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aule.sandbox.box.limits import BoxLimits

_MOUNT = Path("/sys/fs/cgroup")
_NAME = "aule-box-"
_SHELL = 'for place in $1; do echo $$ > "$place/cgroup.procs" || exit 125; done; shift; exec "$@"'


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """One control group for one command, in every hierarchy of the system."""

    folders: tuple[Path, ...]

    def around(self, command: list[str]) -> list[str]:
        """Return the command inside a shell that enters the group first."""
        places = " ".join(map(str, self.folders))
        return ["/bin/sh", "-c", _SHELL, "box", places, *command] if self.folders else command


@contextlib.contextmanager
def group(limits: BoxLimits) -> Generator[ControlGroup]:
    """Make a group with these limits for the block; an empty one where none can be made."""
    made: list[Path] = []
    try:
        name = f"{_NAME}{os.getpid()}-{secrets.token_hex(4)}"
        for parent, files in _parents().items():
            folder = parent / name
            folder.mkdir()
            made.append(folder)
            for file, value in _values(files, limits).items():
                (folder / file).write_text(str(value))
    except OSError:
        _remove(made)
        made = []
    try:
        yield ControlGroup(tuple(made))
    finally:
        _remove(made)


def _values(files: tuple[str, ...], limits: BoxLimits) -> dict[str, int]:
    known = {
        "memory.max": limits.memory,
        "memory.limit_in_bytes": limits.memory,
        "memory.swap.max": 0,
        "pids.max": limits.processes,
    }
    return {file: known[file] for file in files}


@cache
def _parents() -> dict[Path, tuple[str, ...]]:
    """Return where groups can be made, and which of their files set limits, by really making one."""
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    found: dict[Path, tuple[str, ...]] = {}
    for line in lines:
        _, controllers, place = line.split(":", 2)
        if not controllers and (_MOUNT / "cgroup.controllers").exists():
            found |= _unified(_MOUNT / place.lstrip("/"))
        for controller in controllers.split(","):
            if file := {"memory": "memory.limit_in_bytes", "pids": "pids.max"}.get(controller):
                folder = _MOUNT / controller / place.lstrip("/")
                found |= {folder: (file,)} if _works(folder, (file,)) else {}
    for parent in found:
        _remove([each for each in parent.glob(f"{_NAME}*") if not _has_owner(each)])
    return found


def _unified(own: Path) -> dict[Path, tuple[str, ...]]:
    """Return the nearest folder above us that delegates memory and process limits."""
    files = ("memory.max", "pids.max")
    for folder in (own, *own.parents):
        if not folder.is_relative_to(_MOUNT):
            break
        with contextlib.suppress(OSError):
            handed = (folder / "cgroup.subtree_control").read_text(encoding="utf-8").split()
            if {"memory", "pids"} <= set(handed) and _works(folder, files):
                return {folder: files}
    return {}


def _works(parent: Path, files: tuple[str, ...]) -> bool:
    """Return whether a group can be made there, limited, and entered."""
    trial = parent / f"{_NAME}{os.getpid()}-{secrets.token_hex(4)}"
    try:
        trial.mkdir()
        return all(os.access(trial / file, os.W_OK) for file in (*files, "cgroup.procs"))
    except OSError:
        return False
    finally:
        _remove([trial])


def _has_owner(folder: Path) -> bool:
    """Return whether the process that made a group is still alive."""
    return Path("/proc", folder.name.removeprefix(_NAME).partition("-")[0]).exists()


def _remove(folders: list[Path]) -> None:
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()
