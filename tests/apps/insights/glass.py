"""A whole system with a scripted model behind its front: what tests of insights look through."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.apps.insights import tables
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Piece, Prompt, Speech, Spent
from aule.kernel.kernel import Kernel
from aule.sdk import App, Context, Effect
from aule.server.app import create_app
from aule.testing.scripted_model import Response, ScriptedModel, call, say
from aule.testing.system import System, system

YAML = {"Content-Type": "application/yaml"}
REPORT = """\
id: report
title: Report
steps:
  - id: look
    title: Look around
    capability: core.list_dir
  - id: write
    title: Write it
    agent: assistant
    prompt: "Write down {{steps.look.result}}"
    depends_on: [look]
  - id: keep
    title: Keep it
    capability: core.create_note
    params: {title: Report, text: "{{steps.write.result}}"}
    depends_on: [write]
"""


SCRIPT = (
    call("core.list_notes").costing(Usage(tokens_in=100, tokens_out=20, cost=0.25, model_calls=1)),
    say("All is well.").costing(Usage(tokens_in=150, tokens_out=30, cost=0.5, model_calls=1)),
)


@dataclass(frozen=True)
class Glass:
    """A system, its scripted model, and a client that is let in."""

    aule: System
    client: httpx.AsyncClient

    async def get(self, path: str, **params: Any) -> Any:
        """Return what an address answers."""
        answer = await self.client.get(path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def run_workflow(self, document: str, **inputs: Any) -> str:
        """Keep a workflow, run it until it stands still, and return the id of the run."""
        made = await self.client.post("/v1/workflows", content=document, headers=YAML)
        assert made.status_code == 201, made.text
        started = await self.client.post(f"/v1/workflows/{made.json()['id']}/run", json={"inputs": inputs})
        assert started.status_code == 201, started.text
        return (await self.aule.until_still(started.json()["id"])).id


@asynccontextmanager
async def glass(path: Path, *script: Response, **more: Any) -> AsyncGenerator[Glass]:
    """Run a system under a folder, spoken to over HTTP."""
    keeper = gatekeeper()
    async with (
        system(path, *script, **more) as aule,
        open_front(create_app(aule.kernel, gatekeeper=keeper), keeper=keeper) as client,
    ):
        client.headers.update(BEARER)
        yield Glass(aule, client)


gauge = App("gauge")
"""An app that measures."""


@gauge.capability(effect=Effect.READ, title="Measure")
async def measure(context: Context, name: str = "pages.read") -> str:
    """Measure something."""
    context.metric(name, 3, "page")
    return "measured"


MEASURING = """\
id: measuring
title: Measuring
steps:
  - id: gauge
    capability: gauge.measure
  - id: look
    capability: core.list_notes
    depends_on: [gauge]
"""


PLAIN = """\
id: plain
title: Plain
steps:
  - id: look
    capability: core.list_dir
  - id: think
    agent: assistant
    prompt: "What is there?"
    depends_on: [look]
  - id: notes
    capability: core.list_notes
    depends_on: [think]
"""


class Talker(ScriptedModel):
    """A model that always says the same, as often as it is asked."""

    def __init__(self) -> None:
        super().__init__()

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Say that all is well."""
        yield Speech("All is well.")
        yield Spent(Usage(tokens_in=100, tokens_out=10, cost=0.5, model_calls=1))


async def stored(kernel: Kernel) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of the tables of metrics, but for stamps, which tell only how far was read at a time."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table in (tables.metrics, tables.days, tables.buckets):
        columns = [column for column in table.columns if column.name != "stamp"]
        found[table.name] = sorted(map(tuple, await kernel.database.fetch(select(*columns))))
    return found
