"""Sentence embeddings, multilingual and offline. Loaded on first use, let go when idle."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aule.contracts.ambient import Clock
from aule.models.local.sentence_cache import cache_file, keep, key_of, load
from aule.models.local.unpacked_encoder import load_plain, load_unpacked, unpack_apart, unpacked_path
from aule.models.local.unpacked_file import DamagedFileError, discard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MODEL_ID = "use-multilingual-v3"
DIMENSIONS = 512
IDLE_SECONDS = 300.0
_THREADS = "OPENBLAS_NUM_THREADS"


class Encoder:
    """Turns sentences into vectors of length one; the nearer in meaning, the larger their product."""

    def __init__(self, clock: Clock, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._clock = clock
        self._idle = idle_seconds
        self._loaded: LoadedModel | None = None
        self._used = 0.0
        self._lock = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the model is in memory (about 20 MB, shared between processes; 120 MB where there is no cache)."""
        return self._loaded is not None

    async def prepare(self) -> None:
        """Unpack the model where that was never done on this machine; it is not loaded."""
        path = unpacked_path()
        if path is not None and not path.exists():
            async with self._lock:
                await asyncio.to_thread(unpack_apart, path)

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text. Runs in a thread: the loop goes on."""
        async with self._lock:
            model = await self._model()
            return await asyncio.to_thread(model.encode, list(texts))

    async def common_words(self, words: Sequence[str]) -> list[bool]:
        """Return of each word whether it is more often written small than with a capital letter: names are not."""
        async with self._lock:
            model = await self._model()
            return await asyncio.to_thread(lambda: [model.is_common(word) for word in words])

    async def encode_examples(self, texts: Sequence[str]) -> Vectors:
        """Return the same for texts that are always the same.

        They are worked out once, and kept for later processes.
        """
        async with self._lock:
            await self._model()
            return await asyncio.to_thread(_examples, texts)

    async def _model(self) -> LoadedModel:
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


class LoadedModel:
    """The model in memory: on the unpacked file where there is one, else as the package loads it."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._model = self._ready()

    def encode(self, texts: list[str]) -> Vectors:
        """Return one row a text. A file that turns out to be damaged is written anew."""
        try:
            return self._model.encode(texts)
        except (DamagedFileError, OSError):
            if self._path is not None:
                discard(self._path)
            self._model = self._ready()
            return self._model.encode(texts)

    def is_common(self, word: str) -> bool:
        """Return whether the vocabulary, which was learnt from texts, has a word small at least as often as large."""
        small, large = (self._likelihood(form) for form in (word.lower(), word.capitalize()))
        return small is not None and (large is None or small >= large)

    def _likelihood(self, word: str) -> float | None:
        """Return how likely a whole word is in the texts the vocabulary was learnt from; None for one it has not."""
        tokenizer = self._model._sp
        place = tokenizer._prefixes.get(f"\u2581{word}")
        return tokenizer._scores[place - 1] if place else None

    def _ready(self) -> Any:
        path = self._path
        found = load_unpacked(path) if path is not None else None
        if found is None and path is not None and unpack_apart(path):
            found = load_unpacked(path)
        return found or load_plain()


@lru_cache(maxsize=1)
def _load() -> LoadedModel:
    _load_numpy()
    return LoadedModel(unpacked_path())


def _load_numpy() -> None:
    """Load numpy with one thread: sentences are short, and two threads take twice the processor to be no faster.

    OpenBLAS reads how many to start when it is loaded; starting them to stop them at once takes 30 ms of a processor.
    """
    if "numpy" in sys.modules:
        importlib.import_module("threadpoolctl").threadpool_limits(1, "blas")
        return
    is_told = _THREADS in os.environ
    os.environ.setdefault(_THREADS, "1")
    importlib.import_module("numpy")  # 20 MB, a twentieth of a second
    if not is_told:
        del os.environ[_THREADS]  # programs that are started from here choose for themselves


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
