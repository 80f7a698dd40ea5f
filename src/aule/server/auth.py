"""Who may come in: the owner's token, tokens with scopes, and browsers that showed a one-time code.

Nothing here is a second secret at rest: sessions are kept as keyed hashes, so that a
restart keeps browsers signed in and a new token signs all of them out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

from aule.contracts.access.token import OWNER_ACCESS, Access
from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import AuleError, Unauthorized
from aule.stores.home.access_tokens import AccessTokens
from aule.stores.home.atomic import write_atomic

SESSION_LIFE = timedelta(days=30)
CODE_SECONDS = 120.0
MAX_CODES = 20
MAX_SESSIONS = 200
MAX_FAILURES = 20
"""Wrong codes a minute before further wrong ones are told to wait. A right one is never refused: nobody can guess one
of 256 bits within its two minutes, but any program on this machine could keep everybody out with wrong ones."""


class TooManyAttempts(AuleError):
    """Too many wrong codes came in this minute; a right one still works."""

    code = "too_many_attempts"
    status = 429


class Gatekeeper:
    """Checks tokens and cookies, and hands out one-time codes and sessions."""

    def __init__(
        self,
        token: str,
        *,
        address: tuple[str, int],
        sessions: Path | None,
        ambient: Ambient,
        tokens: AccessTokens | None = None,
    ) -> None:
        self._token = token.encode()
        self._host, self._port = address
        self._file = sessions
        self._ambient = ambient
        self._tokens = tokens
        self._codes: dict[str, float] = {}
        self._failures: list[float] = []
        self._sessions = dict(self._stored()) if sessions else {}

    @property
    def cookie_name(self) -> str:
        """The session cookie's name: browsers share cookies between ports, so the port is part of it."""
        return f"aule_session_{self._port}"

    def access_of(self, authorization: str | None, cookie: str | None) -> Access | None:
        """Return who a request comes from: the owner, or a program by a token with scopes; none if from neither.

        A request that shows a token is judged by the token alone: a cookie beside it adds nothing.
        """
        if self.admits(authorization, cookie):
            return OWNER_ACCESS
        shown = None if authorization is None else _bearer(authorization)
        token = None if shown is None or self._tokens is None else self._tokens.find(shown)
        return None if token is None else Access(token)

    def admits(self, authorization: str | None, cookie: str | None) -> bool:
        """Whether a request shows the owner's token or a living session."""
        if authorization is not None:
            shown = _bearer(authorization)
            return shown is not None and hmac.compare_digest(shown.encode(), self._token)
        now = timestamp(self._ambient.clock.now())
        return any(self._sessions.get(self._mark(id), "") > now for id in self._cookies(cookie))

    def new_code(self) -> str:
        """A code that signs in one browser, once, within two minutes."""
        self._drop_old_codes()
        while len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]
        code = self._ambient.ids.secret()
        self._codes[self._mark(code)] = self._ambient.clock.monotonic() + CODE_SECONDS
        return code

    def link(self, code: str) -> str:
        """The address that carries a code to a browser: in the fragment, which is never sent or logged."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._host, self._host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}/#code={code}"

    def exchange(self, code: str) -> str:
        """A new session for a one-time code."""
        self._drop_old_codes()
        if self._codes.pop(self._mark(code), None) is None:
            raise self._wrong_code()
        session = self._ambient.ids.secret()
        self._sessions[self._mark(session)] = timestamp(self._ambient.clock.now() + SESSION_LIFE)
        self._keep()
        return session

    def _wrong_code(self) -> AuleError:
        now = self._ambient.clock.monotonic()
        self._failures = [moment for moment in self._failures if moment > now - 60]
        if len(self._failures) >= MAX_FAILURES:
            return TooManyAttempts("Too many wrong sign-in codes", hint="Run `aule open` for a fresh link.")
        self._failures.append(now)
        return Unauthorized(
            "This sign-in code was used, has expired, or never was one",
            hint="Run `aule open` for a fresh link.",
            code="bad_code",
        )

    def end(self, cookie: str | None) -> None:
        """Sign out the browser that sent this cookie."""
        for id in self._cookies(cookie):
            self._sessions.pop(self._mark(id), None)
        self._keep()

    def set_cookie(self, session: str) -> str:
        """The `Set-Cookie` of a new session."""
        return self._cookie(session, int(SESSION_LIFE.total_seconds()))

    def clear_cookie(self) -> str:
        """The `Set-Cookie` that removes the session."""
        return self._cookie("", 0)

    def _cookie(self, value: str, seconds: int) -> str:
        return f"{self.cookie_name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"

    def _cookies(self, header: str | None) -> Iterator[str]:
        for part in (header or "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie_name and value:
                yield value

    def _mark(self, secret: str) -> str:
        """What is kept instead of a secret. Keyed by the token, so that a new token ends every session."""
        return hmac.new(self._token, secret.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _drop_old_codes(self) -> None:
        now = self._ambient.clock.monotonic()
        self._codes = {mark: until for mark, until in self._codes.items() if until > now}

    def _stored(self) -> Iterator[tuple[str, str]]:
        try:
            stored: Any = json.loads(self._file.read_bytes()) if self._file else {}
        except (OSError, ValueError):
            return  # no file yet, or not ours any more: everybody signs in again, which harms nobody
        if not isinstance(stored, dict):
            return
        for mark, until in cast("dict[str, Any]", stored).items():
            if isinstance(until, str) and _is_moment(until):
                yield mark, until

    def _keep(self) -> None:
        now = timestamp(self._ambient.clock.now())
        alive = sorted(((until, mark) for mark, until in self._sessions.items() if until > now), reverse=True)
        self._sessions = {mark: until for until, mark in alive[:MAX_SESSIONS]}
        if self._file:
            write_atomic(self._file, json.dumps(self._sessions, indent=1).encode(), 0o600)


def _bearer(authorization: str) -> str | None:
    scheme, _, shown = authorization.partition(" ")
    return shown.strip() if scheme.lower() == "bearer" else None


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
