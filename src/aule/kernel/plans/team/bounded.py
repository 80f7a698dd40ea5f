"""Bounded planning: a small model makes one decision at a time, each under a narrow schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aule.contracts.access.capability import Approve, Capability, Effect
from aule.contracts.errors import ModelUnavailable
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind
from aule.contracts.plans.recipe import Recipe
from aule.contracts.runs.graph import StepCall
from aule.contracts.runs.run import Run
from aule.kernel.plans.team.project_survey import Survey
from aule.kernel.plans.team.words import language_in, prompt
from aule.kernel.runs.thinking import Thinking, Thought, as_data, filled
from aule.models.brains.shapes import check_object, object_of, text_of
from aule.text.words import headline, words

STOP, AGENT, OTHER = "stop", "agent", "other"
MOST_STEPS = 6
MOST_OFFERED = 10
"""Capabilities among which a small model chooses."""
MOST_FILES = 20


async def choose(thinking: Thinking, run: Run, request: str, recipes: Sequence[Recipe]) -> Recipe | None:
    """Return which of some recipes is meant; None when the model says none is."""
    if not recipes:
        return None
    language = language_in(run.locale)
    kinds = "\n".join(f"- {each.id}: {each.title.get(language) or each.title['en']}" for each in recipes)
    shape = _object(kind={"type": "string", "enum": [*(each.id for each in recipes), OTHER]})
    words = filled(prompt("choose"), request=request.strip(), kinds=kinds)
    picked, _ = await thinking.ask(Thought("planner", request, words, shape), run, lambda given: _checked(given, shape))
    return next((each for each in recipes if each.id == picked.get("kind")), None)


async def build(
    thinking: Thinking, run: Run, blank: Plan, survey: Survey, capabilities: Sequence[Capability]
) -> Plan | None:
    """Return a plan built step by step; None when the model finds no first step."""
    request = blank.origin.prompt
    offered = _offered(capabilities, request)
    steps: list[PlanStep] = []
    while len(steps) < MOST_STEPS:
        step = await _next(thinking, run, request, (steps, survey, offered))
        if step is None or any(each.title == step.title for each in steps):
            break
        steps.append(step)
    if not steps:
        return None
    criteria = [step.validation for step in steps if step.validation][-1:] or [steps[-1].title]
    title = headline(request, 110)
    return blank.model_copy(update={"title": title, "goal": request, "steps": steps, "success_criteria": criteria})


Scene = tuple[Sequence[PlanStep], Survey, Sequence[Capability]]
"""The steps so far, the project, and the capabilities to choose from."""


async def _next(thinking: Thinking, run: Run, request: str, scene: Scene) -> PlanStep | None:
    steps, survey, offered = scene
    names = {each.name: each for each in offered}
    shape = _object(
        title={"type": "string", "maxLength": 120},
        description={"type": "string", "maxLength": 400},
        uses={"type": "string", "enum": [*names, AGENT, STOP]},
        validation={"type": "string", "maxLength": 200},
    )
    asked = filled(
        prompt("step"),
        request=request.strip(),
        files=as_data("project", list(survey.names[:MOST_FILES])),
        steps="\n".join(f"{step.id}. {step.title}" for step in steps) or "(none)",
        capabilities="\n".join(f"- {each.name}: {headline(each.description, 80)}" for each in offered),
    )
    given, _ = await thinking.ask(Thought("planner", request, asked, shape), run, lambda each: _checked(each, shape))
    title, uses = headline(text_of(given.get("title")), 190), text_of(given.get("uses"))
    if uses == STOP or not title:
        return None
    id = str(len(steps) + 1)
    call = await _call(thinking, run, request, (title, names[uses])) if uses in names else None
    return PlanStep(
        id=id,
        title=title,
        description=text_of(given.get("description")) or title,
        kind=PlanStepKind.CALL if call is not None else PlanStepKind.AGENT,
        call=call,
        dependencies=[str(len(steps))] if steps else [],
        validation=text_of(given.get("validation")),
    )


async def _call(thinking: Thinking, run: Run, request: str, step: tuple[str, Capability]) -> StepCall | None:
    title, capability = step
    asked = filled(
        prompt("values"),
        request=request.strip(),
        step=title,
        capability=capability.name,
        description=headline(capability.description, 160),
        schema=str(capability.params),
    )
    thought = Thought("planner", title, asked, capability.params)
    try:
        params, _ = await thinking.ask(thought, run, lambda given: _checked(given, capability.params))
    except ModelUnavailable as error:
        if error.problem.code != "invalid_output":
            raise
        params = {}  # the critic reports missing parameters, and the person is asked
    return StepCall(capability=capability.name, params=params)


def _offered(capabilities: Sequence[Capability], request: str) -> list[Capability]:
    """Return the capabilities that fit the words best; those that always ask or send data out are left out."""
    asked = set(words(request))

    def rank(each: Capability) -> tuple[int, str]:
        about = words(f"{each.name} {each.title} {' '.join(each.titles.values())}".replace("_", " "))
        return (-len(asked & set(about)), each.name)

    left_out = (Approve.ALWAYS, Approve.ONCE)
    fit = [each for each in capabilities if each.approval not in left_out and each.effect is not Effect.NAVIGATE]
    return sorted(fit, key=rank)[:MOST_OFFERED]


def _checked(given: JsonObject, shape: JsonObject) -> JsonObject:
    check_object(given, shape)
    for name, about in object_of(shape.get("properties")).items():
        if name in given and object_of(about).get("type") == "string" and not isinstance(given[name], str):
            raise ValueError(f"{name!r} is not a text")
    return given


def _object(**properties: Any) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
