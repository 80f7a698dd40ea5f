"""The second box: Landlock and a filter of system calls, for systems that allow no namespaces.

A command in it runs among the other processes of the machine, so files, network, signals and shared memory are each
closed by a rule. It cannot hide a single file inside a folder: it only gets folders made for it.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from pathlib import Path

from aule.sandbox.box import seccomp
from aule.sandbox.box.limits import BoxLimits, rlimits, shell
from aule.sandbox.box.spaces import SETTINGS, SYSTEM, Space, environment

LAUNCHER = Path(__file__).with_name("launcher.py")
SCOPED = 6
"""The first Landlock version that also closes signals and abstract sockets."""

_CREATE_RULESET, _VERSION = 444, 1
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_FACTS = ("cpuinfo", "meminfo", "stat", "version", "filesystems", "loadavg", "uptime", "sys/vm/overcommit_memory")
"""Files of /proc that programs read; none of them is about another process."""


@cache
def version() -> int:
    """Return the Landlock version of the kernel; 0 for none."""
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)))


def request(space: Space, folder: str, words: str, limits: BoxLimits, seconds: float, env: dict[str, str]) -> bytes:
    """Return the request for the launcher: rules, limits, filter and command."""
    home = space.home or space.root
    writable = [str(home), *([str(space.root)] if space.is_writable else [])]
    readable = [*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *(f"/proc/{name}" for name in _FACTS)]
    readable += [str(space.root), *map(str, space.readable)]
    each, given, user = rlimits(limits, seconds), environment(space, str(home), env), space.user
    told: dict[str, list[str]] = {
        "version": [str(version())],
        "readable": readable,
        "writable": writable,
        "devices": [*_DEVICES],
        "letters": [*each],
        "limits": [str(value) for value in each.values()],
        "processes": [str(limits.processes)],
        "user": [] if user is None else [str(user)],
        "filter": [seccomp.program(sockets=(), is_shared=True, has_our_rights=user is None).hex()],
        "folder": [str(space.root if folder == "." else space.root / folder)],
        "names": [*given],
        "values": [*given.values()],
        "command": [shell(), "-c", words],
    }
    return _packed(told)


def closed_request(told: dict[str, list[str]]) -> bytes:
    """Return the request for a command that may write nothing and open no device, and sets its limits itself."""
    return _packed({"version": [str(version())], "writable": [], "devices": [], "letters": [], "limits": [], **told})


def _packed(told: dict[str, list[str]]) -> bytes:
    lines = [word for name, said in told.items() for word in (name, str(len(said)), *said)]
    return "\0".join(lines).encode("utf-8", "surrogateescape") + b"\0"
