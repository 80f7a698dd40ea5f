"""The School Power wire as a program speaks to it: one address for plans, and what a session's log tells of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from tests.apps.atlas.company import Calendar
from tests.apps.school.sample import NOVEMBER, School, lay
from tests.server.doors import BEARER, gatekeeper, open_front

from aule import boot
from aule.apps.school.wire.progress import Progress
from aule.contracts.plans.plan import Plan
from aule.sdk import Model
from aule.server.app import create_app
from aule.stores.home.directory import Home
from aule.testing.scripted_model import ScriptedModel
from aule.testing.system import System

STORY = "Crie 3 atividades de matemática para o 7A com base no desempenho e coloque no calendário na semana que vem"
FUNCTIONS = [
    "pesquisar_desempenho_turma",
    "pesquisar_tipos_atividades",
    "analisar_gaps_aprendizado",
    "criar_atividade",
    "adicionar_aula_calendario",
]


@dataclass(frozen=True)
class Wire:
    """A school and a client that is let in."""

    school: School
    client: httpx.AsyncClient
    session: str = "s1"

    async def process(self, **more: Any) -> httpx.Response:
        """One request to the agent."""
        body = {"sessionId": self.session, "userId": "pro_1", **more}
        return await self.client.post("/api/agente-jota/process", json=body)

    async def said(self, prompt: str) -> dict[str, Any]:
        """What comes of words, which have to be taken."""
        answer = await self.process(prompt=prompt)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def frames(self) -> list[dict[str, Any]]:
        """Every frame the session's WebSocket would send from its beginning on."""
        kernel = self.school.kernel

        async def plan(id: str) -> Plan:
            return (await kernel.plans.get(id)).plan

        async def result(run: str, place: str) -> Any:
            return (await kernel.engine.step(run, place)).result

        progress = Progress(self.session, kernel.runs.get, plan, result)
        events = await kernel.journal.read(None, session=self.session)
        return [frame["data"] for event in events for frame in await progress.frames(event)]


@asynccontextmanager
async def offline(path: Path, things: Iterable[Model] = (), *, locale: str = "pt-BR") -> AsyncGenerator[School]:
    """A school on a machine where no model is configured."""
    home = Home(path)
    home.prepare()
    kernel = await boot.build(home, replace(boot.ambient(), clock=Calendar(NOVEMBER)))
    try:
        await kernel.start()
        await lay(kernel.database, things)
        yield School(System(kernel, ScriptedModel(), home), locale)
    finally:
        await kernel.stop()


@asynccontextmanager
async def wired(school: School, session: str = "s1") -> AsyncGenerator[Wire]:
    """A school behind its HTTP door."""
    keeper = gatekeeper()
    async with open_front(create_app(school.kernel, gatekeeper=keeper), keeper=keeper) as client:
        client.headers.update(BEARER)
        yield Wire(school, client, session)
