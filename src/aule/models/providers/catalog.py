"""The catalog: providers as data, and what settings make of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any, Literal

from aule.contracts.settings import Provider, Settings, Wire
from aule.contracts.talk.catalog import MachineSize, Price, Recommended
from aule.models.wire.address import is_loopback

BUILTIN = "builtin"
"""The id of tier 0: no provider at all, only recipes."""
RECIPES = "recipes"
"""What stands in place of a model's id in tier 0."""

Dialect = Literal["openai", "ollama"]
Quirk = Literal["max_completion_tokens", "no_sampling", "short_call_ids", "no_stream_options", "json_object_only"]


@dataclass(frozen=True, slots=True)
class KnownModel:
    """What the catalog knows of every model whose id begins with `prefix`."""

    prefix: str
    context: int | None = None
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class ProviderEntry:
    """A provider: the catalog's entry with the person's settings on top."""

    id: str
    name: str
    wire: Wire = "openai_chat"
    base_url: str | None = None
    local: bool = False
    dialect: Dialect = "openai"
    key: str | None = None
    key_optional: bool = False
    homepage: str | None = None
    default_model: str | None = None
    start: str | None = None
    fetch: str | None = None
    path: str | None = None
    passes_on: bool = False
    """Whether it hands what it is told on to another machine, though it listens on this one."""
    quirks: frozenset[Quirk] = frozenset()
    models: tuple[KnownModel, ...] = field(default=(), repr=False)

    @property
    def needs_key(self) -> bool:
        """Whether nothing works without a key."""
        return self.key is not None and not self.key_optional

    def known(self, model: str) -> KnownModel | None:
        """What the catalog knows of this model: the longest prefix wins."""
        fitting = [known for known in self.models if model.startswith(known.prefix)]
        return max(fitting, key=lambda known: len(known.prefix), default=None)


def is_elsewhere(entry: ProviderEntry, model: str) -> bool:
    """Whether a model works on another machine: by its address, or because what listens here passes words on."""
    if entry.wire == "embedded":
        return False
    if entry.passes_on or (entry.dialect == "ollama" and model.endswith(("-cloud", ":cloud"))):
        return True
    return entry.wire != "openai_chat" or not is_loopback(entry.base_url)


def entries(settings: Settings) -> dict[str, ProviderEntry]:
    """Every provider there is: the catalog's, and those only the settings know."""
    merged = {id: _configured(entry, settings.providers.get(id)) for id, entry in shipped().items()}
    for id, chosen in settings.providers.items():
        if id not in merged and id != BUILTIN:
            merged[id] = _custom(id, chosen)
    return merged


@cache
def shipped() -> Mapping[str, ProviderEntry]:
    """The catalog as it comes with the program."""
    folder = resources.files("aule.models") / "catalog"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        id: _entry(id, tomllib.loads(file.read_text("utf-8")))
        for file in files
        if (id := file.name.removesuffix(".toml"))
    }


@cache
def recommended() -> tuple[Recommended, ...]:
    """Local models worth having, by role."""
    text = (resources.files("aule.models") / "recommended.toml").read_text("utf-8")
    return tuple(Recommended.model_validate(model) for model in tomllib.loads(text)["models"])


@cache
def machine_sizes() -> tuple[MachineSize, ...]:
    """The model advised for each size of machine, the smallest machine first."""
    text = (resources.files("aule.models") / "recommended.toml").read_text("utf-8")
    sizes = [MachineSize.model_validate(size) for size in tomllib.loads(text)["machines"]]
    return tuple(sorted(sizes, key=lambda size: size.memory_gb))


def _entry(id: str, data: dict[str, Any]) -> ProviderEntry:
    models = tuple(
        KnownModel(known["prefix"], known.get("context"), Price.model_validate(known["price"]))
        for known in data.pop("models", [])
    )
    quirks = frozenset(data.pop("quirks", []))
    return ProviderEntry(id=id, models=models, quirks=quirks, **data)


def _configured(entry: ProviderEntry, chosen: Provider | None) -> ProviderEntry:
    if chosen is None:
        return entry
    base_url = (chosen.base_url or entry.base_url or "").rstrip("/") or None
    return replace(
        entry,
        wire=chosen.wire or entry.wire,
        base_url=base_url,
        local=is_loopback(base_url) if chosen.base_url else entry.local,
        default_model=chosen.default_model or entry.default_model,
        path=chosen.path,
        passes_on=chosen.passes_on,
    )


def _custom(id: str, chosen: Provider) -> ProviderEntry:
    """A provider the catalog does not know: OpenAI-compatible unless said otherwise, or a GGUF file."""
    wire: Wire = chosen.wire or ("embedded" if chosen.path else "openai_chat")
    base_url = chosen.base_url.rstrip("/") if chosen.base_url else None
    return ProviderEntry(
        id=id,
        name=id,
        wire=wire,
        base_url=base_url,
        local=wire == "embedded" or is_loopback(base_url),
        key=None if wire == "embedded" else id.upper().replace("-", "_") + "_API_KEY",
        key_optional=True,
        default_model=chosen.default_model,
        path=chosen.path,
        passes_on=chosen.passes_on,
    )
