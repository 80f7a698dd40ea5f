"""A library over HTTP: the few moves that tests of documents make again and again."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from aule.contracts.runs.run import Run
from aule.kernel.kernel import Kernel

DEADLINE = 30.0
RULES = "# Regras\n\nO silêncio começa às 22h.\n\n## Piscina\n\nA piscina abre às 8h.\n"


class Library:
    """Documents of a running system, spoken to over HTTP."""

    def __init__(self, kernel: Kernel, client: httpx.AsyncClient) -> None:
        self.kernel = kernel
        self.client = client

    async def send(self, *files: tuple[str, str | bytes], **fields: str) -> httpx.Response:
        """Send files as one multipart body."""
        parts = [
            ("file", (name, content if isinstance(content, bytes) else content.encode())) for name, content in files
        ]
        return await self.client.post("/v1/documents", files=parts, data=fields)

    async def add(self, name: str, text: str | bytes = RULES, **fields: str) -> dict[str, Any]:
        """Add a file, wait until it was read, and return its document."""
        answer = await self.send((name, text), **fields)
        assert answer.status_code == 202, answer.text
        told = answer.json()
        assert told["run"] is not None, told
        await self.done(told["run"])
        return await self.get(f"/v1/documents/{told['documents'][0]['id']}")

    async def post(self, path: str, body: Any = None, *, status: int = 202, **more: Any) -> Any:
        """Post JSON."""
        answer = await self.client.post(path, json=body, **more)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, *, status: int = 200, **query: Any) -> Any:
        """Read something."""
        answer = await self.client.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def delete(self, path: str) -> Any:
        """Delete something."""
        answer = await self.client.delete(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def done(self, run: str) -> Run:
        """Wait until a run has ended."""
        async with asyncio.timeout(DEADLINE):
            return await self.kernel.driver.wait(run)

    async def titles(self, **query: Any) -> list[str]:
        """Return the titles of the documents, the latest first."""
        return [each["title"] for each in (await self.get("/v1/documents", **query))["items"]]

    async def vectors(self, document: str) -> dict[str, str]:
        """Return the vectors of a document by the text of their chunks."""
        from sqlalchemy import select

        from aule.apps.knowledge.tables import chunks

        asked = select(chunks.c.text, chunks.c.vector, chunks.c.document)
        return {text: vector for text, vector, of in await self.kernel.database.fetch(asked) if of == document}

    async def count_rows(self) -> dict[str, int]:
        """Return how many rows each table has."""
        from sqlalchemy import func, select

        from aule.apps.knowledge.tables import metadata

        return {
            name: int((await self.kernel.database.fetch(select(func.count()).select_from(table)))[0][0])
            for name, table in metadata.tables.items()
        }
