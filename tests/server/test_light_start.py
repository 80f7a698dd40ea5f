"""What a start loads and what it leaves. Modules and schemas are counted; `make bench ARGS=startup` measures time."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from starlette.routing import Route, WebSocketRoute

from aule.sdk import App
from aule.server import routes
from aule.server.app import Api, create_app
from aule.server.route_modules import MODULES
from aule.testing.system import system

STARTED = """
import asyncio, json, sys
from pydantic import BaseModel
import aule.cli.commands.up
from aule.boot import ambient, build
from aule.sdk import App
from aule.server.app import create_app
from aule.stores.home.directory import Home

def below(kind):
    for each in kind.__subclasses__():
        yield each
        yield from below(each)

async def main():
    system = await build(Home.from_environment(), ambient(), apps=[App("tiny")])
    await system.start()
    create_app(system)
    if sys.argv[1:] == ["desktop"]:
        await system.expect_words()
    models = {each for each in below(BaseModel) if each.__module__.startswith("aule.")}
    complete = [each.__qualname__ for each in models if each.__pydantic_complete__]
    print(json.dumps({"modules": list(sys.modules), "models": len(models), "complete": complete}))
    await system.stop()

asyncio.run(main())
"""
"""Starts a system with the smallest app, and tells what is loaded once it is ready, or once a desktop is open."""

LEFT_OUT = {
    "aule.kernel.agents.answer_checks": "an answer is checked when there is one",
    "aule.kernel.agents.turn": "a turn begins with somebody's words",
    "aule.kernel.planning.critic": "plans are reviewed when there are some",
    "aule.kernel.planning.formats": "plans are read when there are some",
    "aule.kernel.plans.plan_routing": "words are sent to the planning team when somebody says some",
    "aule.kernel.plans.plans": "plans are made when somebody wants one",
    "aule.kernel.plans.team": "plans are made when somebody wants one",
    "aule.kernel.reports.template": "a report is written when a plan was run",
    "aule.models.builtin.brain": "words are understood when somebody says some",
    "aule.models.builtin.overview": "a hello is answered when somebody says it",
    "aule.models.builtin.suggestions": "a hello is answered when somebody says it",
    "aule.models.brains.guided": "words are understood when somebody says some",
    "aule.models.wire.chat_wire": "a model is spoken to when one is connected",
    "aule.server.bodies": "bodies are read by routes",
    "aule.server.routes": "routes are loaded by the first request for their address",
    "aule.understanding.filling": "words are understood when somebody says some",
    "aule.understanding.front": "words are understood when somebody says some",
    "aule.understanding.values": "words are understood when somebody says some",
    "alembic": "an older store is upgraded once",
    "asyncpg": "the database is SQLite here",
    "croniter": "times of schedules are computed when there are some",
    "httpx": "models and the web are reached when somebody wants them",
    "markdown_it": "Markdown is read when there is some",
    "numpy": "words are compared when somebody says some",
    "onnxruntime": "words are compared when somebody says some",
    "pydantic_ai": "vendors' own wires are spoken when one is connected",
    "sqlalchemy.dialects.postgresql": "the database is SQLite here",
    "sqlalchemy.orm": "rows are read without objects of their own",
    "webbrowser": "the page is announced first",
    "wsproto": "the desktop follows the log without WebSockets",
    "yaml": "workflow files are read when there are some",
}
"""What is not loaded once a system is ready, and why nobody needs it yet."""

MOST_COMPLETE = 60
"""Of some 250 models; with the schemas of all routes there would be all of them."""


@cache
def started() -> dict[str, Any]:
    """What is loaded once a system is ready that was started before."""
    with TemporaryDirectory() as folder:
        environment = environment_in(folder)
        start(environment)
        return start(environment)


def environment_in(folder: str) -> dict[str, str]:
    """The environment of a system whose data is in a folder."""
    return {**os.environ, "AULE_HOME": str(Path(folder) / "aule"), "HOME": folder}


def start(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    """Start a system in a process of its own, and stop it."""
    command = [sys.executable, "-c", STARTED, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_system_that_is_ready_has_not_loaded_what_nobody_asked_for(name: str) -> None:
    """LI-4: what only some requests need is loaded by the first of them."""
    loaded = [each for each in started()["modules"] if each == name or each.startswith(f"{name}.")]
    assert loaded in ([], [name]) if name == "aule.server.routes" else loaded == [], LEFT_OUT[name]


def test_a_start_loads_nothing_that_only_the_code_of_apps_needs() -> None:
    """LI-4: apps are known by the catalogue; what they are written with comes with the first of them."""
    script = "import sys, aule.boot, aule.server.app; print('aule.sdk.app' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


def test_a_system_that_is_ready_has_made_few_schemas() -> None:
    """LI-4: the schema of a model is made when the first of them is read."""
    told = started()
    assert told["models"] > 150
    assert len(told["complete"]) <= MOST_COMPLETE, sorted(told["complete"])


def test_an_open_desktop_has_loaded_what_the_first_words_need(tmp_path: Path) -> None:
    """LI-4: who looks at the desktop does not wait with the first words."""
    loaded = start(environment_in(str(tmp_path)), "desktop")["modules"]
    assert {"aule.kernel.agents.turn", "aule.kernel.plans.team.team", "aule.models.builtin.brain"} <= set(loaded)
    assert "onnxruntime" not in loaded


def test_the_table_of_route_modules_names_every_module_and_every_address() -> None:
    """LI-4: a request loads the modules that may answer it, so the table must be complete."""
    assert set(MODULES) == {each.name for each in pkgutil.iter_modules(routes.__path__)}
    for name, words in MODULES.items():
        found = __import__(f"aule.server.routes.{name}", fromlist=["router"]).router.routes
        assert found
        for route in found:
            assert isinstance(route, Route | WebSocketRoute)
            assert route.path.startswith("/v1/")
            assert route.path.split("/")[2] in words, (name, route.path)


async def test_a_request_loads_the_routes_of_its_address_only(tmp_path: Path) -> None:
    """LI-4: who asks for the home page waits for no other route; what is not there is still said."""
    async with system(tmp_path, apps=[App("tiny")]) as aule:
        await look_around(create_app(aule.kernel))


HOME = ("/v1/home", "/v1/search", "/v1/usage", "/v1/budgets", "/v1/machine")


async def look_around(app: Api) -> None:
    """Ask for one page, for what is not there, and for the description of everything."""
    first = len(app.routes)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        assert (await client.get("/v1/home")).status_code == 200
        home = [route for route in app.routes if getattr(route, "path", "").startswith(HOME)]
        assert len(app.routes) == first + len(home)
        assert (await client.get("/v1/nothing")).status_code == 404
        assert len(app.routes) == first + len(home)
        assert (await client.put("/v1/runs")).status_code == 405
        document = (await client.get("/v1/openapi.json")).json()
    assert {"/v1/home", "/v1/runs/{id}/report", "/v1/plans/{id}", "/v1/tasks/scheduled"} <= set(document["paths"])
