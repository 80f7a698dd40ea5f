"""Commands that hide behind folders nobody records, or try to leave things nobody can clear away (S13, S15, OS-17)."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

import pytest
from tests.security.test_exec_escapes import SECRET, World, world

from aule.contracts.runs.bounds import Bounds
from aule.sandbox import trees

pytestmark = pytest.mark.anyio
__all__ = ["world"]


async def test_secrets_in_folders_that_the_project_ignores_are_not_read(world: World) -> None:
    """A folder that is not recorded is where keys usually are: `.gitignore` names it for that very reason."""
    (world.work / ".gitignore").write_text("private/\n")
    for folder in ("private", "build/deep", "private/more/.ssh"):
        (world.work / folder).mkdir(parents=True)
        (world.work / folder / "prod.env").write_text(f"TOKEN={SECRET}")
        (world.work / folder / "id_rsa").write_text(SECRET)
    result = await world.run("cat private/prod.env build/deep/id_rsa private/more/.ssh/*; grep -rs correct . | head")
    assert result.ok and SECRET not in result.model_dump_json()


async def test_a_folder_with_too_much_in_it_to_look_for_secrets_is_not_seen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand files are no place to hide a key from the wall: a copy would have none of them either."""
    monkeypatch.setattr(trees, "MOST_GLANCED", 30)
    (world.work / "build/deep").mkdir(parents=True)
    for number in range(40):
        (world.work / f"build/{number}").write_text("x")
    (world.work / "build/deep/prod.env").write_text(SECRET)
    result = await world.run("cat build/deep/prod.env; grep -rs correct . | head")
    assert result.ok and SECRET not in result.model_dump_json()


async def test_repositories_in_folders_that_the_project_ignores_are_only_read(world: World) -> None:
    """A hook of a nested repository would run outside of the box the next time somebody uses git there."""
    (world.work / ".gitignore").write_text("vendor/\n")
    hooks = world.work / "vendor/lib/.git/hooks"
    hooks.mkdir(parents=True)
    await world.run("echo evil > vendor/lib/.git/hooks/pre-commit; mkdir -p build/.git; echo x > build/.git/config")
    assert not list(hooks.iterdir())


async def test_packages_that_share_their_files_with_a_store_are_only_read(world: World) -> None:
    """Installers link the files of packages to a store outside: writing one would change it for every project."""
    store = world.outside / "store.py"
    store.write_text("good")
    for folder in (".venv/lib", "node_modules/left-pad", "sub/.venv"):
        (world.work / folder).mkdir(parents=True)
        os.link(store, world.work / folder / "site.py")
    await world.run("for each in .venv/lib node_modules/left-pad sub/.venv; do echo evil >> $each/site.py; done")
    assert store.read_text() == "good"


async def test_variables_do_not_run_before_the_limits_are_set(world: World) -> None:
    """The shell that sets the limits reads nothing of what a command was given."""
    (world.work / "before.sh").write_text("ulimit -n >> early.txt\n")
    env = {"BASH_ENV": "./before.sh", "ENV": "./before.sh"}
    result = await world.core.write("exec", command="ulimit -n", timeout_s=5, env=env)
    assert result.ok and result.data["stdout"].strip() == "1024"
    assert set((world.work / "early.txt").read_text().split()) == {"1024"}


async def test_a_folder_nobody_may_open_takes_nothing_with_it(world: World) -> None:
    """Files in a folder that a command shut are as they were, and are not told as deleted."""
    (world.work / "src/inner").mkdir(parents=True)
    (world.work / "src/inner/a.txt").write_text("a")
    result = await world.run("chmod 000 src/inner; chmod 000 src")
    assert result.ok and (world.work / "src/inner/a.txt").read_text() == "a"
    assert result.data["changed"] == []


def copies() -> set[str]:
    """The copies of projects that this process has made and not cleared away."""
    mine = f"aule-box-{os.getpid()}-*"
    return {path.name for place in (tempfile.gettempdir(), "/var/tmp") for path in Path(place).glob(mine)}


@pytest.mark.parametrize("bounds", [None, Bounds(scope=["**"], on_write="apply", exec="sandbox")])
async def test_nothing_that_a_command_leaves_is_too_deep_or_too_shut_to_be_cleared_away(
    world: World, bounds: Bounds | None
) -> None:
    before = copies()
    command = (
        "python3 -c \"import os\nfor _ in range(1500):\n os.mkdir('d'); os.chdir('d')\";"
        "mkdir -p shut/in; echo x > shut/in/f; chmod 000 shut/in shut; echo ok > kept.txt"
    )
    result = await (world.run(command, 20) if bounds is None else world.bounded(command, bounds))
    assert result.ok, result
    assert (world.work / "kept.txt").read_text() == "ok\n"
    assert not copies() - before
    again = await world.run("ls", 20)
    assert again.ok
    clearing = await asyncio.create_subprocess_exec("rm", "-rf", world.work / "d")
    assert await clearing.wait() == 0, "what is that deep is too deep for whoever clears up after the tests"


async def test_making_a_lot_of_files_hides_nothing_that_was_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More files than are kept for undoing: those are told, and everything else is on record as ever."""
    monkeypatch.setattr(trees, "MOST_FILES", 50)
    monkeypatch.setattr(trees, "_BATCH", 10)
    (world.work / "mine.txt").write_text("mine")
    result = await world.run("mkdir many; for n in $(seq 120); do echo $n > many/$n; done; echo evil > mine.txt", 10)
    assert result.ok, result
    run = (await world.core.system.kernel.changes.list(limit=1)).items[0].run
    assert run is not None
    await world.core.system.kernel.undo(f"run:{run}")
    assert (world.work / "mine.txt").read_text() == "mine"
