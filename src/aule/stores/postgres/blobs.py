"""Blobs in a database that several machines share: what one of them keeps, all of them can read.

A content is cut into parts of at most 1 MiB, written in one transaction. The folder of the data directory
keeps copies of what was used here, so that a content is fetched once; each copy is checked like any blob.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from threading import Lock, Thread
from typing import Any, TypeVar

from aule.contracts.errors import Corrupt, NotFound, StorageFailed
from aule.stores.home.blobs import Blobs, Incoming
from aule.stores.postgres.driver import BROKEN, FAILURES, driver, translated
from aule.text.hashing import bytes_hash

PART = 1024 * 1024
CONNECTIONS = 2
PATIENCE_S = 60.0
"""How long one content may take on its way."""

_FINGERPRINTS = "SELECT sha256(content) FROM blobs WHERE sha256 = $1 ORDER BY part"
_FETCH = "SELECT content FROM blobs WHERE sha256 = $1 AND part = $2"
_FORGET = "DELETE FROM blobs WHERE sha256 = $1"
_KEEP = "INSERT INTO blobs (sha256, part, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"

T = TypeVar("T")


class PostgresBlobs(Blobs):
    """Contents in a shared database, with a folder of copies at hand."""

    is_shared = True

    def __init__(self, path: Path, url: str) -> None:
        super().__init__(path)
        self._line = Line(url)

    def put(self, content: bytes) -> str:
        """Keep some bytes and give their sha256. A damaged earlier copy is repaired."""
        sha = bytes_hash(content)
        self._send(sha, lambda: _cut(content))
        return super().put(content)

    def sound(self, sha: str) -> Path:
        """The file of a content that is undamaged; fetched when it is not here."""
        try:
            return super().sound(sha)
        except (NotFound, Corrupt):
            self._bring(sha)
            return super().sound(sha)

    def get(self, sha: str) -> bytes:
        """The bytes with this sha256; `Corrupt` if they are no longer those that were put."""
        try:
            return super().get(sha)
        except (NotFound, Corrupt):
            self._bring(sha)
            return super().get(sha)

    def has(self, sha: str) -> bool:
        """Whether this content is there."""
        return super().has(sha) or bool(self._line.do(lambda connection: connection.fetch(_FINGERPRINTS, sha)))

    def delete(self, sha: str) -> None:
        """Forget a content; copies on other machines stay until they are cleared away there."""
        super().delete(sha)
        self._line.do(lambda connection: connection.execute(_FORGET, sha))

    def close(self) -> None:
        """Let go of the server."""
        self._line.close()

    def _incoming(self, descriptor: int) -> Incoming:
        return _Passing(descriptor, self._send)

    def _send(self, sha: str, parts: Callable[[], Iterable[bytes]]) -> None:
        """Put a content into the database, unless it is there undamaged."""

        async def send(connection: Any) -> None:
            found = [bytes(row[0]) for row in await connection.fetch(_FINGERPRINTS, sha)]
            if found == [hashlib.sha256(part).digest() for part in parts()]:
                return
            async with connection.transaction():
                if found:
                    await connection.execute(_FORGET, sha)
                for number, part in enumerate(parts()):
                    await connection.execute(_KEEP, sha, number, part)

        self._line.do(send)

    def _bring(self, sha: str) -> None:
        """Copy a content from the database; what is not there stays missing."""

        async def bring(connection: Any) -> list[bytes]:
            parts: list[bytes] = []
            while (part := await connection.fetchval(_FETCH, sha, len(parts))) is not None:
                parts.append(part)
            return parts

        parts = self._line.do(bring)
        if not parts:
            raise NotFound(f"There is no content {sha!r}.", hint="It was deleted, or belongs to another database.")
        content = b"".join(parts)
        if bytes_hash(content) != sha:
            raise Corrupt(f"The content {sha!r} was damaged in the database.", hint="Restore it from a backup.")
        super().put(content)


class _Passing(Incoming):
    """A content on its way in, which is passed on to the database before it counts as kept."""

    def __init__(self, descriptor: int, send: Callable[[str, Callable[[], Iterable[bytes]]], None]) -> None:
        super().__init__(descriptor)
        self._send = send
        self._sent = ""

    def sync(self) -> None:
        """Put what has arrived on the disk and into the database."""
        super().sync()
        if self._sent != self.sha256:
            self._send(self.sha256, self._parts)
            self._sent = self.sha256

    def _parts(self) -> Iterator[bytes]:
        for start in range(0, max(self.size, 1), PART):
            yield os.pread(self._descriptor, PART, start)


class Line:
    """Connections that plain functions use from any thread: they live on an event loop of their own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool: Any = None
        self._opening = Lock()

    def do(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do something on a connection and wait for it; on one that broke meanwhile, once more on a new one."""
        done = asyncio.run_coroutine_threadsafe(self._do(work), self._open())
        try:
            return done.result(PATIENCE_S)
        except TimeoutError:
            done.cancel()
            raise StorageFailed(
                "The database server took too long with a content.", hint="Check the connection to Postgres."
            ) from None

    def close(self) -> None:
        """Let go of the connections."""
        with self._opening:
            loop, self._loop = self._loop, None
            if loop is not None:
                asyncio.run_coroutine_threadsafe(self._leave(), loop).result(PATIENCE_S)
                loop.call_soon_threadsafe(loop.stop)

    def _open(self) -> asyncio.AbstractEventLoop:
        with self._opening:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=_run, args=(self._loop,), name="blobs", daemon=True).start()
            return self._loop

    async def _do(self, work: Callable[[Any], Awaitable[T]]) -> T:
        with translated():
            if self._pool is None:
                self._pool = driver.create_pool(self._url, min_size=0, max_size=CONNECTIONS)
            await self._pool
            try:
                async with self._pool.acquire() as connection:
                    return await work(connection)
            except BROKEN:  # the server was restarted: the pool makes a new one
                async with self._pool.acquire() as connection:
                    return await work(connection)

    async def _leave(self) -> None:
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), 5)
            except (TimeoutError, *FAILURES):
                self._pool.terminate()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _cut(content: bytes) -> Iterator[bytes]:
    for start in range(0, max(len(content), 1), PART):
        yield content[start : start + PART]
