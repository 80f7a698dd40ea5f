"""Plans of apps: words said to an app's agent become a plan of that app's capabilities, by recipe or model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Clarification, Plan, PlanStepKind
from aule.contracts.plans.recipe import Recipe
from aule.contracts.runs.run import Run
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.planning.card import times_of
from aule.kernel.planning.execution.bindings import engine_form
from aule.kernel.plans.team import bounded, drafts, recipes
from aule.kernel.plans.team.project_survey import Survey
from aule.kernel.plans.team.template_values import RecipeInputs
from aule.kernel.plans.team.words import language_in, prompt
from aule.kernel.policy import permitted
from aule.kernel.runs.thinking import Thinking, Thought, filled
from aule.models.brains.shapes import object_of
from aule.text.words import headline
from aule.understanding.plan_acts import LONGEST

MOST_STEPS = 12
MOST_REPEATS = 50
"""The most repetitions a model may plan for an app; nobody reads more on a card (SP-42)."""
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


@dataclass(frozen=True, slots=True)
class AppRequest:
    """Words said to an agent of an app, and the empty plan to fill."""

    words: str
    app: str
    agent: str
    blank: Plan


@dataclass(frozen=True, slots=True)
class AppPlans:
    """Makes plans with the recipes and capabilities of one app."""

    deps: TurnDeps
    thinking: Thinking
    all_recipes: Callable[[], Sequence[Recipe]]

    def of(self, app: str) -> list[Recipe]:
        """Return the plan recipes of an app."""
        return [each for each in self.all_recipes() if each.app == app and each.plan is not None]

    def has(self, app: str | None) -> bool:
        """Return whether an app has plan recipes."""
        return app is not None and bool(self.of(app))

    async def means_work(self, words: str, app: str, *, clearly: bool = False) -> bool:
        """Return whether words are nearer to one of an app's plans than to anything its agent just answers."""
        own = [each for each in self.all_recipes() if each.app == app]
        choice = await self.deps.models.choose_recipe(words[:LONGEST], own)
        likeliest = choice.meant if clearly else next(iter(choice.offered), None)
        return likeliest is not None and likeliest.plan is not None

    async def by_model(self, request: AppRequest, run: Run) -> tuple[Plan | None, str]:
        """Return a plan by a model that may use the app's reads; on an error the model is asked once more."""
        known = self._capabilities(request.app)
        await self.deps.registry.prepare(each.name for each in known)
        agent = await self.deps.agent(request.agent)
        reads = [each.name for each in known if each.effect is Effect.READ and permitted(each.name, agent.capabilities)]
        words = filled(
            prompt("app_draft"),
            request=request.words.strip(),
            capabilities="\n".join(map(_line, known)),
            most=str(MOST_STEPS),
        )
        thought = Thought(request.agent, request.words, words, drafts.SHAPE, reads)

        def read(given: JsonObject) -> tuple[Plan | None, str]:
            plan, told = drafts.read_draft(given, request.blank)
            return (None if plan is None else self._checked(plan, known)), told

        found, _ = await self.thinking.ask(thought, run, read)
        return found

    async def by_recipe(self, request: AppRequest, run: Run, tier: int) -> Plan | Sequence[Recipe]:
        """Return a plan from one of the app's recipes, or the recipes that may be meant; a small model may choose."""
        own = self.of(request.app)
        words = request.words[:LONGEST]
        chosen = recipes.find_recipe(own, None, words)
        blank = request.blank
        if chosen is not None:
            rest = recipes.without_title(chosen, words)
            blank = blank.model_copy(update={"origin": blank.origin.model_copy(update={"prompt": rest})})
        offered: list[Recipe] = []
        if chosen is None:
            choice = await self.deps.models.choose_recipe(words, recipes.fitting_recipes(own, words))
            chosen, offered = choice.meant, list(choice.offered)
        if chosen is None and tier:
            chosen = await bounded.choose(self.thinking, run, words, offered or own)
        return offered if chosen is None else self.from_recipe(chosen, blank)

    def from_recipe(self, recipe: Recipe, blank: Plan) -> Plan:
        """Return the plan a recipe produces."""
        today = self.deps.ambient.clock.now().astimezone().date()
        request = blank.origin.prompt[:LONGEST]
        return recipes.plan_from_recipe(RecipeInputs(recipe, request, Survey(), blank.language, today, {}), blank)

    def rebuilt(self, plan: Plan, asked: Clarification) -> Plan | None:
        """Return the plan made again from its recipe, if the answer is a value the recipe lacked."""
        recipe = recipes.recipe_of(asked, [each for each in self.all_recipes() if each.app == plan.app])
        return None if recipe is None else recipes.fill_in(plan, self.from_recipe(recipe, plan), asked.related_steps)

    def titles(self, app: str, locale: str) -> str:
        """Return what an app can plan without a model, one title a line."""
        language = language_in(locale)
        return "\n".join(f"- {each.title.get(language) or each.title['en']}" for each in self.of(app))

    def _capabilities(self, app: str) -> list[Capability]:
        return [each for each in self.deps.registry.all() if each.app == app]

    def _checked(self, plan: Plan, known: Sequence[Capability]) -> Plan:
        """Return a plan if every step is a valid call of this app; raise `ValueError` with what is wrong."""
        names = {each.name for each in known}
        wrong: list[str] = []
        if len(plan.steps) > MOST_STEPS:
            wrong.append(f"there are {len(plan.steps)} steps; {MOST_STEPS} are the most")
        knowledge = CheckContext(self.deps.registry, frozenset())
        for step in plan.steps:
            if step.kind is not PlanStepKind.CALL or step.call is None:
                wrong.append(f"step {step.id} is no call of a function")
                continue
            problem = knowledge.problem_with(step.call.capability, object_of(engine_form(step.call.params)))
            if problem is not None:
                wrong.append(f"step {step.id}: {problem.message}")
            elif self.deps.registry.get(step.call.capability).name not in names:
                wrong.append(f"step {step.id}: {step.call.capability!r} is not a function of this app")
            if times_of(step) > MOST_REPEATS:
                wrong.append(f"step {step.id} is repeated {times_of(step)} times; {MOST_REPEATS} are the most")
        if wrong:
            raise ValueError("; ".join(wrong[:8]))
        return plan


def _line(capability: Capability) -> str:
    """Return a capability in one line: its parameters (`*` marks required ones), result and purpose."""
    required = set(capability.params.get("required", ()))
    params = [f"{name}*" if name in required else name for name in object_of(capability.params.get("properties"))]
    gives = ", ".join(object_of(capability.returns.get("properties")))
    does = "" if capability.effect in _LOOKING else f" {capability.effect}"
    return f"- {capability.name}({', '.join(params)}) → {{{gives}}}{does}: {headline(capability.description, 90)}"
