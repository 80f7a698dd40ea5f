"""Undo and redo of plan content: each writes an earlier content as a new version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from aule.contracts.plans.views import PlanVersion

_TURN = re.compile(r"^(?:undo|redo) (\d{1,9})$")


def undo_reason(version: int) -> str:
    """Return the reason of a version that restores an earlier content."""
    return f"undo {version}"


def redo_reason(version: int) -> str:
    """Return the reason of a version that restores an undone content."""
    return f"redo {version}"


def before(history: Sequence[PlanVersion]) -> int | None:
    """Return the version an undo goes back to; None at the beginning."""
    return _parents(history).get(_place(history[-1])) if history else None


def after(history: Sequence[PlanVersion]) -> int | None:
    """Return the version a redo goes forward to; None unless something was just undone."""
    if not history or _TURN.match(history[-1].reason) is None:
        return None
    here = _place(history[-1])
    undone = [version for version, parent in _parents(history).items() if parent == here]
    return max(undone, default=None)


def _place(version: PlanVersion) -> int:
    """Return the version whose content a version has: its own, unless an undo or redo made it."""
    turned = _TURN.match(version.reason)
    return version.version if turned is None else int(turned[1])


def _parents(history: Sequence[PlanVersion]) -> dict[int, int]:
    """Return, for each version that somebody wrote, the one it was written from."""
    found: dict[int, int] = {}
    for earlier, version in pairwise(history):
        if _TURN.match(version.reason) is None:
            found[version.version] = _place(earlier)
    return found
