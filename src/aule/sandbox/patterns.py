"""Patterns as matchers, compiled once. This is the one way to wcmatch, which is loaded by whoever matches first."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from aule.contracts.errors import Invalid

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher


@lru_cache(maxsize=1_024)
def compiled(patterns: tuple[str, ...], *, hidden: bool) -> WcMatcher[str]:
    """What matches a path that one of the patterns means; hidden names are meant by a star only with `hidden`."""
    from wcmatch import glob  # 28 ms of start-up

    flags = glob.GLOBSTAR | glob.BRACE | glob.CASE | glob.FORCEUNIX
    try:
        return glob.compile(list(patterns), flags=flags | glob.DOTGLOB if hidden else flags)
    except (re.error, ValueError) as error:
        raise invalid(", ".join(patterns), "cannot be understood") from error


def invalid(pattern: str, why: str) -> Invalid:
    """The error for a pattern that cannot be used."""
    return Invalid(f"The pattern {pattern[:80]!r} {why}.", code="invalid_glob", hint="Try something like **/*.md.")
