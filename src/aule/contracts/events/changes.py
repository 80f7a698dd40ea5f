"""What happens to changes and to proposals of them, as facts."""

from __future__ import annotations

from typing import Literal

from aule.contracts.access.change import Change
from aule.contracts.model import Model


class ChangeIntended(Model):
    """An effect outside the database is about to happen; recorded first, so that a crash can be cleared up."""

    type: Literal["change.intended"] = "change.intended"
    change: Change


class ChangeRecorded(Model):
    """Something was altered."""

    type: Literal["change.recorded"] = "change.recorded"
    change: Change


class ChangeVoided(Model):
    """An intended effect did not happen."""

    type: Literal["change.voided"] = "change.voided"
    change: Change


class ChangeUndone(Model):
    """A change was taken back by another one."""

    type: Literal["change.undone"] = "change.undone"
    change: str
    undone_by: str


class ChangeReinstated(Model):
    """A change stands again, because what took it back was itself taken back."""

    type: Literal["change.reinstated"] = "change.reinstated"
    change: str


class ChangeProposed(Model):
    """Something would be altered if a person says so; nothing was."""

    type: Literal["change.proposed"] = "change.proposed"
    change: Change


class ChangeAdopted(Model):
    """A person let a proposal happen, or a part of it."""

    type: Literal["change.adopted"] = "change.adopted"
    change: str
    by: str
    """The change that made it so."""


class ChangeDropped(Model):
    """A person did not want a proposal, or a later one took its place."""

    type: Literal["change.dropped"] = "change.dropped"
    change: str
