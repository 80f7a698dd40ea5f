"""The switchboard: which model answers, and why; what is connected, and whether it works."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from aule.contracts.agent import ModelChoice, Role
from aule.contracts.ambient import Ambient
from aule.contracts.brain import Brain, Piece, Prompt
from aule.contracts.catalog import (
    Discovery,
    ModelInfo,
    Price,
    ProbeFacts,
    ProviderInfo,
    Recommended,
    RoleChoice,
    Tier,
)
from aule.contracts.errors import AuleError, ModelUnavailable, NotFound
from aule.contracts.recipe import Recipe
from aule.contracts.run import Usage
from aule.contracts.settings import Settings
from aule.contracts.views import ConnectionTest
from aule.models import catalog
from aule.models.budget import cost
from aule.models.builtin import Builtin
from aule.models.catalog import BUILTIN, ProviderEntry
from aule.models.listing import Listing

if TYPE_CHECKING:
    from aule.models.connections import Connections

WhyCode = Literal["persona", "role", "provider_default", "only_model", "none_connected", "no_model_chosen"]
LOCAL_CONTEXT = 8_192
REMOTE_CONTEXT = 128_000


@dataclass(frozen=True, slots=True)
class Chosen:
    """The brain that will answer, and why it is this one."""

    brain: Brain
    why: str
    why_code: WhyCode
    price: Price | None = None

    @property
    def provider(self) -> str:
        """The provider's id; `builtin` for recipes."""
        return self.brain.provider

    @property
    def model(self) -> str:
        """The model's id."""
        return self.brain.model

    @property
    def tier(self) -> Tier:
        """Which kind of brain it is."""
        return self.brain.tier

    def price_of(self, usage: Usage) -> Usage:
        """The usage with what it costs by the catalog's price."""
        return usage.model_copy(update={"cost": cost(self.price, usage.tokens_in, usage.tokens_out)})


@dataclass(frozen=True, slots=True)
class _Pick:
    """A model by name, and why."""

    provider: str
    model: str
    why: str
    code: WhyCode


class Switchboard:
    """Knows every provider, and picks the brain for a turn. Nothing heavy is loaded before it is needed."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        secret: Callable[[str], str | None],
        facts: Callable[[str, str], ProbeFacts | None],
        recipes: Callable[[], Sequence[Recipe]],
        ambient: Ambient,
    ) -> None:
        self._settings = settings
        self._secret = secret
        self._facts = facts
        self._ambient = ambient
        self._builtin = Builtin(recipes, ambient)
        self._listing = Listing()
        self._made: Connections | None = None

    def choose(self, choice: ModelChoice | None = None) -> Chosen:
        """The brain for this choice: the agent's own model, else its role's, else a provider's default, else recipes."""
        choice = choice or ModelChoice()
        pick = self._explicit(choice) or self._by_role(choice.role) or self._by_default()
        if isinstance(pick, Chosen):
            return pick
        return self._connect(pick)

    def providers(self) -> list[ProviderInfo]:
        """Every provider, with what settings and secrets say about it."""
        return [self._info(entry) for entry in self._entries().values()]

    async def models(self, *, fresh: bool = False) -> list[ModelInfo]:
        """Every model of the enabled providers. Kept for a minute."""
        enabled = [entry for entry in self._entries().values() if self._ready(entry)]
        now = self._ambient.clock.monotonic()
        await self._listing.refresh(enabled, self._connections().models, now, fresh=fresh)
        found = [model for entry in enabled for model in self._listing.of(entry.id)]
        return [self._completed(model) for model in found]

    def roles(self) -> list[RoleChoice]:
        """Which model each role would use now, and why; a role whose model cannot be used says so."""
        return [self._role(role) for role in Role]

    async def discover(self) -> list[Discovery]:
        """Look for model servers on this machine and for keys in the environment."""
        return await self._connections().discover(list(self._entries().values()))

    async def probe(self, provider: str, model: str) -> ProbeFacts:
        """Try out what a model can do."""
        from aule.models.probe import probe  # pydantic-ai is loaded on first use

        entry = self._enabled(provider)
        return await probe(await self._connections().wire(entry, model), self._declared(entry, model), self._ambient)

    async def test(self, provider: str) -> ConnectionTest:
        """Whether a provider answers, and with which models. Works for one that is not enabled yet."""
        entry = self._entry(provider)
        began = self._ambient.clock.monotonic()
        try:
            if entry.needs_key and not self._key(entry):
                raise ModelUnavailable(f"{entry.name!r} needs a key", hint=f"Add {entry.key} in Settings, Models.")
            found = await self._connections().models(entry)
        except AuleError as error:
            detail = " ".join(part for part in (error.problem.message, error.problem.hint) if part)
            return ConnectionTest(ok=False, detail=detail, seconds=self._ambient.clock.monotonic() - began)
        return ConnectionTest(
            ok=True,
            detail=f"{entry.name} answers; {len(found)} models",
            models=[model.id for model in found],
            seconds=self._ambient.clock.monotonic() - began,
        )

    def recommended(self) -> list[Recommended]:
        """Local models worth having."""
        return list(catalog.recommended())

    async def warm(self) -> None:
        """Load what the first answer will need, in the background, when a model is connected."""
        if any(self._ready(entry) for entry in self._entries().values()):
            await asyncio.to_thread(_load)

    async def close(self) -> None:
        """Close connections and stop embedded models."""
        await self._builtin.close()
        if self._made is not None:
            await self._made.close()

    def _explicit(self, choice: ModelChoice) -> Chosen | _Pick | None:
        if choice.provider is None and choice.id is None:
            return None
        if choice.provider == BUILTIN:
            return self._recipes("the agent is set to work without a model", "persona")
        entry = self._enabled(choice.provider) if choice.provider else self._only_enabled(choice.id or "")
        model = choice.id or entry.default_model
        if model is None:
            raise ModelUnavailable(
                f"the agent uses {entry.name!r}, but no model of it is chosen", hint="Choose one in Settings, Models."
            )
        return _Pick(entry.id, model, f"the agent is set to {model} of {entry.name}", "persona")

    def _by_role(self, role: Role) -> Chosen | _Pick | None:
        roles = self._settings().roles
        chosen, used = (roles.get(role), role) if role in roles else (roles.get(Role.GENERAL), Role.GENERAL)
        if chosen is None:
            return None
        if chosen.provider == BUILTIN:
            return self._recipes(f"the role {used.value!r} is set to work without a model", "role")
        entry = self._enabled(chosen.provider)
        return _Pick(entry.id, chosen.id, f"the role {used.value!r} is set to {chosen.id} of {entry.name}", "role")

    def _by_default(self) -> Chosen | _Pick:
        enabled = [entry for entry in self._entries().values() if self._ready(entry)]
        for entry in sorted(enabled, key=self._settings_order):
            if entry.default_model:
                why = f"no role is set; {entry.default_model} is the default of {entry.name}"
                return _Pick(entry.id, entry.default_model, why, "provider_default")
        listed = [model for entry in enabled for model in self._listing.of(entry.id)]
        if len(listed) == 1:
            why = f"{listed[0].id} of {listed[0].provider} is the only model connected"
            return _Pick(listed[0].provider, listed[0].id, why, "only_model")
        if enabled:
            names = ", ".join(entry.name for entry in enabled)
            return self._recipes(f"{names} is connected, but no model is chosen", "no_model_chosen")
        return self._recipes("no model is connected", "none_connected")

    def _recipes(self, why: str, code: WhyCode) -> Chosen:
        return Chosen(self._builtin, why, code)

    def _connect(self, pick: _Pick) -> Chosen:
        entry = self._entry(pick.provider)
        if entry.needs_key and not self._key(entry):
            raise ModelUnavailable(f"{entry.name!r} needs a key", hint=f"Add {entry.key} in Settings, Models.")
        known = entry.known(pick.model)
        declared = self._declared(entry, pick.model)
        price = known.price if known else None
        brain = Deferred(
            entry.id,
            pick.model,
            self._tier(entry, pick.model),
            declared or (LOCAL_CONTEXT if entry.local else REMOTE_CONTEXT),
            lambda: self._connections().brain(entry, pick.model, self._tier(entry, pick.model), declared, price),
        )
        return Chosen(brain, pick.why, pick.code, price)

    def _tier(self, entry: ProviderEntry, model: str) -> Tier:
        """What the probe found; an untried model is trusted with tools only if it is not a local one of unknown size."""
        facts = self._facts(entry.id, model)
        if facts is not None and facts.probed_at is not None:
            return facts.tier
        listed = self._listing.find(entry.id, model)
        if listed is not None:
            return listed.tier
        return 1 if entry.local else 2

    def _declared(self, entry: ProviderEntry, model: str) -> int | None:
        facts, listed, known = self._facts(entry.id, model), self._listing.find(entry.id, model), entry.known(model)
        return (
            (facts.context_length if facts else None)
            or (listed.context_length if listed else None)
            or (known.context if known else None)
        )

    def _completed(self, model: ModelInfo) -> ModelInfo:
        entry = self._entry(model.provider)
        known, facts = entry.known(model.id), self._facts(model.provider, model.id)
        return model.model_copy(
            update={
                "tier": self._tier(entry, model.id),
                "context_length": self._declared(entry, model.id),
                "price": known.price if known else None,
                "facts": facts,
            }
        )

    def _role(self, role: Role) -> RoleChoice:
        try:
            chosen = self.choose(ModelChoice(role=role))
        except ModelUnavailable as error:
            set_to = self._settings().roles.get(role) or self._settings().roles[Role.GENERAL]
            return RoleChoice(role=role, provider=set_to.provider, model=set_to.id, tier=0, why=str(error))
        return RoleChoice(role=role, provider=chosen.provider, model=chosen.model, tier=chosen.tier, why=chosen.why)

    def _info(self, entry: ProviderEntry) -> ProviderInfo:
        enabled, has_key = self._is_enabled(entry.id), bool(self._key(entry))
        listed = self._listing.status(entry.id)
        status, detail = (
            ("off", None) if not enabled else ("no_key", None) if entry.needs_key and not has_key else listed
        )
        return ProviderInfo(
            id=entry.id,
            name=entry.name,
            wire=entry.wire,
            base_url=entry.base_url,
            local=entry.local,
            enabled=enabled,
            key_name=entry.key,
            has_key=has_key,
            status=status,
            detail=detail,
            homepage=entry.homepage,
        )

    def _entries(self) -> dict[str, ProviderEntry]:
        return catalog.entries(self._settings())

    def _entry(self, provider: str) -> ProviderEntry:
        entries = self._entries()
        if provider not in entries:
            raise NotFound(f"there is no provider {provider!r}", candidates=sorted(entries)[:5])
        return entries[provider]

    def _enabled(self, provider: str) -> ProviderEntry:
        entry = self._entries().get(provider)
        if entry is None or not self._is_enabled(provider):
            raise ModelUnavailable(
                f"the model's provider {provider!r} is not connected",
                hint="Turn it on in Settings, Models, or choose another model.",
            )
        return entry

    def _only_enabled(self, model: str) -> ProviderEntry:
        enabled = [entry for entry in self._entries().values() if self._ready(entry)]
        offering = [entry for entry in enabled if self._listing.find(entry.id, model)] or enabled
        if len(offering) != 1:
            raise ModelUnavailable(
                f"which provider has {model!r} is not clear", hint="Choose the provider together with the model."
            )
        return offering[0]

    def _is_enabled(self, provider: str) -> bool:
        chosen = self._settings().providers.get(provider)
        return chosen is not None and chosen.enabled

    def _ready(self, entry: ProviderEntry) -> bool:
        return self._is_enabled(entry.id) and (not entry.needs_key or bool(self._key(entry)))

    def _settings_order(self, entry: ProviderEntry) -> int:
        return list(self._settings().providers).index(entry.id)

    def _key(self, entry: ProviderEntry) -> str | None:
        return self._secret(entry.key) if entry.key else None

    def _connections(self) -> Connections:
        if self._made is None:
            from aule.models.connections import Connections  # httpx is loaded on first use

            self._made = Connections(self._key, self._ambient)
        return self._made


class Deferred:
    """A brain that is made when it is first asked: its libraries take a second to load."""

    def __init__(
        self, provider: str, model: str, tier: Tier, context_length: int, make: Callable[[], Awaitable[Brain]]
    ) -> None:
        self.provider = provider
        self.model = model
        self.tier: Tier = tier
        self.context_length = context_length
        self._make = make

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece."""
        if not _is_loaded():
            await asyncio.to_thread(_load)
        brain = await self._make()
        async with aclosing(brain.respond(prompt)) as pieces:  # pyright: ignore[reportArgumentType]
            async for piece in pieces:
                yield piece


def _is_loaded() -> bool:
    return "aule.models.stepwise" in sys.modules


def _load() -> None:
    """Import what real models need, off the event loop."""
    import aule.models.native  # noqa: F401  (a second of imports)
    import aule.models.stepwise  # noqa: F401
