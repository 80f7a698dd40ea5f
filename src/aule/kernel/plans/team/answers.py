"""Answers: applies a person's answer to the steps it is about, as far as rules can tell (PL-18)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aule.contracts.plans.plan import AnswerOption, Assumption, Clarification, Evidence, Plan, PlanStep
from aule.kernel.plans.team.places import file_in
from aule.kernel.plans.team.questions import next_id
from aule.kernel.plans.team.words import say
from aule.text.words import fold, words
from aule.understanding.alignment import align
from aule.understanding.plan_acts import LONGEST
from aule.understanding.values.marks import PATH
from aule.understanding.values.numerals import integer

ORDER = "order"
"""The code of a question about the order of two steps."""
CONFLICT = "conflict"
"""The code of a question about two answers that cannot both hold."""
_ALL = re.compile(r"\b(todas?|todos|all|every|cada)\b")
_ROUTE = re.compile(r"(?<![\w/.])(/[\w:/{}.-]*)")
_EXCEPT = re.compile(r"\b(?:exceto|menos|salvo|fora|except|but|besides)\b(.*)", re.DOTALL)


def worked_in(plan: Plan, asked: Clarification, names: Sequence[str]) -> Plan | None:
    """Return the plan with an answer applied to its steps; None when rules cannot understand it."""
    answer = (asked.answer or "").strip()
    match asked.code:
        case "C08":
            return _placed(plan, asked, answer, names)
        case "C10":
            return _valued(plan, asked, answer)
        case "C25":
            return _assumed(plan, asked, answer)
        case str() as code if code == ORDER:
            return _ordered(plan, asked, answer)
        case _:
            return None


def noted(plan: Plan, asked: Clarification) -> Plan:
    """Return the plan with an answer noted in its related steps, else among the assumptions."""
    text = say("settled_so", plan.language, question=asked.question, answer=asked.answer or "")
    if not any(plan.step(id) for id in asked.related_steps):
        return assuming(plan, text, asked.id)
    return _changed(plan, asked.related_steps, lambda step: _said(step, text))


def assuming(plan: Plan, text: str, source: str = "planner") -> Plan:
    """Return the plan with one more confirmed assumption, added once."""
    return _with_assumption(plan, Assumption(text=text[:2_000], source=source, confirmed=True))


def contradiction(plan: Plan, asked: Clarification) -> Clarification | None:
    """Return the question which of two answers holds, if an earlier one contradicts this one."""
    for earlier in plan.clarifications:
        if earlier.id == asked.id or not earlier.answer or earlier.code != asked.code or asked.code == CONFLICT:
            continue
        same = earlier.field == asked.field and not set(earlier.related_steps).isdisjoint(asked.related_steps)
        if same and asked.code is not None and fold(earlier.answer) != fold(asked.answer or ""):
            return conflict(plan, earlier, asked)
    return None


def conflict(plan: Plan, earlier: Clarification, now: Clarification) -> Clarification:
    """Return the question which of two answers holds."""
    before, after = earlier.answer or "", now.answer or ""
    question = say("contradiction", plan.language, earlier=earlier.question, before=before, now=after)
    return Clarification(
        id=next_id(plan),
        question=question[:4_000],
        related_steps=list(dict.fromkeys([*now.related_steps, *earlier.related_steps])),
        field=now.field,
        code=CONFLICT,
        options=[AnswerOption(id="a", label=after[:400]), AnswerOption(id="b", label=before[:400])],
        recommended="a",
    )


def settled_conflict(plan: Plan, asked: Clarification) -> tuple[Plan, Clarification] | None:
    """Return the plan after a settled contradiction: the losing answers withdrawn, and the answer to apply."""
    answer = fold(asked.answer or "")
    about = [
        each
        for each in plan.clarifications
        if each.id != asked.id and each.field == asked.field and each.answer
        and not set(each.related_steps).isdisjoint(asked.related_steps)
    ]  # fmt: skip
    holds = next((each for each in reversed(about) if fold(each.answer or "") == answer), None)
    if holds is None:
        return None
    lost = {each.id for each in about if each.id != holds.id and fold(each.answer or "") != answer}
    kept = [each.model_copy(update={"status": "dropped"}) if each.id in lost else each for each in plan.clarifications]
    return plan.model_copy(update={"clarifications": kept}), holds


def _placed(plan: Plan, asked: Clarification, answer: str, names: Sequence[str]) -> Plan | None:
    step = next((found for id in asked.related_steps if (found := plan.step(id)) is not None), None)
    if step is None:
        return None
    if step.file_action in ("modify", "delete"):
        said = _with_paths(answer, asked.evidence)
        files = chosen_files(said, [each.path for each in asked.evidence], names, asked.options)
    else:
        paths = paths_in(answer)
        files = [_file(paths[0], step, names)] if paths else []
    if not files:
        return None
    text = say("settled_so", plan.language, question=asked.question, answer=answer)
    update = {"file": files[0], "files": files[1:]}
    return _changed(plan, [step.id], lambda each: _said(each, text).model_copy(update=update))


def _with_paths(answer: str, evidence: Sequence[Evidence]) -> str:
    """Return an answer that names routes with the files that declare them; a route includes those below it."""
    routes = [(route, each.path) for each in evidence for route in (each.quote or "").split(", ") if route[:1] == "/"]

    def paths(found: re.Match[str]) -> str:
        said = found[1].rstrip("/.,;") or "/"
        meant = [path for route, path in routes if route == said or route.startswith(f"{said}/")]
        return f" {' '.join(dict.fromkeys(meant))} " if meant else found[0]

    return _ROUTE.sub(paths, answer[:LONGEST])


def chosen_files(
    answer: str, candidates: Sequence[str], names: Sequence[str], options: Sequence[AnswerOption] = ()
) -> list[str]:
    """Return the files an answer means: by path, by name, all of them, or all but some."""
    said = fold(answer)
    if (rest := _EXCEPT.search(said)) is not None and (_ALL.search(said) or said.startswith(rest[0][:3])):
        return [path for path in candidates if not _named(path, rest[1])]
    if _ALL.search(said):
        return list(candidates)
    exact = [path for path in paths_in(answer) if path in names]
    if exact:
        return exact
    return [path for path in candidates if _named(path, said)]


def paths_in(text: str) -> list[str]:
    """Return the paths in an answer; a bare word that ends in a slash is one too."""
    found = [text[match.start() : match.end()].rstrip(".,;") for match in PATH.finditer(align(text))]
    bare = text[:LONGEST].strip(" `\"'.")
    if not found and re.fullmatch(r"[\w.-]+/?", bare):
        found = [bare]
    return list(dict.fromkeys(found))


def _named(path: str, said: str) -> bool:
    """Return whether a text mentions a path: whole, or by its file name."""
    stem = fold(path.rpartition("/")[2].partition(".")[0])
    said_words = set(words(said.replace("/", " ")))
    return fold(path) in said or stem in said_words or f"{stem}s" in said_words or stem.rstrip("s") in said_words


def _file(path: str, step: PlanStep, names: Sequence[str]) -> str:
    """Return a file path for an answer that may name only its folder."""
    last = path.rstrip("/").rpartition("/")[2]
    is_folder = path.endswith("/") or "." not in last or any(name.startswith(f"{path.rstrip('/')}/") for name in names)
    return file_in(path, step, names) if is_folder else path


def _valued(plan: Plan, asked: Clarification, answer: str) -> Plan | None:
    param = (asked.field or "").rpartition(".")[2]
    step = next((found for id in asked.related_steps if (found := plan.step(id)) is not None), None)
    if step is None or step.call is None or not param:
        return None
    number = integer(answer)
    value: object = number if number is not None and str(number) == answer.strip() else answer
    call = step.call.model_copy(update={"params": {**step.call.params, param: value}})
    return _changed(plan, [step.id], lambda each: each.model_copy(update={"call": call}))


def _assumed(plan: Plan, asked: Clarification, answer: str) -> Plan | None:
    number = (asked.field or "").rpartition(".")[2]
    known = list(plan.context.assumptions)
    if not number.isdigit() or int(number) >= len(known):
        return None
    if fold(answer) == fold(say("no_wrong", plan.language)):
        return None
    at = int(number)
    is_right = fold(answer) == fold(say("yes_right", plan.language)) or fold(answer) in (
        "sim",
        "yes",
        "s",
        "y",
        "certo",
    )
    changed = known[at] if is_right else known[at].model_copy(update={"text": answer[:2_000], "source": asked.id})
    known[at] = changed.model_copy(update={"confirmed": True})
    return plan.model_copy(update={"context": plan.context.model_copy(update={"assumptions": known})})


def _ordered(plan: Plan, asked: Clarification, answer: str) -> Plan | None:
    """Return the plan with two steps swapped, and the dependency dropped or reversed."""
    if len(asked.related_steps) < 2:
        return None
    moved, other = asked.related_steps[0], asked.related_steps[1]
    said = fold(answer)
    if said == fold(say("order_keep", plan.language)):
        return plan
    if said == fold(say("order_drop", plan.language)):
        free = _changed(plan, [moved], lambda step: _without(step, between(plan, moved, other)))
        return moved_before(free, moved, other)
    if said == fold(say("order_reverse", plan.language)):
        free = _changed(plan, [moved], lambda step: _without(step, between(plan, moved, other)))
        turned = _changed(free, [other], lambda step: _waiting(step, moved))
        return moved_before(turned, moved, other)
    return None


def moved_before(plan: Plan, moved: str, other: str | None) -> Plan:
    """Return the plan with a step right before another, or at the end; ids stay."""
    step = plan.step(moved)
    if step is None or moved == other:
        return plan
    rest = [each for each in plan.steps if each.id != moved]
    at = next((n for n, each in enumerate(rest) if each.id == other), len(rest))
    return plan.model_copy(update={"steps": [*rest[:at], step, *rest[at:]]})


def between(plan: Plan, step: str, other: str) -> set[str]:
    """Return the dependencies by which a step waits for another, directly or through more steps."""
    found = plan.step(step)
    return set() if found is None else {id for id in found.dependencies if id == other or waits_for(plan, id, other)}


def waits_for(plan: Plan, step: str, other: str) -> bool:
    """Return whether a step depends on another, directly or through more steps."""
    todo, seen = [step], set[str]()
    while todo:
        found = plan.step(todo.pop())
        for id in [] if found is None else found.dependencies:
            if id == other:
                return True
            if id not in seen:
                seen.add(id)
                todo.append(id)
    return False


def _without(step: PlanStep, ids: set[str]) -> PlanStep:
    return step.model_copy(update={"dependencies": [id for id in step.dependencies if id not in ids]})


def _waiting(step: PlanStep, other: str) -> PlanStep:
    return step.model_copy(update={"dependencies": list(dict.fromkeys([*step.dependencies, other]))})


def _said(step: PlanStep, text: str) -> PlanStep:
    known = step.description.rstrip()
    return step if text in known else step.model_copy(update={"description": f"{known}\n{text}".strip()[:8_000]})


def _with_assumption(plan: Plan, assumption: Assumption) -> Plan:
    if any(each.text == assumption.text for each in plan.context.assumptions):
        return plan
    context = plan.context.model_copy(update={"assumptions": [*plan.context.assumptions, assumption]})
    return plan.model_copy(update={"context": context})


def _changed(plan: Plan, ids: Sequence[str], change: Callable[[PlanStep], PlanStep]) -> Plan:
    steps = [change(step) if step.id in ids else step for step in plan.steps]
    return plan.model_copy(update={"steps": steps})
