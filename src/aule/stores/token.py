"""The access token: what a caller shows to be let in, and how weak ones are recognised."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from aule.contracts.errors import Refused
from aule.stores.atomic import write_atomic
from aule.stores.private import read_private

SHORTEST = 24
FEWEST_DIFFERENT = 8
PLACEHOLDERS = ("undefined", "changeme", "change-me", "change_me", "password", "placeholder", "example", "your-token")
ALLOWED = re.compile(r"[A-Za-z0-9._~+/=-]+")
"""What fits into an Authorization header as it is."""


def token_of(path: Path, override: str | None) -> str:
    """The token: from the environment when it is set there, else from its file, made on first use."""
    if override is not None:
        return checked(override, "the environment variable AULE_TOKEN")
    stored = read_private(path)
    if stored is not None:
        return checked(stored.decode("utf-8", "replace").strip(), f"the file {str(path)!r}")
    token = secrets.token_urlsafe(32)
    write_atomic(path, f"{token}\n".encode())
    return token


def checked(token: str, origin: str) -> str:
    """The token itself if it is strong; a weak or placeholder one is refused, never quietly replaced."""
    why = weakness(token)
    if why is None:
        return token
    raise Refused(
        f"The access token from {origin} {why}.",
        code="weak_token",
        hint="Remove it to have a strong one made, or use 43 random characters (`python -c 'import secrets; "
        "print(secrets.token_urlsafe(32))'`).",
    )


def weakness(token: str) -> str | None:
    """Why a token must not be used, as the end of a sentence; none when it is strong."""
    lowered = token.lower()
    if not token:
        return "is empty"
    if any(word in lowered for word in PLACEHOLDERS) or lowered in {"null", "none", "nan", "token", "secret"}:
        return "is a placeholder"
    if len(token) < SHORTEST:
        return f"is shorter than {SHORTEST} characters"
    if ALLOWED.fullmatch(token) is None:
        return "contains characters that do not fit into a header"
    if len(set(token)) < FEWEST_DIFFERENT:
        return f"has fewer than {FEWEST_DIFFERENT} different characters"
    return None
