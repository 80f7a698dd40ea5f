"""What the tests of the models room stand on: a clock that stands still, and a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.ambient import Ambient
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.brain import Asked, Brain, Piece, Prompt, Said
from aule.contracts.talk.catalog import ProbeFacts
from aule.models.switchboard import Switchboard
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply

TODAY = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)
"""A Wednesday."""


@dataclass
class StillClock:
    """A clock that stands still and remembers how long it was asked to wait."""

    waited: list[float] = field(default_factory=list)

    def now(self) -> datetime:
        return TODAY

    def monotonic(self) -> float:
        return sum(self.waited)

    async def sleep(self, seconds: float) -> None:
        if seconds >= 60:
            # On a clock that stands still, idle time never comes.
            await asyncio.Event().wait()
        self.waited.append(seconds)


class CountingIds:
    """Ids that count up."""

    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}_{self._count}"

    def secret(self) -> str:
        return "a-secret-of-the-tests"


class EvenDice:
    """Always the middle."""

    def random(self) -> float:
        return 0.5


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def ambient(clock: StillClock) -> Ambient:
    return Ambient(clock, CountingIds(), EvenDice())


def still_ambient() -> Ambient:
    """A world in which nothing happens by itself."""
    return Ambient(StillClock(), CountingIds(), EvenDice())


def capability(name: str, *, effect: Effect = Effect.READ, params: dict[str, Any] | None = None) -> Capability:
    """A capability as a model sees it."""
    return Capability(
        name=name,
        app=name.partition(".")[0],
        category="test",
        title=name,
        description=f"Does {name}.",
        params=params or {"type": "object", "properties": {}, "additionalProperties": False},
        returns={},
        effect=effect,
    )


def asked(words: str, *tools: Capability, system: str = "Be helpful.", locale: str = "en") -> Prompt:
    """A prompt with one message."""
    return Prompt(system, (Said("user", words),), tools, locale)


async def hear(brain: Brain, prompt: Prompt) -> list[Piece]:
    """All pieces of a response that say something; what the model was asked stands in the server."""
    return [piece async for piece in brain.respond(prompt) if not isinstance(piece, Asked)]


@dataclass
class Bench:
    """A server, a switchboard connected to it, and the brain it gives."""

    server: OpenAIServer
    switchboard: Switchboard

    @property
    def brain(self) -> Brain:
        return self.switchboard.choose().brain

    async def hear(self, prompt: Prompt | str) -> list[Piece]:
        return await hear(self.brain, asked(prompt) if isinstance(prompt, str) else prompt)


BenchMaker = Callable[..., AbstractAsyncContextManager[Bench]]


@pytest.fixture
def bench(ambient: Ambient) -> BenchMaker:
    """Connect a switchboard to a scripted server: `async with bench(Reply(...), tier=2) as b`."""

    @asynccontextmanager
    async def connect(
        *replies: Reply,
        tier: int = 2,
        provider: str = "mine",
        context: int | None = None,
        script: Any = None,
        key: str | None = None,
        keeps_shapes: bool | None = None,
    ) -> AsyncIterator[Bench]:
        facts = ProbeFacts(
            tier=tier,  # pyright: ignore[reportArgumentType]
            probed_at="2026-01-01",
            context_length=context,
            json_schema=keeps_shapes,
        )
        async with OpenAIServer(script or replies) as server:
            settings = Settings(providers={provider: Provider(base_url=server.base_url, default_model="scripted")})
            board = Switchboard(lambda: settings, lambda name: key, lambda p, m: facts, lambda: [], ambient)
            with allow_models(server.port):
                try:
                    yield Bench(server, board)
                finally:
                    await board.close()

    return connect
