"""What running a graph would be allowed to do, when a person allows exactly what they see in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from aule.contracts.access.capability import Effect, Envelope
from aule.contracts.errors import Invalid, UnknownCapability
from aule.contracts.events.steps import RunPlanned
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import MAX_REPEATS, Graph, Step
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.engine.graphs.bindings import Decision, resolve
from aule.kernel.engine.graphs.paths import MISSING
from aule.kernel.policy import target_key
from aule.text.hashing import content_hash

CHECKS = "check.command"
"""Where an envelope names the commands that may decide, in the box, whether a step is done."""
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def content_hash_of(graph: Graph, inputs: JsonObject | None = None) -> str:
    """What an approval of a graph is bound to: every word of it, and every value it is given."""
    words = graph.model_dump(mode="json", exclude_defaults=True)
    return content_hash({"graph": words, "inputs": inputs} if inputs else words)


def known_inputs(graph: Graph, given: JsonObject, *, seen: bool) -> JsonObject:
    """Return the inputs whose values a person saw: defaults in the graph and, if those were shown, the given ones."""
    own = {name: schema["default"] for name, schema in graph.inputs.items() if "default" in schema}
    return {**own, **given} if seen else {name: value for name, value in own.items() if name not in given}


def envelope_of(graph: Graph, registry: Registry, inputs: JsonObject | None = None) -> Envelope:
    """The calls of a graph that do something, how often at most, and on what, with the inputs that are known.

    A target that is only known while the graph runs is in no list, so a call on it still asks.
    """
    found = Envelope(calls={}, targets={}, effects=[], paths=[])
    _collect(graph, registry, 1, found, [inputs or {}])
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
    return all(_filled(value, sight) is not MISSING for sight in _sights(step, {}))


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


def _collect(graph: Graph, registry: Registry, times: int, found: Envelope, given: Sequence[JsonObject]) -> None:
    """Add what a graph may do; it is given one of these inputs, of which some may be missing."""
    for step in graph.nodes:
        if step.disabled:
            continue
        often = times * _most(step)
        sights = _all_sights(step, given)
        if step.graph is not None:
            _collect(step.graph, registry, often, found, _inner_inputs(step, step.graph, sights))
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
        for sight in sights:
            _add_targets(item, _known(params, sight), params, found)


def _inner_inputs(step: Step, graph: Graph, sights: Sequence[JsonObject]) -> list[JsonObject]:
    """Return what a graph inside a step may be given; an input that is known only later is missing."""
    own = known_inputs(graph, step.inputs, seen=False)
    return [{**own, **_known(step.inputs, sight)} for sight in sights]


def _all_sights(step: Step, given: Sequence[JsonObject]) -> list[JsonObject]:
    """Return what a step may look at with any of these inputs; very many ones count as known only later."""
    found: list[JsonObject] = []
    for inputs in given:
        found += _sights(step, {"inputs": inputs})
        if len(found) > MAX_REPEATS:
            return [{}]
    return found


def _sights(step: Step, sight: JsonObject) -> list[JsonObject]:
    """Return what a step may look at before it runs: for each item it is repeated for, where those are known."""
    return [{**sight, "item": each} for each in _written_out(step, sight)] or [sight]


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
    """The parameters whose values are known before anything runs, for somebody who sees no more than this."""
    found = {name: _filled(value, sight) for name, value in params.items()}
    return {name: value for name, value in found.items() if value is not MISSING}


def _written_out(step: Step, sight: JsonObject) -> list[Any]:
    """The items a step is repeated for, where they are known."""
    items: Any = None if step.repeat is None else _filled(step.repeat.for_each, sight)
    return cast("list[Any]", items) if isinstance(items, list) else []


def _filled(value: Any, sight: JsonObject) -> Any:
    """A value with every use filled in; `MISSING` where something in it is known or decided only later."""
    try:
        found = resolve(value, sight)
    except Invalid:
        return MISSING
    return MISSING if is_open(found) else found


def is_open(value: Any) -> bool:
    """Whether something in a value is still to be decided."""
    match value:
        case Decision():
            return True
        case list():
            return any(map(is_open, cast("list[Any]", value)))
        case dict():
            return any(map(is_open, cast("dict[str, Any]", value).values()))
        case _:
            return False


def _once(values: list[Any]) -> list[Any]:
    return list({content_hash(value): value for value in values}.values())


def _most(step: Step) -> int:
    if step.repeat is None:
        return 1
    return step.repeat.count or step.repeat.max
