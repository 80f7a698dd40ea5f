"""Attacks from inside a limited child: what a reader that a hostile file took over would try first.

They call the system directly: rules for Python code are no wall for somebody who took over a library written in C.
"""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Iterator
from typing import Any, BinaryIO

_WRITE = os.O_WRONLY | os.O_CREAT

Told = dict[str, Any]


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Make the attack that is asked for."""
    attacks = {"reach": _reach, "spin": _spin, "flood": _flood, "hoard": _hoard, "start": _start, "fall": _fall}
    yield from attacks[argument["do"]](file, argument)


def _reach(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Tell which attacks on files and network went through; `secret` is the path of a file that it must not see."""
    libc = ctypes.CDLL(None, use_errno=True)
    secret = os.fsencode(argument["secret"])
    beside = os.path.dirname(secret)
    attacks = {
        "reading": [libc.open(secret, os.O_RDONLY), libc.open(b"/etc/shadow", os.O_RDONLY)],
        "writing": [libc.open(beside + b"/left", _WRITE, 0o600), libc.mkdir(beside + b"/made", 0o700)],
        "changing the file": [libc.open(b"/proc/self/fd/0", os.O_WRONLY), libc.ftruncate(0, 0)],
        "network": [libc.socket(family, socket.SOCK_STREAM, 0) for family in (socket.AF_INET, socket.AF_UNIX)],
    }
    through = [name for name, results in attacks.items() if any(result >= 0 for result in results)]
    libc.fchmod(0, 0o777)  # told as done by some walls; who looks at the file knows better
    through += ["environment"] if any(name not in ("PWD", "LC_CTYPE", "LANG") for name in os.environ) else []
    yield {"through": through, "size": len(file.read())}


def _spin(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Never say anything again."""
    yield {"pid": os.getpid()}
    while True:
        pass


def _flood(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Tell without end."""
    while True:
        yield {"much": "x" * 10_000}


def _hoard(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Take more memory than there may be."""
    try:
        held = bytearray(argument["bytes"])
    except MemoryError:
        held = bytearray()
    yield {"held": len(held)}


def _start(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Start other processes that outlive their parent, and spin."""
    libc = ctypes.CDLL(None)
    for _ in range(3):
        if libc.fork() == 0:
            libc.setsid()
            while True:
                pass
    yield from _spin(file, argument)


def _fall(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Crash after the first line."""
    yield {"before": True}
    ctypes.string_at(0)
