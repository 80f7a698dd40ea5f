"""Findings of a model: at most a few, each with its place and a quotation, or it does not count (PL-12)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field, ValidationError

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Stored
from aule.contracts.plans.plan import Evidence, Feedback, Plan, PlanStep, Severity
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.words import is_portuguese
from aule.kernel.planning.execution.step_brief import files_of
from aule.text.words import fold

MOST = 7
"""Findings of a model in one round."""
LONGEST = 12_000
"""Characters of a plan a model is shown; the prompt says that the rest was left out."""
LONGEST_RULES = 3_000
_SHORTEST_QUOTE = 8
_FIELDS = ("goal", "title", "success_criteria", "risks", "context", "steps", "clarifications")
_KINDS = ("coverage", "missing_step", "contradiction", "rule", "assumption", "edge_case", "tests", "overengineering")
_MUST = re.compile(r"\b(?:MUST(?: NOT)?|NEVER|ALWAYS|SHALL(?: NOT)?|NUNCA|SEMPRE|DEVE(?:M)?|PROIBIDO|OBRIGAT[ÓO]RIO)\b")


class ReviewPrompt(NamedTuple):
    """A prompt for a model: its role, the plan, and the schema of the answer."""

    system: str
    text: str
    shape: JsonObject


class _Finding(Stored):
    """One finding as a model returns it; everything but the issue may be missing."""

    kind: str = "coverage"
    step: str | int | None = None
    field: str | None = None
    severity: str = "warning"
    issue: str = Field(min_length=1)
    suggestion: str = ""
    quote: str = ""
    needs_user: bool = False


class _ReviewAnswer(Stored):
    findings: list[_Finding]


def prompt(plan: Plan, facts: ProjectFacts, rules: Sequence[str] = ()) -> ReviewPrompt:
    """Return the prompt for a model's review: the plan and the project's rules, without any tools."""
    language = "Portuguese (Brazil)" if is_portuguese(plan.language) else "English"
    system = _template().format(most=MOST, language=language)
    told = "\n".join(_told(plan))
    if len(told) > LONGEST:
        told = told[:LONGEST] + "\n(the rest of the plan is left out)"
    parts = ["===== plan", _within_lines(told), "====="]
    if law := "\n".join(rules).strip()[:LONGEST_RULES]:
        parts += ["===== rules of the project", _within_lines(law), "====="]
    return ReviewPrompt(system, "\n".join(parts), shape())


def shape() -> JsonObject:
    """Return the schema of a model's answer."""
    text: JsonObject = {"type": "string"}
    finding: JsonObject = {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": list(_KINDS)},
            "step": {"type": ["string", "null"]},
            "field": {"type": ["string", "null"]},
            "severity": {"type": "string", "enum": ["info", "warning", "critical"]},
            "quote": text,
            "issue": text,
            "suggestion": text,
            "needs_user": {"type": "boolean"},
        },
        "required": ["kind", "step", "field", "severity", "quote", "issue", "suggestion", "needs_user"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"findings": {"type": "array", "maxItems": MOST, "items": finding}},
        "required": ["findings"],
        "additionalProperties": False,
    }


def findings_of(answer: JsonObject, plan: Plan, rules: Sequence[str] = ()) -> list[Feedback]:
    """Return the valid findings of a model's answer; those without place or quotation become remarks.

    Raises when the answer does not have its form.
    """
    try:
        given = _ReviewAnswer.model_validate(answer)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Invalid(
            f"The critic's answer does not fit at {where!r}: {first['msg']}.", code="invalid_output"
        ) from None
    told, law = _plain(" ".join(_strings(plan))), _plain("\n".join(rules))
    found = [_judged(each, plan, told, law) for each in given.findings[:MOST]]
    marks: dict[tuple[str, str | None, str | None], Feedback] = {}
    for each in found:
        marks.setdefault((each.code, each.step_id, each.field), each)
    return list(marks.values())


def _judged(given: _Finding, plan: Plan, told: str, law: str) -> Feedback:
    step = None if given.step is None else plan.step(str(given.step))
    named = (given.field or "").split(".")[0]
    quote = _plain(given.quote)
    long_enough = len(quote) >= _SHORTEST_QUOTE
    in_plan, in_rules = long_enough and quote in told, long_enough and quote in law
    supported = (step is not None or named in _FIELDS) and (in_plan or in_rules)
    severity = _severity(given.severity) if supported else "info"
    if supported and in_rules and given.kind == "rule" and _MUST.search(given.quote):
        severity = "critical"
    evidence = [Evidence(path="rules" if in_rules else "plan", quote=given.quote[:400])] if in_plan or in_rules else []
    return Feedback(
        code=f"M-{given.kind if given.kind in _KINDS else 'other'}",
        step_id=None if step is None else step.id,
        field=given.field if named in _FIELDS else None,
        issue=given.issue[:1_000],
        severity=severity,
        suggestion=given.suggestion[:1_000],
        requires_clarification=given.needs_user and severity == "critical",
        fix=None if given.needs_user or severity == "info" else "planner",
        evidence=evidence,
    )


def _within_lines(text: str) -> str:
    """Return text that cannot end its own block: the delimiter is shortened where it occurs."""
    return re.sub(r"={4,}", "===", text)


def _severity(text: str) -> Severity:
    known: dict[str, Literal["info", "warning", "critical"]] = {"critical": "critical", "warning": "warning"}
    return known.get(text.strip().lower(), "info")


def _told(plan: Plan) -> Iterator[str]:
    """Yield a plan in few lines, as an outsider needs it to judge."""
    yield f"title: {plan.title}\ngoal: {plan.goal}"
    for step in plan.steps:
        yield f"step {step.id}: {step.title}"
        yield from _step(step)
    for name, values in (
        ("success_criteria", plan.success_criteria),
        ("risks", [f"{each.description} ({each.severity}) → {each.mitigation or '–'}" for each in plan.risks]),
        ("assumptions", [each.text for each in plan.context.assumptions]),
        ("answers", [f"{each.question} → {each.answer}" for each in plan.clarifications if each.answer]),
    ):
        if values:
            yield f"{name}: " + "; ".join(values)


def _step(step: PlanStep) -> Iterator[str]:
    if step.description:
        yield f"  does: {step.description[:600]}"
    if step.call is not None:
        yield f"  calls: {step.call.capability} {json.dumps(step.call.params, ensure_ascii=False, default=str)[:300]}"
    if files := files_of(step):
        yield f"  files: {step.file_action or ''} {', '.join(files[:6])}".rstrip()
    if step.validation:
        yield f"  checked by: {step.validation[:300]}"
    if step.dependencies:
        yield f"  after: {', '.join(step.dependencies)}"


def _strings(plan: Plan) -> Iterator[str]:
    """Yield every text of a plan, to look up quotations; earlier findings are left out."""
    left_out = {"feedback", "approvals", "content_hash", "original"}
    yield from _leaves(plan.model_dump(mode="json", exclude=left_out, warnings=False))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _leaves(each)


def _plain(text: str) -> str:
    """Return text as quotations are compared: no case, no accents, no punctuation, single blanks."""
    return " ".join(re.findall(r"\w+", fold(text)))


@cache
def _template() -> str:
    return Path(__file__).with_name("criticism.md").read_text(encoding="utf-8").strip()
