"""Scopes: the paths of a project somebody may write, as globs. Patterns that begin with `!` exclude, and win."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from aule.sandbox.globs import MOST_PATTERNS, checked, refuse_many
from aule.sandbox.patterns import compiled, invalid


class Scope:
    """The writable paths of a project. `*` and `?` stay inside one name, `**` spans folders.

    A path is allowed if any pattern allows it. A hidden name is matched only by a pattern whose part begins with a dot.
    Exclusions also match other cases and Unicode forms, and hidden names.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(patterns)
        if len(self.patterns) > MOST_PATTERNS:
            raise invalid(self.patterns[MOST_PATTERNS], f"is one too many: {MOST_PATTERNS} are the most")
        refuse_many(self.patterns)
        allow = tuple(checked(each) for each in self.patterns if not each.startswith("!"))
        out = tuple(checked(each)[1:] for each in self.patterns if each.startswith("!"))
        self._allow = compiled(allow, hidden=False) if allow else None
        self._except = compiled(out, hidden=True) if out else None
        self._folded = compiled(tuple(_folded(each) for each in out), hidden=True) if out else None

    def allows(self, path: str) -> bool:
        """Return whether a canonical path may be written."""
        if self._allow is None or not self._allow.match(path):
            return False
        if self._except is None or self._folded is None:
            return True
        return not self._except.match(path) and not self._folded.match(_folded(path))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scope) and self.patterns == other.patterns

    def __hash__(self) -> int:
        return hash(self.patterns)

    def __repr__(self) -> str:
        return f"Scope({list(self.patterns)!r})"


@lru_cache(maxsize=1_024)
def scope_of(patterns: tuple[str, ...]) -> Scope:
    """Return the scope with these patterns, compiled once."""
    return Scope(patterns)


def _folded(text: str) -> str:
    """Return a path or pattern as a file system that folds case and Unicode forms would see it."""
    return unicodedata.normalize("NFKC", text).casefold()
