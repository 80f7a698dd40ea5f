"""An app costs nothing until it is used: known from the catalogue, imported at the first use (LI-5)."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.large_app import write_large_app
from httpx import ASGITransport, AsyncClient
from tests.apps.ponds import WHERE, Pond

from aule import catalogue
from aule.boot.apps import find_app
from aule.boot.parts import pseudonyms_of
from aule.contracts.errors import ModelUnavailable, Unavailable
from aule.contracts.talk.ask import Ask
from aule.kernel.capabilities.apps.reads import Readings
from aule.kernel.capabilities.gate.caller import ByHand
from aule.server.app import create_app
from aule.testing.system import System, system

_START = """
import asyncio, json, sys
from pathlib import Path
from httpx import ASGITransport, AsyncClient
from aule.boot.system import running
from aule.server.app import create_app
from aule.stores.home.directory import Home

async def main():
    home = Home(Path(sys.argv[1]))
    home.prepare()
    async with running(home) as kernel:
        app = create_app(kernel)
        ready = [name for name in sys.modules if name.startswith(("aule.apps.", "aule_large"))]
        async with AsyncClient(transport=ASGITransport(app), base_url="http://aule.test") as http:
            for path in ("/v1/home", "/v1/apps", "/v1/capabilities", "/v1/personas", "/v1/search?q=nota"):
                assert (await http.get(path)).status_code == 200, path
            looked = [name for name in sys.modules if name.startswith(("aule.apps.", "aule_large"))]
            many = (await http.get("/v1/capabilities/large.look_7")).json()
        print(json.dumps({"ready": ready, "looked": looked, "title": many["title"]}))

asyncio.run(main())
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pond]:
    made = Pond(tmp_path, monkeypatch)
    yield made
    made.forget()


def described(made: Pond) -> Any:
    """The app as a process finds it that starts after another one described it."""
    find_app(WHERE)
    made.forget()
    return find_app(WHERE)


def client_of(running: System) -> AsyncClient:
    return AsyncClient(transport=ASGITransport(create_app(running.kernel)), base_url="http://aule.test")


def test_a_start_and_the_first_screen_import_no_app(tmp_path: Path) -> None:
    """LI-5: neither those that come with the system, nor one of School's size that another package brings."""
    write_large_app(tmp_path / "site")
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": "", "PYTHONPATH": str(tmp_path / "site")}

    def start() -> Any:
        command = [sys.executable, "-c", _START, str(tmp_path / "aule")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert len([name for name in start()["ready"] if name.startswith("aule_large")]) > 200
    assert start() == {"ready": [], "looked": [], "title": "Look at thing 7"}


async def test_an_app_is_imported_at_its_first_use_beside_the_event_loop(pond: Pond, tmp_path: Path) -> None:
    """LI-5: by a call, a view and a route at once; and once."""
    app = described(pond)
    async with system(tmp_path, apps=[app]) as running, client_of(running) as http:
        assert [each.id for each in running.kernel.apps.list() if each.id == "pond"] == ["pond"]
        assert running.kernel.registry.get("count_carps").name == "pond.count"
        assert pond.modules() == []
        apps = running.kernel.apps
        called, shown, told = await asyncio.gather(
            running.kernel.call("count_carps", {}),
            apps.look(apps.view("pond", "shore"), {}, locale="en"),
            http.get("/api/pond/fish/7"),
        )
        assert (called.result.data, shown, told.json()) == ("carp: 3", [], {"id": "7"})
        assert sys.modules["pond.app"].THREAD != "MainThread"
        refused = await http.request("PUT", "/api/pond/fish/7")
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET")


async def test_addresses_and_limits_are_known_before_an_app_is_imported(pond: Pond, tmp_path: Path) -> None:
    app = described(pond)
    async with system(tmp_path, apps=[app]) as running:
        api = create_app(running.kernel)
        assert api.limits["POST", "/api/pond/fish"] == (9, 1)
        async with AsyncClient(transport=ASGITransport(api), base_url="http://aule.test") as http:
            assert (await http.get("/api/pond/birds/7")).status_code == 404
        assert pond.modules() == []


async def test_an_app_that_keeps_nothing_is_not_asked_what_it_finds_hides_or_calls(pond: Pond, tmp_path: Path) -> None:
    """LI-5: tables that are empty, or not made, have nothing to find, to hide or to name."""
    app = described(pond)
    async with system(tmp_path, apps=[app]) as running:
        kernel = running.kernel
        readings = Readings(kernel.database, kernel.ambient, kernel.settings.current, kernel.loads)
        own = pseudonyms_of([app], readings)
        assert (await own.veil({"pond"})).hide("Nemo") == "Nemo"
        assert await kernel.finder.search("Nemo", kinds=["item"]) == []
        assert pond.modules() == []
        await kernel.call("pond.add", {"name": "Nemo"}, by_hand=ByHand())
    pond.forget()
    app = find_app(WHERE)
    async with system(tmp_path, apps=[app]) as running:
        kernel = running.kernel
        readings = Readings(kernel.database, kernel.ambient, kernel.settings.current, kernel.loads)
        own = pseudonyms_of([app], readings)
        assert pond.modules() == []
        assert (await own.veil({"pond"})).hide("Nemo") == "Fish 1"
        assert [hit.title for hit in await kernel.finder.search("Nemo", kinds=["item"])] == ["Nemo"]


async def test_what_an_app_wrote_is_undone_before_anything_else_of_it_is_used(pond: Pond, tmp_path: Path) -> None:
    app = described(pond)
    async with system(tmp_path, apps=[app]) as running:
        called = await running.kernel.call("pond.add", {"name": "Nemo"}, by_hand=ByHand())
    pond.forget()
    app = find_app(WHERE)
    async with system(tmp_path, apps=[app]) as running:
        await running.kernel.undo(f"run:{called.run}")
        apps = running.kernel.apps
        assert await apps.look(apps.view("pond", "shore"), {}, locale="en") == []


def test_an_edited_source_is_described_anew(pond: Pond) -> None:
    """LI-6: also when only a word of it changed."""
    described(pond)
    pond.edit("Count the fish.", "Count all the fish.")
    pond.forget()
    app = find_app(WHERE)
    assert app.capabilities[0].capability.description == "Count all the fish."
    assert len(pond.folders()) == 2


@pytest.mark.parametrize("name", ["index.json", "capabilities.json"])
@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', '{"format": 0}'])
def test_a_damaged_catalogue_is_written_anew(pond: Pond, name: str, content: str) -> None:
    """LI-6: whatever is wrong with it."""
    whole = [each.capability for each in described(pond).capabilities]
    (folder,) = pond.folders()
    sound = (folder / name).read_text()
    (folder / name).write_text(content)
    assert [each.capability for each in find_app(WHERE).capabilities] == whole
    assert [(folder / name).read_text(), *pond.folders()] == [sound, folder]


def test_processes_that_describe_an_app_at_once_agree(pond: Pond) -> None:
    """LI-6: each finds a whole folder afterwards, and nothing is left over."""
    code = (
        "from aule import catalogue\n"
        "for n in range(50):\n"
        "    catalogue.write('pond.app:pond', 'k' * 32, {'id': 'pond'}, {'views': list(range(2000))})\n"
        "    entry = catalogue.read('pond.app:pond', 'k' * 32)\n"
        "    if entry is not None:\n"
        "        assert entry.index['id'] == 'pond'\n"
    )
    started = [subprocess.Popen([sys.executable, "-c", code], env={**os.environ}) for _ in range(4)]
    assert [each.wait(timeout=60) for each in started] == [0, 0, 0, 0]
    entry = catalogue.read(WHERE, "k" * 32)
    assert entry is not None and entry.part("views") == list(range(2000))
    assert [path.name for path in pond.folders()] == [f"pond.app.pond-{'k' * 32}"]


def test_without_a_folder_to_write_to_apps_are_described_in_memory(
    pond: Pond, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    app = find_app(WHERE)
    assert [each.name for each in app.capabilities] == ["pond.count", "pond.drain", "pond.add"]
    assert app.views[0].name == "shore"


def rewrite(about: dict[str, Any], **parts: Any) -> None:
    """Put something else into the catalogue, as somebody might who can write there."""
    key = catalogue.key_of(WHERE)
    entry = catalogue.read(WHERE, key)
    assert entry is not None
    told = {name: entry.index[name] for name in entry.index if name not in ("format", "where", "key", "parts")}
    catalogue.write(WHERE, key, told | about, {name: entry.part(name) for name in entry.index["parts"]} | parts)


async def test_a_catalogue_that_grants_more_than_the_code_opens_nothing(pond: Pond, tmp_path: Path) -> None:
    """LI-6: rights come from the code; where the catalogue says otherwise, the app is refused."""
    described(pond)
    found = [each.capability.model_dump(mode="json") for each in find_app(WHERE).capabilities]
    rewrite({}, capabilities=[each | {"effect": "read", "approval": "auto"} for each in found])
    app = find_app(WHERE)
    async with system(tmp_path, apps=[app]) as running:
        assert running.kernel.registry.get("pond.drain").effect == "read"
        with pytest.raises(Unavailable, match="otherwise than the catalogue"):
            await running.kernel.call("pond.drain", {})
    pond.forget()
    assert find_app(WHERE).capabilities[1].capability.effect == "delete"


async def test_a_catalogue_that_lets_larger_bodies_in_opens_no_route(pond: Pond, tmp_path: Path) -> None:
    described(pond)
    limits = {"max_bytes": 10**12, "max_seconds": 1, "accepts": None}
    more = {"method": "POST", "path": "/api/pond/fish", "limits": limits, "scopes": []}
    rewrite({"addresses": [more]})
    async with system(tmp_path, apps=[find_app(WHERE)]) as running, client_of(running) as http:
        assert (await http.post("/api/pond/fish")).json()["code"] == "app_unavailable"


async def test_an_app_that_cannot_be_imported_fails_alone(pond: Pond, tmp_path: Path) -> None:
    """LI-7: it is listed with its failure, nothing it might hide leaves, and all others work."""
    pond.edit("THREAD = ", "import nowhere_to_be_found\n\nTHREAD = ")
    app = find_app(WHERE)
    async with system(tmp_path, apps=[app]) as running:
        kernel = running.kernel
        listed = {each.id: each.failure for each in kernel.apps.list()}
        assert listed["pond"] == "ModuleNotFoundError: No module named 'nowhere_to_be_found'"
        assert listed["core"] is None
        readings = Readings(kernel.database, kernel.ambient, kernel.settings.current, kernel.loads)
        own = pseudonyms_of([app], readings)
        with pytest.raises(ModelUnavailable, match="could not say what must not leave"):
            await own.veil({"core"})
        assert (await kernel.call("core.list_notes", {})).result.ok


async def test_an_app_whose_words_cannot_be_read_fails_alone(pond: Pond, tmp_path: Path) -> None:
    """LI-7: words are still understood for all others."""
    pond.edit("pond.brings(", 'pond.words("pond")\npond.brings(')
    (pond.package / "fields.toml").write_text("things = [unfinished")
    async with system(tmp_path, apps=[find_app(WHERE)]) as running:
        [failure] = [each.failure for each in running.kernel.apps.list() if each.id == "pond"]
        assert failure is not None
        assert failure.startswith("TOMLDecodeError")
        told = await running.kernel.understand(Ask(message="list my notes"))
        assert [each.capability for each in told.calls] == ["core.list_notes"]


async def test_an_app_that_broke_is_still_known_and_says_why_it_cannot_be_used(pond: Pond, tmp_path: Path) -> None:
    """LI-7: by a call, a view and a route alike."""
    described(pond)
    pond.edit("THREAD = ", "import nowhere_to_be_found\n\nTHREAD = ")
    app = find_app(WHERE)
    async with system(tmp_path, apps=[app]) as running, client_of(running) as http:
        for method, path in (
            ("POST", "/v1/capabilities/pond.count/call"),
            ("GET", "/v1/apps/pond/shore"),
            ("GET", "/api/pond/fish/7"),
        ):
            told = await http.request(method, path, json={"params": {}} if method == "POST" else None)
            assert (told.status_code, told.json()["code"]) == (503, "app_unavailable"), path
            assert "nowhere_to_be_found" in told.text


async def test_routes_that_cannot_be_imported_are_told_as_the_failure_of_their_app(pond: Pond, tmp_path: Path) -> None:
    app = described(pond)
    (pond.package / "routes.py").write_text("import nowhere_to_be_found\n")
    async with system(tmp_path, apps=[app]) as running, client_of(running) as http:
        assert (await http.get("/api/pond/fish/7")).json()["code"] == "app_unavailable"
        assert (await http.get("/v1/apps")).status_code == 200
