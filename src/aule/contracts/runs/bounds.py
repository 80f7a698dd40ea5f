"""Bounds: what a run may do at most, whatever anybody asks of it. They only ever add up to something narrower."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.access.capability import OnWrite
from aule.contracts.model import Model

Execution = Literal["off", "ask", "sandbox"]
"""Whether commands run: never, each one after a yes, or freely inside the box."""


class Bounds(Model):
    """What one who may decide said a run may do. What it leaves out, it says nothing about."""

    agent: str = Field(default="", max_length=200)
    """Whose bounds these are, as its manifest calls it."""
    environment: str = Field(default="", max_length=100)
    protected: bool = False
    """Whether the environment is one where a mistake is dear: every write is asked about, or was confirmed twice."""
    root: str | None = Field(default=None, max_length=4_096)
    """The only folder that may be worked in."""
    scope: list[str] | None = Field(default=None, max_length=100)
    """The only paths of the project that may be written, as globs; none at all when it is empty."""
    on_write: OnWrite | None = None
    """What becomes of a write in scope."""
    exec: Execution | None = None
    """Whether commands run."""
    sandboxed: bool = False
    """Whether only capabilities may be used that run in a sandbox; it says nothing about anything else."""
    by_rule: bool = False
    """Whether a guideline of an agent says it: it narrows what others say, and allows nothing where they are silent."""
