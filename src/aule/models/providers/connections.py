"""Connections: from a provider's entry to a wire, a list of models, or a brain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid, ModelUnavailable
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.catalog import Discovery, ModelInfo, Price, Tier
from aule.models.brains.deferred import load
from aule.models.providers import discovery
from aule.models.providers.catalog import ProviderEntry
from aule.models.providers.directory import LOCAL_CONTEXT
from aule.models.wire.transport import Endpoint, Transport

if TYPE_CHECKING:
    from aule.models.local.embedded import Engines
    from aule.models.local.recent_sentences import Vectors
    from aule.models.wire.chat import Wire

MOST_BRAINS = 32


@dataclass(frozen=True, slots=True)
class Skills:
    """What is known of a model before it is asked."""

    tier: Tier
    context: int | None
    price: Price | None
    keeps_shapes: bool = True


class Connections:
    """Makes and keeps what is needed to talk to providers."""

    def __init__(self, key: Callable[[ProviderEntry], str | None], ambient: Ambient) -> None:
        self._key = key
        self._ambient = ambient
        self._transport = Transport(ambient)
        self._made_engines: Engines | None = None
        self._brains: dict[object, Brain] = {}

    async def models(self, entry: ProviderEntry) -> list[ModelInfo]:
        """What the provider offers."""
        if entry.wire == "embedded":
            return [discovery.embedded_model(entry)]
        return await discovery.models(self._transport, entry, self.endpoint(entry))

    async def discover(self, entries: Sequence[ProviderEntry]) -> list[Discovery]:
        """Look at every local address, and for keys, all at once."""
        local = [entry for entry in entries if entry.local and entry.base_url]
        remote = [entry for entry in entries if not entry.local and self._key(entry)]
        found = await asyncio.gather(*(discovery.look(self._transport, entry, self.endpoint(entry)) for entry in local))
        return [*found, *(discovery.with_key(entry) for entry in remote)]

    def endpoint(self, entry: ProviderEntry) -> Endpoint:
        """Where a provider listens, with its key."""
        if not entry.base_url:
            raise Invalid(f"the provider {entry.id!r} has no address", hint="Give it a base_url in Settings, Models.")
        key = self._key(entry)
        return Endpoint(
            provider=entry.id,
            name=entry.name,
            base_url=entry.base_url,
            local=entry.local,
            key=key,
            headers=discovery.key_headers(entry, key),
            start=entry.start,
            fetch=entry.fetch,
        )

    async def wire(self, entry: ProviderEntry, model: str, context: int | None = None) -> Wire:
        """The line to one of the provider's models."""
        match entry.wire:
            case "openai_chat":
                return self._chat(entry, self.endpoint(entry), model, context)
            case "embedded":
                from aule.models.local.embedded import CONTEXT  # only for GGUF files

                endpoint = await self._engines().ready(entry)
                return self._chat(entry, endpoint, model, min(context or CONTEXT, CONTEXT))
            case "anthropic" | "google":
                return await self._vendor(entry, model)

    async def brain(self, entry: ProviderEntry, model: str, skills: Skills) -> Brain:
        """A brain over one of the provider's models, as what is known of it allows."""
        from aule.models.brains.native import Identity, Native  # loaded on first use
        from aule.models.brains.stepwise import Stepwise

        context = skills.context
        same = (entry, model, skills, self._key(entry))
        known = self._brains.get(same)
        # An embedded model may have been stopped meanwhile, and listens elsewhere when it starts again.
        if known is None or entry.wire == "embedded":
            wire = await self.wire(entry, model, context)
            identity = Identity(entry.id, model, context or LOCAL_CONTEXT, skills.price, skills.keeps_shapes)
            known = (Native if skills.tier == 2 else Stepwise)(wire, identity, self._ambient)
            if len(self._brains) >= MOST_BRAINS:
                self._brains.clear()
            self._brains[same] = known
        return known

    async def embed(self, entry: ProviderEntry, model: str, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Return the vectors a provider's model makes of texts."""
        from aule.models.wire.embeddings import embed  # loaded on first use

        return await embed(self._transport, self.endpoint(entry), model, texts, is_query=is_query)

    async def close(self) -> None:
        """Close connections and stop embedded models."""
        await self._transport.close()
        if self._made_engines is not None:
            await self._made_engines.close()

    def _chat(self, entry: ProviderEntry, endpoint: Endpoint, model: str, context: int | None) -> Wire:
        from aule.models.wire.chat_wire import ChatWire  # loaded on first use
        from aule.models.wire.dialects import Address

        address = Address(endpoint, model, entry.dialect == "ollama", entry.quirks, context)
        return ChatWire(self._transport, address)

    async def _vendor(self, entry: ProviderEntry, model: str) -> Wire:
        try:
            await load("aule.models.wire.vendors")
            from aule.models.wire.vendors import vendor_wire  # pydantic-ai, which comes with an extra

            return vendor_wire(entry, model, self._key(entry))
        except ImportError as error:
            raise ModelUnavailable(
                f"{entry.name!r} needs a library that is not installed", hint=f"Install aule[{entry.wire}]."
            ) from error

    def _engines(self) -> Engines:
        if self._made_engines is None:
            from aule.models.local.embedded import Engines  # only for GGUF files

            self._made_engines = Engines(self._ambient)
        return self._made_engines
