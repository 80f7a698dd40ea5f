"""Any workflow file gives a graph the engine takes, in which every task waits for what it needs (CO-50, CO-51)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.conductor.flows import compiled, looked_at, with_agents, wrong
from tests.apps.conductor.places import Site

from aule.apps.conductor.workflow.form import MOST_NEEDS
from aule.apps.conductor.workflow.ordering import ancestors, ordered
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph
from aule.kernel.engine.graphs.check import check
from aule.kernel.engine.progress import Progress, Status
from aule.kernel.engine.rules import Rules
from aule.kernel.workflows.yaml_writer import write_yaml

HEAD: JsonObject = {"version": 1, "name": "x", "environment": "develop", "project": "test-service"}
CONDITIONS = st.sampled_from(
    [None, None, None, "${{ success() }}", "always()", "failure()", "success() || failure()", "1 == 2", "!failure()"]
)
AGENTS = st.sampled_from(["Entity_Agent", "Repository_Agent", "Service_Agent", "Controller_Agent"])


class Anything:
    """Knows every capability and every agent."""

    def problem_with(self, capability: str, params: JsonObject) -> Problem | None:
        return None

    def has_agent(self, id: str) -> bool:
        return True


@st.composite
def files(draw: st.DrawFn) -> JsonObject:
    """Workflow files of up to eight tasks."""
    ids = [f"t{number}" for number in range(draw(st.integers(1, 8)))]
    tasks: JsonObject = {}
    for number, id in enumerate(ids):
        needs = draw(st.lists(st.sampled_from(ids[:number]), unique=True, max_size=3)) if number else []
        task: JsonObject = {"agent": draw(AGENTS), "prompt": id, "needs": needs}
        task["continue_on_error"] = draw(st.booleans())
        if (condition := draw(CONDITIONS)) is not None:
            task["if"] = condition
        elif needs and draw(st.booleans()):
            task["if"] = f"tasks.{needs[0]}.status != 'failed'"
        tasks[id] = task
    ways = {"on_failure": draw(st.sampled_from(["stop", "continue"])), "concurrency": draw(st.integers(1, 4))}
    return {**HEAD, **ways, "tasks": draw(st.permutations(list(tasks.items())).map(dict))}


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A home in which four agents live."""
    return with_agents(Site(Path(tmp_path_factory.mktemp("order")).resolve()))


def played(graph: Graph, failing: set[str]) -> dict[str, Status]:
    """How each task ends when the agents of some of them fail, by the engine's own rules."""
    progress, rules = Progress(graph, {}), Rules(at_once=4)
    rules.go_on(progress)
    while progress.running:
        node = next(iter(progress.running.values()))
        task = node.place.partition("/")[0]
        for need in next(step for step in graph.nodes if step.id == task).dependencies:
            assert progress.nodes[need].status.is_final
        if node.step.id == "agent" and task in failing:
            problem = Problem(code="check_failed", message="no", recoverable=False)
            rules.failed(progress, node.place, problem, now=0)
        else:
            result = {"prompt": "p", "read": {}} if node.step.id == "brief" else {"paths": [], "files": {}}
            rules.completed(progress, node.place, result)
    assert progress.root.open == 0
    return {node.step.id: node.status for node in progress.root.nodes}


@settings(max_examples=120)
@given(files(), st.sets(st.sampled_from([f"t{number}" for number in range(8)]), max_size=3))
def test_any_file_runs_as_it_says(agents: Site, value: JsonObject, failing: set[str]) -> None:
    """What needs a failed task is skipped unless it is there for that; others go on if the file says so."""
    graph = compiled(agents, write_yaml(value)).graph
    assert check(graph, Anything()) == []
    ended = played(graph, failing)
    tasks: dict[str, JsonObject] = value["tasks"]
    order, _ = ordered({id: task["needs"] for id, task in tasks.items()})
    assert [node.id for node in graph.nodes if node.id in tasks] == order
    lost = [id for id in tasks if ended[id] is Status.FAILED]
    assert set(lost) <= failing
    for id, task in tasks.items():
        before = ancestors({each: other["needs"] for each, other in tasks.items()})[id]
        is_plain = "if" not in task
        if is_plain and any(ended[need] is Status.FAILED for need in task["needs"]):
            assert ended[id] is Status.SKIPPED
        if is_plain and not before and value["on_failure"] == "continue":
            assert ended[id] is (Status.DONE if id not in failing else _given_up(task))
        if task.get("if") == "always()":
            assert ended[id] is (Status.DONE if id not in failing else _given_up(task))


def _given_up(task: JsonObject) -> Status:
    return Status.SKIPPED if task["continue_on_error"] else Status.FAILED


@pytest.mark.parametrize("on_failure", ["stop", "continue"])
def test_as_many_needs_as_there_may_be_are_understood(agents: Site, on_failure: str) -> None:
    tasks: JsonObject = {f"t{number}": {"agent": "Entity_Agent", "prompt": "x"} for number in range(MOST_NEEDS)}
    last = {"agent": "Entity_Agent", "prompt": "x", "needs": list(tasks), "if": "success() && 1 == 1"}
    graph = compiled(agents, write_yaml({**HEAD, "on_failure": on_failure, "tasks": {**tasks, "last": last}})).graph
    assert check(graph, Anything()) == []
    assert played(graph, set())["last"] is Status.DONE
    assert played(graph, {"t7"})["last"] is Status.SKIPPED


def test_what_needs_too_much_at_once_is_told_before(agents: Site) -> None:
    one: JsonObject = {"agent": "Entity_Agent", "prompt": "x", "continue_on_error": True, "if": "success()"}
    tasks = {f"t{number}": one for number in range(MOST_NEEDS)}
    last = {"agent": "Entity_Agent", "prompt": "x", "needs": list(tasks)}
    found = looked_at(agents, write_yaml({**HEAD, "tasks": {**tasks, "last": last}}))
    assert [code for code, _ in wrong(found)] == ["too_involved"]


def test_a_circle_is_told_in_the_direction_of_the_work() -> None:
    assert ordered({"a": ["c"], "b": ["a"], "c": ["b"], "d": []}) == (["d", "a", "b", "c"], ["b", "c", "a", "b"])
