"""An approved plan is carried out: agents stay inside their step, and what nobody knows the end of is asked."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from tests.kernel.plans.school import DEADLINE, TS, School, another_way, approved, kept, plan_of, step, until_marked

from aule.contracts.errors import Conflict
from aule.contracts.events.facts import MemorySaved
from aule.contracts.plans.plan import PlanStatus, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.runs.graph import StepCall
from aule.contracts.runs.run import RunKind, RunStatus
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.kernel.planning.document.keys import to_file
from aule.kernel.plans.execution import PlanStart
from aule.sdk import App, Effect
from aule.testing.scripted_model import call, last_words, say
from aule.testing.system import system


def edit(id: str, file: str, *after: str) -> PlanStep:
    """A step that makes a file, by the developer."""
    return PlanStep(
        id=id,
        title=f"Write {file}",
        description=f"Write the file {file} with a heading and one sentence below it.",
        kind=PlanStepKind.EDIT,
        file=file,
        file_action="create",
        validation=f"The file {file} exists and begins with a heading.",
        dependencies=list(after),
    )


async def test_an_edit_writes_the_file_its_step_names_without_asking_and_asks_for_any_other(tmp_path: Path) -> None:
    """PL-30, K-4: the developer gets only its step, what came before and the rules; beyond its file it asks."""
    script = [
        call("core.write_file", {"path": "notes.md", "content": "# Notes\n"}).to("Step 2"),
        call("core.write_file", {"path": "other.md", "content": "# Other\n"}).to("Step 2"),
        say("Wrote the file, it begins with a heading.").to("Step 2"),
    ]
    school = School()
    async with system(tmp_path, *script, apps=[school.app()]) as aule:
        run = await approved(aule, plan_of(step("1", "marks", group="7A"), edit("2", "notes.md", "1")))
        assert run.status is RunStatus.WAITING
        assert (aule.workspace / "notes.md").read_text() == "# Notes\n"
        assert not (aule.workspace / "other.md").exists()
        asked = await aule.pending()
        assert asked.call is not None
        assert asked.call.params["path"] == "other.md"
        told = last_words(aule.model.prompts[0].history)
        assert '"mean": 7.25' in told, "what the step before gave"
        assert "Step 2: Write notes.md" in told
        tools = {tool.name for tool in aule.model.prompts[0].tools}
        assert "core.delete_file" not in tools
        assert "school.make" not in tools
        await aule.kernel.decide(asked.id, "deny", content_hash=asked.binds.content_hash)
        ended = await aule.until_still(run.id)
        assert ended.status is RunStatus.DONE
        assert not (aule.workspace / "other.md").exists()


async def test_a_plan_that_nobody_approved_lets_its_agents_write_nothing_by_themselves(tmp_path: Path) -> None:
    """K-4: what a step may write follows from the approval of its very graph; tried again, everything asks."""
    school = School()
    script = [
        call("core.write_file", {"path": "notes.md", "content": "# Notes\n"}).to("Step 1"),
        say("FAILED: the disk is full.").to("Step 1"),
        another_way(),
        call("core.write_file", {"path": "notes.md", "content": "# Notes 2\n"}).to("Step 1"),
    ]
    async with system(tmp_path, *script, apps=[school.app()]) as aule:
        run = await approved(aule, plan_of(edit("1", "notes.md")))
        assert run.status is RunStatus.DONE_WITH_FAILURES, "an agent that gives up has failed"
        marked = await until_marked(aule, "plan-7a-2026", lambda now: now.status.is_final)
        assert marked.steps[0].result == {"error": "the disk is full."}
        again = await aule.kernel.engine.retry(run.id)
        await aule.until_still(again.id)
        assert (await aule.pending()).call is not None
        assert (aule.workspace / "notes.md").read_text() == "# Notes\n"


async def test_k_s4_a_write_that_was_cut_off_is_unknown_and_never_made_again_by_itself(tmp_path: Path) -> None:
    """K-S4: killed during step 2 ⇒ waiting, step 2 unknown, no duplicate; the person says what became of it."""
    first, second = tmp_path / "first", tmp_path / "second"
    school, made = School(), asyncio.Event()
    slow = App("slow")

    @slow.capability(effect=Effect.WRITE, targets=["group"])
    async def send(group: str) -> str:  # pyright: ignore[reportUnusedFunction]
        """Send something that cannot be taken back."""
        school.made.append(group)
        made.set()
        await asyncio.Event().wait()
        return group

    sending = StepCall(capability="slow.send", params={"group": "7A"})
    second_step = step("2", "make", "1", group="7A", title="Send").model_copy(update={"call": sending})
    plan = plan_of(step("1", "marks", group="7A"), second_step)
    async with system(first, apps=[school.app(), slow]) as aule:
        view = await kept(aule, plan)
        run = await aule.kernel.plans.run(plan.id, PlanStart(), (view.plan.version, view.card.content_hash))
        async with asyncio.timeout(DEADLINE):
            await made.wait()
        await aule.kernel.journal.flush()
        shutil.copytree(first, second, ignore=shutil.ignore_patterns("*-shm", "lock", "logs"))
        await aule.kernel.cancel(run.id)
    async with system(second, apps=[school.app(), slow]) as aule:
        found = await aule.until_still(run.id)
        assert (found.kind, found.status) == (RunKind.PLAN, RunStatus.WAITING)
        marked = await until_marked(
            aule, plan.id, lambda now: any(each.status is PlanStepStatus.UNKNOWN for each in now.steps)
        )
        assert [each.status for each in marked.steps] == [PlanStepStatus.DONE, PlanStepStatus.UNKNOWN]
        assert marked.status is PlanStatus.EXECUTING
        asked = await aule.pending()
        assert [each.id for each in asked.options] == ["done", "retry", "skip", "abort"]
        ended = await aule.decide("skip")
        assert ended.status is RunStatus.DONE
        assert school.made == ["7A"], "it was done once"
        await until_marked(aule, plan.id, lambda now: now.status is PlanStatus.DONE)


async def test_k_s2_one_character_on_disk_makes_an_approval_stale(tmp_path: Path) -> None:
    """K-S2, PL-S5: approved v1; a description changes in the file ⇒ refused, reviewing, v2."""
    school = School()
    folder = tmp_path / "project"
    folder.mkdir()
    async with system(tmp_path / "home", apps=[school.app()]) as aule:
        project = (await aule.kernel.documents.create_project("Repo", root=str(folder))).id
        plan = plan_of(step("1", "marks", group="7A"), step("2", "make", "1", group="7A", title="A"))
        view = await aule.kernel.plans.keep(to_file(plan, None), project)
        assert view.path is not None
        await aule.kernel.plans.approve(plan.id, version=1, content_hash=view.card.content_hash)
        file = folder / view.path
        document = json.loads(file.read_text())
        document["steps"][1]["description"] += "!"
        file.write_text(json.dumps(document))
        with pytest.raises(Conflict) as refused:
            await aule.kernel.plans.run(plan.id, PlanStart())
        assert refused.value.problem.code == "approval_stale"
        now = (await aule.kernel.plans.get(plan.id)).plan
        assert (now.version, now.status.is_open) == (2, True)
        assert school.made == []
        assert [run.kind for run in (await aule.kernel.runs.list(limit=10)).items if run.kind is RunKind.PLAN] == []


async def test_what_a_person_pins_while_a_plan_runs_reaches_the_agents_of_later_steps(tmp_path: Path) -> None:
    """SP-43: a pinned line of the context panel is in the next agent's mind; untrusted results are not."""
    school = School()
    held = edit("2", "notes.md", "1").model_copy(update={"approval": "before"})
    async with system(tmp_path, say("Nothing to do.").to("Step 2"), apps=[school.app()]) as aule:
        run = await approved(aule, plan_of(step("1", "marks", group="7A"), held))
        pinned = MemoryItem(
            id="mem_mine",
            layer=Layer.WORKING,
            scope=f"run:{run.id}",
            kind=MemoryKind.CONTEXT,
            content="Write it for eleven-year-olds.",
            source="user:owner",
            trust="user",
            created_at=TS,
            pinned=True,
        )
        await aule.kernel.journal.write(MemorySaved(item=pinned))
        await aule.decide("approve")
        assert "Write it for eleven-year-olds." in aule.model.prompts[0].system
        assert "✓ marks 1" not in aule.model.prompts[0].system
