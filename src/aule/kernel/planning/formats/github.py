"""GitHub: one issue for the plan and one for each step, as Markdown."""

from __future__ import annotations

from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.planning.formats.words import box, bullets, files_in, line, numbers, slug


def files_of(plan: Plan) -> dict[str, str]:
    """Return the issues, in the order in which they should be created."""
    folder, places = f"issues/{slug(plan)}", numbers(plan)
    tasks = "\n".join(f"- {box(step)} {places[step.id]:02}: {line(step.title)}" for step in plan.steps)
    whole = "\n\n".join(
        [
            _head(plan.title, "plan"),
            plan.goal or "–",
            "## Tasks",
            tasks or "- –",
            "## Done when",
            bullets(plan.success_criteria),
            "## Risks",
            bullets(f"**{risk.severity}** {risk.description} → {risk.mitigation or '–'}" for risk in plan.risks),
        ]
    )
    made = {f"{folder}/00-plan.md": whole + "\n"}
    for step in plan.steps:
        made[f"{folder}/{places[step.id]:02}-{step.id}.md"] = _issue(step, places)
    return made


def _issue(step: PlanStep, places: dict[str, int]) -> str:
    after = [f"{places[id]:02}" for id in step.dependencies if id in places]
    parts = [_head(step.title, "task"), step.description or line(step.title)]
    if files_in(step):
        parts += ["## Files", bullets(f"`{file}`" for file in files_in(step))]
    if step.validation:
        parts += ["## Done when", f"- [ ] {line(step.validation)}"]
    if step.rationale:
        parts += ["## Why", step.rationale]
    if after:
        parts += ["## After", bullets(f"task {number}" for number in after)]
    return "\n\n".join(parts) + "\n"


def _head(title: str, label: str) -> str:
    said = line(title).replace("\\", "\\\\").replace('"', '\\"')
    return f'---\ntitle: "{said}"\nlabels: {label}\n---'
