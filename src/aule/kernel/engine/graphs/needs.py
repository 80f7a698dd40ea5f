"""Which results a step needs, and which steps are not done because another one is switched off. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from aule.contracts.errors import AuleError
from aule.contracts.runs.graph import Graph, Step
from aule.kernel.engine.graphs.bindings import uses_in
from aule.kernel.engine.graphs.check import values_of
from aule.kernel.engine.graphs.expressions import asks_how_it_stands, parse, paths_in
from aule.kernel.engine.graphs.paths import Path


def needs_in(graph: Graph) -> dict[str, frozenset[str]]:
    """Return for each step the steps whose results it needs; nothing for a graph in which no step is switched off."""
    if not any(step.disabled for step in graph.nodes):
        return {}
    sources = _sources(graph)
    return {step.id: frozenset(_needed(step, sources)) for step in graph.nodes}


def without_missing(value: Any, graph: Graph, missing: frozenset[str]) -> Any:
    """Return an output in which nothing stands for whatever needs the result of one of these steps."""
    return _without(value, _sources(graph), missing)


def steps_passed_over(graph: Graph) -> dict[str, str | None]:
    """Return the steps that will not be done although they are switched on, each with the step whose result it needs.

    None stands for a step that only waits, and whatever it waits for will not be done either.
    """
    needs = needs_in(graph)
    off = {step.id: step.dependencies for step in graph.nodes if step.disabled}
    found: dict[str, str | None] = {}
    left: list[Step] = [step for step in graph.nodes if needs and not step.disabled]
    while True:
        new: dict[str, str | None] = {}
        for step in left:
            lacking = next((id for id in sorted(needs[step.id]) if id in off or found.get(id) is not None), None)
            if lacking is not None:
                new[step.id] = lacking
            elif not _copes(step) and (before := _through(step.dependencies, off)) and before <= found.keys():
                new[step.id] = None
        if not new:
            return found
        found |= new
        left = [step for step in left if step.id not in found]


def output_needs(graph: Graph) -> frozenset[str]:
    """Return the steps whose results the output of a graph needs."""
    sources = _sources(graph)
    try:
        uses = list(uses_in(graph.output, "output"))
    except AuleError:
        return frozenset()
    return frozenset(id for use in uses if (id := _source_of(use.path, sources)) is not None)


def _copes(step: Step) -> bool:
    """Whether a step says itself what becomes of it whatever happens before: `always()`, `failure()`."""
    try:
        return step.when is not None and asks_how_it_stands(parse(step.when))
    except AuleError:
        return False


def _through(dependencies: Iterable[str], off: Mapping[str, Iterable[str]]) -> set[str]:
    """Return what a step waits for in effect: past those that are switched off."""
    found, left, seen = set[str](), list(dependencies), set[str]()
    while left:
        id = left.pop()
        if id in off and id not in seen:
            seen.add(id)
            left += off[id]
        elif id not in off:
            found.add(id)
    return found


def _sources(graph: Graph) -> Mapping[str, str]:
    """Return the steps that write shared keys which are nothing before that."""
    return {key: step.id for step in graph.nodes for key in step.writes if "default" not in graph.state.get(key, {})}


def _needed(step: Step, sources: Mapping[str, str]) -> Iterator[str]:
    try:
        paths = [use.path for place, value in values_of(step) for use in uses_in(value, place)]
        if step.when is not None:
            paths += paths_in(parse(step.when))
    except AuleError:
        return  # what cannot be read is told by the check, and fails by itself
    for path in paths:
        id = _source_of(path, sources)
        if id is not None:
            yield id


def _source_of(path: Path, sources: Mapping[str, str]) -> str | None:
    match path.parts:
        case ("steps", str(id), "result", *_):
            return id  # how it stands, and why it failed, can always be asked
        case ("state", str(key), *_):
            return sources.get(key)
        case _:
            return None


def _without(value: Any, sources: Mapping[str, str], missing: frozenset[str]) -> Any:
    if isinstance(value, list):
        return [_without(each, sources, missing) for each in cast("list[Any]", value)]
    mapping = cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None
    if mapping is not None and not any(key.startswith("$") for key in mapping):
        return {key: _without(each, sources, missing) for key, each in mapping.items()}
    is_missing = any(_source_of(use.path, sources) in missing for use in uses_in(value, "output"))
    return None if is_missing else cast("Any", value)
