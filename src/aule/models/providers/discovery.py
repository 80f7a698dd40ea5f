"""Discovery: which model servers run on this machine, and what a provider offers.

Only loopback addresses are looked at unasked. A remote provider is contacted when the person
has turned it on, and never for having a key lying about.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aule.contracts.errors import AuleError
from aule.contracts.talk.catalog import Discovery, ModelInfo, Tier
from aule.models.brains.shapes import count_of, list_of, object_of
from aule.models.providers.catalog import ProviderEntry
from aule.models.wire.address import is_loopback, may_reach
from aule.models.wire.transport import Endpoint, Transport

LOOK_SECONDS = 0.8
LIST_SECONDS = 10.0
CONTEXT_WORDS = ("max_model_len", "context_length", "max_context_length", "inputTokenLimit")
MOST_SHOWN = 40
"""How many local models are asked about in detail."""


async def look(transport: Transport, entry: ProviderEntry, endpoint: Endpoint) -> Discovery:
    """Whether something answers at a local address."""
    found = Discovery(provider=entry.id, name=entry.name, base_url=endpoint.base_url, reachable=False)
    if not is_loopback(endpoint.base_url) or not may_reach(endpoint.base_url):
        return found
    try:
        async with asyncio.timeout(LOOK_SECONDS * 2):
            offered = await models(transport, entry, endpoint, seconds=LOOK_SECONDS)
    except TimeoutError:
        return found.model_copy(update={"detail": "It answered too slowly."})
    except AuleError as error:
        return found.model_copy(update={"detail": error.problem.hint})
    return found.model_copy(update={"reachable": True, "models": offered})


def with_key(entry: ProviderEntry) -> Discovery:
    """A remote provider whose key is at hand. It is not contacted."""
    return Discovery(
        provider=entry.id,
        name=entry.name,
        base_url=entry.base_url or "",
        reachable=False,
        detail=f"{entry.key} is set; turn {entry.name} on to use it.",
    )


async def models(
    transport: Transport, entry: ProviderEntry, endpoint: Endpoint, *, seconds: float = LIST_SECONDS
) -> list[ModelInfo]:
    """What a provider offers."""
    if entry.dialect == "ollama":
        return await _ollama_models(transport, entry, endpoint, seconds)
    document = await transport.document(endpoint, _models_path(entry), seconds=seconds)
    return [_info(entry, item) for item in _items(document) if _id(item)]


def key_headers(entry: ProviderEntry, key: str | None) -> tuple[tuple[str, str], ...]:
    """Headers of the wires that do not take a bearer token."""
    match entry.wire:
        case "anthropic" if key:
            return (("x-api-key", key), ("anthropic-version", "2023-06-01"))
        case "google" if key:
            return (("x-goog-api-key", key),)
        case _:
            return ()


def embedded_model(entry: ProviderEntry) -> ModelInfo:
    """The one model of a GGUF file."""
    name = entry.default_model or (entry.path or entry.id).replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".gguf")
    return ModelInfo(provider=entry.id, id=name, local=True, tier=1)


def _models_path(entry: ProviderEntry) -> str:
    match entry.wire:
        case "anthropic":
            return "v1/models?limit=200"
        case "google":
            return "v1beta/models?pageSize=200"
        case _:
            return "models"


def _info(entry: ProviderEntry, item: dict[str, Any]) -> ModelInfo:
    id = _id(item)
    known = entry.known(id)
    # llama.cpp, vLLM, LM Studio, OpenRouter and Google each have their own word for it.
    lengths = [object_of(item.get("meta")).get("n_ctx"), *(item.get(word) for word in CONTEXT_WORDS)]
    told = next((length for length in lengths if count_of(length)), None)
    tier: Tier = 1 if entry.local else 2
    return ModelInfo(
        provider=entry.id,
        id=id,
        local=entry.local,
        tier=tier,
        context_length=told or (known.context if known else None),
        price=known.price if known else None,
    )


async def _ollama_models(
    transport: Transport, entry: ProviderEntry, endpoint: Endpoint, seconds: float
) -> list[ModelInfo]:
    document = await transport.document(endpoint, "/api/tags", seconds=seconds)
    items = [item for item in _items(document) if _id(item)]
    shown = await asyncio.gather(*(_show(transport, endpoint, _id(item), seconds) for item in items[:MOST_SHOWN]))
    details = [*shown, *([{}] * (len(items) - len(shown)))]
    return [
        ModelInfo(
            provider=entry.id,
            id=_id(item),
            local=True,
            tier=2 if "tools" in list_of(detail.get("capabilities")) else 1,
            context_length=_ollama_context(detail),
            size_bytes=count_of(item.get("size")),
        )
        for item, detail in zip(items, details, strict=True)
        if "embedding" not in list_of(detail.get("capabilities"))
    ]


async def _show(transport: Transport, endpoint: Endpoint, model: str, seconds: float) -> dict[str, Any]:
    try:
        shown = await transport.document(endpoint, "/api/show", body={"model": model}, seconds=seconds)
    except AuleError:
        return {}
    return object_of(shown)


def _ollama_context(detail: dict[str, Any]) -> int | None:
    info = object_of(detail.get("model_info"))
    return count_of(info.get(f"{info.get('general.architecture')}.context_length"))


def _items(document: Any) -> list[dict[str, Any]]:
    under_key = object_of(document).get("data") or object_of(document).get("models")
    return [object_of(item) for item in list_of(document) or list_of(under_key)]


def _id(item: dict[str, Any]) -> str:
    """The model's id; Google writes `models/` before it."""
    id = item.get("id") or item.get("name")
    return id.removeprefix("models/") if isinstance(id, str) else ""
