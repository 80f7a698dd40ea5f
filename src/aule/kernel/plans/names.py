"""Names in plans: names of apps' things become ids, and ids are shown by their names (SP-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from aule.contracts.errors import Ambiguous, AuleError, Match, NotFound, Unavailable, UnknownCapability
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import AnswerOption, Clarification, Plan, PlanStep, PlanStepKind
from aule.kernel.capabilities.apps.references import References
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.engine.graphs.bindings import is_literal
from aule.kernel.plans.team.planning_task import PlanDraft
from aule.kernel.plans.team.questions import next_id
from aule.text.words import fold

CODE = "reference:"
"""Prefix of the code of a question which thing is meant: `reference:school/turma_id/7A`."""
MOST_OPTIONS = 5


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value in a step that names a thing: its app, its parameter and its words."""

    app: str
    param: str
    said: str

    @property
    def code(self) -> str:
        """The code of a question about it."""
        return f"{CODE}{self.app}/{self.param}/{self.said}"


@dataclass(frozen=True, slots=True)
class PlanNames:
    """Looks up the things that parameters of a plan's steps name."""

    references: References
    registry: Registry

    async def settled(self, plan: Plan) -> Plan:
        """Return the plan with ids for names; several matches become a question, no match raises `NotFound`."""
        found: dict[NamedValue, str] = {}
        for meant in self._all_named(plan):
            try:
                named = await self.references.find(meant.app, meant.param, meant.said, plan.language)
            except Ambiguous as error:
                plan = self._with_question(plan, meant, error.problem.matches)
                continue
            except Unavailable:
                continue  # the app does not answer now: the name is looked up again when its step runs
            if meant.said != named.id:
                found[meant] = named.id
        return self._with(plan, found) if found else plan

    async def drafted(self, drafted: PlanDraft, locale: str) -> PlanDraft:
        """Return a draft with ids for names; where a thing is not found, no plan but a message with what exists."""
        if drafted.plan is None:
            return drafted
        try:
            return replace(drafted, plan=await self.settled(drafted.plan))
        except NotFound as error:
            return PlanDraft(None, _not_there(error, locale))

    async def asking(self, plan: Plan) -> Plan:
        """Return an existing plan with ids for names; names that are not found become questions too."""
        try:
            return await self.settled(plan)
        except NotFound as error:
            matches = [Match(id=each, title=each) for each in error.problem.candidates]
            unknown = [each for each in self._all_named(plan) if each.said in str(error)]
            return self._with_question(plan, unknown[0], matches, str(error)) if unknown else plan
        except AuleError:
            return plan  # the name is looked up again when its step runs

    async def answered(self, plan: Plan, asked: Clarification) -> Plan | None:
        """Return the plan with the chosen thing's id; None when the question is about something else."""
        if asked.code is None or not asked.code.startswith(CODE):
            return None
        app, param, said = asked.code.removeprefix(CODE).split("/", 2)
        answer = (asked.answer or "").strip()
        chosen = next((each.id for each in asked.options if fold(answer) in (fold(each.label), fold(each.id))), answer)
        named = await self.references.find(app, param, chosen, plan.language)
        return self._with(plan, {NamedValue(app, param, said): named.id})

    async def names(self, plan: Plan) -> dict[str, str]:
        """Return the names of the ids in a plan; deleted things have none."""
        found: dict[str, str] = {}
        for meant in self._all_named(plan):
            try:
                named = await self.references.find(meant.app, meant.param, meant.said, plan.language)
            except AuleError:
                continue
            found[meant.said] = found[named.id] = named.name
        return found

    def _all_named(self, plan: Plan) -> list[NamedValue]:
        return list(dict.fromkeys(each for step in plan.steps for each in self._named_values(step)))

    def _named_values(self, step: PlanStep) -> Iterator[NamedValue]:
        app = self._app(step)
        for param, value in (step.call.params if step.call is not None and app is not None else {}).items():
            if app is not None and self.references.takes(app, param) and is_literal(value):
                yield from (NamedValue(app, param, said) for said in _texts(value) if said.strip())

    def _app(self, step: PlanStep) -> str | None:
        if step.kind is not PlanStepKind.CALL or step.call is None:
            return None
        try:
            return self.registry.get(step.call.capability).app
        except UnknownCapability:
            return None

    def _with(self, plan: Plan, ids: Mapping[NamedValue, str]) -> Plan:
        return plan.model_copy(update={"steps": [self._step_with(step, ids) for step in plan.steps]})

    def _step_with(self, step: PlanStep, ids: Mapping[NamedValue, str]) -> PlanStep:
        app = self._app(step)
        if app is None or step.call is None:
            return step

        def put(param: str, value: Any) -> Any:
            match value:
                case str():
                    return ids.get(NamedValue(app, param, value), value)
                case list():
                    return [put(param, each) for each in cast("list[Any]", value)]
                case _:
                    return value

        params: JsonObject = {name: put(name, value) for name, value in step.call.params.items()}
        return step.model_copy(update={"call": step.call.model_copy(update={"params": params})})

    def _with_question(self, plan: Plan, meant: NamedValue, matches: Sequence[Match], found: str = "") -> Plan:
        """Return the plan with one question which of some things is meant."""
        if meant.code in {each.code for each in plan.clarifications}:
            return plan
        asked = Clarification(
            id=next_id(plan),
            question=say("which_is_meant", plan.language, said=meant.said),
            found=found,
            related_steps=[step.id for step in plan.steps if meant in self._named_values(step)],
            field=f"call.params.{meant.param}",
            code=meant.code,
            options=[
                AnswerOption(id=each.id[:40], label=f"{each.title} · {each.path}" if each.path else each.title)
                for each in matches[:MOST_OPTIONS]
            ],
            status="waiting",
        )
        return plan.model_copy(update={"clarifications": [*plan.clarifications, asked]})


def _not_there(error: NotFound, locale: str) -> str:
    told = error.problem
    near = ", ".join(told.candidates[:MOST_OPTIONS])
    return say("not_there", locale, message=told.message, candidates=near) if near else told.message


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            yield from (each for each in cast("list[Any]", value) if isinstance(each, str))
        case _:
            return
