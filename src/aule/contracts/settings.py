"""Settings: what a person can choose, with defaults that work untouched."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import Budget, Role
from aule.contracts.access.budget import SharedBudget
from aule.contracts.access.capability import Policy
from aule.contracts.model import Model

Locale = Literal["pt-BR", "en"]
Theme = Literal["light", "dark", "system"]
Purpose = Literal["teach", "goals", "code", "explore"]
Wire = Literal["openai_chat", "anthropic", "google", "embedded"]
QueueName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
ModelName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}/[^\x00-\x1f]{0,200}$")]
ProviderId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]

RegistryId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
RegistryKind = Literal["npm", "pypi", "crates", "go", "maven", "rubygems", "nuget", "debian"]


class Provider(Model):
    """A model provider as configured: the catalog's entry, overridden."""

    enabled: bool = Field(default=True, description="Whether it may be used.")
    wire: Wire | None = Field(default=None, description="The protocol it speaks; the catalog's without one.")
    base_url: str | None = Field(
        default=None, max_length=500, description="Where it listens, ending before /chat/completions."
    )
    default_model: str | None = Field(default=None, max_length=200, description="Its model when none is named.")
    path: str | None = Field(default=None, max_length=1000, description="A GGUF file, for an embedded model.")
    passes_on: bool = Field(
        default=False,
        description="Whether it passes words on to another machine though it listens on this one, as a proxy does: "
        "what apps hide from models elsewhere is then hidden from it too.",
    )


class Price(Model):
    """US dollars per million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False, description="US dollars for a million tokens that it reads.")
    output: float = Field(ge=0, allow_inf_nan=False, description="US dollars for a million tokens that it writes.")
    cached: float | None = Field(
        default=None,
        ge=0,
        allow_inf_nan=False,
        description="US dollars for a million tokens it had kept from before; the input's price without one.",
    )


class RoleModel(Model):
    """The model a role uses."""

    provider: ProviderId = Field(description="The provider of the model this role uses.")
    id: str = Field(max_length=200, description="The model, as its provider names it.")


class Limits(Model):
    """Spending limits, enforced before each model call."""

    run: Budget = Budget()
    day_tokens: int = Field(default=2_000_000, ge=0, description="Tokens a day over all runs.")
    resume_within_h: float = Field(
        default=24, gt=0, description="Hours after which a run that was cut off waits for you instead of going on."
    )
    day_cost: float = Field(default=5.0, ge=0, description="Money a day over all runs, in US dollars.")
    shared: list[SharedBudget] = Field(
        default=[], max_length=200, description="Further budgets: of a project, an agent, a schedule, or of a month."
    )

    @property
    def budgets(self) -> list[SharedBudget]:
        """Every budget that runs share: the one of the day first."""
        return [SharedBudget(of="all", tokens=self.day_tokens, cost=self.day_cost), *self.shared]


class Appearance(Model):
    """How the desktop looks."""

    theme: Theme = Field(default="system", description="Light, dark, or as the system says.")
    locale: Locale | None = Field(default=None, description="Language; empty follows the browser or system.")
    name: str = Field(default="", max_length=80, description="How you want to be greeted.")


class Desktop(Model):
    """What the desktop is used for, and how its dock is arranged."""

    purpose: Purpose | None = Field(
        default=None, description="What you want to do here; it decides what is pinned while you have pinned nothing."
    )
    pins: list[Annotated[str, StringConstraints(max_length=60)]] = Field(
        default=[], max_length=40, description="What is pinned to the dock, in order; empty: as your purpose says."
    )
    labels: bool = Field(default=True, description="Whether the dock shows names beside its icons.")


class ImageEndpoint(Model):
    """Where pictures are made: any OpenAI-compatible image endpoint."""

    base_url: str | None = Field(default=None, max_length=500, description="Where pictures are made; empty: nowhere.")
    model: str = Field(default="", max_length=200, description="The image model, as the endpoint names it.")


class EmbeddingModel(Model):
    """Which model turns documents into vectors, so that they are found by meaning."""

    provider: ProviderId = Field(
        default="builtin", description="Who makes them: `builtin` works offline; else a provider with /v1/embeddings."
    )
    model: str = Field(
        default="", max_length=200, description="The model, as its provider names it, such as nomic-embed-text."
    )


class WebSearch(Model):
    """How the web is searched. A Brave key is kept with the secrets, as `BRAVE_API_KEY`."""

    engine: Literal["auto", "searxng", "brave", "duckduckgo"] = Field(
        default="auto",
        description="Who is asked: `auto` takes your SearXNG, then Brave with a key, then DuckDuckGo.",
    )
    searxng_url: str | None = Field(
        default=None,
        max_length=500,
        pattern=r"^https?://[^\s@\\?#]+$",
        description="Your own SearXNG, such as http://127.0.0.1:8888; empty: none.",
    )


class QueueLimit(Model):
    """How much of a queue is done at the same time."""

    at_once: int = Field(
        ge=1, le=10_000, description="Runs of this queue under way at once, on all machines that share a database."
    )


class InsightsSettings(Model):
    """What is told of runs, and to whom."""

    otlp_url: str | None = Field(
        default=None,
        max_length=500,
        pattern=r"^https?://[^\s@\\?#]+$",
        description="An OpenTelemetry collector that gets the trace of each run at its end, such as "
        "http://127.0.0.1:4318; empty: nobody.",
    )
    otlp_contents: bool = Field(
        default=False, description="Whether it also gets contents: prompts, answers, arguments, results."
    )
    keep_prompts_days: int = Field(
        default=30,
        ge=0,
        le=3_650,
        description="Days for which prompts are kept as they were sent to models, with the answers as received, so "
        "that traces show them; 0: not at all.",
    )
    local_watts: float = Field(
        default=30,
        ge=0,
        le=5_000,
        description="What this machine is taken to draw while a model works on it, in watts.",
    )


class OwnRegistry(Model):
    """A package registry of your own, which commands may reach in a project that you allow it in."""

    kind: RegistryKind = Field(description="Which packages it has; it is used in place of the public one.")
    url: str = Field(
        max_length=500,
        pattern=r"^https?://[^\s@\\?#]+$",
        description="Its address, such as http://127.0.0.1:4873; it may be on this machine or in a private network.",
    )


class Settings(Model):
    """All settings. `settings.toml` is their truth."""

    appearance: Appearance = Appearance()
    desktop: Desktop = Desktop()
    providers: dict[ProviderId, Provider] = {}
    roles: dict[Role, RoleModel] = {}
    limits: Limits = Limits()
    queues: dict[QueueName, QueueLimit] = {}
    policy: Policy = Policy()
    image: ImageEndpoint = ImageEndpoint()
    search: WebSearch = WebSearch()
    embeddings: EmbeddingModel = EmbeddingModel()
    insights: InsightsSettings = InsightsSettings()
    registries: dict[RegistryId, OwnRegistry] = Field(
        default={}, max_length=20, description="Package registries of your own, by name."
    )
    prices: dict[ModelName, Price] = Field(
        default={},
        max_length=500,
        description="What models cost, as `provider/model` or the beginning of one; wins over the catalog.",
    )
    hints: bool = Field(
        default=True,
        description="Whether a full model is told, as a guess, how your words were understood without it.",
    )
    onboarded: bool = Field(default=False, description="Whether the welcome was finished.")
    compact_at: int = Field(
        default=24_000, ge=1_000, description="Tokens of history kept before older messages are folded away."
    )
