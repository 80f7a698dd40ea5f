"""Kiro: `.kiro/specs/<slug>/{requirements,design,tasks}.md`."""

from __future__ import annotations

from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.planning.formats.words import box, bullets, files_in, line, numbers, slug


def files_of(plan: Plan) -> dict[str, str]:
    """Return the plan as requirements, a design and tasks."""
    folder = f".kiro/specs/{slug(plan)}"
    return {
        f"{folder}/requirements.md": _requirements(plan),
        f"{folder}/design.md": _design(plan),
        f"{folder}/tasks.md": _tasks(plan),
    }


def _requirements(plan: Plan) -> str:
    criteria = "\n".join(f"{number}. {_ears(text)}" for number, text in enumerate(plan.success_criteria, 1)) or "1. –"
    return (
        "\n\n".join(
            [
                "# Requirements Document",
                "## Introduction",
                plan.goal or line(plan.title),
                "## Requirements",
                f"### Requirement 1: {line(plan.title)}",
                "#### Acceptance Criteria",
                criteria,
            ]
        )
        + "\n"
    )


def _ears(criterion: str) -> str:
    """Return a criterion in the EARS form Kiro reads, unless it already has it."""
    said = line(criterion)
    return said if said.upper().startswith(("WHEN ", "IF ", "WHILE ", "THE ")) else f"THE SYSTEM SHALL {said}"


def _design(plan: Plan) -> str:
    about = plan.context
    return (
        "\n\n".join(
            [
                "# Design Document",
                "## Overview",
                plan.goal or line(plan.title),
                "## Architecture",
                bullets(about.patterns_found),
                "## Components and Interfaces",
                bullets(f"`{file}`: {line(step.title)}" for step in plan.steps for file in files_in(step)),
                "## Dependencies",
                bullets(about.dependencies),
                "## Error Handling",
                bullets(f"{risk.description} → {risk.mitigation or '–'}" for risk in plan.risks),
                "## Testing Strategy",
                bullets(step.validation for step in plan.steps if step.validation),
            ]
        )
        + "\n"
    )


def _tasks(plan: Plan) -> str:
    places = numbers(plan)
    return "# Implementation Plan\n\n" + "\n".join(_task(step, places) for step in plan.steps) + "\n"


def _task(step: PlanStep, places: dict[str, int]) -> str:
    lines = [f"- {box(step)} {places[step.id]}. {line(step.title)}"]
    lines += [f"  - {line(text)}" for text in (step.description, step.validation) if text.strip()]
    lines += [f"  - File: `{file}`" for file in files_in(step)]
    after = [str(places[id]) for id in step.dependencies if id in places]
    lines += [f"  - After: {', '.join(after)}"] if after else []
    return "\n".join([*lines, "  - _Requirements: 1_"])
