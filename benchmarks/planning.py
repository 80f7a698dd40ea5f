"""What planning costs: reviewing a long plan by rules, and the words a model is sent before it has done anything.

The review is of a plan of 40 steps in a project with its files; looking at those is measured apart from judging.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.measuring import Figures, check, spread

if TYPE_CHECKING:
    from aule.contracts.plans.plan import Plan
    from aule.kernel.capabilities.registry import Registry

STEPS = 40
ROUNDS = 200
CAPABILITIES = 100
GOAL_MS = 20
GOAL_TOKENS = 1_500
TS = "2026-05-31T10:00:00.000Z"


def measure() -> Figures:
    """Review, count, tell."""
    registry = _registry()
    plan = _plan()
    reviewing = _reviewing(plan, registry)
    check(f"review of {STEPS} steps, p50", reviewing["review"]["p50_ms"], GOAL_MS, "ms")
    check(f"review of {STEPS} steps, p90", reviewing["review"]["p90_ms"], GOAL_MS, "ms")
    prompts = _prompts(plan, registry)
    check(f"planning prompt, {CAPABILITIES} capabilities", prompts["draft_tokens"], GOAL_TOKENS, "tokens")
    return {"steps": STEPS, **reviewing, "prompts": prompts}


def _reviewing(plan: Plan, registry: Registry) -> Figures:
    from aule.kernel.planning.card import card_of
    from aule.kernel.planning.critic.project_facts import read_project_facts
    from aule.kernel.planning.critic.review import review
    from aule.sandbox.workspace import Workspace

    with TemporaryDirectory() as folder:
        for number in range(STEPS):
            path = Path(folder) / f"src/part_{number}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text("x = 1\n" * 500, encoding="utf-8")
        with Workspace.open(folder) as workspace:
            ground = asyncio.run(read_project_facts(plan, workspace, registry, ["dev"]))
            assert not [each for each in review(plan, ground) if each.severity == "critical"]
            return {
                "look": _timed(lambda: asyncio.run(read_project_facts(plan, workspace, registry, ["dev"]))),
                "review": _timed(lambda: review(plan, ground)),
                "card": _timed(lambda: card_of(plan, registry, "en")),
            }


def _prompts(plan: Plan, registry: Registry) -> Figures:
    """Tokens as the requirement counts them: a third of the characters."""
    from aule.apps.core import core
    from aule.apps.planner import planner
    from aule.contracts.project import Project
    from aule.kernel.agents.prompt import instructions
    from aule.kernel.planning.critic.model_checks import prompt
    from aule.kernel.planning.critic.project_facts import ProjectFacts
    from aule.kernel.plans.team.drafts import draft_words
    from aule.kernel.plans.team.project_survey import READ_TOOLS, Survey

    agent = next(each for each in planner.agents if each.id == "planner")
    home = Project(id="home", name="Home", root="/home", created_at=TS)
    system = instructions(agent, home, "Sunday, 2026-05-31", "pt-BR", [], shaped=True)
    known = [each.capability for each in core.capabilities]
    more = range(CAPABILITIES - len(known))
    hundred = [*known, *(known[0].model_copy(update={"name": f"school.thing_{n}", "app": "school"}) for n in more)]
    tools = [each.name + each.description + json.dumps(each.params) for each in known if each.name in READ_TOOLS]
    asked = prompt(plan, ProjectFacts(registry))
    return {
        "draft_tokens": _tokens(system, draft_words("Preciso adicionar autenticação JWT", Survey(), hundred), *tools),
        "critic_tokens_40_steps": _tokens(asked.system, asked.text),
        "critic_tokens_without_a_plan": _tokens(asked.system),
    }


def _plan() -> Plan:
    from aule.contracts.plans.plan import Plan, PlanContext, PlanStep, PlanStepKind

    steps = [
        PlanStep(
            id=str(number + 1),
            title=f"Protect part {number}",
            description=f"Check the token of every request that reaches part {number}, and answer 401 without one.",
            kind=PlanStepKind.EDIT,
            file=f"src/part_{number}.py",
            file_action="modify",
            line_start=10,
            line_end=40,
            dependencies=[str(number)] if number else [],
            validation="`pytest -q` passes, and a request without a token answers 401",
            rationale="Only people who are logged in may use it.",
        )
        for number in range(STEPS)
    ]
    return Plan(
        id="bench-plan",
        title="Add token checks",
        goal="Requests without a valid token are refused everywhere.",
        created_at=TS,
        updated_at=TS,
        project="home",
        context=PlanContext(files_analyzed=[f"src/part_{number}.py" for number in range(STEPS)]),
        steps=steps,
        success_criteria=["A request without a token answers 401"],
    )


def _registry() -> Registry:
    from aule.apps.core import core
    from aule.kernel.capabilities.registry import Registry

    registry = Registry()
    registry.add(core.capabilities)
    return registry


def _timed(work: Callable[[], object]) -> Figures:
    took: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return spread(took)


def _tokens(*texts: str) -> int:
    return ceil(sum(map(len, texts)) / 3)
