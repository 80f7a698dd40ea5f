"""A graph is checked completely before anything of it runs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.engine.runs import graph_of

from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph
from aule.kernel.engine.graphs.check import check


class World:
    """Knows one capability and one agent."""

    def problem_with(self, capability: str, params: JsonObject) -> Problem | None:
        known = capability in ("t.act", "world.act")
        return None if known else Problem(code="unknown_capability", message=f"There is no capability {capability!r}")

    def has_agent(self, id: str) -> bool:
        return id == "assistant"


def step(id: str, *before: str, params: JsonObject | None = None, **more: Any) -> JsonObject:
    call = {"capability": "t.act", "params": params or {}}
    return {"id": id, "kind": "call", "call": call, "dependencies": list(before), **more}


def found(*nodes: JsonObject, **graph: Any) -> list[tuple[str, str | None, str | None]]:
    made = Graph.model_validate({"nodes": list(nodes), **graph})
    return [(finding.code, finding.step, finding.field) for finding in check(made, World())]


def test_what_a_step_lacks_is_said_with_what_to_do() -> None:
    blank = [{"id": kind, "kind": kind} for kind in ("call", "agent", "condition", "workflow", "human")]
    findings = check(Graph.model_validate({"nodes": blank}), World())
    assert [f"{finding.message}. {finding.hint}" for finding in findings] == [
        "'call' has no tool yet. Choose what it calls.",
        "'agent' is not told what to do yet. Write what it has to do.",
        "'condition' has no condition yet. Say what has to hold.",
        "'workflow' has no workflow yet. Choose one, or give it steps of its own.",
        "'human' has no question yet. Say what to ask.",
    ]


GOOD = {"inputs": {"topic": {}}, "state": {"facts": {}, "n": {"default": 0}}}


def test_a_sound_graph_has_no_findings() -> None:
    inner = {"inputs": {"x": {}}, "nodes": [step("i", params={"x": "{{inputs.x}}"})], "output": "{{steps.i.result}}"}
    assert (
        found(
            step("a", params={"about": "{{inputs.topic}}", "n": "{{state.n}}"}, writes=["facts"]),
            step("b", "a", params={"of": {"$from": "a.result.items"}, "all": "{{state.facts}}"}, when="state.n == 0"),
            step("c", "b", repeat={"for_each": "{{state.facts}}"}, params={"one": {"$item": "name"}}),
            {"id": "d", "kind": "workflow", "graph": inner, "inputs": {"x": "{{inputs.topic}}"}},
            {"id": "e", "kind": "human", "question": {"message": "?"}, "dependencies": ["c", "d"]},
            output={"all": "{{steps.e.result}}", "facts": "{{state.facts}}"},
            **GOOD,
        )
        == []
    )


@pytest.mark.parametrize(
    ("nodes", "finding"),
    [
        ([step("a"), step("a")], ("duplicate_step", "a", "id")),
        ([step("a", "b")], ("unknown_step", "a", "dependencies")),
        ([step("a", "a")], ("cycle", "a", "dependencies")),
        ([step("z"), step("a", "c"), step("b", "a"), step("c", "b")], ("cycle", "a", "dependencies")),
        ([{"id": "a", "kind": "agent"}], ("incomplete", "a", "prompt")),
        ([{"id": "a", "kind": "agent", "prompt": " "}], ("incomplete", "a", "prompt")),
        ([{"id": "a", "kind": "condition", "when": ""}], ("incomplete", "a", "when")),
        ([step("a", repeat={"for_each": ""})], ("unclear_repeat", "a", "repeat")),
        ([{"id": "a", "kind": "agent", "prompt": "x", "agent": "nobody"}], ("unknown_agent", "a", "agent")),
        ([{"id": "a", "kind": "call", "call": {"capability": "t.gone"}}], ("unknown_capability", "a", "call")),
        ([step("a", writes=["gone"])], ("unknown_key", "a", "writes")),
        ([step("a", writes=["facts"]), step("b", writes=["facts"])], ("two_writers", "b", "writes")),
        ([step("a", when="open('x')")], ("invalid_condition", "a", "when")),
        ([step("a", when="state.gone == 1")], ("unknown_binding", "a", "when")),
        ([step("a", when="item.x")], ("unknown_binding", "a", "when")),
        ([step("a", params={"x": {"$form": "b"}})], ("invalid_binding", "a", "params")),
        ([step("a", params={"x": ["{{state.__class__}}"]})], ("invalid_binding", "a", "params")),
        ([step("a", params={"x": "{{inputs.gone}}"})], ("unknown_binding", "a", "params.x")),
        ([step("a", params={"x": {"$from": "gone.result"}})], ("unknown_binding", "a", "params.x")),
        ([step("a"), step("b", params={"x": {"$from": "a.result"}})], ("not_before", "b", "params.x")),
        ([step("a"), step("b", "a", params={"x": {"$from": "a.data"}})], ("unknown_binding", "b", "params.x")),
        ([step("a", params={"x": "{{state.facts}}"})], ("never_written", "a", "params.x")),
        ([step("a", writes=["facts"]), step("b", params={"x": "{{state.facts}}"})], ("not_before", "b", "params.x")),
        ([step("a", params={"x": {"$item": "y"}})], ("unknown_binding", "a", "params.x")),
        ([step("a", repeat={"max": 3})], ("unclear_repeat", "a", "repeat")),
        (
            [{"id": "a", "kind": "human", "question": {"message": "{{state.gone}}?"}}],
            ("unknown_binding", "a", "question.message"),
        ),
        (
            [step("a", interrupt={"before": True, "message": "{{inputs.gone}}"})],
            ("unknown_binding", "a", "interrupt.message"),
        ),
        (
            [step("a", repeat={"count": 2}, interrupt={"before": True, "message": "{{item}}"})],
            ("unknown_binding", "a", "interrupt.message"),
        ),
        (
            [{"id": "a", "kind": "workflow", "graph": {"nodes": [step("b", "c")]}}],
            ("unknown_step", "a/b", "dependencies"),
        ),
        (
            [{"id": "a", "kind": "workflow", "inputs": {"y": 1}, "graph": {"nodes": [step("b")]}}],
            ("wrong_inputs", "a", "inputs"),
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(nodes: list[JsonObject], finding: tuple[str, str, str]) -> None:
    """OS-21, K-5: before the run, not in the middle of it."""
    assert finding in found(*nodes, **GOOD)


def test_a_cycle_is_shown() -> None:
    graph = Graph.model_validate({"nodes": [step("a", "c"), step("b", "a"), step("c", "b")]})
    assert [finding.message for finding in check(graph, World())] == ["These steps wait for each other: a → b → c → a"]


def test_ten_thousand_steps_in_a_row_are_checked() -> None:
    first = step("s0")
    rest = [step(f"s{n}", f"s{n - 1}", params={"x": {"$from": "s0.result"}}) for n in range(1, 10_000)]
    assert found(first, *rest) == []


def test_too_many_steps_and_too_many_graphs_are_refused() -> None:
    inner: JsonObject = {"nodes": [step("a")]}
    for _ in range(9):
        inner = {"nodes": [{"id": "w", "kind": "workflow", "graph": inner}]}
    assert ("too_deep", "/".join("w" * 9), "graph") in found(*inner["nodes"])
    crowd = {"nodes": [step(f"s{n}") for n in range(5_001)]}
    crowded = [{"id": id, "kind": "workflow", "graph": crowd} for id in ("a", "b")]
    assert found(*crowded) == [("too_many_steps", None, None)]


@given(st.integers(0, 2**32))
def test_graphs_that_run_well_are_found_sound(seed: int) -> None:
    assert check(graph_of(Random(seed)), World()) == []
