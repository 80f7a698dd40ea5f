"""Budgets that runs share: of a day, a month, a project, an agent and a schedule."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.mornings import morning
from tests.kernel.shop import open_shop

from aule.contracts.access.agent import Agent
from aule.contracts.access.budget import SharedBudget
from aule.contracts.events.facts import BudgetAlerted, GuardTripped
from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.kernel.agents.spending import reached_share, spent_share
from aule.testing import ScriptedModel, call, say
from aule.testing.scripted_model import wait_for
from aule.testing.system import System, system


async def set_limits(aule: System, **limits: Any) -> None:
    """Change what may be spent."""
    await aule.kernel.save_settings(Settings.model_validate({"limits": limits}), expected=None)


async def alerts(aule: System) -> list[tuple[str, str, int]]:
    """Return whose budgets were told of, in which unit and at which share."""
    told = [event.data for event in await aule.events() if isinstance(event.data, BudgetAlerted)]
    return [(each.budget.of, each.unit, each.share) for each in told]


@given(
    tokens=st.none() | st.integers(0, 1000),
    cost=st.none() | st.floats(0, 10),
    spent=st.integers(0, 2000),
    money=st.floats(0, 20),
)
def test_the_share_of_a_budget_is_that_of_its_nearer_limit(
    tokens: int | None, cost: float | None, spent: int, money: float
) -> None:
    """ST-13: a budget is spent exactly when one of its limits is; what is free spends no money."""
    share = spent_share(SharedBudget(of="all", tokens=tokens, cost=cost), Usage(tokens_in=spent, cost=money))
    by_tokens = tokens is not None and spent >= tokens
    by_cost = cost is not None and money > 0 and money >= cost
    assert (share >= 1) == (by_tokens or by_cost)
    assert (reached_share(share) == 100) == (by_tokens or by_cost)


def test_a_month_begins_with_its_first_day() -> None:
    """ST-13."""
    assert SharedBudget(of="all", period="month").first_day("2026-02-28") == "2026-02-01"
    assert SharedBudget(of="all").first_day("2026-02-28") == "2026-02-28"


async def test_people_are_told_once_at_half_at_four_fifths_and_at_the_end_of_a_budget(tmp_path: Path) -> None:
    """ST-13: each response takes 15 tokens of 75; the sixth one is refused, and nothing is lost."""
    async with system(tmp_path, *[say(f"answer {n}") for n in range(5)]) as aule:
        await set_limits(aule, day_tokens=75)
        runs = [await aule.ask(f"question {n}") for n in range(5)]
        assert await alerts(aule) == [("all", "tokens", 50), ("all", "tokens", 80), ("all", "tokens", 100)]
        refused = await aule.ask("question 5", conversation_id=runs[0].session_id, locale="pt-BR")
        assert refused.error is not None and refused.error.code == "max_tokens"
        assert refused.error.message == "Parado: o limite de hoje acabou: 75 de 75 tokens."
        assert refused.error.hint is not None and "Limites de gasto" in refused.error.hint
        [tripped] = [each.data for each in await aule.events(refused.id) if isinstance(each.data, GuardTripped)]
        assert (tripped.guard, len(aule.model.prompts)) == ("max_tokens", 5)
        kept = await aule.messages(refused)
        assert [each.content for each in kept][:3] == ["question 0", "answer 0", "question 5"]
        await set_limits(aule, day_tokens=1000)
        aule.model.add(say("again"))
        assert (await aule.ask("once more", conversation_id=refused.session_id)).status is RunStatus.DONE
        assert len(await alerts(aule)) == 3, "of a limit that was raised, nothing is told before its half"


async def test_a_project_an_agent_and_a_month_have_budgets_of_their_own(tmp_path: Path) -> None:
    """ST-13: a budget stops the runs that share it, and no others; it names whom it belongs to."""
    async with system(tmp_path, say("one"), say("two"), say("three")) as aule:
        await aule.kernel.documents.save_agent(Agent(id="scribe", name="Scribe"), expected=None)
        shared = [{"of": "agent", "id": "scribe", "tokens": 15}, {"of": "project", "id": "home", "tokens": 30}]
        await set_limits(aule, shared=[*shared, {"of": "all", "period": "month", "cost": 1.0}])
        assert (await aule.ask("first", agent="scribe")).status is RunStatus.DONE
        stopped = await aule.ask("second", agent="scribe")
        assert stopped.error is not None and "Scribe" in stopped.error.message
        assert (await aule.ask("third")).status is RunStatus.DONE
        refused = await aule.ask("fourth")
        assert refused.error is not None and "30" in refused.error.message
        statuses = {(each.budget.of, each.budget.period): each for each in await aule.kernel.overview.budgets()}
        assert {key: (each.tokens, each.share) for key, each in statuses.items()} == {
            ("all", "day"): (30, 0.0),
            ("agent", "day"): (15, 1.0),
            ("project", "day"): (30, 1.0),
            ("all", "month"): (30, 0.0),
        }
        await set_limits(aule, shared=[{"of": "all", "period": "month", "cost": 0.5}])
        aule.model._script[0] = aule.model._script[0].costing(Usage(cost=0.6, model_calls=1))  # pyright: ignore
        assert (await aule.ask("fifth")).status is RunStatus.DONE
        spent = await aule.ask("sixth")
        assert spent.error is not None and spent.error.code == "max_cost"


async def test_two_runs_near_the_limit_think_one_after_the_other(tmp_path: Path) -> None:
    """ST-13: a hard stop is hard: together they overspend it by no more than one response."""
    gate = asyncio.Event()
    model = ScriptedModel(
        wait_for(gate) + call("shop.count", {"n": 1}),
        *[call("shop.count", {"n": n}) for n in range(2, 12)],
    )
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        await set_limits(aule, day_tokens=40)
        asked = [await aule.kernel.ask(Ask(message=f"count {n}", locale="en")) for n in range(3)]
        await model.asked.wait()
        for _ in range(200):
            await asyncio.sleep(0)
        assert len(model.prompts) == 1, "what is left does for one response, so the others wait"
        gate.set()
        runs = [await aule.until_still(each.run) for each in asked]
        model._script.clear()  # pyright: ignore - how many were asked for is what is measured
        assert [run.error and run.error.code for run in runs] == ["max_tokens"] * 3
        day = (await aule.kernel.overview.home()).today
        assert day.tokens_in + day.tokens_out == 45
        assert [share for _, _, share in await alerts(aule)] == [50, 100]


async def test_a_schedule_whose_budget_is_spent_says_so_and_goes_on_the_next_day(tmp_path: Path) -> None:
    """ST-13: a budget of a schedule lasts a day, and everything else goes on meanwhile."""
    async with morning(tmp_path, say("It rains."), say("Hello."), say("It rains still.")) as day:
        schedule = await day.make(cron="0 7,8 * * *")
        await set_limits(day.aule, shared=[{"of": "schedule", "id": schedule.id, "tokens": 15}])
        await day.at("2026-03-02T07:00:01")
        await day.runs()
        await day.at("2026-03-02T08:00:01")
        _, stopped = await day.runs()
        assert stopped.error is not None and stopped.error.code == "max_tokens"
        assert "“Morning”" in stopped.error.message
        assert (await day.aule.ask("hi there")).status is RunStatus.DONE
        await day.at("2026-03-03T07:00:01")
        assert [run.status for run in await day.runs()] == [RunStatus.DONE, RunStatus.FAILED, RunStatus.DONE]
        assert await alerts(day.aule) == [("schedule", "tokens", 100)] * 2
