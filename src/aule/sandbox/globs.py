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
"""Stars in one component: matching may take the length of a name to this power."""
MOST_GLOBSTARS = 3
MOST_BRACES = 3
MOST_COMMAS = 20
MOST_SPELLINGS = 500
"""Patterns of a list after brace expansion: each is an expression of its own, compiled before any match."""

_BRACE = re.compile(r"\{([^{}]*)\}")


class Globs:
    """A list of patterns. A path matches if one allows it and none that begins with `!` excludes it.

    `*` stays inside one name and excludes hidden names; `**` spans folders. An exception includes hidden names, so that
    it never excludes less than it says; so do all patterns with `hidden`.
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
        """Return whether a canonical path matches."""
        if not self._allow or not compiled(self._allow, hidden=self._hidden).match(path):
            return False
        return not self._except or not compiled(self._except, hidden=True).match(path)


@lru_cache(maxsize=256)
def checked(pattern: str) -> str:
    """Return a pattern if it can be matched in good time and stays in the workspace; refuse any other."""
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
    """Refuse a list whose braces expand to too many patterns."""
    if len(patterns) > MOST_PATTERNS:
        return  # the caller limits their number
    total = 0
    for pattern in patterns:
        total += _spellings(pattern)
        if total > MOST_SPELLINGS:
            raise invalid(pattern, f"stands, with those before it, for more than {MOST_SPELLINGS} patterns")


def _spellings(pattern: str) -> int:
    """Return to how many patterns braces expand at most, nested ones from the inside."""
    count, rest = 1, pattern[: LONGEST + 1]
    while match := _BRACE.search(rest):
        count *= match.group(1).count(",") + 1
        rest = rest[: match.start()] + rest[match.end() :]
    return count
