"""A brain that is made when it is first asked: what is behind it takes a moment to load."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import cast

from aule import imports
from aule.contracts.talk.brain import Brain, Piece, Prompt
from aule.contracts.talk.catalog import Tier

_HEAVY = ("aule.models.brains.native", "aule.models.brains.stepwise")


@dataclass(slots=True, eq=False)
class Deferred:
    """Stands for a brain, and makes it off the event loop."""

    provider: str
    model: str
    tier: Tier
    context_length: int
    make: Callable[[], Awaitable[Brain]]
    made: Brain | None = field(default=None, init=False)

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece."""
        if self.made is None:
            self.made = await self.make()
        async with aclosing(cast(AsyncGenerator[Piece], self.made.respond(prompt))) as pieces:
            async for piece in pieces:
                yield piece


async def load(*more: str) -> None:
    """Import what real models need, and more modules by their names, in a thread."""
    await imports.load(*_HEAVY, *more)
