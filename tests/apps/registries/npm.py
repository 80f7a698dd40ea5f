"""A registry for npm on this machine: one small package, made here, and a list of what was asked."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

SUM = "module.exports = (numbers) => numbers.reduce((one, two) => one + two, 0);\n"


@dataclass(slots=True)
class Npm:
    """The registry while it serves."""

    postinstall: str = ""
    """What the package runs when it is installed."""
    port: int = 0
    asked: list[str] = field(default_factory=list[str])
    still: asyncio.Event = field(default_factory=asyncio.Event)
    is_slow: bool = False
    """Whether an answer never comes to its end."""

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request, and hang up."""
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                method, path, _ = head.split("\r\n", 1)[0].split(" ")
                self.asked.append(f"{method} {path}")
                kind, content = self._answer(path)
                status = "404 Not Found" if content is None else "200 OK"
                content = content or b"{}"
                length = len(content) + (1_000_000 if self.is_slow else 0)
                writer.write(f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n".encode())
                writer.write(content)
                await writer.drain()
                if self.is_slow:
                    self.still.set()
                    await reader.read()
        finally:
            writer.close()

    def _answer(self, path: str) -> tuple[str, bytes | None]:
        tarball = self._tarball()
        if path == "/small-sum":
            return "application/json", json.dumps(self._document(tarball)).encode()
        if path.endswith("/small-sum-1.0.0.tgz"):
            return "application/octet-stream", tarball
        return "application/json", None

    def _document(self, tarball: bytes) -> dict[str, object]:
        digest = base64.b64encode(hashlib.sha512(tarball).digest()).decode()
        dist = {"tarball": f"{self.url}/small-sum/-/small-sum-1.0.0.tgz", "integrity": f"sha512-{digest}"}
        version = {**self._manifest(), "dist": dist, "hasInstallScript": bool(self.postinstall)}
        return {"name": "small-sum", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}

    def _manifest(self) -> dict[str, object]:
        scripts = {"postinstall": self.postinstall} if self.postinstall else {}
        return {"name": "small-sum", "version": "1.0.0", "main": "index.js", "scripts": scripts}

    def _tarball(self) -> bytes:
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w") as tar:
            for name, text in (("package.json", json.dumps(self._manifest())), ("index.js", SUM)):
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(text)
                entry.mode = 0o644
                tar.addfile(entry, io.BytesIO(text.encode()))
        return gzip.compress(made.getvalue(), mtime=0)


@asynccontextmanager
async def npm_registry(postinstall: str = "") -> AsyncGenerator[Npm]:
    """A registry that serves for the block."""
    registry = Npm(postinstall)
    server = await asyncio.start_server(registry.serve, "127.0.0.1", 0)
    registry.port = server.sockets[0].getsockname()[1]
    try:
        yield registry
    finally:
        server.close()
