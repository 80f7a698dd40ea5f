"""What an envelope covers: calls that were seen, as often as was said, and only those that are counted."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from aule.boot import installed_apps
from aule.contracts.access.capability import Call, Capability, Effect, Envelope
from aule.contracts.runs.graph import Graph, Repeat, Step, StepCall, StepKind
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.bindings import resolve
from aule.kernel.engine.graphs.envelope import envelope_of
from aule.kernel.policy import covered

ENVELOPE = Envelope(calls={"shop.put": 2}, targets={"shop.put": [{"n": 1}]})
CALL = Call(id="call_1", capability="shop.put", params={"n": 1}, idempotency_key="run_1/a")


def put(effect: Effect) -> Capability:
    return Capability(
        name="shop.put", app="shop", category="", title="Put", description="", params={}, returns={}, effect=effect
    )


@pytest.mark.parametrize("effect", sorted(Effect))
def test_looks_are_never_counted_so_none_are_covered(effect: Effect) -> None:
    """K-4: whoever could look any number of times would not be held to the number that was allowed."""
    counts = effect not in (Effect.READ, Effect.NAVIGATE)
    assert [covered(ENVELOPE, put(effect), CALL, made) for made in (0, 1, 2)] == [counts, counts, False]


@cache
def registry() -> Registry:
    """Everything the built-in apps can do."""
    found = Registry()
    for app in installed_apps():
        found.add(app.capabilities)
    return found


@pytest.mark.parametrize(
    ("name", "params", "items"),
    [
        ("core.exec", {"command": "make test"}, []),
        ("exec", {"command": "make test", "timeout_s": "5", "folder": "src"}, []),
        ("core.exec", {"command": "make {{item}}", "env": {"A": "{{item}}"}}, ["a", "b"]),
        ("core.exec", {"command": "make", "timeout_s": {"$from": "earlier.result"}}, []),
        ("core.write_file", {"path": "a.md", "content": "{{state.text}}"}, []),
        ("core.create_note", {"title": "A", "text": "x"}, []),
    ],
)
def test_what_is_written_out_is_covered_as_it_is_bound(name: str, params: dict[str, Any], items: list[str]) -> None:
    """K-4: what nobody wrote is what it is by default, and a value counts as the call reads it."""
    repeat = Repeat(for_each=items) if items else None
    step = Step(id="a", kind=StepKind.CALL, call=StepCall(capability=name, params=params), repeat=repeat)
    envelope = envelope_of(Graph(nodes=[step]), registry())
    late = {"state": {"text": "late"}, "steps": {"earlier": {"result": 7}}}
    for item in items or [None]:
        found, given = registry().meant(name, resolve(params, {**late, "item": item}))
        bound = found.signature.bind(given).json
        call = Call(id="call_1", capability=name, params=given, bound_params=bound, idempotency_key="k")
        assert covered(envelope, found.capability, call, 0)


@pytest.mark.parametrize(
    "params",
    [
        {"command": "make all"},
        {"command": "make", "folder": "elsewhere"},
        {"command": "make", "env": {"A": "1"}},
    ],
)
def test_what_was_not_seen_is_not_covered(params: dict[str, Any]) -> None:
    """K-4: neither another value, nor one where the default was seen, nor one that was only known later."""
    found = registry().resolve("core.exec")
    call = Call(
        id="call_1",
        capability="core.exec",
        params=params,
        bound_params=found.signature.bind(params).json,
        idempotency_key="k",
    )
    for seen in ({"command": "make"}, {"command": "{{inputs.what}}"}, {"command": "make", "folder": "{{state.x}}"}):
        step = Step(id="a", kind=StepKind.CALL, call=StepCall(capability="core.exec", params=seen))
        assert not covered(envelope_of(Graph(nodes=[step]), registry()), found.capability, call, 0)
