"""Documents are kept, versioned, deleted and brought back the same on every database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.apps.knowledge.library import RULES, Library
from tests.apps.knowledge.pdf_files import pdf
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.boot import running
from aule.server.app import create_app
from aule.stores.home.directory import Home

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_story_of_documents_on_every_database(tmp_path: Path, url: str) -> None:
    """KN-1, KN-3: read at once and many at a time, a new version, a deletion of many rows, undone."""
    home, keeper = Home(tmp_path / "home"), gatekeeper()
    home.prepare()
    async with (
        running(home, database_url=url) as kernel,
        open_front(create_app(kernel, gatekeeper=keeper), keeper=keeper) as client,
    ):
        client.headers.update(BEARER)
        library = Library(kernel, client)
        first = await library.add("regras.md")
        second = await library.add("regras.md", RULES + "\n## Garagem\n\nUma vaga por apartamento.\n")
        assert (second["id"], second["version"]) == (first["id"], 2)
        book = await library.add("livro.pdf", pdf(*(f"Página {n} do livro." for n in range(1, 261))))
        assert (book["state"], book["pages"]) == ("ready", 260)
        answers = await asyncio.gather(*(library.send((f"{n}.txt", f"Nota {n % 5}.")) for n in range(10)))
        for answer in answers:
            assert answer.status_code == 202, answer.text
            if answer.json()["run"] is not None:
                await library.done(answer.json()["run"])
        assert (await library.get("/v1/documents", state="ready"))["total"] == 7
        before = await library.count_rows()
        gone = await library.delete(f"/v1/documents/{book['id']}")
        assert (await library.count_rows())["knowledge_pages"] == before["knowledge_pages"] - 260
        await library.post(f"/v1/changes/{gone['change']}/undo", status=200)
        assert await library.count_rows() == before
        content = await client.get(f"/v1/documents/{first['id']}/content", params={"version": 1})
        assert content.content == RULES.encode()
        place = await library.post("/v1/collections", {"name": "Casa"}, status=201)
        moved = await client.patch(f"/v1/documents/{first['id']}", json={"collection": place["id"]})
        assert moved.status_code == 200, moved.text
        removed = await library.delete(f"/v1/collections/{place['id']}")
        assert "Regras" not in await library.titles()
        await library.post(f"/v1/changes/{removed['change']}/undo", status=200)
        assert (await library.get(f"/v1/collections/{place['id']}"))["documents"] == 1
