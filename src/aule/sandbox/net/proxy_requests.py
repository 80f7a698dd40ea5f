"""What a program asks of the registry proxy, read strictly: what could be understood in two ways is refused."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from aule.contracts.errors import AuleError
from aule.sandbox.net.targets import Target, read

Scheme = Literal["http", "https"]
_FIRST_LINE = re.compile(r"([A-Z]{3,10}) ([\x21-\x7e]{1,4096}) HTTP/1\.([01])")
_HEADER = re.compile(r"([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):[ \t]*([\x20-\x7e\t]{0,8000}?)[ \t]*")
_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):([1-9][0-9]{0,4})")
_MOST_HEADERS = 100
_OURS = frozenset(
    {"connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "host"}
    | {"content-length", "expect", "proxy-authorization", "proxy-authenticate", "forwarded", "x-forwarded-for", "via"}
)
"""Headers that are about a connection, or that we write ourselves; none of them is passed on."""


@dataclass(frozen=True, slots=True)
class RegistryHost:
    """One server that may be reached: its scheme, name and port."""

    scheme: Scheme
    host: str
    port: int
    is_own: bool = False
    """Whether the owner named this very server, so that it may be on this machine or in a private network."""

    @property
    def shown(self) -> str:
        """The name as people read it, with the port unless it goes without saying."""
        usual = {"http": 80, "https": 443}[self.scheme]
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'http://' if self.scheme == 'http' else ''}{host}{'' if self.port == usual else f':{self.port}'}"

    def target(self, path: str = "/") -> Target:
        """Return the address of something on this server."""
        return Target(self.scheme, self.host, self.port, path)


class ProxyRefusal(Exception):
    """Raised when a request is not passed on; its words are for whoever reads the program's output."""

    def __init__(self, status: int, why: str, asked: str = "") -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.asked = asked[:300]


@dataclass(frozen=True, slots=True)
class ProxyRequest:
    """A request that may be passed on."""

    host: RegistryHost
    is_tunnel: bool
    head: bytes = b""
    """What is sent to the server, unless it is a tunnel."""


def registry_host(url: str, *, is_own: bool = False) -> RegistryHost:
    """Return the server of an address; one of the owner's may be a number, a short name, or have any port."""
    target = read(url, own=is_own)
    return RegistryHost("https" if target.scheme == "https" else "http", target.host, target.port, is_own)


def read_request(head: bytes, allowed: Collection[RegistryHost]) -> ProxyRequest:
    """Return the request that a head asks for, or raise why it is refused."""
    first, headers = _lines(head)
    found = _FIRST_LINE.fullmatch(first)
    if found is None:
        raise ProxyRefusal(400, "This is not a request that a proxy understands.", first)
    method, asked = found[1], found[2]
    if method == "CONNECT":
        return ProxyRequest(_tunnelled(asked, allowed), is_tunnel=True)
    if not asked.lower().startswith("http://"):
        raise ProxyRefusal(400, "A proxy is asked with a whole address.", asked)
    target = _target(asked)
    host = _allowed("http", target.host, target.port, allowed, asked)
    if method not in ("GET", "HEAD"):
        raise ProxyRefusal(405, "Only reading passes here without encryption.", asked)
    if any(name.lower() == "transfer-encoding" for name, _ in headers) or _length(headers, asked) != 0:
        raise ProxyRefusal(400, "A request that reads has no content.", asked)
    kept = [(name, value) for name, value in headers if name.lower() not in _OURS | _named_in_connection(headers)]
    lines = [f"{method} {target.path} HTTP/1.1", f"Host: {target.authority}"]
    lines += [f"{name}: {value}" for name, value in kept]
    return ProxyRequest(host, False, ("\r\n".join([*lines, "Connection: close"]) + "\r\n\r\n").encode("ascii"))


def _lines(head: bytes) -> tuple[str, list[tuple[str, str]]]:
    """Return the first line and the headers; nothing is taken for a line that another reader might not."""
    try:
        text = head.decode("ascii")
    except UnicodeDecodeError:
        raise ProxyRefusal(400, "A request has plain letters only.") from None
    first, *rest = text.removesuffix("\r\n\r\n").split("\r\n")
    if any(mark in line for line in (first, *rest) for mark in "\r\n\0"):
        raise ProxyRefusal(400, "A request has lines that end in one way only.", ascii(first))
    headers: list[tuple[str, str]] = []
    for line in rest:
        found = _HEADER.fullmatch(line)
        if found is None or len(headers) == _MOST_HEADERS:
            raise ProxyRefusal(400, "A request has ordinary headers only.", first)
        headers.append((found[1], found[2]))
    return first, headers


def _length(headers: Collection[tuple[str, str]], asked: str) -> int:
    lengths = [value for name, value in headers if name.lower() == "content-length"]
    if len(lengths) > 1 or not all(value.isdigit() and len(value) < 12 for value in lengths):
        raise ProxyRefusal(400, "A request tells its length once.", asked)
    return int(lengths[0]) if lengths else 0


def _named_in_connection(headers: Collection[tuple[str, str]]) -> frozenset[str]:
    """Return the headers that a request itself says are about this connection only."""
    values = [value for name, value in headers if name.lower() == "connection"]
    return frozenset(each.strip().lower() for value in values for each in value.split(","))


def _tunnelled(asked: str, allowed: Collection[RegistryHost]) -> RegistryHost:
    found = _AUTHORITY.fullmatch(asked)
    if found is None:
        raise ProxyRefusal(400, "A tunnel leads to a name and a port.", asked)
    target = _target(f"https://{asked}/", asked)
    return _allowed("https", target.host, target.port, allowed, asked)


def _target(url: str, asked: str = "") -> Target:
    try:
        return read(url, own=True)  # whose it is, the list of allowed servers says, name by name
    except AuleError as error:
        raise ProxyRefusal(400, str(error), asked or url) from None


def _allowed(scheme: Scheme, host: str, port: int, allowed: Collection[RegistryHost], asked: str) -> RegistryHost:
    """Return the allowed server that was asked for: its own name is resolved, never what was sent."""
    for each in allowed:
        if (each.scheme, each.host, each.port) == (scheme, host, port):
            return each
    raise ProxyRefusal(403, f"{host!r} (port {port}) is not one of the package registries this may reach.", asked)
