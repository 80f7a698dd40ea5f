"""One page of Markdown, for people."""

from __future__ import annotations

from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.planning.formats.words import box, bullets, files_in, line, slug


def files_of(plan: Plan) -> dict[str, str]:
    """Return the plan as one page."""
    parts = [f"# {line(plan.title)}", plan.goal, "## Steps", *(_step(step) for step in plan.steps)]
    if plan.success_criteria:
        parts += ["## Done when", bullets(plan.success_criteria)]
    if plan.risks:
        risks = (f"**{risk.severity}**: {risk.description} → {risk.mitigation or '–'}" for risk in plan.risks)
        parts += ["## Risks", bullets(risks)]
    if plan.context.assumptions:
        parts += ["## Taken for true", bullets(each.text for each in plan.context.assumptions)]
    answered = [each for each in plan.clarifications if each.answer is not None]
    if answered:
        parts += ["## Answers", bullets(f"{each.question} **{line(each.answer or '')}**" for each in answered)]
    parts.append(f"<!-- plan {plan.id}, version {plan.version}, {plan.content_hash} -->")
    return {f"{slug(plan)}.md": "\n\n".join(part for part in parts if part) + "\n"}


def _step(step: PlanStep) -> str:
    lines = [f"- {box(step)} **{step.id}. {line(step.title)}**"]
    if step.description:
        lines.append(f"  {line(step.description)}")
    for name, said in (
        ("Files", ", ".join(f"`{file}`" for file in files_in(step))),
        ("Uses", f"`{step.call.capability}`" if step.call else ""),
        ("After", ", ".join(step.dependencies)),
        ("Check", line(step.validation)),
        ("Why", line(step.rationale)),
    ):
        if said:
            lines.append(f"  - {name}: {said}")
    return "\n".join(lines)
