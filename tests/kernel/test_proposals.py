"""Proposals: what would be written is kept, read back by whoever proposed it, and done only when a person says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.approval import FileDiff, Patch
from aule.contracts.access.capability import OnWrite, Result
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.access.differences import hunks, taken, unified
from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.ask import Ask
from aule.kernel.engine.run_request import RunRequest
from aule.stores.repositories.changes import Wanted
from aule.testing import call, say
from aule.testing.system import System, system
from aule.text.hashing import bytes_hash

LINES = "".join(f"line {number}\n" for number in range(40))
_TEXTS = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n", "é\n", "same\n"]), max_size=30).map("".join)
_ENDS = st.sampled_from(["", "no end", "\r"])


@given(_TEXTS, _ENDS, _TEXTS, _ENDS)
def test_taking_all_pieces_gives_the_new_text_and_taking_none_the_old(
    old: str, old_end: str, new: str, new_end: str
) -> None:
    """CO-27: also with other line ends, and without a line feed at the end."""
    before, after = old + old_end, new + new_end
    found = hunks(before, after)
    assert taken(before, after, range(len(found))) == after
    assert taken(before, after, []) == before
    assert (unified("x", before, after).text == "") is (before == after)


async def test_a_proposal_writes_nothing_and_whoever_made_it_goes_on_from_it(tmp_path: Path) -> None:
    """CO-30: reading, listing, finding, searching and editing see what was proposed; the disk does not."""
    script = [
        call("core.write_file", {"path": "new/plan.md", "content": "# Plan\nfirst\n"}),
        call("core.read_file", {"path": "new/plan.md"})
        + call("core.list_dir", {"path": "new"})
        + call("core.grep_search", {"pattern": "first"})
        + call("core.grep_search", {"pattern": "fir.t", "regex": True})
        + call("core.file_search", {"glob": "*.md"}),
        call("core.edit_file", {"path": "new/plan.md", "search": "first", "replace": "second"}),
        call("core.delete_file", {"path": "old.md"}),
        call("core.read_file", {"path": "old.md"}) + call("core.read_file", {"path": "new/plan.md"}),
        say("Proposed."),
    ]
    async with system(tmp_path, *script) as aule:
        _put(aule, "old.md", "old\n")
        run = await _ask(aule, "propose")
        results = await _results(aule, run)
        assert results[1].data["text"] == "# Plan\nfirst"
        assert [entry["path"] for entry in results[2].data["entries"]] == ["new/plan.md"]
        assert all("new/plan.md" in str(found.data) for found in results[3:6])
        assert results[6].data["changed"] is True
        gone, there = sorted(results[8:10], key=lambda result: result.ok)
        assert gone.error is not None and gone.error.code == "not_found"
        assert there.data["text"] == "# Plan\nsecond"
        assert [warning.code for warning in results[0].warnings] == ["proposed"]
        assert sorted(path.name for path in aule.workspace.rglob("*")) == ["old.md"]
        proposed = await _proposed(aule, run)
        assert {change.entity for change in proposed} == {"file:home/new/plan.md", "file:home/old.md"}
        dropped = (await aule.kernel.changes.list(Wanted(status=ChangeStatus.DROPPED))).items
        assert len(dropped) == 1, "the later proposal took the place of the earlier one"
        assert (await aule.kernel.changes.list()).items == [], "nothing happened, so nothing is listed"
        with pytest.raises(Conflict, match="nothing to undo"):
            await aule.kernel.undo(f"run:{run.id}")


async def test_where_writing_fails_the_proposal_stays_and_the_call_says_so(tmp_path: Path) -> None:
    """CO-30, CO-S7: the call ends with what blocked it, naming what it would have written."""
    script = [call("core.write_file", {"path": "a.txt", "content": "x\n"}), say("I could not.")]
    async with system(tmp_path, *script) as aule:
        run = await _ask(aule, "fail")
        assert run.status is RunStatus.DONE_WITH_FAILURES and not (aule.workspace / "a.txt").exists()
        [blocked] = await _results(aule, run)
        [proposal] = await _proposed(aule, run)
        assert blocked.error is not None
        assert (blocked.error.code, blocked.error.subject) == ("write_blocked", proposal.id)
        assert not blocked.error.recoverable
        adopted = await aule.kernel.proposals.adopt(proposal.id)
        assert adopted.status is RunStatus.DONE and (aule.workspace / "a.txt").read_text() == "x\n"


async def test_a_step_of_a_graph_that_may_not_write_fails_and_its_run_with_it(tmp_path: Path) -> None:
    """CO-30: for CI."""
    step = StepCall(capability="core.write_file", params={"path": "a.txt", "content": "x"})
    graph = Graph(nodes=[Step(id="one", kind=StepKind.CALL, call=step)])
    async with system(tmp_path) as aule:
        order = RunRequest(graph, {}, "t", "home", bounds=[Bounds(scope=["**"])])
        run = await aule.until_still((await aule.kernel.engine.start(order)).id)
        assert run.status is RunStatus.FAILED and len(await _proposed(aule, run)) == 1


async def test_a_person_adopts_a_proposal_and_can_undo_that(tmp_path: Path) -> None:
    """CO-27, CO-30: a run of its own, a change with a way back, and only once."""
    script = [call("core.write_file", {"path": "deep/a.txt", "content": "x\n"}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        run = await _ask(aule, "propose", environment="main", protected=True)
        [proposal] = await _proposed(aule, run)
        adopted = await aule.kernel.proposals.adopt(proposal.id)
        assert (adopted.kind, adopted.status) == ("call", RunStatus.DONE)
        [change] = (await aule.kernel.changes.list()).items
        assert (change.adopts, change.actor.type, change.environment) == (proposal.id, "user", "main")
        assert (await aule.kernel.changes.get(proposal.id)).status is ChangeStatus.ADOPTED
        with pytest.raises(Conflict) as caught:
            await aule.kernel.proposals.adopt(proposal.id)
        assert caught.value.problem.code == "not_proposed"
        await aule.kernel.undo(f"run:{adopted.id}")
        assert not (aule.workspace / "deep").exists()


async def test_some_hunks_are_adopted_and_the_rest_stays_as_it_was(tmp_path: Path) -> None:
    """CO-26: piece by piece, in a file whose lines end in two characters."""
    before = LINES.replace("\n", "\r\n")
    after = before.replace("line 3\r\n", "LINE 3\r\n").replace("line 20\r\n", "").replace("line 39\r\n", "line 39")
    script = [call("core.write_file", {"path": "a.txt", "content": after}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        _put(aule, "a.txt", before)
        run = await _ask(aule, "propose")
        [proposal] = await _proposed(aule, run)
        found = await aule.kernel.proposals.hunks(proposal.id)
        assert [(hunk.index, hunk.added, hunk.removed) for hunk in found] == [(0, 1, 1), (1, 0, 1), (2, 1, 1)]
        diff = await aule.kernel.change_log.diff(proposal.id)
        assert diff.sha256 == bytes_hash(before.encode())
        assert (diff.text or "").count("@@ -") == 3 and "\\ No newline at end of file" in (diff.text or "")
        with pytest.raises(Invalid) as caught:
            await aule.kernel.proposals.adopt(proposal.id, hunks=[3], sha256=diff.sha256)
        assert caught.value.problem.code == "unknown_hunk"
        await aule.kernel.proposals.adopt(proposal.id, hunks=[0, 2], sha256=diff.sha256)
        wanted = before.replace("line 3\r\n", "LINE 3\r\n").replace("line 39\r\n", "line 39")
        assert (aule.workspace / "a.txt").read_bytes() == wanted.encode()


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
async def test_a_file_that_is_not_plain_utf8_is_compared_and_adopted_in_its_own_encoding(
    tmp_path: Path, encoding: str
) -> None:
    """CO-26: the difference can be read, and a piece of it is written as the rest of the file is."""
    before, after = ("é\n" + LINES + f"{end}\n" for end in ("á", "ç"))
    wanted = after.replace("line 3\n", "ação\n")
    script = [call("core.write_file", {"path": "a.txt", "content": wanted}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        (aule.workspace / "a.txt").write_bytes(before.encode(encoding))
        [proposal] = await _proposed(aule, await _ask(aule, "propose"))
        diff = await aule.kernel.change_log.diff(proposal.id)
        assert "+ação" in (diff.text or "") and "-á" in (diff.text or "")
        await aule.kernel.proposals.adopt(proposal.id, hunks=[1], sha256=diff.sha256)
        assert (aule.workspace / "a.txt").read_bytes() == after.encode(encoding)


async def test_a_file_that_changed_since_is_not_overwritten_and_the_difference_is_made_anew(tmp_path: Path) -> None:
    """CO-S12, CO-27."""
    script = [call("core.write_file", {"path": "a.txt", "content": LINES + "mine\n"}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        _put(aule, "a.txt", LINES)
        run = await _ask(aule, "propose")
        [proposal] = await _proposed(aule, run)
        seen = (await aule.kernel.change_log.diff(proposal.id)).sha256
        _put(aule, "a.txt", "theirs\n" + LINES)
        adopt = aule.kernel.proposals.adopt
        for adopting in (adopt(proposal.id), adopt(proposal.id, sha256=seen), adopt(proposal.id, hunks=[0])):
            with pytest.raises(Conflict) as caught:
                await adopting
            assert caught.value.problem.code == "changed_since"
        assert (aule.workspace / "a.txt").read_text() == "theirs\n" + LINES
        fresh = await aule.kernel.change_log.diff(proposal.id)
        assert "-theirs" in (fresh.text or "") and "+mine" in (fresh.text or "")
        await aule.kernel.proposals.adopt(proposal.id, hunks=[1], sha256=fresh.sha256)
        assert (aule.workspace / "a.txt").read_text() == "theirs\n" + LINES + "mine\n", "neither edit was lost"


async def test_a_proposal_for_a_file_that_is_gone_by_now_can_still_be_adopted(tmp_path: Path) -> None:
    """CO-27: the difference is made from what is there, also when that is nothing."""
    script = [call("core.write_file", {"path": "a.txt", "content": "new\n"}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        _put(aule, "a.txt", "old\n")
        run = await _ask(aule, "propose")
        [proposal] = await _proposed(aule, run)
        (aule.workspace / "a.txt").unlink()
        assert (await aule.kernel.change_log.diff(proposal.id)).sha256 is None
        await aule.kernel.proposals.adopt(proposal.id, sha256=None)
        assert (aule.workspace / "a.txt").read_text() == "new\n"


async def test_a_proposal_is_dropped_once_and_nothing_is_written(tmp_path: Path) -> None:
    script = [call("core.write_file", {"path": "a.txt", "content": "x\n"}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        run = await _ask(aule, "propose")
        [proposal] = await _proposed(aule, run)
        assert (await aule.kernel.proposals.drop(proposal.id)).status is ChangeStatus.DROPPED
        for verb in (aule.kernel.proposals.drop, aule.kernel.proposals.adopt):
            with pytest.raises(Conflict):
                await verb(proposal.id)
        assert not (aule.workspace / "a.txt").exists() and await _proposed(aule, run) == []


async def test_a_proposal_that_is_taken_back_is_none(tmp_path: Path) -> None:
    """CO-30: writing what is there, or removing what was only proposed, leaves nothing to decide."""
    script = [
        call("core.write_file", {"path": "a.txt", "content": "new\n"})
        + call("core.write_file", {"path": "b.txt", "content": "b\n"}),
        call("core.write_file", {"path": "a.txt", "content": "a\n"}) + call("core.delete_file", {"path": "b.txt"}),
        call("core.read_file", {"path": "a.txt"}),
        say("Never mind."),
    ]
    async with system(tmp_path, *script) as aule:
        _put(aule, "a.txt", "a\n")
        run = await _ask(aule, "propose")
        assert (await _results(aule, run))[-1].data["text"] == "a"
        assert run.status is RunStatus.DONE and await _proposed(aule, run) == []


async def test_what_fails_proposes_nothing(tmp_path: Path) -> None:
    """CO-27: a call that fails leaves no half proposal."""
    script = [
        call("core.edit_file", {"path": "a.txt", "search": "not there", "replace": "x"}),
        say("It failed."),
    ]
    async with system(tmp_path, *script) as aule:
        _put(aule, "a.txt", "a\n")
        run = await _ask(aule, "propose")
        assert run.status is RunStatus.DONE_WITH_FAILURES and await _proposed(aule, run) == []


async def test_an_edit_by_the_person_is_shown_anew_and_then_exactly_that_is_written(tmp_path: Path) -> None:
    """CO-26: `e`. The old yes counts for nothing, how lines end is kept, and the model is told."""
    edit = {"path": "a.txt", "search": "world", "replace": "moon"}
    async with system(tmp_path, call("core.edit_file", edit), say("Done.")) as aule:
        (aule.workspace).mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_bytes(b"hello\r\nworld\r\n")
        await _ask(aule, "ask")
        first = await aule.pending()
        draft = await aule.kernel.proposals.draft(first.id)
        assert (draft.path, draft.content, draft.paths) == ("a.txt", "hello\nmoon\n", ["a.txt"])
        seen = first.binds.content_hash
        anew = await aule.kernel.proposals.edit(first.id, "a.txt", "hello\nstars\n", content_hash=seen)
        assert isinstance(anew.preview, FileDiff) and "+stars" in anew.preview.diff and "moon" not in anew.preview.diff
        assert (await aule.kernel.proposals.draft(first.id, "a.txt")).content == "hello\nstars\n"
        with pytest.raises(Conflict) as caught:
            await aule.kernel.decide(anew.id, "approve", content_hash=seen)
        assert caught.value.problem.code == "approval_stale"
        assert (aule.workspace / "a.txt").read_bytes() == b"hello\r\nworld\r\n"
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert (aule.workspace / "a.txt").read_bytes() == b"hello\r\nstars\r\n"
        [result] = await _results(aule, run)
        assert [warning.code for warning in result.warnings] == ["edited_by_person"]
        await aule.kernel.undo(f"run:{run.id}")
        assert (aule.workspace / "a.txt").read_bytes() == b"hello\r\nworld\r\n"


async def test_one_file_of_a_patch_is_edited_and_the_patch_stays_one(tmp_path: Path) -> None:
    """CO-26, CO-27: all or nothing, with the person's text where they wrote one."""
    patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+B\n"
    async with system(tmp_path, call("core.apply_patch", {"patch": patch}), say("Done.")) as aule:
        _put(aule, "a.txt", "a\n")
        await _ask(aule, "ask")
        asked = await aule.pending()
        draft = await aule.kernel.proposals.draft(asked.id, "b.txt")
        assert (draft.content, sorted(draft.paths)) == ("B\n", ["a.txt", "b.txt"])
        anew = await aule.kernel.proposals.edit(asked.id, "b.txt", "mine\n", content_hash=asked.binds.content_hash)
        assert isinstance(anew.preview, Patch)
        assert ["+A" in file.diff or "+mine" in file.diff for file in anew.preview.files] == [True, True]
        run = await aule.decide()
        assert (aule.workspace / "a.txt").read_text() == "A\n" and (aule.workspace / "b.txt").read_text() == "mine\n"
        changes = (await aule.kernel.changes.list()).items
        assert len(changes) == 2 and len({change.group for change in changes}) == 1
        await aule.kernel.undo(f"run:{run.id}")
        assert (aule.workspace / "a.txt").read_text() == "a\n" and not (aule.workspace / "b.txt").exists()


async def test_an_edit_is_held_against_the_file_like_any_other_write(tmp_path: Path) -> None:
    """CO-27, CO-S12: what changed between the edit and the yes is shown again."""
    write = {"path": "a.txt", "content": "mine\n"}
    async with system(tmp_path, call("core.write_file", write), say("Done.")) as aule:
        _put(aule, "a.txt", "old\n")
        await _ask(aule, "ask")
        asked = await aule.pending()
        await aule.kernel.proposals.edit(asked.id, "a.txt", "edited\n", content_hash=asked.binds.content_hash)
        _put(aule, "a.txt", "theirs\n")
        with pytest.raises(Conflict, match="no longer do what was shown"):
            await aule.decide()
        again = await aule.pending()
        assert isinstance(again.preview, FileDiff)
        assert "-theirs" in again.preview.diff and "+edited" in again.preview.diff
        assert (aule.workspace / "a.txt").read_text() == "theirs\n"
        await aule.decide()
        assert (aule.workspace / "a.txt").read_text() == "edited\n"


async def test_a_step_and_a_direct_call_take_the_persons_edit_too(tmp_path: Path) -> None:
    """CO-26: whoever asked."""
    step = StepCall(capability="core.write_file", params={"path": "a.txt", "content": "x\n"})
    graph = Graph(nodes=[Step(id="one", kind=StepKind.CALL, call=step)])
    async with system(tmp_path) as aule:
        run = await aule.until_still((await aule.kernel.engine.start(RunRequest(graph, {}, "t", "home"))).id)
        asked = await aule.pending()
        await aule.kernel.proposals.edit(asked.id, "a.txt", "y\n", content_hash=asked.binds.content_hash)
        run = await aule.decide()
        assert run.status is RunStatus.DONE and (aule.workspace / "a.txt").read_text() == "y\n"


async def test_what_is_no_text_or_no_longer_waits_cannot_be_edited(tmp_path: Path) -> None:
    script = [call("core.write_file", {"path": "a.txt", "content": "x\n"}), say("Done.")]
    async with system(tmp_path, *script) as aule:
        await _ask(aule, "ask")
        asked = await aule.pending()
        with pytest.raises(NotFound):
            await aule.kernel.proposals.edit(asked.id, "b.txt", "y", content_hash=asked.binds.content_hash)
        with pytest.raises(Conflict) as caught:
            await aule.kernel.proposals.edit(asked.id, "a.txt", "y", content_hash="another")
        assert caught.value.problem.code == "approval_stale"
        await aule.decide("deny")
        with pytest.raises(Conflict) as caught:
            await aule.kernel.proposals.edit(asked.id, "a.txt", "y", content_hash=asked.binds.content_hash)
        assert caught.value.problem.code == "not_editable"


def _put(aule: System, path: str, text: str) -> None:
    file = aule.workspace / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


async def _ask(aule: System, on_write: OnWrite, *, environment: str = "", protected: bool = False) -> Run:
    bounds = Bounds(scope=["**"], on_write=on_write, environment=environment, protected=protected)
    asked = await aule.kernel.asks.ask(Ask(message="do it"), "en", bounds=[bounds])
    return await aule.until_still(asked.run)


async def _proposed(aule: System, run: Run) -> list[Change]:
    return (await aule.kernel.changes.list(Wanted(run=run.id, status=ChangeStatus.PROPOSED))).items


async def _results(aule: System, run: Run) -> list[Result]:
    found = [event.data for event in await aule.events(run.id)]
    return [fact.result for fact in found if isinstance(fact, (CallCompleted, CallFailed))]
