"""Commands that leave something for the person's own tools to run, or take away what undo could not restore (S13, S15).

Each is really run through the front door in each box. The table of attacks is in `box_plants`; here is what is told.
"""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest
from tests.sandbox.box.levels import until
from tests.security.box_plants import REPOSITORY
from tests.security.test_exec_escapes import World, world

from aule.contracts.access.capability import Result
from aule.contracts.access.change import ChangeStatus
from aule.contracts.access.sandbox import Level

pytestmark = pytest.mark.anyio
__all__ = ["world"]


async def ran(world: World, command: str) -> tuple[str, Result]:
    """Run a command a person has approved; gives the run and what came of it."""
    approval = await world.core.ask("exec", command=command, timeout_s=10)
    return approval.run or "", await world.core.approve(approval)


@pytest.mark.parametrize("place", ["sub/data", "build/data", ".cache/x"])
async def test_a_bare_repository_runs_nothing(world: World, place: str) -> None:
    """Git finds a repository without any `.git` when somebody stands in it: its settings and hooks are held back."""
    proof = world.root / "proof"
    config = f"printf '[core]\\n\\tbare = true\\n\\tpager = touch {proof}\\n[novel]\\n\\tkey = x\\n' > {place}/config"
    await world.run(f"{REPOSITORY.format(place)}; {config}; echo 'touch {proof}' > {place}/hooks/post-checkout")
    assert not (world.work / place / "config").exists()
    assert not (world.work / place / "hooks/post-checkout").exists()
    later = "mkdir -p late; printf '[novel]\\n\\tkey = x\\n' > late/config"
    await world.run(later)
    result = await world.run(f"{REPOSITORY.format('late')}; {REPOSITORY.format('plain')}; echo x > plain/description")
    assert [each["path"] for each in result.data["held_back"]] == ["late/HEAD"]
    if world.level is Level.BUBBLEWRAP:
        assert (world.work / "plain/HEAD").exists(), "one that runs nothing may stay"


async def test_a_repository_that_was_there_is_only_read(world: World) -> None:
    """Also a nested one, one behind a file `.git`, and a bare one that a file `.git` names."""
    for folder in (".bare", "lib/.git", "mods/one", "fixture.git"):
        for inner in ("objects", "refs", "hooks"):
            (world.work / folder / inner).mkdir(parents=True)
        (world.work / folder / "HEAD").write_text("ref: refs/heads/main\n")
        (world.work / folder / "config").write_text("[core]\n\tbare = true\n")
    (world.work / ".git").write_text("gitdir: ./.bare\n")
    (world.work / "sub").mkdir()
    (world.work / "sub/.git").write_text("gitdir: ../mods/one\n")
    before = world_of(world.work)
    command = (
        "for each in .bare lib/.git mods/one fixture.git; do echo '[alias]' >> $each/config; "
        "echo x > $each/hooks/update; rm -rf $each; mv $each moved; done; "
        "echo x > .git; rm -f .git sub/.git; echo x > sub/.git; "
        "mv lib lib2; mv sub sub2; mkdir -p lib; echo x > lib/.git"
    )
    result = await world.run(command)
    assert result.ok
    assert world_of(world.work) == before


def world_of(root: Path) -> dict[str, tuple[int, bytes]]:
    """Every file under a folder with its permissions."""
    return {
        str(path.relative_to(root)): (stat.S_IMODE(path.lstat().st_mode), path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


async def test_what_runs_by_itself_is_held_back_proposed_and_told(world: World) -> None:
    (world.work / "package.json").write_text('{"scripts": {"test": "x"}}')
    (world.work / ".gitignore").write_text(".vscode/\nbuild/\n")
    (world.work / ".vscode").mkdir()
    (world.work / ".vscode/tasks.json").write_text("{}")
    before = world_of(world.work)
    command = (
        """echo '{"scripts": {"postinstall": "evil"}}' > package.json; mkdir -p .husky .idea build;"""
        """ echo '{"runOn": "folderOpen"}' > .vscode/tasks.json; echo evil > .husky/pre-commit;"""
        """ echo x > .idea/startup.xml;"""
        """ echo evil > .envrc; echo evil > build/.envrc; echo fine > fine.txt; echo evil > .mcp.json"""
    )
    run, result = await ran(world, command)
    assert result.ok, result
    held = {each["path"]: each["tool"] for each in result.data["held_back"]}
    expected = {
        "package.json": "npm",
        ".husky/pre-commit": "husky",
        ".idea/startup.xml": "JetBrains",
        ".mcp.json": "MCP",
    }
    assert expected.items() <= held.items()
    assert ".envrc" in held
    if world.level is Level.BUBBLEWRAP:
        assert {".vscode/tasks.json", "build/.envrc"} <= held.keys(), "also where nothing else is recorded"
    assert world_of(world.work) == {**before, "fine.txt": (0o644, b"fine\n")}
    assert "held_back" in {warning.code for warning in result.warnings}
    made = await world.core.system.kernel.changes.of_run(run)
    proposed = {change.path for change in made if change.status is ChangeStatus.PROPOSED}
    assert expected.keys() <= proposed and ".envrc" not in proposed, "what is a secret file cannot be looked at first"
    kernel = world.core.system.kernel
    adopted = next(change for change in made if change.path == ".husky/pre-commit")
    await kernel.proposals.adopt(adopted.id)
    assert (world.work / ".husky/pre-commit").read_text() == "evil\n", "a person may want it"


async def test_a_pipe_that_goes_and_one_that_stays_are_told(world: World) -> None:
    """One that a command would take away stays, and it hears so; one that somebody else took away is told as gone."""
    (world.work / "sub").mkdir()
    for name in ("sub/pipe", "sub/other"):
        os.mkfifo(world.work / name)
    tasks = asyncio.create_task(
        world.run("rm sub/pipe; mv sub there; echo up > up; until [ -e go ]; do sleep 0.02; done")
    )
    if world.level is Level.BUBBLEWRAP:
        await until((world.work / "up").exists)
        (world.work / "there/other").unlink()
        (world.work / "go").touch()
        result = await tasks
        assert "sub/other" in result.data["gone"] and "gone" in {warning.code for warning in result.warnings}
        assert "busy" in result.data["stderr"] and "sub/pipe" in result.data["stayed"]
    else:
        tasks.cancel()
    assert stat.S_ISFIFO((world.work / "sub/pipe").stat().st_mode)


async def test_names_that_are_no_text_are_told_and_everything_else_is_undone(world: World) -> None:
    odd = world.work / os.fsdecode(b"mine-\xff.txt")
    odd.write_text("mine")
    (world.work / "a.txt").write_text("a")
    run, result = await ran(
        world,
        "echo x > $'new-\\xfe.txt'; mkdir $'d\\xfd'; echo x > $'d\\xfd/in'; echo b > a.txt; "
        "echo x > $'mine-\\xff.txt'; rm -f mine*",
    )
    assert result.data is not None, result
    assert {"new-\\xfe.txt", "d\\xfd"} <= set(result.data["planted"])
    assert result.data["changed"] == ["a.txt"]
    assert sorted(os.listdir(os.fsencode(world.work))) == [b"a.txt", b"mine-\xff.txt"]
    assert odd.read_text() == "mine"
    await world.core.system.kernel.undo(f"run:{run}")
    assert (world.work / "a.txt").read_text() == "a"
