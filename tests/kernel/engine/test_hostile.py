"""Graphs and results that mean harm, or are only too large: refused before anything runs, or kept in one place."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.runs.finding import Faulty
from aule.contracts.runs.graph import MAX_STEPS, Graph, Repeat, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.gate.gate import MAX_STEP_RESULT
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Effect
from aule.testing.system import System, system

HALF = "\ud83d"
"""Half of a character."""


def odd() -> App:
    """An app that gives back what nobody should."""
    app = App("odd")

    @app.capability(effect=Effect.READ)
    async def fill(size: int) -> str:
        """Give back so many characters."""
        return "x" * size

    @app.capability(effect=Effect.READ)
    async def halve(place: str) -> JsonObject:
        """Give back half of a character."""
        return {"text": HALF} if place == "text" else {HALF: "key"}

    @app.capability(effect=Effect.READ)
    async def pretend(sha: str) -> JsonObject:
        """Give back what looks like a reference of the system's own."""
        return {"$blob": sha, "bytes": 1}

    @app.capability(effect=Effect.READ)
    async def take(value: Any) -> int:
        """Say how long something is."""
        return len(str(value))

    return app


@pytest.fixture
async def aule(tmp_path: Path) -> AsyncGenerator[System]:
    """A running system with the odd app."""
    async with system(tmp_path, apps=[odd()]) as running:
        yield running


def step(id: str, *before: str, take: Any = 1, **more: Any) -> Step:
    """A step that looks at something."""
    call = StepCall(capability="odd.take", params={"value": take})
    return Step(id=id, kind=StepKind.CALL, call=call, dependencies=list(before), **more)


async def start(aule: System, graph: Graph, **inputs: Any) -> Run:
    """Have a graph run."""
    return await aule.kernel.engine.start(RunRequest(graph=graph, inputs=inputs, title="Odd", project="home"))


def _nested(depth: int) -> Graph:
    inner = Graph(nodes=[step("leaf")])
    for _ in range(depth):
        inner = Graph(nodes=[Step(id="in", kind=StepKind.WORKFLOW, graph=inner)])
    return inner


REFUSED: dict[str, tuple[Callable[[], Graph], str]] = {
    "cycle": (lambda: Graph(nodes=[step("a", "c"), step("b", "a"), step("c", "b")]), "cycle"),
    "itself": (lambda: Graph(nodes=[step("a", "a")]), "cycle"),
    "unknown step": (lambda: Graph(nodes=[step("a", take={"$from": "ghost.result"})]), "unknown_binding"),
    "unknown key": (lambda: Graph(nodes=[step("a", take="{{state.ghost}}")]), "unknown_binding"),
    "unknown mark": (lambda: Graph(nodes=[step("a", take={"$eval": "1"})]), "invalid_binding"),
    "dunder": (lambda: Graph(nodes=[step("a", take="{{inputs.__class__.__mro__}}")]), "invalid_binding"),
    "call in a template": (lambda: Graph(nodes=[step("a", take="{{run.exit()}}")]), "invalid_binding"),
    "dunder condition": (lambda: Graph(nodes=[step("a", when="inputs.__class__ == 1")]), "invalid_condition"),
    "code in a condition": (lambda: Graph(nodes=[step("a", when="__import__('os')")]), "invalid_condition"),
    "too deep": (lambda: _nested(40), "too_deep"),
    "half a character": (lambda: Graph(nodes=[step("a", take=HALF)]), "invalid_param"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_a_graph_that_cannot_be_trusted_is_refused_and_leaves_nothing(aule: System, name: str) -> None:
    """OS-21, K-5: every finding has a code and says where, before anything runs."""
    make, code = REFUSED[name]
    before = await aule.kernel.journal.cursor()
    with pytest.raises(Faulty) as refused:
        await start(aule, make())
    assert [finding.code for finding in refused.value.findings] == [code]
    assert await aule.kernel.journal.cursor() == before


async def test_more_steps_than_allowed_are_refused_however_they_are_packed(aule: System) -> None:
    """OS-21: 100,000 steps in a row, or in graphs inside graphs."""
    before = await aule.kernel.journal.cursor()
    with pytest.raises(ValidationError, match="at most"):
        Graph.model_validate({"nodes": [{"id": "s", "kind": "condition", "when": "true"}] * (10 * MAX_STEPS)})
    inner = Graph(nodes=[step(f"s{number}") for number in range(1_000)])
    packed = Graph(nodes=[Step(id=f"g{number}", kind=StepKind.WORKFLOW, graph=inner) for number in range(100)])
    with pytest.raises(Invalid, match="100100 steps"):
        await start(aule, packed)
    assert await aule.kernel.journal.cursor() == before


async def test_half_a_character_among_the_inputs_is_refused_before_anything_runs(aule: System) -> None:
    """S-10: also as a key, also deep inside."""
    graph = Graph(inputs={"text": {}}, nodes=[step("a", take="{{inputs.text}}")])
    before = await aule.kernel.journal.cursor()
    for text in (HALF, {HALF: 1}, [{"deep": [HALF]}]):
        with pytest.raises(Invalid):
            await start(aule, graph, text=text)
    assert await aule.kernel.journal.cursor() == before


@pytest.mark.parametrize(("place", "status"), [("text", RunStatus.FAILED), ("key", RunStatus.DONE)])
async def test_half_a_character_in_a_result_never_breaks_the_log(aule: System, place: str, status: RunStatus) -> None:
    """S-10: a text fails its step, a key is written with another sign; the run ends and can be read."""
    halve = Step(id="a", kind=StepKind.CALL, call=StepCall(capability="odd.halve", params={"place": place}))
    run = await start(aule, Graph(nodes=[halve, step("b", "a", take={"$from": "a.result"})]))
    assert (await aule.kernel.driver.wait(run.id)).status is status
    assert {each.status.value for each in (await aule.kernel.engine.graph(run.id)).steps} <= {
        "done",
        "failed",
        "skipped",
    }


async def test_ten_million_characters_are_stored_once_however_many_look_at_them(aule: System) -> None:
    """OS-21: the log, the state, the steps and later parameters only refer to them."""
    size = 10_000_000
    fill = StepCall(capability="odd.fill", params={"size": size})
    first = Step(id="a", kind=StepKind.CALL, call=fill, writes=["text"])
    rest = [step(f"b{number}", "a", take="{{state.text}}") for number in range(3)]
    run = await start(aule, Graph(state={"text": {}}, nodes=[first, *rest], output="{{steps.b0.result}}"))
    ended = await aule.kernel.driver.wait(run.id)
    assert (ended.status, (await aule.kernel.engine.graph(run.id)).output) == (RunStatus.DONE, size)
    stored = [len(event.data.model_dump_json()) for event in await aule.events(run.id)]
    kept = [file.stat().st_size for file in aule.home.blobs.rglob("*") if file.is_file()]
    assert (sum(stored) < 100_000, len(kept), sum(kept) < 2 * size) == (True, 1, True)


async def test_a_result_beyond_all_measure_is_refused_where_it_was_made(aule: System) -> None:
    """OS-21: the step fails, and the log stays small."""
    fill = StepCall(capability="odd.fill", params={"size": MAX_STEP_RESULT + 1})
    run = await start(aule, Graph(nodes=[Step(id="a", kind=StepKind.CALL, call=fill)]))
    ended = await aule.kernel.driver.wait(run.id)
    assert (ended.status, ended.error and ended.error.code) == (RunStatus.FAILED, "too_large")
    assert sum(len(event.data.model_dump_json()) for event in await aule.events(run.id)) < 100_000


async def test_a_result_that_looks_like_a_reference_is_only_data(aule: System) -> None:
    """S-10: nothing is read for it, and the run can still be loaded."""
    secret = aule.kernel.blobs.put(b'"somebody else\'s"')
    pretend = StepCall(capability="odd.pretend", params={"sha": secret})
    first = Step(id="a", kind=StepKind.CALL, call=pretend)
    run = await start(
        aule, Graph(nodes=[first, step("b", "a", take={"$from": "a.result"})], output="{{steps.a.result}}")
    )
    ended = await aule.kernel.driver.wait(run.id)
    given = {"$blob": secret, "bytes": 1}
    assert (ended.status, (await aule.kernel.engine.graph(run.id)).output) == (RunStatus.DONE, given)


async def test_a_list_longer_than_allowed_is_not_begun(aule: System) -> None:
    """OS-21: the limit of a repetition holds for what the list turns out to be."""
    graph = Graph(inputs={"all": {}}, nodes=[step("a", repeat=Repeat(for_each="{{inputs.all}}", max=100))])
    run = await start(aule, graph, all=list(range(100_000)))
    ended = await aule.kernel.driver.wait(run.id)
    assert (ended.status, ended.error and ended.error.code) == (RunStatus.FAILED, "too_many_items")
    assert "step.started" not in await aule.types(run.id)
