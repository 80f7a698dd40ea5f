"""A small school to carry plans out in, and the few moves that take a plan from its draft to its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aule.contracts.errors import Invalid, NotFound
from aule.contracts.plans.plan import Plan, PlanStatus, PlanStep, PlanStepKind
from aule.contracts.plans.views import PlanView
from aule.contracts.runs.graph import OnError, StepCall
from aule.contracts.runs.report import Report
from aule.contracts.runs.run import Run
from aule.kernel.planning.document.keys import to_file
from aule.kernel.plans.execution import PlanStart
from aule.sdk import App, Effect
from aule.testing.scripted_model import Response, say
from aule.testing.system import System

DEADLINE = 60.0
TS = "2026-05-31T10:00:00.000Z"


class School:
    """Classes whose marks can be looked up, and activities that can be made."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.failing: set[str] = set()

    def app(self) -> App:
        """The app `school`."""
        app = App("school")

        @app.capability(effect=Effect.READ)
        async def marks(group: str) -> dict[str, Any]:
            """Look up how a class is doing."""
            if group in self.failing:
                raise Invalid(f"There is no class {group!r}.")
            return {"group": group, "mean": 7.25, "students": 25, "gaps": ["fractions", "ratios"]}

        @app.capability(effect=Effect.WRITE, targets=["group"])
        async def make(group: str, title: str) -> str:
            """Make an activity for a class."""
            if title in self.failing:
                raise Invalid(f"{title!r} cannot be made.")
            self.made.append(title)
            return title

        return app


def another_way(*steps: PlanStep) -> Response:
    """What a model answers when it is asked for another way: these steps for the rest."""
    remaining = [
        {
            "id": each.id,
            "title": each.title,
            "description": each.description,
            "kind": each.kind,
            "capability": each.call.capability if each.call else None,
            "params": each.call.params if each.call else {},
            "dependencies": each.dependencies,
            "validation": each.validation,
            "rationale": each.rationale,
        }
        for each in steps
    ]
    answer = {"needs_replan": bool(steps), "reason": "It did not work.", "updated_remaining_steps": remaining}
    return say(json.dumps(answer)).to("failed while it ran")


def step(id: str, capability: str, *after: str, on_error: OnError = OnError.REPLAN, **params: Any) -> PlanStep:
    """A step that uses a capability of the school."""
    call = StepCall(capability=f"school.{capability}", params=params)
    return PlanStep(
        id=id,
        title=params.get("title", f"{capability} {id}"),
        description=f"Use {capability} for the class {params.get('group')}, as step {id} of what was asked.",
        validation=f"The result of step {id} is there.",
        kind=PlanStepKind.CALL,
        call=call,
        dependencies=list(after),
        on_error=on_error,
    )


def plan_of(*steps: PlanStep, **more: Any) -> Plan:
    """A plan of these steps."""
    given = {"title": "Three activities", "goal": "Three activities on what 7A finds hard", "language": "en", **more}
    criteria = ["3 activities exist for the class 7A"]
    return Plan(
        id="plan-7a-2026",
        status=PlanStatus.APPROVED,
        project="home",
        created_at=TS,
        updated_at=TS,
        steps=list(steps),
        success_criteria=criteria,
        **given,
    )


async def kept(aule: System, plan: Plan) -> PlanView:
    """Keep a plan, and have it reviewed: it is ready to be approved."""
    view = await aule.kernel.plans.keep(to_file(plan, None), "home")
    assert view.plan.status is PlanStatus.READY, [each.issue for each in view.plan.feedback]
    return view


async def approved(aule: System, plan: Plan, start: PlanStart | None = None) -> Run:
    """Keep a plan, approve what is seen, carry it out, and wait until it stands still."""
    view = await kept(aule, plan)
    seen = (view.plan.version, view.card.content_hash)
    run = await aule.kernel.plans.run(plan.id, start or PlanStart(), seen)
    return await aule.until_still(run.id)


async def until_marked(aule: System, plan: str, is_right: Callable[[Plan], bool]) -> Plan:
    """The plan once what its run did has been written into it."""
    async with asyncio.timeout(DEADLINE):
        while not is_right(found := (await aule.kernel.plans.get(plan)).plan):
            await aule.kernel.journal.flush()
    return found


async def until_reported(aule: System, run: str) -> Report:
    """The report on a run, once it is written."""
    async with asyncio.timeout(DEADLINE):
        while True:
            try:
                return await aule.kernel.plan_reports.get(run)
            except NotFound:
                await aule.kernel.journal.flush()
