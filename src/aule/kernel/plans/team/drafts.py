"""Drafts: the prompt for a full model, the schema of its answer, and the plan read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import (
    AnswerOption,
    Assumption,
    Clarification,
    Feedback,
    Plan,
    PlanStep,
    PlanStepKind,
    Risk,
)
from aule.contracts.runs.graph import StepCall
from aule.kernel.agents.app_context import marked
from aule.kernel.plans.team.project_survey import ProjectRule, Survey
from aule.kernel.plans.team.words import prompt
from aule.kernel.runs.thinking import as_data, filled
from aule.models.brains.shapes import list_of, object_of, text_of
from aule.text.words import headline, words

CAPABILITY_CHARACTERS = 380
"""Characters for capabilities in a prompt; the rest is left out and counted."""
MOST_NAMES = 60
MOST_STEPS = 40
MOST_FOUND = 6
_FOR_TALKS = frozenset({"core.ask_user", "core.delegate", "core.find_capabilities", "core.now"})
_KINDS = [kind.value for kind in PlanStepKind if kind is not PlanStepKind.WORKFLOW]
_TEXT: JsonObject = {"type": "string"}
_NULLABLE: JsonObject = {"type": ["string", "null"]}
_TEXTS: JsonObject = {"type": "array", "items": _TEXT}
STEP_SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "id": _TEXT,
        "title": _TEXT,
        "description": _TEXT,
        "kind": {"type": "string", "enum": _KINDS},
        "file": _NULLABLE,
        "file_action": {"type": ["string", "null"], "enum": ["create", "modify", "delete", None]},
        "capability": _NULLABLE,
        "params": {"type": "object"},
        "dependencies": _TEXTS,
        "validation": _TEXT,
        "rationale": _TEXT,
    },
    "required": ["id", "title", "description", "kind", "dependencies", "validation", "rationale"],
}
SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "title": _TEXT,
        "goal": _TEXT,
        "steps": {"type": "array", "items": STEP_SHAPE, "maxItems": MOST_STEPS},
        "assumptions": _TEXTS,
        "risks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "description": _TEXT,
                    "severity": {"type": "string", "enum": ["low", "medium", "high"]},
                    "mitigation": _TEXT,
                },
                "required": ["description", "severity", "mitigation"],
            },
        },
        "success_criteria": _TEXTS,
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"question": _TEXT, "steps": _TEXTS, "options": _TEXTS},
                "required": ["question", "steps"],
            },
        },
        "say": _TEXT,
    },
    "required": ["title", "goal", "steps", "success_criteria", "say"],
}
"""The schema of a model's draft."""

_OTHER_NAMES = {
    "fileAction": "file_action",
    "lineStart": "line_start",
    "lineEnd": "line_end",
    "successCriteria": "success_criteria",
    "dependsOn": "dependencies",
    "depends_on": "dependencies",
    "onError": "on_error",
}
"""Key names of the plan file, which models use too."""


def draft_words(request: str, survey: Survey, capabilities: Sequence[Capability]) -> str:
    """Return the prompt for drafting a plan."""
    return filled(
        prompt("draft"),
        request=request.strip(),
        survey=as_data("project", known_of(survey)),
        rules=rules_words(survey.rules),
        count=str(len(capabilities)),
        capabilities=catalogue(capabilities, request),
    )


def mend_words(plan: Plan, findings: Sequence[Feedback], rules: Sequence[ProjectRule]) -> str:
    """Return the prompt for correcting a plan."""
    told = [
        {"code": each.code, "step": each.step_id, "field": each.field, "issue": each.issue, "do": each.suggestion}
        for each in findings
        if each.status == "open" and each.severity != "info"
    ]
    return filled(
        prompt("mend"), plan=as_data("plan", sketch(plan)), findings=as_data("critic", told), rules=rules_words(rules)
    )


def rules_words(rules: Sequence[ProjectRule]) -> str:
    """Return the project's own rules, as a model reads them."""
    if not rules:
        return ""
    texts = "\n".join(marked(rule.path, rule.text) for rule in rules)
    return f"Rules of this project (the first outranks the others; the plan keeps to what they say MUST be):\n{texts}\n"


def known_of(survey: Survey) -> JsonObject:
    """Return the results of a survey in a few lines."""
    known: JsonObject = {"files": list(survey.names[:MOST_NAMES])}
    if len(survey.names) > MOST_NAMES:
        known["more_files"] = len(survey.names) - MOST_NAMES
    if survey.libraries:
        known["libraries"] = list(survey.libraries[:12])
    if survey.found:
        known["about_it"] = [
            f"{each.path}:{each.lines} {each.quote or ''}".strip() for each in survey.found[:MOST_FOUND]
        ]
    return known


def catalogue(capabilities: Sequence[Capability], request: str) -> str:
    """Return the capabilities that fit the words, one a line, as many as fit."""
    asked = set(words(request))

    def rank(capability: Capability) -> tuple[int, bool, bool, bool, str]:
        about = words(f"{capability.name} {capability.title} {' '.join(capability.titles.values())}".replace("_", " "))
        fits = len(asked & set(about))
        everyday = capability.category in ("files", "notes")
        return (-fits, capability.app != "core", not everyday, capability.effect is Effect.READ, capability.name)

    lines: list[str] = []
    left = CAPABILITY_CHARACTERS
    useful = [each for each in capabilities if each.name not in _FOR_TALKS and each.app != "planner"]
    for capability in sorted(useful, key=rank):
        names = list(object_of(capability.params.get("properties")))
        line = f"- {capability.name}({', '.join(names)}) {capability.effect}"
        if len(line) >= left:
            break
        lines.append(line)
        left -= len(line) + 1
    return "\n".join(lines)


def sketch(plan: Plan) -> JsonObject:
    """Return a plan in the form in which models write one."""
    return {
        "title": plan.title,
        "goal": plan.goal,
        "steps": [_sketched(step) for step in plan.steps],
        "assumptions": [each.text for each in plan.context.assumptions],
        "risks": [
            {"description": each.description, "severity": each.severity, "mitigation": each.mitigation}
            for each in plan.risks
        ],
        "success_criteria": plan.success_criteria,
        "answers": [{"question": each.question, "answer": each.answer} for each in plan.clarifications if each.answer],
    }


def read_draft(document: JsonObject, blank: Plan) -> tuple[Plan | None, str]:
    """Return the plan a model drafted, and its message; raise `ValueError` with all that is wrong."""
    document = _renamed(document)
    say = text_of(document.get("say")).strip()
    raw = list_of(document.get("steps"))
    if not raw:
        if say:
            return None, say
        raise ValueError("'steps' is empty and 'say' says nothing")
    if len(raw) > MOST_STEPS:
        raise ValueError(f"'steps' has {len(raw)} items; {MOST_STEPS} are the most")
    title = headline(text_of(document.get("title")), 110)
    if not title:
        raise ValueError("'title' is missing")
    steps = read_steps(raw)
    assumptions = [_assumption(each) for each in list_of(document.get("assumptions"))]
    context = blank.context.model_copy(update={"assumptions": [each for each in assumptions if each is not None]})
    plan = blank.model_copy(
        update={
            "title": title,
            "goal": text_of(document.get("goal"))[:8_000] or title,
            "context": context,
            "steps": steps,
            "risks": _risks(list_of(document.get("risks"))),
            "success_criteria": [text for each in list_of(document.get("success_criteria")) if (text := text_of(each))],
            "clarifications": [*blank.clarifications, *_questions(list_of(document.get("questions")), steps)],
        }
    )
    return plan, say


def read_steps(raw: Sequence[Any], earlier: Mapping[str, PlanStep] | None = None) -> list[PlanStep]:
    """Return steps as a model wrote them; kept ones retain what only people and runs can set."""
    steps: list[PlanStep] = []
    wrong: list[str] = []
    for number, each in enumerate(raw, start=1):
        try:
            steps.append(_step(_renamed(object_of(each)), number, earlier or {}))
        except ValidationError as error:
            first = error.errors()[0]
            wrong.append(f"step {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}")
        except ValueError as error:
            wrong.append(f"step {number}: {error}")
    if wrong:
        raise ValueError("; ".join(wrong[:8]))
    return steps


def _step(raw: JsonObject, number: int, earlier: Mapping[str, PlanStep]) -> PlanStep:
    id = str(raw.get("id") or number)
    call = object_of(raw.get("call"))
    capability = text_of(raw.get("capability")) or text_of(call.get("capability"))
    params = object_of(raw.get("params")) or object_of(call.get("params"))
    file = text_of(raw.get("file")).strip() or None
    kind = text_of(raw.get("kind")) or ("call" if capability else "edit" if file else "agent")
    if kind not in _KINDS:
        raise ValueError(f"'kind' is {kind!r}, which is not one of {_KINDS}")
    if kind == "call" and not capability:
        raise ValueError("a step of kind 'call' names its 'capability'")
    title = headline(text_of(raw.get("title")), 190)
    if not title:
        raise ValueError("'title' is missing")
    base = earlier.get(id)
    given: dict[str, Any] = {
        "id": id,
        "title": title,
        "description": text_of(raw.get("description")),
        "kind": kind,
        "file": file,
        "file_action": raw.get("file_action") or None,
        "dependencies": [str(each) for each in list_of(raw.get("dependencies"))],
        "validation": text_of(raw.get("validation")),
        "rationale": text_of(raw.get("rationale")),
        "call": StepCall(capability=capability.replace("__", ".", 1), params=params) if kind == "call" else None,
    }
    for name in ("files", "line_start", "line_end", "question", "approval", "agent", "repeat", "check"):
        if raw.get(name) is not None:
            given[name] = raw[name]
    if base is None:
        return PlanStep.model_validate(given)
    return PlanStep.model_validate(base.model_dump() | given)


def _sketched(step: PlanStep) -> JsonObject:
    full = step.model_dump(mode="json", exclude_none=True, exclude={"status", "result", "estimate", "on_error", "call"})
    kept = {key: value for key, value in full.items() if value not in ([], "")}
    if step.call is not None:
        kept |= {"capability": step.call.capability, "params": step.call.params}
    return kept


def _renamed(raw: JsonObject) -> JsonObject:
    return {_OTHER_NAMES.get(key, key): value for key, value in raw.items()}


def _assumption(raw: Any) -> Assumption | None:
    text = text_of(raw) or text_of(object_of(raw).get("text"))
    return (
        Assumption(text=text[:2_000], source="planner", critical=object_of(raw).get("critical") is True)
        if text
        else None
    )


def _risks(raw: Sequence[Any]) -> list[Risk]:
    found: list[Risk] = []
    for each in raw:
        about = object_of(each)
        said = (text_of(about.get("description")) or text_of(each)).strip()
        severity = text_of(about.get("severity"))
        if said:
            found.append(
                Risk(
                    id=f"r{len(found) + 1}",
                    description=said[:2_000],
                    severity=severity if severity in ("low", "medium", "high", "critical") else "medium",
                    mitigation=text_of(about.get("mitigation"))[:2_000],
                )
            )
    return found


def _questions(raw: Sequence[Any], steps: Sequence[PlanStep]) -> list[Clarification]:
    """Return the model's questions; each waits for its turn."""
    known = {step.id for step in steps}
    found: list[Clarification] = []
    for each in raw[:5]:
        about = object_of(each)
        question = (text_of(about.get("question")) or text_of(each)).strip()
        if question:
            labels = [headline(text_of(label), 200) for label in list_of(about.get("options"))[:5]]
            options = [AnswerOption(id=chr(97 + n), label=label) for n, label in enumerate(filter(None, labels))]
            found.append(
                Clarification(
                    id=f"c{len(found) + 1}",
                    question=question[:4_000],
                    related_steps=[str(id) for id in list_of(about.get("steps")) if str(id) in known],
                    options=options,
                    recommended=options[0].id if options else None,
                    status="waiting",
                )
            )
    return found
