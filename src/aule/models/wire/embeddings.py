"""Vectors of texts from any server that answers `/v1/embeddings`: Ollama, llama.cpp, vLLM, an API."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aule.contracts.errors import ModelUnavailable
from aule.models.wire.transport import Endpoint, Transport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

SECONDS = 120.0
"""How long a server may take for one request; it may have to load the model first."""
BATCH = 32
MOST_DIMENSIONS = 8_192
_PREFIXES = {"nomic-embed-text": ("search_query: ", "search_document: "), "e5-": ("query: ", "passage: ")}
"""What models were trained to see before a question and before a text, by a part of their name."""


async def embed(
    transport: Transport, endpoint: Endpoint, model: str, texts: Sequence[str], *, is_query: bool
) -> Vectors:
    """Return a vector of length one for each text, as a server's model makes it."""
    import numpy as np  # it comes with the encoder

    prefix = next((pair[0 if is_query else 1] for name, pair in _PREFIXES.items() if name in model.lower()), "")
    rows: list[list[float]] = []
    for first in range(0, len(texts), BATCH):
        batch = [f"{prefix}{text}" for text in texts[first : first + BATCH]]
        body = {"model": model, "input": batch, "encoding_format": "float"}
        rows += _rows(endpoint, await transport.document(endpoint, "embeddings", body=body, seconds=SECONDS), batch)
    if len({len(row) for row in rows}) > 1:
        raise _refused(endpoint, "vectors of different lengths")
    found = np.array(rows, np.float32)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)


def _rows(endpoint: Endpoint, answer: Any, batch: Sequence[str]) -> list[list[float]]:
    try:
        items = sorted(answer["data"], key=lambda item: int(item["index"]))
        rows = [[float(number) for number in item["embedding"]] for item in items]
    except (KeyError, TypeError, ValueError):
        raise _refused(endpoint, "something that is no list of vectors") from None
    if len(rows) != len(batch):
        raise _refused(endpoint, f"{len(rows)} vectors for {len(batch)} texts")
    if not all(0 < len(row) <= MOST_DIMENSIONS and all(map(math.isfinite, row)) for row in rows):
        raise _refused(endpoint, "vectors that cannot be compared")
    return rows


def _refused(endpoint: Endpoint, what: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"{endpoint.name!r} answered with {what}",
        hint="Choose a model that makes embeddings, such as nomic-embed-text.",
    )
