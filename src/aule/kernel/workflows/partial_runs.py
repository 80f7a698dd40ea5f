"""Partial runs: a workflow from one of its steps on, or one step alone, on results that are there already.

The result of a step that does not run is what a person gives for this run, else the sample they pinned, if samples are
asked for, else what the last run of the workflow came to. What is taken over is never run. The graph stays the whole
one, so an approval of it means the same as ever; samples never go with one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aule.contracts.errors import Corrupt, Invalid
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import Graph, SkipReason, Step, StepOrigin
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow
from aule.kernel.engine.graphs.needs import needs_in
from aule.kernel.engine.progress import Node, Status
from aule.kernel.engine.run_request import SAMPLES
from aule.kernel.engine.run_state import RunState
from aule.kernel.runs.engine import Engine
from aule.kernel.workflows.checks import paths_of
from aule.kernel.workflows.library import Library, StartOptions
from aule.stores.repositories.runs import Which

MOST_EARLIER = 10
"""How many runs back results are looked for, each the one that the next took over from."""


@dataclass(frozen=True, slots=True)
class RunPart:
    """Which part of a workflow is to run, and what stands for the results of the rest."""

    start_at: str | None = None
    """The step to run from, with all that comes after it."""
    only: str | None = None
    """The step to run alone."""
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Results that a person gives for steps that do not run."""
    use_pins: bool = False
    """Whether pinned samples stand for results."""

    @property
    def named(self) -> str | None:
        """The step that is named, if one is."""
        return self.start_at or self.only

    @property
    def is_whole(self) -> bool:
        """Whether every step is to run."""
        return self.named is None and not self.results and not self.use_pins


@dataclass(slots=True)
class Takeover:
    """What is settled before a partial run begins."""

    finished: dict[str, Any] = field(default_factory=dict[str, Any])
    origins: dict[str, StepOrigin] = field(default_factory=dict[str, StepOrigin])
    skipped: dict[str, SkipReason] = field(default_factory=dict[str, Any])
    earlier: str | None = None
    """The run whose results are taken over."""

    @property
    def sampled(self) -> list[str]:
        """The steps whose results are samples."""
        return [step for step, origin in self.origins.items() if origin in SAMPLES]

    def finish(self, step: str, result: Any, origin: StepOrigin) -> None:
        """Take a result for a step."""
        self.finished[step], self.origins[step] = result, origin


@dataclass(frozen=True, slots=True)
class PartialRuns:
    """Runs parts of workflows."""

    library: Library
    engine: Engine

    async def run(self, id: str, start: StartOptions, part: RunPart) -> Run:
        """Check and start a part of a workflow; a key that was used starts nothing anew."""
        if part.is_whole:
            return await self.library.run(id, start)
        if start.id is not None and (begun := await self.engine.runs.find(start.id)) is not None:
            return begun
        workflow = await self.library.get(id)
        order = await self.library.order(workflow, start)
        taken = await self.take_over(workflow, order.graph, order.project, part)
        if start.approve is not None and "pinned" in taken.origins.values():
            raise Invalid(
                f"{workflow.title!r} cannot be allowed beforehand while pinned samples stand for results.",
                code="approve_with_samples",
                field="approve",
                hint="Leave `approve` out, so that each write asks, or run it without pins.",
            )
        whole = {"finished": taken.finished, "origins": taken.origins, "skipped": taken.skipped}
        return await self.engine.start(replace(order, **whole, forked_from=taken.earlier))

    async def take_over(self, workflow: Workflow, graph: Graph, project: str, part: RunPart) -> Takeover:
        """Return what is settled before a part of a workflow runs; raise `Faulty` with everything that is missing."""
        pins = workflow.canvas.pins if workflow.canvas is not None and part.use_pins else {}
        earlier = await self._earlier(workflow.id, project) if part.named is not None else []
        taken, findings = settle(graph, part, pins, earlier)
        if findings:
            raise Faulty(f"This part of {workflow.id!r}", findings)
        return taken

    async def _earlier(self, workflow: str, project: str) -> list[RunState]:
        """Return the last run of a workflow in a project, and those it took over from, the latest first."""
        page = await self.engine.runs.list(Which(workflow=workflow, project=project), limit=1)
        id = page.items[0].id if page.items else None
        found: list[RunState] = []
        while id is not None and len(found) < MOST_EARLIER:
            try:
                found.append(await self.engine.load(id))
            except Corrupt:
                break  # it can be read by nobody, so nothing can be taken over from it
            id = found[-1].run.forked_from
        return found


def settle(
    graph: Graph, part: RunPart, pins: Mapping[str, Any], earlier: Sequence[RunState]
) -> tuple[Takeover, list[Finding]]:
    """Return what is settled before a part of a graph runs, and everything that is missing for it."""
    steps = {step.id: step for step in graph.nodes}
    if wrong := list(_wrong_names(part, steps)):
        return Takeover(), wrong
    taken = Takeover()
    for id in steps:
        if id in part.results:
            taken.finish(id, part.results[id], "given")
        elif id in pins and id != part.named:
            taken.finish(id, pins[id], "pinned")
    if part.named is None:
        return taken, []
    taken.skipped |= {id: "disabled" for id, step in steps.items() if step.disabled and id not in taken.finished}
    again = (_after(graph, part.named) if part.only is None else {part.named}) - taken.finished.keys()
    for id, step in steps.items():
        if id not in again and id not in taken.finished and id not in taken.skipped:
            _take_earlier(taken, step, earlier, with_pins=part.use_pins)
    again -= taken.skipped.keys()
    findings = list(_missing(graph, again, taken, part.named))
    for id in steps:
        if id not in again and id not in taken.finished:
            taken.skipped.setdefault(id, "left_out")
    return taken, findings


def _wrong_names(part: RunPart, steps: Mapping[str, Step]) -> Iterator[Finding]:
    if part.start_at is not None and part.only is not None:
        message = "A run begins at a step or runs only one, not both"
        yield Finding(code="unclear_part", step=None, field="only", message=message, hint="Leave one of them out.")
    for field_name, id in (("start_at", part.start_at), ("only", part.only)):
        if id is not None and id not in steps:
            yield _unknown(id, field_name)
    if part.only is not None and part.only in steps and steps[part.only].disabled:
        yield _switched_off(part.only)
    for id in part.results:
        if id not in steps:
            yield _unknown(id, "results")
        elif id == part.named:
            message = f"{id!r} is to run, so it cannot be given a result"
            yield Finding(code="unclear_part", step=id, field="results", message=message, hint="Leave the result out.")


def _unknown(id: str, field_name: str) -> Finding:
    message = f"There is no step {id[:80]!r}"
    return Finding(
        code="no_such_step", step=None, field=field_name, message=message, hint="Name a step of the workflow."
    )


def _switched_off(id: str) -> Finding:
    message = f"{id!r} is switched off, so it does not run alone"
    return Finding(code="switched_off", step=id, field="only", message=message, hint="Switch it on first.")


def _after(graph: Graph, start: str) -> set[str]:
    """Return a step and everything that depends on it."""
    later: dict[str, list[str]] = {}
    for step in graph.nodes:
        for before in step.dependencies:
            later.setdefault(before, []).append(step.id)
    found, left = {start}, [start]
    while left:
        for id in later.get(left.pop(), []):
            if id not in found:
                found.add(id)
                left.append(id)
    return found


def _take_earlier(taken: Takeover, step: Step, earlier: Sequence[RunState], *, with_pins: bool) -> None:
    """Take what a step came to in the latest of some runs that has it, if the step is still the same."""
    for run in earlier:
        node = run.progress.nodes.get(step.id)
        if node is None or _essence(node.step) != _essence(step) or (node.origin == "pinned" and not with_pins):
            continue
        if node.status is Status.DONE:
            taken.finish(step.id, node.result, node.origin or "earlier")
        elif not _is_condition_unmet(node) or node.skipped in ("disabled", "missing_result"):
            continue
        else:
            taken.skipped[step.id] = "condition"
        taken.earlier = earlier[0].run.id
        return


def _essence(step: Step) -> Step:
    """Return a step without what it is called: that has no effect on its result."""
    return step.model_copy(update={"title": "", "description": "", "workflow_version": None})


def _is_condition_unmet(node: Node) -> bool:
    return node.status is Status.SKIPPED and not (node.passed or node.spoiled)


def _missing(graph: Graph, again: Collection[str], taken: Takeover, named: str) -> Iterator[Finding]:
    """Yield the steps whose results are needed by those that run, and are nowhere."""
    writers = {key: step.id for step in graph.nodes for key in step.writes}
    told: set[str] = set()
    for step in graph.nodes:
        if step.id not in again:
            continue
        for id in _needed(step, writers):
            if id in again or id in told or id in taken.finished or id in taken.skipped:
                continue
            told.add(id)
            message = f"{step.id!r} needs the result of {id!r}, and there is none"
            hint = f"Run it from {id!r}, give a result for it, or pin one."
            yield Finding(code="missing_result", step=id, field="results", message=message, hint=hint)
    yield from _needed_of_switched_off(graph, taken, named)
    before = next(step for step in graph.nodes if step.id == named).dependencies
    if before and all(taken.skipped.get(id, "disabled") != "disabled" for id in before):
        message = f"{before[0]!r} was skipped in the last run, so {named!r} would be skipped too"
        hint = f"Give a result for {before[0]!r}, or run it from there."
        yield Finding(code="missing_result", step=before[0], field="results", message=message, hint=hint)


def _needed_of_switched_off(graph: Graph, taken: Takeover, named: str) -> Iterator[Finding]:
    for id in sorted(needs_in(graph).get(named, ())):
        if taken.skipped.get(id) == "disabled":
            message = f"{named!r} needs the result of {id!r}, which is switched off"
            hint = f"Switch {id!r} on, give a result for it, or pin one."
            yield Finding(code="missing_result", step=id, field="results", message=message, hint=hint)


def _needed(step: Step, writers: Mapping[str, str]) -> Iterator[str]:
    yield from step.dependencies
    for _, path in paths_of(step):
        match path.parts:
            case ("steps", str(id), *_):
                yield id
            case ("state", str(key), *_) if key in writers:
                yield writers[key]
            case _:
                pass
