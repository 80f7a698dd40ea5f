"""Sample calls: one call of a workflow by itself. Reading is done; of anything else it is shown what it would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from aule.contracts.access.capability import Effect, Result
from aule.contracts.errors import ApprovalRequired, AuleError
from aule.contracts.events.steps import StepCompleted, StepSkipped
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import Graph, Step, StepCall
from aule.contracts.runs.workflow import SampleCall
from aule.kernel.capabilities.changes.blob_refs import to_displayed
from aule.kernel.direct_calls import DirectCalls
from aule.kernel.engine.graphs.bindings import resolve
from aule.kernel.engine.graphs.envelope import is_open
from aule.kernel.engine.progress import Progress
from aule.kernel.workflows.checks import input_findings
from aule.kernel.workflows.library import StartOptions
from aule.kernel.workflows.partial_runs import PartialRuns, RunPart, Takeover


@dataclass(frozen=True, slots=True)
class SampleCalls:
    """Makes single calls of workflows, as far as they have no effect."""

    partial_runs: PartialRuns
    direct_calls: DirectCalls

    async def make(self, id: str, step: str, start: StartOptions, part: RunPart) -> SampleCall:
        """Call a step of a workflow if it merely reads; of anything else, show what it would do."""
        library = self.partial_runs.library
        workflow = await library.get(id)
        order = await library.order(workflow, start)
        if findings := input_findings(order.graph, start.inputs):
            raise Faulty(f"{workflow.id!r}", findings)
        taken = await self.partial_runs.take_over(workflow, order.graph, order.project, replace(part, only=step))
        call = _call_of(order.graph, step)
        params = _params_of(order.graph, start.inputs, taken, step)
        place, capability = await library.projects.get(order.project), library.registry.get(call.capability)
        shown: JsonObject = {"step": step, "capability": capability.name, "effect": capability.effect}
        shown["sampled"] = taken.sampled
        if capability.effect is Effect.READ:
            result = await self._result(call.capability, params, place, start.locale)
            given = self.direct_calls.gate.redacted(to_displayed(params))
            return SampleCall(**shown, params=given, is_run=True, result=result)
        preview = await self.direct_calls.preview(call.capability, params, place, start.locale)
        return SampleCall(**shown, params=preview.params, is_run=False, preview=preview.preview)

    async def _result(self, name: str, params: JsonObject, place: Project, locale: str) -> Result:
        """Return what a call gave back; that it failed is a result, too, and what has to be allowed is asked."""
        try:
            return (await self.direct_calls.call(name, params, place, locale)).result
        except ApprovalRequired:
            raise
        except AuleError as error:
            return Result(ok=False, error=error.problem)


def _call_of(graph: Graph, id: str) -> StepCall:
    call = next(step.call for step in graph.nodes if step.id == id)
    if call is None:
        message = f"{id!r} is no call, so it cannot be tried by itself"
        raise Faulty("The step", [Finding(code="no_call", step=id, message=message, hint="Run only this step.")])
    return call


def _params_of(graph: Graph, inputs: JsonObject, taken: Takeover, id: str) -> JsonObject:
    """Return what a call would be given; one that is repeated, for the first item."""
    facts = [
        *(StepCompleted(step=step, result=result) for step, result in taken.finished.items()),
        *(StepSkipped(step=step, reason=reason) for step, reason in taken.skipped.items()),
    ]
    settled = graph.model_copy(update={"nodes": [_without_interrupt(step) for step in graph.nodes]})
    progress = Progress(settled, inputs).replay(facts)
    step = progress.nodes[id].step
    sight: dict[str, Any] = dict(progress.sight_of(progress.nodes[id]))
    if step.repeat is not None:
        items: Any = [0] if step.repeat.count is not None else resolve(step.repeat.for_each, sight)
        listed = cast("list[Any]", items) if isinstance(items, list) else []
        sight["item"] = listed[0] if listed else None
    params = resolve(_call_of(graph, id).params, sight)
    if is_open(params):
        message = f"Something in {id!r} is decided only when it runs"
        hint = "Run only this step."
        raise Faulty("The step", [Finding(code="decided_later", step=id, field="params", message=message, hint=hint)])
    return params


def _without_interrupt(step: Step) -> Step:
    return step if step.interrupt is None else step.model_copy(update={"interrupt": None})
