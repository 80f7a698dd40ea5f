"""Clashes: two people changed the same part of a plan, and one of them has to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aule.contracts.errors import Both, Conflict
from aule.contracts.model import Model
from aule.contracts.plans.plan import Plan


class FieldClash(Model):
    """One field that was changed twice, and differently."""

    path: str
    """As in a diff: `title`, `steps.2.description`."""
    base: Any = None
    """What both began with."""
    theirs: Any = None
    """What is there now."""
    mine: Any = None
    """What was to be written."""


class PlanClash(Conflict):
    """Somebody else changed the same fields of a plan meanwhile; `clashes` has both values of each."""

    code = "conflict_version"
    status = 412

    def __init__(self, current: Plan, clashes: Sequence[FieldClash]) -> None:
        first = clashes[0].path
        more = "" if len(clashes) == 1 else f" and {len(clashes) - 1} more"
        super().__init__(
            f"{first!r}{more} of the plan {current.id!r} was changed by somebody else; it has version "
            f"{current.version} now.",
            hint="Look at both values, choose one, and save it again.",
            field=first,
            subject=current.id,
        )
        self.current = current
        self.clashes = list(clashes)

    @property
    def both(self) -> Both:
        """Both values of every field, to choose from."""
        return Both(current=self.current.version, values=[each.model_dump(mode="json") for each in self.clashes])
