"""A plan that is a file: the file is the truth, nobody's edit is lost, and what is broken is left alone."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from tests.kernel.plans.papers import ID, a_plan, desk, with_step

from aule.contracts.errors import Conflict, Invalid, NotFound, OutsideScope
from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import PlanApproval, PlanStatus, PlanStepStatus
from aule.kernel.planning.document.content import hash_of


async def test_a_new_plan_is_a_file_with_its_history_and_one_line_of_log(tmp_path: Path) -> None:
    """PL-20, PL-23."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        kept = await one.files.write(a_plan(), base=None, author="planner", reason="created")
        assert (kept.plan.version, kept.path, kept.broken) == (1, f".aule/plans/plan-{ID}.json", None)
        assert one.document()["successCriteria"] == ["401 without a token"]
        assert one.document()["contentHash"] == hash_of(kept.plan)
        assert [(line["from"], line["to"], line["actor"], line["reason"]) for line in one.log()] == [
            (0, 1, "planner", "created")
        ]
        assert one.path.read_bytes() == (one.plans / "history" / f"plan-{ID}" / "v1.json").read_bytes()
        assert await one.files.ids() == [ID]
        assert await one.files.read(ID) == kept
        with pytest.raises(Conflict):
            await one.files.write(a_plan(), base=None, author="planner")


async def test_how_a_plan_stands_is_written_without_a_new_version(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        ready = first.plan.model_copy(update={"status": PlanStatus.READY})
        second = await one.files.write(ready, base=first, author="critic", reason="reviewed")
        assert (second.plan.version, one.document()["status"], len(one.log())) == (1, "ready", 1)
        assert second.plan.content_hash == first.plan.content_hash
        edited = await one.files.write(with_step(second.plan, "2", title="Another"), base=second, author="user")
        assert (edited.plan.version, edited.plan.status) == (2, PlanStatus.REVIEWING)
        same = await one.files.write(edited.plan, base=edited, author="user")
        assert same.plan == edited.plan


async def test_two_processes_that_patch_different_steps_both_count(tmp_path: Path) -> None:
    """PL-S3: two patches of one version at once; a third to the same field is refused with both values."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one, desk(tmp_path / "shop", tmp_path / "b.db") as two:
        kept = await one.files.write(a_plan(), base=None, author="planner")
        for number in range(3):
            kept = await one.files.write(
                kept.plan.model_copy(update={"goal": f"Goal {number}"}), base=kept, author="user"
            )
        mine, theirs = await one.files.read(ID), await two.files.read(ID)
        assert (mine.plan.version, theirs.plan.version) == (4, 4)
        before = len(one.log())
        await asyncio.gather(
            one.files.write(with_step(mine.plan, "2", title="By one"), base=mine, author="user"),
            two.files.write(with_step(theirs.plan, "3", title="By two"), base=theirs, author="user"),
        )
        now = (await one.files.read(ID)).plan
        assert (now.version, now.steps[1].title, now.steps[2].title) == (6, "By one", "By two")
        assert len(one.log()) == before + 2
        late = with_step(mine.plan, "3", title="By one, too late")
        with pytest.raises(PlanClash) as clash:
            await one.files.write(late, base=mine, author="user")
        assert (clash.value.status, clash.value.current.version) == (412, 6)
        [field] = clash.value.clashes
        assert (field.path, field.theirs, field.mine) == ("steps.3.title", "By two", "By one, too late")
        assert (await two.files.read(ID)).plan.version == 6


async def test_many_at_once_in_one_process_all_count(tmp_path: Path) -> None:
    """PL-20: each began with the same version, and each changed something of its own."""
    fields = ("title", "description", "validation", "rationale")
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        base = await one.files.write(a_plan(), base=None, author="planner")
        edits = [with_step(base.plan, id, **{field: f"{field} {id}"}) for id in "1234" for field in fields]
        await asyncio.gather(*(one.files.write(edit, base=base, author="user") for edit in edits))
        plan = (await one.files.read(ID)).plan
        assert plan.version == 1 + len(edits) == len(one.log())
        assert [[getattr(step, field) for field in fields] for step in plan.steps] == [
            [f"{field} {id}" for field in fields] for id in "1234"
        ]


async def test_a_writer_that_is_cancelled_leaves_a_whole_plan(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        kept = await one.files.write(a_plan(), base=None, author="planner")
        for number in range(30):
            edit = with_step(kept.plan, "1", title=f"Title {number}")
            task = asyncio.ensure_future(one.files.write(edit, base=kept, author="user"))
            for _ in range(number):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            kept = await one.files.read(ID)
            assert kept.broken is None
            assert one.document()["version"] == kept.plan.version
            assert [line["to"] for line in one.log()] == list(range(1, kept.plan.version + 1))
            assert {line["actor"] for line in one.log()} <= {"planner", "user", "system"}


async def test_a_hand_edit_is_a_version_of_its_editor_and_voids_what_was_approved(tmp_path: Path) -> None:
    """PL-21, PL-S5, K-S2: one character on disk, and the plan has to be looked at again."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        approval = PlanApproval(version=1, content_hash=first.plan.content_hash, by="owner", at="now")
        approved = first.plan.model_copy(update={"status": PlanStatus.APPROVED, "approvals": [approval]})
        await one.files.write(approved, base=first, author="user")
        one.save(lambda document: document["steps"][1].update(description="Do thing 2 in the folder!"))
        kept = await one.files.read(ID)
        assert (kept.plan.version, kept.plan.status) == (2, PlanStatus.REVIEWING)
        assert kept.plan.content_hash != first.plan.content_hash
        assert (one.document()["version"], one.document()["status"]) == (2, "reviewing")
        assert (one.log()[-1]["actor"], one.history()) == ("editor", [1, 2])
        versions = await one.files.versions(ID)
        assert [(each.version, each.author, each.approved) for each in versions] == [
            (1, "planner", True),
            (2, "editor", False),
        ]
        assert (await one.files.version(ID, 1)).steps[1].description == "Do thing 2 in the folder"


async def test_an_editor_who_saw_an_older_version_takes_nothing_back(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        opened = one.document()
        await one.files.write(with_step(first.plan, "1", title="Newer"), base=first, author="user")
        opened["steps"][2]["title"] = "By hand"
        one.save_bytes(json.dumps(opened).encode())
        plan = (await one.files.read(ID)).plan
        assert (plan.version, plan.steps[0].title, plan.steps[2].title) == (3, "Newer", "By hand")


async def test_a_file_that_goes_back_to_an_old_version_is_taken_at_its_word(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        old = one.path.read_bytes()
        await one.files.write(with_step(first.plan, "1", title="Newer"), base=first, author="user")
        one.save_bytes(old)
        plan = (await one.files.read(ID)).plan
        assert (plan.version, plan.steps[0].title) == (3, "Step 1")


async def test_a_broken_file_is_left_alone_told_of_once_and_can_be_restored(tmp_path: Path) -> None:
    """PL-S4, PL-21."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        broken = b'{\n  "id": "abc123",\n  "title": "Oh" "no"\n}\n'
        one.save_bytes(broken)
        for _ in range(3):
            kept = await one.files.read(ID)
            assert kept.plan == first.plan
            assert kept.broken is not None
            assert (kept.broken.line, kept.broken.column) == (3, 17)
            with pytest.raises(Conflict, match="left as it is") as refusal:
                await one.files.write(with_step(kept.plan, "1", title="New"), base=kept, author="user")
            assert refusal.value.problem.code == "invalid_file"
        running = with_step(first.plan, "1", status=PlanStepStatus.DONE)
        stands = await one.files.write(running, base=first, author="executor")
        assert stands.plan.steps[0].status is PlanStepStatus.DONE
        assert one.path.read_bytes() == broken
        assert len(await one.events("plan.broken")) == 1
        restored = await one.files.restore(ID, 1)
        assert (restored.broken, restored.plan.version) == (None, 1)
        assert one.document()["title"] == "Add sign-in"
        assert (one.plans / "history" / f"plan-{ID}" / "broken-1.json").read_bytes() == broken


async def test_a_file_that_is_gone_is_told_of_and_comes_back_by_restoring(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        await one.files.write(a_plan(), base=None, author="planner")
        one.path.unlink()
        kept = await one.files.read(ID)
        assert kept.broken is not None
        assert kept.broken.message == "The file is gone"
        await one.files.restore(ID, 1)
        assert one.document()["id"] == ID


async def test_a_forged_file_that_says_approved_is_only_to_be_reviewed(tmp_path: Path) -> None:
    """E.7: a cloned repository brings no approval, no run and no result; only what it calls done need not be done."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")
        approval = PlanApproval(version=1, content_hash=first.plan.content_hash, by="owner", at="now")
        done = with_step(first.plan, "1", status=PlanStepStatus.DONE, result={"said": "yes"})
        forged = done.model_copy(update={"status": PlanStatus.APPROVED, "approvals": [approval]})
        await one.files.write(forged, base=first, author="user")
        assert one.document()["approvals"]
    for status in ("approved", "executing", "done", "ready", "clarifying"):
        async with desk(tmp_path / "shop", tmp_path / f"{status}.db") as clone:
            clone.save(lambda document, status=status: document.update(status=status))
            plan = (await clone.files.read(ID)).plan
            assert (plan.status, plan.approvals, plan.run) == (PlanStatus.REVIEWING, [], None)
            assert [step.status for step in plan.steps if step.id == "1"] == [PlanStepStatus.DONE]
            assert {step.status for step in plan.steps if step.id != "1"} == {PlanStepStatus.PENDING}
            assert all(step.result is None for step in plan.steps)
            assert plan.steps[0].result is None
            assert (await clone.files.read(ID)).plan.status is PlanStatus.REVIEWING


async def test_unknown_keys_stay_where_they_are(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        first = await one.files.write(a_plan(), base=None, author="planner")

        def annotate(document: dict[str, object]) -> None:
            kept = dict(document)
            document.clear()
            document.update({"$comment": "mine", **kept, "team": {"lead": "Ana"}})
            document["steps"][0]["jira"] = "X-1"  # pyright: ignore[reportIndexIssue]

        one.save(annotate)
        kept = await one.files.read(ID)
        assert kept.plan.version == 1
        await one.files.write(with_step(kept.plan, "2", title="New"), base=kept, author="user")
        after = one.document()
        assert (next(iter(after)), list(after)[-1], after["team"]) == ("$comment", "team", {"lead": "Ana"})
        assert after["steps"][0]["jira"] == "X-1"
        assert first.plan.version == 1


async def test_a_finished_plan_is_archived_and_can_be_taken_up_again(tmp_path: Path) -> None:
    """PL-10, PL-23: its file goes, the first, the last and the approved version stay."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        kept = await one.files.write(a_plan(), base=None, author="planner")
        for number in range(2, 6):
            kept = await one.files.write(with_step(kept.plan, "1", title=f"T{number}"), base=kept, author="user")
        approval = PlanApproval(version=3, content_hash="sha256:0", by="owner", at="now")
        done = kept.plan.model_copy(update={"status": PlanStatus.FAILED, "approvals": [approval]})
        kept = await one.files.write(done, base=kept, author="executor")
        assert (one.path.exists(), await one.files.ids(), one.history()) == (False, [], [1, 3, 5])
        assert (kept.path, kept.broken) == (f".aule/plans/history/plan-{ID}/v5.json", None)
        assert [each.version for each in await one.files.versions(ID)] == [1, 2, 3, 4, 5]
        again = kept.plan.model_copy(update={"status": PlanStatus.REVIEWING})
        kept = await one.files.write(again, base=kept, author="user")
        assert (await one.files.ids(), kept.plan.version) == ([ID], 5)


async def test_a_file_of_the_other_name_is_found_and_written_back_under_its_own(tmp_path: Path) -> None:
    """PL-6."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        one.plans.mkdir(parents=True)
        other = one.plans / f"plan-plan-{ID}.json"
        other.write_text(json.dumps({"id": f"plan-{ID}", "title": "T", "steps": ["Look around here"]}))
        assert await one.files.ids() == [ID]
        kept = await one.files.read(ID)
        assert kept.plan.steps[0].title == "Look around here"
        assert other.exists()
        await one.files.write(with_step(kept.plan, "1", title="New"), base=kept, author="user")
        assert (other.exists(), one.document()["version"], one.history()) == (False, 2, [1, 2])
        assert (one.plans / "history" / f"plan-{ID}" / "original.json").exists()
        other.write_text("{}")
        assert await one.files.ids() == [ID, f"plan-{ID}"]


async def test_links_out_of_the_project_are_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "plans").mkdir(parents=True)
    for number, make in enumerate((".aule", ".aule/plans", f".aule/plans/plan-{ID}.json", ".aule/plans/history")):
        root = tmp_path / f"shop{number}"
        (root / make).parent.mkdir(parents=True)
        target = outside / "plan.json" if make.endswith("json") else outside
        os.symlink(target, root / make)
        async with desk(root, tmp_path / f"{number}.db") as one:
            with pytest.raises(OutsideScope):
                await one.files.write(a_plan(), base=None, author="planner")
    assert [path.name for path in outside.rglob("*")] == ["plans"]
    async with desk(tmp_path / "free", tmp_path / "free.db") as one:
        for id in ("../../x", "abc123/../../b", "ABC", ""):
            with pytest.raises(NotFound):
                await one.files.read(id)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"null",
        b'{"title": NaN}',
        b'{"title": "a", "title": "b"}',
        b'{"title": "\xff"}',
        b'{"title": "\\ud800"}',
        b"[" * 100_000,
        b'{"title": "x", "steps": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"title": "x", "steps": [{}]}',
        b'{"title": "x", "steps": [{"title": "a", "call": {"capability": "b", "params": {"n": 1'
        + b"0" * 400
        + b"}}}]}",
        b'{"title": "x", "goal": "' + b"a" * 9_000 + b'"}',
        b'{"title": "x", "pad": "' + b"a" * (5 * 1024 * 1024) + b'"}',
        json.dumps({"title": "x", "steps": ["s"] * 300}).encode(),
    ],
)
async def test_a_hostile_file_is_an_error_with_words(tmp_path: Path, content: bytes) -> None:
    """PL-21: it is reported, not crashed on, and not touched."""
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        one.plans.mkdir(parents=True)
        one.path.write_bytes(content)
        with pytest.raises(Invalid) as refusal:
            await one.files.read(ID)
        assert refusal.value.problem.code == "invalid_file"
        assert one.path.read_bytes() == content


async def test_a_plan_of_the_same_name_in_another_project_is_not_this_one(tmp_path: Path) -> None:
    async with desk(tmp_path / "shop", tmp_path / "a.db") as one:
        await one.store.write(a_plan(project="home"), base=None, author="planner")
        with pytest.raises(NotFound):
            await one.files.read(ID)
