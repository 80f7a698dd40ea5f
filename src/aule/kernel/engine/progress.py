"""How far a run has come: a fold over its facts. The same facts always give the same progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, cast

from aule.contracts.errors import Problem
from aule.contracts.events.steps import (
    NodeFact,
    RunAborted,
    RunEdited,
    StepCompleted,
    StepExpanded,
    StepFact,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepReleased,
    StepSkipped,
    StepStarted,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, Moment, SkipReason, Step, StepKind, StepOrigin
from aule.kernel.engine.graphs.needs import needs_in


class Status(StrEnum):
    """How a step stands."""

    PENDING = "pending"
    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"

    @property
    def is_final(self) -> bool:
        """Whether nothing more happens to it."""
        return self in (Status.DONE, Status.FAILED, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a step touches while it runs. Reading shares; writing shares only with what touches other things."""

    writes: bool = False
    targets: frozenset[str] = frozenset()
    areas: frozenset[str] = frozenset()
    """Where files may be written, as what paths begin with."""

    def goes_with(self, other: Claim) -> bool:
        """Whether both may run at once."""
        if not (self.writes or other.writes):
            return True
        if self.areas and other.areas:
            pairs = ((one, another) for one in self.areas for another in other.areas)
            return not any(one.startswith(another) or another.startswith(one) for one, another in pairs)
        return bool(self.targets and other.targets) and not self.targets & other.targets


_WORK = frozenset({StepKind.CALL, StepKind.AGENT})


@dataclass(slots=True, eq=False)
class Node:
    """A step at its place in a run."""

    place: str
    step: Step
    group: Group
    blockers: int = 0
    """Steps before it that are not final yet."""
    item: Any = None
    repetition: int | None = None
    status: Status = Status.PENDING
    attempt: int = 0
    params: JsonObject = field(default_factory=lambda: {})
    result: Any = None
    error: Problem | None = None
    passed: bool = False
    """Whether steps after it may go on: it is done, or was skipped on purpose."""
    spoiled: bool = False
    """Whether it failed, or was not done because something before it failed."""
    moment: Moment | None = None
    approval: str | None = None
    """What a person is asked, while it waits."""
    let_begin: bool = False
    again_at: float | None = None
    claim: Claim | None = None
    """What it touches while it runs, once that was worked out."""
    origin: StepOrigin | None = None
    """Where its result comes from, when it did not run here."""
    skipped: SkipReason | None = None
    """Why it was not done."""
    parts: Group | None = None
    """Its repetitions, or the steps of the graph inside it."""
    is_work: bool = field(init=False)
    """Whether it is carried out by somebody, rather than by these rules."""

    @property
    def is_repeated(self) -> bool:
        """Whether it stands for its repetitions."""
        return self.step.repeat is not None and self.repetition is None

    def __post_init__(self) -> None:
        self.is_work = self.step.kind in _WORK and not self.is_repeated


@dataclass(slots=True, eq=False)
class Group:
    """Steps that belong together: a graph's, or the repetitions of one step."""

    owner: Node | None
    nodes: list[Node] = field(default_factory=lambda: [])
    open: int = 0
    failed: Problem | None = None
    inputs: JsonObject = field(default_factory=lambda: {})
    state: JsonObject = field(default_factory=lambda: {})
    by_id: dict[str, Node] = field(default_factory=lambda: {})
    after: dict[str, list[Node]] = field(default_factory=lambda: {})
    graph: Graph | None = None
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """The steps whose results each step needs, where one of them is switched off."""


class Progress:
    """Where every step of a run stands."""

    def __init__(self, graph: Graph, inputs: JsonObject) -> None:
        self.nodes: dict[str, Node] = {}
        self.ready: dict[str, Node] = {}
        """Work that nothing is before any more, in the order it became so."""
        self.due: dict[str, Node] = {}
        """Steps the rules carry out themselves, likewise."""
        self.running: dict[str, Node] = {}
        self.minded: dict[str, Node] = {}
        """Those that run and do not merely look, so that others have to mind them."""
        self.waiting: dict[str, Node] = {}
        self.retrying: dict[str, Node] = {}
        self.settled: dict[str, Node] = {}
        """Steps all of whose parts are final."""
        self.asked: dict[str, Node] = {}
        """Steps that a person was asked about and has not let go on since, also those that no longer wait for it."""
        self.stumbled = False
        """Whether anything failed, be it once."""
        self.is_partial = False
        """Whether some steps were left out from the start."""
        self.troubled = False
        """Whether anything failed or was given up."""
        self._held = {
            Status.PENDING: (self.retrying,),
            Status.READY: (self.ready, self.due),
            Status.RUNNING: (self.running, self.minded),
            Status.WAITING: (self.waiting,),
            Status.DONE: (),
            Status.FAILED: (),
            Status.SKIPPED: (),
        }
        """Where a step that stands like this may be found."""
        self.root = self._open(graph, inputs, None)

    @property
    def is_smooth(self) -> bool:
        """Whether nothing failed, and all that was asked is answered: then nothing is left over."""
        return not self.stumbled and not self.asked

    @property
    def has_agents(self) -> bool:
        """Whether an agent carries out some of it, as far as it is opened."""
        return any(_asks_agents(node.step) for node in self.nodes.values())

    def replay(self, facts: Iterable[StepFact]) -> Progress:
        """Take in what happened before."""
        for fact in facts:
            self.apply(fact)
        return self

    def apply(self, fact: StepFact) -> None:
        """Take in one fact."""
        take = self._takes.get(type(fact))
        if take is not None:
            take(self, self.nodes[cast("NodeFact", fact).step], fact)
        elif isinstance(fact, RunEdited):
            self.root.state.update(fact.state)
        elif isinstance(fact, RunAborted):
            self._abort(fact.error or Problem(code="aborted", message="It was stopped."))

    def _start(self, node: Node, fact: StepStarted) -> None:
        node.attempt, node.params = fact.attempt, fact.params
        self._move(node, Status.RUNNING)

    def _enter(self, node: Node, fact: StepOpened) -> None:
        node.attempt += 1
        self._move(node, Status.RUNNING)
        node.parts = self._open(cast("Graph", node.step.graph), fact.inputs, node)

    def sight_of(self, node: Node) -> Mapping[str, Any]:
        """What a step may look at: its own graph's inputs, shared state and steps, and its item."""
        return {**sight_of(scope_of(node)), "item": node.item}

    def again(self, node: Node) -> None:
        """The time a failed step waited for has come."""
        self._move(node, Status.READY)

    def restart(self, node: Node) -> None:
        """An attempt that was cut off begins anew, as if it had not begun."""
        node.attempt -= 1
        node.let_begin = True
        self._move(node, Status.READY)

    def _open(self, graph: Graph, inputs: JsonObject, owner: Node | None) -> Group:
        group = Group(
            owner,
            inputs={**_defaults(graph.inputs), **inputs},
            state=_defaults(graph.state),
            graph=graph,
            needs=needs_in(graph),
            open=len(graph.nodes),
        )
        prefix = "" if owner is None else f"{owner.place}/"
        for step in graph.nodes:
            node = Node(f"{prefix}{step.id}", step, group, blockers=len(set(step.dependencies)))
            group.nodes.append(node)
            group.by_id[step.id] = self.nodes[node.place] = node
            for before in set(step.dependencies):
                group.after.setdefault(before, []).append(node)
        for node in group.nodes:
            if node.blockers == 0:
                self._move(node, Status.READY)
        return group

    def _repeat(self, node: Node, fact: StepExpanded) -> None:
        items = fact.items
        self._move(node, Status.RUNNING)
        node.parts = Group(node, open=len(items))
        for number, item in enumerate(items):
            part = Node(f"{node.place}[{number}]", node.step, node.parts, item=item, repetition=number, let_begin=True)
            node.parts.nodes.append(part)
            self.nodes[part.place] = part
            self._move(part, Status.READY)
        if not items:
            self.settled[node.place] = node

    def _complete(self, node: Node, fact: StepCompleted) -> None:
        node.result, node.error, node.origin = fact.result, None, fact.origin
        if holds_after(node):
            node.moment = "after"
            self._move(node, Status.WAITING)
        else:
            self._finish(node, Status.DONE)

    def _hold(self, node: Node, fact: StepInterrupted) -> None:
        self.asked[node.place] = node
        if fact.moment == "replan" and node.moment != "replan":  # asked about, it is the same failure as before
            node.result = fact.result
        node.moment, node.error, node.approval = fact.moment, fact.error, fact.approval
        if fact.moment == "approval":  # it goes on where it stands: the same attempt
            node.attempt -= 1
        self._move(node, Status.WAITING)

    def _skip(self, node: Node, fact: StepSkipped) -> None:
        node.error, node.result = fact.error, fact.result
        node.skipped = fact.reason
        node.passed = fact.reason in ("error", "person", "left_out")
        self.is_partial = self.is_partial or fact.reason == "left_out"
        node.spoiled = fact.reason == "upstream" and any(before.spoiled for before in befores(node))
        self.troubled = self.troubled or fact.reason == "error"
        self._finish(node, Status.SKIPPED)

    def _abort(self, error: Problem) -> None:
        self.root.failed = self.root.failed or error
        self.troubled = True

    def _fail(self, node: Node, fact: StepFailed) -> None:
        self.stumbled = True
        node.error = fact.error
        if node.moment != "replan":  # what it gave back was told when it began to wait for another way
            node.result = fact.result
        if fact.again_at is not None:
            node.again_at = fact.again_at
            self._move(node, Status.PENDING)
            self.retrying[node.place] = node
            return
        self.troubled = node.spoiled = True
        if not fact.contained:
            node.group.failed = node.group.failed or fact.error
        self._finish(node, Status.FAILED)

    def _release(self, node: Node, fact: StepReleased) -> None:
        self.asked.pop(node.place, None)
        moment, node.moment, node.approval = node.moment, None, None
        if fact.option == "abort":
            self._abort(Problem(code="aborted", message="A person stopped it."))
        if fact.option in ("skip", "abort"):
            node.passed, node.skipped = fact.option == "skip", "person"
            self._finish(node, Status.SKIPPED)
        elif fact.option == "retry" or moment in ("before", "replan", "approval"):
            node.let_begin = True
            self._move(node, Status.READY)
        else:
            if fact.result is not None or fact.clears:
                node.result = fact.result
            self._finish(node, Status.DONE)
        # Last: what a person says about a key holds over what the step itself has just written there.
        scope_of(node).state.update(fact.state)

    def _finish(self, node: Node, status: Status) -> None:
        self._move(node, status)
        if status is Status.DONE:
            node.passed = True
            if node.repetition is None:
                self._write(node)
        group = node.group
        group.open -= 1
        if node.repetition is None and node.blockers == 0:
            self._unblock(node)
        if group.open == 0 and group.owner is not None:
            self.settled[group.owner.place] = group.owner

    def _unblock(self, node: Node) -> None:
        """Let those go on that wait for a step. One that was settled when the run began lets nobody pass earlier."""
        settled = [node]
        while settled:
            for later in node.group.after.get(settled.pop().step.id, ()):
                later.blockers -= 1
                if later.blockers == 0:
                    if later.status.is_final:
                        settled.append(later)
                    else:
                        self._move(later, Status.READY)

    def _write(self, node: Node) -> None:
        keys = node.step.writes
        if len(keys) == 1:
            node.group.state[keys[0]] = node.result
        elif keys and isinstance(node.result, dict):
            fields = cast("JsonObject", node.result)  # pyright: ignore[reportUnknownMemberType]
            node.group.state.update({key: fields.get(key) for key in keys})

    def _move(self, node: Node, status: Status) -> None:
        place = node.place
        for held in self._held[node.status]:
            held.pop(place, None)
        if self.settled:
            self.settled.pop(place, None)
        node.status = status
        if status is Status.READY:
            (self.ready if node.is_work else self.due)[place] = node
        elif status is Status.WAITING:
            self.waiting[place] = node
        elif status is Status.RUNNING and node.is_work:
            self.running[place] = node
            if node.claim is None or node.claim.writes:
                self.minded[place] = node

    _takes: ClassVar[Mapping[type[StepFact], Callable[..., None]]] = {
        StepStarted: _start,
        StepExpanded: _repeat,
        StepOpened: _enter,
        StepCompleted: _complete,
        StepFailed: _fail,
        StepSkipped: _skip,
        StepInterrupted: _hold,
        StepReleased: _release,
    }


class _Steps(Mapping[str, Any]):
    """The steps of a graph as expressions see them, each made only when it is looked at."""

    def __init__(self, group: Group) -> None:
        self._group = group

    def __getitem__(self, id: str) -> Any:
        node = self._group.by_id[id]
        error = None if node.error is None else node.error.message
        return {"status": node.status.value, "result": node.result, "error": error}

    def __iter__(self) -> Any:
        return iter(self._group.by_id)

    def __len__(self) -> int:
        return len(self._group.by_id)


def _defaults(schemas: Mapping[str, JsonObject]) -> JsonObject:
    return {name: schema["default"] for name, schema in schemas.items() if "default" in schema}


def sight_of(group: Group) -> dict[str, Any]:
    """What can be looked at in a graph."""
    return {"inputs": group.inputs, "state": group.state, "steps": _Steps(group)}


def scope_of(node: Node) -> Group:
    """The graph a step belongs to; a repetition belongs to its step's."""
    group = node.group
    return group if node.repetition is None or group.owner is None else group.owner.group


def befores(node: Node) -> list[Node]:
    """The steps that a step depends on; one that is switched off stands for those that it depends on itself."""
    scope = scope_of(node)
    found = {id: scope.by_id[id] for id in node.step.dependencies}
    while off := [id for id, each in found.items() if each.skipped == "disabled"]:
        for id in off:
            found |= {before: scope.by_id[before] for before in found.pop(id).step.dependencies}
    return list(found.values())


def holds_after(node: Node) -> bool:
    """Whether a person looks at the result before others go on; of repetitions, at all of them together."""
    return node.repetition is None and node.step.interrupt is not None and node.step.interrupt.after


def _asks_agents(step: Step) -> bool:
    """Whether an agent carries out a step, or one of the graph inside it."""
    return step.kind is StepKind.AGENT or (step.graph is not None and any(map(_asks_agents, step.graph.nodes)))
