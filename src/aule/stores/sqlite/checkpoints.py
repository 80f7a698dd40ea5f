"""Checkpoints: fold SQLite's write-ahead log into the file, off the loop."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

LOG_LIMIT = 4 * 1024 * 1024
"""Bytes of log that start a checkpoint."""
LOOK_EVERY = 64
"""Commits between two looks at the log's size; a look is a system call."""
REST = 4
"""Looks after a checkpoint that find a large log for good: it is written over from its beginning, not cut."""
DURABLE_EVERY = 16
"""Commits that wait for the disk between two looks whether the log has room."""
IDLE_S = 5.0
"""Quiet seconds after which a grown log is cut back to nothing."""

_log = logging.getLogger(__name__)


class Checkpoints:
    """Keeps the log of one file small without holding up anybody."""

    def __init__(self, path: Path, connect: Callable[[], sqlite3.Connection], turn: asyncio.Lock) -> None:
        self._wal = path.with_name(path.name + "-wal")
        self._connect = connect
        self._turn = turn
        self._is_closed = False
        self._commits = 0
        self._durable = 0
        self._rests_until = 0
        self._running: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    def committed(self) -> None:
        """Take note of a commit."""
        self._commits += 1
        if self._commits % LOOK_EVERY:
            return
        size = self._size()
        if size > 2 * LOG_LIMIT or (size > LOG_LIMIT and self._commits >= self._rests_until):
            self._rests_until = self._commits + REST * LOOK_EVERY
            self._start("PASSIVE")
            self._cut_when_idle()

    def grown(self) -> None:
        """Take note of a commit that may have made the log large."""
        self._commits += 1
        if self._size() > LOG_LIMIT:
            self._rests_until = self._commits + REST * LOOK_EVERY
            self._start("PASSIVE")
            self._cut_when_idle()

    def make_room(self) -> None:
        """Let the log lie on blocks that are its own, once many commits wait for the disk. Its writer calls this.

        A commit that makes the file longer waits for the file system's own log too, which everybody on the machine
        writes to; one that fills what is there waits only for its own bytes. Nothing reads what stands behind the last
        commit: SQLite knows its frames by their salt and checksum.
        """
        self._durable += 1
        if self._durable % DURABLE_EVERY or (size := self._size()) >= LOG_LIMIT:
            return
        with suppress(OSError), self._wal.open("r+b") as log:  # a disk that is full says so when it matters
            log.seek(size)
            log.write(bytes(LOG_LIMIT - size))

    async def close(self) -> None:
        """Finish what is under way, and begin nothing more; whoever calls this does not have the turn."""
        self._is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        if self._running is not None:
            await asyncio.wait([self._running])

    def _cut_when_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(IDLE_S, self._cut_if_idle, self._commits)

    def _cut_if_idle(self, commits: int) -> None:
        if commits == self._commits:
            self._start("TRUNCATE")
        else:
            self._cut_when_idle()

    def _start(self, mode: str) -> None:
        if not self._is_closed and (self._running is None or self._running.done()):
            self._running = asyncio.get_running_loop().create_task(self._run(mode), name="sqlite checkpoint")

    async def _run(self, mode: str) -> None:
        try:
            await asyncio.to_thread(self._checkpoint, mode)
            if mode == "PASSIVE":  # the few frames that came meanwhile: the log begins anew only when none is left
                async with self._turn:
                    await asyncio.to_thread(self._checkpoint, mode)
        except sqlite3.Error as problem:  # the log only stays longer; the next commit tries again
            _log.warning("checkpoint failed: %s", problem)

    def _checkpoint(self, mode: str) -> None:
        with closing(self._connect()) as connection:
            connection.execute(f"PRAGMA wal_checkpoint({mode})")

    def _size(self) -> int:
        try:
            return self._wal.stat().st_size
        except FileNotFoundError:
            return 0
