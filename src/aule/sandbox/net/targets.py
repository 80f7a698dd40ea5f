"""Targets: a URL parsed once and strictly. URLs that two parsers could read differently are refused."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urljoin

from aule.contracts.errors import Invalid, Refused
from aule.sandbox.net.addresses import read_address
from aule.sandbox.net.charsets import clean

LONGEST = 2_048
PORTS = frozenset({80, 443, 8080, 8443})
"""Ports of the public web; on others something else listens."""

_SHAPE = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?:#.*)?", re.I)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_UNSEEN = re.compile(
    r"[\x00-\x20\x7f-\xa0\\\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]"
)
"""Invisible characters, and those that some parsers read as a slash."""
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_LITERAL = re.compile(r"\[[0-9a-f:.]+\]")
_INSIDE = frozenset(
    {"arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion"}
)
"""Name suffixes that never lead to the public web."""
_DEFAULT = {"http": 80, "https": 443}
_SAFE = "/%:@!$&'()*+,;=~-._?"


@dataclass(frozen=True, slots=True)
class Target:
    """The parsed target of a request."""

    scheme: str
    host: str
    """In ASCII, as it is resolved and as certificates name it."""
    port: int
    path: str
    """With the query, in ASCII."""

    @property
    def authority(self) -> str:
        """The host header: with its port, unless it is the default one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> tuple[str, str, int]:
        """What has to be equal for two targets to be the same server."""
        return self.scheme, self.host, self.port

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def shown_host(self) -> str:
        """The host as it is resolved, followed by its own script where that differs."""
        written = own_script(self.host)
        return self.host if written == self.host else f"{self.host} ({written})"

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The query parameters, readable."""
        pairs = parse_qsl(self.path.partition("?")[2], keep_blank_values=True)
        return [(clean(name), clean(value)) for name, value in pairs]


def read(url: str, ports: Collection[int] = PORTS, *, own: bool = False) -> Target:
    """Parse a URL, or refuse it. `own` is for an address the owner wrote: it allows numbers, short names, any port."""
    if len(url) > LONGEST:
        raise _invalid(url, f"is longer than {LONGEST} characters")
    if found := _UNSEEN.search(url):
        raise _invalid(url, f"has a blank, a backslash or an invisible character ({found[0]!a})")
    shape = _SHAPE.fullmatch(url)
    if shape is None:
        raise _invalid(url, "is not a complete http or https address")
    scheme, authority = shape["scheme"].lower(), shape["authority"]
    if "@" in authority:
        raise _invalid(url, "has a name or password before its host")
    host, port = _split(url, authority, _DEFAULT[scheme])
    if not own and port not in ports:
        raise Refused(
            f"{url!r} uses the port {port}, where the public web is not served.",
            code="unsafe_url",
            hint=f"Use one of the ports {', '.join(map(str, sorted(PORTS)))}.",
        )
    path = quote(shape["path"] or "/", safe=_SAFE) + quote(shape["query"] or "", safe=_SAFE)
    return Target(scheme, _owners_host(url, host) if own else _host(url, host), port, path)


def follow(here: Target, location: str, ports: Collection[int] = PORTS) -> Target:
    """Return the target of a redirect, parsed as strictly."""
    if _SCHEME.match(location):
        there = read(location, ports)
    elif location.startswith("//"):
        there = read(f"{here.scheme}:{location}", ports)
    elif _UNSEEN.search(location):
        raise _invalid(location, "has a blank, a backslash or an invisible character")
    else:  # only the path is joined, so that the server stays the same
        joined = urljoin(here.path, location.partition("#")[0])
        there = Target(here.scheme, here.host, here.port, "/" + quote(joined, safe=_SAFE).lstrip("/"))
    if here.scheme == "https" and there.scheme == "http":
        raise Refused(
            f"{here.host!r} sends on to {there.url!r}, which is not encrypted.",
            code="unsafe_url",
            hint="Look for an https address of the page.",
        )
    return there


def _split(url: str, authority: str, default: int) -> tuple[str, int]:
    host, mark, number = authority.rpartition(":") if not authority.endswith("]") else (authority, "", "")
    if not mark:
        return authority, default
    if _PORT.fullmatch(number) is None or int(number) > 65_535:
        raise _invalid(url, f"has {number!r} where its port belongs")
    return host, int(number)


def _host(url: str, written: str) -> str:
    """Return a public host name in ASCII; refuse numeric addresses in every spelling.

    Names can be checked, shown and told apart; numbers are how requests are smuggled.
    """
    host = written.lower() if written.isascii() else _encoded(url, written)
    labels = host.split(".")
    if "[" in host or "]" in host or ":" in host or _NUMBER.fullmatch(labels[-1]):
        raise Refused(
            f"{url!r} names its host by a number, not by a name.",
            code="unsafe_url",
            hint="Give the name of the site.",
        )
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise _invalid(url, f"has {written!r} where its host belongs")
    if len(labels) < 2 or labels[-1] in _INSIDE:
        raise Refused(
            f"{written!r} is not a site of the public web.",
            code="private_address",
            hint="Only public sites can be reached; a server of your own is not one.",
        )
    if any(label.startswith("xn--") for label in labels):
        own_script(host)  # a host that no name encodes to is refused
    return host


def _encoded(url: str, written: str) -> str:
    """Return a name in another script as it is resolved; refuse one that imitates plain letters."""
    import idna  # 10 ms of start-up for names that are rare

    try:
        host = idna.encode(written, uts46=True, std3_rules=True).decode("ascii")
    except idna.IDNAError as error:
        raise _invalid(url, f"has a host that is no name ({error})") from None
    plain = [label for label in host.split(".") if not label.startswith("xn--")]
    if host.count(".") != written.count(".") or not all(label in written.lower().split(".") for label in plain):
        raise _invalid(url, f"has a host in disguise; it would become {host!r}")
    return host


def own_script(host: str) -> str:
    """Return a host in its own script, as people write it."""
    if "xn--" not in host:
        return host
    import idna  # 10 ms of start-up for names that are rare

    try:
        return idna.decode(host)
    except idna.IDNAError:
        raise _invalid(host, "has a host that no name becomes") from None


def _owners_host(url: str, written: str) -> str:
    if _LITERAL.fullmatch(written.lower()) and (address := read_address(written[1:-1])) is not None:
        return str(address)
    host = written.lower()
    if read_address(host) is None and not all(_LABEL.fullmatch(label) for label in host.split(".")):
        raise _invalid(url, f"has {written!r} where its host belongs")
    return host


def _invalid(url: str, why: str) -> Invalid:
    return Invalid(
        f"The address {url[:200]!r} {why}.",
        code="invalid_url",
        field="url",
        hint="Give a complete address, such as https://example.org/page.",
    )
