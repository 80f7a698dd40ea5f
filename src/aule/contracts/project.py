"""Projects and the artifacts in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from aule.contracts.model import Model
from aule.text.media import StoredType

DEFAULT_PROJECT = "home"
"""The project of what belongs to none other."""
MAX_ARTIFACT = 64 * 1024 * 1024
"""Bytes of an artifact somebody brings."""


class Project(Model):
    """A place on disk that agents work in."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    root: str
    host: str | None = None
    """The machine its folder is on, where several share a database."""
    description: str = Field(default="", max_length=500)
    instructions: str = Field(default="", max_length=8_000)
    """What agents should know when they work here; it enters every prompt."""
    agent: str | None = None
    """Who answers here when nobody was chosen."""
    memory_file: bool | None = None
    """Whether `MEMORY.md` is written into its folder; undecided, only where the folder is one of ours."""
    created_at: str
    updated_at: str = Field(default_factory=lambda known: str(known.get("created_at", "")))
    """When it was last changed; one that never was: when it was made."""
    version: int = 1


class Artifact(Model):
    """A result one keeps: a file with its type, size and origin."""

    id: str
    project: str
    run: str | None
    type: StoredType
    name: str
    mime: str
    size: int
    sha256: str
    created_at: str
    made_by: str | None = None
    """The capability that made it; none when a person added it."""
    call: str | None = None
    """The very call it came from."""
    deleted: bool = False
