"""Errors as data that is stored and sent."""

from __future__ import annotations

from typing import Any

from aule.contracts.model import Model


class Match(Model):
    """One of several things that may be meant."""

    id: str
    """What to say instead, so that only this one is meant."""
    title: str
    path: str = ""
    """What it belongs to."""
    status: str | None = None


class Problem(Model):
    """An error as data: what an agent, a log or another program reads."""

    code: str
    message: str
    hint: str | None = None
    field: str | None = None
    candidates: list[str] = []
    matches: list[Match] = []
    """What may be meant, where it is not clear which."""
    recoverable: bool = True
    subject: str | None = None
    """The id of what has to be decided or looked at (an approval, a run)."""


class Both(Model):
    """Two values of the same thing: what is there now, in which version, and what was to be written."""

    current: int
    values: list[dict[str, Any]]
