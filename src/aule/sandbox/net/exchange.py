"""An exchange with a server: a request whose answer is read piece by piece, over a pinned connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass

import httpcore

from aule.contracts.errors import Refused, Unavailable
from aule.sandbox.net.addresses import is_public
from aule.sandbox.net.name_resolution import resolve, system_resolver
from aule.sandbox.net.pinned_backend import ByteMeter, PinnedBackend
from aule.sandbox.net.targets import Target, read

CONNECT_SECONDS = 8.0


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request: where it goes, whether that may be in the owner's own network, and how much may come back."""

    method: str
    target: Target
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    is_own: bool = False
    is_secret: bool = False
    """Whether a token goes along, which is never sent to the public web unencrypted."""
    seconds: float = 60
    """Seconds that may pass without a byte."""
    most: int = 16_000_000


def read_target(url: str, *, is_own: bool) -> Target:
    """Return the target of an address the owner wrote, or raise why it may not be reached."""
    return read(url, own=is_own)


class ExchangeAnswer:
    """The answer of a server: its status and headers, and its body piece by piece."""

    def __init__(self, host: str, response: httpcore.Response) -> None:
        self._host = host
        self._response = response
        self.status = response.status
        self.headers = response.headers

    async def pieces(self) -> AsyncGenerator[bytes]:
        """Yield the body as it arrives; raise `Unavailable` when it breaks off."""
        with _told(self._host):
            async for piece in self._response.aiter_stream():
                yield piece


@contextmanager
def _told(host: str) -> Generator[None]:
    """Tell what goes wrong on the line in words."""
    try:
        yield
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        raise Unavailable(
            f"{host!r} cannot be reached, or broke off.", code="unreachable", hint="Check whether the server runs."
        ) from error


@asynccontextmanager
async def open_exchange(wish: Exchange) -> AsyncGenerator[ExchangeAnswer]:
    """Send a request to one checked address, and let its answer be read; nothing is followed anywhere else."""
    target = wish.target
    addresses = await resolve(target, system_resolver, own=wish.is_own)
    if target.scheme == "http" and wish.is_secret and any(map(is_public, addresses)):
        raise Refused(
            f"{target.host!r} would be told its token over a line that is not encrypted.",
            code="unsafe_url",
            hint="Give its https address.",
        )
    tls = await asyncio.to_thread(httpcore.default_ssl_context) if target.scheme == "https" else None
    pool = httpcore.AsyncConnectionPool(
        ssl_context=tls,
        max_connections=1,
        max_keepalive_connections=0,
        network_backend=PinnedBackend(target.host, addresses[0], ByteMeter(wish.most)),
    )
    url = httpcore.URL(
        scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
    )
    wait = {"connect": CONNECT_SECONDS, "read": wish.seconds, "write": wish.seconds, "pool": 1.0}
    headers = [("Host", target.authority), *wish.headers, ("Accept-Encoding", "identity"), ("Connection", "close")]
    written = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers]
    more = {"timeout": wait}
    async with pool, AsyncExitStack() as stack:
        with _told(target.host):
            sending = pool.stream(wish.method, url, headers=written, content=wish.body or None, extensions=more)
            response = await stack.enter_async_context(sending)
        yield ExchangeAnswer(target.host, response)
