"""Plans on each database: versions, merging, and two processes that write the same plan."""

from __future__ import annotations

import asyncio

import pytest
from tests.conformance.world import a_plan, contents, counting_ambient, journal_on, opened, replay

from aule.contracts.errors import Conflict, NotFound
from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import PlanApproval, PlanStatus, PlanStep
from aule.kernel.plans.database_plan_store import DatabasePlanStore
from aule.stores.log.events import Events
from aule.stores.repositories.plans import Plans

pytestmark = pytest.mark.xdist_group("postgres")


async def test_a_plan_is_kept_versioned_found_and_told_again(url: str, another_url: str) -> None:
    """K-9, PL-23: the tables are what the events say."""
    async with opened(url) as database, opened(another_url) as again:
        async with journal_on(database) as journal:
            shelf = DatabasePlanStore("home", journal, counting_ambient())
            first = await shelf.write(a_plan(session_id="con_1"), base=None, author="planner", reason="created\x00")
            with pytest.raises(Conflict):
                await shelf.write(a_plan(), base=None, author="planner")
            goal = first.plan.model_copy(update={"goal": "Tidier"})
            second = await shelf.write(goal, base=first, author="user", reason="goal")
            approval = PlanApproval(version=2, content_hash=second.plan.content_hash, by="owner", at="now")
            ready = second.plan.model_copy(update={"status": PlanStatus.APPROVED, "approvals": [approval]})
            third = await shelf.write(ready, base=second, author="user", reason="approved")
            assert await shelf.read("plan-1") == third
            assert [(v.version, v.author, v.reason, v.status, v.approved) for v in await shelf.versions("plan-1")] == [
                (1, "planner", "created ", PlanStatus.DRAFT, False),
                (2, "user", "goal", PlanStatus.APPROVED, True),
            ]
            assert (await shelf.version("plan-1", 1)).goal == "A tidy folder"
            with pytest.raises(NotFound):
                await shelf.version("plan-1", 3)
            back = await shelf.restore("plan-1", 1)
            assert (back.plan.version, back.plan.goal, back.plan.status) == (3, "A tidy folder", PlanStatus.REVIEWING)
            assert await shelf.ids() == ["plan-1"]
            with pytest.raises(NotFound):
                await DatabasePlanStore("work", journal, counting_ambient()).read("plan-1")
        plans = Plans(database)
        page = await plans.list(project="home", status="reviewing", conversation="con_1")
        assert [(each.id, each.version, each.steps, each.done) for each in page.items] == [("plan-1", 3, 1, 0)]
        assert (await plans.list(project="work")).items == []
        talked = await plans.talked_about("con_1")
        assert talked is not None
        assert talked.id == "plan-1"
        await replay(await Events(database).read(0), again)
        assert await contents(again) == await contents(database)


async def test_finished_plans_are_not_on_the_shelf(url: str) -> None:
    """PL-10."""
    async with opened(url) as database, journal_on(database) as journal:
        shelf = DatabasePlanStore("home", journal, counting_ambient())
        kept = await shelf.write(a_plan(session_id="con_1"), base=None, author="planner")
        done = kept.plan.model_copy(update={"status": PlanStatus.DONE})
        await shelf.write(done, base=kept, author="executor")
        assert await shelf.ids() == []
        assert await Plans(database).talked_about("con_1") is None
        assert (await shelf.read("plan-1")).plan.status is PlanStatus.DONE


async def test_two_writers_of_one_plan_both_count_or_clash(url: str) -> None:
    """PL-20, PL-S3: in the store the same rules hold as for files."""
    async with opened(url) as database, journal_on(database) as journal, journal_on(database) as other:
        one, two = (DatabasePlanStore("home", each, counting_ambient()) for each in (journal, other))
        base = await one.write(a_plan(), base=None, author="planner")
        step = base.plan.steps[0]
        title = base.plan.model_copy(update={"steps": [step.model_copy(update={"title": "Look twice"})]})
        added = base.plan.model_copy(update={"steps": [step, PlanStep(id="2", title="Throw away")]})
        kept = await asyncio.gather(
            one.write(title, base=base, author="user"), two.write(added, base=base, author="user")
        )
        assert sorted(each.plan.version for each in kept) == [2, 3]
        now = await one.read("plan-1")
        assert [each.title for each in now.plan.steps] == ["Look twice", "Throw away"]
        clashing = base.plan.model_copy(update={"steps": [step.model_copy(update={"title": "Look thrice"})]})
        with pytest.raises(PlanClash) as clash:
            await two.write(clashing, base=base, author="user")
        assert [(each.path, each.theirs, each.mine) for each in clash.value.clashes] == [
            ("steps.1.title", "Look twice", "Look thrice")
        ]
