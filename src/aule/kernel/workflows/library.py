"""The library of workflows: they are checked before they are stored, and again before they run."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import chain, islice

from aule.contracts.access.agent import Budget
from aule.contracts.access.capability import Effect
from aule.contracts.access.change import Removed
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Corrupt, Invalid, UnknownCapability
from aule.contracts.ids import ref
from aule.contracts.model import JsonObject
from aule.contracts.project import DEFAULT_PROJECT
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.flow import RunGraph, StepView
from aule.contracts.runs.graph import MAX_STEPS, Graph, Step, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.runs.workflow import (
    Workflow,
    WorkflowCheck,
    WorkflowLastRun,
    WorkflowPreview,
    WorkflowStepPreview,
    WorkflowSummary,
    WorkflowView,
)
from aule.contracts.views import Page
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.capabilities.context.workflow_port import WorkflowDraft, WorkflowRun
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.check import MOST_FINDINGS
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.engine.graphs.envelope import called_in, content_hash_of, envelope_of, known_inputs
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.journal import Journal
from aule.kernel.versions import first_version, next_version
from aule.kernel.workflows.canvases import fit_canvas, notes_on_canvas
from aule.kernel.workflows.checks import findings_in, notes_on
from aule.kernel.workflows.document_reader import whole_document, workflow_of
from aule.kernel.workflows.document_writer import Format, document
from aule.kernel.workflows.places import with_lines
from aule.kernel.workflows.text import ParsedText, UnreadableText, check_size, read_text
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.workflows import Workflows
from aule.text.hashing import bytes_hash

MOST_LISTED = 200
"""Workflows of a project that a capability gets to see."""
RESERVED = frozenset({"new", "schema", "check", "templates"})
"""Ids that are taken by addresses."""


@dataclass(frozen=True, slots=True)
class StartOptions:
    """Options of a workflow's run: inputs, project, parent, and prior approval."""

    inputs: JsonObject
    project: str | None = None
    approve: str | None = None
    """The content hash of the approved preview; without it every write asks."""
    locale: str = "en"
    parent: Run | None = None
    """The run of the agent that starts it: it has at most that agent's rights."""
    session_id: str | None = None
    schedule: str | None = None
    """The schedule that starts it."""
    budget: Budget | None = None
    """Its limits, in place of the workflow's own."""
    id: str | None = None
    """A given id makes starting it twice start it once."""


@dataclass(frozen=True, slots=True)
class Library:
    """Reads, checks, stores, removes and runs workflows."""

    journal: Journal
    change_log: ChangeLog
    workflows: Workflows
    projects: Projects
    runs: Runs
    artifacts: Artifacts
    agent_registry: AgentRegistry
    registry: Registry
    begin: Callable[[RunRequest], Awaitable[Run]]
    """Starts a run of a graph."""
    look: Callable[[str], Awaitable[RunGraph]]
    """Returns a run of a graph."""
    ambient: Ambient

    async def read(self, text: str) -> Workflow:
        """Return the workflow a document describes, checked completely. Nothing is stored and nothing runs."""
        workflow, read = await self._read(text)
        _, findings = await self._link_and_check(workflow)
        if findings:
            raise Faulty(f"{workflow.id!r}", with_lines(findings, read))
        return workflow

    async def check(self, text: str, format: Format = "yaml") -> WorkflowCheck:
        """Return the workflow of a document, or everything that is wrong with it; nothing is stored."""
        try:
            workflow, read = await self._read(text)
        except Faulty as error:
            return WorkflowCheck(ok=False, findings=error.findings)
        except Invalid as error:
            problem = error.problem
            mark = error.mark if isinstance(error, UnreadableText) else None
            found = Finding(code=problem.code, step=None, message=problem.message, hint=problem.hint)
            if mark is not None:
                found = found.model_copy(update={"line": mark.line, "column": mark.column})
            return WorkflowCheck(ok=False, findings=[found])
        _, findings = await self._link_and_check(workflow)
        notes = chain(notes_on(workflow.graph), notes_on_canvas(workflow))
        told = [*findings, *islice(notes, MOST_FINDINGS)]
        written = await asyncio.to_thread(whole_document, workflow, format)
        return WorkflowCheck(ok=not findings, findings=with_lines(told, read), workflow=workflow, document=written)

    async def compile(self, workflow: Workflow) -> Graph:
        """Return the whole graph of a workflow, ready to run; raise `Faulty` with everything wrong."""
        graph, findings = await self._link_and_check(workflow)
        if findings:
            raise Faulty(f"{workflow.id!r}", findings)
        return graph

    async def link(self, graph: Graph) -> Graph:
        """Return a graph with the graphs of named workflows inserted; raise `Faulty` with those that cannot be."""
        linker = Linker(self.workflows.find)
        linked = await linker.put_in(graph)
        if linker.findings:
            raise Faulty("The graph", linker.findings)
        return linked

    async def list(
        self, *, project: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[WorkflowSummary]:
        """Return workflows with their latest runs, the one changed last first."""
        page = await self.workflows.list(project=project, limit=limit, after=after)
        items = [
            WorkflowSummary(workflow=each, steps=count(each.graph), last_run=await self.runs.latest_of(each.id))
            for each in page.items
        ]
        return Page[WorkflowSummary](items=items, next=page.next)

    async def of_project(self, project: str) -> builtins.list[WorkflowSummary]:
        """Return the workflows a project can use, the one changed last first."""
        return (await self.list(project=project, limit=MOST_LISTED)).items

    async def get(self, id: str) -> Workflow:
        """Return a workflow."""
        return await self.workflows.get(id)

    def text(self, workflow: Workflow) -> str:
        """Return a workflow as a document."""
        return document(workflow)

    async def view(self, id: str) -> WorkflowView:
        """Return a workflow with its latest run; if that run's log is unreadable, only that there is one."""
        workflow, latest = await self.workflows.get(id), await self.runs.latest_of(id)
        last: WorkflowLastRun | None = None
        if latest is not None:
            try:
                seen = await self.look(latest.id)
                steps = await self._with_figures(latest.id, seen.steps)
                last = WorkflowLastRun(run=seen.run, steps=steps, state=seen.state, output=seen.output)
            except Corrupt:
                last = WorkflowLastRun(run=latest)
        return WorkflowView(**dict(workflow), last_run=last)

    async def _with_figures(self, run: str, steps: list[StepView]) -> list[StepView]:
        """Return the steps of a run with what each spent and made."""
        spent = {child.id: child.usage for child in await self.runs.children(run)}
        made: dict[str, list[str]] = {}
        for each in (run, *spent):
            for artifact in (await self.artifacts.list(run=each, limit=200)).items:
                by = (artifact.call or run) if each == run else each  # a call of the run, or an agent below it
                made.setdefault(by, []).append(artifact.id)
        return [
            step.model_copy(
                update={
                    "usage": spent.get(step.run or ""),
                    "artifacts": made.get(step.run or "", []) + made.get(step.call or "", []),
                }
            )
            for step in steps
        ]

    async def save(self, workflow: Workflow, *, expected: int | None) -> Workflow:
        """Store a workflow; `expected` is the version that was edited, None for a new one."""
        if workflow.id in RESERVED:
            raise Invalid(f"{workflow.id!r} is no name for a workflow.", field="id", hint="Choose another one.")
        await self.compile(workflow)
        now = self.ambient.timestamp()
        async with self.journal.transaction() as record:
            current = await Workflows(record).find(workflow.id)
            if current is not None and expected is None:
                raise workflow_exists(workflow.id)
            version = next_version(workflow.id, current and current.version, expected)
            kept: JsonObject = {"created_by": "user", "created_at": now}
            if current is None:
                version = await first_version(record, ref("workflow", workflow.id))
            else:
                kept = {"created_by": current.created_by, "created_at": current.created_at}
            drawn = fit_canvas(workflow, current)
            saved = drawn.model_copy(update={**kept, "updated_at": now, "version": version})
            self.change_log.put_document(record, ref("workflow", saved.id), current, saved)
        return saved

    async def draft(self, text: str, *, replace: bool = False) -> WorkflowDraft:
        """Return a document as a checked draft, with the workflow it would replace."""
        workflow = await self.read(text)
        current = await self.workflows.find(workflow.id)
        if current is not None and not replace:
            raise workflow_exists(workflow.id)
        now = self.ambient.timestamp()
        kept: JsonObject = {"created_by": "agent", "created_at": now, "updated_at": now}
        if current is None:
            kept["version"] = await first_version(self.journal.source, ref("workflow", workflow.id))
        else:
            kept |= {"created_by": current.created_by, "created_at": current.created_at}
            kept["version"] = current.version + 1
        drafted = fit_canvas(workflow, current).model_copy(update=kept)
        return WorkflowDraft(drafted, current, document(drafted), None if current is None else document(current))

    async def delete(self, id: str, *, expected: int) -> Removed:
        """Remove a workflow; its runs go on with the graph they started with."""
        async with self.journal.transaction() as record:
            current = await Workflows(record).get(id)
            next_version(id, current.version, expected)
            change = self.change_log.put_document(record, ref("workflow", id), current, None)
        return Removed(change=change.id)

    async def preview(self, id: str, inputs: JsonObject) -> WorkflowPreview:
        """Return what running a workflow now with these inputs would do, and the hash that approves exactly this."""
        graph = await self.compile(await self.workflows.get(id))
        await self.registry.prepare(called_in(graph))
        return preview_of(graph, self.registry, inputs)

    async def run(self, id: str, start: StartOptions) -> Run:
        """Check and start a workflow."""
        return await self.begin(await self.order(await self.workflows.get(id), start))

    async def order(self, workflow: Workflow, start: StartOptions) -> RunRequest:
        """Check a workflow completely, and return what its run is to be."""
        graph = await self.compile(workflow)
        place = await self.projects.get(start.project or workflow.project or DEFAULT_PROJECT)
        return RunRequest(
            graph=graph,
            inputs=start.inputs,
            title=workflow.title,
            project=place.id,
            locale=start.locale,
            session_id=start.session_id,
            agent=None if start.parent is None else start.parent.agent,
            parent=start.parent,
            workflow=workflow.id,
            workflow_version=workflow.version,
            schedule=start.schedule,
            budget=start.budget or workflow.budget,
            at_once=workflow.at_once,
            approve=start.approve,
            id=start.id,
        )

    async def run_for(self, parent: Run, id: str, key: str, inputs: JsonObject) -> WorkflowRun:
        """Run a workflow for an agent, with at most its rights, until it ends or waits for a person."""
        await self._check_above(parent, id)
        own = f"run_{bytes_hash(f'{key} {id}'.encode())[:26]}"
        start = StartOptions(
            inputs=inputs,
            project=parent.project,
            locale=parent.locale,
            parent=parent,
            session_id=parent.session_id,
            id=own,
        )
        cursor = await self.journal.cursor()
        run = await self.run(id, start)
        async with aclosing(self.journal.follow(cursor, run=own)) as events:
            while not (run.status.is_final or run.status in (RunStatus.WAITING, RunStatus.PAUSED)):
                await anext(events)
                run = await self.runs.get(own)
        return WorkflowRun(run, (await self.look(own)).output if run.status.is_final else None)

    async def _check_above(self, run: Run, id: str) -> None:
        """Raise when a workflow would run itself, directly or through others, without end."""
        above: Run | None = run
        while above is not None:
            if above.workflow == id:
                raise Invalid(f"The workflow {id!r} cannot run itself.", code="depth", hint="Repeat a step instead.")
            above = None if above.parent is None else await self.runs.get(above.parent)

    async def _read(self, text: str) -> tuple[Workflow, ParsedText]:
        """Read a document in a thread, as a long one takes a while."""
        check_size(text)
        read = await asyncio.to_thread(read_text, text)
        return await asyncio.to_thread(workflow_of, read), read

    async def link_and_check(self, graph: Graph) -> tuple[Graph, list[Finding]]:
        """Return a graph that belongs to no workflow, with those it names inserted, and everything wrong with it."""
        linker = Linker(self.workflows.find)
        linked = await linker.put_in(graph)
        return linked, [*linker.findings, *await self._findings(linked)]

    async def _link_and_check(self, workflow: Workflow) -> tuple[Graph, list[Finding]]:
        linker = Linker(self.workflows.find)
        graph = await linker.link(workflow)
        findings = await self._findings(graph)
        if workflow.project is not None and await self.projects.find(workflow.project) is None:
            message = f"There is no project {workflow.project!r}"
            findings.insert(0, Finding(code="unknown_project", step=None, field="project", message=message))
        return graph, [*linker.findings, *findings]

    async def _findings(self, graph: Graph) -> builtins.list[Finding]:
        agents = {agent.id for agent in (await self.agent_registry.list(limit=500)).items}
        await self.registry.prepare(called_in(graph))
        return await asyncio.to_thread(findings_in, graph, CheckContext(self.registry, agents))


def workflow_exists(id: str) -> Conflict:
    """Return the error for a new workflow whose id is taken."""
    return Conflict(
        f"There already is a workflow {id!r}.",
        code="workflow_exists",
        hint="Give this one another id, or replace that one.",
    )


Find = Callable[[str], Awaitable[Workflow | None]]


@dataclass(slots=True)
class Linker:
    """Inserts the graphs of named workflows, and notes those that cannot be inserted."""

    find: Find
    findings: list[Finding] = field(default_factory=list[Finding])
    count: int = 0

    async def link(self, workflow: Workflow) -> Graph:
        """Return the whole graph of a workflow. A missing or recursive workflow stays a name."""
        return await self._graph(workflow.graph, (workflow.id,), "")

    async def put_in(self, graph: Graph) -> Graph:
        """Return a graph that belongs to no workflow, with the graphs its steps name inserted."""
        return await self._graph(graph, (), "")

    async def _graph(self, graph: Graph, above: tuple[str, ...], prefix: str) -> Graph:
        self.count += len(graph.nodes)
        if self.count > MAX_STEPS:
            return graph  # the check reports too many steps
        if all(step.graph is None and step.workflow is None for step in graph.nodes):
            return graph
        nodes = [await self._step(step, above, f"{prefix}{step.id}") for step in graph.nodes]
        return graph.model_copy(update={"nodes": nodes})

    async def _step(self, step: Step, above: tuple[str, ...], place: str) -> Step:
        if step.workflow is None:
            inner = None if step.graph is None else await self._graph(step.graph, above, f"{place}/")
            return step.model_copy(update={"graph": inner})
        if step.workflow in above:
            loop = " → ".join([*above[above.index(step.workflow) :], step.workflow])
            self._note("workflow_cycle", place, f"These workflows run each other: {loop}", "Take one of them out.")
            return step
        other = await self.find(step.workflow)
        if other is None:
            message = f"There is no workflow {step.workflow!r}"
            self._note("unknown_workflow", place, message, "`aule workflows` lists those there are.")
            return step
        graph = await self._graph(other.graph, (*above, step.workflow), f"{place}/")
        return step.model_copy(update={"graph": graph, "workflow_version": other.version})

    def _note(self, code: str, place: str, message: str, hint: str) -> None:
        self.findings.append(Finding(code=code, step=place, field="workflow", message=message, hint=hint))


_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def preview_of(graph: Graph, registry: Registry, inputs: JsonObject) -> WorkflowPreview:
    """Return the preview of a graph with its inputs; its hash approves exactly this."""
    return WorkflowPreview(
        content_hash=content_hash_of(graph, inputs),
        envelope=envelope_of(graph, registry, known_inputs(graph, inputs, seen=True)),
        steps=list(_steps(graph, registry, "")),
    )


def count(graph: Graph) -> int:
    """Return how many steps a graph has, nested ones included."""
    return len(graph.nodes) + sum(count(step.graph) for step in graph.nodes if step.graph is not None)


def _steps(graph: Graph, registry: Registry, prefix: str, *, is_off: bool = False) -> Iterator[WorkflowStepPreview]:
    for step in graph.nodes:
        place = f"{prefix}{step.id}"
        effect = _effect(step, registry)
        stops = step.interrupt is not None and (step.interrupt.before or step.interrupt.after)
        acts = stops or step.kind is StepKind.HUMAN or (effect is not None and effect not in _LOOKING)
        off = is_off or step.disabled
        yield WorkflowStepPreview(
            place=place,
            title=step.title,
            kind=step.kind,
            capability=None if step.call is None else step.call.capability,
            effect=effect,
            asks=acts and not off,
            disabled=off,
        )
        if step.graph is not None:
            yield from _steps(step.graph, registry, f"{place}/", is_off=off)


def _effect(step: Step, registry: Registry) -> Effect | None:
    try:
        return None if step.call is None else registry.get(step.call.capability).effect
    except UnknownCapability:
        return None
