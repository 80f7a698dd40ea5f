"""A port on this machine that takes the one answer which a browser brings back from a sign-in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

PATH = "/callback"
LONGEST = 8_192
_SECONDS = 5.0
_TOLD = "You can close this page. / Você pode fechar esta página."
_REFUSED = "This is not the answer that is awaited here."


@dataclass(slots=True)
class Loopback:
    """The port that waits: its number, the state that an answer has to carry, and the answer."""

    port: int = 0
    state: str | None = None
    """What the address that was opened carries; answers with anything else are not for us."""
    answer: asyncio.Future[dict[str, str]] = field(default_factory=asyncio.Future[dict[str, str]])

    @property
    def url(self) -> str:
        """The address that the browser is sent back to."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; only the awaited one counts."""
        try:
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                found = self._read(head.decode("ascii"))
                if found is not None and not self.answer.done():
                    self.answer.set_result(found)
                status, said = ("200 OK", _TOLD) if found is not None else ("400 Bad Request", _REFUSED)
                body = said.encode()
                lines = [f"HTTP/1.1 {status}", "Content-Type: text/plain; charset=utf-8", "Cache-Control: no-store"]
                lines += ["Referrer-Policy: no-referrer", "Content-Security-Policy: default-src 'none'"]
                lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
                writer.write("\r\n".join(lines).encode() + body)
                await writer.drain()
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever that was, it is not the browser we wait for
        finally:
            writer.close()

    def _read(self, head: str) -> dict[str, str] | None:
        """Return the parameters of the awaited request; None for any other."""
        first, *lines = head.split("\r\n")
        method, _, rest = first.partition(" ")
        target, _, _ = rest.partition(" ")
        path, _, query = target.partition("?")
        headers = [line.partition(":") for line in lines if ":" in line]
        hosts = [value.strip() for name, _, value in headers if name.strip().lower() == "host"]
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=20)
        found = dict(pairs)
        is_ours = method == "GET" and path == PATH and hosts == [f"127.0.0.1:{self.port}"]
        is_awaited = self.state is not None and found.get("state") == self.state and len(found) == len(pairs)
        return found if is_ours and is_awaited else None


@asynccontextmanager
async def loopback() -> AsyncGenerator[Loopback]:
    """Open the door on a port of its own."""
    door = Loopback()
    server = await asyncio.start_server(door.serve, "127.0.0.1", 0, limit=LONGEST)
    door.port = server.sockets[0].getsockname()[1]
    try:
        yield door
    finally:
        server.close()
        door.answer.cancel()
