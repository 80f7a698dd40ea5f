"""Projects and the artifacts in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from aule.contracts.model import Model


class Project(Model):
    """A place on disk that agents work in."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    root: str
    created_at: str
    version: int = 1


class Artifact(Model):
    """A result one keeps: a file with its type, size and origin."""

    id: str
    project: str
    run: str | None
    type: str
    name: str
    mime: str
    size: int
    sha256: str
    created_at: str
    deleted: bool = False
