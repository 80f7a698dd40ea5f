"""The rules of a run, on graphs made up by chance and on the shapes people draw."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.engine.runs import Trial, World, graph_of

from aule.contracts.errors import Problem
from aule.contracts.events.steps import StepReleased
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Repeat, Retry, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.progress import Progress, Status
from aule.kernel.engine.rules import Claim, Outcome, Rules, outcome

SEEDS = st.integers(0, 2**32)


def call(id: str, *before: str, **more: Any) -> Step:
    params = more.pop("params", {})
    return Step(
        id=id, kind=StepKind.CALL, call=StepCall(capability="t.act", params=params), dependencies=list(before), **more
    )


def statuses(progress: Progress) -> dict[str, str]:
    return {place: node.status.value for place, node in progress.nodes.items()}


@given(SEEDS, SEEDS)
def test_every_run_ends_and_its_facts_tell_all_of_it(seed: int, order: int) -> None:
    """Replaying the facts gives the same progress; no attempt is begun twice; a step begins after those before it."""
    trial = Trial(graph_of(Random(seed)), World(seed), Rules(at_once=2))
    found = trial.drive(Random(order))
    replayed = Progress(trial.graph, {}).replay(trial.facts)
    assert outcome(replayed) == found
    assert not replayed.ready and not replayed.due and not replayed.running and not replayed.waiting
    assert all(node.status.is_final for node in replayed.root.nodes)
    assert len(trial.started) == len(set(trial.started))
    _check_order(trial)


@given(SEEDS, SEEDS, st.data())
def test_dying_after_any_fact_changes_nothing(seed: int, order: int, data: st.DataObject) -> None:
    """K-7: what was finished is not begun again, and the end is the same, in whatever order things went."""
    graph, world = graph_of(Random(seed)), World(seed, failing=0)
    whole = Trial(graph, world)
    undisturbed = whole.drive(Random(order))
    cut = data.draw(st.integers(0, len(whole.facts)))
    again = Trial(graph, world, facts=whole.facts[:cut])
    assert again.drive(Random(order + 1)).status in (undisturbed.status, RunStatus.FAILED)
    assert again.facts[:cut] == whole.facts[:cut]
    assert len(again.started) == len(set(again.started))


@given(SEEDS)
def test_no_more_runs_at_once_than_may_and_nothing_that_meets(seed: int) -> None:
    """K-6: writes to the same thing never overlap, and the limit holds."""
    chance = Random(seed)
    graph = Graph(nodes=[call(f"s{n}", params={"to": chance.choice("abc")}) for n in range(12)])
    rules = Rules(at_once=4, claim=lambda step, params: Claim(writes=True, targets=frozenset({params["to"]})))
    progress = Progress(graph, {})
    rules.go_on(progress)
    while progress.running:
        targets = [node.params["to"] for node in progress.running.values()]
        assert len(targets) == len(set(targets)) <= 4
        rules.completed(progress, chance.choice(list(progress.running)), None)
    assert outcome(progress) == Outcome(RunStatus.DONE, {})


def test_a_diamond_flows_through_the_shared_state() -> None:
    """OS-21: A→B, A→C, [B,C]→D."""
    state: dict[str, dict[str, Any]] = {"facts": {}, "text": {}, "image": {}}
    graph = Graph(
        state=state,
        nodes=[
            call("a", writes=["facts"]),
            call("b", "a", writes=["text"], params={"about": "{{state.facts}}"}),
            call("c", "a", writes=["image"], params={"of": {"$from": "a.result"}}),
            call("d", "b", "c", params={"text": "{{state.text}}", "image": "{{state.image}}!"}),
        ],
        output="{{steps.d.result}}",
    )
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    assert list(progress.running) == ["a"]
    rules.completed(progress, "a", "ants")
    assert {place: node.params for place, node in progress.running.items()} == {
        "b": {"about": "ants"},
        "c": {"of": "ants"},
    }
    rules.completed(progress, "c", "🐜")
    rules.completed(progress, "b", "About ants")
    assert progress.nodes["d"].params == {"text": "About ants", "image": "🐜!"}
    rules.completed(progress, "d", "published")
    assert outcome(progress) == Outcome(RunStatus.DONE, "published")


def test_a_branch_that_was_not_taken_does_not_stop_what_joins_both() -> None:
    graph = Graph(
        nodes=[
            Step(id="ask", kind=StepKind.CONDITION, when="inputs.long == true"),
            call("long", "ask", when="steps.ask.result"),
            call("short", "ask", when="not steps.ask.result"),
            call("join", "long", "short"),
        ]
    )
    progress, rules = Progress(graph, {"long": False}), Rules()
    rules.go_on(progress)
    assert list(progress.running) == ["short"]
    rules.completed(progress, "short", 1)
    assert list(progress.running) == ["join"]
    assert progress.nodes["long"].status is Status.SKIPPED


def test_a_failure_stops_the_rest_but_not_who_copes_with_it() -> None:
    graph = Graph(
        nodes=[
            call("a"),
            call("b", "a"),
            call("clean", "b", when="always()"),
            call("tell", "b", when="failure()"),
            call("other"),
            call("after_other", "other"),
        ]
    )
    progress, rules = Progress(graph, {}), Rules(at_once=2)
    rules.go_on(progress)
    assert list(progress.running) == ["a", "other"]
    rules.failed(progress, "a", Problem(code="broke", message="broke"), now=0)
    rules.completed(progress, "other", 1)
    assert sorted(progress.running) == ["clean", "tell"]
    for place in ("clean", "tell"):
        rules.completed(progress, place, None)
    assert outcome(progress) == Outcome(RunStatus.FAILED, error=Problem(code="broke", message="broke"))
    assert statuses(progress)["after_other"] == "skipped"


def test_who_copes_with_a_failure_may_wait_for_a_person_and_has_its_own_graph_done() -> None:
    """OS-22: cleaning up is not given up because it asks, nor because it takes several steps."""
    inner = Graph(nodes=[call("one"), call("two", "one")])
    graph = Graph(
        nodes=[
            call("a"),
            call("clean", "a", when="always()", interrupt=Interrupt(before=True)),
            Step(id="tidy", kind=StepKind.WORKFLOW, graph=inner, dependencies=["a"], when="failure()"),
            call("rest", "a", interrupt=Interrupt(before=True)),
        ]
    )
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    rules.failed(progress, "a", Problem(code="broke", message="broke"), now=0)
    assert (list(progress.waiting), list(progress.running)) == (["clean"], ["tidy/one"])
    rules.completed(progress, "tidy/one", 1)
    rules.completed(progress, "tidy/two", 2)
    progress.apply(StepReleased(step="clean", option="approve"))
    rules.go_on(progress)
    rules.completed(progress, "clean", None)
    assert outcome(progress) == Outcome(RunStatus.FAILED, error=Problem(code="broke", message="broke"))
    assert statuses(progress)["rest"] == "skipped"


def test_a_failed_step_is_tried_again_then_given_up_without_stopping_the_rest() -> None:
    graph = Graph(nodes=[call("a", retry=Retry(max=1, wait_s=5), on_error=OnError.SKIP), call("b", "a")])
    progress, rules, error = Progress(graph, {}), Rules(), Problem(code="broke", message="broke")
    rules.go_on(progress)
    rules.failed(progress, "a", error, now=100)
    assert progress.nodes["a"].again_at == 105
    progress.again(progress.nodes["a"])
    rules.go_on(progress)
    assert progress.nodes["a"].attempt == 2
    rules.failed(progress, "a", error, now=105)
    rules.completed(progress, "b", None)
    assert outcome(progress) == Outcome(RunStatus.DONE_WITH_FAILURES, {})


def test_nothing_is_left_over_where_nothing_failed_and_all_that_was_asked_is_answered() -> None:
    graph = Graph(nodes=[call("a", interrupt=Interrupt(before=True)), call("b", retry=Retry(max=1))])
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    assert not progress.is_smooth, "somebody was asked"
    progress.apply(StepReleased(step="a", option="approve"))
    rules.go_on(progress)
    assert progress.is_smooth
    rules.failed(progress, "b", Problem(code="broke", message="broke"), now=0)
    progress.again(progress.nodes["b"])
    rules.go_on(progress)
    rules.completed(progress, "a", None)
    rules.completed(progress, "b", None)
    assert outcome(progress) == Outcome(RunStatus.DONE, {})
    assert not progress.is_smooth, "an attempt that failed may have asked"


def test_who_was_asked_and_never_answered_is_remembered_when_the_step_is_given_up() -> None:
    graph = Graph(nodes=[call("a"), call("b", interrupt=Interrupt(before=True))])
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    rules.failed(progress, "a", Problem(code="broke", message="broke"), now=0)
    assert (statuses(progress)["b"], list(progress.asked)) == ("skipped", ["b"])


def test_interrupts_before_and_after_hold_only_what_comes_after_them() -> None:
    graph = Graph(
        state={"draft": {}},
        nodes=[
            call("draft", interrupt=Interrupt(after=True, message="Look at the draft"), writes=["draft"]),
            call("publish", "draft", interrupt=Interrupt(before=True), params={"text": "{{state.draft}}"}),
            call("aside"),
        ],
    )
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    rules.completed(progress, "draft", "bad")
    rules.completed(progress, "aside", None)
    assert (list(progress.waiting), list(progress.running)) == (["draft"], [])
    assert outcome(progress) is None
    progress.apply(StepReleased(step="draft", option="approve", result="better"))
    rules.go_on(progress)
    assert list(progress.waiting) == ["publish"]
    progress.apply(StepReleased(step="publish", option="approve", state={"draft": "best"}))
    rules.go_on(progress)
    assert progress.nodes["publish"].params == {"text": "best"}


def test_repetitions_and_graphs_inside_nest() -> None:
    inner = Graph(
        inputs={"name": {}},
        nodes=[call("hello", params={"to": "{{inputs.name}}"}, interrupt=Interrupt(before=True))],
        output={"said": "{{steps.hello.result}}"},
    )
    each = Repeat(for_each="{{inputs.people}}", max=3)
    step = Step(id="greet", kind=StepKind.WORKFLOW, graph=inner, repeat=each, inputs={"name": {"$item": "name"}})
    progress, rules = Progress(Graph(nodes=[step]), {"people": [{"name": "Ana"}, {"name": "Bea"}]}), Rules()
    rules.go_on(progress)
    assert list(progress.waiting) == ["greet[0]/hello", "greet[1]/hello"]
    for place in list(progress.waiting):
        progress.apply(StepReleased(step=place, option="approve"))
    rules.go_on(progress)
    assert [node.params for node in progress.running.values()] == [{"to": "Ana"}, {"to": "Bea"}]
    rules.completed(progress, "greet[1]/hello", "oi Bea")
    rules.completed(progress, "greet[0]/hello", "oi Ana")
    assert progress.nodes["greet"].result == [{"said": "oi Ana"}, {"said": "oi Bea"}]


def test_a_repetition_that_failed_keeps_what_its_items_gave() -> None:
    steps = [call("each", repeat=Repeat(for_each="{{inputs.all}}", max=2)), call("after", "each", when="failure()")]
    progress, rules = Progress(Graph(nodes=steps), {"all": [1, 2]}), Rules()
    rules.go_on(progress)
    rules.completed(progress, "each[0]", "good")
    rules.failed(progress, "each[1]", Problem(code="failed", message="No."), now=0, result={"exit_code": 5})
    assert progress.nodes["each"].status is Status.FAILED
    assert progress.nodes["each"].result == ["good", {"exit_code": 5}]
    assert list(progress.running) == ["after"]


def test_more_items_than_allowed_fail_before_anything_is_done() -> None:
    graph = Graph(nodes=[call("a", repeat=Repeat(for_each="{{inputs.all}}", max=2))])
    progress, rules = Progress(graph, {"all": [1, 2, 3]}), Rules()
    rules.go_on(progress)
    found = outcome(progress)
    assert found is not None and found.error is not None
    assert (found.status, found.error.code, progress.running) == (RunStatus.FAILED, "too_many_items", {})


@pytest.mark.parametrize("option", ["skip", "abort"])
def test_a_person_may_leave_a_step_out_or_stop_it_all(option: str) -> None:
    graph = Graph(nodes=[call("a", interrupt=Interrupt(before=True)), call("b", "a"), call("c")])
    progress, rules = Progress(graph, {}), Rules()
    rules.go_on(progress)
    progress.apply(StepReleased.model_validate({"step": "a", "option": option}))
    rules.go_on(progress)
    assert ("b" in progress.running) == (option == "skip")
    for place in list(progress.running):
        rules.completed(progress, place, None)
    found = outcome(progress)
    assert found is not None
    assert found.status is (RunStatus.DONE if option == "skip" else RunStatus.FAILED)


def _check_order(trial: Trial) -> None:
    progress = Progress(trial.graph, {})
    for fact in trial.facts:
        if fact.type == "step.started":
            node = progress.nodes[fact.step]
            before = [node.group.by_id[id] for id in node.step.dependencies] if node.repetition is None else []
            assert all(each.status.is_final for each in before)
        progress.apply(fact)
        assert len(progress.running) <= trial.rules.at_once


@pytest.mark.parametrize("on_error", list(OnError))
def test_what_a_failure_gave_back_is_read_however_it_goes_on(on_error: OnError) -> None:
    """A later attempt counts alone: neither what it gave nor that it gave nothing is mixed with an earlier one."""
    step = Step(
        id="a",
        kind=StepKind.CALL,
        call=StepCall(capability="x.y"),
        on_error=on_error,
        retry=Retry(max=1, wait_s=0),
        writes=["k"],
    )
    graph, rules, problem = Graph(nodes=[step], state={"k": {}}), Rules(), Problem(code="broken", message="It broke.")
    for last in ({"exit_code": 4}, None):
        progress = Progress(graph, {})
        facts = rules.go_on(progress)
        facts += rules.failed(progress, "a", problem, now=0, result={"exit_code": 3})
        assert progress.nodes["a"].result == {"exit_code": 3}
        progress.again(progress.nodes["a"])
        facts += rules.go_on(progress)
        facts += rules.failed(progress, "a", problem, now=0, result=last)
        replayed = Progress(graph, {}).replay(facts)
        assert progress.nodes["a"].result == replayed.nodes["a"].result == last
        assert progress.root.state == replayed.root.state == {}
