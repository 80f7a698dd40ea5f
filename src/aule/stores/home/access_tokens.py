"""The tokens with scopes of a data directory: kept as hashes, shown once, revoked at once.

A token is 256 random bits, so a plain hash of it tells nothing: there is no list of words to try. The file is read anew
for each request that shows such a token. A token that was revoked by another process is therefore refused at once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from aule.contracts.access.token import AccessToken
from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import Conflict, Corrupt, Invalid, NotFound
from aule.stores.home.atomic import write_atomic
from aule.stores.home.folder import folder_lock
from aule.stores.home.private import read_private

PREFIX = "aule_"
"""How a token with scopes begins: scanners of repositories find it, and the owner's token is never looked up here."""
MAX_TOKENS = 100
MAX_BYTES = 256 * 1024
LONGEST_DAYS = 365
_SECRET = re.compile(r"aule_[A-Za-z0-9_-]{20,100}")


class AccessTokens:
    """Makes, lists, finds and revokes the tokens with scopes of one data directory."""

    def __init__(self, path: Path, ambient: Ambient) -> None:
        self._path = path
        self._ambient = ambient

    def make(self, name: str, scopes: Sequence[str], days: int) -> tuple[AccessToken, str]:
        """Make a token and return it with its secret, which is kept nowhere."""
        if not scopes:
            raise Invalid("A token needs at least one scope.", field="scopes", hint="`aule token scopes` lists them.")
        if not 1 <= days <= LONGEST_DAYS:
            raise Invalid(f"A token lasts 1 to {LONGEST_DAYS} days.", field="days", hint="Make a new one later.")
        now = self._ambient.clock.now()
        made = AccessToken(
            id=self._ambient.ids.new("tok"),
            name=name,
            scopes=tuple(sorted(set(scopes))),
            created_at=timestamp(now),
            expires_at=timestamp(now + timedelta(days=days)),
        )
        secret = f"{PREFIX}{self._ambient.ids.secret()}"
        with folder_lock(self._path.parent):
            kept = {mark: token for mark, token in self._read().items() if not self._is_over(token)}
            if len(kept) >= MAX_TOKENS:
                raise Conflict(f"There are {MAX_TOKENS} tokens already.", hint="Revoke one first: `aule token list`.")
            self._write({**kept, _mark(secret): made})
        return made, secret

    def list(self) -> list[AccessToken]:
        """Return the tokens that are valid, the latest first."""
        alive = [token for token in self._read().values() if not self._is_over(token)]
        return sorted(alive, key=lambda token: (token.created_at, token.id), reverse=True)

    def revoke(self, id: str) -> AccessToken:
        """Make a token worthless from the next request on."""
        with folder_lock(self._path.parent):
            kept = self._read()
            found = next((token for token in kept.values() if token.id == id), None)
            if found is None:
                raise NotFound(
                    f"There is no token {id!r}.",
                    hint="`aule token list` shows them.",
                    candidates=[token.id for token in kept.values()][:5],
                )
            self._write({mark: token for mark, token in kept.items() if token.id != id})
        return found

    def find(self, secret: str) -> AccessToken | None:
        """Return the token a request shows, if it was made here and is still valid."""
        if _SECRET.fullmatch(secret) is None:
            return None
        shown = _mark(secret)
        found = next((token for mark, token in self._read().items() if hmac.compare_digest(mark, shown)), None)
        return None if found is None or self._is_over(found) else found

    def _is_over(self, token: AccessToken) -> bool:
        return token.expires_at <= timestamp(self._ambient.clock.now())

    def _read(self) -> dict[str, AccessToken]:
        stored = read_private(self._path, most=MAX_BYTES)
        if stored is None:
            return {}
        try:
            kept = cast("dict[str, dict[str, Any]]", json.loads(stored))
            return {mark: _token(fields) for mark, fields in kept.items()}
        except (
            ValueError,
            TypeError,
            AttributeError,
            KeyError,
        ) as error:  # nobody comes in with a file nobody understands
            raise Corrupt(
                f"The file of tokens {str(self._path)!r} cannot be read.",
                hint="Move it away; tokens with scopes then have to be made anew.",
            ) from error

    def _write(self, kept: dict[str, AccessToken]) -> None:
        write_atomic(self._path, json.dumps({mark: asdict(token) for mark, token in kept.items()}, indent=1).encode())


def _token(fields: dict[str, Any]) -> AccessToken:
    id, name, created_at, expires_at = (_text(fields[key]) for key in ("id", "name", "created_at", "expires_at"))
    scopes = fields["scopes"]
    if not isinstance(scopes, list):  # a text would be taken letter by letter
        raise TypeError("scopes")
    return AccessToken(id, name, tuple(map(_text, cast("list[Any]", scopes))), created_at, expires_at)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _mark(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
