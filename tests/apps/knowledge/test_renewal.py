"""Another encoder: documents get its vectors in the background, while the old ones answer (KN-5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from tests.apps.knowledge.library import RULES, Library

from aule.contracts.settings import EmbeddingModel, Provider
from aule.models.text_encoders import BUILTIN_ENCODER
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer

LEASE = "# Contrato\n\nO aluguel é de R$ 900 por mês.\n\n## Animais\n\nCachorros são permitidos.\n"


@asynccontextmanager
async def other_encoder(library: Library) -> AsyncIterator[OpenAIServer]:
    """A server of embeddings on this machine, which the settings say from here on."""
    async with OpenAIServer() as server:
        server.embed = lambda text: [1.0, float("piscina" in text.lower()), float("aluguel" in text.lower())]
        chosen = EmbeddingModel(provider="ollama", model="nomic-embed-text")
        settings = library.kernel.settings
        providers = {"ollama": Provider(base_url=server.base_url)}
        settings.write(settings.current().model_copy(update={"embeddings": chosen, "providers": providers}))
        with allow_models(server.port):
            yield server


async def found(library: Library, query: str) -> list[str]:
    """The titles of what a search finds."""
    told = await library.post("/v1/knowledge/search", {"query": query}, status=200)
    return [each["title"] for each in told["items"]]


async def encoders(library: Library) -> set[str]:
    """The encoders whose vectors the documents have."""
    from sqlalchemy import select

    from aule.apps.knowledge.tables import documents

    return {row[0] for row in await library.kernel.database.fetch(select(documents.c.encoder))}


async def next_run(library: Library, since: str) -> str:
    """The first run that was started after a place in the log."""
    async with asyncio.timeout(30), aclosing(library.kernel.journal.follow(since)) as events:
        async for event in events:
            if event.type == "run.started" and event.run is not None:
                return event.run
    raise AssertionError("no run was started")


async def test_documents_get_the_vectors_of_another_encoder_while_the_old_ones_answer(library: Library) -> None:
    """KN-5: one run for all, started by the first search; each document answers all the time."""
    document = await library.add("regras.md", RULES)
    await library.add("contrato.md", LEASE)
    before = await library.vectors(document["id"])
    async with other_encoder(library) as server:
        server.embeds.clear()
        since = await library.kernel.journal.cursor()
        assert (await found(library, "quando abre a piscina?"))[0] == "Regras"
        run = await next_run(library, since)
        assert (await found(library, "quanto é o aluguel?"))[0] == "Contrato"  # by its old vectors, meanwhile
        assert len(await encoders(library)) == 1
        server.embeds.set()
        assert (await library.done(run)).status == "done"
        assert await encoders(library) == {"ollama/nomic-embed-text"}
        after = await library.vectors(document["id"])
        assert set(after) == set(before) and not set(after.values()) & set(before.values())
        assert (await found(library, "quando abre a piscina?"))[0] == "Regras"
        made = sum(len(body["input"]) for path, body in server.requests if path == "/v1/embeddings")
        assert (await library.kernel.call("knowledge.renew_vectors", {})).result.data == {"runs": []}
        assert made >= len(after)


async def test_a_stopped_renewal_leaves_the_old_vectors_and_is_taken_up_again(library: Library) -> None:
    """KN-5: cancelling keeps every document whole; starting it again ends it."""
    document = await library.add("regras.md", RULES)
    before = await library.vectors(document["id"])
    async with other_encoder(library) as server:
        server.embeds.clear()
        run = await _begun(library)
        await library.client.post(f"/v1/runs/{run}/cancel")
        assert (await library.done(run)).status == "cancelled"
        server.embeds.set()
        assert await library.vectors(document["id"]) == before
        assert (await found(library, "quando abre a piscina?"))[0] == "Regras"
        assert (await library.done(await _begun(library))).status == "done"
        assert await encoders(library) == {"ollama/nomic-embed-text"}


async def test_an_encoder_that_is_away_costs_no_document(library: Library) -> None:
    """KN-5: what cannot be encoded keeps the vectors it has."""
    document = await library.add("regras.md", RULES)
    before = await library.vectors(document["id"])
    async with other_encoder(library) as server:
        server.embed = None
        await library.done(await _begun(library))
        assert await library.vectors(document["id"]) == before
        assert (await found(library, "quando abre a piscina?"))[0] == "Regras"


async def test_saving_another_encoder_starts_the_renewal_at_once(library: Library) -> None:
    """KN-5: no search is needed; the run tells how far it is; the next change takes a stopped one up."""
    await library.add("regras.md", RULES)
    await library.add("contrato.md", LEASE)
    async with OpenAIServer() as server:
        server.embed = lambda text: [1.0, float(len(text))]
        server.embeds.clear()
        since = await library.kernel.journal.cursor()
        with allow_models(server.port):
            await _save(library, server, "nomic-embed-text")
            run = await next_run(library, since)
            await library.client.post(f"/v1/runs/{run}/cancel")
            assert (await library.done(run)).status == "cancelled"
            assert await encoders(library) == {BUILTIN_ENCODER}
            server.embeds.set()
            since = await library.kernel.journal.cursor()
            await _save(library, server, "bge-m3")
            run = await next_run(library, since)
            assert (await library.done(run)).status == "done"
            told = await library.kernel.journal.read(None, run=run, types=("call.progressed",))
    assert await encoders(library) == {"ollama/bge-m3"}
    assert told


async def test_settings_without_documents_load_nothing(library: Library) -> None:
    """KN-5: who keeps no documents pays nothing for another encoder."""
    chosen = {"embeddings": {"provider": "ollama", "model": "bge-m3"}}
    assert (await library.client.put("/v1/settings", json=chosen)).status_code == 200
    runs = (await library.get("/v1/runs"))["items"]
    assert runs == []


async def _save(library: Library, server: OpenAIServer, model: str) -> None:
    """Save settings over HTTP, as the desktop does."""
    current = (await library.client.get("/v1/settings")).json()
    current["embeddings"] = {"provider": "ollama", "model": model}
    current["providers"] = {"ollama": {"base_url": server.base_url}}
    assert (await library.client.put("/v1/settings", json=current)).status_code == 200


async def _begun(library: Library) -> str:
    called: Any = await library.kernel.call("knowledge.renew_vectors", {})
    [run] = called.result.data["runs"]
    return run
