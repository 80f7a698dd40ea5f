"""What a system that stopped in the middle takes up: drafts nobody looked at, decisions nobody carried out (PL-10)."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.plans.plan import PlanStatus
from aule.contracts.runs.run import RunStatus
from aule.testing.scripted_model import ScriptedModel
from aule.testing.system import system


def nobody() -> ScriptedModel:
    """No model at all: recipes plan."""
    return ScriptedModel(tier=0, provider="builtin", model="recipes")


async def test_an_approval_that_was_given_is_carried_out_after_a_restart_and_once(tmp_path: Path) -> None:
    """The decision is on record, the system stops before it is taken up; the run starts at the next start, once."""
    async with system(tmp_path, model=nobody()) as aule:
        made = await aule.kernel.plan("Plan to write 3 notes about gardens", locale="en")
        assert made.plan is not None and made.plan.approval is not None
        consent = await aule.kernel.approvals.get(made.plan.approval)
        await aule.kernel.inbox.decide(
            consent.id, "execute", content_hash=consent.binds.content_hash, answer=None, by="owner"
        )
    async with system(tmp_path, model=nobody()) as aule:
        plan = (await aule.kernel.plans.get(made.plan.plan.id)).plan
        assert plan.run is not None
        assert (await aule.kernel.driver.wait(plan.run.run_id)).status is RunStatus.DONE
    async with system(tmp_path, model=nobody()) as aule:
        runs = [run for run in (await aule.kernel.runs.list(limit=50)).items if run.plan is not None]
        assert len(runs) == 1
    assert len(list((tmp_path / "projects/home").rglob("*.md"))) == 3


async def test_a_draft_nobody_looked_at_is_reviewed_at_the_next_start(tmp_path: Path) -> None:
    """The system stopped between keeping a draft and reviewing it."""
    async with system(tmp_path, model=nobody()) as aule:
        made = await aule.kernel.plan("Plan to write 3 notes about gardens", locale="en")
        assert made.plan is not None
        shelf = await aule.kernel.plans.plan_stores.of(made.plan.plan.id)
        kept = await shelf.read(made.plan.plan.id)
        draft = kept.plan.model_copy(update={"status": PlanStatus.DRAFT})
        await shelf.write(draft, base=kept, author="planner", reason="created")
        await aule.kernel.plans.review_loop.unask(draft)
    async with system(tmp_path, model=nobody()) as aule:
        view = await aule.kernel.plans.get(made.plan.plan.id)
        assert (view.plan.status, view.approval is not None) == (PlanStatus.READY, True)
