"""Trials: begun as a graph in the queue, and read from what is on record of their run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from aule.apps.evaluations import queries
from aule.apps.evaluations.comparison import baseline_of
from aule.apps.evaluations.records import (
    MOST_CELLS,
    Evaluation,
    Subject,
    TestQuestion,
    Trial,
    TrialCell,
    TrialPlan,
    Trials,
    TrialStarted,
    TrialSummary,
    TriedSubject,
)
from aule.apps.evaluations.results import results_of
from aule.apps.evaluations.words import hint, say
from aule.contracts.access.agent_fields import checked_agent, with_fields
from aule.contracts.events.facts import CallCompleted
from aule.contracts.events.steps import RunPlanned
from aule.contracts.runs.graph import Graph, Repeat, Step, StepCall, StepKind
from aule.sdk import Agent, Budget, errors
from aule.sdk.agents import Wanted
from aule.sdk.system import DEFAULT_LOCALE, DEFAULT_PROJECT, Kernel, RunRequest, from_recorded
from aule.text.hashing import bytes_hash
from aule.text.words import headline

AT_ONCE = 4
"""How many answers of one trial are worked on at the same time."""
TRY, KEEP = "evaluations.try_question", "evaluations.keep_trial"
MOST_REMEMBERED = 8
"""Plans of trials that are kept in memory: each answer needs the one of its trial."""
MOST_VERSIONS = 200


@dataclass(frozen=True, slots=True)
class TrialOrder:
    """What is to be tried."""

    questions: Sequence[TestQuestion]
    subjects: Sequence[Subject] = ()
    repeats: int = 1
    project: str | None = None
    budget: Budget | None = None


@dataclass(slots=True)
class TrialBook:
    """The trials of a system."""

    kernel: Kernel
    _plans: dict[str, TrialPlan] = field(default_factory=dict[str, TrialPlan])

    async def start(
        self,
        order: TrialOrder,
        *,
        evaluation: Evaluation | None = None,
        agent: str | None = None,
        key: str | None = None,
        locale: str | None = None,
    ) -> TrialStarted:
        """Begin a trial; with a key, beginning it twice is the same as beginning it once."""
        kernel = self.kernel
        said = locale or kernel.settings.current().appearance.locale or DEFAULT_LOCALE
        whose = agent or (None if evaluation is None else evaluation.agent)
        subjects = order.subjects or ([] if whose is None else [Subject(agent=whose)])
        _refuse_amount(order, subjects, said)
        tried = [await self._tried(each, said) for each in subjects]
        of = evaluation.id if evaluation is not None else f"try/{whose}"
        plan = TrialPlan(
            id=kernel.ambient.ids.new("run")
            if key is None
            else f"run_{bytes_hash(f'trials/{of}/{key}'.encode())[:26]}",
            title=_title(evaluation, order, said),
            evaluation=None if evaluation is None else evaluation.id,
            evaluation_version=None if evaluation is None else evaluation.version,
            questions=list(order.questions),
            subjects=tried,
            repeats=order.repeats,
            project=(await kernel.projects.get(order.project or DEFAULT_PROJECT)).id,
            locale=said,
            started_at=kernel.ambient.timestamp(),
            budget=order.budget,
        )
        run = await kernel.engine.start(run_request(plan))
        return TrialStarted(trial=run.id, run=run.id)

    async def plan(self, id: str) -> TrialPlan:
        """Return what a trial tries, from the record of its run."""
        if id not in self._plans:
            events = await self.kernel.journal.read(None, run=id, types=["run.planned"])
            planned = next((each.data for each in events if isinstance(each.data, RunPlanned)), None)
            try:
                plan = TrialPlan.model_validate({} if planned is None else planned.inputs.get("plan"))
            except ValidationError:
                raise errors.NotFound(f"There is no trial {id!r}.", hint="List the trials.") from None
            while len(self._plans) >= MOST_REMEMBERED:
                del self._plans[next(iter(self._plans))]
            self._plans[id] = plan
        return self._plans[id]

    async def trial(self, id: str) -> Trial:
        """Return a trial with every answer so far."""
        plan = await self.plan(id)
        summary, cells = await self._summary(plan)
        return Trial(**vars(summary), questions=plan.questions, cells=cells)

    async def page(self, plans: Sequence[TrialPlan], limit: int) -> Trials:
        """Return trials in short; one more than the limit tells that there are others."""
        shown = plans[:limit]
        items = [(await self._summary(plan))[0] for plan in shown]
        return Trials(items=items, next=queries.key_of(shown[-1]) if len(plans) > limit else None)

    async def _summary(self, plan: TrialPlan) -> tuple[TrialSummary, list[TrialCell]]:
        run, cells = await self.kernel.runs.get(plan.id), await self._cells(plan.id)
        summary = TrialSummary(
            id=plan.id,
            run=run.id,
            title=plan.title,
            evaluation=plan.evaluation,
            evaluation_version=plan.evaluation_version,
            status=run.status,
            problem=run.error,
            started_at=plan.started_at,
            ended_at=run.finished_at,
            repeats=plan.repeats,
            done=len(cells),
            total=len(plan.questions) * len(plan.subjects) * plan.repeats,
            results=results_of(plan, cells),
            baseline=await self._baseline(plan),
        )
        return summary, cells

    async def _cells(self, id: str) -> list[TrialCell]:
        """Return the answers of a trial so far, in their order."""
        await self.kernel.journal.flush()
        events = await self.kernel.journal.read(None, run=id, types=["call.completed"])
        ended = [each.data for each in events if isinstance(each.data, CallCompleted)]
        data = [from_recorded(each.result.data, self.kernel.blobs) for each in ended if each.capability == TRY]
        cells = {cell.place: cell for cell in map(TrialCell.model_validate, data)}
        return [cells[place] for place in sorted(cells)]

    async def _baseline(self, plan: TrialPlan) -> str | None:
        if plan.evaluation is None:
            return None
        before = queries.key_of(plan)
        earlier = await queries.trials_of(self.kernel.database, plan.evaluation, limit=50, before=before)
        return baseline_of(plan, earlier)

    async def _tried(self, subject: Subject, locale: str) -> TriedSubject:
        """Return who is tried, exactly as it is then."""
        agent = await self._agent(subject)
        version = agent.version
        if subject.draft is not None:
            given = subject.draft.model_dump(exclude_unset=True)
            agent = checked_agent({**with_fields(agent, given), "builtin": agent.builtin})
        if subject.prompt is not None:
            agent = agent.model_copy(update={"persona_text": subject.prompt, "persona_texts": {}})
        if agent.mode == "project_resident":
            raise errors.Invalid(say("resident", locale, agent=agent.name), field="subjects", code="resident")
        is_draft = subject.draft is not None or subject.prompt is not None
        label = subject.label or _label(agent, version, subject, is_draft=is_draft, locale=locale)
        return TriedSubject(agent=agent, version=version, is_draft=is_draft, model=subject.model, label=label)

    async def _agent(self, subject: Subject) -> Agent:
        """Return the agent of a subject: as it is, as it was, or the beginning of one that exists only as a draft."""
        found = await self.kernel.agents.find(subject.agent)
        if found is None and subject.version is None and subject.draft is not None and subject.draft.name:
            return Agent(id=subject.agent, name=subject.draft.name)
        if found is not None and subject.version in (None, found.version):
            return found
        if subject.version is None:
            return await self.kernel.agents.get(subject.agent)  # raises what is wrong, with who there is
        page = await self.kernel.changes.list(Wanted(entity=f"agent:{subject.agent}"), limit=MOST_VERSIONS)
        for change in page.items:
            if change.after is not None and change.after["version"] == subject.version:
                return Agent.model_validate(change.after)
        raise errors.NotFound(
            f"The agent {subject.agent!r} has no version {subject.version}.",
            hint="List its versions.",
            field="subjects",
        )


def run_request(plan: TrialPlan) -> RunRequest:
    """Return the graph of a trial: it is put on the list of trials, then each answer is a step of its own."""
    count = len(plan.questions) * len(plan.subjects) * plan.repeats
    keep = Step(id="keep", kind=StepKind.CALL, call=StepCall(capability=KEEP))
    answer = Step(
        id="try",
        kind=StepKind.CALL,
        call=StepCall(capability=TRY, params={"place": "{{item}}"}),
        dependencies=["keep"],
        repeat=Repeat(for_each="{{inputs.places}}", max=count),
    )
    inputs: dict[str, Any] = {"places": {"type": "array"}, "plan": {"type": "object"}}
    return RunRequest(
        graph=Graph(inputs=inputs, nodes=[keep, answer], output="{{steps.try.result}}"),
        inputs={"places": list(range(count)), "plan": plan.model_dump(mode="json")},
        title=plan.title,
        project=plan.project,
        locale=plan.locale,
        at_once=AT_ONCE,
        budget=plan.budget,
        id=plan.id,
    )


def _refuse_amount(order: TrialOrder, subjects: Sequence[Subject], locale: str) -> None:
    if not subjects:
        raise errors.Invalid(say("no_subject", locale), hint=hint("no_subject", locale), field="subjects")
    if not order.questions:
        raise errors.Invalid(say("no_question", locale), hint=hint("no_question", locale), field="questions")
    count = len(order.questions) * len(subjects) * order.repeats
    if count > MOST_CELLS:
        words = say("too_many", locale, count=count, most=MOST_CELLS)
        raise errors.Invalid(words, hint=hint("too_many", locale), field="subjects", code="too_many")


def _title(evaluation: Evaluation | None, order: TrialOrder, locale: str) -> str:
    if evaluation is not None:
        return say("trial_of", locale, title=evaluation.title)
    return say("trial_of", locale, title=headline(order.questions[0].words, 80))


def _label(agent: Agent, version: int, subject: Subject, *, is_draft: bool, locale: str) -> str:
    """Return what results call a subject."""
    which = say("draft", locale) if is_draft else f"v{version}"
    model = "" if subject.model is None else subject.model.id or subject.model.role
    return " · ".join(each for each in (agent.name, which, model) if each)[:200]
