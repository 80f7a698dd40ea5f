"""Fences: a home gives agents their rights, so no agent writes in it, wherever it lies (CO-24)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_ANYTHING = ("**", "**/.*", "**/.*/**")
_SIGNS = frozenset("*?[]{}!\\.,~|")


def lies_in(root: Path, home: Path) -> bool:
    """Whether a project's folder is the home, or one inside of it: then nothing of it is written."""
    return root.is_relative_to(home)


def fenced(scope: Sequence[str], root: Path, home: Path) -> list[str]:
    """A write scope of a project without the home, where that lies inside the project. An empty one stays so."""
    if not scope or lies_in(root, home) or not home.is_relative_to(root):
        return [] if lies_in(root, home) else list(scope)
    place = "".join("?" if sign in _SIGNS else sign for sign in home.relative_to(root).as_posix())
    return [*scope, f"!{place}", f"!{place}/**"]


def anywhere(root: Path, home: Path) -> list[str] | None:
    """The write scope of whatever no manifest bounds: none is set, unless the home lies in the way."""
    scope = fenced(_ANYTHING, root, home)
    return None if scope == list(_ANYTHING) else scope
