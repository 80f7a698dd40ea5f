"""While a plan runs, the plan and the working memory say how it goes; at its end there is a report."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.plans.school import TS, School, another_way, approved, plan_of, step, until_marked, until_reported

from aule.contracts.errors import Conflict
from aule.contracts.events.facts import MemoryForgotten
from aule.contracts.plans.plan import PlanStatus, PlanStepStatus
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.memory import Layer, MemoryKind
from aule.kernel.plans.execution import PlanStart
from aule.stores.repositories.memories import Wanted
from aule.testing.system import system


async def test_statuses_and_results_are_written_back_to_the_plan(tmp_path: Path) -> None:
    """PL-30: after each step its status is written back; a replan is a new version, all else is not."""
    school = School()
    school.failing = {"B"}
    plan = plan_of(
        step("1", "marks", group="7A"),
        step("2", "make", "1", group="7A", title="B"),
        step("3", "make", "2", group="7A", title="C"),
    )
    other = [step("4", "make", "1", group="7A", title="B2"), step("3", "make", "4", group="7A", title="C")]
    marks = {"group": "7A", "mean": 7.25, "students": 25, "gaps": ["fractions", "ratios"]}
    async with system(tmp_path, another_way(*other), apps=[school.app()]) as aule:
        run = await approved(aule, plan)
        ended = await until_marked(aule, plan.id, lambda now: now.status.is_final)
        assert ended.status is PlanStatus.DONE_WITH_FAILURES
        assert [(each.id, each.status, each.result) for each in ended.steps] == [
            ("1", PlanStepStatus.DONE, marks),
            ("2", PlanStepStatus.FAILED, {"error": "'B' cannot be made."}),
            ("4", PlanStepStatus.DONE, "B2"),
            ("3", PlanStepStatus.DONE, "C"),
        ]
        assert ended.version == 2, "only the replan changed what the plan says"
        assert ended.run is not None
        assert (ended.run.run_id, ended.run.finished_at) == (run.id, run.finished_at)
        assert (await until_reported(aule, run.id)).status is RunStatus.DONE_WITH_FAILURES


async def test_what_happened_while_nobody_mirrored_is_told_after_the_next_start(tmp_path: Path) -> None:
    """A run that ended unnoticed is in its plan after the next start, and reported on once."""
    school = School()
    plan = plan_of(step("1", "marks", group="7A"), step("2", "make", "1", group="7A", title="A"))
    async with system(tmp_path, apps=[school.app()]) as aule:
        await aule.kernel.plan_status_writer.close()
        run = await approved(aule, plan)
        assert run.status is RunStatus.DONE
        assert (await aule.kernel.plans.get(plan.id)).plan.status is PlanStatus.EXECUTING
    for _ in range(2):
        async with system(tmp_path, apps=[school.app()]) as aule:
            await until_marked(aule, plan.id, lambda now: now.status is PlanStatus.DONE)
            await until_reported(aule, run.id)
    async with system(tmp_path, apps=[school.app()], recover=False) as aule:
        types = await aule.types()
        assert types.count("report.written") == 1
        assert types.count("memory.saved") == 5


async def test_working_memory_says_what_is_done_and_what_came_of_it(tmp_path: Path) -> None:
    """SP-43, LT-22: the objective, ⚡ before each step, what came of it after it; what a person takes out stays out."""
    school = School()
    school.failing = {"B"}
    plan = plan_of(step("1", "marks", group="7A"), step("2", "make", "1", group="7A", title="B"))
    async with system(tmp_path, another_way(), apps=[school.app()]) as aule:
        run = await approved(aule, plan)
        await until_reported(aule, run.id)
        mine = Wanted(scope=f"run:{run.id}")
        found = (await aule.kernel.memories.list(now=TS, wanted=mine)).items
        assert {each.layer for each in found} == {Layer.WORKING}
        assert sorted((each.kind, each.content) for each in found) == [
            (MemoryKind.ACTION, "⚡ B"),
            (MemoryKind.ACTION, "⚡ marks 1"),
            (MemoryKind.ERROR, "✕ B: 'B' cannot be made."),
            (
                MemoryKind.FINDING,
                "✓ marks 1: group: 7A; mean: 7.25; students: 25; gaps: fractions, ratios",
            ),
            (MemoryKind.OBJECTIVE, "Three activities on what 7A finds hard"),
        ]
        finding = next(each for each in found if each.kind is MemoryKind.FINDING)
        assert (finding.step, finding.capability) == (1, plan.steps[0].call and plan.steps[0].call.capability)
        gone = next(each for each in found if each.kind is MemoryKind.ERROR)
        await aule.kernel.journal.write(MemoryForgotten(item=gone.id))
        await aule.kernel.plan_status_writer.reflect(run.id)
        assert len((await aule.kernel.memories.list(now=TS, wanted=mine)).items) == len(found) - 1


async def test_a_part_of_a_plan_leaves_the_rest_approved_and_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    """PL-30: `--until` and `--step`; done steps stay done."""
    school = School()
    plan = plan_of(
        step("1", "make", group="7A", title="A"),
        step("2", "make", "1", group="7A", title="B"),
        step("3", "make", "2", group="7A", title="C"),
    )
    async with system(tmp_path, apps=[school.app()]) as aule:
        plans = aule.kernel.plans
        with pytest.raises(Conflict, match="builds on '1', '2'"):
            await approved(aule, plan, PlanStart(step="3"))
        first = await aule.until_still((await plans.run(plan.id, PlanStart(until="2"))).id)
        assert first.status is RunStatus.DONE
        now = await until_marked(aule, plan.id, lambda now: now.run is not None and now.run.finished_at is not None)
        assert now.status is PlanStatus.APPROVED
        await aule.until_still((await plans.run(plan.id, PlanStart())).id)
        assert school.made == ["A", "B", "C"]
        await until_marked(aule, plan.id, lambda now: now.status is PlanStatus.DONE)
