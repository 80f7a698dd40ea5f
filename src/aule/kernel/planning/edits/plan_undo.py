"""Undo and redo of a plan: going back and forth over what its versions say, each time as a new version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from aule.contracts.plans.views import PlanVersion

_TURN = re.compile(r"^(?:undo|redo) (\d{1,9})$")


def undo_reason(version: int) -> str:
    """Why a version was made that says what an earlier one said."""
    return f"undo {version}"


def redo_reason(version: int) -> str:
    """Why a version was made that says what an undone one said."""
    return f"redo {version}"


def before(history: Sequence[PlanVersion]) -> int | None:
    """The version an undo goes back to; none at the beginning."""
    return _parents(history).get(_place(history[-1])) if history else None


def after(history: Sequence[PlanVersion]) -> int | None:
    """The version a redo goes forward to; none unless something was just undone."""
    if not history or _TURN.match(history[-1].reason) is None:
        return None
    here = _place(history[-1])
    undone = [version for version, parent in _parents(history).items() if parent == here]
    return max(undone, default=None)


def _place(version: PlanVersion) -> int:
    """The version whose words a version says: itself, unless it was made by an undo or a redo."""
    turned = _TURN.match(version.reason)
    return version.version if turned is None else int(turned[1])


def _parents(history: Sequence[PlanVersion]) -> dict[int, int]:
    """Of each version that somebody wrote, the one it was written from."""
    found: dict[int, int] = {}
    for earlier, version in pairwise(history):
        if _TURN.match(version.reason) is None:
            found[version.version] = _place(earlier)
    return found
