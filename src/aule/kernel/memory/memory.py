"""Memory in three layers: of a run, of a conversation, and lasting. Apps use it and keep none of their own."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.contracts.runs.run import Run
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.stores.repositories.memories import Memories
from aule.text.words import tokens, words

EVERYWHERE = "user:owner"
"""The scope of items that count in every project; also the source of items the person wrote."""
Trust = Literal["user", "agent", "untrusted"]
"""Who wrote an item: the person, an agent that heard only them, or an agent that read others' text."""
RECALL_TOKENS = 600
"""Tokens of a prompt that memories may take."""


class Memory:
    """Composes, finds and recalls items."""

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
        trust: Trust,
    ) -> MemoryItem:
        """Return a new item with its origin, not yet stored. Only a person's own items can be pinned."""
        if kind not in set(MemoryKind):
            raise Invalid(
                f"{kind!r} is not a kind of memory.",
                field="kind",
                candidates=["fact", "preference", "decision", "context"],
            )
        if self._check is not None and layer == "long_term" and trust != "user":
            await self._check(run, content)
        return MemoryItem(
            id=self._ambient.ids.new("mem"),
            layer=Layer(layer),
            scope=scope_of(run, Layer(layer)),
            kind=MemoryKind(kind),
            content=content,
            source=f"run:{run.id}",
            trust=trust,
            created_at=self._ambient.timestamp(),
            pinned=pinned and trust == "user",
        )

    async def search(self, run: Run, query: str, *, limit: int = 8) -> list[MemoryItem]:
        """Return items that share words with the query, in the scopes of this run."""
        now = self._ambient.timestamp()
        return await self._memories.search(_telling(query), now=now, scopes=scopes(run), limit=limit)

    async def recall(self, run: Run, query: str) -> list[MemoryItem]:
        """Return the items that enter a turn: pinned ones, then those that fit the query, within the budget."""
        chosen: list[MemoryItem] = []
        left = RECALL_TOKENS
        found = await self._memories.pinned(now=self._ambient.timestamp(), scopes=scopes(run))
        pinned = [item for item in found if _is_pinned_by_person(item)]
        for item in [*pinned, *(await self.search(run, query) if _telling(query) else [])]:
            cost = tokens(item.content)
            if item.id not in {other.id for other in chosen} and cost <= left:
                chosen.append(item)
                left -= cost
        return chosen


def _is_pinned_by_person(item: MemoryItem) -> bool:
    """Return whether a person pinned an item, not an agent as earlier versions allowed: a person's pin is an edit."""
    return item.trust == "user" or item.version > 1


def is_said(content: str, said: str) -> bool:
    """Return whether an item repeats what the person said: all its words, in any form, are in one sentence.

    Where that sentence denies something, the item has to deny as much, so that a no cannot be left out.
    """
    told = [word for word in _telling(content) if word[:_STEM] not in _ABOUT_THEM]
    told, denials = [word for word in told if word not in _DENIALS], _denials(content)
    if not told:
        return False
    for sentence in _SENTENCE.split(said):
        theirs = words(sentence)
        if denials == _denials(sentence) and all(any(_are_forms(word, each) for each in theirs) for word in told):
            return True
    return False


def _are_forms(one: str, other: str) -> bool:
    """Return whether two words are forms of one: prefer and prefers, gosto and gosta."""
    size = min(_STEM, max(min(len(one), len(other)) - 1, _SHORTEST_STEM))
    return one == other or (one[:size] == other[:size] and min(len(one), len(other)) >= size)


def _denials(text: str) -> int:
    return sum(word in _DENIALS for word in words(_SHORT_NOT.sub(" not", text)))


def _telling(query: str) -> list[str]:
    return [word for word in words(query) if word not in _fillers()]


_STEM, _SHORTEST_STEM = 5, 3
"""Letters that two forms of a word share, in long words and in short ones."""
_SENTENCE = re.compile(r"[.!?;]+(?:\s|$)|[\r\n]+")
_SHORT_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)
_DENIALS = frozenset(
    {"no", "not", "never", "without", "nobody", "nothing", "cannot", "none", "except", "unless", "dont"}
    | {"nao", "nunca", "jamais", "sem", "nem", "nada", "ninguem", "nenhum", "nenhuma", "exceto"}
)
"""Words that negate a sentence, without accents."""
_ABOUT_THEM = frozenset({"user", "users", "perso", "owner", "usuar", "pesso", "dono", "dona"})
"""Words agents use for the person they listen to."""


@cache
def _fillers() -> frozenset[str]:
    """Return words that say nothing about what is searched, in both languages."""
    return frozenset(files("aule.kernel.memory").joinpath("fillers.txt").read_text(encoding="utf-8").split())


def scope_of(run: Run, layer: Layer) -> str:
    """Return the scope of a layer's items."""
    match layer:
        case Layer.WORKING:
            return f"run:{run.id}"
        case Layer.SESSION:
            return f"conversation:{run.session_id or run.id}"
        case Layer.LONG_TERM:
            return f"project:{run.project}"


def scopes(run: Run) -> list[str]:
    """Return all scopes of a run; one that carries out a step also sees the working memory of its parent."""
    above = [f"run:{run.parent}"] if run.step is not None else []
    return [scope_of(run, layer) for layer in Layer] + above + [EVERYWHERE]
