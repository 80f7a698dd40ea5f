"""The child process that encodes many texts, with all cores, until its parent lets go.

It reads frames: four bytes of length, then a JSON list of texts. It answers each, in order, with four bytes of length
and the vectors as plain float32. It ends when its input ends.
"""

from __future__ import annotations

import importlib
import json
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from aule.models.local.unpacked_encoder import load_plain, load_unpacked, unpack_apart, unpacked_path
from aule.models.local.unpacked_file import DamagedFileError, discard
from aule.models.local.word_tokenizer import WordTokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LENGTH = struct.Struct("<I")
"""How long a frame is, before it."""
DIMENSIONS = 512
TOKEN_BUDGET = 512
"""Tokens that are worked out together: enough to read the weights once for many, and still in the processor's cache."""
MOST_TOKENS = 2_048
"""Tokens of one text that count; a chunk has some hundred. A longer one would take memory by its length."""
MOST_THREADS = 8
NICENESS = 5
"""Whoever asks something now comes before what is read in the background."""


class BatchEncoder:
    """Encodes many texts at once: each thread takes a share, with the package's own network."""

    def __init__(self, model: Any, threads: int) -> None:
        # The shares are what is done at once; threads of the matrix library beside that would only get in the way.
        importlib.import_module("threadpoolctl").threadpool_limits(1, "blas")
        self._tokenizer = WordTokenizer(model._tokenizer)
        self._network = model._model
        self._threads = ThreadPoolExecutor(threads)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text."""
        import numpy as np  # it came with the encoder

        found = np.empty((len(texts), DIMENSIONS), np.float32)

        def work_out(share: tuple[int, list[list[int]]]) -> None:
            first, group = share
            self._network._encode_batch(group, sum(map(len, group)), found[first : first + len(group)])

        list(self._threads.map(work_out, self._shares(texts)))
        return found

    def _shares(self, texts: Sequence[str]) -> Iterator[tuple[int, list[list[int]]]]:
        """Yield texts as numbers, as many together as the budget allows, each share with the place of its first."""
        group: list[list[int]] = []
        first = size = 0
        for place, text in enumerate(texts):
            ids = self._tokenizer.encode(text)[:MOST_TOKENS]
            if group and size + len(ids) > TOKEN_BUDGET:
                yield first, group
                group, first, size = [], place, 0
            group.append(ids)
            size += len(ids)
        if group:
            yield first, group


def load_encoder() -> BatchEncoder:
    """Load the encoder on the unpacked file where there is one, else as the package loads it."""
    path = unpacked_path()
    found = load_unpacked(path) if path is not None else None
    if found is None and path is not None and unpack_apart(path):
        found = load_unpacked(path)
    return BatchEncoder(found or load_plain(), min(_cores(), MOST_THREADS))


def serve(source: BinaryIO, answers: BinaryIO) -> None:
    """Answer frames of texts with frames of vectors, until there are no more."""
    encoder = load_encoder()
    while (frame := read_frame(source)) is not None:
        content = encoder.encode(json.loads(frame)).tobytes()
        answers.write(LENGTH.pack(len(content)))
        answers.write(content)
        answers.flush()


def read_frame(source: BinaryIO) -> bytes | None:
    """Return the content of the next frame; none where the source ends."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    content = source.read(LENGTH.unpack(head)[0])
    return content if len(content) == LENGTH.unpack(head)[0] else None


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def main() -> int:
    """Serve the parent; a damaged file is removed, so that the next child writes it anew."""
    with suppress(AttributeError, OSError):  # there is no such thing on Windows
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not be taken for vectors
    try:
        serve(sys.stdin.buffer, answers)
    except (DamagedFileError, OSError) as error:
        path = unpacked_path()
        if path is not None and not isinstance(error, BrokenPipeError):
            discard(path)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
