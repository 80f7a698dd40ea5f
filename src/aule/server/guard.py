"""What every request is checked for before anything else sees it: where it was sent, from which page, by whom.

A browser lets any page on the web send requests to this machine. The `Host` check stops
pages whose name was re-bound to our address, the `Origin` check stops all others, and
the token stops everything that is not the owner. A token with scopes opens only the addresses that name one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from aule.contracts.access.token import Access
from aule.contracts.errors import Refused, Unauthorized
from aule.server.auth import Gatekeeper

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PUBLIC = frozenset({("GET", "/v1/health"), ("HEAD", "/v1/health"), ("POST", "/v1/session")})
"""What needs no token, beside the static page."""

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Headers:
    """The headers of a request, each at most once where that matters."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._all: dict[str, list[str]] = {}
        for name, value in raw:
            self._all.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))

    def one(self, name: str) -> str | None:
        """The value, if it is there; two different answers to one question are refused."""
        values = self._all.get(name, [])
        if len(values) > 1:
            raise Refused(f"The request has {len(values)} {name!r} headers", hint="Send one.", code="wrong_header")
        return values[0] if values else None

    def joined(self, name: str) -> str | None:
        """All values in one, as for cookies."""
        values = self._all.get(name)
        return "; ".join(values) if values else None


class Guard:
    """Lets in what was sent to this server, from its own page, by its owner."""

    def __init__(self, gatekeeper: Gatekeeper, *, address: tuple[str, int], allowed_hosts: Iterable[str] = ()) -> None:
        self._gatekeeper = gatekeeper
        host, port = address
        own = {*LOOPBACK, f"[{host}]" if ":" in host else host}
        self._hosts = {f"{name}:{port}" for name in own}
        if port == 80:
            self._hosts |= own
        self._origins = {f"http://{name}" for name in self._hosts}
        for name in allowed_hosts:
            names = {name.lower(), f"{name.lower()}:{port}"}
            self._hosts |= names
            self._origins |= {f"{scheme}://{each}" for scheme in ("http", "https") for each in names}

    def check(self, scope: Mapping[str, Any]) -> Access | None:
        """Raise what is wrong with a request; where it may go on, return who it comes from, if that is known."""
        headers = Headers(scope["headers"])
        self._check_host(headers)
        path: str = scope["path"]
        if not is_api(path):
            return self._gatekeeper.access_of(headers.one("authorization"), headers.joined("cookie"))
        method: str = scope.get("method", "GET")
        origin = headers.one("origin")
        self._check_origin(origin, headers.one("sec-fetch-site"))
        authorization, cookie = headers.one("authorization"), headers.joined("cookie")
        access = self._gatekeeper.access_of(authorization, cookie)
        if scope["type"] == "http" and (method, path) in PUBLIC:
            return access
        if access is None:
            raise Unauthorized(
                "This request shows neither the token nor a session",
                hint="Run `aule open` to sign in a browser; programs send `Authorization: Bearer <token>`.",
            )
        changes_something = method not in SAFE or scope["type"] == "websocket"
        if authorization is None and origin is None and changes_something:
            raise Refused(
                "A request with a session cookie does not say which page it comes from",
                hint="Browsers send Origin by themselves; programs should use the token.",
                code="wrong_origin",
            )
        return access

    def _check_host(self, headers: Headers) -> None:
        host = headers.one("host")
        if host is None or host.lower() not in self._hosts:
            raise Refused(
                f"This server is not {(host or '')[:100]!r}",
                hint="Use http://127.0.0.1 with its port, or allow the name with `aule up --allow-host`.",
                code="wrong_host",
            )

    def _check_origin(self, origin: str | None, site: str | None) -> None:
        """Browsers leave `Origin` out of plain reads, but say in `Sec-Fetch-Site` that a foreign page asked."""
        if origin is not None and origin.lower() not in self._origins:
            raise _foreign(f"Pages from {origin[:100]!r} may not use this server")
        if origin is None and site not in (None, "same-origin", "none"):
            raise _foreign("A page of another origin may not use this server")


def check_scopes(access: Access, scope: Mapping[str, Any], open_to: Mapping[tuple[str, str], frozenset[str]]) -> None:
    """Refuse a token with scopes at every address that does not name one of them; what names none is the owner's."""
    if access.token is None:
        return
    method = scope["method"] if scope["type"] == "http" else ""  # no WebSocket is open to any scope
    named = open_to.get((method, scope["path"]), frozenset[str]())
    if named.isdisjoint(access.token.scopes):
        raise Refused(
            f"The token {access.token.name!r} may not be used for this",
            hint=f"It has the scopes {', '.join(access.token.scopes)}; `aule token scopes` says what each allows.",
            code="out_of_scope",
        )


def _foreign(message: str) -> Refused:
    return Refused(message, hint="Open the desktop itself.", code="wrong_origin")


def is_api(path: str) -> bool:
    """Whether a path belongs to the API rather than to the page."""
    return path in ("/v1", "/mcp", "/openapi.json") or path.startswith(
        ("/v1/", "/api/", "/agent/", "/functions/", "/mcp/")
    )
