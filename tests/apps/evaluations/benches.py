"""A whole system with a scripted model, spoken to over HTTP, in which agents are tried."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.server.app import create_app
from aule.testing import ScriptedModel
from aule.testing.system import System, system

SET: dict[str, Any] = {
    "title": "Boas maneiras",
    "agent": "ana",
    "questions": [
        {"id": "hello", "words": "say hello", "expectations": [{"expects": "mentions", "text": "hello"}]},
        {"id": "notes", "words": "keep a note", "expectations": [{"expects": "never_writes"}]},
    ],
}


@dataclass(frozen=True, slots=True)
class Bench:
    """A system, its model, and a client that is let in."""

    aule: System
    client: httpx.AsyncClient

    @property
    def model(self) -> ScriptedModel:
        """The model that all agents have."""
        return self.aule.model

    async def make_agent(self, id: str = "ana", **fields: Any) -> None:
        """Make an agent that says in its persona who it is."""
        body = {"id": id, "name": id.title(), "system_prompt": f"I am {id}.", **fields}
        made = await self.client.post("/v1/agents", json=body)
        assert made.status_code == 201, made.text

    async def make_set(self, **fields: Any) -> str:
        """Make an evaluation; return its id."""
        made = await self.client.post("/v1/evaluations", json={**SET, **fields})
        assert made.status_code == 201, made.text
        return made.json()["id"]

    async def tried(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Start a trial, wait until it is over, and return it."""
        started = await self.client.post(path, json=body)
        assert started.status_code == 202, started.text
        await self.aule.until_still(started.json()["run"])
        return (await self.client.get(f"/v1/trials/{started.json()['trial']}")).json()


@asynccontextmanager
async def bench(path: Path, **more: Any) -> AsyncGenerator[Bench]:
    """Run a system under a folder, with a client that is let in."""
    keeper = gatekeeper()
    async with (
        system(path, **more) as aule,
        open_front(create_app(aule.kernel, gatekeeper=keeper), keeper=keeper) as client,
    ):
        client.headers.update(BEARER)
        yield Bench(aule, client)


def statuses(trial: dict[str, Any]) -> list[tuple[str, int, str]]:
    """Return what each answer of a trial is worth."""
    return [(cell["question"], cell["subject"], cell["status"]) for cell in trial["cells"]]
