"""A whole app in a package of its own uses each door of the sdk: rows, views, routes, a stream, commands, recipes."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from dirty_equals import Contains, IsPartialDict, IsStr

from aule.sdk import App
from aule.sdk.http import ByHand
from aule.server.app import Api, create_app
from aule.testing.http import InProcess
from aule.testing.system import System, system


@pytest.fixture(scope="module")
def reading(root: Path) -> App:
    """The app, imported as an installed package would be."""
    sys.path.insert(0, str(root / "examples" / "reading_list"))
    return import_module("aule_reading.app").reading


@pytest.fixture
async def running(reading: App, tmp_path: Path) -> AsyncGenerator[System]:
    """A system that has the app."""
    async with system(tmp_path, apps=[reading]) as found:
        yield found


def client_of(api: Api) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=InProcess(api), base_url="http://127.0.0.1")


async def test_its_routes_read_and_write_and_tell_errors_in_a_form_of_their_own(running: System) -> None:
    async with client_of(create_app(running.kernel)) as http:
        made = await http.post("/api/reading/books", json={"title": "Iracema"}, headers={"Idempotency-Key": "one"})
        assert (made.status_code, made.json()) == (201, IsPartialDict(title="Iracema", author=None))
        again = await http.post("/api/reading/books", json={"title": "Iracema"}, headers={"Idempotency-Key": "one"})
        assert again.json() == made.json()
        listed = (await http.get("/api/reading/books", params={"limit": 5})).json()
        assert listed == {"books": [IsPartialDict(title="Iracema")], "visits": 1}
        refused = await http.post("/api/reading/books", json={"name": "Iracema"})
        assert (refused.status_code, refused.json()) == (422, {"error": "invalid", "message": IsStr()})
        assert (await http.get("/api/reading/books", params={"limit": 0})).status_code == 422
        shown = (await http.get("/v1/apps/reading/shelf")).json()
        assert shown == {"books": [IsPartialDict(title="Iracema")]}


async def test_its_routes_are_described_with_what_their_signatures_say(running: System) -> None:
    document: dict[str, Any] = create_app(running.kernel).openapi()
    operation = document["paths"]["/api/reading/books"]["get"]
    assert operation == IsPartialDict(operationId="listBooks", tags=["reading"])
    assert operation["parameters"] == [
        {
            "name": "limit",
            "in": "query",
            "required": False,
            "description": "How many at most.",
            "schema": IsPartialDict(type="integer", minimum=1, maximum=100, default=20),
        }
    ]
    assert "NewBook" in document["components"]["schemas"]


async def test_what_it_adds_can_be_taken_back(running: System) -> None:
    called = await running.kernel.call("reading.add", {"title": "Iracema"}, by_hand=ByHand())
    assert called.result.ok
    await running.kernel.undo(f"run:{called.run}")
    shown = await running.kernel.apps.look(running.kernel.apps.view("reading", "shelf"), {}, locale="en")
    assert shown.books == []


async def test_its_stream_tells_each_book_over_a_web_socket(running: System) -> None:
    api, inbox, outbox = create_app(running.kernel), asyncio.Queue[Any](), asyncio.Queue[Any]()
    scope = {"type": "websocket", "path": "/api/reading/new", "query_string": b"", "headers": [], "subprotocols": []}
    await inbox.put({"type": "websocket.connect"})
    talk = asyncio.create_task(api(scope, inbox.get, outbox.put))
    async with asyncio.timeout(20):
        assert (await outbox.get())["type"] == "websocket.accept"
        async with client_of(api) as http:
            await http.post("/api/reading/books", json={"title": "Iracema"})
        assert json.loads((await outbox.get())["text"]) == {"added": "Iracema"}
        await inbox.put({"type": "websocket.disconnect", "code": 1000})
        await talk


async def test_what_it_built_at_the_start_is_closed_at_the_end(reading: App, tmp_path: Path) -> None:
    async with system(tmp_path, apps=[reading]) as found:
        visits = found.kernel.part(import_module("aule_reading.app").Visits)
        assert not visits.is_closed
    assert visits.is_closed


def test_its_recipes_are_read_from_its_file(reading: App) -> None:
    assert [each.id for each in reading.recipes] == ["add_book"]
    assert reading.recipes[0].slots["title"].markers == ["livro", "o livro", "book", "the book"]


def test_it_brings_commands_and_recipes_once_a_package_is_installed(root: Path, tmp_path: Path) -> None:
    package = tmp_path / "site"
    shutil.copytree(root / "examples" / "reading_list" / "aule_reading", package / "aule_reading")
    metadata = package / "aule_reading-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: aule-reading\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[aule.apps]\nreading = aule_reading.app:reading\n")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "AULE_HOME": str(tmp_path / "aule"),
        "AULE_FORBID_MODELS": "1",
        "PYTHONPATH": str(package),
    }

    def aule(*words: str) -> subprocess.CompletedProcess[str]:
        command = [Path(sys.executable).with_name("aule"), *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    assert aule("reading", "--help").stdout == Contains("Keep a reading list.", "list", "add")
    added = aule("reading", "add", "Dom Casmurro", "--author", "Machado", "--yes")
    assert (added.returncode, added.stdout) == (0, Contains("Added Dom Casmurro.")), added.stderr
    listed = aule("reading", "list", "--json")
    assert json.loads(listed.stdout) == {"books": [IsPartialDict(title="Dom Casmurro", author="Machado")]}
    assert aule("reading").stdout == Contains("Dom Casmurro")
    asked = aule("ask", 'add the book "Iracema" to my reading list', "--json")
    assert asked.returncode == 4, asked.stdout + asked.stderr
    assert json.loads(asked.stdout)["error"]["code"] == "approval_required"
