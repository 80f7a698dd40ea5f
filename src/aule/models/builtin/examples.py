"""Examples: how near a sentence is to those that a person let this machine keep.

A kept sentence counts for another only where both do the same: a verb that removes is no example for one that reads,
and a question none for an order. What was said in the very same words counts in full. Names on record are kept as what
they name, `como tá a {aluno}`: it is no business of the file who was meant, and it counts for everybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aule.contracts.talk.understanding import LearnedSentence
from aule.models.local.embeddings import DIMENSIONS
from aule.models.local.sentence_cache import keep, key_of, load
from aule.understanding.deeds import asks, deeds_in
from aule.understanding.examples import Encodes
from aule.understanding.mask import mask
from aule.understanding.sentence import Wording
from aule.understanding.values.names import Roster

FAR, NEAR = 0.72, 0.9
"""Below which nearness a kept sentence counts for nothing, and from which it counts in full."""
MOST_AT_ONCE = 32
"""Sentences whose vectors are worked out while somebody waits; the others follow with the next sentences."""
LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class _Example:
    masked: str
    means: str
    does: tuple[str, bool]
    """What its first verb does, and whether it asks."""
    key: str
    """What its vector is found by."""


@dataclass(slots=True)
class Examples:
    """Compares sentences with those that were learned."""

    encoder: Encodes
    learned: Callable[[], Sequence[LearnedSentence]] = tuple
    cache: Path | None = None
    """Where their vectors are kept, beside the sentences; none: they are worked out again by each process."""
    _of: Sequence[LearnedSentence] = ()
    _examples: list[_Example] = field(default_factory=list[_Example])
    _vectors: dict[str, Any] | None = None
    _table: tuple[list[_Example], Any] | None = None
    """The examples whose vectors are known, and those vectors as rows."""

    async def shares(self, words: str, roster: Roster | None = None) -> dict[str, float]:
        """Return how likely each capability is by the sentences that were learned; empty where none is near."""
        learned = self.learned()
        if not learned:
            return {}
        if learned is not self._of:
            self._examples = await asyncio.to_thread(self._made, learned)  # half a second for a thousand, once
            self._of, self._table = learned, None
        plain = words[:LONGEST]
        said = _example(LearnedSentence.model_construct(said=without_names(plain, roster or Roster()), means=""))
        alike = [each for each in self._examples if each.does == said.does]
        same = {said.masked, mask(plain)}
        found = {each.means: 1.0 for each in alike if each.masked in same}
        return found or (await self._near(said) if alike else {})

    def _made(self, learned: Sequence[LearnedSentence]) -> list[_Example]:
        known = {(each.said, each.means): one for each, one in zip(self._of, self._examples, strict=True)}
        return [known.get((each.said, each.means)) or _example(each) for each in learned]

    async def _near(self, said: _Example) -> dict[str, float]:
        there, rows = await self._rows()
        vector = (await self.encoder.encode([said.masked]))[0]
        found: dict[str, float] = {}
        for each, score in zip(there, (rows @ vector).tolist(), strict=True):
            share = min(1.0, max(0.0, (score - FAR) / (NEAR - FAR)))
            if share and each.does == said.does:
                found[each.means] = max(found.get(each.means, 0.0), share)
        return found

    async def _rows(self) -> tuple[list[_Example], Any]:
        """Return the examples with their vectors; of many new ones only some are worked out at once."""
        if self._vectors is None:
            self._vectors = load(self.cache, DIMENSIONS)
        vectors = self._vectors
        missing = list(dict.fromkeys(each.masked for each in self._examples if each.key not in vectors))[:MOST_AT_ONCE]
        if missing:
            made = await self.encoder.encode(missing)
            vectors.update(zip(map(key_of, missing), made, strict=True))
            used = {each.key for each in self._examples}
            keep(self.cache, {key: vector for key, vector in vectors.items() if key in used})
        if missing or self._table is None:
            import numpy as np  # it came with the encoder

            there = [each for each in self._examples if each.key in vectors]
            self._table = there, np.stack([vectors[each.key] for each in there])
        return self._table


def without_names(words: str, roster: Roster) -> str:
    """Return a sentence with the kind of thing in place of each name on record.

    What has figures in it is a value anyway.
    """
    parts: list[str] = []
    last = 0
    for each in roster.mentions(Wording(words)):
        said = words[each.start : each.end]
        if each.start >= last and not any(letter.isdigit() for letter in said):
            parts += [words[last : each.start], f"{{{each.name.kind}}}"]
            last = each.end
    return "".join([*parts, words[last:]])


def _example(sentence: LearnedSentence) -> _Example:
    wording = Wording(sentence.said)
    masked, does = mask(sentence.said), (next(iter(deeds_in(wording)), ""), asks(wording))
    return _Example(masked, sentence.means, does, key_of(masked))
