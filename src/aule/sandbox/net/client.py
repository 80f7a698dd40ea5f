"""The guarded client: resolves a name once, connects to exactly that address, and never takes more than allowed."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Collection
from dataclasses import dataclass

import httpcore

from aule import __version__
from aule.contracts.errors import Refused, TimedOut, TooLarge, Unavailable
from aule.sandbox.net.addresses import Address
from aule.sandbox.net.answers import ResponseHead
from aule.sandbox.net.decompression import ENCODINGS, Unpacker
from aule.sandbox.net.name_resolution import Resolver, resolve, system_resolver
from aule.sandbox.net.pinned_backend import ByteMeter, PinnedBackend
from aule.sandbox.net.targets import PORTS, Target, follow, read

AGENT = f"aule/{__version__}"
"""The user agent: it does not pose as a browser."""
MOST_TRIED = 3
"""Addresses of one site that are tried when the first does not answer."""

PAGES = frozenset({"text/html", "application/xhtml+xml"})
DATA = frozenset({"application/json", "application/ld+json", "application/geo+json", "application/feed+json"})
TEXTS = frozenset(
    {"text/plain", "text/markdown", "text/csv", "text/x-rst", "text/xml", "application/xml"}
    | {"application/rss+xml", "application/atom+xml", "application/x-ndjson", "application/yaml", "text/yaml"}
)
READABLE = PAGES | DATA | TEXTS
"""The content types that are accepted."""
_UNSURE = "What was sent may have been carried out: look before you send it again."


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits of one fetch, all redirects included."""

    seconds: float = 30
    connect_seconds: float = 8
    wire: int = 1_000_000
    content: int = 5_000_000
    headers: int = 200
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Sending:
    """What is sent to a server beside the address, and how: `POST`, `PUT`, `PATCH` or `DELETE`."""

    method: str
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request: its URL, accepted types and headers."""

    url: str
    accept: str = "text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.1"
    types: Collection[str] | None = READABLE
    """Accepted types; None takes any."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers sent to the first server only, never after a redirect."""
    is_own: bool = False
    """Whether the owner named this server: it may be in a private network, and may not redirect."""
    stays: bool = False
    """Whether only redirects within the site are followed."""
    hosts: Collection[str] | None = None
    """The only hosts that are asked, also after a redirect; None: any."""
    caps: Caps | None = None
    """Limits of its own, for files that are larger than pages."""
    sent: Sending | None = None
    """What is sent, to the first server alone; the answer is given back whatever its status."""

    @property
    def method(self) -> str:
        """How it is asked."""
        return "GET" if self.sent is None else self.sent.method


@dataclass(frozen=True, slots=True)
class Fetched:
    """The response of a server."""

    url: str
    """The final URL."""
    host: str
    status: int
    type: str
    charset: str | None
    content: bytes


class WebClient:
    """Fetches documents from the public web, and sends to it, without cookies, proxies or cache.

    `resolver`, `spared` and `tls` are for tests: a test may allow single endpoints (address, port) on this machine.
    Nothing in the settings or in the environment reaches them.
    """

    def __init__(
        self,
        caps: Caps | None = None,
        *,
        resolver: Resolver = system_resolver,
        spared: Collection[tuple[str, int]] = (),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._caps = caps or Caps()
        self._resolver = resolver
        self._spared = frozenset(spared)
        self._ports = PORTS | {port for _, port in spared}
        self._tls = tls

    def target(self, url: str, *, own: bool = False) -> Target:
        """Return the target of a URL, or raise why it may not be fetched. No name is resolved."""
        return read(url, self._ports, own=own)

    async def get(self, wish: WebRequest) -> Fetched:
        """Fetch a document and follow redirects, each checked like a new request."""
        caps = wish.caps or self._caps
        try:
            async with asyncio.timeout(caps.seconds):
                return await self._follow(wish, ByteMeter(caps.wire))
        except TimeoutError:
            hint = "Try again, or try another page." if wish.sent is None else _UNSURE
            raise TimedOut(f"{wish.url!r} was not there after {caps.seconds:g} s.", hint=hint) from None

    async def _follow(self, wish: WebRequest, meter: ByteMeter) -> Fetched:
        target = first = self.target(wish.url, own=wish.is_own)
        _refuse_undeclared(target, wish)
        seen = {target.url}
        while True:
            headers = wish.headers if target.origin == first.origin else ()
            found = await self._visit(target, wish, headers, meter)
            if isinstance(found, Fetched):
                return found
            if wish.sent is not None:
                raise Refused(
                    f"{first.host!r} sends on to somewhere else; what was sent is not sent there.",
                    code="moved_elsewhere",
                    hint="Give the final address.",
                )
            if wish.is_own or found.url in seen or len(seen) > (wish.caps or self._caps).redirects:
                raise Refused(
                    f"{first.host!r} sends on and on, or in a circle.",
                    code="too_many_redirects",
                    hint="Give the final address.",
                )
            if wish.stays and _site(found) != _site(first):
                raise Refused(
                    f"{first.host!r} sends on to another site, {found.url!r}.",
                    code="moved_elsewhere",
                    hint=f"Fetch {found.url} itself if that is wanted.",
                )
            _refuse_undeclared(found, wish)
            seen.add(found.url)
            target = found

    async def _visit(
        self, target: Target, wish: WebRequest, headers: tuple[tuple[str, str], ...], meter: ByteMeter
    ) -> Fetched | Target:
        addresses = await resolve(target, self._resolver, self._spared, own=wish.is_own)
        tried = addresses[:MOST_TRIED]
        for address in tried:
            try:
                return await self._ask(target, address, wish, headers, meter)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                if address is tried[-1]:
                    raise _unreachable(target, error) from error
            except httpcore.TimeoutException as error:
                hint = "Try again." if wish.sent is None else _UNSURE
                raise TimedOut(f"{target.host!r} stopped answering.", hint=hint) from error
            except (httpcore.NetworkError, httpcore.ProtocolError) as error:
                raise Unavailable(
                    f"{target.host!r} does not answer as a web server should.",
                    code="broken_answer",
                    hint="Try again, or try another page.",
                ) from error
        raise AssertionError("unreachable: the last address answers or raises")

    async def _ask(
        self, target: Target, address: Address, wish: WebRequest, more: tuple[tuple[str, str], ...], meter: ByteMeter
    ) -> Fetched | Target:
        caps = wish.caps or self._caps
        if self._tls is None and target.scheme == "https":
            self._tls = httpcore.default_ssl_context()  # once: it reads a large file
        pool = httpcore.AsyncConnectionPool(
            ssl_context=self._tls,
            max_connections=1,
            max_keepalive_connections=0,
            network_backend=PinnedBackend(target.host, address, meter),
        )
        headers = [("Host", target.authority), ("User-Agent", AGENT), ("Accept", wish.accept)]
        headers += [("Accept-Encoding", ENCODINGS), ("Connection", "close"), *more]
        body = None if wish.sent is None else wish.sent.body
        if body is not None:
            headers.append(("Content-Length", str(len(body))))
        timeout = {"connect": caps.connect_seconds, "read": caps.seconds, "write": caps.connect_seconds, "pool": 1.0}
        # The parsed parts are passed on, so that nobody parses the address a second time.
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        async with (
            pool,
            pool.stream(
                wish.method,
                url,
                headers=[_line(*pair) for pair in headers],
                content=body or None,
                extensions={"timeout": timeout},
            ) as response,
        ):
            return await self._take(target, wish, response)

    async def _take(self, target: Target, wish: WebRequest, response: httpcore.Response) -> Fetched | Target:
        caps, head = wish.caps or self._caps, ResponseHead(target, response.status, response.headers)
        if len(head.headers) > caps.headers:
            raise TooLarge(f"{target.host!r} sends more than {caps.headers} headers.", hint="Try another page.")
        if head.is_redirect:
            return follow(target, head.location, self._ports)
        if not 200 <= head.status < 300 and wish.sent is None:
            raise head.failure()
        kind, charset = head.type
        if wish.types is not None and kind not in wish.types:
            raise head.unreadable(kind)
        if head.length > caps.wire:  # a size that is told beforehand spares reading what would be refused in the end
            raise TooLarge(
                f"The answer has {head.length} bytes; {caps.wire} are the most.",
                hint="Look for a smaller page, or download it yourself.",
            )
        unpacker = Unpacker(head.encoding, caps.content)
        async for piece in response.aiter_stream():
            unpacker.take(piece)
        return Fetched(target.url, target.host, head.status, kind, charset, unpacker.finish())


def _refuse_undeclared(target: Target, wish: WebRequest) -> None:
    if wish.hosts is not None and target.host not in wish.hosts:
        raise Refused(
            f"{target.host!r} is not among the sites that may be reached here.",
            code="undeclared_host",
            hint=f"These may: {', '.join(sorted(wish.hosts))}." if wish.hosts else "None may.",
        )


def _site(target: Target) -> str:
    return target.host.removeprefix("www.")


def _line(name: str, value: str) -> tuple[bytes, bytes]:
    return name.encode("ascii"), value.encode("ascii")


def _unreachable(target: Target, error: Exception) -> Unavailable:
    cause = error.__cause__ or error.__context__ or error
    if isinstance(cause, ssl.SSLError) or "CERTIFICATE" in str(error).upper():
        return Unavailable(
            f"{target.host!r} cannot prove that it is {target.host!r}.",
            code="unreachable",
            hint="Its certificate is not valid; do not trust what it says.",
        )
    return Unavailable(
        f"{target.host!r} cannot be reached.", code="unreachable", hint="Check the address and the network connection."
    )
