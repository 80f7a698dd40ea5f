"""What running a graph would be allowed to do, when a person allows exactly what they see in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from aule.contracts.access.capability import Effect, Envelope
from aule.contracts.errors import Invalid, UnknownCapability
from aule.contracts.events.steps import RunPlanned
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, Step
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.engine.graphs.bindings import Decision, is_literal, resolve
from aule.kernel.engine.graphs.paths import MISSING
from aule.kernel.policy import target_key
from aule.text.hashing import content_hash

CHECKS = "check.command"
"""Where an envelope names the commands that may decide, in the box, whether a step is done."""
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def content_hash_of(graph: Graph) -> str:
    """What an approval of a graph is bound to: every word of it."""
    return content_hash(graph.model_dump(mode="json", exclude_defaults=True))


def envelope_of(graph: Graph, registry: Registry) -> Envelope:
    """The calls of a graph that do something, how often at most, and on what.

    A target that is only known while the graph runs is in no list, so a call on it still asks.
    """
    found = Envelope(calls={}, targets={}, effects=[], paths=[])
    _collect(graph, registry, 1, found)
    return found.model_copy(update={"targets": {key: _once(values) for key, values in found.targets.items()}})


def called_in(graph: Graph) -> Iterator[str]:
    """Yield the names of the capabilities that a graph calls, nested graphs included."""
    for step in graph.nodes:
        if step.call is not None:
            yield step.call.capability
        if step.graph is not None:
            yield from called_in(step.graph)


def is_foreseen(value: Any, step: Step) -> bool:
    """Whether everything a value can be stands in the graph itself: as it is, or for each item written out in it."""
    items = _written_out(step)
    return is_literal(value) or (bool(items) and len(list(_of_items(value, items))) == len(items))


def as_allowed(run: Run, graph: Graph) -> Run:
    """A run with what a person allowed at its start, which counts only for the very graph they saw."""
    if run.envelope is None or run.approved == content_hash_of(graph):
        return run
    return run.model_copy(update={"envelope": None})


def checks_alone(allowed: Envelope) -> Envelope:
    """Of what was allowed, only the commands that decide whether steps are done: everything else asks again."""
    return Envelope(targets={CHECKS: allowed.targets.get(CHECKS, [])})


def as_derived(run: Run, planned: Iterable[RunPlanned]) -> Run:
    """A run as it is allowed after all its graphs: what the executor derived from what was allowed is allowed too.

    A graph that a person changed was derived from nothing, so neither it nor what comes of it counts as seen.
    """
    for fact in planned:
        if fact.derived_from is not None and fact.derived_from == run.approved:
            allowed = {"approved": content_hash_of(fact.graph), "envelope": fact.envelope or run.envelope}
            run = run.model_copy(update=allowed)
    return run


def _collect(graph: Graph, registry: Registry, times: int, found: Envelope) -> None:
    for step in graph.nodes:
        often = times * _most(step)
        if step.graph is not None:
            _collect(step.graph, registry, often, found)
        _add_own(step, often, found)
        if step.call is None:
            continue
        try:
            capability, params = registry.meaning(step.call.capability, step.call.params)
        except UnknownCapability:
            continue  # it cannot be called either
        if capability.effect in _LOOKING:
            continue
        item = registry.resolve(capability.name)
        found.calls[capability.name] = found.calls.get(capability.name, 0) + often
        if capability.effect not in found.effects:
            found.effects.append(capability.effect)
        keys = [target_key(capability.name, name) for name in capability.targets] or [capability.name]
        for key in keys:
            found.targets.setdefault(key, [])
        for sight in [{"item": each} for each in _written_out(step)] or [{}]:
            _add_targets(item, _known(params, sight), params, found)


def _add_own(step: Step, often: int, found: Envelope) -> None:
    """What a step is granted besides its call, and the command that decides whether it is done."""
    if step.grants is not None:
        _add_grants(step.grants, often, found)
    if step.check is not None and step.check.command is not None:
        found.targets.setdefault(CHECKS, []).append(step.check.command)


def _add_grants(grants: Envelope, often: int, found: Envelope) -> None:
    for name, count in grants.calls.items():
        found.calls[name] = found.calls.get(name, 0) + count * often
    for key, values in grants.targets.items():
        found.targets.setdefault(key, []).extend(values)
    found.effects.extend(effect for effect in grants.effects if effect not in found.effects)
    found.paths.extend(path for path in grants.paths if path not in found.paths)


def _add_targets(item: Registered, known: JsonObject, params: JsonObject, found: Envelope) -> None:
    """What one call touches, as it is going to be bound: what nobody wrote is what it is by default."""
    capability, late = item.capability, params.keys() - known.keys()
    if not capability.targets:  # nothing says what it touches, so it is all of what it is given
        found.targets[capability.name] += [] if late else [known]
        return
    try:
        bound = item.signature.foresee(known, late=late)
    except Invalid:
        return  # it cannot be called like this either
    for name in capability.targets:
        if name not in late:
            found.targets[target_key(capability.name, name)].append(bound.get(name))


def _known(params: JsonObject, sight: JsonObject) -> JsonObject:
    """The parameters whose values stand in the graph itself: as they are, or for an item that is written out."""
    found = {name: next(_of_items(value, [sight.get("item")]), MISSING) for name, value in params.items() if sight}
    found |= {name: value for name, value in params.items() if is_literal(value)}
    return {name: found[name] for name in params if found.get(name, MISSING) is not MISSING}


def _written_out(step: Step) -> list[Any]:
    """The items a step is repeated for, when they stand in the graph itself."""
    items: Any = None if step.repeat is None else step.repeat.for_each
    return cast("list[Any]", items) if isinstance(items, list) and is_literal(items) else []


def _of_items(value: Any, items: list[Any]) -> Iterator[Any]:
    """What a value is for each item of a list that is written out; what looks elsewhere is known only later."""
    for item in items:
        try:
            found = resolve(value, {"item": item})
        except Invalid:
            return
        if not _is_open(found):
            yield found


def _is_open(value: Any) -> bool:
    """Whether something in a value is still to be decided."""
    match value:
        case Decision():
            return True
        case list():
            return any(map(_is_open, cast("list[Any]", value)))
        case dict():
            return any(map(_is_open, cast("dict[str, Any]", value).values()))
        case _:
            return False


def _once(values: list[Any]) -> list[Any]:
    return list({content_hash(value): value for value in values}.values())


def _most(step: Step) -> int:
    if step.repeat is None:
        return 1
    return step.repeat.count or step.repeat.max
