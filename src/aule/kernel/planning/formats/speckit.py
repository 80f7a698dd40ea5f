"""spec-kit: `specs/<slug>/{spec,plan,tasks}.md`."""

from __future__ import annotations

from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.planning.formats.words import box, bullets, files_in, line, numbers, slug


def files_of(plan: Plan) -> dict[str, str]:
    """Return the plan as a specification, a plan and tasks."""
    folder = f"specs/{slug(plan)}"
    return {f"{folder}/spec.md": _spec(plan), f"{folder}/plan.md": _plan(plan), f"{folder}/tasks.md": _tasks(plan)}


def _spec(plan: Plan) -> str:
    needs = (f"**FR-{number:03}**: {text}" for number, text in enumerate(plan.success_criteria, 1))
    asked = (
        f"Q: {line(each.question)} → A: {line(each.answer or '[NEEDS CLARIFICATION]')}" for each in plan.clarifications
    )
    return (
        "\n\n".join(
            [
                f"# Feature Specification: {line(plan.title)}",
                f"**Created**: {plan.created_at[:10]}  \n**Status**: {plan.status}",
                "## User Scenario",
                plan.goal or "–",
                "## Requirements",
                "### Functional Requirements",
                bullets(needs),
                "## Clarifications",
                bullets(asked),
                "## Assumptions",
                bullets(each.text for each in plan.context.assumptions),
            ]
        )
        + "\n"
    )


def _plan(plan: Plan) -> str:
    about = plan.context
    return (
        "\n\n".join(
            [
                f"# Implementation Plan: {line(plan.title)}",
                "## Summary",
                plan.goal or "–",
                "## Technical Context",
                "**Primary Dependencies**",
                bullets(about.dependencies),
                "**Patterns**",
                bullets(about.patterns_found),
                "**Files looked at**",
                bullets(f"`{path}`" for path in about.files_analyzed),
                "## Constitution Check",
                bullets(about.rules),
                "## Risks",
                bullets(f"{risk.severity}: {risk.description} → {risk.mitigation or '–'}" for risk in plan.risks),
            ]
        )
        + "\n"
    )


def _tasks(plan: Plan) -> str:
    places = numbers(plan)
    tasks = [_task(plan, step, places) for step in plan.steps]
    return f"# Tasks: {line(plan.title)}\n\n" + "\n".join(tasks) + "\n"


def _task(plan: Plan, step: PlanStep, places: dict[str, int]) -> str:
    after = [f"T{places[id]:03}" for id in step.dependencies if id in places]
    parallel = " [P]" if not after and len(plan.steps) > 1 else ""
    where = f" in {', '.join(f'`{file}`' for file in files_in(step))}" if files_in(step) else ""
    waits = f" (depends on {', '.join(after)})" if after else ""
    check = f"\n  - Check: {line(step.validation)}" if step.validation else ""
    return f"- {box(step)} T{places[step.id]:03}{parallel} {line(step.title)}{where}{waits}{check}"
