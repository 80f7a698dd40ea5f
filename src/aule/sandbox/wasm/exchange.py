"""What one run of a program is given and gives: its input, its output, its clock. Both forms of WASI stand on this."""

from __future__ import annotations

import hashlib
import os
import time

MOST_STDERR = 8_000
MOST_CHANCE = 65_536
"""Bytes of chance a program is given at once."""
INPUT, OUTPUT, ERRORS = 0, 1, 2


class Exited(Exception):
    """The program ended by itself."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Flooded(Exception):
    """The program wrote more than it may."""


class Exchange:
    """One run of a program: what it reads and writes, and what time it is for it."""

    def __init__(self, given: bytes, most_output: int, now_ns: int, seed: str | None = None) -> None:
        self.output = bytearray()
        self.errors = bytearray()
        self._given, self._read = given, 0
        self._most = most_output
        self._now, self._began = now_ns, time.monotonic_ns()
        self._seed, self._drawn = seed, 0

    @property
    def size(self) -> int:
        """Return how many bytes the input has."""
        return len(self._given)

    def read(self, size: int) -> bytes:
        """Return the next bytes of the input; nothing when it is at its end."""
        piece = self._given[self._read : self._read + size]
        self._read += len(piece)
        return piece

    def refuse_flood(self, handle: int, size: int) -> None:
        """Raise `Flooded` where so many bytes more are too many: asked before they are copied."""
        if handle == OUTPUT and len(self.output) + size > self._most:
            raise Flooded

    def write(self, handle: int, piece: bytes) -> None:
        """Take bytes of the output, or of the errors, of which only the first are kept."""
        self.refuse_flood(handle, len(piece))
        if handle == OUTPUT:
            self.output += piece
        else:
            self.errors += piece[: max(0, MOST_STDERR - len(self.errors))]

    def passed_ns(self) -> int:
        """Return the nanoseconds since the run began; none pass where a seed was given."""
        return time.monotonic_ns() - self._began if self._seed is None else 0

    def now_ns(self) -> int:
        """Return the time of the day in nanoseconds."""
        return self._now + self.passed_ns()

    def chance(self, size: int) -> bytes:
        """Return bytes of chance; where a seed was given, the same in each run."""
        if self._seed is None:
            return os.urandom(size)
        self._drawn += 1
        return hashlib.shake_256(f"{self._drawn} {self._seed}".encode("utf-8", "replace")).digest(size)
