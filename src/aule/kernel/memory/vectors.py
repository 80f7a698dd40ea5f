"""Vectors of memories: made when a memory is first compared, kept in the process and in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aule.kernel.memory.topics import Topic, topic_of
from aule.models.local.sentence_cache import keep, key_of, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Encode = Callable[[Sequence[str]], Awaitable["Vectors"]]
LONGEST = 600
"""Characters of a text that are encoded."""
DIMENSIONS = 512
MOST = 18_000
"""Texts that are remembered; beyond that they begin anew."""
TOGETHER = 64
"""Texts that are encoded at once, so that a turn beside them need not wait for all."""
AT_ONCE = 512
"""Texts never seen that one search encodes; the latest come first."""
STACKED = 3
"""Lists of texts whose vectors are held as one array beside the latest."""
SAVED_AT = 100
"""New vectors after which the file is written: fewer are made anew sooner than it is written."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """How near some memories are to a question."""

    full: list[float]
    topics: list[float]
    told: dict[str, Topic]
    """What each is about, by its text."""


class MemoryVectors:
    """Compares texts with a question."""

    def __init__(self, encode: Encode, file: Path | None = None) -> None:
        self._encode = encode
        self._file = file
        self._known: dict[str, Any] | None = None
        self._told: dict[str, Topic] = {}
        self._keys: dict[str, str] = {}
        self._stacked: dict[tuple[str, ...], Any] = {}
        """The texts compared last, and their vectors as one array."""
        self._unsaved = 0
        self._lock = asyncio.Lock()

    def topics(self, texts: Sequence[str]) -> dict[str, Topic]:
        """Return what texts are about."""
        for text in texts:
            if text not in self._told:
                self._told[text] = topic_of(text)
        return self._told

    async def compare(self, question: str, texts: Sequence[str]) -> Encoded:
        """Return how near texts are to a question: by the whole of both, and by what they are about."""
        asked = topic_of(question)
        whole, about = await self._encode([question[:LONGEST], (asked.text or question)[:LONGEST]])
        told = self.topics(texts)
        async with self._lock:
            wholes = await self._rows(tuple(texts))
            topics = await self._rows(tuple(told[text].text or text for text in texts))
        import numpy as np  # it came with the encoder

        near = np.maximum(topics @ about, wholes @ about)
        return Encoded((wholes @ whole).tolist(), near.tolist(), told)

    async def near(self, text: str, others: Sequence[str]) -> list[float]:
        """Return how near other texts are to one, as wholes."""
        [vector] = await self._encode([text[:LONGEST]])
        async with self._lock:
            return (await self._rows(tuple(others)) @ vector).tolist()

    async def _rows(self, texts: tuple[str, ...]) -> Vectors:
        """Return one row a text; of texts never seen only so many are encoded now, and the rest count by words."""
        if (stacked := self._stacked.get(texts)) is not None:
            return stacked
        known = await self._load()
        missing = [text for text in dict.fromkeys(texts) if self._key(text) not in known]
        for start in range(0, min(len(missing), AT_ONCE), TOGETHER):
            some = missing[start : start + TOGETHER]
            made = await self._encode([text[:LONGEST] for text in some])
            known.update(zip(map(self._key, some), made, strict=True))
            self._unsaved += len(some)
        if self._unsaved >= SAVED_AT:
            self._unsaved = 0
            await asyncio.to_thread(keep, self._file, dict(known))
        import numpy as np  # it came with the encoder

        unknown = np.zeros(DIMENSIONS, dtype=np.float32)
        rows = np.stack([known.get(self._key(text), unknown) for text in texts])
        if len(missing) <= AT_ONCE:
            self._stacked = {**dict(list(self._stacked.items())[-STACKED:]), texts: rows}
        return rows

    def _key(self, text: str) -> str:
        key = self._keys.get(text)
        if key is None:
            key = self._keys[text] = key_of(text)
        return key

    async def _load(self) -> dict[str, Any]:
        if self._known is None:
            self._known = await asyncio.to_thread(load, self._file, DIMENSIONS)
        if len(self._known) > MOST:
            self._known, self._told, self._keys, self._stacked = {}, {}, {}, {}
        return self._known
