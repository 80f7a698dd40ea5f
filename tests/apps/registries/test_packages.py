"""Folders of packages as wholes: undone with their command, back from a copy where bounds allow it (LT-7)."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.registries.npm import Npm, npm_registry
from tests.apps.registries.projects import PACKAGE, name_registry, settled
from tests.sandbox.box.levels import needs
from tests.simulation.killed_server import KilledServer

from aule.boot import running
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Conflict
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.ask import Ask
from aule.stores.home.directory import Home
from aule.stores.repositories.changes import Changes, Wanted
from aule.testing import call, say
from aule.testing.system import System, system

pytestmark = pytest.mark.anyio

FILL = "mkdir -p node_modules/a/__pycache__ && echo 1 > node_modules/a/index.js && ln -s a node_modules/b"
VENV = "python3 -m venv --without-pip .venv && mkdir lib && mkdir lib/node_modules && echo x > lib/node_modules/x"


@pytest.fixture
async def aule(tmp_path: Path) -> AsyncGenerator[System]:
    """A system whose commands run in a box."""
    needs(Level.BUBBLEWRAP)
    async with system(tmp_path / "home") as made:
        yield made


@pytest.fixture
async def npm() -> AsyncGenerator[Npm]:
    """A registry on this machine."""
    needs(Level.BUBBLEWRAP)
    if shutil.which("npm", path="/usr/local/bin:/usr/bin:/bin") is None:
        pytest.skip("npm is not installed for everybody on this machine, so no box has it")
    async with npm_registry() as registry:
        yield registry


async def run_line(aule: System, line: str, bounds: Bounds | None = None, by: str = "core.exec") -> tuple[Run, Any]:
    """Let an agent run a command; return the run and what came of it."""
    aule.model.add(call(by, {"command": line}), say("Done."))
    asked = await aule.kernel.asks.ask(Ask(message="do it"), "en", bounds=[] if bounds is None else [bounds])
    run, _ = await settled(aule, await aule.until_still(asked.run))
    assert run.status is RunStatus.DONE
    events = [event.data for event in await aule.events(run.id)]
    result = next(each.result for each in events if isinstance(each, CallCompleted | CallFailed))
    assert result.ok, result
    return run, result.data


async def items_of(aule: System, run: Run) -> dict[str, tuple[str, str]]:
    """Return what undoing a run would do, by the things it changed."""

    previewed = await aule.kernel.preview_undo(f"run:{run.id}")
    return {item.entity.partition("/")[2]: (item.action, item.diff or "") for item in previewed.items}


async def test_folders_a_command_made_go_with_it_whatever_is_in_them(aule: System) -> None:
    """LT-7: a virtual environment with its links, packages in a new folder; what programs wrote since goes too."""
    run, told = await run_line(aule, f"{FILL} && {VENV} && echo 1 > kept.txt")
    assert (told["packages"], told["lost_packages"]) == ([".venv", "lib/node_modules", "node_modules"], [])
    (aule.workspace / "node_modules/a/__pycache__/x.pyc").write_bytes(b"x")
    (aule.workspace / "node_modules/.cache").mkdir()
    items = await items_of(aule, run)
    assert {name: action for name, (action, _) in items.items()} == dict.fromkeys(
        (".venv", "lib/node_modules", "node_modules", "kept.txt"), "remove"
    )
    assert "-node_modules/ (2 files" in items["node_modules"][1]
    await aule.kernel.undo(f"run:{run.id}")
    assert [each.name for each in aule.workspace.iterdir() if each.name != ".aule"] == []


async def test_what_somebody_changed_since_stays_and_is_told_and_the_rest_is_undone(aule: System) -> None:
    """LT-7: a person's own file in it, one that is another now, a folder put in its place: none is lost."""
    run, _ = await run_line(aule, f"{FILL} && echo 1 > kept.txt")
    (aule.workspace / "node_modules/a/index.js").write_text("mine\n")
    action, diff = (await items_of(aule, run))["node_modules"]
    assert (action, "changed since" in diff) == ("nothing", True)
    await aule.kernel.undo(f"run:{run.id}")
    assert (aule.workspace / "node_modules/a/index.js").read_text() == "mine\n"
    assert not (aule.workspace / "kept.txt").exists()


async def test_a_command_that_changed_packages_again_does_not_keep_the_first_from_being_undone(
    aule: System, npm: Npm
) -> None:
    """LT-7: what was there before the second is not kept, which is said; undoing the first takes all of it away."""
    name_registry(aule, npm)
    (aule.workspace / "package.json").write_text(PACKAGE)
    first, _ = await run_line(aule, "npm install", by="registries.run_command")
    second, told = await run_line(aule, "mkdir node_modules/more && npm ls", by="registries.run_command")
    assert told["packages"] == ["node_modules"]
    assert {action for action, _ in (await items_of(aule, second)).values()} == {"nothing"}
    with pytest.raises(Conflict, match="installing makes it again"):
        await aule.kernel.undo(f"run:{second.id}")
    assert (aule.workspace / "node_modules/small-sum").is_dir()
    await aule.kernel.undo(f"run:{first.id}")
    assert not (aule.workspace / "node_modules").exists()


async def test_packages_of_an_agent_with_bounds_come_back_where_it_may_write(aule: System, npm: Npm) -> None:
    """LT-7: new ones, more into those that are there, none where it may not; each is told, and undone as a whole."""
    name_registry(aule, npm)
    (aule.workspace / "package.json").write_text(PACKAGE)
    narrow = Bounds(agent="x", scope=["src/**", "package-lock.json"], on_write="apply", exec="ask")
    _, told = await run_line(aule, "npm install", narrow, by="registries.run_command")
    assert (told["packages"], told["lost_packages"], told["changed"]) == ([], ["node_modules"], ["package-lock.json"])
    assert not (aule.workspace / "node_modules").exists()
    wide = Bounds(agent="x", scope=["package-lock.json", "node_modules/**"], on_write="apply", exec="ask")
    run, told = await run_line(aule, "npm install", wide, by="registries.run_command")
    assert (told["packages"], told["lost_packages"]) == (["node_modules"], [])
    assert (aule.workspace / "node_modules/small-sum/index.js").is_file()
    more = "mkdir node_modules/more && echo 1 > node_modules/more/x.js && npm ls && rm -r node_modules/small-sum"
    again, told = await run_line(aule, more, wide, by="registries.run_command")
    assert told["packages"] == ["node_modules"]
    assert not (aule.workspace / "node_modules/small-sum").exists()
    assert (aule.workspace / "node_modules/more/x.js").read_text() == "1\n"
    assert {action for action, _ in (await items_of(aule, again)).values()} == {"nothing"}
    await aule.kernel.undo(f"run:{run.id}")
    assert not (aule.workspace / "node_modules").exists()
    assert [each.name for each in aule.workspace.iterdir() if each.name.startswith(".aule-")] == []


async def test_what_runs_by_itself_does_not_come_back_with_packages(aule: System) -> None:
    """LT-7, K-3: a hook in a copied folder is held back; pipes and what leads elsewhere are never files here."""
    wide = Bounds(agent="x", scope=["node_modules/**"], on_write="apply", exec="ask")
    plant = (
        'mkdir -p node_modules/x/.vscode && echo \'{"version": "2.0.0", "tasks": [{"label": "a", "type": "shell", '
        '"command": "id", "runOptions": {"runOn": "folderOpen"}}]}\' > node_modules/x/.vscode/tasks.json'
        " && mkfifo node_modules/x/pipe && echo 1 > node_modules/x/index.js && ln -s /etc/passwd node_modules/x/link"
    )
    _, told = await run_line(aule, plant, wide)
    assert told["packages"] == ["node_modules"]
    inside = aule.workspace / "node_modules/x"
    assert not (inside / ".vscode/tasks.json").exists()
    assert not (inside / "pipe").exists()
    assert (inside / "index.js").read_text() == "1\n"
    assert (inside / "link").is_symlink()


async def test_a_kill_in_the_middle_of_an_installation_leaves_what_undo_takes_away(
    tmp_path: Path, free_port: int
) -> None:
    """LT-7, K-7: kill -9 while packages are written; the next start records the folder, and undo removes all of it."""
    needs(Level.BUBBLEWRAP)
    home = Home(tmp_path / "home")
    home.prepare()
    async with running(home) as kernel:
        root = kernel.workspaces.of(await kernel.projects.get("home")).root
    server = KilledServer(home.path, free_port)
    await server.ready()
    params = {"command": f"echo 1 > kept.txt && {FILL} && sleep 600"}
    shown = (await server.http.post("/v1/capabilities/core.exec/preview", json={"params": params})).json()
    body = {"params": {**params}, "by_hand": True, "seen": shown["content_hash"]}
    running_call = asyncio.create_task(server.http.post("/v1/capabilities/core.exec/call", json=body))
    async with asyncio.timeout(30):
        while not (root / "node_modules/b").is_symlink():
            assert not running_call.done(), running_call.result().text
            await asyncio.sleep(0.02)
    await server.kill()
    await asyncio.gather(running_call, return_exceptions=True)
    async with running(home) as kernel:
        page = await Changes(kernel.database).list(Wanted(project="home", kind="file"))
        assert sorted(each.entity for each in page.items) == ["file:home/kept.txt", "file:home/node_modules"]
        for each in page.items:
            await kernel.undo(f"change:{each.id}")
        assert not (root / "node_modules").exists() and not (root / "kept.txt").exists(), json.dumps(params)
