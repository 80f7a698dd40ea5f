"""Registries, and what the owner allowed of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.contracts.settings import RegistryId, RegistryKind
from aule.sdk import Model

Id = Annotated[RegistryId, Field(description="A registry, by its id.")]


class Registry(Model):
    """Servers that have packages of one kind."""

    id: RegistryId
    kind: RegistryKind
    title: str
    urls: list[str]
    is_own: bool = False
    """Whether the owner named it in the settings."""


class Consent(Model):
    """What the owner allowed: commands of a project may reach exactly these servers."""

    project: str
    registry: RegistryId
    urls: list[str]
    allowed_at: str


class RegistryView(Model):
    """A registry, as it stands in a project."""

    id: RegistryId
    kind: RegistryKind
    title: str
    hosts: list[str]
    """Its servers, as people read them."""
    is_own: bool
    is_allowed: bool
    """Whether commands of the project may reach it."""
    allowed_at: str | None = None
    is_open: bool = False
    """Whether a command reaches it right now."""
