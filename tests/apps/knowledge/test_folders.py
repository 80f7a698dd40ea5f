"""Followed folders: what is new, changed, moved or gone there follows by itself (KN-4)."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.knowledge.library import RULES, Library
from tests.server.conftest import System

from aule.apps.knowledge.knowledge import Knowledge
from aule.boot import running
from aule.contracts.errors import OutsideScope
from aule.sdk.http import ByHand
from aule.stores.home.directory import Home


class Folder:
    """A folder that a collection follows, looked at when the test says so."""

    def __init__(self, library: Library, path: Path) -> None:
        self.library = library
        self.path = path
        self.knowledge = library.kernel.part(Knowledge)  # pyright: ignore[reportAttributeAccessIssue]
        self.collection: dict[str, Any] = {}

    def put(self, name: str, text: str) -> None:
        """Write a file that nobody touched for an hour."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        past = self.library.kernel.ambient.clock.now().timestamp() - 3_600 + len(text)
        os.utime(file, (past, past))

    async def watch(self, folder: str, **more: Any) -> None:
        """Let a collection follow the folder."""
        body = {"name": "Pasta", "folder": folder, **more}
        self.collection = await self.library.post("/v1/collections", body, status=201)

    async def look(self) -> list[str]:
        """Look once, let what began end, and return the names of the documents."""
        await self.knowledge.watcher.close()  # the test says when it is looked
        await self.knowledge.watcher.look()
        for run in (await self.library.kernel.runs.list(limit=100)).items:
            if run.has_graph:
                await self.library.done(run.id)
        found = (await self.library.get("/v1/documents", limit=100))["items"]
        return sorted(each["source"]["ref"] for each in found)


@pytest.fixture
async def folder(library: Library, system: System) -> AsyncIterator[Folder]:
    """A folder of the default project."""
    await library.get("/v1/documents")
    path = system.kernel.documents.home.project_root("home") / "papers"
    path.mkdir(parents=True)
    yield Folder(library, path)


async def test_new_changed_moved_and_gone_files_follow_and_each_step_can_be_undone(folder: Folder) -> None:
    """KN-4: ignore rules and secrets hold; a moved file keeps its document."""
    folder.put("regras.md", RULES)
    folder.put("rascunhos/a.txt", "Não.")
    folder.put(".env", "TOKEN=1")
    folder.put("b.txt", "Segundo.")
    folder.put("c.txt", "Terceiro.")
    await folder.watch("papers", ignore=["rascunhos/"])
    assert await folder.look() == ["papers/b.txt", "papers/c.txt", "papers/regras.md"]
    first = {each["source"]["ref"]: each for each in (await folder.library.get("/v1/documents"))["items"]}

    assert len(await folder.look()) == 3
    folder.put("b.txt", "Segundo, mudado.")
    (folder.path / "c.txt").rename(folder.path / "d.txt")
    assert await folder.look() == ["papers/b.txt", "papers/d.txt", "papers/regras.md"]
    now = {each["source"]["ref"]: each for each in (await folder.library.get("/v1/documents"))["items"]}
    assert (now["papers/b.txt"]["version"], now["papers/b.txt"]["id"]) == (2, first["papers/b.txt"]["id"])
    assert now["papers/d.txt"]["id"] == first["papers/c.txt"]["id"]

    (folder.path / "regras.md").unlink()
    assert await folder.look() == ["papers/b.txt", "papers/d.txt"]
    change = (await folder.library.kernel.changes.list()).items[0]
    await folder.library.post(f"/v1/changes/{change.id}/undo", status=200)
    assert len(await folder.look()) == 3, "what a person brought back stays"


async def test_a_storm_of_deletions_stops_and_asks(folder: Folder) -> None:
    """KN-4: more than half at once waits in the inbox, once; a folder that is missing deletes nothing."""
    for number in range(6):
        folder.put(f"{number}.txt", f"Texto {number}.")
    await folder.watch("papers")
    assert len(await folder.look()) == 6
    for number in range(5):
        (folder.path / f"{number}.txt").unlink()
    assert len(await folder.look()) == 6
    assert len(await folder.look()) == 6
    waiting = await folder.library.kernel.approvals.pending()
    assert [each.call.capability for each in waiting if each.call] == ["knowledge.delete_documents"]
    await folder.library.kernel.decide(waiting[0].id, "approve", content_hash=waiting[0].binds.content_hash)
    await folder.library.done(str(waiting[0].run))
    assert await folder.look() == ["papers/5.txt"]
    (folder.path / "5.txt").unlink()
    folder.path.rmdir()
    assert await folder.look() == ["papers/5.txt"]


async def test_a_folder_outside_of_the_project_is_followed_only_where_a_person_chose_it(
    folder: Folder, tmp_path: Path
) -> None:
    """KN-4: agents name folders of the project; places of keys and of the system are refused."""
    outside = tmp_path / "contracts"
    outside.mkdir()
    folder.path = outside
    folder.put("contrato.md", "# Contrato\n\nPrazo de 12 meses.")
    await folder.watch(str(outside))
    assert await folder.look() == [f"{outside}/contrato.md"]
    kernel = folder.library.kernel
    for place in ("/etc", str(kernel.documents.home.path), "papers/../../.."):
        answer = await folder.library.client.post("/v1/collections", json={"name": place[-9:], "folder": place})
        assert answer.status_code in (400, 403, 422), answer.text
    run = await _as_agent(kernel, str(outside))
    assert isinstance(run, OutsideScope)


async def _as_agent(kernel: Any, folder: str) -> Exception | None:
    from aule.contracts.access.capability import Call
    from aule.contracts.access.change import Actor
    from aule.contracts.runs.run import Run, RunKind
    from aule.kernel.capabilities.gate.caller import Caller

    place = await kernel.projects.get("home")
    run = Run.new(kernel.ambient, RunKind.TURN, "test", project=place.id, locale="en")
    call = Call(id="call_x", capability="knowledge.watch_folder", params={"folder": folder}, idempotency_key="x")
    try:
        await kernel.gate.shown(call, Caller(run, Actor(type="agent", id="aule"), place))
    except OutsideScope as error:
        return error
    return None


async def test_stopping_leaves_the_documents_and_follows_no_longer(folder: Folder) -> None:
    """KN-4: off by default, on and off by a word."""
    folder.put("a.txt", "Um.")
    assert await folder.look() == []
    await folder.watch("papers")
    assert await folder.look() == ["papers/a.txt"]
    id = folder.collection["id"]
    answer = await folder.library.client.patch(f"/v1/collections/{id}", json={"is_watched": False})
    assert answer.json()["is_watched"] is False
    folder.put("b.txt", "Dois.")
    assert await folder.look() == ["papers/a.txt"]
    answer = await folder.library.client.patch(f"/v1/collections/{id}", json={"is_watched": True})
    assert answer.json()["is_watched"] is True
    assert await folder.look() == ["papers/a.txt", "papers/b.txt"]


async def test_a_start_loads_the_app_only_where_a_folder_is_followed(tmp_path: Path) -> None:
    """KN-4: nothing at the start for who follows none; after a restart what is followed goes on by itself."""
    home = Home(tmp_path / "home")
    home.prepare()
    async with running(home) as kernel:
        assert kernel.waking is not None
        await kernel.waking
        assert not kernel.part(Knowledge).is_following
        await kernel.call("knowledge.watch_folder", {"folder": "."}, by_hand=ByHand())
    async with running(home) as kernel:
        assert kernel.waking is not None and not kernel.part(Knowledge).is_following
        await kernel.waking
        assert kernel.part(Knowledge).is_following
