"""Running commands: shown, approved, told while they run, and undone to the byte (OS-17, CO-23, S13, S15)."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.core.calls import Calls, calls
from tests.sandbox.box.levels import LEVELS, SOON, needs

from aule.contracts.access.approval import Command
from aule.contracts.access.sandbox import Level, SandboxView
from aule.contracts.events.facts import CallPrinted, CommandBegan
from aule.contracts.runs.run import RunStatus
from aule.stores.repositories.changes import Wanted

pytestmark = pytest.mark.anyio


@pytest.fixture(params=LEVELS, ids=str)
async def core(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncGenerator[Calls]:
    """A system whose commands run in each of the boxes there are."""
    level: Level = request.param
    needs(level)
    async with calls(tmp_path / "home") as running:
        running.system.kernel.commands.prober.found = SandboxView(level=level, why="the test says so")
        yield running


def plant(root: Path, files: dict[str, bytes]) -> None:
    """Files somebody else made."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


def everything(root: Path) -> dict[str, tuple[int, bytes | str]]:
    """Every file and link under a folder, with its permissions."""
    found: dict[str, tuple[int, bytes | str]] = {}
    for path in sorted(root.rglob("*")):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if path.is_symlink():
            found[str(path.relative_to(root))] = mode, os.readlink(path)
        elif path.is_file():
            found[str(path.relative_to(root))] = mode, path.read_bytes()
    return found


async def test_a_command_is_shown_with_its_walls_approved_told_and_undone(core: Calls) -> None:
    """OS-17: what is asked is exactly what runs; what it changed is on record file by file."""
    plant(core.workspace, {"a.txt": b"one\n", "src/b.txt": b"\x00\xff", "keep.txt": b"same"})
    (core.workspace / "a.txt").chmod(0o640)
    before = everything(core.workspace)
    approval = await core.ask("exec", command="echo two >> a.txt; rm src/b.txt; mkdir -p x/y; echo n > x/y/z; pwd")
    level = core.system.kernel.commands.prober.found
    assert level is not None
    assert isinstance(approval.preview, Command)
    assert (approval.preview.level, approval.preview.folder) == (level.level.value, ".")
    assert [(each.code, each.text) for each in approval.notices] == [
        ("deletes_files", "rm src/b.txt; mkdir -p x/y; echo n > x/y/z; pwd"),
        ("overwrites_files", "> x/y/z; pwd"),
    ]
    assert everything(core.workspace) == before, "nothing happens before the approval"
    result = await core.approve(approval)
    assert result.ok, result
    assert (result.data["exit_code"], result.data["changed"]) == (0, ["a.txt", "src/b.txt", "x/y/z"])
    assert str(core.system.home.path) not in result.data["stdout"], "where the data directory is, is not told"
    assert len(result.changes) == 3
    assert (core.workspace / "a.txt").read_bytes() == b"one\ntwo\n"
    assert not (core.workspace / "src/b.txt").exists()
    await core.system.kernel.undo(f"run:{approval.run}")
    assert everything(core.workspace) == before
    assert not (core.workspace / "x").exists(), "folders go with the file they were made for"


async def test_what_is_printed_is_told_while_it_runs_without_secrets(core: Calls) -> None:
    core.system.kernel.secrets.set("SOME_KEY", "hush-hush-4711")
    approval = await core.ask("exec", command="echo out; echo err >&2; echo hush-hush-4711")
    result = await core.approve(approval)
    events = [event.data for event in await core.system.events(approval.run or "")]
    told = "".join(fact.text for fact in events if isinstance(fact, CallPrinted))
    assert "out\n" in told and "err\n" in told
    assert "hush" not in told and "hush" not in result.data["stdout"]


async def test_a_failing_command_gives_its_result_and_a_long_output_is_an_artifact(core: Calls) -> None:
    result = await core.write("exec", command="seq 1 30000; exit 3", timeout_s=10)
    assert (result.ok, result.data["exit_code"]) == (False, 3)
    assert result.error is not None and result.error.code == "command_failed"
    assert result.error.message.endswith("29999\n30000") and len(result.error.message) < 2_500
    assert result.data["stdout"].endswith("29999\n30000\n") and len(result.data["stdout"]) < 70_000
    assert result.data["stdout"].startswith("[…")
    artifact = await core.system.kernel.artifacts.get(result.artifacts[0])
    assert core.system.kernel.blobs.get(artifact.sha256).startswith(b"1\n2\n3\n")


async def test_a_command_takes_no_longer_than_it_may(core: Calls) -> None:
    result = await core.write("exec", command="echo x > made.txt; sleep 30", timeout_s=0.5)
    assert (result.data["exit_code"], result.data["stopped"]) == (None, "time")
    assert result.error is not None and result.error.code == "timeout"
    assert result.data["duration_s"] < SOON
    assert result.data["changed"] == ["made.txt"], "what it did until then is on record"


async def test_cancelling_the_run_ends_the_command_within_a_second(core: Calls) -> None:
    """OS-17: what was done until then is on record and can be undone."""
    approval = await core.ask("exec", command="echo half > half.txt; echo up; sleep 60", timeout_s=100)
    assert approval.run is not None
    deciding = asyncio.create_task(
        core.system.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    )
    for _ in range(1_000):
        if any(isinstance(event.data, CallPrinted) for event in await core.system.events(approval.run)):
            break
        await asyncio.sleep(0.01)
    began = asyncio.get_running_loop().time()
    stopped = await core.system.kernel.cancel(approval.run)
    assert asyncio.get_running_loop().time() - began < SOON
    await asyncio.wait([deciding])
    assert stopped.status is RunStatus.CANCELLED
    level = core.system.kernel.commands.prober.found
    assert level is not None
    if level.level is Level.BUBBLEWRAP:
        assert core.files() == {"half.txt": b"half\n"}
        await core.system.kernel.undo(f"run:{approval.run}")
    assert core.files() == {}, "on a copy, what was stopped never comes back"


async def test_a_wrong_folder_is_refused_and_the_folder_is_part_of_what_is_approved(core: Calls) -> None:
    """S15: where a command runs is said, shown and checked."""
    plant(core.workspace, {"sub/a.txt": b"a"})
    result = await core.write("exec", command="ls", folder="sub")
    assert result.data["stdout"] == "a.txt\n"
    refused = await core.write("exec", command="ls", folder="nowhere")
    assert refused.error is not None and refused.error.code == "not_a_folder"
    assert (await core.problem("exec", command="ls", folder="../..")).code == "outside_scope"


async def test_a_deletion_in_the_wrong_place_is_undone_to_the_byte(core: Calls) -> None:
    """S15: 300 files, binary ones, empty ones, some that run, links: all of it comes back."""
    files = {f"d{n % 7}/f{n}.bin": bytes([n % 256]) * n for n in range(300)}
    plant(core.workspace, {**files, ".hidden/x": b"h", "run.sh": b"#!/bin/sh\r\nno newline"})
    (core.workspace / "run.sh").chmod(0o755)
    (core.workspace / "link").symlink_to("d1/f1.bin")
    (core.workspace / ".git").mkdir()
    (core.workspace / ".git/config").write_text("[core]")
    before = everything(core.workspace)
    approval = await core.ask("exec", command="rm -rf ./* ./.hidden ./.git; true")
    result = await core.approve(approval)
    assert len(result.changes) == 302
    assert set(everything(core.workspace)) == {".git/config", "link"}, "the repository stands, and links are kept"
    await core.system.kernel.undo(f"run:{approval.run}")
    assert everything(core.workspace) == before


async def test_secret_files_are_neither_read_nor_changed(core: Calls) -> None:
    plant(core.workspace, {".env": b"TOKEN=abc123", "conf/server.pem": b"abc123", "a.txt": b"a"})
    result = await core.write(
        "exec", command="cat .env conf/server.pem; rm -f .env; echo x > conf/server.pem; cp .env e"
    )
    assert "abc123" not in result.data["stdout"]
    assert core.files()[".env"] == b"TOKEN=abc123" and core.files()["conf/server.pem"] == b"abc123"


async def test_links_pipes_and_repositories_it_leaves_are_told_and_not_kept(core: Calls) -> None:
    plant(core.workspace, {"a.txt": b"a", "b.txt": b"b"})
    (core.workspace / "old").symlink_to("a.txt")
    command = (
        "ln -s /etc/passwd out; ln -s a.txt in; mkfifo pipe; ln a.txt twin; ln -sfn b.txt old; rm -f b.txt; "
        "mkdir -p .git/hooks sub/.git; echo x > .git/hooks/post-commit; echo 'bad' > $'new\\nline'; :"
    )
    result = await core.write("exec", command=command)
    assert {"out", "in", "pipe", "twin", ".git", "sub/.git"} <= set(result.data["planted"])
    root = core.workspace
    assert os.readlink(root / "old") == "a.txt"
    names = {str(path.relative_to(root)) for path in root.rglob("*")}
    assert names.isdisjoint({"out", "in", "pipe", ".git", "sub/.git", "new\nline"})
    assert not (root / "b.txt").exists()
    assert (root / "a.txt").stat().st_nlink == 1


async def test_what_a_killed_process_left_half_done_is_found_at_the_next_start(tmp_path: Path) -> None:
    """K-8: the note is written before the command begins; what differs then is its doing, and is undone."""
    async with calls(tmp_path / "home") as core:
        if (await core.system.kernel.commands.sandbox()).level is not Level.BUBBLEWRAP:
            pytest.skip("without bubblewrap commands run on a copy, of which nothing is left")
        plant(core.workspace, {"a.txt": b"one", "b.txt": b"two"})
        approval = await core.ask("exec", command="true")
        await core.approve(approval)
        events = [event.data for event in await core.system.events(approval.run or "")]
        began = next(fact for fact in events if isinstance(fact, CommandBegan))
        call = (await core.system.kernel.approvals.get(approval.id)).call
        assert call is not None
        _leave_a_note(core, approval.run or "", call.id, began.tree)
        before = everything(core.workspace)
        plant(core.workspace, {"a.txt": b"spoiled", "c/d.txt": b"new"})
        (core.workspace / "b.txt").unlink()
    async with calls(tmp_path / "home") as core:
        assert core.system.kernel.commands.command_journal.left() == []
        assert len(await core.system.kernel.changes.of_call(call.id)) == 3
        await core.system.kernel.undo(f"run:{approval.run}")
        assert everything(core.workspace) == before


def _leave_a_note(core: Calls, run: str, call: str, tree: str) -> None:
    from aule.contracts.access.change import OWNER
    from aule.stores.home.command_journal import Begun

    note = Begun(
        call=call, run=run, project="home", actor=OWNER, app="core", title="Command", tree=tree, began_at="2026"
    )
    core.system.kernel.commands.command_journal.begin(note)


async def test_without_a_box_nothing_runs(tmp_path: Path) -> None:
    async with calls(tmp_path / "home") as core:
        core.system.kernel.commands.prober.found = SandboxView(level=Level.NONE, why="no box", hint="Install one.")
        result = await core.write("exec", command="echo x > a.txt")
        assert result.error is not None and (result.error.code, result.error.hint) == (
            "sandbox_unavailable",
            "Install one.",
        )
        assert core.files() == {}


@pytest.mark.parametrize(
    "core", [Level.LANDLOCK], indirect=True, ids=str
)  # the other box works on the files themselves
async def test_what_a_command_made_on_a_copy_replaces_only_what_was_copied(core: Calls) -> None:
    """K-8: somebody saves the file all the time; what comes back from the copy is never written over their save."""
    shared, aside, over = core.workspace / "shared.txt", core.workspace.parent / "aside", threading.Event()
    shared.write_text("0\n")

    def save() -> None:
        for number in range(1, 100_000):
            if over.is_set():
                return
            aside.write_text(f"{number}\n")
            aside.rename(shared)

    saving = threading.Thread(target=save)
    saving.start()
    try:
        for _ in range(8):
            result = await core.write("exec", command="echo x >> shared.txt; echo y > own.txt", timeout_s=10)
            assert result.ok and {*result.data["changed"], *result.data["conflicts"]} >= {"shared.txt"}, result
    finally:
        over.set()
        saving.join()
    kernel = core.system.kernel
    for change in (await kernel.changes.list(Wanted(entity="file:home/shared.txt"), limit=50)).items:
        assert change.before is not None and change.after is not None
        before, after = (kernel.blobs.get(state["sha256"]) for state in (change.before, change.after))
        assert after == before + b"x\n"
