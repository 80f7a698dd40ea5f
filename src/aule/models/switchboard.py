"""The switchboard: which model answers, and why; what is connected, and whether it works."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from aule import imports
from aule.contracts.access.agent import ModelChoice, Role
from aule.contracts.access.capability import Capability
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, ModelUnavailable
from aule.contracts.plans.recipe import Recipe
from aule.contracts.runs.run import Usage
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Brain, OnRecord, Prompt
from aule.contracts.talk.catalog import (
    Discovery,
    Machine,
    ModelInfo,
    Price,
    ProbeFacts,
    ProviderInfo,
    Recommended,
    RoleChoice,
    Tier,
    WhyCode,
)
from aule.contracts.talk.understanding import LearnedSentence, Understood
from aule.contracts.views import ConnectionTest
from aule.models.brains.deferred import Deferred, load
from aule.models.brains.veiled import VeiledBrain, Veils
from aule.models.local.embeddings import Encoder
from aule.models.local.machine import machine_of, read_memory
from aule.models.local.recent_sentences import RecentSentences
from aule.models.providers import catalog
from aule.models.providers.catalog import BUILTIN, RECIPES, ProviderEntry, is_elsewhere
from aule.models.providers.directory import Directory
from aule.models.providers.prices import cost
from aule.models.text_encoders import TextEncoders

if TYPE_CHECKING:  # what understands words is loaded with the first words
    from aule.models.builtin.brain import Builtin
    from aule.models.builtin.overview import Overview
    from aule.models.builtin.suggestions import Suggestions
    from aule.models.local.recent_sentences import Vectors
    from aule.models.local.relevance import Relevance, Relevant
    from aule.models.providers.connections import Connections
    from aule.understanding.filling.fields import FieldBook
    from aule.understanding.recipes import RecipeChoice


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
        """Return the usage with what it costs by the catalog's price."""
        return usage.model_copy(update={"cost": cost(self.price, usage.tokens_in, usage.tokens_out)})


class Switchboard:
    """Knows every provider, and picks the brain for a turn. Nothing heavy is loaded before it is needed."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        secret: Callable[[str], str | None],
        facts: Callable[[str, str], ProbeFacts | None],
        recipes: Callable[[], Sequence[Recipe]],
        ambient: Ambient,
        veils: Veils | None = None,
    ) -> None:
        self._veils = veils
        self._directory = Directory(settings, secret, facts)
        self._ambient = ambient
        self._encoder = Encoder(ambient.clock)
        self._sentences = RecentSentences(self._encoder)
        self.text_encoders = TextEncoders(settings, self._sentences, ambient.clock, self._embed)
        """What turns documents and questions about them into vectors."""
        self._relevance: Relevance | None = None
        self._recipes = recipes
        self._books: Callable[[], Mapping[str, FieldBook]] = dict
        self._suggestions: Callable[[], Mapping[str, Suggestions]] = dict
        self._learned: Callable[[], Sequence[LearnedSentence]] = list
        self._learned_cache: Path | None = None
        self._without_model = Deferred(BUILTIN, RECIPES, 0, 1_000_000, self._front)
        self._built: Builtin | None = None
        self._made: Connections | None = None

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length one for each text: the nearer two texts in meaning, the larger their product."""
        return await self._sentences.encode(texts)

    async def common_words(self, words: Sequence[str]) -> list[bool]:
        """Return of each word whether it is more often written small than with a capital letter: names are not."""
        return await self._sentences.common_words(words)

    def choose(self, choice: ModelChoice | None = None) -> Chosen:
        """The brain for a choice: the agent's own model, else its role's, else a provider's default, else recipes."""
        choice = choice or ModelChoice()
        return self._explicit(choice) or self._by_role(choice.role) or self._by_default()

    def use_words(
        self,
        books: Callable[[], Mapping[str, FieldBook]],
        suggestions: Callable[[], Mapping[str, Suggestions]] = dict,
    ) -> None:
        """Use what apps tell of their things and parameters to understand words, and their suggestions to answer."""
        self._books, self._suggestions = books, suggestions

    def use_examples(self, learned: Callable[[], Sequence[LearnedSentence]], cache: Path) -> None:
        """Use the sentences a person let this machine keep to understand words; cache their vectors beside them."""
        self._learned, self._learned_cache = learned, cache

    def without_model(self) -> Chosen:
        """Return what answers where nothing has to be guessed."""
        return Chosen(self._without_model, "it was chosen on a card", "persona")

    async def choose_recipe(self, words: str, recipes: Sequence[Recipe]) -> RecipeChoice:
        """Return which of some recipes a sentence asks for, without a model."""
        await imports.load("aule.understanding.recipes")
        from aule.understanding.recipes import choose_recipe  # loaded on first use

        return await choose_recipe(words, recipes, self._sentences)

    async def understand(self, prompt: Prompt, words: str) -> Understood:
        """Return what words are understood as without a model; nothing is said or done about it."""
        return await (await self._front()).understand(prompt, words)

    async def overview(
        self, found: OnRecord, tools: Sequence[Capability], locale: str, apps: frozenset[str]
    ) -> Overview:
        """Return what is on record in some apps, and sentences about it that work without a model."""
        builtin = await self._front()
        from aule.models.builtin.language import language_of  # loaded with what understands words
        from aule.models.builtin.overview import overview

        return overview(found, builtin.suggestions(), tools, builtin.wishes.frame, language_of(locale, ""), apps)

    async def relevance(self, words: str, capabilities: Sequence[Capability]) -> Relevant:
        """Return how much each capability has to do with somebody's words, without a model."""
        await imports.load("aule.models.local.relevance")
        from aule.models.local.relevance import Relevance  # loaded on first use

        if self._relevance is None:
            self._relevance = Relevance(self._sentences)
        return await self._relevance.of(words, capabilities)

    @property
    def is_encoder_loaded(self) -> bool:
        """Whether the model that encodes sentences is in memory."""
        return self._sentences.is_loaded

    def providers(self) -> list[ProviderInfo]:
        """Return every provider, with what settings and secrets say about it."""
        return [self._directory.info(entry) for entry in self._directory.entries().values()]

    async def models(self, *, fresh: bool = False) -> list[ModelInfo]:
        """Return every model of the enabled providers. Kept for a minute."""
        ready, listing = self._directory.ready(), self._directory.listing
        await listing.refresh(ready, self._connections().models, self._ambient.clock.monotonic(), fresh=fresh)
        return [self._directory.completed(model) for entry in ready for model in listing.of(entry.id)]

    def roles(self) -> list[RoleChoice]:
        """Return which model each role would use now, and why; a role whose model cannot be used says so."""
        return [self._role(role) for role in Role]

    async def discover(self) -> list[Discovery]:
        """Look for model servers on this machine and for keys in the environment."""
        return await self._connections().discover(list(self._directory.entries().values()))

    async def probe(self, provider: str, model: str) -> ProbeFacts:
        """Try out what a model can do."""
        entry = self._directory.enabled(provider)
        self._directory.check_key(entry)
        await load()
        from aule.models.brains.probe import probe  # loaded on first use

        wire = await self._connections().wire(entry, model)
        return await probe(wire, self._directory.context(entry, model), self._ambient)

    async def test(self, provider: str) -> ConnectionTest:
        """Tell whether a provider answers, and with which models. Works for one that is not turned on yet."""
        entry = self._directory.entry(provider)
        began = self._ambient.clock.monotonic()
        try:
            self._directory.check_key(entry)
            found = await self._connections().models(entry)
        except AuleError as error:
            detail = ". ".join(part for part in (error.problem.message, error.problem.hint) if part)
            return ConnectionTest(ok=False, detail=detail, seconds=self._ambient.clock.monotonic() - began)
        return ConnectionTest(
            ok=True,
            detail=f"{entry.name} answers; models: {len(found)}",
            models=[model.id for model in found],
            seconds=self._ambient.clock.monotonic() - began,
        )

    def recommended(self) -> list[Recommended]:
        """Return local models worth having."""
        return list(catalog.recommended())

    def machine(self) -> Machine:
        """Return how much memory this machine has, and which model is advised for it."""
        return machine_of(read_memory(), catalog.machine_sizes())

    async def warm(self) -> None:
        """Load what the first answer of a connected model needs; without one, unpack the encoder of sentences."""
        if self._directory.ready():
            await load()
        else:
            await self._encoder.prepare()

    async def load_front(self) -> None:
        """Load what understands words without a model, off the event loop."""
        await self._front()

    async def close(self) -> None:
        """Close connections and stop embedded models."""
        await self._sentences.close()
        await self.text_encoders.close()
        if self._made is not None:
            await self._made.close()

    def _explicit(self, choice: ModelChoice) -> Chosen | None:
        if choice.provider is None and choice.id is None:
            return None
        if choice.provider == BUILTIN:
            return Chosen(self._without_model, "the agent is set to work without a model", "persona")
        directory = self._directory
        entry = directory.enabled(choice.provider) if choice.provider else directory.offering(choice.id or "")
        model = choice.id or entry.default_model
        if model is None:
            raise ModelUnavailable(
                f"the agent uses {entry.name!r}, but no model of it is chosen", hint="Choose one in Settings, Models."
            )
        return self._connect(entry, model, f"the agent is set to {model} of {entry.name}", "persona")

    def _by_role(self, role: Role) -> Chosen | None:
        roles = self._directory.settings().roles
        used = role if role in roles else Role.GENERAL
        if used not in roles:
            return None
        chosen = roles[used]
        if chosen.provider == BUILTIN:
            return Chosen(self._without_model, f"the role {used.value!r} is set to work without a model", "role")
        entry = self._directory.enabled(chosen.provider)
        return self._connect(entry, chosen.id, f"the role {used.value!r} is set to {chosen.id} of {entry.name}", "role")

    def _by_default(self) -> Chosen:
        ready = self._directory.ready()
        for entry in ready:
            if model := entry.default_model:
                why = f"no role is set; {model} is the default of {entry.name}"
                return self._connect(entry, model, why, "provider_default")
        listed = [(entry, model.id) for entry in ready for model in self._directory.listing.of(entry.id)]
        if len(listed) == 1:
            [(entry, model)] = listed
            return self._connect(entry, model, f"{model} of {entry.name} is the only model connected", "only_model")
        if ready:
            names = ", ".join(entry.name for entry in ready)
            return Chosen(self._without_model, f"connected, but no model is chosen: {names}", "no_model_chosen")
        return Chosen(self._without_model, "no model is connected", "none_connected")

    def _connect(self, entry: ProviderEntry, model: str, why: str, code: WhyCode) -> Chosen:
        directory = self._directory
        directory.check_key(entry)
        tier, price = directory.tier(entry, model), directory.price(entry, model)
        if tier == 0:
            raise ModelUnavailable(
                f"{model!r} of {entry.name!r} did not answer when it was tried",
                hint="Try it again in Settings, Models, or choose another.",
            )
        brain: Brain = Deferred(
            entry.id,
            model,
            tier,
            directory.assumed_context(entry, model),
            lambda: self._make(entry, model, tier, price),
        )
        if self._veils is not None and is_elsewhere(entry, model):
            brain = VeiledBrain(brain, self._veils)
        if tier == 1:  # the front is before the veil: it is here, and has to hear the words as they were said
            brain = Deferred(entry.id, model, tier, brain.context_length, partial(self._guided, brain))
        return Chosen(brain, why, code, price)

    async def _embed(self, provider: str, model: str, texts: Sequence[str], is_query: bool) -> Vectors:
        """Ask a provider's model for vectors; one on another machine gets texts without what apps hide."""
        entry = self._directory.enabled(provider)
        self._directory.check_key(entry)
        if self._veils is not None and is_elsewhere(entry, model):
            veil = await self._veils(())
            texts = [veil.hide(text) for text in texts]
        await load()
        return await self._connections().embed(entry, model, texts, is_query=is_query)

    async def _front(self) -> Builtin:
        """Return what answers without a model."""
        await imports.load("aule.models.builtin.brain")
        from aule.models.builtin.brain import Builtin  # loaded on first use

        if self._built is None:
            self._built = Builtin(self._recipes, self._ambient, self._sentences, self._books)
            self._built.suggestions = self._suggestions
            if (examples := self._built.wishes.examples) is not None:
                examples.learned, examples.cache = self._learned, self._learned_cache
        return self._built

    async def _guided(self, model: Brain) -> Brain:
        await imports.load("aule.models.brains.guided")
        from aule.models.brains.guided import Guided  # loaded on first use

        return Guided(self._without_model, model)

    async def _make(self, entry: ProviderEntry, model: str, tier: Tier, price: Price | None) -> Brain:
        await load()
        from aule.models.providers.connections import Skills  # httpx is loaded on first use

        directory = self._directory
        skills = Skills(tier, directory.context(entry, model), price, directory.keeps_shapes(entry, model))
        return await self._connections().brain(entry, model, skills)

    def _role(self, role: Role) -> RoleChoice:
        try:
            chosen = self.choose(ModelChoice(role=role))
        except ModelUnavailable as error:
            roles = self._directory.settings().roles
            wanted = roles.get(role) or roles.get(Role.GENERAL)
            provider, model = (wanted.provider, wanted.id) if wanted else (BUILTIN, RECIPES)
            return RoleChoice(role=role, provider=provider, model=model, tier=0, why=str(error), why_code="unavailable")
        return RoleChoice(
            role=role,
            provider=chosen.provider,
            model=chosen.model,
            tier=chosen.tier,
            why=chosen.why,
            why_code=chosen.why_code,
        )

    def _connections(self) -> Connections:
        if self._made is None:
            from aule.models.providers.connections import Connections  # httpx is loaded on first use

            self._made = Connections(self._directory.key, self._ambient)
        return self._made
