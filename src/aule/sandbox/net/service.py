"""A service the owner named: exchanges JSON with it, with its token, and with no other server."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

import httpcore

from aule.contracts.errors import Invalid, Refused, TimedOut, TooLarge, Unavailable
from aule.contracts.talk.answered import Answered
from aule.sandbox.net.addresses import Address, is_public
from aule.sandbox.net.answers import ResponseHead
from aule.sandbox.net.client import AGENT
from aule.sandbox.net.decompression import ENCODINGS, Unpacker
from aule.sandbox.net.name_resolution import resolve, system_resolver
from aule.sandbox.net.pinned_backend import ByteMeter, PinnedBackend
from aule.sandbox.net.targets import Target, read

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
MOST = 16_000_000
"""Bytes of one answer, compressed and decompressed."""
MOST_SENT = 8_000_000
CONNECT_SECONDS = 8.0
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}")
_VALUE = re.compile(r"[\x20-\x7e]{0,2000}")
_OURS = frozenset({"host", "content-length", "transfer-encoding", "connection", "content-type", "accept-encoding"})


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """The address of a service, with its token, headers and timeout."""

    base_url: str
    token: str | None = field(default=None, repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    seconds: float = 15.0


class Unsure(TimedOut):
    """Raised when a service did not answer in time: the request may have been carried out."""


class NotReached(Unavailable):
    """Raised when a service could not be reached: the request was not carried out."""

    code = "unreachable"


class ServiceClient:
    """A JSON client for one server, without cookies, proxies or redirects."""

    def __init__(self, place: ServiceAddress, allow: Callable[[Method], None] = lambda _: None) -> None:
        self._place = place
        self._allow = allow
        self._base = read(place.base_url.rstrip("/"), own=True)
        if "?" in self._base.path:
            raise Invalid(
                f"The address {place.base_url!r} has a question mark.", field="base_url", hint="Give it without one."
            )
        self._headers = _checked(place)

    @property
    def host(self) -> str:
        """The host it talks to."""
        return self._base.shown_host

    async def ask(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answered:
        """Send a request to a path below the base address; return the answer whatever its status."""
        self._allow(method)
        target = self._target(path, query or {})
        sent = b"" if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        if len(sent) > MOST_SENT:
            raise TooLarge(f"More than {MOST_SENT} bytes cannot be sent at once.", hint="Send less at a time.")
        lines = [*self._headers, *((key, value) for key, value in (headers or {}).items())]
        try:
            async with asyncio.timeout(self._place.seconds):
                return await self._reach(method, target, sent, lines)
        except TimeoutError:
            raise Unsure(
                f"{self.host!r} did not answer within {self._place.seconds:g} s.", hint="Try again a little later."
            ) from None

    def _target(self, path: str, query: Mapping[str, str]) -> Target:
        parts = [part for part in path.split("/") if part]
        if any(part in (".", "..") for part in parts):
            raise Invalid(f"{path!r} is not a path of the service.", field="path")
        below = "/".join(quote(part, safe=":@!$&'()*+,;=~-._%") for part in parts)
        asked = f"?{urlencode(query)}" if query else ""
        base = self._base
        return Target(base.scheme, base.host, base.port, f"{base.path.rstrip('/')}/{below}{asked}")

    async def _reach(self, method: Method, target: Target, sent: bytes, lines: list[tuple[str, str]]) -> Answered:
        addresses = await resolve(target, system_resolver, own=True)
        if target.scheme == "http" and self._place.token and any(map(is_public, addresses)):
            raise Refused(
                f"{target.host!r} would be told its token over a line that is not encrypted.",
                code="unsafe_url",
                hint="Give its https address.",
            )
        try:
            return await self._send(method, target, addresses[0], sent, lines)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            raise NotReached(
                f"{target.host!r} cannot be reached.", hint="Check the address, and whether the service runs."
            ) from error
        except httpcore.TimeoutException as error:
            raise Unsure(f"{target.host!r} stopped answering.", hint="Try again a little later.") from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Unavailable(
                f"{target.host!r} broke off, or does not answer as a web server should.",
                code="broken_answer",
                hint="Try again; its log may tell why.",
            ) from error

    async def _send(
        self, method: Method, target: Target, address: Address, sent: bytes, lines: list[tuple[str, str]]
    ) -> Answered:
        headers = [("Host", target.authority), ("User-Agent", AGENT), ("Accept", "application/json"), *lines]
        headers += [("Accept-Encoding", ENCODINGS), ("Connection", "close")]
        if sent or method in ("POST", "PUT", "PATCH"):
            headers += [("Content-Type", "application/json"), ("Content-Length", str(len(sent)))]
        tls = await asyncio.to_thread(httpcore.default_ssl_context) if target.scheme == "https" else None
        pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=1,
            max_keepalive_connections=0,
            network_backend=PinnedBackend(target.host, address, ByteMeter(MOST)),
        )
        seconds = self._place.seconds
        wait = {"connect": min(CONNECT_SECONDS, seconds), "read": seconds, "write": seconds, "pool": 1.0}
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        written = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers]
        async with (
            pool,
            pool.stream(method, url, headers=written, content=sent or None, extensions={"timeout": wait}) as response,
        ):
            return await _take(target, response)


async def _take(target: Target, response: httpcore.Response) -> Answered:
    head = ResponseHead(target, response.status, response.headers)
    if head.is_redirect:
        raise Refused(
            f"{target.host!r} sends on to somewhere else; nothing is followed there.",
            code="moved_elsewhere",
            hint="Give the service's final address.",
        )
    unpacker = Unpacker(head.encoding, MOST)
    async for piece in response.aiter_stream():
        unpacker.take(piece)
    raw = unpacker.finish()
    etag = next((value.decode("latin-1") for key, value in head.headers if key.lower() == b"etag"), None)
    return Answered(head.status, await _read(target, head.status, raw), etag)


async def _read(target: Target, status: int, raw: bytes) -> Any:
    if not raw.strip():
        return None
    try:
        return await asyncio.to_thread(json.loads, raw) if len(raw) > 500_000 else json.loads(raw)
    except (ValueError, RecursionError):
        if not 200 <= status < 300:
            return None  # an error page of a proxy in between: its status says enough
        raise Unavailable(
            f"{target.host!r} answered with something that is not JSON.",
            code="broken_answer",
            hint="Check the address of the service.",
        ) from None


def _checked(place: ServiceAddress) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for name, value in place.headers:
        if _HEADER.fullmatch(name) is None or _VALUE.fullmatch(value) is None or name.lower() in _OURS:
            raise Invalid(f"The header {name[:60]!r} cannot be sent.", field="headers", hint="Use plain letters.")
        lines.append((name, value))
    if place.token:
        if _VALUE.fullmatch(place.token) is None:
            raise Invalid("The token of the service has characters no header may have.", field="token")
        lines.append(("Authorization", f"Bearer {place.token}"))
    return lines
