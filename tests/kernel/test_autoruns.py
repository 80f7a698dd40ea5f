"""What a tool of the machine would run by itself is asked about, however freely somebody may write (S13, K-3)."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.apps.core.calls import Calls, calls
from tests.kernel.shop import open_shop

from aule.contracts.access.approval import Approval, ApprovalStatus, FileDiff, Patch, Table, autoruns_in
from aule.contracts.access.capability import Call, Policy, Result
from aule.contracts.access.change import OWNER
from aule.contracts.errors import ApprovalRequired
from aule.contracts.events.facts import RunStarted
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.settings import Settings
from aule.kernel.capabilities.gate.caller import ByHand, Caller
from aule.testing.system import System, system

TASKS = '{"tasks": [{"runOptions": {"runOn": "folderOpen"}}]}'
APPLY = Bounds(agent="x", scope=["**", "**/.*", "**/.*/**"], on_write="apply")


async def invoke(aule: System, name: str, params: dict[str, Any], grants: tuple[Approval, ...] = ()) -> Result:
    """Call something as an agent that may write at once."""
    kernel = aule.kernel
    run = Run(id="run_free", kind=RunKind.CALL, title="t", project="home", started_at="2026-01-01T00:00:00.000Z")
    run = run.model_copy(update={"bounds": [APPLY]})
    if await kernel.runs.find(run.id) is None:
        await kernel.journal.write(RunStarted(started=run), run=run.id)
    call = Call(id=f"call_{name}", capability=name, params=params, idempotency_key=f"key_{name}")
    caller = Caller(run=run, actor=OWNER, project=await kernel.projects.get("home"), grants=grants)
    return await kernel.gate.invoke(call, caller)


async def asked(aule: System, name: str, **params: Any) -> Approval:
    """What the person is asked when it is called."""
    with pytest.raises(ApprovalRequired) as waiting:
        await invoke(aule, name, params)
    return await aule.kernel.approvals.get(waiting.value.problem.subject or "")


async def test_the_card_of_a_write_says_first_what_runs_by_itself(tmp_path: Path) -> None:
    async with calls(tmp_path) as core:
        approval = await core.ask("write_file", path=".vscode/tasks.json", content=TASKS)
        assert isinstance(approval.preview, FileDiff)
        assert [(each.tool, each.when) for each in approval.preview.autoruns] == [("VS Code", "folder_opened")]
        assert (approval.body, approval.risk) == ("", "high")  # cards have a heading of their own for it
        plain = await core.ask("write_file", path="a.txt", content="x")
        assert (autoruns_in(plain.preview), plain.body, plain.risk) == ([], "", "low")
        result = await core.approve(approval)
        assert result.ok and (core.workspace / ".vscode/tasks.json").read_text() == TASKS


async def test_every_way_of_writing_files_tells_it(tmp_path: Path) -> None:
    async with calls(tmp_path) as core:
        (core.workspace / "evil").write_text("x")
        (core.workspace / "package.json").write_text('{"scripts": {}}')
        moved = await core.preview("move_file", source="evil", target=".husky/pre-commit")
        patch = "*** Begin Patch\n*** Add File: .mcp.json\n+{}\n*** End Patch\n"
        patched = await core.preview("apply_patch", patch=patch)
        edited = await core.preview(
            "edit_file", path="package.json", search='"scripts": {}', replace='"scripts": {"postinstall": "x"}'
        )
        appended = await core.preview("append_file", path=".gdbinit", content="shell x")
        found = [[each.path for each in autoruns_in(each)] for each in (moved, patched, edited, appended)]
        assert found == [[".husky/pre-commit"], [".mcp.json"], ["package.json"], [".gdbinit"]]
        assert isinstance(moved, Patch)


async def test_an_archive_says_what_of_it_runs_by_itself(tmp_path: Path) -> None:
    async with calls(tmp_path) as core:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name in ("a.txt", ".idea/startup.xml", "sub/.nvim.lua"):
                archive.writestr(name, "x")
        (core.workspace / "a.zip").write_bytes(packed.getvalue())
        preview = await core.preview("extract_archive", path="a.zip", into="out")
        assert isinstance(preview, Table)
        assert [each.path for each in preview.autoruns] == ["out/.idea/startup.xml", "out/sub/.nvim.lua"]


async def test_where_writes_are_done_at_once_this_one_is_asked_about_once(tmp_path: Path) -> None:
    """`on_write = apply` does what is in scope at once; a yes to exactly this lets it pass."""
    async with system(tmp_path) as aule:
        assert (await invoke(aule, "core.write_file", {"path": "a.txt", "content": "x"})).ok
        params = {"path": ".pre-commit-config.yaml", "content": "repos: []"}
        approval = await asked(aule, "core.write_file", **params)
        assert [each.tool for each in autoruns_in(approval.preview)] == ["pre-commit"]
        assert not (aule.workspace / ".pre-commit-config.yaml").exists()
        granted = approval.model_copy(update={"status": ApprovalStatus.GRANTED, "option": "approve"})
        assert (await invoke(aule, "core.write_file", params, (granted,))).ok
        assert (aule.workspace / ".pre-commit-config.yaml").read_text() == "repos: []"


async def test_a_rule_that_allows_everything_does_not_allow_this_unseen(tmp_path: Path) -> None:
    async with calls(tmp_path) as core:
        await core.system.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
        assert (await core.read("write_file", path="a.txt", content="x")).ok
        approval = await core.ask("write_file", path=".lvimrc", content="x")
        assert (await core.approve(approval)).ok
        assert (core.workspace / ".lvimrc").read_text() == "x"


async def test_an_app_whose_preview_does_not_tell_it_is_asked_about_as_well(tmp_path: Path) -> None:
    """The gate itself looks at what is written, not only at what a preview says."""
    async with system(tmp_path, apps=[open_shop().app]) as aule:
        core = Calls(aule)
        try:
            await aule.kernel.call("shop.store", {"path": ".exrc", "text": "x"}, locale="en")
            raise AssertionError("nobody was asked")
        except ApprovalRequired as waiting:
            first = await aule.kernel.approvals.get(waiting.problem.subject or "")
        await aule.kernel.decide(first.id, "approve", content_hash=first.binds.content_hash)
        await aule.until_still(first.run or "")
        assert not (aule.workspace / ".exrc").exists()
        (second,) = await aule.kernel.approvals.pending()
        assert [each.path for each in autoruns_in(second.preview)] == [".exrc"]
        assert (await core.approve(second)).ok
        assert (aule.workspace / ".exrc").read_text() == "x"


async def test_what_the_owner_writes_by_hand_is_not_asked_about(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        params = {"path": ".exrc", "content": "x"}
        called = await aule.kernel.call("core.write_file", params, by_hand=ByHand())
        assert called.result.ok and (aule.workspace / ".exrc").read_text() == "x"
