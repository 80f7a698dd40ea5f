"""The rest of a plan after a failure: what has begun stays, names never clash, and bounds are compared exactly."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.capability import Effect, Envelope
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.runs.graph import Repeat, StepCall
from aule.kernel.planning.execution.allowance import contains, once_more, together
from aule.kernel.planning.execution.compile import graph_of
from aule.kernel.planning.execution.remaining_steps import rest_graph, with_rest

TS = "2026-05-31T10:00:00.000Z"


def step(id: str, *after: str, title: str = "x", **params: Any) -> PlanStep:
    call = StepCall(capability="shop.put", params=params)
    return PlanStep(id=id, title=title, kind=PlanStepKind.CALL, call=call, dependencies=list(after))


def plan_of(*steps: PlanStep) -> Plan:
    return Plan(id="plan-one", title="One", project="home", created_at=TS, updated_at=TS, steps=list(steps))


def test_a_step_that_takes_the_place_of_one_that_failed_has_a_name_of_its_own_and_others_find_it() -> None:
    plan = plan_of(step("1"), step("2", "1"), step("3", "2", name={"$from": "2.result.data.x"}))
    new = [
        step("2", "1", title="again"),
        step("3", "2", name={"$from": "2.result.data.x"}).model_copy(
            update={"repeat": Repeat(for_each={"$from": "steps.2.result.data"})}
        ),
    ]
    rest = with_rest(plan, {"1", "2"}, new)
    assert rest is not None
    assert [each.id for each in rest.plan.steps] == ["1", "2", "2-2", "3"]
    assert (rest.added, rest.changed, rest.dropped) == (["2-2"], ["3"], [])
    third = rest.plan.steps[3]
    assert third.dependencies == ["2-2"]
    assert third.call is not None
    assert third.call.params == {"name": {"$from": "2-2.result.data.x"}}
    assert third.repeat is not None
    assert third.repeat.for_each == {"$from": "steps.2-2.result.data"}


def test_what_is_told_once_more_as_it_was_is_no_change() -> None:
    plan = plan_of(step("1"), step("2", "1"))
    assert with_rest(plan, {"1"}, [step("1"), step("2", "1")]) is None


ids = st.sampled_from([str(number) for number in range(1, 9)])


@given(st.lists(ids, min_size=1, max_size=8, unique=True), st.data())
def test_what_has_begun_stays_as_it_was_and_no_name_is_given_twice(names: list[str], data: st.DataObject) -> None:
    plan = plan_of(*(step(name) for name in names))
    begun = set(data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True)))
    told = data.draw(st.lists(st.tuples(ids, st.sampled_from(["x", "y"])), max_size=8))
    rest = with_rest(plan, begun, [step(name, title=title) for name, title in told])
    if rest is None:
        return
    found = [each.id for each in rest.plan.steps]
    assert len(found) == len(set(found))
    assert found[: len(begun)] == [name for name in names if name in begun]
    assert [each for each in rest.plan.steps if each.id in begun] == [each for each in plan.steps if each.id in begun]
    assert {*rest.added, *rest.changed, *rest.dropped}.isdisjoint(begun)
    assert all(each.status is PlanStepStatus.PENDING for each in rest.plan.steps if each.id not in begun)
    graph = graph_of(plan)
    after = rest_graph(rest, graph)
    old = {node.id: node for node in graph.nodes}
    kept = {node.id for node in after.nodes} - {*rest.added, *rest.changed}
    assert all(node == old[node.id] for node in after.nodes if node.id in kept)


envelopes = st.builds(
    Envelope,
    calls=st.dictionaries(st.sampled_from(["a.b", "c.d"]), st.integers(1, 4), max_size=2),
    targets=st.dictionaries(
        st.just("a.b.name"), st.lists(st.sampled_from([1, True, "1", "x"]), max_size=3), max_size=1
    ),
    effects=st.lists(st.sampled_from([Effect.WRITE, Effect.DELETE]), unique=True, max_size=2),
)


@given(envelopes, envelopes)
def test_both_are_inside_what_allows_both_and_nothing_is_inside_less(one: Envelope, other: Envelope) -> None:
    """K-4: 1 is not true, and one call more is one too many."""
    both = together(one, other)
    assert contains(both, one)
    assert contains(both, other)
    for name in one.calls:
        more = once_more(both, [name])
        assert more.calls[name] == both.calls[name] + 1
        assert not contains(both, more)
    seen = Envelope(targets={"a.b.name": [1]})
    assert not contains(seen, Envelope(targets={"a.b.name": [True]}))
