"""Compiled patterns. The only user of wcmatch, which is loaded at the first match."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from aule.contracts.errors import Invalid

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher


@lru_cache(maxsize=1_024)
def compiled(patterns: tuple[str, ...], *, hidden: bool) -> WcMatcher[str]:
    """Return a matcher for patterns; a star matches hidden names only with `hidden`."""
    from wcmatch import glob  # 28 ms of start-up

    flags = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX
    try:
        return glob.compile(list(patterns), flags=flags | glob.DOTGLOB if hidden else flags)
    except (re.error, ValueError) as error:
        raise invalid(", ".join(patterns), "cannot be understood") from error


def invalid(pattern: str, why: str) -> Invalid:
    """Return the error for a pattern that cannot be used."""
    return Invalid(f"The pattern {pattern[:80]!r} {why}.", code="invalid_glob", hint="Try something like **/*.md.")
