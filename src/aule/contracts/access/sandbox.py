"""The sandbox: inside which walls commands run on this machine, and what was tried against them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from aule.contracts.model import Model


class Level(StrEnum):
    """The walls commands run inside, the strongest first. With none, nothing runs."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    NONE = "none"


class Proof(Model):
    """One attack that was really tried from inside the box."""

    name: str
    held: bool
    detail: str = ""


class SandboxView(Model):
    """The level of the sandbox on this machine, why it is that one, and what held."""

    level: Level
    why: str
    hint: str | None = Field(default=None, description="What would make it stronger.")
    proofs: list[Proof] = []
