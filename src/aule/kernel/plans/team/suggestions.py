"""Suggestions: applies what people want changed in a plan, as far as rules can tell (PL-19)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from aule.contracts.errors import Invalid
from aule.contracts.plans.plan import AnswerOption, Clarification, Plan, PlanStep, PlanStepKind
from aule.kernel.plans.team.answers import ORDER, moved_before, paths_in, waits_for
from aule.kernel.plans.team.questions import next_id
from aule.kernel.plans.team.words import say
from aule.text.words import fold, headline
from aule.understanding.plan_acts import LONGEST

_STEP = r"(?:passos?|etapas?|steps?|item|tarefas?|tasks?)"
_ORDINAL = r"primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|quint[oa]|ultim[oa]|first|second|third|fourth|fifth|last"
_NUMBER = rf"([0-9]{{1,3}}|[a-z0-9_-]*[0-9][a-z0-9_-]*|{_ORDINAL})"
_ONE = rf"(?:o |a |the )?(?:{_STEP} )?{_NUMBER}"
_BEFORE = re.compile(rf"{_STEP} {_NUMBER}\b.{{0,60}}?\b(antes|before|depois|after|apos)\b(?: d[oae]| of)?(?: {_ONE})")
_SWAP = re.compile(
    rf"\b(?:invert\w*|troqu\w*|troca\w*|swap|exchange)\b.{{0,30}}?{_NUMBER}\b"
    rf".{{0,12}}?\b(?:e|com|pelo|pela|and|with|por)\b {_ONE}"
)
_EDGE = re.compile(
    rf"{_STEP} {_NUMBER}\b.{{0,40}}?\b(?:primeiro|no inicio|para o inicio|first|to the (?:start|beginning|top)"
    r"|por ultimo|no fim|para o fim|last|to the end)\b"
)
_DROP = re.compile(
    r"\b(?:remov\w*|tir\w+|exclu\w*|apagu?\w*|delet\w*|drop|retir\w*|corte|cortar|elimin\w*)\b "
    rf"(?:o |a |os |as |the )?{_STEP} {_NUMBER}(?:\s*(?:,|e|and)\s*{_NUMBER})?"
)
_ADD = re.compile(
    rf"^.{{0,40}}?\b(?:adicion\w*|acrescent\w*|inclu\w*|add|insert|include)\b.{{0,20}}?\b(?:{_STEP})\b"
    rf"(?:.{{0,20}}?\b(antes|before|depois|after|apos)\b(?: d[oae]| of)?(?: {_ONE}))?[^:]{{0,40}}:\s*"
)
_FIELD = re.compile(
    r"\b(titulo|nome|descricao|validacao|justificativa|title|name|description|validation|rationale)\b"
    rf".{{0,12}}?{_STEP} {_NUMBER}\b.{{0,20}}?(?:\bpara\b|\bto\b|\bcomo\b|\bas\b|:)\s*:?\s*"
)
_WHOLE = re.compile(
    r"\b(titulo|objetivo|title|goal)\b(?: d[oe] plano| of the plan)?.{0,12}?(?:\bpara\b|\bto\b|:)\s*:?\s*"
)
_FIELDS = {
    "titulo": "title",
    "nome": "title",
    "name": "title",
    "descricao": "description",
    "validacao": "validation",
    "justificativa": "rationale",
    "objetivo": "goal",
}
_ORDINALS = {
    "primeir": 1, "first": 1, "segund": 2, "second": 2, "terceir": 3, "third": 3,
    "quart": 4, "fourth": 4, "quint": 5, "fifth": 5,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _FoldedText:
    """A text, as it is and folded letter by letter, so that positions are the same in both."""

    text: str
    flat: str

    @classmethod
    def of(cls, words: str) -> _FoldedText:
        text = " ".join(words.split())
        return cls(text, "".join((fold(letter) or " ")[:1] for letter in text))

    def behind(self, found: re.Match[str]) -> str:
        return self.text[found.end() :].strip(" \"'“”.")


def suggested(plan: Plan, words: str) -> Plan | Clarification | None:
    """Return the changed plan, or the question that comes first; None when rules cannot tell."""
    if len(words) > LONGEST:  # no rule fits so long a text, and matching it would block the loop
        return None
    said = _FoldedText.of(words)
    rules: tuple[Callable[[Plan, _FoldedText], Plan | Clarification | None], ...] = (
        _add, _change, _reorder, _swap, _edge, _drop, _place, _whole,
    )  # fmt: skip
    for rule in rules:
        found = rule(plan, said)
        if found is not None:
            return found
    return None


def _add(plan: Plan, said: _FoldedText) -> Plan | None:
    found = _ADD.search(said.flat)
    if found is None or not (text := said.behind(found)):
        return None
    taken = {step.id for step in plan.steps}
    id = next(each for n in range(len(taken) + 1, 10_000) if (each := str(n)) not in taken)
    beside = None if found[2] is None else _step(plan, found[2])
    is_before = found[1] in ("antes", "before")
    new = PlanStep(
        id=id,
        title=headline(text[0].upper() + text[1:], 190),
        description=text if len(text) >= 20 else f"{text}. {say('added_step', plan.language)}",
        kind=PlanStepKind.AGENT,
        rationale=say("added_step", plan.language),
        dependencies=[beside.id] if beside is not None and not is_before else [],
    )
    steps = list(plan.steps)
    at = len(steps) if beside is None else steps.index(beside) + (0 if is_before else 1)
    return plan.model_copy(update={"steps": [*steps[:at], new, *steps[at:]]})


def _change(plan: Plan, said: _FoldedText) -> Plan | None:
    found = _FIELD.search(said.flat)
    if found is None or not (text := said.behind(found)):
        return None
    step, field = _step(plan, found[2]), _FIELDS.get(found[1], found[1])
    limit = 190 if field == "title" else 4_000
    return _with_step(plan, step.model_copy(update={field: text[:limit]}))


def _reorder(plan: Plan, said: _FoldedText) -> Plan | Clarification | None:
    found = _BEFORE.search(said.flat)
    if found is None:
        return None
    moved, other = _step(plan, found[1]), _step(plan, found[3])
    if moved is other:
        return plan
    if found[2] in ("antes", "before"):
        return ordered(plan, moved, other)
    for passed in [*_between(plan, other, moved)[1:], other]:
        if waits_for(plan, passed.id, moved.id):
            return order_question(plan, passed, moved)
    after = [step.id for step in plan.steps if step.id != moved.id]
    at = after.index(other.id) + 1
    return moved_before(plan, moved.id, after[at] if at < len(after) else None)


def _swap(plan: Plan, said: _FoldedText) -> Plan | Clarification | None:
    found = _SWAP.search(said.flat)
    if found is None:
        return None
    first, second = sorted((_step(plan, found[1]), _step(plan, found[2])), key=plan.steps.index)
    if waits_for(plan, second.id, first.id):
        return order_question(plan, second, first)
    steps = list(plan.steps)
    a, b = steps.index(first), steps.index(second)
    steps[a], steps[b] = steps[b], steps[a]
    return plan.model_copy(update={"steps": steps})


def _edge(plan: Plan, said: _FoldedText) -> Plan | Clarification | None:
    found = _EDGE.search(said.flat)
    if found is None:
        return None
    step = _step(plan, found[1])
    is_first = any(word in found[0] for word in ("primeiro", "inicio", "first", "start", "beginning", "top"))
    others = [each for each in plan.steps if each.id != step.id]
    if not is_first:
        waiting = next((each for each in others if waits_for(plan, each.id, step.id)), None)
        return order_question(plan, waiting, step) if waiting is not None else moved_before(plan, step.id, None)
    return ordered(plan, step, others[0]) if others else plan


def _drop(plan: Plan, said: _FoldedText) -> Plan | None:
    found = _DROP.search(said.flat)
    if found is None:
        return None
    gone = {_step(plan, each).id for each in (found[1], found[2]) if each is not None}
    steps = [
        step.model_copy(update={"dependencies": _through(plan, step, gone)})
        for step in plan.steps
        if step.id not in gone
    ]
    return plan.model_copy(update={"steps": steps})


def _place(plan: Plan, said: _FoldedText) -> Plan | None:
    """Return the plan with the path of the mentioned step set."""
    found = re.search(rf"{_STEP} {_NUMBER}", said.flat)
    paths = [path for path in paths_in(said.text) if "/" in path or "." in path]
    if found is None or len(paths) != 1:
        return None
    return _with_step(plan, _step(plan, found[1]).model_copy(update={"file": paths[0]}))


def _whole(plan: Plan, said: _FoldedText) -> Plan | None:
    found = _WHOLE.search(said.flat)
    if found is None or re.search(_STEP, said.flat) or not (text := said.behind(found)):
        return None
    field = _FIELDS.get(found[1], found[1])
    field = "title" if field == "title" else "goal"
    return plan.model_copy(update={field: text[: 110 if field == "title" else 4_000]})


def ordered(plan: Plan, moved: PlanStep, other: PlanStep) -> Plan | Clarification:
    """Return the plan with a step before another, or the question about its dependency if one forbids it."""
    blocking = [each for each in _between(plan, moved, other) if waits_for(plan, moved.id, each.id)]
    if blocking:
        return order_question(plan, moved, other if other in blocking else blocking[0])
    return moved_before(plan, moved.id, other.id)


def order_question(plan: Plan, moved: PlanStep, other: PlanStep) -> Clarification:
    """Return the question what to do about a dependency that forbids the wanted order."""
    locale, ids = plan.language, {"moved": moved.id, "other": other.id}
    return Clarification(
        id=next_id(plan),
        question=say("order", locale, moved_title=moved.title, other_title=other.title, **ids),
        found=say("order_found", locale, **ids),
        related_steps=[moved.id, other.id],
        field="dependencies",
        code=ORDER,
        options=[
            AnswerOption(
                id="a", label=say("order_drop", locale), consequence=say("order_drop_consequence", locale, **ids)
            ),
            AnswerOption(
                id="b", label=say("order_reverse", locale), consequence=say("order_reverse_consequence", locale, **ids)
            ),
            AnswerOption(id="c", label=say("order_keep", locale), consequence=say("keeps_plan", locale)),
        ],
        recommended="c",
    )


def _between(plan: Plan, moved: PlanStep, other: PlanStep) -> list[PlanStep]:
    """Return the steps a step passes when it moves before another."""
    start, end = plan.steps.index(other), plan.steps.index(moved)
    return plan.steps[start:end] if start < end else []


def _through(plan: Plan, step: PlanStep, gone: set[str]) -> list[str]:
    """Return dependencies without dropped steps, whose own dependencies take their place."""
    found: list[str] = []
    todo = list(step.dependencies)
    while todo:
        id = todo.pop(0)
        if id not in gone:
            found.append(id)
        elif (dropped := plan.step(id)) is not None:
            todo += dropped.dependencies
    return list(dict.fromkeys(found))


def _step(plan: Plan, said: str) -> PlanStep:
    """Return the step somebody means: by its position in the list, or by its id."""
    number = int(said) if said.isdigit() else _ordinal(said, len(plan.steps))
    if number is not None and 1 <= number <= len(plan.steps):
        return plan.steps[number - 1]
    found = next((step for step in plan.steps if fold(step.id) == said), None)
    if found is None:
        raise Invalid(
            say("no_step", plan.language, step=said),
            code="unknown_step",
            candidates=[step.id for step in plan.steps][:5],
            hint=say("not_understood_hint", plan.language),
        )
    return found


def _ordinal(said: str, count: int) -> int | None:
    if said.startswith(("ultim", "last")):
        return count
    return next((number for stem, number in _ORDINALS.items() if said.startswith(stem)), None)


def _with_step(plan: Plan, changed: PlanStep) -> Plan:
    steps = [changed if step.id == changed.id else step for step in plan.steps]
    return plan.model_copy(update={"steps": steps})
