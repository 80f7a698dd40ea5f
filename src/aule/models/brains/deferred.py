"""A brain that is made when it is first asked: the libraries behind real models take a moment to load."""

from __future__ import annotations

import asyncio
import importlib
import sys
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import cast

from aule.contracts.talk.brain import Brain, Piece, Prompt
from aule.contracts.talk.catalog import Tier

_IMPORTING = threading.Lock()
_HEAVY = ("aule.models.brains.native", "aule.models.brains.stepwise")


@dataclass(slots=True, eq=False)
class Deferred:
    """Stands for a brain, and makes it off the event loop."""

    provider: str
    model: str
    tier: Tier
    context_length: int
    make: Callable[[], Awaitable[Brain]]

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece."""
        await load()
        brain = await self.make()
        async with aclosing(cast(AsyncGenerator[Piece], brain.respond(prompt))) as pieces:
            async for piece in pieces:
                yield piece


async def load(*more: str) -> None:
    """Import what real models need, and more modules by their names, in a thread."""
    names = (*_HEAVY, *more)
    if _IMPORTING.locked() or not all(name in sys.modules for name in names):
        await asyncio.to_thread(_import_all, names)


def _import_all(names: Sequence[str]) -> None:
    # One thread at a time: two that import the same circle of modules meet in the middle of it.
    with _IMPORTING:
        for name in names:
            importlib.import_module(name)
