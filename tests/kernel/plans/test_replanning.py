"""A step fails: the steps not yet run are planned anew, inside what was approved, or a person sees the difference."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.kernel.plans.school import School, another_way, approved, plan_of, step, until_marked

from aule.contracts.access.approval import ApprovalKind, StepEdit, Table
from aule.contracts.errors import Conflict
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.events.steps import RunPlanned
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.run import RunStatus
from aule.kernel.planning.document.content import hash_of
from aule.kernel.plans.execution import PlanStart
from aule.testing.scripted_model import last_words
from aule.testing.system import System, system


@pytest.fixture
def school() -> School:
    return School()


@pytest.fixture
async def aule(tmp_path: Path, school: School) -> AsyncGenerator[System]:
    """A running system with the school."""
    async with system(tmp_path, apps=[school.app()]) as running:
        yield running


def three() -> Plan:
    return plan_of(
        step("1", "marks", group="7A"),
        step("2", "make", "1", group="7A", title="A"),
        step("3", "make", "2", group="7A", title="B"),
        step("4", "make", "3", group="7A", title="C"),
    )


async def statuses(aule: System, run: str) -> dict[str, StepStatus]:
    return {view.place: view.status for view in (await aule.kernel.engine.graph(run)).steps}


async def test_another_way_inside_what_was_approved_is_taken_silently_and_visibly(aule: System, school: School) -> None:
    """K-4, SP-44: the same calls on the same class, so nobody is asked; the change is on record."""
    plan = three()
    other = [step("3", "make", "2", group="7A", title="B2"), step("4", "make", "3", group="7A", title="C")]
    aule.model.add(another_way(*other))
    school.failing = {"B"}
    run = await approved(aule, plan)
    assert run.status is RunStatus.DONE_WITH_FAILURES
    assert school.made == ["A", "B2", "C"]
    asked = last_words(aule.model.prompts[0].history)
    assert "Step 3 failed" in asked
    assert "'B' cannot be made." in asked
    assert '"mean": 7.25' in asked, "it hears what the steps that are done gave"
    told = [event.data for event in await aule.events(run.id) if isinstance(event.data, PlanReplanned)]
    assert [(each.within, each.added, each.dropped, each.version) for each in told] == [(True, ["3-2"], [], 2)]
    assert (await statuses(aule, run.id))["3"] is StepStatus.FAILED
    assert {each.status for each in (await aule.kernel.approvals.list(limit=10)).items} == {"granted"}
    marked = await until_marked(aule, plan.id, lambda now: now.status.is_final)
    assert [(each.id, each.status.value) for each in marked.steps] == [
        ("1", "done"),
        ("2", "done"),
        ("3", "failed"),
        ("3-2", "done"),
        ("4", "done"),
    ]
    assert (marked.status, marked.version) == (PlanStatus.DONE_WITH_FAILURES, 2)


@pytest.mark.parametrize(("option", "made"), [("execute", ["A", "B", "C", "D"]), ("deny", ["A", "B", "C"])])
async def test_k_s3_a_fourth_activity_asks_for_the_fourth_only(
    aule: System, school: School, option: str, made: list[str]
) -> None:
    """K-S3: approved ×3 for 7A; the replan wants a 4th: what is shown is the 4th; a no ends the run with 3."""
    plan = plan_of(
        step("1", "make", group="7A", title="A"),
        step("2", "make", "1", group="7A", title="B"),
        step("3", "make", "2", group="7A", title="C"),
        step("4", "marks", "3", group="9Z"),
    )
    aule.model.add(another_way(*[step("5", "make", "3", group="7A", title="D")]))
    school.failing = {"9Z"}
    run = await approved(aule, plan)
    assert run.status is RunStatus.WAITING
    approval = await aule.pending()
    assert approval.kind is ApprovalKind.PLAN
    assert approval.subject == f"plan:{plan.id}"
    assert isinstance(approval.preview, Table)
    assert approval.preview.rows == [["5", "D", "school.make", 1]]
    assert [each.id for each in approval.options] == ["execute", "deny"]
    ended = await aule.decide(option)
    assert ended.status is RunStatus.DONE_WITH_FAILURES
    assert school.made == made


async def test_another_target_is_outside_what_was_approved(aule: System, school: School) -> None:
    plan = three()
    aule.model.add(another_way(*[step("5", "make", "2", group="8B", title="B")]))
    school.failing = {"B"}
    await approved(aule, plan)
    assert isinstance(preview := (await aule.pending()).preview, Table)
    assert [row[0] for row in preview.rows] == ["5"]
    assert school.made == ["A"]


async def test_a_run_is_planned_anew_at_most_twice(aule: System, school: School) -> None:
    plan = three()
    ways = [[step("3", "make", "2", group="7A", title=title)] for title in ("B3", "B4", "B5")]
    aule.model.add(*(another_way(*way) for way in ways[:2]))
    school.failing = {"B", "B3", "B4", "B5"}
    run = await approved(aule, plan)
    assert run.status is RunStatus.DONE_WITH_FAILURES
    assert school.made == ["A"]


async def test_without_another_way_only_what_needs_the_step_is_left_out(aule: System, school: School) -> None:
    """SP-44: continue with steps whose dependencies are done, skip the dependents, never end silently."""
    plan = plan_of(
        step("1", "make", group="7A", title="A"),
        step("2", "make", "1", group="7A", title="B"),
        step("3", "make", group="7A", title="C"),
    )
    aule.model.add(another_way())
    school.failing = {"A"}
    run = await approved(aule, plan)
    assert run.status is RunStatus.DONE_WITH_FAILURES
    assert school.made == ["C"]
    assert await statuses(aule, run.id) == {
        "1": StepStatus.FAILED,
        "2": StepStatus.SKIPPED,
        "3": StepStatus.DONE,
    }


async def test_an_outsiders_change_voids_what_was_approved_also_for_what_is_derived_later(
    aule: System, school: School
) -> None:
    """K-4: only the executor derives inside an approval; after a person's edit every write asks again."""
    plan = plan_of(
        step("1", "make", group="7A", title="A"),
        step("2", "make", "1", group="7A", title="B").model_copy(update={"approval": "before"}),
        step("3", "make", "2", group="7A", title="C"),
    )
    aule.model.add(another_way(*[step("4", "make", "2", group="7A", title="D")]))
    school.failing = {"C"}
    run = await approved(aule, plan)
    approval = await aule.pending()
    graph = (await aule.kernel.engine.load(run.id)).graph
    nodes = [node.model_copy(update={"description": "another"}) if node.id == "3" else node for node in graph.nodes]
    edit = StepEdit(graph=graph.model_copy(update={"nodes": nodes}))
    await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash, edit=edit)
    await aule.until_still(run.id)
    assert school.made == ["A"], "the write after the edit asks"
    await aule.decide()
    await aule.decide()  # 3, which fails, and is replaced
    asked = await aule.pending()
    assert asked.call is not None
    assert asked.call.params["title"] == "D", "what was derived from an edited graph is not approved either"
    planned = [event.data for event in await aule.events(run.id) if isinstance(event.data, RunPlanned)]
    assert [each.derived_from is None for each in planned] == [True, True, False]


async def test_a_stale_hash_never_runs(aule: System) -> None:
    """K-S2: one character of a description changes, and what was approved is not what would run."""
    plan = three()
    execution = aule.kernel.plans.execution
    other = plan.steps[0].model_copy(update={"description": "x"})
    changed = plan.model_copy(update={"steps": [other, *plan.steps[1:]]})
    with pytest.raises(Conflict) as error:
        await execution.start(changed, hash_of(plan), PlanStart())
    assert error.value.problem.code == "approval_stale"
    assert (await aule.kernel.runs.list(limit=5)).items == []
