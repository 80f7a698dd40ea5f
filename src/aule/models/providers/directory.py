"""The directory: every provider and model as catalog, settings, secrets, listings and probes together say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from aule.contracts.errors import ModelUnavailable, NotFound
from aule.contracts.settings import Settings
from aule.contracts.talk.catalog import ModelInfo, Price, ProbeFacts, ProviderInfo, Tier
from aule.models.providers import catalog
from aule.models.providers.catalog import ProviderEntry
from aule.models.providers.listing import Listing
from aule.models.providers.prices import chosen_price

LOCAL_CONTEXT = 8_192
REMOTE_CONTEXT = 128_000
Status = Literal["unknown", "reachable", "unreachable", "no_key", "off"]


class Directory:
    """Looks things up; changes nothing and contacts nobody."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        secret: Callable[[str], str | None],
        facts: Callable[[str, str], ProbeFacts | None],
    ) -> None:
        self.settings = settings
        self.listing = Listing()
        self._secret = secret
        self._facts = facts
        self._known: tuple[Settings, dict[str, ProviderEntry]] | None = None

    def entries(self) -> dict[str, ProviderEntry]:
        """Every provider there is; made anew when the settings change."""
        settings = self.settings()
        if self._known is None or self._known[0] is not settings:
            self._known = settings, catalog.entries(settings)
        return self._known[1]

    def entry(self, provider: str) -> ProviderEntry:
        """One provider, whether it is turned on or not."""
        entries = self.entries()
        if provider not in entries:
            raise NotFound(f"there is no provider {provider!r}", candidates=sorted(entries)[:5])
        return entries[provider]

    def enabled(self, provider: str) -> ProviderEntry:
        """One provider that the person has turned on; refused otherwise."""
        entry = self.entries().get(provider)
        if entry is None or not self.is_enabled(provider):
            raise ModelUnavailable(
                f"the model's provider {provider!r} is not connected",
                hint="Turn it on in Settings, Models, or choose another model.",
            )
        return entry

    def ready(self) -> list[ProviderEntry]:
        """The providers that are turned on and have the key they need, in the order of the settings."""
        entries = self.entries()
        chosen = [entries[id] for id in self.settings().providers if id in entries]
        return [entry for entry in chosen if self.is_enabled(entry.id) and not self.lacks_key(entry)]

    def offering(self, model: str) -> ProviderEntry:
        """The one provider that has a model, when only the model is named."""
        ready = self.ready()
        if not ready:
            raise ModelUnavailable(
                f"no model is connected, so {model!r} cannot answer",
                hint="Connect a provider under Models or with `aule models`, or leave the model out.",
            )
        offering = [entry for entry in ready if self.listing.find(entry.id, model)] or ready
        if len(offering) != 1:
            raise ModelUnavailable(
                f"which provider has {model!r} is not clear", hint="Choose the provider together with the model."
            )
        return offering[0]

    def is_enabled(self, provider: str) -> bool:
        """Whether the person has turned a provider on. Nothing is on by itself."""
        chosen = self.settings().providers.get(provider)
        return chosen is not None and chosen.enabled

    def key(self, entry: ProviderEntry) -> str | None:
        """The provider's key, from the secrets or the environment."""
        return self._secret(entry.key) if entry.key else None

    def lacks_key(self, entry: ProviderEntry) -> bool:
        """Whether a key is needed and missing."""
        return entry.needs_key and not self.key(entry)

    def check_key(self, entry: ProviderEntry) -> None:
        """Refuse a provider that cannot work for want of a key."""
        if self.lacks_key(entry):
            raise ModelUnavailable(f"{entry.name!r} needs a key", hint=f"Add {entry.key} in Settings, Models.")

    def tier(self, entry: ProviderEntry, model: str) -> Tier:
        """What the probe found; an untried local model is not trusted with tools unless its server vouches for it."""
        facts = self._facts(entry.id, model)
        if facts is not None and facts.probed_at is not None:
            return facts.tier
        listed = self.listing.find(entry.id, model)
        return listed.tier if listed is not None else 1 if entry.local else 2

    def context(self, entry: ProviderEntry, model: str) -> int | None:
        """The context length, as far as anybody has told it."""
        facts, listed, known = self._facts(entry.id, model), self.listing.find(entry.id, model), entry.known(model)
        return (
            (facts.context_length if facts else None)
            or (listed.context_length if listed else None)
            or (known.context if known else None)
        )

    def assumed_context(self, entry: ProviderEntry, model: str) -> int:
        """The context length, or a cautious guess."""
        return self.context(entry, model) or (LOCAL_CONTEXT if entry.local else REMOTE_CONTEXT)

    def keeps_shapes(self, entry: ProviderEntry, model: str) -> bool:
        """Whether a model can be held to a JSON Schema; one that was not tried gets the benefit of the doubt."""
        facts = self._facts(entry.id, model)
        return facts is None or facts.json_schema is not False

    def price(self, entry: ProviderEntry, model: str) -> Price | None:
        """What its tokens cost: as the settings say, else if the catalog knows."""
        known = entry.known(model)
        return chosen_price(self.settings().prices, entry.id, model) or (known.price if known else None)

    def completed(self, model: ModelInfo) -> ModelInfo:
        """A listed model with all that is known of it."""
        entry = self.entry(model.provider)
        return model.model_copy(
            update={
                "tier": self.tier(entry, model.id),
                "context_length": self.context(entry, model.id),
                "price": self.price(entry, model.id),
                "facts": self._facts(model.provider, model.id),
            }
        )

    def info(self, entry: ProviderEntry) -> ProviderInfo:
        """A provider as people see it."""
        status, detail = self._status(entry)
        return ProviderInfo(
            id=entry.id,
            name=entry.name,
            wire=entry.wire,
            base_url=entry.base_url,
            local=entry.local,
            enabled=self.is_enabled(entry.id),
            key_name=entry.key,
            has_key=bool(self.key(entry)),
            status=status,
            detail=detail,
            homepage=entry.homepage,
        )

    def _status(self, entry: ProviderEntry) -> tuple[Status, str | None]:
        if not self.is_enabled(entry.id):
            return "off", None
        if self.lacks_key(entry):
            return "no_key", None
        return self.listing.status(entry.id)
