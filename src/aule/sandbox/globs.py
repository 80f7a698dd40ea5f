"""Globs over paths in a workspace: `**/*.md`, `src/{a,b}/*.py`, `!drafts/**`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from aule.contracts.errors import Invalid
from aule.sandbox.patterns import compiled, invalid

LONGEST = 200
MOST_PATTERNS = 100
MOST_STARS = 3
"""In one component: matching may take the length of a name to this power."""
MOST_GLOBSTARS = 3
MOST_BRACES = 3
MOST_COMMAS = 20
MOST_SPELLINGS = 500
"""Of all patterns of a list together, braces taken apart: each is an expression of its own, made before any match."""

_BRACE = re.compile(r"\{([^{}]*)\}")


class Globs:
    """Some patterns. A path matches if one allows it and none that begins with `!` takes it out again.

    `*` stays inside one name and leaves hidden names alone; `**` spans folders. An exception
    sees hidden names too, so that it never takes out less than it says; so do all with `hidden`.
    """

    def __init__(self, patterns: Iterable[str], *, hidden: bool = False) -> None:
        patterns = list(patterns)
        refuse_many(patterns)
        given = [checked(pattern) for pattern in patterns]
        if not given or len(given) > MOST_PATTERNS:
            raise Invalid(
                f"There must be 1 to {MOST_PATTERNS} patterns, not {len(given)}.",
                code="invalid_glob",
                hint="Try something like **/*.md.",
            )
        self._allow = tuple(pattern for pattern in given if not pattern.startswith("!"))
        self._except = tuple(pattern[1:] for pattern in given if pattern.startswith("!"))
        self._hidden = hidden

    def match(self, path: str) -> bool:
        """Whether a canonical path is meant."""
        if not self._allow or not compiled(self._allow, hidden=self._hidden).match(path):
            return False
        return not self._except or not compiled(self._except, hidden=True).match(path)


@lru_cache(maxsize=256)
def checked(pattern: str) -> str:
    """A pattern that can be matched in good time and means a place in the workspace; any other is refused."""
    bare = pattern.removeprefix("!")
    segments = bare.split("/")
    if not bare or len(bare) > LONGEST or bare.startswith("/") or any(part in bare for part in ("..", "\\", "\0")):
        raise invalid(pattern, "is empty, too long, absolute, or contains '..', a backslash or NUL")
    if segments.count("**") > MOST_GLOBSTARS or any(segment.count("*") > MOST_STARS for segment in segments):
        raise invalid(pattern, f"has more than {MOST_STARS} stars in one name or {MOST_GLOBSTARS} times '**'")
    if bare.count("{") > MOST_BRACES or bare.count(",") > MOST_COMMAS:
        raise invalid(pattern, f"has more than {MOST_BRACES} braces or {MOST_COMMAS} commas")
    compiled((bare,), hidden=True)
    return pattern


def refuse_many(patterns: Sequence[str]) -> None:
    """Stop at a list whose braces stand for more patterns than can be made in good time."""
    if len(patterns) > MOST_PATTERNS:
        return  # whoever asks says how many there may be
    total = 0
    for pattern in patterns:
        total += _spellings(pattern)
        if total > MOST_SPELLINGS:
            raise invalid(pattern, f"stands, with those before it, for more than {MOST_SPELLINGS} patterns")


def _spellings(pattern: str) -> int:
    """How many patterns one with braces stands for, at most; braces in braces are taken apart from the inside."""
    count, rest = 1, pattern[: LONGEST + 1]
    while match := _BRACE.search(rest):
        count *= match.group(1).count(",") + 1
        rest = rest[: match.start()] + rest[match.end() :]
    return count
