"""Plans meet hands: checks run in the box (PL-30), and resident agents carry out steps within their scope (C20)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.conductor.places import Site
from tests.kernel.plans.school import approved, plan_of, until_marked

from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.views import SessionRequest
from aule.contracts.errors import Untrusted
from aule.contracts.plans.plan import PlanStep, PlanStepKind, PlanStepStatus, StepCheck
from aule.contracts.runs.run import RunStatus
from aule.kernel.planning.critic.review import review
from aule.kernel.planning.document.keys import to_file
from aule.kernel.plans.execution import PlanStart
from aule.testing.scripted_model import call, say
from aule.testing.system import System, system


def edit(file: str, *, check: str | None = None, agent: str | None = None) -> PlanStep:
    """A step that makes a file."""
    return PlanStep(
        id="1",
        title=f"Write {file}",
        description=f"Write the file {file} with a heading and one sentence below it.",
        kind=PlanStepKind.EDIT,
        file=file,
        file_action="create",
        agent=agent,
        validation=f"The file {file} exists and begins with a heading.",
        check=None if check is None else StepCheck(command=check),
        on_error="abort",
    )


@pytest.mark.parametrize(
    ("command", "ended"), [("grep -q Notes notes.md", "done"), ("grep -q Nope notes.md", "failed")]
)
async def test_the_check_of_a_step_decides_in_the_box_whether_it_is_done(
    tmp_path: Path, command: str, ended: str
) -> None:
    """PL-30: after the work the command runs on a copy of the project; nothing it does there comes back."""
    script = [
        call("core.write_file", {"path": "notes.md", "content": "# Notes\n"}).to("Step 1"),
        say("Wrote it.").to("Step 1"),
    ]
    check = f"echo spoiled >> notes.md; echo left > left.txt; {command}"
    async with system(tmp_path, *script) as aule:
        run = await approved(aule, plan_of(edit("notes.md", check=check)))
        marked = await until_marked(aule, "plan-7a-2026", lambda now: now.status.is_final)
        assert marked.steps[0].status is PlanStepStatus(ended)
        assert (aule.workspace / "notes.md").read_text() == "# Notes\n"
        assert not (aule.workspace / "left.txt").exists()
        if ended == "failed":
            assert run.status is not RunStatus.DONE
            assert "exit code 1" in str(marked.steps[0].result)


async def resident(aule: System, site: Site) -> tuple[str, str]:
    """A resident agent whose folder is trusted: its id, and the project it works in."""
    site.agent()
    sessions = aule.kernel.part(Conductor).sessions
    request = SessionRequest(
        environment="develop", project="test-service", agent="ServiceCreatorAgent", home=str(site.home_path)
    )
    with pytest.raises(Untrusted) as asked:
        await sessions.open(request)
    approval = await aule.kernel.approvals.get(asked.value.problem.subject or "")
    await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    opened = await sessions.open(request)
    await sessions.close(opened.id)
    return opened.agent.ref, opened.project_id


async def test_c20_finds_a_step_that_its_resident_agent_may_not_write(tmp_path: Path, site: Site) -> None:
    """C20: the manifest's output_scope is held against the files of each step, before anybody approves."""
    async with system(tmp_path / "data") as aule:
        ref, project = await resident(aule, site)
        look = aule.kernel.plans.review_loop.look
        for file, place, expected in (
            ("src/service/A.kt", project, []),
            ("src/controller/A.kt", project, ["C20"]),
            ("src/service/x/A.kt", project, ["C20"]),
            ("src/service/A.kt", "home", ["C20"]),
        ):
            plan = plan_of(edit(file, agent=ref)).model_copy(update={"project": place})
            found = [each.code for each in review(plan, await look(plan)) if each.code in ("C10", "C20")]
            assert found == expected, file


async def test_a_resident_agent_carries_out_a_step_of_an_approved_plan_within_its_scope(
    tmp_path: Path, site: Site
) -> None:
    """PL-30 with a Conductor agent: the approved file is written without asking, the scope holds all the same."""
    script = [
        call("core.write_file", {"path": "src/controller/B.kt", "content": "class B\n"}).to("Step 1"),
        call("core.write_file", {"path": "src/service/A.kt", "content": "class A\n"}).to("Step 1"),
        say("Wrote it.").to("Step 1"),
    ]
    async with system(tmp_path / "data", *script) as aule:
        ref, project = await resident(aule, site)
        plan = plan_of(edit("src/service/A.kt", agent=ref, check="test -s src/service/A.kt"))
        view = await aule.kernel.plans.keep(to_file(plan, None), project)
        run = await aule.kernel.plans.run(plan.id, PlanStart(), (view.plan.version, view.card.content_hash))
        run = await aule.until_still(run.id)
        assert run.status is RunStatus.DONE
        root = site.path / "develop" / "test-service"
        assert (root / "src/service/A.kt").read_text() == "class A\n"
        assert not (root / "src/controller/B.kt").exists()
        violated = [event.data.target for event in await aule.events() if event.type == "scope.violated"]
        assert violated == ["src/controller/B.kt"]


async def test_a_resident_agent_works_in_its_own_project_alone(tmp_path: Path, site: Site) -> None:
    """A plan of another project can name it; it reads and writes nothing there."""
    script = [
        call("core.write_file", {"path": "src/service/A.kt", "content": "class A\n"}).to("Step 1"),
        call("core.read_file", {"path": "secret.md"}).to("Step 1"),
        say("FAILED: I cannot work here.").to("Step 1"),
    ]
    async with system(tmp_path / "data", *script) as aule:
        ref, _ = await resident(aule, site)
        (aule.workspace / "secret.md").write_text("not yours")
        step = edit("src/service/A.kt", agent=ref).model_copy(
            update={"kind": PlanStepKind.AGENT, "file": None, "file_action": None}
        )
        await approved(aule, plan_of(step))
        assert not (aule.workspace / "src").exists()
        failed = [event.data.result.error.code for event in await aule.events() if event.type == "call.failed"]
        assert failed == ["not_its_project", "not_its_project"]
