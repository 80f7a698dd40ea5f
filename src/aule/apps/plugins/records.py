"""What a plugin says of itself in its descriptor, what was approved of it, and how it stands."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.model import JsonObject
from aule.sdk import Effect, Model

NAME = r"^[a-z][a-z0-9_]{1,39}$"
PluginName = Annotated[str, StringConstraints(pattern=NAME)]
SecretName = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]{1,63}$")]
Domain = Annotated[
    str,
    StringConstraints(max_length=253, pattern=r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$"),
]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
State = Literal["new", "enabled", "disabled", "changed", "missing", "broken"]
"""Never approved; in use; taken out of use; approved, and another one since; approved, and gone; not readable."""
DESCRIPTOR = "plugin.toml"


class PluginWords(Model):
    """A text in both languages."""

    en: Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]
    pt: Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]


class PluginLimits(Model):
    """How much a call may take at most."""

    seconds: float = Field(default=5, ge=0.05, le=60)
    memory_mb: int = Field(default=32, ge=1, le=256)
    output_kb: int = Field(default=256, ge=1, le=900)
    kv_kb: int = Field(default=64, ge=1, le=1_024)
    """What all values it keeps may have together, where it keeps any."""


class PluginCapability(Model):
    """One thing a plugin can do."""

    name: PluginName
    title: PluginWords
    description: PluginWords
    effect: Effect = Effect.READ
    params: JsonObject
    """JSON Schema of an object: what it is given, by name."""
    returns: JsonObject
    """JSON Schema of what it gives back."""
    sends: bool = False
    """Whether it may also send something to the hosts its plugin names for that; it asks each time."""

    @property
    def full_name(self) -> str:
        """The name under which it is called."""
        return f"plugin.{self.name}"


class PluginDescriptor(Model):
    """A `plugin.toml`."""

    name: PluginName
    version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$")]
    title: PluginWords
    description: PluginWords
    module: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,60}\.(?:wasm|wat)$")] = (
        "plugin.wasm"
    )
    """A module as it was built, or as a text in WAT, which is built each time it is compiled."""
    capabilities: list[PluginCapability] = Field(min_length=1, max_length=20)
    limits: PluginLimits = PluginLimits()
    secrets: list[SecretName] = Field(default=[], max_length=10)
    """The secrets it may read, by name."""
    domains: list[Domain] = Field(default=[], max_length=20)
    """The only hosts it may fetch from."""
    sends: list[Domain] = Field(default=[], max_length=20)
    """Those of them it may also send something to."""
    kv: bool = False
    """Whether it keeps values from one call to the next."""

    def sends_of(self, capability: str) -> list[str]:
        """Return the hosts a capability, by its full name, may send something to."""
        return self.sends if any(each.sends and each.full_name == capability for each in self.capabilities) else []


class ApprovedPlugin(Model):
    """What the owner approved of a plugin."""

    name: PluginName
    status: Literal["enabled", "disabled"]
    hash: Hash
    module_hash: Hash
    descriptor: PluginDescriptor
    host_functions: list[str] = []
    """The functions of the system its module calls."""
    approved_at: str


class PluginView(Model):
    """A plugin as it stands: on disk, and as it was approved."""

    name: str
    state: State
    version: str = ""
    title: str = ""
    description: str = ""
    hash: str = ""
    """Of what is on disk; of what was approved where nothing is there."""
    approved_hash: str | None = None
    capabilities: list[str] = []
    effects: list[Effect] = []
    domains: list[str] = []
    sends: list[str] = []
    """Those of its hosts it may also send something to."""
    secrets: list[str] = []
    missing_secrets: list[str] = []
    """Those of its secrets that are not set."""
    kv: bool = False
    kv_bytes: int = 0
    limits: PluginLimits = PluginLimits()
    problem: str | None = None
    """Why it cannot be used as it is."""


def plugin_hash(descriptor: bytes, module: bytes) -> str:
    """Return the hash of a plugin: another one means that it may do something else."""
    parts = hashlib.sha256(descriptor).digest() + hashlib.sha256(module).digest()
    return hashlib.sha256(b"aule plugin 1\0" + parts).hexdigest()
