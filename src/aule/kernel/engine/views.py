"""How a run's steps stand, told from its facts for people to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from aule.contracts.access.capability import Effect
from aule.contracts.errors import NotFound, UnknownCapability
from aule.contracts.events.facts import CallStarted, Event
from aule.contracts.events.steps import (
    StepCompleted,
    StepExpanded,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepReleased,
    StepSkipped,
    StepStarted,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.flow import Attempt, ResultSize, RunGraph, StepDetail, StepStatus, StepView
from aule.contracts.runs.graph import Moment, StepKind
from aule.contracts.runs.run import Run, RunStatus, Usage
from aule.kernel.capabilities.changes.blob_refs import to_displayed
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.progress import Group, Node, Status, scope_of
from aule.kernel.engine.revision import is_unplanned
from aule.kernel.engine.rules import outcome
from aule.kernel.engine.run_edits import graph_hash_of
from aule.kernel.engine.run_state import RunState, call_id, child_id

_BEFORE_ITS_END: tuple[Moment, ...] = ("before", "replan", "approval")
"""Why a step waits that goes on when a person lets it; one that waits for anything else is done by that."""


@dataclass(slots=True)
class Times:
    """When things happened to one step."""

    started_at: str | None = None
    finished_at: str | None = None
    moment: Moment | None = None
    """Why it last waited for a person."""
    attempts: list[Attempt] = field(default_factory=list[Attempt])


class Views:
    """Tells how the steps of one run stand."""

    def __init__(
        self,
        loaded: RunState,
        events: Iterable[Event],
        registry: Registry,
        redacted: Callable[[Any], Any],
        children: Iterable[Run] = (),
    ) -> None:
        self._loaded = loaded
        self._registry = registry
        self._redacted = redacted
        self._spent: dict[str, Usage] = {}
        for child in children:
            self._spend(child)
        self._times: dict[str, Times] = {}
        self._params: dict[str, JsonObject] = {}
        for event in events:
            self._take(event)

    def graph(self, inside: str | None, cursor: str) -> RunGraph:
        """The whole graph; repetitions only of the step that is asked for."""
        progress = self._loaded.progress
        came = outcome(progress)
        return RunGraph(
            run=self._loaded.run,
            graph=self._loaded.graph,
            graph_hash=graph_hash_of(self._loaded.graph),
            inputs={key: self._shown(value) for key, value in self._loaded.inputs.items()},
            state={key: self._shown(value) for key, value in progress.root.state.items()},
            output=None if came is None else self._shown(came.output),
            steps=list(self._steps(progress.root, inside)),
            cursor=cursor,
        )

    def step(self, place: str) -> StepDetail:
        """One step, with what went in and what came out."""
        node = self._loaded.progress.nodes.get(place)
        if node is None:
            raise NotFound(f"There is no step {place!r} in this run.", hint="Look at its graph.")
        call = call_id(self._loaded.run.id, node) if node.step.kind is StepKind.CALL else None
        times = self._times.get(place, Times())
        return StepDetail(
            step=self._view(node),
            definition=node.step.model_dump(mode="json", exclude_defaults=True, exclude={"graph"}),
            params=self._params.get(call or ""),
            result=self._shown(node.result),
            attempts=times.attempts,
            call=self._call(node),
        )

    def _shown(self, value: Any) -> Any:
        """A value as people look at it: what somebody gave or answered may hold a secret, too."""
        return None if value is None else self._redacted(to_displayed(value))

    def _steps(self, group: Group, inside: str | None) -> Iterable[StepView]:
        for node in group.nodes:
            yield self._view(node)
            if node.parts is not None and _is_open(node, inside):
                yield from self._steps(node.parts, inside)

    def _view(self, node: Node) -> StepView:
        step, times = node.step, self._times.get(node.place, Times())
        prefix = "" if scope_of(node).owner is None else f"{node.place.rpartition('/')[0]}/"
        parts = node.parts
        asked = step.interrupt
        return StepView(
            place=node.place,
            inside=None if node.group.owner is None else node.group.owner.place,
            kind=step.kind,
            title=step.title or step.id,
            status=self._status(node),
            after=[] if node.repetition is not None else [f"{prefix}{id}" for id in dict.fromkeys(step.dependencies)],
            capability=None if step.call is None else step.call.capability,
            effect=self._effect(node),
            agent=step.agent,
            done=None if parts is None else len(parts.nodes) - parts.open,
            total=None if parts is None else len(parts.nodes),
            attempt=node.attempt,
            started_at=times.started_at,
            finished_at=times.finished_at,
            again_at=node.again_at if node.place in self._loaded.progress.retrying else None,
            moment=node.moment,
            approval=node.approval,
            error=node.error,
            run=self._child(node),
            call=self._call(node),
            stops_before=asked is not None and asked.before,
            stops_after=asked is not None and asked.after,
            repeats=step.repeat is not None and node.repetition is None,
            condition=step.when,
            origin=node.origin,
            skipped=node.skipped if node.status is Status.SKIPPED else None,
            size=size_of(node.result) if node.status is Status.DONE else None,
            usage=self._spent.get(node.place),
        )

    def _spend(self, child: Run) -> None:
        """Count what an agent of a step spent, for the step and, when it repeats, for all of its repetitions."""
        place = child.step
        if place is None:
            return
        for each in (place, place[: place.rindex("[")]) if place.endswith("]") else (place,):
            self._spent[each] = self._spent.get(each, Usage()) + child.usage

    def _call(self, node: Node) -> str | None:
        if node.step.kind is not StepKind.CALL:
            return None
        call = call_id(self._loaded.run.id, node)
        return call if call in self._loaded.begun else None

    def _status(self, node: Node) -> StepStatus:
        run = self._loaded.run
        if node.status is Status.WAITING and node.moment == "unknown":
            return StepStatus.UNKNOWN
        if node.status is Status.WAITING and is_unplanned(node):  # it failed, and another way is looked for
            return StepStatus.FAILED
        if not node.status.is_final and run.status.is_final:  # nothing more becomes of it
            return StepStatus.SKIPPED if run.status is RunStatus.CANCELLED else StepStatus.FAILED
        return StepStatus(node.status.value)

    def _effect(self, node: Node) -> Effect | None:
        if node.step.call is None:
            return None
        try:
            return self._registry.get(node.step.call.capability).effect
        except UnknownCapability:
            return None

    def _child(self, node: Node) -> str | None:
        """The run of a step's agent: of the attempt under way, or of the one that waits."""
        if node.step.kind is not StepKind.AGENT or node.is_repeated:
            return None
        attempt = node.attempt + 1 if node.moment == "approval" else node.attempt
        return child_id(self._loaded.run.id, node.place, attempt) if attempt else None

    def _take(self, event: Event) -> None:
        fact, ts = event.data, event.ts
        match fact:
            case CallStarted():
                self._params[fact.id] = fact.params
            case StepStarted(step=place, attempt=number):
                times = self._times.setdefault(place, Times())
                times.started_at = times.started_at or ts
                if not times.attempts or times.attempts[-1].number != number:
                    times.attempts.append(Attempt(number=number, started_at=ts))
            case StepExpanded(step=place) | StepOpened(step=place):
                self._times.setdefault(place, Times()).started_at = ts
            case StepInterrupted(step=place):
                times = self._times.setdefault(place, Times())
                times.started_at, times.moment = times.started_at or ts, fact.moment
            case StepReleased(step=place, option=option):
                times = self._times.setdefault(place, Times())
                begins = option == "retry" or (option == "approve" and times.moment in _BEFORE_ITS_END)
                times.finished_at = None if begins else times.finished_at or ts
            case StepCompleted(step=place):
                self._close(place, ts, finished_at=ts)
            case StepSkipped(step=place) | StepFailed(step=place):
                self._close(place, ts, error=fact.error, finished_at=ts)
            case _:
                pass

    def _close(self, place: str, ts: str, **update: Any) -> None:
        times = self._times.setdefault(place, Times())
        times.finished_at = ts
        if times.attempts:
            times.attempts[-1] = times.attempts[-1].model_copy(update=update)


def size_of(result: Any) -> ResultSize | None:
    """Return how much a result is; None for what has no number that means something."""
    if isinstance(result, str):
        return ResultSize(unit="characters", count=len(result))
    if isinstance(result, list):
        return ResultSize(unit="items", count=len(cast("list[Any]", result)))
    if not isinstance(result, dict):
        return None
    fields = cast("JsonObject", result)
    lists = [(name, cast("list[Any]", each)) for name, each in fields.items() if isinstance(each, list)]
    return ResultSize(unit="items", count=len(lists[0][1]), field=lists[0][0]) if len(lists) == 1 else None


def _is_open(node: Node, inside: str | None) -> bool:
    """Whether the parts of a step are told: graphs always, repetitions and what is in them only when asked for."""
    if not node.is_repeated and node.repetition is None:
        return True
    return inside is not None and (inside == node.place or inside.startswith((f"{node.place}[", f"{node.place}/")))
