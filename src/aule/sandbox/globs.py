"""Globs over paths in a workspace: `**/*.md`, `src/{a,b}/*.py`, `!drafts/**`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from wcmatch import glob

from aule.contracts.errors import Invalid

LONGEST = 200
MOST_PATTERNS = 100
MOST_STARS = 3
"""In one component: matching may take the length of a name to this power."""
MOST_GLOBSTARS = 3
MOST_BRACES = 3
MOST_COMMAS = 20
"""Together: at most some 500 spellings of one pattern, half of what wcmatch takes."""

_ALLOW = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX
_EXCEPT = _ALLOW | glob.DOTGLOB


class Globs:
    """Some patterns. A path matches if one allows it and none that begins with `!` takes it out again.

    `*` stays inside one name and leaves hidden names alone; `**` spans folders. An exception
    sees hidden names too, so that it never takes out less than it says; so do all with `hidden`.
    """

    def __init__(self, patterns: Iterable[str], *, hidden: bool = False) -> None:
        given = [_checked(pattern) for pattern in patterns]
        if not given or len(given) > MOST_PATTERNS:
            raise Invalid(f"There must be 1 to {MOST_PATTERNS} patterns, not {len(given)}.", code="invalid_glob")
        self._allow = tuple(pattern for pattern in given if not pattern.startswith("!"))
        self._except = tuple(pattern[1:] for pattern in given if pattern.startswith("!"))
        self._flags = _EXCEPT if hidden else _ALLOW

    def match(self, path: str) -> bool:
        """Whether a canonical path is meant."""
        if not glob.globmatch(path, self._allow, flags=self._flags):
            return False
        return not self._except or not glob.globmatch(path, self._except, flags=_EXCEPT)


@lru_cache(maxsize=256)
def _checked(pattern: str) -> str:
    bare = pattern.removeprefix("!")
    segments = bare.split("/")
    if not bare or len(bare) > LONGEST or bare.startswith("/") or any(part in bare for part in ("..", "\\", "\0")):
        raise _invalid(pattern, "is empty, too long, absolute, or contains '..', a backslash or NUL")
    if segments.count("**") > MOST_GLOBSTARS or any(segment.count("*") > MOST_STARS for segment in segments):
        raise _invalid(pattern, f"has more than {MOST_STARS} stars in one name or {MOST_GLOBSTARS} times '**'")
    if bare.count("{") > MOST_BRACES or bare.count(",") > MOST_COMMAS:
        raise _invalid(pattern, f"has more than {MOST_BRACES} braces or {MOST_COMMAS} commas")
    try:
        glob.globmatch("a", bare, flags=_EXCEPT)
    except (re.error, ValueError) as error:
        raise _invalid(pattern, "cannot be understood") from error
    return pattern


def _invalid(pattern: str, why: str) -> Invalid:
    return Invalid(f"The pattern {pattern[:80]!r} {why}.", code="invalid_glob", hint="Try something like **/*.md.")
