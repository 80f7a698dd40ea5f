"""The engine: starts runs of graphs, shows how they stand, and lets people pause, resume, retry and fork them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from aule.contracts.access.approval import Approval, StepEdit
from aule.contracts.errors import Conflict, NotFound
from aule.contracts.events.facts import RunResumed
from aule.contracts.events.steps import RunClaimed, RunEdited, RunPaused, StepCompleted, StepFact
from aule.contracts.model import JsonObject
from aule.contracts.runs.flow import RunGraph, StepDetail
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import checks_alone, content_hash_of
from aule.kernel.engine.progress import Progress
from aule.kernel.engine.run_edits import (
    check_edit,
    check_forked,
    check_state,
    kept_edits,
    kept_facts,
    top_of,
    unfinished,
)
from aule.kernel.engine.run_factory import NewRun, RunFactory
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.engine.run_state import RunState, as_recorded, load
from aule.kernel.engine.views import Views
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.kernel.runs.graph_runs import GraphRuns
from aule.stores.repositories.runs import Runs


@dataclass(frozen=True, slots=True)
class Engine:
    """Runs graphs: starts them, and lets people pause, resume, retry and fork them."""

    graphs: GraphRuns
    factory: RunFactory
    runs: Runs

    @property
    def journal(self) -> Journal:
        """The log everything is recorded in."""
        return self.graphs.journal

    async def start(self, order: RunRequest) -> Run:
        """Check an order completely, and run it; it goes on by itself, whoever waits."""
        if order.id is not None and (earlier := await self.runs.find(order.id)) is not None:
            if order.parent is not None:
                self.go_on(earlier)
            return earlier
        opened = await self.factory.open(order, self._first_status())
        return await self._begin(self._taken_over(opened) if order.takes_over else opened, order)

    def go_on(self, run: Run) -> None:
        """Let a run go on that another one waits for; one that waits for a person, or has ended, stays as it is."""
        if run.status in (RunStatus.QUEUED, RunStatus.EXECUTING):
            self.graphs.dispatcher.wake(run.id, awaited=True)

    async def pause(self, id: str) -> Run:
        """Let what is under way end, and begin nothing more."""
        async with self.journal.transaction() as record:
            run = await self._open_run(record, id)
            if run.status is not RunStatus.PAUSED:
                record.put(RunPaused(), run=id, session=run.session_id)
        self.graphs.hold(id)
        return await self.runs.get(id)

    async def resume(self, id: str) -> Run:
        """Let a paused run go on."""
        async with self.journal.transaction() as record:
            run = await self._open_run(record, id)
            if run.status is not RunStatus.PAUSED:
                raise Conflict(f"The run {id!r} is not paused.", code="not_paused", subject=id)
            record.put(RunResumed(reason="person"), run=id, session=run.session_id)
            segment = self.graphs.segment(id)
            if segment is not None and not self.graphs.dispatcher.is_shared:  # it goes on in the same hands
                segment.epoch += 1
                self.journal.holds.renew(id)
        if segment is not None:
            segment.go_on()
        self.graphs.wake(id)
        return await self.runs.get(id)

    async def check_edit(self, approval: Approval, edit: StepEdit) -> None:
        """Raise when what a person wants to change along with a decision does not fit the run."""
        if approval.step is None or approval.run is None:
            raise Conflict("Only a step of a run can be changed along with the decision.", code="nothing_to_edit")
        if edit.graph is not None:
            await self.factory.check(edit.graph)
        check_edit((await self.load(approval.run)).progress, approval.step, edit)

    async def load(self, run: str) -> RunState:
        """A run with everything that happened in it so far."""
        return await load(run, self.journal, self.graphs.deps.blobs)

    async def rerun(self, id: str) -> Run:
        """Do all of a run again, from the beginning."""
        loaded = await self._load_graph(id)
        return await self._again(loaded, loaded.graph, [])

    async def retry(self, id: str) -> Run:
        """Try again what a run did not finish; everything it did finish is taken over."""
        loaded = await self._load_graph(id)
        if not loaded.run.status.is_final:
            raise Conflict(f"The run {id!r} has not ended.", code="run_open", hint="Resume it.", subject=id)
        again = unfinished(loaded.progress)
        if not again:
            raise Conflict(f"The run {id!r} finished all of its steps.", code="nothing_failed", hint="Run it again.")
        return await self._again(loaded, loaded.graph, _taken_over(loaded.progress, again, loaded.graph))

    async def fork(self, id: str, step: str, *, state: JsonObject | None = None, graph: Graph | None = None) -> Run:
        """Begin a new run at a step of another one: what does not come after that step is taken over."""
        loaded = await self._load_graph(id)
        place = top_of(step)
        if place not in loaded.progress.nodes:
            raise NotFound(f"There is no step {step!r} in this run.", candidates=list(loaded.progress.nodes)[:5])
        if graph is None:
            graph = loaded.graph
        else:
            await self.factory.check(graph)
        facts = _taken_over(loaded.progress, [place], graph)
        check_forked(graph, loaded.progress, facts)
        if state:
            check_state(graph, state)
            facts.append(RunEdited(state=state))
        return await self._again(loaded, graph, facts)

    async def graph(self, id: str, *, inside: str | None = None) -> RunGraph:
        """A run's graph, and how each of its steps stands."""
        cursor = await self.journal.cursor()
        views = await self._views(id)
        return views.graph(inside, cursor)

    async def step(self, id: str, place: str) -> StepDetail:
        """One step of a run, with what went in and what came out."""
        return (await self._views(id)).step(place)

    async def _load_graph(self, id: str) -> RunState:
        if not (await self.runs.get(id)).has_graph:
            raise Conflict(f"The run {id!r} has no steps.", code="no_graph", subject=id)
        return await self.load(id)

    async def _views(self, id: str) -> Views:
        loaded = await self._load_graph(id)
        deps = self.graphs.deps
        events, children = await self.journal.read(None, run=id), await self.runs.children(id)
        return Views(loaded, events, deps.registry, deps.gate.redacted, children)

    async def _again(self, loaded: RunState, graph: Graph, facts: Sequence[StepFact]) -> Run:
        """A new run of what another one was to do, in which some steps are finished already."""
        old = loaded.run
        above = None if old.parent is None else await self.runs.get(old.parent)  # it has no more rights than before
        is_seen = old.envelope is not None and old.approved == content_hash_of(graph)
        order = RunRequest(
            graph=graph,
            approve=old.approved if is_seen else None,
            envelope=checks_alone(old.envelope) if is_seen and old.envelope is not None else None,
            inputs=loaded.inputs,
            title=old.title,
            project=old.project,
            kind=old.kind,
            locale=old.locale,
            session_id=old.session_id,
            agent=old.agent,
            parent=above,
            workflow=old.workflow,
            workflow_version=old.workflow_version,
            is_flow=old.is_flow,
            plan=old.plan,
            environment=old.environment,
            is_protected=old.is_protected,
            budget=old.budget,
            at_once=old.at_once,
            bounds=old.bounds,
            forked_from=old.id,
            origins={fact.step: fact.origin for fact in facts if isinstance(fact, StepCompleted) and fact.origin},
        )
        opened = await self.factory.open(order, self._first_status())
        kept = [as_recorded(fact, self.graphs.deps.blobs) for fact in facts]
        return await self._begin(NewRun(opened.run, [*opened.facts, *kept]), None)

    def _taken_over(self, opened: NewRun) -> NewRun:
        """A run some of whose steps are settled already, with what is large in their results kept once."""
        blobs = self.graphs.deps.blobs
        kept = [as_recorded(fact, blobs) if isinstance(fact, StepCompleted) else fact for fact in opened.facts]
        return NewRun(opened.run, kept)

    async def _begin(self, opened: NewRun, order: RunRequest | None) -> Run:
        """Record a run's beginning, in this process's hands if it has one free, and let it go on."""
        run, dispatcher = opened.run, self.graphs.dispatcher
        claim = dispatcher.claim(run)
        try:
            earlier = await self._record(opened, order, claim)
        except BaseException:
            dispatcher.let_go(run.id)
            raise
        if earlier is not None:
            dispatcher.let_go(run.id)
            return earlier
        if claim is not None:
            run = run.model_copy(update={"status": RunStatus.EXECUTING, "epoch": run.epoch + 1})
        is_known = run.status is RunStatus.EXECUTING and (claim is not None or not dispatcher.is_shared)
        fresh = None
        if order is not None and is_known and not order.takes_over:  # one that takes over goes on from its facts
            progress, blobs = Progress(order.graph, order.inputs), self.graphs.deps.blobs
            fresh = RunState(run, order.graph, order.inputs, progress, blobs)
        awaited = order is not None and order.parent is not None
        self.graphs.begin(fresh, run.id, epoch=None if claim is None else run.epoch, awaited=awaited)
        return run

    async def _record(self, opened: NewRun, order: RunRequest | None, claim: RunClaimed | None) -> Run | None:
        """Record what a run begins with; gives the one there is already under its id, if there is one."""
        run, lasts = opened.run, opened.run.envelope is not None
        facts = opened.facts if claim is None else [*opened.facts, claim]
        if order is None or order.id is None:  # its id is new, so nothing has to be looked at: runs share a commit
            await self.journal.write(*facts, run=run.id, session=run.session_id, durable=lasts)
            return None
        async with self.journal.transaction(durable=lasts) as record:
            if (earlier := await Runs(record).find(run.id)) is not None:
                return earlier
            for fact in facts:
                record.put(fact, run=run.id, session=run.session_id)
        return None

    def _first_status(self) -> RunStatus:
        return RunStatus.EXECUTING if self.graphs.dispatcher.has_room else RunStatus.QUEUED

    async def _open_run(self, record: Record, id: str) -> Run:
        run = await Runs(record).get(id)
        if not run.has_graph:
            raise Conflict(f"The run {id!r} has no steps to pause.", code="no_graph", subject=id)
        if run.status.is_final:
            raise Conflict(f"The run {id!r} has ended.", code="run_ended", subject=id)
        return run


def _taken_over(progress: Progress, again: Collection[str], graph: Graph) -> list[StepFact]:
    """What a new run with a graph takes over of another one: what its steps came to, and what a person set."""
    facts = list(kept_facts(progress, again))
    return [*facts, *kept_edits(progress, facts, graph)]
