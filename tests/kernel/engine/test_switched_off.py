"""Steps that are switched off: what still runs, what does not and why, and that nothing runs on a missing result."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from tests.kernel.engine.runs import Trial, World

from aule.contracts.runs.graph import Graph, OnError, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.graphs.needs import output_needs, steps_passed_over
from aule.kernel.engine.progress import Progress

SEEDS = st.integers(0, 2**32)


def call(id: str, *before: str, **more: Any) -> Step:
    params = more.pop("params", {})
    return Step(
        id=id, kind=StepKind.CALL, call=StepCall(capability="t.act", params=params), dependencies=list(before), **more
    )


def ran(graph: Graph, *, seed: int = 1, failing: float = 0) -> Trial:
    """Drive a graph to its end."""
    trial = Trial(graph, World(seed, failing=failing))
    trial.drive(Random(seed))
    return trial


def skipped(trial: Trial) -> dict[str, str | None]:
    """Return why steps were not done."""
    progress = Progress(trial.graph, {}).replay(trial.facts)
    return {place: node.skipped for place, node in progress.nodes.items() if node.status == "skipped"}


def chance_graph(seed: int, *, reads: bool) -> Graph:
    """A graph made up by chance, of which some steps are switched off."""
    chance = Random(seed)
    nodes: list[Step] = []
    for number in range(chance.randint(1, 9)):
        earlier = [node.id for node in nodes]
        before = chance.sample(earlier, chance.randint(0, min(3, len(earlier))))
        params = {"n": f"{{{{steps.{before[0]}.result}}}}"} if reads and before and chance.random() < 0.5 else {}
        when = chance.choice([None, None, "1 == 2", "always()"])
        on_error = chance.choice(list(OnError)[:2])
        off = chance.random() < 0.3
        nodes.append(call(f"s{number}", *before, params=params, when=when, on_error=on_error, disabled=off))
    return Graph(nodes=nodes)


def without_off(graph: Graph) -> Graph:
    """The same graph with the steps that are off taken out, and their neighbours joined."""
    nodes = list(graph.nodes)
    for gone in [step for step in graph.nodes if step.disabled]:
        own = next(step for step in nodes if step.id == gone.id).dependencies
        nodes = [
            step.model_copy(
                update={
                    "dependencies": list(
                        dict.fromkeys(
                            name for each in step.dependencies for name in (own if each == gone.id else [each])
                        )
                    )
                }
            )
            for step in nodes
            if step.id != gone.id
        ]
    return Graph(nodes=nodes or [call("nothing")])


@given(SEEDS, SEEDS)
def test_a_step_that_is_off_leaves_all_others_as_if_it_were_not_there(seed: int, world: int) -> None:
    """ST-20: whatever fails and whatever conditions say, as long as nobody needs its result."""
    graph = chance_graph(seed, reads=False)
    off = {step.id for step in graph.nodes if step.disabled}
    one, other = ran(graph, seed=world, failing=0.2), ran(without_off(graph), seed=world, failing=0.2)
    left, right = (
        {id: node.status for id, node in Progress(each.graph, {}).replay(each.facts).nodes.items()}
        for each in (one, other)
    )
    assert all(left[id] == "skipped" for id in off)
    assert {id: status for id, status in left.items() if id not in off} == {
        id: status for id, status in right.items() if id != "nothing"
    }


@given(SEEDS, SEEDS)
@example(2016, 0)
@example(2342, 4)
def test_nothing_runs_on_the_result_of_a_step_that_is_off(seed: int, world: int) -> None:
    """ST-20: what needs it does not run, what needs that neither; and what is told beforehand holds."""
    graph = chance_graph(seed, reads=True)
    trial = ran(graph, seed=world)
    why = skipped(trial)
    for step in graph.nodes:
        needed = str(step.call.params.get("n", "")).removeprefix("{{steps.").partition(".")[0] if step.call else ""
        if needed in why and why[needed] in ("disabled", "missing_result"):
            assert why.get(step.id) in ("missing_result", "disabled", "upstream")
    told = steps_passed_over(graph)
    assert told.keys() <= why.keys()
    assert {id for id, reason in why.items() if reason == "missing_result"} <= told.keys()


def test_what_only_waited_goes_on_and_what_needs_the_result_does_not() -> None:
    graph = Graph(
        nodes=[
            call("draft"),
            call("review", "draft", params={"text": "{{steps.draft.result}}"}, disabled=True),
            call("publish", "review", params={"text": "{{steps.review.result}}"}),
            call("tell", "publish"),
            call("note", "review"),
        ],
        output={"text": "{{steps.draft.result}}", "seen": "Seen: {{steps.review.result.by.name}}"},
    )
    trial = ran(graph, seed=3)
    assert skipped(trial) == {"review": "disabled", "publish": "missing_result", "tell": "upstream"}
    assert steps_passed_over(graph) == {"publish": "review", "tell": None}
    assert output_needs(graph) == {"draft", "review"}


def test_the_output_has_nothing_where_a_step_is_off() -> None:
    nodes = [call("a"), call("b", disabled=True)]
    graph = Graph(nodes=nodes, output={"a": "{{steps.a.status}}", "b": "{{steps.b.result.deep.down}}"})
    trial = Trial(graph, World(1, failing=0))
    found = trial.drive(Random(1))
    assert (found.status, found.output) == (RunStatus.DONE, {"a": "done", "b": None})


def test_a_shared_key_with_a_default_is_there_without_its_writer() -> None:
    state: dict[str, Any] = {"plain": {}, "given": {"default": 7}}
    nodes = [
        call("one", writes=["plain"], disabled=True),
        call("two", writes=["given"], disabled=True),
        call("reads_plain", "one", params={"n": "{{state.plain}}"}),
        call("reads_given", "two", params={"n": "{{state.given}}"}),
    ]
    assert skipped(ran(Graph(nodes=nodes, state=state))) == {
        "one": "disabled",
        "two": "disabled",
        "reads_plain": "missing_result",
    }


def test_switching_a_step_off_or_on_changes_what_an_approval_is_bound_to() -> None:
    on, off = Graph(nodes=[call("a")]), Graph(nodes=[call("a", disabled=True)])
    assert content_hash_of(on) != content_hash_of(off)
    assert content_hash_of(on) == content_hash_of(
        Graph.model_validate(on.model_dump(exclude={"nodes": {0: {"disabled"}}}))
    )
