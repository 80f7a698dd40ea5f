"""Recent sentences: the vectors of what was said last, so that a sentence is encoded once in a turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aule.models.local.embeddings import Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MOST_SENTENCES = 128
"""Sentences whose vectors are remembered, 2 KB each: several turns of several conversations."""
MOST_LISTS = 8
"""Lists of examples whose vectors are remembered: those of capabilities the head was not trained for."""


class RecentSentences:
    """Remembers the vectors of recent sentences.

    What is understood, which tools are shown and what was learned all ask for the vector of the same words.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._sentences: OrderedDict[str, Any] = OrderedDict()
        self._lists: OrderedDict[tuple[str, ...], Vectors] = OrderedDict()

    @property
    def is_loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._encoder.is_loaded

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text; texts that were not said lately are encoded together."""
        found = {text: self._sentences[text] for text in texts if text in self._sentences}
        if missing := [text for text in dict.fromkeys(texts) if text not in found]:
            found.update(zip(missing, await self._encoder.encode(missing), strict=True))
        for text, vector in found.items():
            _remember(self._sentences, text, vector, MOST_SENTENCES)
        import numpy as np  # it came with the encoder

        return np.stack([found[text] for text in texts])

    async def common_words(self, words: Sequence[str]) -> list[bool]:
        """Return of each word whether it is more often written small than with a capital letter."""
        return await self._encoder.common_words(words)

    async def encode_examples(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, for texts that are always the same."""
        key = tuple(texts)
        found = self._lists.get(key)
        if found is None:
            found = await self._encoder.encode_examples(texts)
        _remember(self._lists, key, found, MOST_LISTS)
        return found

    async def close(self) -> None:
        """Let go of the model."""
        await self._encoder.close()


def _remember(kept: OrderedDict[Any, Any], key: object, value: object, most: int) -> None:
    """Keep a value as the latest one; the oldest makes room."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
