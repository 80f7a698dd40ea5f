"""Limits: how much of the machine a command may take."""

from __future__ import annotations

import os
import resource
from dataclasses import dataclass
from functools import cache

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """Resource limits of a command; the defaults let builds and tests of ordinary projects pass."""

    processes: int = 256
    """Processes and threads in the box together."""
    memory: int = 4096 * MB
    """Bytes of all processes together where the system can count that, and of each one."""
    file: int = 512 * MB
    """The largest file it may write."""
    disk: int = 4096 * MB
    """How many bytes of free disk space may be used while it runs."""
    names: int = 400_000
    """How many free inodes may be used while it runs: each file and folder takes one."""
    open_files: int = 1024
    cpu_s: int = 1200
    """Seconds of computing per process."""
    temporary: int = 512 * MB
    """Bytes of `/tmp`, where it is in memory."""
    printed: int = 16 * MB
    """Bytes it may print on one stream before it is stopped."""
    shown: int = 12 * 1024
    """Bytes of a stream's end in the result: what a small model of 8,192 tokens can still read."""


USUAL = BoxLimits()


def rlimits(limits: BoxLimits, seconds: float) -> dict[str, int]:
    """Return the limits per process, by their `ulimit` letter; never above our own."""
    wanted = {
        "d": (resource.RLIMIT_DATA, limits.memory),
        "f": (resource.RLIMIT_FSIZE, limits.file),
        "n": (resource.RLIMIT_NOFILE, limits.open_files),
        "t": (resource.RLIMIT_CPU, max(1, min(limits.cpu_s, round(seconds * 8)))),
        "c": (resource.RLIMIT_CORE, 0),
    }
    return {letter: _at_most(which, value) for letter, (which, value) in wanted.items()}


def script(limits: BoxLimits, seconds: float, shell: str) -> str:
    """Return a shell script that sets the limits and then becomes the command; if one cannot be set, nothing runs."""
    is_bash = shell.endswith("bash")
    units = {"d": 1024, "f": 1024 if is_bash else 512}
    each = {**rlimits(limits, seconds), "u" if is_bash else "p": limits.processes}
    words = " && ".join(f"ulimit -{letter} {value // units.get(letter, 1)}" for letter, value in each.items())
    return f'{words} && exec "$@"; exit 125'


@cache
def limiter() -> str:
    """Return the shell that sets limits: a small one where there is one, as it starts faster."""
    return "/bin/sh" if os.path.realpath("/bin/sh").endswith("/dash") else shell()


def shell() -> str:
    """Return the shell that commands are written for."""
    return "/bin/bash" if os.path.exists("/bin/bash") else "/bin/sh"


def _at_most(which: int, value: int) -> int:
    hard = resource.getrlimit(which)[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)
