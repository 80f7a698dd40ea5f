"""Plans from recipes: fills a template from the request and the project. No model takes part."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, cast

from pydantic import ValidationError

from aule.contracts.errors import Invalid
from aule.contracts.plans.plan import Assumption, Clarification, Origin, Plan, PlanContext, PlanStep, PlanStepKind, Risk
from aule.contracts.plans.recipe import PlanTemplate, Recipe, SlotKind, StepTemplate
from aule.contracts.runs.graph import Repeat, StepCall
from aule.kernel.plans.team.template_values import HOLE, UNKNOWN, RecipeInputs, fill, values_of
from aule.kernel.plans.team.words import language_in, say
from aule.models.builtin.understood import doubts
from aule.text.words import fold, headline
from aule.understanding.plan_acts import makes_many, word_set
from aule.understanding.recipes import read_answer, read_slots
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Sentence
from aule.understanding.values.marks import find_marks
from aule.understanding.vocabulary import EMPTY, VERB_OF

ASKED = "recipe:"
"""Prefix of the code of a question about a slot: `recipe:rename_symbol/new_name`."""
_ELSEWHERE = re.compile(
    r"\s+(?:em|num|numa|into|in)\s+(?:um|uma|one|a|an)?\s*(?:só\s+|único\s+|single\s+)?"
    r"(?:arquivos?|documentos?|textos?|file|document|text)\b"
    r"|\s+e\s+(?:escreva|faça|monte|gere)\b|\s+and\s+(?:write|make|create)\b"
    r"|\s+(?:no|na|nos|nas)\s+(?:projeto|sistema|código|aplicativo|arquivos|documentos)\b"
    r"|\s+(?:in|to) (?:the|my)\s+(?:project|system|code|app|files|documents)\b|\s+(?:citad[oa]s|named|mentioned)\b",
    re.IGNORECASE,
)
"""Words that only say where something goes, or what else is done."""
_ARTICLE = re.compile(r"^(?:o|a|os|as|um|uma|the|an?|my|meus?|minhas?)\s+", re.IGNORECASE)
_READ = frozenset({SlotKind.INTEGER, SlotKind.NUMBER, SlotKind.DATE, SlotKind.DATES})
"""Kinds of slots whose value is parsed from an answer; all others take its words."""
_DERIVED = {
    "subject": ("slug", "target", "module", "test_file", "doc_file", "output", "title", "items"),
    "count": ("items",),
}
"""Values that follow from a slot's value."""


def names_to_look_up(recipe: Recipe, blank: Plan, request: str, today: date) -> list[str]:
    """Return names whose uses in the project a recipe needs."""
    said = _said(recipe, request, blank.language, today) | _answers(blank, recipe, today)
    return [str(said[name]) for name in ("old_name", "package") if said.get(name)]


def plan_from_recipe(inputs: RecipeInputs, blank: Plan) -> Plan:
    """Return the plan a recipe produces; missing values become questions, one at a time."""
    template = cast("PlanTemplate", inputs.recipe.plan)
    language = language_in(inputs.locale)
    said = _said(inputs.recipe, inputs.request, inputs.locale, inputs.today)
    said |= _answers(blank, inputs.recipe, inputs.today)
    values = values_of(inputs, said)
    told = _teller(values, language)
    try:
        steps = [_step(each, values, told) for each in template.steps if _is_needed(each, values)]
    except ValidationError as error:
        raise _impossible(error, language) from error
    kept = {step.id for step in steps}
    context = blank.context if blank.context != PlanContext() else inputs.survey.context()
    return blank.model_copy(
        update={
            "title": headline(" ".join(told(template.name).split()), 110),
            "goal": told(template.goal),
            "context": context.model_copy(update={"assumptions": _assumptions(inputs, blank, told)}),
            "steps": [step.model_copy(update={"dependencies": _known(step, kept)}) for step in steps],
            "risks": [
                Risk(
                    id=f"r{n}",
                    description=told(each.description),
                    severity=each.severity,
                    mitigation=told(each.mitigation),
                )
                for n, each in enumerate(template.risks, start=1)
            ],
            "success_criteria": [fill(text, values, inputs.locale) for text in template.success[language]],
            "clarifications": _questions(inputs.recipe, said, blank, inputs.locale),
            "origin": Origin(agent=blank.origin.agent, run=blank.origin.run, prompt=inputs.request),
        }
    )


def _impossible(error: ValidationError, language: str) -> Invalid:
    """Return why no plan has the number somebody said: zero, or more than a plan may have."""
    number = error.errors()[0].get("input")
    if language == "pt":
        return Invalid(f"Não dá para planejar com {number!r}.", hint="Diga um número de 1 a 50.")
    return Invalid(f"There is no plan with {number!r}.", hint="Say a number from 1 to 50.")


def filled_in(plan: Plan, from_recipe: Plan, related: Sequence[str]) -> Plan:
    """Return a plan with the steps that lacked a value; people's changes elsewhere stay."""
    fresh = {step.id: step for step in from_recipe.steps}
    known = {step.id for step in plan.steps}
    steps = [fresh[step.id] if step.id in related and step.id in fresh else step for step in plan.steps]
    steps += [step for step in from_recipe.steps if step.id not in known and step.id in related]
    update: dict[str, Any] = {"steps": steps}
    for field in ("title", "goal"):
        if UNKNOWN in getattr(plan, field):
            update[field] = getattr(from_recipe, field)
    if UNKNOWN in " ".join([*plan.success_criteria, *(risk.description for risk in plan.risks)]):
        update |= {"success_criteria": from_recipe.success_criteria, "risks": from_recipe.risks}
    return plan.model_copy(update=update)


def named(known: Sequence[Recipe], id: str | None, request: str) -> Recipe | None:
    """Return the recipe somebody chose: by id, or by its title, alone or before a colon and the request."""
    said = fold(request.partition(":")[0]).strip()
    for recipe in known:
        if recipe.id == id or said in {fold(title) for title in recipe.title.values()}:
            return recipe
    return None


def behind_name(recipe: Recipe, request: str) -> str:
    """Return the request without the recipe's title before it."""
    title, _, rest = request.partition(":")
    is_title = fold(title).strip() in {fold(each) for each in recipe.title.values()}
    return rest.strip() if is_title else request


def fitting(known: Sequence[Recipe], request: str) -> list[Recipe]:
    """Return recipes that fit the number of things wanted: some need one, some accept one, some take none."""
    counted = makes_many(request)

    def goes(recipe: Recipe) -> bool:
        counts = [slot for slot in recipe.slots.values() if slot.kind is SlotKind.INTEGER]
        if not counts:
            return not counted
        return counted or not all(slot.required for slot in counts)

    return [each for each in known if goes(each)]


def recipe_of(asked: Clarification, recipes: Sequence[Recipe]) -> Recipe | None:
    """Return the recipe that waits for the answer to a question."""
    if asked.code is None or not asked.code.startswith(ASKED):
        return None
    id = asked.code.removeprefix(ASKED).partition("/")[0]
    return next((each for each in recipes if each.id == id and each.plan is not None), None)


def _said(recipe: Recipe, request: str, locale: str, today: date) -> dict[str, Any]:
    """Return slot values from the request itself."""
    sentence = Sentence(request, today, day_first=language_in(locale) == "pt")
    found = {name: value for name, value in read_slots(recipe, sentence).items() if value is not None}
    for name in ("old_name", "new_name", "package"):
        if isinstance(found.get(name), str):
            found[name] = _symbol(found[name])
    slot = recipe.slots.get("subject")
    if slot is not None:
        said = found.pop("subject", None) or (object_of_work(request) if slot.kind is SlotKind.REST else "")
        if subject := _subject(said):
            found["subject"] = subject
    return found


def _symbol(text: str) -> str:
    """Return the code name in words: the first word with a capital or an underscore, else the first."""
    return next((word for word in text.split() if word != word.lower() or "_" in word), text.split()[0])


def object_of_work(request: str) -> str:
    """Return what a request is about: all after its verbs, without introductory words."""
    text = " ".join(request.split()).rstrip(" .!?")
    leading = word_set("leading")
    start, verbs = 0, 0
    for word in re.finditer(r"[^\W_]+(?:-[^\W_]+)*", text):
        folded = fold(word[0])
        is_verb = folded in VERB_OF or folded in leading
        if folded not in EMPTY and not (folded in leading or (is_verb and not verbs)):
            break
        verbs += is_verb
        start = word.end()
    return text[start:].strip(" ,:;")


def _subject(text: str) -> str:
    """Return a subject without where it goes: `viagem num documento só` is about `viagem`."""
    bare = _ELSEWHERE.split(text, maxsplit=1)[0].strip(" .,;:!?\"'")
    return _ARTICLE.sub("", bare).strip() or bare


def _answers(plan: Plan, recipe: Recipe, today: date) -> dict[str, Any]:
    """Return slot values from answers."""
    found: dict[str, Any] = {}
    day_first = language_in(plan.language) == "pt"
    for asked in plan.clarifications:
        if asked.answer and asked.code is not None and asked.code.startswith(f"{ASKED}{recipe.id}/"):
            name = asked.code.partition("/")[2]
            slot = recipe.slots.get(name)
            is_read = slot is not None and (slot.choices or slot.kind in _READ)
            said = Sentence(asked.answer, today, day_first=day_first)
            found[name] = read_answer(slot, said) if slot is not None and is_read else asked.answer.strip()
    return found


def _step(template: StepTemplate, values: Mapping[str, Any], told: Callable[[Mapping[str, str]], str]) -> PlanStep:
    file = _path(template.file, values)
    files = cast("list[str]", values.get(template.files or "", []))
    call = template.call
    return PlanStep(
        id=template.id,
        title=headline(told(template.title), 190),
        description=told(template.description),
        kind=template.kind,
        file=file,
        file_action=template.file_action if template.kind is not PlanStepKind.CALL else None,
        files=[] if template.files == "routes" else files,
        dependencies=template.dependencies,
        validation=told(template.validation),
        rationale=told(template.rationale),
        call=None if call is None else StepCall(capability=call.capability, params=_bound(call.params, values)),
        question=told(template.question) or None,
        repeat=_repeat(template, values),
        when=template.when,
        approval=template.approval,
    )


def _is_needed(template: StepTemplate, values: Mapping[str, Any]) -> bool:
    return all(values.get(name) for name in template.needs) and not any(values.get(name) for name in template.unless)


def _repeat(template: StepTemplate, values: Mapping[str, Any]) -> Repeat | None:
    repeat: Any = template.repeat
    if isinstance(repeat, dict):
        return Repeat.model_validate(_bound(cast("dict[str, Any]", repeat), values))
    items = values.get(str(template.repeat).strip("{}")) if template.repeat else None
    return Repeat(for_each=items, max=len(items)) if isinstance(items, list) and items else None  # pyright: ignore[reportUnknownArgumentType]


def _path(template: str | None, values: Mapping[str, Any]) -> str | None:
    """Return a path, when everything in it is known."""
    if template is None or any(not values.get(name) for name in HOLE.findall(template)):
        return None
    return HOLE.sub(lambda found: str(values[found[1]]), template)


def _bound(value: Any, values: Mapping[str, Any]) -> Any:
    match value:
        case str():
            whole = HOLE.fullmatch(value)
            return values.get(whole[1]) if whole else HOLE.sub(lambda found: str(values.get(found[1], "")), value)
        case dict():
            bound = {key: _bound(each, values) for key, each in cast("dict[str, Any]", value).items()}
            return {key: each for key, each in bound.items() if each is not None}
        case list():
            return [_bound(each, values) for each in cast("list[Any]", value)]
        case _:
            return value


def _teller(values: Mapping[str, Any], language: str) -> Callable[[Mapping[str, str]], str]:
    return lambda texts: fill(texts.get(language) or texts.get("en") or "", values, language)


def _known(step: PlanStep, kept: set[str]) -> list[str]:
    return [id for id in step.dependencies if id in kept]


def _assumptions(inputs: RecipeInputs, blank: Plan, told: Callable[[Mapping[str, str]], str]) -> list[Assumption]:
    """Return the recipe's assumptions, and how ambiguous days were read."""
    language = language_in(inputs.locale)
    texts = [told({language: text}) for text in cast("PlanTemplate", inputs.recipe.plan).assumptions.get(language, [])]
    if any(slot.kind in (SlotKind.DATE, SlotKind.DATES) for slot in inputs.recipe.slots.values()):
        marks = find_marks(Wording(inputs.request), inputs.today, day_first=language == "pt")
        texts += doubts(marks, inputs.request, language)
    own = [Assumption(text=text, source="recipe") for text in texts]
    known = {each.text for each in blank.context.assumptions}
    return [*blank.context.assumptions, *(each for each in own if each.text not in known)]


def _questions(recipe: Recipe, said: Mapping[str, Any], blank: Plan, locale: str) -> list[Clarification]:
    """Return questions for the missing values."""
    asked = {each.code for each in blank.clarifications}
    missing = [name for name, slot in recipe.slots.items() if slot.required and not said.get(name)]
    template = cast("PlanTemplate", recipe.plan)
    return [
        *blank.clarifications,
        *(
            Clarification(
                id=f"c{len(blank.clarifications) + n}",
                question=recipe.slots[name].question.get(language_in(locale)) or say("which", locale, what=name),
                related_steps=[step.id for step in template.steps if _depends(step, name)],
                field=name,
                code=f"{ASKED}{recipe.id}/{name}",
                status="waiting",
            )
            for n, name in enumerate(missing, start=1)
            if f"{ASKED}{recipe.id}/{name}" not in asked
        ),
    ]


def _depends(step: StepTemplate, name: str) -> bool:
    """Return whether a step uses a slot's value, itself or a derived one."""
    written = step.model_dump_json()
    return any(f"{{{each}}}" in written for each in (name, *_DERIVED.get(name, ())))
