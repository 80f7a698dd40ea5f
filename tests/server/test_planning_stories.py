"""The stories of the planning team, over HTTP, in a developer's folder, with a scripted model."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.kernel.plans.team.shop import JWT, answer, build, tree
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.server.app import create_app
from aule.testing.scripted_model import Response, call
from aule.testing.system import System, system

FINE = answer({"findings": []})


@dataclass
class Desk:
    """A project with a folder of its own, and a client that is let in."""

    system: System
    client: httpx.AsyncClient
    folder: Path
    project: str

    async def ask(self, request: str) -> dict[str, Any]:
        """Have something planned."""
        body = {"request": request, "project": self.project, "locale": "pt-BR"}
        made = await self.client.post("/v1/plans", json=body)
        assert made.status_code == 201, made.text
        return made.json()

    async def say(self, message: str, conversation: str | None = None) -> tuple[str, str]:
        """Say something in a conversation; gives it, and what was answered."""
        body = {"message": message, "locale": "pt-BR", "conversation_id": conversation, "project": self.project}
        asked = (await self.client.post("/v1/agent/chat", json=body)).json()
        await self.system.until_still(asked["run"])
        talk = asked["conversation_id"]
        return talk, (await self.system.kernel.conversations.messages(talk, limit=200)).items[-1].content

    async def post(self, plan: str, verb: str, **body: Any) -> dict[str, Any]:
        """Do something with a plan."""
        done = await self.client.post(f"/v1/plans/{plan}/{verb}", json=body)
        assert done.status_code == 200, done.text
        return (await self.client.get(f"/v1/plans/{plan}")).json()

    async def question(self) -> dict[str, Any]:
        """The one thing that waits."""
        [waiting] = (await self.client.get("/v1/approvals?status=pending")).json()["items"]
        return waiting


@asynccontextmanager
async def desk(path: Path, *script: Response) -> AsyncGenerator[Desk]:
    """The shop as a project of its own."""
    folder = path / "shop"
    build(folder)
    keeper = gatekeeper()
    async with system(path / "home", *script) as running:
        app = create_app(running.kernel, gatekeeper=keeper)
        async with open_front(app, keeper=keeper) as client:
            client.headers.update(BEARER)
            made = await client.post("/v1/projects", json={"name": "Shop", "root": str(folder)})
            assert made.status_code == 201, made.text
            yield Desk(running, client, folder, made.json()["id"])


async def test_the_story_of_the_seed(tmp_path: Path) -> None:
    """PL-S1, PL-S10: one question after the other with real paths, until the plan is ready; nothing else is touched."""
    script = [call("core.read_file", {"path": "package.json"}), call("core.write_file", {"path": "x", "content": "x"})]
    async with desk(tmp_path, *script, answer(JWT), FINE) as here:
        before = tree(here.folder)
        talk, _ = await here.say("planeje: preciso adicionar autenticação JWT")
        first = await here.question()
        id = first["subject"].partition(":")[2]
        plan = (await here.client.get(f"/v1/plans/{id}")).json()["plan"]
        assert len(plan["steps"]) >= 3
        assert plan["context"]["files_analyzed"]
        assert all((here.folder / path).is_file() for path in plan["context"]["files_analyzed"])
        assert [each["code"] for each in plan["feedback"] if each["step_id"] == "2"] == ["C08"]

        assert first["kind"] == "question"
        assert "`src/services/`" in first["body"] and "`src/lib/`" in first["body"]
        await here.say("Em src/services/auth/", talk)
        after = (await here.client.get(f"/v1/plans/{id}")).json()["plan"]
        assert (after["version"], after["steps"][1]["file"]) == (2, "src/services/auth/jwt-service.ts")
        settled = next(each for each in after["clarifications"] if each["id"] == "c1")
        assert (settled["answer"], settled["status"]) == ("Em src/services/auth/", "answered")

        second = await here.question()
        for route in ("/api/auth (`src/routes/auth.ts`)", "/api/posts (`src/routes/posts.ts`)", "/api/users"):
            assert route in second["body"]
        _, told = await here.say("Todas exceto /api/auth", talk)
        ready = (await here.client.get(f"/v1/plans/{id}")).json()["plan"]
        assert ready["status"] == "ready"
        assert {ready["steps"][2]["file"], *ready["steps"][2]["files"]} == {"src/routes/posts.ts", "src/routes/user.ts"}
        assert told.splitlines()[-3:] == [
            f"✅ Plano completo! Salvo em .aule/plans/plan-{id}.json",
            "📄 Abrir plano no editor?",
            "🚀 Enviar para agente de desenvolvimento?",
        ]
        kept = json.loads((here.folder / f".aule/plans/plan-{id}.json").read_text())
        assert [each["answer"] for each in kept["clarifications"]] == [
            "Em src/services/auth/",
            "Todas exceto /api/auth",
        ]

        for path in sorted((here.folder / ".aule").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        assert tree(here.folder) == before


async def test_you_decide_takes_what_was_recommended_and_writes_it_down(tmp_path: Path) -> None:
    """PL-S7."""
    one = {**JWT, "steps": JWT["steps"][:2]}  # type: ignore[index]
    async with desk(tmp_path, answer(one), FINE) as here:
        made = await here.ask("Preciso adicionar autenticação JWT")
        view = await here.post(made["plan"]["plan"]["id"], "answer", decide=True)
        plan = view["plan"]
        assert plan["steps"][1]["file"] == "src/services/jwt-service.ts"
        assert plan["clarifications"][0]["answered_by"] == "default"
        assert any("src/services/" in each["text"] for each in plan["context"]["assumptions"])
        assert plan["status"] == "ready"


async def test_steps_change_places_by_word_and_a_dependency_is_asked_about(tmp_path: Path) -> None:
    """PL-S6: no silent reorder; without the dependency the order changes, ids stay, and it is reviewed again."""
    steps = [{**each, "file": "README.md", "file_action": "modify"} for each in JWT["steps"]]  # type: ignore[attr-defined]
    free = [
        steps[0],
        steps[1],
        {**steps[2], "dependencies": ["2"]},
        {**steps[0], "id": "4", "title": "Escrever o guia"},
    ]
    async with desk(tmp_path, answer({**JWT, "steps": free}), *[FINE] * 3) as here:
        made = await here.ask("Preciso adicionar autenticação JWT")
        id, version = made["plan"]["plan"]["id"], made["plan"]["plan"]["version"]
        asked = await here.post(id, "suggest", text="o passo 3 antes do 2")
        assert [step["id"] for step in asked["plan"]["steps"]] == ["1", "2", "3", "4"]
        assert (asked["plan"]["version"], asked["plan"]["status"]) == (version, "clarifying")
        assert (await here.question())["kind"] == "question"

        moved = await here.post(id, "suggest", text="o passo 4 antes do 2")
        assert [step["id"] for step in moved["plan"]["steps"]] == ["1", "4", "2", "3"]
        assert moved["plan"]["version"] == version + 1
        reviewed = [event for event in await here.system.events() if event.type == "plan.reviewed"]
        assert len(reviewed) >= 2
        here.system.model._script.clear()  # how often a critic is asked is not what this is about


async def test_a_greeting_leaves_no_file(tmp_path: Path) -> None:
    """PL-S11."""
    async with desk(tmp_path) as here:
        made = await here.ask("olá")
        assert made["plan"] is None
        assert made["message"]
        assert not (here.folder / ".aule").exists()
