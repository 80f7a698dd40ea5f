"""A plan becomes a graph: one step each under the same id, bound to results as the engine names them (K-5, PL-30)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.capability import Effect
from aule.contracts.errors import Invalid, NotFound
from aule.contracts.plans.plan import Plan, PlanStatus, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.runs.graph import OnError, Repeat, StepCall, StepKind
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.bindings import resolve
from aule.kernel.engine.graphs.check import check
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.engine.graphs.envelope import content_hash_of, envelope_of
from aule.kernel.engine.progress import Progress
from aule.kernel.engine.rules import Rules
from aule.kernel.planning.execution.bindings import engine_form, engine_path
from aule.kernel.planning.execution.compile import WRITES_PER_FILE, graph_of

TS = "2026-05-31T10:00:00.000Z"


def plan_of(*steps: PlanStep, **more: Any) -> Plan:
    return Plan(
        id="plan-one",
        title="One",
        goal="All of it",
        project="home",
        created_at=TS,
        updated_at=TS,
        steps=list(steps),
        **more,
    )


def call(id: str, *after: str, params: dict[str, Any] | None = None, **more: Any) -> PlanStep:
    using = StepCall(capability="shop.look", params=params or {})
    return PlanStep(id=id, title=id, kind=PlanStepKind.CALL, call=using, dependencies=list(after), **more)


@pytest.mark.parametrize(
    ("path", "engine"),
    [
        ("3.result.data.items[0].name", "3.result.items[0].name"),
        ("3.result.data", "3.result"),
        ("3.result", "3.result"),
        ("3", "3.result"),
        ("steps.3.result.data.x", "3.result.x"),
        ("fetch-all.result.data[1]", "fetch-all.result[1]"),
        ("3.result.database", "3.result.database"),
        ("3.status", "3.status"),
    ],
)
def test_results_are_named_as_the_engine_names_them(path: str, engine: str) -> None:
    assert engine_path(path) == engine
    assert engine_form([{"a": {"$from": path}}]) == [{"a": {"$from": engine}}]


def test_words_to_decide_by_are_an_instruction_and_what_is_no_binding_stays() -> None:
    value = {"a": {"$decide": "the easiest"}, "b": {"$item": "name"}, "c": "{{steps.2.result.data.x}}", "d": 1}
    assert engine_form(value) == {
        "a": {"$decide": {"instruction": "the easiest"}},
        "b": {"$item": "name"},
        "c": "{{steps.2.result.x}}",
        "d": 1,
    }


def test_a_step_waits_for_every_step_whose_result_it_uses() -> None:
    plan = plan_of(
        call("1"),
        call("2"),
        call("3", "2", params={"what": {"$from": "1.result.data.name"}}, when="steps.2.result.data.ok == true"),
    )
    third = graph_of(plan).nodes[2]
    assert third.dependencies == ["2", "1"]
    assert third.when == "steps.2.result.ok == true"
    assert third.on_error is OnError.REPLAN


def test_the_graph_does_not_depend_on_how_the_plan_stands() -> None:
    plan = plan_of(call("1"), call("2", "1"))
    marked = [step.model_copy(update={"status": PlanStepStatus.DONE, "result": 1}) for step in plan.steps]
    other = plan.model_copy(update={"status": PlanStatus.EXECUTING, "version": 9, "steps": marked})
    assert content_hash_of(graph_of(plan)) == content_hash_of(graph_of(other))


def test_only_one_step_or_up_to_one_takes_what_they_build_on() -> None:
    plan = plan_of(call("1"), call("2", "1"), call("3"), call("4", "2"), call("5"))
    assert [node.id for node in graph_of(plan, only="4").nodes] == ["1", "2", "4"]
    assert [node.id for node in graph_of(plan, until="3").nodes] == ["1", "2", "3"]
    with pytest.raises(NotFound):
        graph_of(plan, only="9")
    with pytest.raises(Invalid):
        graph_of(plan_of())


def test_an_edit_is_an_agents_with_few_tools_and_may_write_only_what_it_names() -> None:
    """PL-30, K-4: the developer gets the step, what came before and the rules; other files ask."""
    edit = PlanStep(
        id="2",
        title="Add the middleware",
        description="Check the token of every request.",
        kind=PlanStepKind.EDIT,
        file="src/auth.ts",
        file_action="create",
        files=["src/app.ts"],
        dependencies=["1"],
        validation="npm test passes",
    )
    graph = graph_of(plan_of(call("1"), edit))
    node = graph.nodes[1]
    assert (node.kind, node.agent) == (StepKind.AGENT, "dev")
    assert node.tools is not None
    assert "core.delete_file" not in node.tools
    assert node.grants is not None
    assert node.grants.calls["core.write_file"] == 2 * WRITES_PER_FILE
    assert node.grants.targets["core.edit_file.path"] == ["src/auth.ts", "src/app.ts"]
    assert "{{steps.1.result}}" in (node.prompt or "")
    envelope = envelope_of(graph, Registry())
    assert (envelope.effects, envelope.paths) == ([Effect.WRITE], ["src/auth.ts", "src/app.ts"])
    gone = graph_of(plan_of(edit.model_copy(update={"file_action": "delete", "dependencies": []}))).nodes[0]
    assert gone.grants is not None
    assert gone.grants.calls == {"core.delete_file": 2}


def test_braces_in_a_description_reach_the_agent_as_they_are() -> None:
    words = "Write `{{ user.name }}` and {{steps.1.result}} into the template, exactly so."
    plan = plan_of(PlanStep(id="1", title="Template", description=words, kind=PlanStepKind.EDIT, file="a.html"))
    graph = graph_of(plan)
    assert check(graph, CheckContext(Registry(), ["dev"])) == []
    progress = Progress(graph, {})
    assert words in Rules().given(progress, progress.nodes["1"])["prompt"]  # pyright: ignore[reportOptionalSubscript]


def test_a_question_for_a_person_and_a_look_before_and_after() -> None:
    plan = plan_of(
        PlanStep(id="1", title="Choose", kind=PlanStepKind.HUMAN, question="Which {{one}}?"),
        call("2", "1", approval="before"),
        call("3", "2", approval="after", repeat=Repeat(for_each={"$from": "2.result.data.items"}, max=3)),
    )
    first, second, third = graph_of(plan).nodes
    assert first.question is not None
    assert first.question.message == "Which { {one}}?"
    assert second.interrupt is not None
    assert (second.interrupt.before, second.interrupt.after) == (True, False)
    assert third.repeat is not None
    assert third.repeat.for_each == {"$from": "2.result.items"}


ids = st.from_regex(r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,12}$", fullmatch=True)


@given(st.lists(ids, min_size=1, max_size=12, unique=True), st.data())
def test_places_are_the_ids_of_the_plan_and_the_order_holds(names: list[str], data: st.DataObject) -> None:
    steps: list[PlanStep] = []
    for number, name in enumerate(names):
        used = data.draw(st.lists(st.sampled_from(names[:number]), max_size=3, unique=True)) if number else []
        params = {str(place): {"$from": f"{each}.result.data.x"} for place, each in enumerate(used)}
        steps.append(call(name, params=params))
    graph = graph_of(plan_of(*steps))
    assert [node.id for node in graph.nodes] == names
    seen: set[str] = set()
    for node in graph.nodes:
        assert set(node.dependencies) <= seen
        seen.add(node.id)
        sight = {"steps": {each: {"result": {"x": each}} for each in names}}
        assert node.call is not None
        assert list(resolve(node.call.params, sight).values()) == node.dependencies
