"""Evidence: what a run's facts say about each step, with the events that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.contracts.access.capability import Capability, Effect, Provenance
from aule.contracts.events.facts import ArtifactSaved, CallCompleted, CallFailed, CallStarted, ChangeRecorded, Event
from aule.contracts.events.steps import StepFailed, StepInterrupted, StepSkipped
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.graph import StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.agents.answer_checks import Deed
from aule.kernel.engine.progress import Node, Status
from aule.kernel.engine.run_state import RunState, call_id, child_id
from aule.stores.log.call_rows import ATTEMPT

_PART = re.compile(r"[\[/]")
_TELLING = frozenset({"step.started", "step.completed", "step.expanded", "step.opened", "step.released"})


@dataclass(slots=True)
class StepEvidence:
    """One step: its status and result, and the events that show them."""

    place: str
    title: str
    kind: StepKind
    status: StepStatus
    result: Any = None
    error: str = ""
    code: str = ""
    """The code of its error."""
    why_skipped: str | None = None
    events: list[str] = field(default_factory=list[str])
    refs: list[str] = field(default_factory=list[str])
    names: list[str] = field(default_factory=list[str])
    """Names of what was made or changed."""
    made: dict[str, str] = field(default_factory=dict[str, str])
    """The entities behind those names."""
    pages: dict[str, str] = field(default_factory=dict[str, str])
    """The address where each named thing is shown."""
    provenance: Provenance | None = None
    warnings: list[str] = field(default_factory=list[str])
    """Warnings of a result, such as that there was nothing to count."""
    deeds: list[Deed] = field(default_factory=list[Deed])
    """The successful calls."""
    touched: list[str] = field(default_factory=list[str])
    """Entities that were changed."""
    undoable: bool = False


@dataclass(frozen=True, slots=True)
class RunEvidence:
    """Everything a report may say, and nothing else."""

    run: Run
    plan: Plan | None
    language: str
    steps: list[StepEvidence]
    capabilities: Sequence[Capability] = ()
    """All capabilities, by which statements of agents are understood."""

    @property
    def done(self) -> list[StepEvidence]:
        """The steps that are done."""
        return [step for step in self.steps if step.status is StepStatus.DONE]

    @property
    def troubled(self) -> list[StepEvidence]:
        """The steps that failed, were skipped because of that, or were never reached."""
        unneeded = ("condition", "left_out", "disabled", "missing_result")
        return [step for step in self.steps if step.status is not StepStatus.DONE and step.why_skipped not in unneeded]

    @property
    def sampled(self) -> list[StepEvidence]:
        """The steps that did not run, because a sample stands for their result."""
        return [step for step in self.steps if step.place in self.run.sampled]


def evidence_of(
    loaded: RunState, plan: Plan | None, events: Sequence[Event], capabilities: Sequence[Capability] = ()
) -> RunEvidence:
    """Return what happened in a run, step by step; `events` are those of the run and of its agents' runs."""
    run = loaded.run
    language = plan.language if plan is not None else run.locale
    steps = {node.step.id: _of_node(node, run) for node in loaded.progress.root.nodes}
    owner = dict(_owners(loaded))
    begun: dict[str, CallStarted] = {}
    for event in events:
        if isinstance(event.data, CallStarted):
            begun[event.data.id] = event.data
        step = steps.get(_step_of(event, owner) or "")
        if step is not None:
            _take(step, event, begun)
    return RunEvidence(run, plan, language, list(steps.values()), capabilities)


def _of_node(node: Node, run: Run) -> StepEvidence:
    return StepEvidence(
        place=node.place,
        title=node.step.title or node.place,
        kind=node.step.kind,
        status=_status(node, run),
        result=node.result if node.status is Status.DONE else None,
        error="" if node.error is None else node.error.message,
        code="" if node.error is None else node.error.code,
    )


def _status(node: Node, run: Run) -> StepStatus:
    if node.status is Status.WAITING and node.moment == "unknown":
        return StepStatus.UNKNOWN
    if not node.status.is_final and run.status.is_final:
        return StepStatus.SKIPPED if run.status is RunStatus.CANCELLED else StepStatus.FAILED
    return StepStatus(node.status.value)


def _owners(loaded: RunState) -> Iterable[tuple[str, str]]:
    """Yield the step that each call, and each run of an agent, belongs to."""
    run = loaded.run.id
    for place, node in loaded.progress.nodes.items():
        top = _PART.split(place, maxsplit=1)[0]
        yield call_id(run, node)[:-ATTEMPT], top
        for attempt in range(1, node.attempt + 2):
            yield child_id(run, place, attempt), top


def _step_of(event: Event, owner: dict[str, str]) -> str | None:
    fact = event.data
    place = getattr(fact, "step", None)
    if isinstance(place, str) and event.type.startswith("step."):
        return _PART.split(place, maxsplit=1)[0]
    call = getattr(fact, "id", None) if event.topic == "call" else None
    if isinstance(fact, ChangeRecorded):
        call = fact.change.call
    return owner.get(event.run or "") or owner.get(str(call)[:-ATTEMPT])


def _take(step: StepEvidence, event: Event, begun: dict[str, CallStarted]) -> None:
    match event.data:
        case CallCompleted(result=result, id=id) | CallFailed(result=result, id=id):
            step.events.append(event.seq)
            step.provenance = result.provenance or step.provenance
            step.refs += [f"artifact:{each}" for each in result.artifacts]
            step.warnings += [each.message for each in result.warnings if each.message not in step.warnings]
            if result.ok and id in begun:
                call = begun[id]
                step.deeds.append(Deed(call.capability, Effect(call.effect), call.params, result.data))
        case ChangeRecorded(change=change):
            step.events.append(event.seq)
            step.refs += [f"change:{change.id}", change.entity]
            step.names.append(change.title)
            step.made[change.title] = change.entity
            step.touched.append(change.entity)
            step.undoable = True
        case ArtifactSaved(artifact=artifact):
            step.refs.append(f"artifact:{artifact.id}")
            step.names.append(artifact.name)
        case StepSkipped(reason=reason):
            step.why_skipped = reason
            step.events.append(event.seq)
        case StepFailed() | StepInterrupted():
            step.events.append(event.seq)
        case _ if event.type in _TELLING:
            step.events.append(event.seq)
        case _:
            pass
    step.refs = list(dict.fromkeys(step.refs))
