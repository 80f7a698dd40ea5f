"""Revising a run: what a person may change when letting it go on, and runs that take over what another one finished."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator

from aule.contracts.access.approval import StepEdit
from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound, Problem
from aule.contracts.events.steps import RunEdited, StepCompleted, StepFact, StepReleased, StepSkipped
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, SkipReason
from aule.kernel.engine.graphs.schemas import problems_with
from aule.kernel.engine.progress import Group, Node, Progress, Status, scope_of
from aule.text.hashing import bytes_hash

_TOP = re.compile(r"[/\[]")


def check_edit(progress: Progress, place: str, edit: StepEdit) -> None:
    """Raise when a person's change does not fit the run as it stands."""
    node = progress.nodes.get(place)
    if node is None:
        raise NotFound(f"There is no step {place!r} in this run.")
    if edit.state:
        check_state(scope_of(node).graph, edit.state)
    if edit.graph is not None:
        _check_kept(progress, edit.graph)
        _check_seen(progress, edit)


def graph_hash_of(graph: Graph) -> str:
    """Return what tells a graph of a run from every other one."""
    words = graph.model_dump(mode="json", exclude_defaults=True)
    return f"sha256:{bytes_hash(json.dumps(words, sort_keys=True).encode())}"


def _check_seen(progress: Progress, edit: StepEdit) -> None:
    """Raise when a change was made from another graph than the run has; after a crash it may be the changed one."""
    graph = progress.root.graph
    if edit.seen is None or graph is None or graph == edit.graph or graph_hash_of(graph) == edit.seen:
        return
    raise Conflict(
        "Somebody else changed what this run still has to do.",
        code="graph_changed",
        hint="Look at the run's graph again, and make the change anew.",
    )


def unfit(progress: Progress, place: str, edit: StepEdit) -> Problem | None:
    """What keeps a change from being made by now: the run may have gone on since it was checked."""
    try:
        check_edit(progress, place, edit)
    except AuleError as error:
        return error.problem
    return None


def check_state(graph: Graph | None, state: JsonObject) -> None:
    """Raise when shared keys are not declared, or their values do not fit."""
    known = {} if graph is None else graph.state
    for key, value in state.items():
        if key not in known:
            raise Invalid(f"There is no shared key {key!r}.", field=f"state.{key}", candidates=sorted(known)[:5])
        for problem in problems_with(value, known[key], key):
            raise Invalid(problem, field=f"state.{key}")


def _check_kept(progress: Progress, graph: Graph) -> None:
    """What has begun has to be part of the new graph, as it was."""
    after = {step.id: step for step in graph.nodes}
    for node in progress.root.nodes:
        begun = node.status not in (Status.PENDING, Status.READY)
        if begun and after.get(node.step.id) != node.step:
            raise Conflict(
                f"The step {node.place!r} has begun, so it has to stay as it was.",
                code="step_begun",
                hint="Change only what has not begun, or fork the run.",
            )


def kept_facts(progress: Progress, again: Collection[str]) -> Iterator[StepFact]:
    """What a new run takes over of another one: the results of all steps but some, and those that come after them."""
    leave = _after(progress.root, again)
    for node in _in_order(progress.root):
        if node.place in leave:
            continue
        if node.status is Status.DONE:
            yield StepCompleted(step=node.place, result=node.result, origin=node.origin)
            if node.step.interrupt is not None and node.step.interrupt.after:
                yield StepReleased(step=node.place, option="approve")
        elif node.status is Status.SKIPPED:
            reason = _kept_reason(node)
            yield StepSkipped(step=node.place, reason=reason, error=node.error, result=node.result)


def _kept_reason(node: Node) -> SkipReason:
    if node.skipped in ("left_out", "disabled", "missing_result"):
        return node.skipped
    return "person" if node.passed else "condition"


def kept_edits(progress: Progress, kept: Iterable[StepFact], graph: Graph) -> Iterator[RunEdited]:
    """What a person set of the shared state of a run, as far as a graph has it and does not write it anew."""
    root = progress.root
    assert root.graph is not None
    facts = list(kept)
    written = Progress(root.graph, root.inputs).replay(facts).root.state
    finished = {fact.step for fact in facts if isinstance(fact, StepCompleted | StepSkipped)}
    anew = {key for node in root.nodes if node.place not in finished for key in node.step.writes}
    own = {key: value for key, value in root.state.items() if key in graph.state and key not in anew}
    edited = {key: value for key, value in own.items() if not _is_same(key, value, written)}
    if edited:
        yield RunEdited(state=edited)


def _is_same(key: str, value: object, state: JsonObject) -> bool:
    return key in state and type(value) is type(state[key]) and value == state[key]


def check_forked(graph: Graph, progress: Progress, facts: Iterable[StepFact]) -> None:
    """Raise when a new graph does not have the steps, as they were, whose results it is to take over."""
    after = {step.id: step for step in graph.nodes}
    for place in {fact.step for fact in facts if isinstance(fact, StepCompleted | StepSkipped)}:
        if after.get(place) != progress.nodes[place].step:
            raise Conflict(
                f"The step {place!r} is finished, so it has to stay as it was.",
                code="step_begun",
                hint="Fork at an earlier step to change it.",
            )


def unfinished(progress: Progress) -> set[str]:
    """The steps of a run that were not done, or failed: where trying again begins."""
    return {node.place for node in progress.root.nodes if not node.status.is_final or node.spoiled}


def top_of(place: str) -> str:
    """The step of the outermost graph that a place is in."""
    return _TOP.split(place, maxsplit=1)[0]


def _after(group: Group, places: Collection[str]) -> set[str]:
    """Some steps, and everything that depends on them."""
    found = set(places)
    queue = list(places)
    while queue:
        for later in group.after.get(queue.pop(), []):
            if later.place not in found:
                found.add(later.place)
                queue.append(later.place)
    return found


def _in_order(group: Group) -> Iterator[Node]:
    """The steps of a graph, each after those it depends on."""
    left = {node.step.id: len(set(node.step.dependencies)) for node in group.nodes}
    queue = [node for node in group.nodes if not left[node.step.id]]
    for node in queue:
        yield node
        for later in group.after.get(node.step.id, []):
            left[later.step.id] -= 1
            if left[later.step.id] == 0:
                queue.append(later)
