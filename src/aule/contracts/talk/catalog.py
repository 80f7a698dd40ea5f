"""Providers and models as people see them: what is there, what it can do, what it costs."""

from __future__ import annotations

from typing import Literal

from pydantic import computed_field

from aule.contracts.access.agent import Role
from aule.contracts.model import Model
from aule.contracts.settings import Price as Price
from aule.contracts.settings import Wire

Tier = Literal[0, 1, 2]
WhyCode = Literal[
    "persona",
    "role",
    "provider_default",
    "only_model",
    "none_connected",
    "no_model_chosen",
    "unavailable",
    "planning",
    "fallback",
]
"""Why a model was chosen, for programs and translations."""


class ProbeFacts(Model):
    """What a model showed it can do when it was tried. None: not tried."""

    text: bool | None = None
    streaming: bool | None = None
    json_schema: bool | None = None
    tool_calls: bool | None = None
    portuguese: bool | None = None
    context_length: int | None = None
    context_source: Literal["declared", "measured", "assumed"] | None = None
    tier: Tier = 1
    seconds: float | None = None
    probed_at: str | None = None
    problem: str | None = None


class ModelInfo(Model):
    """One model one could use."""

    provider: str
    id: str
    local: bool
    tier: Tier
    context_length: int | None = None
    size_bytes: int | None = None
    price: Price | None = None
    facts: ProbeFacts | None = None


class ProviderInfo(Model):
    """One provider, as catalog and settings together say."""

    id: str
    name: str
    wire: Wire
    base_url: str | None
    local: bool
    enabled: bool
    key_name: str | None = None
    has_key: bool = False
    status: Literal["unknown", "reachable", "unreachable", "no_key", "off"] = "unknown"
    detail: str | None = None
    homepage: str | None = None


class RoleChoice(Model):
    """Which model a role uses, and why."""

    role: Role
    provider: str
    model: str
    tier: Tier
    why: str
    why_code: WhyCode | None = None


class Recommended(Model):
    """A local model worth having."""

    id: str
    role: Role
    size_gb: float
    ram_gb: float
    why: dict[str, str]
    """A sentence by language (`en`, `pt`)."""


class MachineSize(Model):
    """The model advised for machines of a size."""

    memory_gb: float
    """A machine with so much memory, or more."""
    model: str
    size_gb: float
    """Of the model's file, as it is fetched; at work it takes more."""
    why: dict[str, str]
    """A sentence by language (`en`, `pt`)."""

    @computed_field
    @property
    def command(self) -> str:
        """What fetches it."""
        return f"ollama pull {self.model}"


class Machine(Model):
    """This machine as far as choosing a model goes; what the system does not tell is none."""

    memory_gb: float | None
    """What programs here may use at most."""
    gpu_gb: float | None
    """The memory of the largest graphics card, where the system tells it."""
    advised: MachineSize | None
    """The largest model that fits; none where not even the smallest does, or nothing is known."""
    sizes: list[MachineSize]


class Discovery(Model):
    """What was found when looking around this machine."""

    provider: str
    name: str
    base_url: str
    reachable: bool
    models: list[ModelInfo] = []
    detail: str | None = None
