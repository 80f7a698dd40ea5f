"""Checks of what a plan leaves open: risks, criteria, questions, assumptions, destruction (C13–C16, C19, C25)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from aule.contracts.access.capability import Effect
from aule.contracts.plans.plan import Clarification, Feedback, Plan, PlanStep, PlanStepKind, Risk
from aule.kernel.planning.critic.kinds import finding
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.structure import is_of_a_check
from aule.kernel.planning.critic.wording import open_steps
from aule.kernel.planning.critic.words import word
from aule.text.words import fold, words

_LONG = 5
"""Letters from which on a word says something about a step's purpose."""
_DESTROYING = re.compile(
    r"\brm -\w*[rf]\w*|\bdrop (?:table|database|schema|column|index)\b|\btruncate\b|\bforce[- ]push\w*"
    r"|\bpush (?:--force\S*|-f)\b|\breset --hard\b|\bmigrations?\b|\bmigrate\b|\bmigrac(?:ao|oes)\b|\bmigrar\b"
    r"|\b(?:in|to|into|on|em|para|no|na) (?:the )?prod(?:uction|ucao)?\b"
    r"|\b(?:delet\w+|erase|wipe|purge|drop|apag\w+|exclui\w*|elimin\w+|limpar) (?:\w+ ){0,3}?"
    r"(?:all|everything|every|data|database|tables?|records?|rows|users?|accounts?|branch\w*|bucket|backups?"
    r"|tudo|tod[oa]s|dados|banco|tabelas?|registros?|linhas|usuarios?|contas?)\b"
)


def check_risks(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C13: something is done about every high risk."""
    for risk in plan.risks:
        if risk.severity in ("high", "critical") and not risk.mitigation.strip():
            yield finding(plan, "no_mitigation", field=f"risks.{risk.id}", risk=risk.description[:120])


def check_criteria(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C14: the plan says how one sees that it succeeded, and every step serves that."""
    criteria = [each for each in plan.success_criteria if each.strip()]
    if not criteria:
        yield finding(plan, "no_criteria", field="success_criteria")
        return
    wanted = _meaning(" ".join([*criteria, plan.goal]))
    for step in open_steps(plan):
        if step.kind is PlanStepKind.HUMAN:
            continue
        said = _meaning(f"{step.title} {step.description} {step.validation} {step.rationale} {step.file or ''}")
        if said.isdisjoint(wanted):
            yield finding(plan, "unrelated", step.id, "rationale")


def check_questions(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C15: no critical question is unanswered. One that a check raised is told by that check."""
    for asked in plan.clarifications:
        if asked.critical and asked.status in ("open", "waiting") and not asked.answer and not is_of_a_check(asked):
            step = next((id for id in asked.related_steps if plan.step(id) is not None), None)
            yield finding(plan, "unanswered", step, f"clarifications.{asked.id}", question=asked.question)


def check_answers(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C16: an answer has reached the steps it is about."""
    for asked in plan.clarifications:
        if asked.answer and asked.related_steps and asked.applied_in_version is None and not _is_in(plan, asked):
            yield finding(plan, "not_applied", field=f"clarifications.{asked.id}", question=asked.question[:120])


def check_destruction(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C19: what destroys something is named as a risk, and a person approves it right before."""
    for step in open_steps(plan):
        what = destroys(step, facts, plan.language)
        if what is None:
            continue
        gate = step.approval == "before" or step.kind is PlanStepKind.HUMAN
        lacks = [] if gate else [word("a_gate", plan.language)]
        if not any(_is_about(risk, step, what) for risk in plan.risks):
            lacks.append(word("a_risk", plan.language))
        if lacks:
            told = word("and", plan.language).join(lacks)
            yield finding(plan, "destructive", step.id, "approval", what=what, lacks=told)


def check_assumptions(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C25: what the plan rests on was confirmed."""
    settled = {each.field for each in plan.clarifications if each.code == "C25" and each.answer is not None}
    for number, each in enumerate(plan.context.assumptions):
        field = f"context.assumptions.{number}"
        if each.critical and not each.confirmed and field not in settled:
            yield finding(plan, "assumption", field=field, text=each.text)


def destroys(step: PlanStep, facts: ProjectFacts, language: str) -> str | None:
    """Return what a step destroys, in a few words; None when the step can be undone."""
    if step.kind is PlanStepKind.HUMAN:
        return None
    if step.file_action == "delete":
        return f"{word('deletes', language)} {step.file or ', '.join(step.files)}"
    if step.kind is PlanStepKind.CALL and step.call is not None:
        item = facts.capability(step.call.capability)
        if item is not None and item.capability.effect is Effect.DELETE:
            return item.capability.name
        if item is None or item.capability.effect is not Effect.EXEC:
            return None  # our own writes can be undone, whatever their text says
        found = _DESTROYING.search(fold(json.dumps(step.call.params, ensure_ascii=False, default=str)))
        return None if found is None else found[0]
    command = step.check.command if step.check is not None and step.check.command else ""
    found = _DESTROYING.search(fold(f"{step.title} . {step.description} . {command}"))
    return None if found is None else found[0]


def _is_about(risk: Risk, step: PlanStep, what: str) -> bool:
    """Return whether a risk concerns a step: by its id, its file, or shared words."""
    said = fold(f"{risk.id} {risk.description}")
    if step.id in re.findall(r"[\w-]+", said) or (step.file is not None and fold(step.file) in said):
        return True
    return not _meaning(said).isdisjoint(_meaning(f"{step.title} {step.description} {what}"))


def _is_in(plan: Plan, asked: Clarification) -> bool:
    """Return whether an answer appears in one of the steps it is about."""
    wanted = {each for each in words(asked.answer or "") if len(each) >= 3}
    if not wanted:
        return True
    for id in asked.related_steps:
        step = plan.step(id)
        if step is None:
            continue
        said = set(words(step.model_dump_json(exclude={"result", "status"})))
        if len(wanted & said) * 2 >= len(wanted):
            return True
    return False


def _meaning(text: str) -> set[str]:
    """Return the meaningful words of a text, cut to their stems: `routes` and `route` are the same."""
    return {each[:_LONG] for each in words(text) if len(each) >= _LONG or each.isdigit()}
