"""Consolidation: what could be forgotten because it is there twice, was said anew since, or has ended.

It only says so. What becomes of it, a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.kinds import Layer
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.memory.statements import are_duplicates, can_replace, statement_of
from aule.kernel.memory.topics import topic_of
from aule.kernel.memory.vectors import MemoryVectors
from aule.stores.repositories.memories import Memories, Wanted
from aule.text.words import fold, words

ALIKE = 0.88
"""From which nearness on two memories say the same, if they name the same numbers and people."""
MOST = 500
"""Memories of a scope that are looked at, the latest."""
_DENIALS = frozenset({"nao", "nunca", "jamais", "sem", "nem", "no", "not", "never", "without"})
_NUMBER = re.compile(r"\d+")
Because = Literal["duplicate", "superseded", "expired"]


@dataclass(frozen=True, slots=True)
class Forgettable:
    """A memory that could be forgotten, and because of which other."""

    item: MemoryItem
    because: Because
    other: MemoryItem | None = None


class Consolidation:
    """Finds what could be forgotten."""

    def __init__(self, memories: Memories, vectors: MemoryVectors, ambient: Ambient) -> None:
        self._memories = memories
        self._vectors = vectors
        self._ambient = ambient

    async def find(self, scopes: Sequence[str]) -> list[Forgettable]:
        """Return what could be forgotten in some scopes. What a person pinned is never among it."""
        now = self._ambient.timestamp()
        ended = [Forgettable(item, "expired") for item in await self._memories.expired(now=now, scopes=scopes)]
        return [*ended, *await self._doubled(await self.known(scopes))]

    async def known(self, scopes: Sequence[str]) -> list[MemoryItem]:
        """Return what is remembered for good in some scopes and not set aside, the oldest first."""
        items: list[MemoryItem] = []
        for scope in scopes:
            wanted = Wanted(layer=Layer.LONG_TERM, scope=scope)
            items += (await self._memories.list(now=self._ambient.timestamp(), wanted=wanted, limit=MOST)).items
        return sorted(
            (each for each in items if each.trust != "untrusted"), key=lambda item: (item.created_at, item.id)
        )

    async def _doubled(self, items: Sequence[MemoryItem]) -> list[Forgettable]:
        """Return items that another one says as well, or has taken the place of; the later and the owner's stay."""
        texts = [item.content for item in items]
        found: dict[str, Forgettable] = {}
        for place, item in enumerate(items[:-1]):
            later = items[place + 1 :]
            near = await self._vectors.near(item.content, texts[place + 1 :])
            for other, share in zip(later, near, strict=True):
                if item.id in found or other.id in found:
                    continue
                because = _because(item, other, share)
                goes, stays = (item, other) if _rank(item) <= _rank(other) else (other, item)
                if because is not None and not goes.pinned:
                    found[goes.id] = Forgettable(goes, because, stays)
        return list(found.values())


def _because(old: MemoryItem, new: MemoryItem, share: float) -> Because | None:
    if are_duplicates(old.content, new.content) or (share >= ALIKE and _names_same(old.content, new.content)):
        return "duplicate"
    before, since = statement_of(old.content), statement_of(new.content)
    is_anew = old.trust == new.trust == "user" and can_replace(since, before) and not since.is_of_kind
    return "superseded" if is_anew else None


def _names_same(one: str, other: str) -> bool:
    first, second = topic_of(one), topic_of(other)
    proper = [set(re.findall(r"\b[A-ZÀ-Ý]\w+", text[1:])) for text in (one, other)]
    denied = [not _DENIALS.isdisjoint(words(text.replace("n't", " not"))) for text in (one, other)]
    numbers = [sorted(_NUMBER.findall(fold(text))) for text in (one, other)]
    return first.who == second.who and proper[0] == proper[1] and denied[0] == denied[1] and numbers[0] == numbers[1]


def _rank(item: MemoryItem) -> tuple[bool, bool]:
    """Return what decides which of two stays, beside age: a person's pin, then their word."""
    return item.pinned, item.trust == "user"
