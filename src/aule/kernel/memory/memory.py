"""Memory in three layers: of a run, of a conversation, and for good. Apps use these and keep none of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.change import Actor
from aule.contracts.errors import Invalid
from aule.contracts.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.run import Run
from aule.contracts.text import tokens, words
from aule.stores.memories import Memories

EVERYWHERE = "user:owner"
"""The scope of what counts in every project; also the source of what the person wrote down."""
RECALL_TOKENS = 600
"""How much of a prompt memories may take."""


class Memory:
    """Composes, finds and recalls remembered things."""

    def __init__(
        self, memories: Memories, ambient: Ambient, check: Callable[[Run, str], Awaitable[None]] | None = None
    ) -> None:
        self._memories = memories
        self._ambient = ambient
        self._check = check
        """Raises when an agent may not keep a text for good."""

    async def compose(
        self,
        run: Run,
        content: str,
        *,
        kind: str,
        layer: Literal["working", "session", "long_term"],
        pinned: bool,
        actor: Actor,
    ) -> MemoryItem:
        """A new item with its origin; nothing is stored yet."""
        if kind not in set(MemoryKind):
            raise Invalid(
                f"{kind!r} is not a kind of memory.",
                field="kind",
                candidates=["fact", "preference", "decision", "context"],
            )
        if self._check is not None and layer == "long_term" and actor.type != "user":
            await self._check(run, content)
        return MemoryItem(
            id=self._ambient.ids.new("mem"),
            layer=Layer(layer),
            scope=scope_of(run, Layer(layer)),
            kind=MemoryKind(kind),
            content=content,
            source=f"run:{run.id}",
            trust="user" if actor.type == "user" else "agent",
            created_at=self._ambient.timestamp(),
            pinned=pinned,
        )

    async def search(self, run: Run, query: str, *, limit: int = 8) -> list[MemoryItem]:
        """What is remembered that shares words with the query, where this run may look."""
        now = self._ambient.timestamp()
        return await self._memories.search(_telling(query), now=now, scopes=scopes(run), limit=limit)

    async def recall(self, run: Run, query: str) -> list[MemoryItem]:
        """What enters a turn by itself: pinned items, then what fits the query, within the budget."""
        chosen: list[MemoryItem] = []
        left = RECALL_TOKENS
        pinned = await self._memories.pinned(now=self._ambient.timestamp(), scopes=scopes(run))
        for item in [*pinned, *(await self.search(run, query) if _telling(query) else [])]:
            cost = tokens(item.content)
            if item.id not in {other.id for other in chosen} and cost <= left:
                chosen.append(item)
                left -= cost
        return chosen


def _telling(query: str) -> list[str]:
    return [word for word in words(query) if word not in _fillers()]


@cache
def _fillers() -> frozenset[str]:
    """Words that say nothing about what is looked for, in both languages."""
    return frozenset(files("aule.kernel.memory").joinpath("fillers.txt").read_text(encoding="utf-8").split())


def scope_of(run: Run, layer: Layer) -> str:
    """Where an item of a layer belongs."""
    match layer:
        case Layer.WORKING:
            return f"run:{run.id}"
        case Layer.SESSION:
            return f"conversation:{run.session_id or run.id}"
        case Layer.LONG_TERM:
            return f"project:{run.project}"


def scopes(run: Run) -> list[str]:
    """Everywhere a run may look; one that carries out a step also sees what its whole run keeps in mind."""
    above = [f"run:{run.parent}"] if run.step is not None else []
    return [scope_of(run, layer) for layer in Layer] + above + [EVERYWHERE]
