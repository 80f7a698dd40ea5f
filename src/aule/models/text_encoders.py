"""Text encoders: what turns documents and questions into vectors that can be compared, by setting.

Vectors of different encoders have nothing to do with each other, so each encoder has an id that is kept with them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from aule.contracts.ambient import Clock
from aule.contracts.errors import AuleError
from aule.contracts.settings import Settings
from aule.models.local.encoder_process import EncoderProcess
from aule.models.local.recent_sentences import RecentSentences
from aule.models.providers.catalog import BUILTIN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

BUILTIN_ENCODER = "use-multilingual-v3/1"
"""The built-in encoder's id: the model, and the generation of what is done to texts before it."""

Embed = Callable[[str, str, Sequence[str], bool], Awaitable["Vectors"]]
"""Asks a provider's model for vectors: provider, model, texts, and whether they are questions."""


class TextEncoder(Protocol):
    """Turns texts into vectors of length one; the nearer in meaning, the larger their product."""

    @property
    def id(self) -> str:
        """The model and version the vectors are of; only vectors of one id can be compared."""
        ...

    async def encode_many(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text of a document; made for thousands of them, away from the event loop."""
        ...

    async def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each question that is looked for; made for few of them, at once."""
        ...


@dataclass(frozen=True, slots=True)
class BuiltinEncoder:
    """The encoder that comes with the system."""

    sentences: RecentSentences
    process: EncoderProcess
    id: str = BUILTIN_ENCODER

    async def encode_many(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, worked out in a process of its own."""
        return await self.process.encode(texts)

    async def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text."""
        return await self.sentences.encode(texts)


@dataclass(frozen=True, slots=True)
class ProviderEncoder:
    """A model of a provider that makes vectors."""

    provider: str
    model: str
    embed: Embed

    @property
    def id(self) -> str:
        """The provider and the model."""
        return f"{self.provider}/{self.model}"

    async def encode_many(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text."""
        return await self.embed(self.provider, self.model, texts, False)

    async def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text."""
        return await self.embed(self.provider, self.model, texts, True)


class TextEncoders:
    """Knows which encoder new documents are read with, and finds the one that older vectors were made with."""

    def __init__(
        self, settings: Callable[[], Settings], sentences: RecentSentences, clock: Clock, embed: Embed
    ) -> None:
        self._settings = settings
        self._embed = embed
        self._process = EncoderProcess(clock)
        self._builtin = BuiltinEncoder(sentences, self._process)

    @property
    def current(self) -> TextEncoder:
        """The encoder the settings say."""
        chosen = self._settings().embeddings
        if chosen.provider == BUILTIN or not chosen.model:
            return self._builtin
        return ProviderEncoder(chosen.provider, chosen.model, self._embed)

    def find(self, id: str) -> TextEncoder:
        """Return the encoder with an id, whatever the settings say now: older vectors still answer."""
        if id in ("", BUILTIN_ENCODER):
            return self._builtin
        provider, _, model = id.partition("/")
        return ProviderEncoder(provider, model, self._embed)

    async def query_vectors(self, ids: Sequence[str], texts: Sequence[str]) -> dict[str, Vectors]:
        """Return the vectors of questions by each of some encoders; one that does not answer is left out."""
        found: dict[str, Vectors] = {}
        for id in ids:
            try:
                found[id] = await self.find(id).encode_queries(texts)
            except AuleError:  # its server is not there now: words still find, and other encoders still answer
                continue
        return found

    async def close(self) -> None:
        """End the encoder's process."""
        await self._process.close()
