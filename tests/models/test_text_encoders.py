"""Text encoders: the built-in one by default, any `/v1/embeddings` by setting (KN-5)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest

from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.settings import EmbeddingModel, Provider, Settings
from aule.models.switchboard import Switchboard
from aule.models.text_encoders import BUILTIN_ENCODER
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer


@asynccontextmanager
async def listen() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        with allow_models(server.port):
            yield server


def board(ambient: Ambient, **settings: Any) -> Switchboard:
    made = Settings(**settings)
    return Switchboard(lambda: made, {}.get, lambda provider, model: None, lambda: [], ambient)


async def test_the_built_in_encoder_is_used_where_nothing_is_set(ambient: Ambient) -> None:
    switch = board(ambient)
    encoder = switch.text_encoders.current
    assert encoder.id == BUILTIN_ENCODER
    many, queries = await encoder.encode_many(["que horas são?"]), await encoder.encode_queries(["que horas são?"])
    assert np.allclose(many, queries, atol=1e-5)
    await switch.close()


async def test_another_encoder_is_asked_over_the_public_wire_with_the_prefixes_it_was_trained_with(
    ambient: Ambient,
) -> None:
    async with listen() as server:
        server.embed = lambda text: [float(len(text)), 1.0, 0.0]
        chosen = EmbeddingModel(provider="ollama", model="nomic-embed-text")
        switch = board(ambient, providers={"ollama": Provider(base_url=server.base_url)}, embeddings=chosen)
        encoder = switch.text_encoders.current
        assert encoder.id == "ollama/nomic-embed-text"
        found = await encoder.encode_many(["a"] * 40)
        await encoder.encode_queries(["b"])
        assert found.shape == (40, 3) and np.allclose(np.linalg.norm(found, axis=1), 1)
        sent = [body["input"] for path, body in server.requests if path == "/v1/embeddings"]
        assert [len(texts) for texts in sent] == [32, 8, 1]
        assert (sent[0][0], sent[-1][0]) == ("search_document: a", "search_query: b")
        await switch.close()


@pytest.mark.parametrize("vector", [[], [float("1e999")], ["x"], None])
async def test_vectors_that_cannot_be_compared_are_refused(ambient: Ambient, vector: Any) -> None:
    async with listen() as server:
        server.embed = lambda text: vector
        chosen = EmbeddingModel(provider="ollama", model="m")
        switch = board(ambient, providers={"ollama": Provider(base_url=server.base_url)}, embeddings=chosen)
        with pytest.raises(ModelUnavailable):
            await switch.text_encoders.current.encode_many(["a"])
        await switch.close()


async def test_older_vectors_are_compared_with_the_encoder_they_were_made_with(ambient: Ambient) -> None:
    chosen = EmbeddingModel(provider="ollama", model="nomic-embed-text")
    switch = board(ambient, providers={"ollama": Provider(base_url="http://127.0.0.1:9/v1")}, embeddings=chosen)
    with allow_models(9):
        found = await switch.text_encoders.query_vectors([BUILTIN_ENCODER, "ollama/nomic-embed-text"], ["a"])
    assert list(found) == [BUILTIN_ENCODER]  # nobody listens at the other
    await switch.close()
