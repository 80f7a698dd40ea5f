"""Allowances: whether a graph stays inside what a person approved, and which steps exceed it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from aule.contracts.access.capability import Envelope
from aule.contracts.runs.graph import Graph, Step
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.envelope import envelope_of
from aule.text.hashing import content_hash


def contains(allowed: Envelope, wanted: Envelope) -> bool:
    """Return whether the wanted calls, counts, targets and effects are all allowed."""
    return (
        all(count <= allowed.calls.get(name, 0) for name, count in wanted.calls.items())
        and all(_among(values, allowed.targets.get(key, [])) for key, values in wanted.targets.items())
        and set(wanted.effects) <= set(allowed.effects)
    )


def together(one: Envelope, other: Envelope) -> Envelope:
    """Return an envelope that allows both, each up to its own count."""
    calls = {name: max(one.calls.get(name, 0), other.calls.get(name, 0)) for name in sorted({*one.calls, *other.calls})}
    targets = {
        key: _once([*one.targets.get(key, []), *other.targets.get(key, [])])
        for key in sorted({*one.targets, *other.targets})
    }
    return one.model_copy(
        update={
            "calls": calls,
            "targets": targets,
            "effects": list(dict.fromkeys([*one.effects, *other.effects])),
            "paths": list(dict.fromkeys([*one.paths, *other.paths])),
            "hosts": list(dict.fromkeys([*one.hosts, *other.hosts])),
        }
    )


def once_more(allowed: Envelope, failed: Iterable[str]) -> Envelope:
    """Return an envelope that lets failed calls without effect be made once more."""
    calls = dict(allowed.calls)
    for name in failed:
        if name in calls:
            calls[name] += 1
    return allowed.model_copy(update={"calls": calls})


def difference(allowed: Envelope, kept: Sequence[Step], new: Sequence[Step], registry: Registry) -> list[Step]:
    """Return the new steps that exceed the envelope, beside the steps that are kept."""
    inside, beyond = list(kept), list[Step]()
    for step in new:
        if contains(allowed, envelope_of_steps([*inside, step], registry)):
            inside.append(step)
        else:
            beyond.append(step)
    return beyond


def envelope_of_steps(steps: Sequence[Step], registry: Registry) -> Envelope:
    """Return the envelope of what some steps do at most."""
    if not steps:
        return Envelope()
    return envelope_of(Graph.model_construct(nodes=list(steps), inputs={}, state={}, output=None), registry)


def _among(values: Sequence[Any], seen: Sequence[Any]) -> bool:
    known = {content_hash(value) for value in seen}
    return all(content_hash(value) in known for value in values)


def _once(values: Sequence[Any]) -> list[Any]:
    return list({content_hash(value): value for value in values}.values())
