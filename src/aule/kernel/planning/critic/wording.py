"""Checks of a plan's words: nothing blank, everything measurable, nothing secret (C06, C07, C12, C21)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from aule.contracts.access.capability import Effect
from aule.contracts.plans.plan import Feedback, Plan, PlanStep, PlanStepKind, PlanStepStatus
from aule.kernel.planning.critic.kinds import finding
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.words import word
from aule.text.words import fold

SHORTEST = 20
"""Characters below which a description says too little to be followed."""

_BY_HANDS = (PlanStepKind.EDIT, PlanStepKind.AGENT)
_PLACEHOLDER = re.compile(  # capitals only: "todo" is a Portuguese word
    r"\bT[O]DO\b|\bTBD\b|\bTBC\b|\bF[I]XME\b|\bX[X]X\b|^\W*$|^(?:\.{3}|…)|(?:lorem ipsum)|\[(?:\.{3}|…)\]"
)
_UNDECIDED = re.compile(
    r"\[(?:NEEDS CLARIFICATION|PRECISA (?:DE )?ESCLARECIMENTO|A DEFINIR)(?:\s?[:–-]([^\]]{0,400}))?\s?\]",
    re.IGNORECASE,
)

_MEASURABLE = re.compile(
    r"\d|`|(?<![\w-])[\w-]{1,80}\.[a-z]{1,5}\b|\w/\w|%"
    r"|\b(?:test\w*|specs?|pytest|npm|npx|yarn|pnpm|make|curl|git|cargo|docker|lint\w*|build|commands?|comandos?|status)\b"
    r"|\b(?:retorn|respond|devolv|mostr|exib|aparec|exist|cont(?:em|enha|ains?)|pass(?:a|am|ar|e|es|ed|ing)?\b|compil"
    r"|falh|recus|abr(?:e|ir)|list|imprim|grav|salv|registr|igual|return|show|display|appear|print|open|load|fail"
    r"|reject|equal|match|log(?:s|ged)\b|creat|cri(?:a|ad|ou)|saved|writ|visible|visivel|receb|receiv|renderiz|render"
    r"|redirec|redirect|confer|confirm|approv|aprov)"
)
_VAGUE = re.compile(
    r"\b(?:melhorar|melhorias?|adequad\w*|apropriad\w*|rapid[oa]s?|robust\w*|eficiente\w*|otimiza\w*|intuitiv\w*"
    r"|se necessario|se preciso|quando possivel|conforme necessario|etc|amigavel"
    r"|improv\w*|adequate\w*|appropriate\w*|proper(?:ly)?|fast(?:er)?|quick(?:ly)?|efficient\w*|optimi[sz]e\w*|intuitive"
    r"|if necessary|if needed|as needed|when possible|as appropriate|user-friendly|seamless\w*)\b"
)
_NUMBER = re.compile(r"\d")

_Secret = tuple[str, tuple[str, ...], re.Pattern[str]]
_SECRETS: tuple[_Secret, ...] = (
    ("key", ("PRIVATE KEY",), re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----")),
    (
        "token",
        ("AKIA", "gh", "glpat-", "sk-", "sk_live_", "xox", "AIza", "hf_", "npm_", "eyJ"),
        re.compile(
            r"(?<![\w-])(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[\w-]{20,}"
            r"|sk-[A-Za-z0-9_-]{20,}|sk_live_[A-Za-z0-9]{16,}|xox[abprs]-[A-Za-z0-9-]{10,}|AIza[\w-]{35}"
            r"|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})"
        ),
    ),
    ("password", ("://",), re.compile(r"://[^\s/:@\"']{1,64}:[^\s/:@\"'{}$<>]{3,100}@")),
    (
        "password",
        ("pass", "senha", "secret", "segredo", "key", "token"),
        re.compile(
            r"(?:password|passwd|senha|secret|segredo|api[_-]?key|access[_-]?key|token)\\?[\"']?\s{0,3}[:=]\s{0,3}"
            r"\\?[\"']?(?=[^\s\"']{0,60}\d)(?=[^\s\"']{0,60}[a-z])[a-z0-9+/_!@#%&*=.-]{8,}"
        ),
    ),
)
"""Patterns of secrets, each with letters that must occur before it is tried; passwords in lower case."""


def check_descriptions(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C06: every step says what is done, and leaves nothing open."""
    for step in open_steps(plan):
        text = step.description.strip() or (step.question or "").strip()
        by_hands = step.kind in _BY_HANDS
        if (undecided := _UNDECIDED.search(f"{step.title}\n{text}")) is not None:
            asked = (undecided[1] or step.title).strip()
            yield finding(plan, "undecided", step.id, "description", open=asked)
        elif not text:
            yield finding(plan, "no_description", step.id, "description")
        elif (mark := _PLACEHOLDER.search(text)) is not None:
            yield finding(plan, "placeholder", step.id, "description", mark=mark[0] or text[:20])
        elif len(text if by_hands else f"{step.title} {text}") < SHORTEST:
            yield finding(plan, "short", step.id, "description")


def check_validations(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C07: one can tell when a step is done. What a call gave back tells by itself when it only looks."""
    for step in open_steps(plan):
        if step.check is not None and (step.check.command or step.check.expect):
            continue
        text = step.validation.strip()
        if text and is_measurable(text):
            continue
        if not text and not _leaves_something(step, facts):
            continue
        name = "unmeasurable" if text else "no_validation"
        found = finding(plan, name, step.id, "validation", validation=text[:80])
        grave = step.kind is PlanStepKind.EDIT or step.file_action is not None
        yield found if grave else found.model_copy(update={"severity": "warning"})


def check_vagueness(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C12: words that could mean anything come with a measure."""
    language = plan.language
    for step in open_steps(plan):
        where = word("step", language, id=step.id)
        yield from _vague(plan, step.description, where, step.id, "description")
        where = word("validation_of", language, id=step.id)
        yield from _vague(plan, step.validation, where, step.id, "validation")
    for number, criterion in enumerate(plan.success_criteria):
        where = word("criterion", language, text=criterion[:60])
        yield from _vague(plan, criterion, where, None, f"success_criteria.{number}")


def check_secrets(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C21: nothing that looks like a key, a token or a password stands in the plan. The value is not repeated."""
    left_out = {"feedback", "approvals", "content_hash", "original"}  # the imported original cannot be edited
    document = plan.model_dump(mode="json", exclude=left_out, warnings=False)
    document["context"].pop("file_hashes", None)
    if secret_in(json.dumps(document, ensure_ascii=False)) is None:
        return  # one search is enough for nearly every plan
    steps = cast("list[dict[str, Any]]", document.pop("steps"))
    for step in steps:
        for field, value in step.items():
            if (kind := secret_in(_text(value))) is not None:
                where = word("step", plan.language, id=step["id"])
                yield finding(plan, "secret", step["id"], field, where=where, kind=word(kind, plan.language))
    for field, value in document.items():
        if (kind := secret_in(_text(value))) is not None:
            key = field if field in ("title", "goal", "context", "risks", "success_criteria") else "clarifications"
            where = word(key, plan.language)
            yield finding(plan, "secret", None, field, where=where, kind=word(kind, plan.language))


def is_measurable(text: str) -> bool:
    """Return whether a validation names something one can run, count or see."""
    return _MEASURABLE.search(fold(text)) is not None


def secret_in(text: str) -> str | None:
    """Return what kind of secret a text seems to hold, if any."""
    small = text.lower()
    for kind, signs, pattern in _SECRETS:
        said = small if kind == "password" else text
        if any(sign in said for sign in signs) and pattern.search(said) is not None:
            return kind
    return None


def open_steps(plan: Plan) -> list[PlanStep]:
    """Return the steps still to be done; finished ones are not reviewed again."""
    over = (PlanStepStatus.DONE, PlanStepStatus.SKIPPED)
    return [step for step in plan.steps if step.status not in over]


def _leaves_something(step: PlanStep, facts: ProjectFacts) -> bool:
    """Return whether a step's effect can be checked afterwards; a call that only reads has none."""
    if step.kind in (PlanStepKind.HUMAN, PlanStepKind.WORKFLOW):
        return False
    if step.kind is not PlanStepKind.CALL:
        return True
    item = None if step.call is None else facts.capability(step.call.capability)
    return item is not None and item.capability.effect not in (Effect.READ, Effect.NAVIGATE)


def _vague(plan: Plan, text: str, where: str, step: str | None, field: str) -> Iterator[Feedback]:
    if _NUMBER.search(text) is not None or "`" in text:
        return
    found = list(dict.fromkeys(_VAGUE.findall(fold(text))))
    if found:
        yield finding(plan, "vague", step, field, where=where, words=", ".join(found[:5]))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
