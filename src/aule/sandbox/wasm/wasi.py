"""What a module sees of a system: its input, its output, a clock and chance. There are no files and no sockets.

The functions are those of WASI preview 1. They are written here, in the child, so that nothing of the machine is behind
them: files and sockets are answered as missing, and a sleep is over at once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from aule.sandbox.wasm.exchange import ERRORS, INPUT, MOST_CHANCE, OUTPUT, Exchange, Exited

SUCCESS, BAD_HANDLE, FAULT, INVALID, NOT_SUPPORTED, NO_SEEK = 0, 8, 21, 28, 58, 70
MOST_PIECES = 1_024
_CHARACTERS = 2
"""The file type of a terminal, so that a program writes each line at once."""

SIGNATURES = {
    "args_get": "ii",
    "args_sizes_get": "ii",
    "environ_get": "ii",
    "environ_sizes_get": "ii",
    "clock_res_get": "ii",
    "clock_time_get": "iIi",
    "fd_advise": "iIIi",
    "fd_allocate": "iII",
    "fd_close": "i",
    "fd_datasync": "i",
    "fd_fdstat_get": "ii",
    "fd_fdstat_set_flags": "ii",
    "fd_fdstat_set_rights": "iII",
    "fd_filestat_get": "ii",
    "fd_filestat_set_size": "iI",
    "fd_filestat_set_times": "iIIi",
    "fd_pread": "iiiIi",
    "fd_prestat_get": "ii",
    "fd_prestat_dir_name": "iii",
    "fd_pwrite": "iiiIi",
    "fd_read": "iiii",
    "fd_readdir": "iiiIi",
    "fd_renumber": "ii",
    "fd_seek": "iIii",
    "fd_sync": "i",
    "fd_tell": "ii",
    "fd_write": "iiii",
    "path_create_directory": "iii",
    "path_filestat_get": "iiiii",
    "path_filestat_set_times": "iiiiIIi",
    "path_link": "iiiiiii",
    "path_open": "iiiiiIIii",
    "path_readlink": "iiiiii",
    "path_remove_directory": "iii",
    "path_rename": "iiiiii",
    "path_symlink": "iiiii",
    "path_unlink_file": "iii",
    "poll_oneoff": "iiii",
    "proc_exit": "i",
    "proc_raise": "i",
    "sched_yield": "",
    "random_get": "ii",
    "sock_accept": "iii",
    "sock_recv": "iiiiii",
    "sock_send": "iiiii",
    "sock_shutdown": "ii",
}
"""Every function of WASI preview 1 with its parameters: `i` has 32 bits, `I` has 64. All but `proc_exit` give an error
number."""


class OutOfBounds(Exception):
    """A function was given an address outside the memory."""


class Memory:
    """The memory of a module; every address is held against its size as it is now."""

    def __init__(self, memory: Any, store: Any) -> None:
        self._memory, self._store = memory, store

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        start, end = self._range(at, size)
        return bytes(self._memory.read(self._store, start, end))

    def write(self, at: int, content: bytes) -> None:
        """Write bytes into the memory."""
        start, _ = self._range(at, len(content))
        if content:
            self._memory.write(self._store, content, start)

    def _range(self, at: int, size: int) -> tuple[int, int]:
        start, wanted = at & 0xFFFFFFFF, size & 0xFFFFFFFF
        if start + wanted > self._memory.data_len(self._store):
            raise OutOfBounds(f"{start}+{wanted}")
        return start, start + wanted


class Program:
    """The functions of WASI preview 1, for one run of a module."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._known: dict[str, Callable[..., int | None]] = {
            "args_sizes_get": self._sizes,
            "environ_sizes_get": self._sizes,
            "args_get": _nothing_to_do,
            "environ_get": _nothing_to_do,
            "clock_res_get": self._clock_precision,
            "clock_time_get": self._clock,
            "fd_close": _if_known,
            "fd_fdstat_get": self._status,
            "fd_fdstat_set_flags": _if_known,
            "fd_read": self._read_input,
            "fd_write": self._write_output,
            "fd_seek": _no_seek,
            "fd_tell": _no_seek,
            "poll_oneoff": self._poll,
            "proc_exit": self._exit,
            "sched_yield": _nothing_to_do,
            "random_get": self._chance,
        }

    def call(self, name: str, memory: Memory, *given: int) -> int | None:
        """Answer a function; what touches files or sockets finds none."""
        known = self._known.get(name)
        if known is not None:
            return known(memory, *given)
        return NOT_SUPPORTED if name.startswith(("proc_", "sock_")) else BAD_HANDLE

    def _sizes(self, memory: Memory, count: int, size: int) -> int:
        memory.write(count, bytes(4))
        memory.write(size, bytes(4))
        return SUCCESS

    def _clock_precision(self, memory: Memory, clock: int, at: int) -> int:
        memory.write(at, struct.pack("<Q", 1_000_000))
        return SUCCESS

    def _clock(self, memory: Memory, clock: int, precision: int, at: int) -> int:
        if clock not in (0, 1):
            return INVALID
        told = self._exchange.now_ns() if clock == 0 else self._exchange.passed_ns()
        memory.write(at, struct.pack("<Q", told))
        return SUCCESS

    def _status(self, memory: Memory, handle: int, at: int) -> int:
        if not 0 <= handle <= 2:
            return BAD_HANDLE
        rights = 2 if handle == 0 else 64  # read, or write
        memory.write(at, struct.pack("<BxHxxxxQQ", _CHARACTERS, 0, rights, 0))
        return SUCCESS

    def _pieces(self, memory: Memory, at: int, count: int) -> list[tuple[int, int]]:
        told = memory.read(at, 8 * count)
        return [struct.unpack_from("<II", told, 8 * place) for place in range(count)]

    def _read_input(self, memory: Memory, handle: int, at: int, count: int, told: int) -> int:
        if handle != INPUT:
            return BAD_HANDLE
        if not 0 <= count <= MOST_PIECES:
            return INVALID
        total = 0
        for start, size in self._pieces(memory, at, count):
            piece = self._exchange.read(size)
            memory.write(start, piece)
            total += len(piece)
        memory.write(told, struct.pack("<I", total))
        return SUCCESS

    def _write_output(self, memory: Memory, handle: int, at: int, count: int, told: int) -> int:
        if handle not in (OUTPUT, ERRORS):
            return BAD_HANDLE
        if not 0 <= count <= MOST_PIECES:
            return INVALID
        total = 0
        for start, size in self._pieces(memory, at, count):
            self._exchange.refuse_flood(handle, size)
            self._exchange.write(handle, memory.read(start, size))
            total += size
        memory.write(told, struct.pack("<I", total & 0xFFFFFFFF))
        return SUCCESS

    def _poll(self, memory: Memory, subscriptions: int, events: int, count: int, told: int) -> int:
        """Tell that everything waited for is there: nobody sleeps, and there is nothing else to wait for."""
        if not 0 < count <= MOST_PIECES:
            return INVALID
        for place in range(count):
            asked = memory.read(subscriptions + 48 * place, 48)
            user, kind = asked[:8], asked[8]
            memory.write(events + 32 * place, user + struct.pack("<HBxxxxxQHxxxxxx", SUCCESS, kind, 0, 0))
        memory.write(told, struct.pack("<I", count))
        return SUCCESS

    def _exit(self, memory: Memory, code: int) -> None:
        raise Exited(code)

    def _chance(self, memory: Memory, at: int, size: int) -> int:
        if not 0 <= size <= MOST_CHANCE:
            return INVALID
        memory.write(at, self._exchange.chance(size))
        return SUCCESS


def _nothing_to_do(memory: Memory, *given: int) -> int:
    return SUCCESS


def _if_known(memory: Memory, handle: int, *given: int) -> int:
    return SUCCESS if 0 <= handle <= 2 else BAD_HANDLE


def _no_seek(memory: Memory, handle: int, *given: int) -> int:
    return NO_SEEK if 0 <= handle <= 2 else BAD_HANDLE
