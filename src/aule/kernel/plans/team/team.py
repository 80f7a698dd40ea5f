"""The planning team: drafts, reviews with a model, asks questions, applies answers and suggestions, replans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from aule.contracts.errors import AuleError, Invalid, ModelUnavailable
from aule.contracts.events.facts import TurnStepped
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Clarification, Feedback, Origin, Plan, PlanRequest, PlanStep, PlanStepKind
from aule.contracts.plans.recipe import Recipe
from aule.contracts.project import Project
from aule.contracts.runs.graph import StepCall
from aule.contracts.runs.run import Run
from aule.kernel.agents.plan_only import last_plan_only
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.capabilities.registry import Registry
from aule.kernel.planning.critic import model_checks
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.plans.plan_routing import FULL
from aule.kernel.plans.team import amendments, answers, bounded, drafts, questions, recipes, suggestions
from aule.kernel.plans.team.app_plans import AppPlans, AppRequest
from aule.kernel.plans.team.places import name_words
from aule.kernel.plans.team.planning_task import PLANNER, PlanDraft, PlanningTask, offer, to_draft
from aule.kernel.plans.team.project_survey import MANIFESTS, READ_TOOLS, Survey, Surveyor, fingerprints
from aule.kernel.plans.team.routes import entry_files, routes_in
from aule.kernel.plans.team.template_values import RecipeInputs
from aule.kernel.plans.team.words import language_in, say
from aule.kernel.runs.thinking import Thinking, Thought
from aule.models.builtin.phrases import small_talk
from aule.text.words import headline
from aule.understanding.deeds import asks
from aule.understanding.plan_acts import LONGEST, asks_for_plan, asks_for_work
from aule.understanding.sentence import Wording

Read = TypeVar("Read")

_WITHOUT = {ModelUnavailable.code: "without_model", "invalid_output": "unusable_model"}
"""Messages why a plan comes from a recipe although there is a model."""

MOST_ROUTED = 12
"""Files that are read for their routes."""


class Team:
    """Makes and changes plans. Every method works inside a given run, which records calls and sub-agents."""

    def __init__(
        self, deps: TurnDeps, thinking: Thinking, workspaces: Workspaces, recipes: Callable[[], Sequence[Recipe]]
    ) -> None:
        self._deps = deps
        self._workspaces = workspaces
        self._all_recipes = recipes
        self._thinking = thinking
        self.apps = AppPlans(deps, self._thinking, recipes)
        """Who plans for agents of apps."""

    async def draft_for(self, run: Run, wanted: PlanRequest, project: Project) -> PlanDraft:
        """Return a draft for words said to the agent of a run."""
        request = wanted.words
        if wanted.steps:
            return self._of_steps(run, wanted, project)
        if wanted.calls:
            return self._of_calls(run, wanted, project)
        agent = None if run.agent is None else await self._deps.agent(run.agent)
        app = agent.app if agent is not None and self.apps.has(agent.app) else None
        planner = run.agent
        if app is None and (app := await self._refused_app(run)) is not None:
            planner = self._deps.registry.by_plan[app]
        want = PlanningTask(request, project, run.locale, run.session_id, app or PLANNER, planner)
        return await self.draft(want, run)

    def _of_calls(self, run: Run, wanted: PlanRequest, project: Project) -> PlanDraft:
        """Return a draft whose steps are calls that are known already."""
        registry = self._deps.registry
        apps = {registry.get(call.capability).app for call in wanted.calls}
        app = next(iter(apps)) if len(apps) == 1 and self.apps.has(next(iter(apps))) else PLANNER
        agent = registry.by_plan.get(app, run.agent)
        want = PlanningTask(wanted.words, project, run.locale, run.session_id, app, agent)
        return to_draft(_plan_of_calls(self._blank(want, run, Survey()), wanted.calls, registry))

    def _of_steps(self, run: Run, wanted: PlanRequest, project: Project) -> PlanDraft:
        """Return a draft of the steps an app gave: it is reviewed like any other, and shown before anything runs."""
        app = wanted.app or PLANNER
        agent = self._deps.registry.by_plan.get(app, run.agent)
        blank = self._blank(PlanningTask(wanted.words, project, run.locale, run.session_id, app, agent), run, Survey())
        known = {"title": wanted.title or blank.title, "goal": wanted.words, "steps": wanted.steps}
        return to_draft(blank.model_copy(update={**known, "success_criteria": wanted.success}))

    async def _refused_app(self, run: Run) -> str | None:
        """Return the app whose write was requested and refused in this turn: the plan is for it (K-3)."""
        registry = self._deps.registry
        events = await self._deps.journal.read(None, run=run.id, types=["turn.stepped"])
        steps = [each.data for each in events if isinstance(each.data, TurnStepped)]
        calls = [call for step in steps for call in step.calls]
        await registry.prepare(call.capability for call in calls)
        wished = last_plan_only(calls, registry)
        return wished if self.apps.has(wished) else None

    async def means_work(self, run: Run, words: str, *, clearly: bool = False) -> bool:
        """Return whether words said to an app's agent are nearer to one of its plans than to an answer."""
        agent = None if run.agent is None else await self._deps.agent(run.agent)
        app = None if agent is None else agent.app
        return app is not None and self.apps.has(app) and await self.apps.means_work(words, app, clearly=clearly)

    async def draft(self, want: PlanningTask, run: Run) -> PlanDraft:
        """Return a draft for a task; without a plan, with words, when it is no work or cannot be planned."""
        if want.app != PLANNER:
            return await self._draft_for_app(want, run)
        if want.recipe is None and (talk := _no_work(want)) is not None:
            return PlanDraft(None, talk, is_talk=True)
        tier = (await self._thinking.brain(run)).tier
        survey = await (await self._looking(run, want.project)).survey(want.words)
        blank = self._blank(want, run, survey)
        if tier != FULL or want.recipe is not None:
            return await self._draft_by_recipe(want, run, survey, blank, tier)
        try:
            return await self._draft_by_model(want, run, survey, blank)
        except ModelUnavailable as error:
            if error.problem.code not in _WITHOUT:
                raise
            return await self._draft_without_model(want, run, survey, blank, error)

    async def repair(self, plan: Plan, findings: Sequence[Feedback], run: Run) -> Plan:
        """Return the plan with findings fixed by the planner; unchanged without a model."""
        if (await self._thinking.brain(run)).tier != FULL:
            return plan
        project = await self._deps.project(run.project)
        surveyor = await self._looking(run, project)
        rules = await surveyor.rules(plan.context.rules, plan.context.files_analyzed)
        words = drafts.mend_words(plan, findings, rules)
        earlier = {step.id: step for step in plan.steps}
        blank = plan.model_copy(update={"clarifications": [], "context": plan.context})

        def read(given: JsonObject) -> Plan:
            found, _ = drafts.read_draft(given, blank)
            return plan if found is None else found

        try:
            mended, _ = await self._thinking.ask(Thought("planner", plan.title, words, drafts.SHAPE), run, read)
        except ModelUnavailable:
            return plan  # the findings stay open and are shown
        steps = [_kept(step, earlier.get(step.id)) for step in mended.steps]
        return mended.model_copy(update={"steps": steps, "clarifications": plan.clarifications})

    async def criticise(self, plan: Plan, project_facts: ProjectFacts, run: Run) -> list[Feedback]:
        """Return the findings of a full model; none without one. An unusable answer is reported as a finding."""
        if (await self._thinking.brain(run, "critic")).tier != FULL:
            return []
        surveyor = await self._looking(run, await self._deps.project(run.project), "critic")
        rules = [rule.text for rule in await surveyor.rules(plan.context.rules, plan.context.files_analyzed)]
        asked = model_checks.prompt(plan, project_facts, rules)

        def read(given: JsonObject) -> list[Feedback]:
            return _or_value_error(lambda: model_checks.findings_of(given, plan, rules))

        thought = Thought("critic", plan.title, f"{asked.system}\n\n{asked.text}", asked.shape)
        try:
            found, _ = await self._thinking.ask(thought, run, read)
        except ModelUnavailable as error:
            return [Feedback(code="M-unavailable", issue=str(error), severity="info")]
        return found

    async def question(
        self, plan: Plan, finding: Feedback, project_facts: ProjectFacts, run: Run | None
    ) -> Clarification:
        """Return the question for a finding, after the project was searched first (PL-16, PL-17)."""
        project = await self._deps.project(plan.project)
        if run is None:
            return questions.question_for(plan, finding, project_facts, self._names(project))
        surveyor = await self._looking(run, project, "clarifier")
        names = await surveyor.names()
        step = plan.step(finding.step_id or "")
        subject = " ".join(name_words(plan.goal if step is None else step.title)[:12])
        seen = await surveyor.passages(subject, limit=4) if names else []
        asked = questions.question_for(plan, finding, project_facts, names, seen)
        files = questions.routed_files(asked, plan, names)
        return asked if not files else questions.with_routes(asked, plan, await self._routes(surveyor, names, files))

    async def _routes(self, surveyor: Surveyor, names: Sequence[str], files: Sequence[str]) -> dict[str, list[str]]:
        """Return the routes that files declare, read from the code."""
        paths = dict.fromkeys([*files[:MOST_ROUTED], *entry_files(names, files)])
        texts = {path: text for path in paths if (text := await surveyor.read(path)) is not None}
        return routes_in(texts, files)

    async def answered(self, plan: Plan, clarification: Clarification, run: Run) -> Plan | Clarification:
        """Return the plan with an answer applied to its steps, or a contradiction as the next question."""
        asked = clarification
        if (against := answers.contradiction(plan, asked)) is not None:
            return against
        if asked.code == answers.CONFLICT:
            settled = answers.settle_conflict(plan, asked)
            if settled is not None:
                plan, asked = settled
        if (from_recipe := await self._rebuilt(plan, asked, run)) is not None:
            return from_recipe
        if plan.app != PLANNER:
            return answers.apply_answer(plan, asked, ()) or await self._apply_by_model(plan, asked, run)
        project = await self._deps.project(plan.project)
        if (worked := answers.apply_answer(plan, asked, self._names(project))) is not None:
            return worked
        return await self._apply_by_model(plan, asked, run)

    async def suggested(self, plan: Plan, words: str, run: Run) -> Plan | Clarification:
        """Return the plan changed as suggested, or the question that has to come first (PL-19)."""
        if (found := suggestions.apply_suggestion(plan, words)) is not None:
            return found
        if (await self._thinking.brain(run)).tier != FULL:
            raise _not_understood(plan)
        thought = Thought(_thinker(plan), words, amendments.suggestion_words(plan, words), amendments.SUGGESTION_SHAPE)
        changed, _ = await self._thinking.ask(thought, run, lambda given: amendments.read_suggestion(given, plan))
        if changed.steps == plan.steps and changed == plan:
            raise _not_understood(plan)
        moved = _reversed(plan, changed)
        return changed if moved is None else suggestions.order_question(plan, *moved)

    async def replan(
        self, plan: Plan, failed_step: str, error: str, results: Mapping[str, object], run: Run
    ) -> list[PlanStep] | None:
        """Return the remaining steps after a failure; None when nothing better is known (SP-44)."""
        if (await self._thinking.brain(run)).tier != FULL:
            return None
        known = [each for each in self._deps.registry.all() if plan.app in (PLANNER, each.app)]
        words = amendments.replan_words(plan, failed_step, error, results, known)
        thought = Thought(_thinker(plan), plan.title, words, amendments.REPLAN_SHAPE)
        try:
            found, _ = await self._thinking.ask(
                thought, run, lambda given: amendments.read_replan(given, plan, results)
            )
        except ModelUnavailable:
            return None
        return found

    async def _draft_for_app(self, want: PlanningTask, run: Run) -> PlanDraft:
        """Return a draft of an app's own capabilities; small talk is left to its agent."""
        if not asks_for_work(want.words) and not await self.apps.means_work(want.words, want.app):
            titles = self.apps.titles(want.app, want.locale)
            talk = small_talk(want.words, language_in(want.locale), titles)
            return PlanDraft(None, talk or "", is_talk=True)
        agent = want.agent or PLANNER
        tier = (await self._thinking.brain(run, agent)).tier
        asked = AppRequest(want.request, want.app, agent, self._blank(want, run, Survey()))
        told, failed = "", None
        if tier == FULL:
            try:
                plan, told = await self.apps.by_model(asked, run)
                return PlanDraft(None, told) if plan is None else to_draft(plan, told)
            except ModelUnavailable as error:
                told, failed, tier = _without(error, want.locale), error, 0
        found = await self.apps.by_recipe(asked, run, tier)
        if isinstance(found, Plan):
            return to_draft(answers.with_assumption(found, told) if told else found, told)
        if failed is not None and failed.problem.code == ModelUnavailable.code:
            raise failed
        # Words that fit no recipe of the app may still fit one of the planner's.
        drafted = await self._draft_by_recipe(want, run, Survey(), asked.blank.model_copy(update={"app": PLANNER}), 0)
        if drafted.plan is not None:
            return replace(drafted, plan=answers.with_assumption(drafted.plan, told), say=told) if told else drafted
        offered = offer(want, found, self.apps.of(want.app))
        if failed is None:
            return offered
        return replace(offered, say=f"{say('unusable', want.locale, error=str(failed))}\n\n{offered.say}")

    async def _draft_by_model(self, want: PlanningTask, run: Run, survey: Survey, blank: Plan) -> PlanDraft:
        """Return a whole draft by a full model, which may use the read tools first."""
        words = drafts.draft_words(want.request, survey, self._deps.registry.all())
        thought = Thought("planner", want.request, words, drafts.SHAPE, READ_TOOLS)
        (plan, told), child = await self._thinking.ask(thought, run, lambda given: drafts.read_draft(given, blank))
        if plan is None:
            return PlanDraft(None, told)
        read = await self._read_in(child)
        hashes = survey.hashes | fingerprints(self._workspaces, want.project, read)
        context = replace(survey, hashes=hashes).context(read)
        context = context.model_copy(update={"assumptions": plan.context.assumptions})
        asked = [questions.with_evidence(each, plan, survey.found[:4]) for each in plan.clarifications]
        plan = plan.model_copy(update={"context": context, "clarifications": asked})
        return to_draft(self._with_file_actions(plan, want.project), told)

    async def _draft_without_model(
        self, want: PlanningTask, run: Run, survey: Survey, blank: Plan, error: ModelUnavailable
    ) -> PlanDraft:
        """Return a plan from a recipe, with a message, where the model is unreachable; else raise the error."""
        drafted = await self._draft_by_recipe(want, run, survey, blank, 0)
        if drafted.plan is None:
            raise error
        told = _without(error, want.locale)
        return PlanDraft(answers.with_assumption(drafted.plan, told), told)

    async def _draft_by_recipe(self, want: PlanningTask, run: Run, survey: Survey, blank: Plan, tier: int) -> PlanDraft:
        """Return a plan from a recipe; a small model may choose, or build step by step where none fits."""
        known = self.apps.of(PLANNER)
        chosen = recipes.find_recipe(known, want.recipe, want.words)
        if chosen is not None:
            rest = recipes.without_title(chosen, want.words)
            blank = blank.model_copy(update={"origin": blank.origin.model_copy(update={"prompt": rest})})
        known = recipes.fitting_recipes(known, want.words)
        offered: list[Recipe] = []
        if chosen is None:
            choice = await self._deps.models.choose_recipe(want.words, known)
            chosen, offered = choice.meant, list(choice.offered)
        if chosen is None and tier:
            chosen = await bounded.choose(self._thinking, run, want.request, offered or known)
            if chosen is None:
                built = await bounded.build(self._thinking, run, blank, survey, self._deps.registry.all())
                if built is not None:
                    return to_draft(self._with_file_actions(built, want.project))
        if chosen is not None:
            return to_draft(self._with_file_actions(await self._from_recipe(chosen, blank, run, survey), want.project))
        return offer(want, offered, known)

    async def _from_recipe(self, recipe: Recipe, blank: Plan, run: Run, survey: Survey) -> Plan:
        request, locale = blank.origin.prompt[:LONGEST], blank.language
        today = self._deps.ambient.clock.now().astimezone().date()
        surveyor = await self._looking(run, await self._deps.project(blank.project))
        wanted = recipes.names_to_look_up(recipe, blank, request, today)
        uses = {name: await surveyor.uses(name) for name in wanted}
        return recipes.plan_from_recipe(RecipeInputs(recipe, request, survey, locale, today, uses), blank)

    async def _rebuilt(self, plan: Plan, asked: Clarification, run: Run) -> Plan | None:
        """Return the plan made again from its recipe, if the answer is a value the recipe lacked."""
        if plan.app != PLANNER:
            return self.apps.rebuilt(plan, asked)
        recipe = recipes.recipe_of(asked, self._all_recipes())
        if recipe is None:
            return None
        project = await self._deps.project(plan.project)
        surveyor = await self._looking(run, project)
        names = await surveyor.names()
        survey = Survey(names=tuple(names), manifest=next((name for name in MANIFESTS if name in names), None))
        from_recipe = await self._from_recipe(recipe, plan, run, survey)
        return self._with_file_actions(recipes.fill_in(plan, from_recipe, asked.related_steps), project)

    async def _apply_by_model(self, plan: Plan, asked: Clarification, run: Run) -> Plan | Clarification:
        """Return the plan with an answer applied by a model; without one it is noted in the related steps."""
        if (await self._thinking.brain(run, "clarifier")).tier != FULL:
            return answers.note_answer(plan, asked)
        thought = Thought("clarifier", asked.question, amendments.answer_words(plan, asked), amendments.ANSWER_SHAPE)
        try:
            worked, _ = await self._thinking.ask(thought, run, lambda given: amendments.read_answer(given, plan, asked))
        except ModelUnavailable:
            return answers.note_answer(plan, asked)
        if worked.against is not None:
            return answers.conflict(plan, worked.against, asked)
        return answers.note_answer(plan, asked) if worked.plan.steps == plan.steps else worked.plan

    async def _looking(self, run: Run, project: Project, agent: str = "planner") -> Surveyor:
        return Surveyor(self._deps, self._workspaces, run, project, await self._deps.agent(agent))

    async def _read_in(self, child: Run) -> list[str]:
        """Return the files a sub-agent read."""
        events = await self._deps.journal.read(None, run=child.id, types=["call.completed"])
        found: list[str] = []
        for event in events:
            result = getattr(event.data, "result", None)
            data = getattr(result, "data", None)
            if getattr(event.data, "capability", "") == "core.read_file" and isinstance(data, dict):
                found.append(str(data.get("path")))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        return list(dict.fromkeys(found))

    def _names(self, project: Project) -> list[str]:
        try:
            walked = self._workspaces.of(project).walk(max_entries=4_000)
        except AuleError:
            return []
        return [entry.path for entry in walked.entries if entry.kind == "file"]

    def _with_file_actions(self, plan: Plan, project: Project) -> Plan:
        """Return a draft whose file actions fit the project: existing files are modified, missing ones created."""
        names = set(self._names(project))
        steps = [_acting(step, names) for step in plan.steps]
        return plan.model_copy(update={"steps": steps})

    def _blank(self, want: PlanningTask, run: Run, survey: Survey) -> Plan:
        now = self._deps.ambient.timestamp()
        return Plan(
            id=self._deps.ambient.ids.new("plan").partition("_")[2][-12:],
            title=headline(want.request, 110) or "?",
            created_at=now,
            updated_at=now,
            language=want.locale,
            app=want.app,
            project=want.project.id,
            session_id=want.session_id,
            context=survey.context(),
            origin=Origin(agent=want.agent or PLANNER, run=run.id, prompt=want.request),
        )


def _no_work(want: PlanningTask) -> str | None:
    """Return the reply to words that ask for no work; None when they do."""
    language = language_in(want.locale)
    if small_talk(want.words, language, "") is not None:
        return say("hello", want.locale)
    is_talk = not asks_for_work(want.words) and not asks_for_plan(want.words)
    if is_talk and (asks(Wording(want.words)) or not want.request.strip()):
        return say("no_work", want.locale)
    return None


def _thinker(plan: Plan) -> str:
    """Return the agent that thinks about a plan: the planner, or that of the plan's app."""
    return PLANNER if plan.app == PLANNER else plan.origin.agent or PLANNER


def _acting(step: PlanStep, names: set[str]) -> PlanStep:
    if step.file is None or step.call is not None or step.file_action == "delete":
        return step
    there = step.file in names
    if step.file_action is None or (step.file_action == "create" and there):
        return step.model_copy(update={"file_action": "modify" if there else "create"})
    return step


def _without(error: ModelUnavailable, locale: str) -> str:
    """Return the message why a plan comes from a recipe."""
    return say(_WITHOUT.get(error.problem.code, "without_model"), locale, error=str(error))


def _kept(step: PlanStep, earlier: PlanStep | None) -> PlanStep:
    """Return a corrected step with what only people and runs can set."""
    if earlier is None:
        return step
    return step.model_copy(
        update={"status": earlier.status, "result": earlier.result, "approval": step.approval or earlier.approval}
    )


def _reversed(before: Plan, after: Plan) -> tuple[PlanStep, PlanStep] | None:
    """Return two steps that a model put in an order their dependency forbids."""
    place = {step.id: n for n, step in enumerate(after.steps)}
    for step in before.steps:
        now = after.step(step.id)
        for id in [] if now is None else now.dependencies:
            if id in place and id in step.dependencies and place[id] > place[step.id] and (other := before.step(id)):
                return step, other
    return None


def _not_understood(plan: Plan) -> Invalid:
    return Invalid(
        say("not_understood", plan.language), code="not_understood", hint=say("not_understood_hint", plan.language)
    )


def _or_value_error(work: Callable[[], Read]) -> Read:
    try:
        return work()
    except Invalid as error:
        raise ValueError(str(error)) from error


def _plan_of_calls(blank: Plan, calls: Sequence[StepCall], registry: Registry) -> Plan:
    """Return the plan that makes these calls, one after the other."""
    titles = [registry.get(call.capability).title_in(blank.language) for call in calls]
    steps = [
        PlanStep(
            id=str(place),
            title=headline(title, 190),
            kind=PlanStepKind.CALL,
            call=call,
            dependencies=[str(place - 1)] if place > 1 else [],
            rationale=say("asked_for", blank.language),
        )
        for place, (title, call) in enumerate(zip(titles, calls, strict=True), start=1)
    ]
    return blank.model_copy(
        update={
            "title": headline("; ".join(titles), 110),
            "goal": headline(blank.origin.prompt, 400),
            "steps": steps,
            "success_criteria": [say("done_as_asked", blank.language, what=title) for title in titles],
            "origin": blank.origin.model_copy(update={"of_calls": True}),
        }
    )
