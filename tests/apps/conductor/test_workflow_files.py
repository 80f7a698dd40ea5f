"""Workflow files of Conductor: read strictly, checked completely, compiled to one graph (CO-50, CO-51)."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.apps.conductor.flows import SAMPLE, compiled, looked_at, outside, step, with_agents, wrong
from tests.apps.conductor.places import Site

from aule.apps.conductor.homes.entry import Entry, effective
from aule.apps.conductor.workflow.form import file_schema, seconds
from aule.apps.conductor.workflow.notes import NotRunnable
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import EnvironmentNotConfirmed, Problem
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Retry, StepCall
from aule.kernel.engine.graphs.check import check
from aule.kernel.planning.execution.compile import graph_of

HEAD = "version: 1\nname: x\nenvironment: develop\nproject: test-service\n"


@pytest.fixture
def agents(site: Site) -> Site:
    """A home in which four agents live."""
    return with_agents(site)


class Anything:
    """Knows every capability and every agent."""

    def problem_with(self, capability: str, params: dict[str, Any]) -> Problem | None:
        return None

    def has_agent(self, id: str) -> bool:
        return id.startswith("develop/")


def test_the_workflow_of_the_specification_compiles_to_a_sound_graph(agents: Site) -> None:
    """Each task is one step under its id; the graph passes the engine's own check (CO-50)."""
    found = compiled(agents, SAMPLE, inputs={"entidade": "Produto"})
    assert check(found.graph, Anything()) == []
    assert [node.id for node in found.graph.nodes] == ["_start", "entidade", "repositorio", "_success_1", "_success_2"]
    first, second = step(found.graph, "entidade"), step(found.graph, "repositorio")
    agent = step(first.graph, "agent")
    assert agent.agent == "develop/test-service/Entity_Agent"
    assert agent.timeout_s == 600
    assert agent.bounds is not None
    assert (agent.bounds.on_write, agent.bounds.scope, agent.bounds.environment) == (
        "apply",
        ["src/entity/*.kt"],
        "develop",
    )
    assert agent.check is not None
    assert (agent.check.files, agent.check.command) == (["src/entity/Produto.kt"], None)
    assert second.interrupt == Interrupt(before=True, message="Revise a entidade antes de continuar")
    assert (second.when, second.dependencies) == (None, ["entidade", "_start"])
    assert second.inputs["tasks"]["entidade"]["result"] == "{{steps.entidade.result}}"
    later = step(second.graph, "agent")
    assert later.bounds is not None
    assert later.bounds.on_write == "fail"
    assert later.retry is not None
    assert later.retry == Retry(max=1, wait_s=1, on=later.retry.on)
    assert {"timeout", "check_failed", "output_missing", "modelo_indisponivel"} <= set(later.retry.on)
    assert found.at_once == 1
    assert (found.name, found.environment, found.project) == ("criar-entidade", "develop", "test-service")


def test_the_same_file_always_gives_the_same_graph(agents: Site) -> None:
    """What a person allows by starting it is bound to every word of it (K-4)."""
    one, two = (compiled(agents, SAMPLE, inputs={"entidade": "Produto"}) for _ in range(2))
    assert one.approve == two.approve
    assert one.approve != compiled(agents, SAMPLE, inputs={"entidade": "Cliente"}).approve


def test_a_dry_run_tells_the_order_the_homes_the_roots_and_the_policies(agents: Site) -> None:
    """CO-51: everything is resolved, and no model is asked."""
    found = looked_at(agents, SAMPLE, inputs={"entidade": "Produto"})
    assert wrong(found) == []
    root = str(agents.path / "develop" / "test-service")
    assert (found.root, found.protected) == (root, False)
    assert [(task.id, task.on_write, task.exec, task.scope) for task in found.tasks] == [
        ("entidade", "apply", "off", ["src/entity/*.kt"]),
        ("repositorio", "fail", "off", ["src/repository/*Repository.kt"]),
    ]
    assert found.tasks[0].home == str(agents.home_path / "projects/develop/test-service/agents/Entity_Agent")
    assert found.tasks[1].check == "./gradlew compileKotlin"


WRONG = (
    HEAD
    + """\
inputs:
  n: {type: integer, default: many}
tasks:
  a:
    agent: Nobody_Agent
    prompt: "${{ tasks.b.output }} ${{ inputs.nothing }} ${{ env.HOME }}"
  b:
    agent: Entity_Agent
    prompt: "${{ tasks.a.colour }} and ${{ open"
    needs: [a, z]
    outputs: ["src/controller/X.kt", "../x", "src/entity/${{ tasks.a.output }}.kt"]
    check: {run: "echo ${{ success() }}"}
  c:
    needs: [d]
    approval: {message: "?"}
  d:
    needs: [c]
    approval: {message: "?"}
  e:
    plan: missing
"""
)


def test_everything_wrong_is_told_at_once_with_its_line(agents: Site) -> None:
    """CO-50: agents, order, places and expressions are all looked at before anything begins."""
    found = wrong(looked_at(agents, WRONG))
    assert set(found) == {
        ("wrong_default", 6),
        ("unknown_resident", 9),
        ("not_before", 10),
        ("unknown_name", 10),
        ("closed_variable", 10),
        ("invalid", 13),
        ("unknown_need", 14),
        ("output_fora_do_escopo", 15),
        ("invalid_glob", 15),
        ("known_too_late", 15),
        ("known_too_late", 16),
        ("cycle", 21),
        ("unknown_plan", 24),
    }
    with pytest.raises(NotRunnable, match="cannot run as it stands") as refused:
        compiled(agents, WRONG)
    assert len(refused.value.notes) == len(found)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("tasks: [", "not_yaml", 1),
        ("- a", "not_a_mapping", 1),
        (HEAD + "tasks:\n  a: {agent: X, promt: y}\n", "unknown_key_near", 6),
        (HEAD + "tasks:\n  a: {agent: X, plan: y}\n", "several_kinds", 6),
        (HEAD + "tasks:\n  a: {title: t}\n", "no_kind", 6),
        (HEAD + "tasks:\n  a: {plan: p, outputs: [x]}\n", "misplaced", 6),
        (HEAD + "tasks:\n  a: {approval: {}}\nsuccess: [{}]\n", "unclear_criterion", 7),
        (HEAD + "tasks:\n  a: {approval: {}, needs: 3}\n", "wrong_value", 6),
        (HEAD + "tasks: {}\n", "wrong_value", 5),
        (HEAD + "defaults: {timeout: soon}\ntasks:\n  a: {approval: {}}\n", "wrong_value", 5),
        ("version: 2\nname: x\ntasks:\n  a: {approval: {}}\n", "wrong_value", 1),
        ("version: 1\nname: x\nname: y\n", "not_yaml", 3),
        ("version: 1\nname: x\nproject: p\ntasks:\n  a: {approval: {}}\n", "no_environment", 1),
        ("version: 1\nname: x\nenvironment: nowhere\nproject: p\ntasks:\n  a: {approval: {}}\n", "unknown_resident", 3),
    ],
)
def test_a_wrong_form_is_told_with_its_line(agents: Site, text: str, code: str, line: int) -> None:
    assert (code, line) in wrong(looked_at(agents, text))


def test_what_is_wrong_is_told_in_portuguese_too(agents: Site) -> None:
    text = HEAD + "tasks:\n  a: {agent: Entity_Agent, prompt: x, needs: [z]}\n"
    (note,) = [each for each in looked_at(agents, text, locale="pt-BR").notes if each.severity == "error"]
    assert note.message == "'a' precisa de 'z', que não existe"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "missing_input"),
        ({"n": "x", "s": "a"}, "wrong_input"),
        ({"s": "a", "z": 1}, "unknown_input"),
        ({"s": "c"}, "wrong_input"),
    ],
)
def test_inputs_are_typed(agents: Site, given: dict[str, Any], said: str) -> None:
    text = HEAD + (
        "inputs:\n  n: {type: integer}\n  s: {type: string, required: true, enum: [a, b]}\n"
        "tasks:\n  a: {approval: {message: 'n=${{ inputs.n }} s=${{ inputs.s }}'}}\n"
    )
    assert said in [code for code, _ in wrong(looked_at(agents, text, inputs=given))]
    found = compiled(agents, text, inputs={"n": "7", "s": "a"})
    assert found.inputs == {"n": 7, "s": "a"}
    assert step(found.graph, "a").interrupt == Interrupt(before=True, message="n=7 s=a")


def test_values_in_a_command_are_words_and_nothing_else(agents: Site) -> None:
    """What somebody gives cannot become a command of its own."""
    text = HEAD + (
        "inputs:\n  n: {type: string, required: true}\n"
        "tasks:\n  a: {agent: Entity_Agent, prompt: x, on_write: apply, check: {run: 'echo ${{ inputs.n }}'}}\n"
    )
    found = compiled(agents, text, inputs={"n": "x; rm -rf . '$(id)'"})
    checked = step(step(found.graph, "a").graph, "agent").check
    assert checked is not None
    assert checked.command == """echo 'x; rm -rf . '"'"'$(id)'"'"''"""


def test_braces_in_words_and_values_are_nobodys_business(agents: Site) -> None:
    """A prompt, a value or a command with braces of its own reaches the engine as it is (K-5)."""
    text = HEAD + (
        "inputs:\n  n: {type: string, required: true}\n"
        "tasks:\n"
        "  a: {agent: Entity_Agent, prompt: 'Use {{ steps.b }} ${{ inputs.n }}', check: {run: 'x {{inputs.n}}'}}\n"
        "  b: {capability: {name: core.make_note, params: {title: 'y {{x}}', text: '${{ inputs.n }}'}}}\n"
    )
    found = compiled(agents, text, inputs={"n": "{{inputs.m}}"})
    assert check(found.graph, Anything()) == []
    prompt = step(found.graph, "a").graph.inputs["prompt"]["default"]  # type: ignore[union-attr]
    assert prompt == ["Use {{ steps.b }} ", {"name": "inputs.n", "value": "{{inputs.m}}"}]
    call = step(found.graph, "b").call
    assert call is not None
    kept = {name: schema["default"] for name, schema in found.graph.inputs.items() if name.startswith("text_")}
    assert sorted(kept.values()) == ["y {{x}}", "{{inputs.m}}"]
    assert call.params["text"] in {f"{{{{inputs.{name}}}}}" for name in kept}


PROTECTED = HEAD.replace("develop", "main") + "tasks:\n  a: {agent: Entity_Agent, prompt: x, on_write: apply}\n"


def test_a_file_cannot_switch_itself_into_a_protected_environment(agents: Site) -> None:
    """CO-35: only a person names it, and says its name twice; writes are applied only if they allow that too."""
    agents.agent("Entity_Agent", environment="main")
    with pytest.raises(EnvironmentNotConfirmed, match="file itself names"):
        compiled(agents, PROTECTED, confirm_environment="main")
    with pytest.raises(EnvironmentNotConfirmed, match="was not confirmed"):
        compiled(agents, PROTECTED, environment="main")
    with pytest.raises(EnvironmentNotConfirmed, match="confirmed as 'Main'"):
        compiled(agents, PROTECTED, environment="main", confirm_environment="Main")
    told = [note.code for note in looked_at(agents, PROTECTED).notes]
    assert told == ["environment_not_confirmed", "writes_capped"]
    entered: dict[str, Any] = {"environment": "main", "confirm_environment": "main"}
    for allowed, wanted in ((False, "fail"), (True, "apply")):
        found = compiled(agents, PROTECTED, **entered, allow_protected_writes=allowed)
        bounds = step(step(found.graph, "a").graph, "agent").bounds
        assert bounds is not None
        assert (bounds.on_write, bounds.protected) == (wanted, True)


@pytest.mark.parametrize(
    ("said", "entry", "wanted"),
    [
        ((None, None, None, None), Entry("d", False), "fail"),
        (("propose", "apply", "ask", "fail"), Entry("d", False), "propose"),
        ((None, "apply", "fail", "fail"), Entry("d", False), "apply"),
        ((None, None, None, "ask"), Entry("d", False), "ask"),
        (("apply",), Entry("p", True), "fail"),
        (("apply",), Entry("p", True, "p"), "fail"),
        (("apply",), Entry("p", True, "P", True), "fail"),
        (("apply",), Entry("p", True, None, True), "fail"),
        (("apply",), Entry("p", True, "p", True), "apply"),
        (("ask",), Entry("p", True), "ask"),
        (("propose",), Entry("p", True), "propose"),
    ],
)
def test_the_policy_is_the_first_that_was_said_capped_by_the_place(
    said: tuple[OnWrite | None, ...], entry: Entry, wanted: OnWrite
) -> None:
    """CO-30: command line, task, defaults, manifest, mode; then the environment."""
    assert effective(entry, *said) == wanted


def test_tasks_that_could_meet_in_a_file_never_run_together(agents: Site) -> None:
    """CO-50: with room for several, only those whose scopes cannot meet are independent."""
    text = HEAD + (
        "concurrency: 4\ntasks:\n"
        "  a: {agent: Entity_Agent, prompt: x}\n"
        "  b: {agent: Repository_Agent, prompt: x}\n"
        "  c: {agent: Service_Agent, prompt: x}\n"
        "  d: {agent: Service_Agent, prompt: y}\n"
        "  e: {capability: {name: core.now}}\n"
    )
    found = compiled(agents, text)
    assert {node.id: node.dependencies for node in found.graph.nodes} == {
        "a": [],
        "b": [],
        "c": [],
        "d": ["c"],
        "e": ["a", "b", "c", "d"],
    }
    assert found.at_once == 4
    alone = compiled(agents, text.replace("concurrency: 4", "concurrency: 1"))
    assert [node.dependencies for node in alone.graph.nodes] == [[], ["a"], ["b"], ["c"], ["d"]]


def test_what_fails_stops_the_rest_unless_it_is_said_otherwise(agents: Site) -> None:
    """CO-51: `on_failure`, `continue_on_error`, `if` with failure() and always()."""
    text = HEAD + (
        "on_failure: ON\ntasks:\n"
        "  a: {agent: Entity_Agent, prompt: x, continue_on_error: true}\n"
        "  b: {agent: Service_Agent, prompt: x, needs: a, if: \"tasks.a.status == 'failed'\"}\n"
        "  c: {agent: Service_Agent, prompt: x, needs: [a, b], if: '${{ failure() && !always() }}'}\n"
    )
    stop = compiled(agents, text.replace("ON", "stop")).graph
    assert step(stop, "a").on_error is OnError.SKIP
    assert step(stop, "b").on_error is OnError.ABORT
    assert step(stop, "b").when == "(steps.a.error != null)"
    assert step(stop, "c").when == "(failure()) and (not (always()))"
    go_on = compiled(agents, text.replace("ON", "continue")).graph
    assert step(go_on, "b").when == (
        "always() and (steps.a.status == 'done' or steps.a.error != null) and (steps.a.error != null)"
    )


def test_lengths_of_time_are_written_in_words() -> None:
    assert [seconds(each) for each in ("90s", "10m", "1h", "500ms", 5)] == [90, 600, 3600, 0.5, 5]
    for odd in ("soon", "-1s", "0s", "25h", 0):
        with pytest.raises(ValueError, match="length of time"):
            seconds(odd)


def test_the_schema_describes_every_key(agents: Site) -> None:
    schema = file_schema()
    assert {"version", "name", "tasks", "inputs", "defaults", "success", "on_failure"} <= set(schema["properties"])
    assert {"agent", "if", "reads", "outputs", "check"} <= set(schema["$defs"]["TaskForm"]["properties"])


def test_a_capability_is_checked_like_any_call(agents: Site) -> None:
    text = HEAD + "tasks:\n  a: {capability: {name: core.nothing, params: {x: '${{ run.id }}'}}}\n"
    around = outside(problem_with=lambda name, params: Problem(code="unknown_capability", message=name), run="run_9")
    assert wrong(looked_at(agents, text, around)) == [("unknown_capability", 6)]
    call = step(compiled(agents, text, outside(run="run_9")).graph, "a").call
    assert call is not None
    assert call.params == {"x": "run_9"}


def test_a_plan_is_part_of_the_graph_a_person_allows(agents: Site) -> None:
    """A task may run an approved plan: its steps stand in the graph, so that starting it allows what is seen."""
    steps = [PlanStep(id="one", title="One", kind=PlanStepKind.CALL, call=StepCall(capability="core.now"))]
    ts = "2026-01-01T00:00:00.000Z"
    plan = Plan(id="plan-one", title="One", project="home", created_at=ts, updated_at=ts, steps=steps)
    text = HEAD + "tasks:\n  p: {plan: plan-one, on_write: propose}\n"
    found = compiled(agents, text, outside(plans={"plan-one": plan}))
    bounds = Bounds(environment="develop", on_write="propose", exec="sandbox")
    (only,) = graph_of(plan).nodes
    assert step(found.graph, "p").graph == Graph(nodes=[only.model_copy(update={"bounds": bounds})])
    assert check(found.graph, Anything()) == []


def test_a_command_that_grew_too_long_is_refused(agents: Site) -> None:
    text = HEAD + (
        "inputs: {n: {required: true}}\ntasks:\n"
        "  a: {agent: Entity_Agent, prompt: x, check: {run: 'echo ${{ inputs.n }}'}}\n"
    )
    assert ("long_command", 7) in wrong(looked_at(agents, text, inputs={"n": "x" * 5_000}))


def test_everything_that_is_said_is_said_in_both_languages() -> None:
    """K-13: the same things are filled in, and no phrase is left that nobody says."""
    package = files("aule.apps.conductor")
    book = tomllib.loads(package.joinpath("workflow", "messages.toml").read_text("utf-8"))
    source = "".join(path.read_text("utf-8") for path in Path(str(package)).rglob("*.py"))
    for name, words in book.items():
        for one, other in (("en", "pt"), ("hint_en", "hint_pt")):
            filled = [set(re.findall(r"(?<!\{)\{(\w+)\}", words.get(each, ""))) for each in (one, other)]
            assert (one in words) == (other in words), name
            assert filled[0] == filled[1], name
        is_made = name in ("no_environment", "no_project", "name_environment", "name_project")
        assert is_made or re.search(rf"""["']{name}["']""", source), name
