"""Wires of vendors with a library of their own, through pydantic-ai, when their extra is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aule.contracts.errors import ModelUnavailable
from aule.models.providers.catalog import ProviderEntry
from aule.models.wire.address import check_reach

if TYPE_CHECKING:
    from pydantic_ai.models import Model


def vendor_model(entry: ProviderEntry, model: str, key: str | None) -> Model[Any]:
    """The pydantic-ai model of a vendor's own wire."""
    check_reach(entry.base_url or "")
    if not key:
        raise ModelUnavailable(f"{entry.name!r} needs a key", hint=f"Add {entry.key} in Settings, Models.")
    try:
        return _anthropic(entry, model, key) if entry.wire == "anthropic" else _google(entry, model, key)
    except ImportError as error:
        raise ModelUnavailable(
            f"{entry.name!r} needs a library that is not installed", hint=f"Install aule[{entry.wire}]."
        ) from error


def _anthropic(entry: ProviderEntry, model: str, key: str) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel  # an extra
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(model, provider=AnthropicProvider(api_key=key, base_url=entry.base_url))


def _google(entry: ProviderEntry, model: str, key: str) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel  # an extra
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(api_key=key, base_url=entry.base_url))
