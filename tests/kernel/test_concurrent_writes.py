"""Many writers at once: every write that was acknowledged is in the file, and what was approved is what is written."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import ApprovalRequired, AuleError, ChangedMeanwhile, Conflict
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Context, Effect
from aule.stores.repositories.changes import Wanted
from aule.testing import call, say
from aule.testing.system import System, system

FREE = Settings.model_validate({"policy": {"allow": ["core.*", "diary.*"]}})


async def test_parallel_appends_are_all_in_the_file(tmp_path: Path) -> None:
    """K-8: an acknowledged write is never lost to another one."""
    async with _free(tmp_path) as aule:
        await _all(aule, "core.append_file", [{"path": "a.txt", "content": f"line {n}"} for n in range(100)])
        assert sorted((aule.workspace / "a.txt").read_text().splitlines()) == sorted(f"line {n}" for n in range(100))


async def test_parallel_edits_of_different_places_are_merged(tmp_path: Path) -> None:
    """K-8: an edit is computed anew from the file that is there, so edits that do not touch each other both count."""
    async with _free(tmp_path) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_text("".join(f"place {n:02}\n" for n in range(60)))
        edits = [{"path": "a.txt", "search": f"place {n:02}", "replace": f"edit {n:02}"} for n in range(60)]
        await _all(aule, "core.edit_file", edits)
        assert (aule.workspace / "a.txt").read_text() == "".join(f"edit {n:02}\n" for n in range(60))


async def test_of_parallel_edits_of_one_place_one_counts_and_the_others_hear_of_a_conflict(tmp_path: Path) -> None:
    async with _free(tmp_path) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_text("one place\n")
        edits = [{"path": "a.txt", "search": "one place", "replace": f"mine {n}"} for n in range(8)]
        done = await asyncio.gather(
            *(aule.kernel.call("core.edit_file", each) for each in edits), return_exceptions=True
        )
        [kept] = [n for n, each in enumerate(done) if not isinstance(each, BaseException)]
        assert (aule.workspace / "a.txt").read_text() == f"mine {kept}\n"
        told = [each.problem.code for each in done if isinstance(each, AuleError)]
        assert len(told) == 7 and {*told} <= {"changed_meanwhile", "no_match"}, "one that came later sees it at once"
        assert "changed_meanwhile" in told


async def test_of_two_notes_with_one_title_one_is_made_and_the_other_is_told(tmp_path: Path) -> None:
    """Creating never overwrites."""
    async with _free(tmp_path) as aule:
        notes = [{"title": "Plan", "text": f"mine {n}"} for n in range(5)]
        done = await asyncio.gather(
            *(aule.kernel.call("core.create_note", each) for each in notes), return_exceptions=True
        )
        [kept] = [n for n, each in enumerate(done) if not isinstance(each, BaseException)]
        assert f"mine {kept}" in (aule.workspace / "notes/plan.md").read_text()
        refused = [each for each in done if isinstance(each, Conflict)]
        assert [each.problem.code for each in refused] == ["note_exists"] * 4


async def test_parallel_writes_of_whole_files_each_record_what_they_replaced(tmp_path: Path) -> None:
    """K-8: the history is a chain: what one write left is what the next one found."""
    async with _free(tmp_path) as aule:
        await _all(aule, "core.write_file", [{"path": "a.txt", "content": f"text {n}\n"} for n in range(20)])
        changes = (await aule.kernel.changes.list()).items
        found = {(each.before or {}).get("sha256") for each in changes}
        left = {(each.after or {}).get("sha256") for each in changes}
        assert len(changes) == len(found) == len(left) == 20
        assert len(left - found) == 1, "only the last one is still there"


async def test_an_app_that_reads_and_then_writes_loses_nothing_either(tmp_path: Path) -> None:
    """The rule holds for every app: a call that wrote from what is no longer there begins anew."""
    diary = App("diary")

    @diary.capability(effect=Effect.WRITE)
    async def add(context: Context, line: str) -> None:
        """Add a line to the diary."""
        there = context.workspace.stat("diary.txt") is not None
        text = context.workspace.read("diary.txt").decode() if there else ""
        await asyncio.sleep(0)
        await context.change_file("diary.txt", f"{text}{line}\n".encode(), op="add", title="Add a line")

    async with system(tmp_path, apps=[diary]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        await _all(aule, "diary.add", [{"line": f"{n}"} for n in range(20)])
        assert sorted(map(int, (aule.workspace / "diary.txt").read_text().split())) == list(range(20))


async def test_parallel_proposals_of_one_task_build_on_each_other(tmp_path: Path) -> None:
    """Where nothing is written, what is proposed is not lost either."""
    four = [call("core.append_file", {"path": "a.txt", "content": f"line {n}"}) for n in range(4)]
    async with system(tmp_path, four[0] + four[1] + four[2] + four[3], say("Proposed.")) as aule:
        propose = {"policy": {"allow": ["core.*"], "on_write": "propose"}}
        await aule.kernel.save_settings(Settings.model_validate(propose), expected=None)
        run = await aule.ask("add four lines")
        assert run.status is RunStatus.DONE
        [proposal] = (await aule.kernel.changes.list(Wanted(status=ChangeStatus.PROPOSED))).items
        await aule.kernel.proposals.adopt(proposal.id)
        assert (aule.workspace / "a.txt").read_text().splitlines() == [f"line {n}" for n in range(4)]


async def test_an_approved_edit_writes_what_was_approved_whatever_a_process_does_to_the_file(tmp_path: Path) -> None:
    """K-4: under a process that alternates a file, an approval writes exactly its diff or nothing."""
    one, two = "first\nshared\n", "second\nshared\n"
    async with system(tmp_path) as aule:
        path = aule.workspace / "a.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        written = list[str]()
        for n in range(30):
            path.write_text(one)
            approval = await _ask_for_edit(aule, n)
            assert approval is not None
            with _alternating(path, one, two):
                try:
                    await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
                    await aule.until_still(approval.run or "")
                except Conflict as stale:
                    assert stale.problem.code == "approval_stale"
            written += [
                (aule.kernel.blobs.get((each.after or {})["sha256"])).decode()
                for each in (await aule.kernel.changes.list()).items
                if each.run == approval.run and each.status == "applied"
            ]
            await aule.kernel.cancel(approval.run or "")
        assert {text for text in written if "second" in text} == set()


async def test_a_decision_on_what_changed_meanwhile_is_stale_and_the_new_state_is_shown(tmp_path: Path) -> None:
    """K-4: the answer says what happened: nothing was granted, and the approval shows what would happen now."""
    async with system(tmp_path) as aule:
        path = aule.workspace / "a.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("first\nshared\n")
        approval = await _ask_for_edit(aule, 0)
        assert approval is not None
        path.write_text("second\nshared\n")
        with pytest.raises(Conflict) as caught:
            await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        assert (caught.value.problem.code, caught.value.problem.subject) == ("approval_stale", approval.id)
        assert path.read_text() == "second\nshared\n"
        anew = await aule.pending()
        assert anew.id == approval.id and anew.binds.content_hash != approval.binds.content_hash
        assert " second" in str(anew.preview)
        await aule.kernel.decide(anew.id, "approve", content_hash=anew.binds.content_hash)
        await aule.until_still(approval.run or "")
        assert path.read_text() == "second\nchanged 0\n"


async def test_saying_no_is_never_stale(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        path = aule.workspace / "a.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("first\nshared\n")
        approval = await _ask_for_edit(aule, 0)
        assert approval is not None
        path.write_text("second\nshared\n")
        decided = await aule.kernel.decide(approval.id, "deny", content_hash=approval.binds.content_hash)
        assert decided.status == "denied"


async def test_an_undo_at_the_moment_of_another_write_takes_nothing_of_it_away(tmp_path: Path) -> None:
    """K-8: undo is a write like any other."""
    async with _free(tmp_path) as aule:
        for n in range(10):
            first = await aule.kernel.call("core.append_file", {"path": "a.txt", "content": f"one {n}"})
            both = [
                aule.kernel.call("core.append_file", {"path": "a.txt", "content": f"two {n}"}),
                aule.kernel.undo(f"run:{first.run}"),
            ]
            _, undone = await asyncio.gather(*both, return_exceptions=True)
            lines = (aule.workspace / "a.txt").read_text().splitlines()
            assert f"two {n}" in lines
            assert (f"one {n}" in lines) == isinstance(undone, Conflict)


async def test_runs_of_a_conversation_and_calls_from_a_terminal_share_a_file(tmp_path: Path) -> None:
    script = [call("core.append_file", {"path": "a.txt", "content": "from the talk"}), say("Added.")]
    async with system(tmp_path, *script) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        asked = await aule.kernel.ask(Ask(message="add", locale="en"))
        await _all(aule, "core.append_file", [{"path": "a.txt", "content": f"line {n}"} for n in range(20)])
        await aule.until_still(asked.run)
        lines = (aule.workspace / "a.txt").read_text().splitlines()
        assert sorted(lines) == sorted(["from the talk", *(f"line {n}" for n in range(20))])


async def test_parallel_runs_of_a_workflow_lose_no_line(tmp_path: Path) -> None:
    """Steps pass the same gate: twelve runs of five appends each leave sixty lines."""
    async with _free(tmp_path) as aule:
        runs = [await aule.kernel.engine.start(RunRequest(_appends(n), {}, "t", "home")) for n in range(12)]
        ended = await asyncio.gather(*(aule.until_still(run.id) for run in runs))
        assert {run.status for run in ended} == {RunStatus.DONE}
        lines = (aule.workspace / "a.txt").read_text().splitlines()
        assert sorted(lines) == sorted(f"run {n} step {m}" for n in range(12) for m in range(5))


def _appends(n: int) -> Graph:
    wanted = [{"path": "a.txt", "content": f"run {n} step {m}"} for m in range(5)]
    calls = [StepCall(capability="core.append_file", params=params) for params in wanted]
    return Graph(nodes=[Step(id=f"s{m}", kind=StepKind.CALL, call=each) for m, each in enumerate(calls)])


async def test_a_file_that_never_holds_still_is_told_as_a_conflict(tmp_path: Path) -> None:
    """Beginning anew has an end, and nothing is written over what somebody else keeps writing."""
    restless, texts = App("restless"), itertools.count()

    @restless.capability(effect=Effect.WRITE)
    async def add(context: Context) -> None:
        """Write what is always too late."""
        text = context.workspace.read("a.txt")
        (context.workspace.root / "a.txt").write_text(f"other {next(texts)}\n")
        await context.change_file("a.txt", text + b"mine\n", op="add", title="Add")

    async with system(tmp_path, apps=[restless]) as aule:
        await aule.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["*"]}}), expected=None)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_text("other\n")
        with pytest.raises(ChangedMeanwhile):
            await aule.kernel.call("restless.add", {})
        assert (aule.workspace / "a.txt").read_text() == f"other {next(texts) - 1}\n"


async def _ask_for_edit(aule: System, n: int):
    with pytest.raises(ApprovalRequired):
        await aule.kernel.call("core.edit_file", {"path": "a.txt", "search": "shared", "replace": f"changed {n}"})
    pending = await aule.kernel.approvals.pending()
    return pending[0] if pending else None


@contextmanager
def _alternating(path: Path, one: str, two: str) -> Generator[None]:
    """Somebody else puts two contents into a file in turn, each whole, as editors do."""
    stop = threading.Event()

    def alternate() -> None:
        for text in itertools.cycle((two, one)):
            if stop.is_set():
                return
            beside = path.with_name("beside")
            beside.write_text(text)
            os.replace(beside, path)

    thread = threading.Thread(target=alternate)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


async def _all(aule: System, capability: str, params: list[dict[str, object]]) -> None:
    await asyncio.gather(*(aule.kernel.call(capability, each) for each in params))


class _free:
    """A system in which the core app may write without asking."""

    def __init__(self, path: Path) -> None:
        self._system = system(path)

    async def __aenter__(self) -> System:
        aule = await self._system.__aenter__()
        await aule.kernel.save_settings(FREE, expected=None)
        return aule

    async def __aexit__(self, *error: object) -> None:
        await self._system.__aexit__(*error)  # pyright: ignore[reportArgumentType]
