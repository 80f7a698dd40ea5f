"""The access token: what a caller shows to be let in, and how weak ones are recognised."""

from __future__ import annotations

import math
import re
import secrets
from itertools import pairwise
from pathlib import Path

from aule.contracts.errors import Refused
from aule.stores.home.folder import folder_lock, replace_private
from aule.stores.home.private import read_private

SHORTEST = 24
FEWEST_BITS = 72
"""How hard a token must be to guess; one of 24 random letters and digits has more than 120."""
WORD_BITS = 2.3
"""What a letter of a word adds: after some letters one can guess the next."""
FEWEST_DIFFERENT = 8
PLACEHOLDERS = ("undefined", "changeme", "change-me", "change_me", "password", "placeholder", "example", "your-token")
ALLOWED = re.compile(r"[A-Za-z0-9._~+/=-]+")
"""What fits into an Authorization header as it is."""


def token_of(path: Path, override: str | None) -> str:
    """The token: from the environment when it is set there, else from its file, made on first use."""
    if override is not None:
        return checked(override, "the environment variable AULE_TOKEN")
    stored = read_private(path)
    if stored is None:
        made = f"{secrets.token_urlsafe(32)}\n".encode()
        with folder_lock(path.parent) as folder:
            is_first = replace_private(folder, path.name, made, None)
        stored = made if is_first else read_private(path) or b""  # another process may have made one just now
    return checked(stored.decode("utf-8", "replace").strip(), f"the file {str(path)!r}")


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
    if bits(token) < FEWEST_BITS:
        return "is easy to guess: it repeats itself, counts up, or is made of words"
    return None


_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "qwertzuiop", "azertyuiop")
_NEXT_KEYS = frozenset(pair for row in _ROWS for a, b in pairwise(row) for pair in (a + b, b + a))
_WORD = re.compile(r"[A-Za-z][a-z]{3,}|[A-Z]{4,}")
_VOWELS = frozenset("aeiouy")


def bits(token: str) -> float:
    """How many bits a token is worth to somebody who guesses: patterns and words are worth little."""
    kinds = (str.isdigit, str.islower, str.isupper)
    sizes = (10, 26, 26)
    pool = sum(size for is_kind, size in zip(kinds, sizes, strict=True) if any(map(is_kind, token)))
    full = math.log2(max(2, 16 if re.fullmatch("[0-9a-f]+|[0-9A-F]+", token) else pool))
    letters = {at for word in _WORD.finditer(token) if _is_speakable(word[0]) for at in range(*word.span())}
    worth = 0.0
    for at, character in enumerate(token):
        if _is_expected(token.lower(), at):
            continue
        worth += WORD_BITS if at in letters else full if character.isalnum() else 1
    return worth


def _is_speakable(word: str) -> bool:
    return 0.25 <= sum(letter in _VOWELS for letter in word.lower()) / len(word) <= 0.65


def _is_expected(token: str, at: int) -> bool:
    """Whether a character goes on with what is before it: a step further, the next key, two rows in turn, a repeat."""
    if at < 2:
        return False
    goes_on = _is_near(token[at - 2], token[at - 1]) and _is_near(token[at - 1], token[at])
    in_turn = at >= 3 and _is_near(token[at - 2], token[at]) and _is_near(token[at - 3], token[at - 1])
    return goes_on or in_turn or (at >= 3 and token[at - 2 : at + 1] in token[: at - 1])


def _is_near(one: str, other: str) -> bool:
    return abs(ord(one) - ord(other)) <= 1 or one + other in _NEXT_KEYS
