"""The library: workflows are checked completely, kept in versions, linked together, and run (OS-21, OS-22)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from dirty_equals import IsPartialDict

from aule.contracts.access.approval import StepEdit
from aule.contracts.errors import Conflict, NotFound
from aule.contracts.events.steps import StepCompleted
from aule.contracts.runs.finding import Faulty
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.library import StartOptions
from aule.testing.system import System, system

DIAMOND = (Path(__file__).parents[3] / "examples/workflows/diamond.yaml").read_text("utf-8")
WRITE = """\
id: write
inputs: {name: string}
steps:
  - id: keep
    capability: core.write_file
    params: {path: hello.md, content: "Hello {{inputs.name}}"}
"""
FILE_BY_INPUT = """\
id: by_input
inputs: {path: string}
steps:
  - {id: keep, capability: core.write_file, params: {path: "{{inputs.path}}", content: Out}}
  - id: inside
    inputs: {file: "inner-{{inputs.path}}"}
    depends_on: [keep]
    steps:
      - {id: keep, capability: core.write_file, params: {path: "{{inputs.file}}", content: In}}
"""
STOP = """\
id: stop
state: {found: object, said: string}
steps:
  - {id: left, capability: core.list_notes, writes: found, interrupt: {after: true, message: Is this all?}}
  - {id: right, ask: Which class?, options: [7A, 7B], writes: said}
  - {id: join, capability: core.create_note, params: {title: "{{state.said}}", text: "{{state.found.total}} notes"},
     depends_on: [left, right]}
output: {title: "{{state.said}}", total: "{{state.found.total}}"}
"""


@pytest.fixture
async def aule(tmp_path: Path) -> AsyncGenerator[System]:
    """A running system."""
    async with system(tmp_path / "home") as running:
        yield running


async def keep(aule: System, text: str) -> Workflow:
    """Keep a workflow."""
    library = aule.kernel.library
    workflow = await library.read(text)
    current = await library.workflows.find(workflow.id)
    return await library.save(workflow, expected=current and current.version)


async def run(aule: System, workflow: str, **start: Any) -> Run:
    """Run a workflow until it ended or waits."""
    begun = await aule.kernel.library.run(workflow, StartOptions(inputs=start.pop("inputs", {}), **start))
    return await aule.until_still(begun.id)


async def output(aule: System, run: Run) -> Any:
    """What a run came to."""
    return (await aule.kernel.engine.graph(run.id)).output


async def decide(aule: System, run: Run, step: str, option: str, **more: Any) -> Run:
    """Decide about a step that waits."""
    [waiting] = [each for each in await aule.kernel.approvals.pending(run=run.id) if each.step == step]
    await aule.kernel.decide(waiting.id, option, content_hash=waiting.binds.content_hash, **more)
    return await aule.until_still(run.id)


async def test_a_diamond_runs_both_sides_after_its_top_and_joins_them(aule: System) -> None:
    """OS-21, OS-23: A → B, A → C, [B, C] → D, and state flows through it."""
    await keep(aule, DIAMOND)
    (aule.workspace / "notes").mkdir(parents=True, exist_ok=True)
    (aule.workspace / "notes/plan.md").write_text("# plan\n", "utf-8")
    done = await run(aule, "diamond")
    assert (done.status, done.workflow, done.workflow_version, done.title) == (
        RunStatus.DONE,
        "diamond",
        1,
        "A diamond",
    )
    came = await output(aule, done)
    assert (came["notes"], [match["path"] for match in came["found"]["matches"]]) == (1, ["notes/plan.md"])
    facts = [event.data for event in await aule.events(done.id)]
    order = [(fact.type, getattr(fact, "step", "")) for fact in facts if fact.type.startswith("step.")]
    assert order[:2] == [("step.started", "a"), ("step.completed", "a")]
    assert set(order[2:4]) == {("step.started", "b"), ("step.started", "c")}
    assert order[-2:] == [("step.started", "d"), ("step.completed", "d")]


async def test_interrupts_in_parallel_branches_wait_are_shown_survive_a_restart_and_go_on(tmp_path: Path) -> None:
    """OS-21, OS-22: each branch asks for itself, and what a person corrects is what flows on."""
    async with system(tmp_path / "home") as first:
        await keep(first, STOP)
        waiting = await run(first, "stop")
        assert waiting.status is RunStatus.WAITING
        asked = {each.step: each for each in await first.kernel.approvals.pending(run=waiting.id)}
        assert {step: (each.kind, each.title) for step, each in asked.items()} == {
            "left": ("step", "Is this all?"),
            "right": ("question", "Which class?"),
        }
        assert [option.label for option in asked["right"].options][:2] == ["7A", "7B"]
        still = await decide(first, waiting, "left", "approve", edit=StepEdit(result={"notes": [], "total": 42}))
        assert still.status is RunStatus.WAITING
    async with system(tmp_path / "home") as second:
        again = await decide(second, waiting, "right", "option_2")
        assert again.status is RunStatus.WAITING  # the write asks for itself
        [write] = await second.kernel.approvals.pending(run=waiting.id)
        assert (write.kind, write.call and write.call.params) == ("write", {"title": "7B", "text": "42 notes"})
        await second.kernel.decide(write.id, "approve", content_hash=write.binds.content_hash)
        done = await second.until_still(waiting.id)
        assert (done.status, done.error) == (RunStatus.DONE, None)
        assert await output(second, done) == {"title": "7B", "total": 42}
        facts = [event.data for event in await second.events(waiting.id)]
        assert [fact.step for fact in facts if isinstance(fact, StepCompleted)] == ["left", "join"]


async def test_allowing_the_preview_lets_exactly_that_through(aule: System) -> None:
    """K-4: the hash of what was seen; anything else asks, and a stale one is refused."""
    await keep(aule, WRITE)
    asking = await run(aule, "write", inputs={"name": "Ana"})
    assert asking.status is RunStatus.WAITING
    seen = (await aule.kernel.library.preview("write", {})).content_hash
    done = await run(aule, "write", inputs={"name": "Bia"}, approve=seen)
    assert done.status is RunStatus.DONE
    assert (aule.workspace / "hello.md").read_text("utf-8") == "Hello Bia"
    await keep(aule, WRITE.replace("hello.md", "other.md"))
    with pytest.raises(Conflict) as stale:
        await run(aule, "write", inputs={"name": "Caio"}, approve=seen)
    assert stale.value.problem.code == "approval_stale"


async def test_a_file_that_an_input_names_is_allowed_with_the_value_that_was_seen(aule: System) -> None:
    """K-4: values at the start are part of what is seen; other values are not, and a step on those asks."""
    await keep(aule, FILE_BY_INPUT)
    library = aule.kernel.library
    seen = await library.preview("by_input", {"path": "a.md"})
    assert seen.envelope.targets == {"core.write_file.path": ["a.md", "inner-a.md"]}
    done = await run(aule, "by_input", inputs={"path": "a.md"}, approve=seen.content_hash)
    assert (done.status, done.error) == (RunStatus.DONE, None)
    assert (aule.workspace / "inner-a.md").read_text("utf-8") == "In"
    with pytest.raises(Conflict) as other:
        await run(aule, "by_input", inputs={"path": "b.md"}, approve=seen.content_hash)
    assert other.value.problem.code == "approval_stale"
    unseen = await library.preview("by_input", {})
    asking = await run(aule, "by_input", inputs={"path": "b.md"}, approve=unseen.content_hash)
    assert asking.status is RunStatus.WAITING and not (aule.workspace / "b.md").exists()


async def test_a_file_that_the_workflow_names_by_default_is_allowed_unless_another_is_given(aule: System) -> None:
    """K-4: a default stands in the workflow, so it was seen; a value in its place was not."""
    await keep(aule, FILE_BY_INPUT.replace("path: string", "path: {type: string, default: usual.md}", 1))
    seen = await aule.kernel.library.preview("by_input", {})
    asking = await run(aule, "by_input", inputs={"path": "b.md"}, approve=seen.content_hash)
    assert asking.status is RunStatus.WAITING and not (aule.workspace / "b.md").exists()
    done = await run(aule, "by_input", approve=seen.content_hash)
    assert done.status is RunStatus.DONE and (aule.workspace / "inner-usual.md").exists()


async def test_an_input_cannot_name_more_than_it_is(aule: System) -> None:
    """K-4: braces in a value are letters, when it is shown and when it is used."""
    await keep(aule, FILE_BY_INPUT)
    given = {"path": "{{state.secret}}.md"}
    seen = await aule.kernel.library.preview("by_input", given)
    assert seen.envelope.targets["core.write_file.path"][0] == "{{state.secret}}.md"
    done = await run(aule, "by_input", inputs=given, approve=seen.content_hash)
    assert done.status is RunStatus.DONE and (aule.workspace / "{{state.secret}}.md").exists()


async def test_inputs_are_checked_all_at_once_before_anything_runs(aule: System) -> None:
    text = DIAMOND.replace("word: {type: string, default: plan}", "word: string\n  times: {type: integer, maximum: 3}")
    await keep(aule, text)
    with pytest.raises(Faulty) as refused:
        await run(aule, "diamond", inputs={"times": 5, "colour": "red"})
    assert sorted(each.field or "" for each in refused.value.findings) == [
        "inputs.colour",
        "inputs.times",
        "inputs.word",
    ]
    assert (await aule.kernel.runs.list()).items == []


async def test_the_same_start_twice_is_one_run(aule: System) -> None:
    await keep(aule, DIAMOND)
    once, twice = await asyncio.gather(*(run(aule, "diamond", id="run_same") for _ in range(2)))
    assert once.id == twice.id
    assert len((await aule.kernel.runs.list()).items) == 1


async def test_a_workflow_inside_a_workflow_is_put_in_with_its_version(aule: System) -> None:
    """OS-21: the graph of a run says which version it holds; later edits do not reach it."""
    await keep(aule, WRITE)
    outer = await keep(aule, "id: outer\nsteps: [{id: w, workflow: write, inputs: {name: Ana}, interrupt: before}]")
    assert outer.graph.nodes[0].graph is None
    waiting = await run(aule, "outer")
    await keep(aule, WRITE.replace("Hello", "Goodbye"))
    graph = await aule.kernel.engine.graph(waiting.id)
    assert (graph.graph.nodes[0].workflow, graph.graph.nodes[0].workflow_version) == ("write", 1)
    asking = await decide(aule, waiting, "w", "approve")
    [write] = await aule.kernel.approvals.pending(run=asking.id)
    assert write.call is not None
    assert write.call.params["content"] == "Hello Ana"
    assert [each.place for each in (await aule.kernel.library.preview("outer", {})).steps] == ["w", "w/keep"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("id: write\nsteps: [{id: w, workflow: write}]", "workflow_cycle", "w"),
        ("id: write\nsteps: [{id: w, workflow: middle, inputs: {}}]", "workflow_cycle", "w/w"),
        ("id: outer\nsteps: [{id: w, workflow: nowhere}]", "unknown_workflow", "w"),
        ("id: outer\nsteps: [{id: w, workflow: write, inputs: {colour: red}}]", "wrong_inputs", "w"),
    ],
)
async def test_a_workflow_that_cannot_be_put_in_is_told(aule: System, text: str, code: str, place: str) -> None:
    await keep(aule, WRITE)
    await keep(aule, "id: middle\nsteps: [{id: w, workflow: write, inputs: {name: Ana}}]")
    checked = await aule.kernel.library.check(text)
    assert (code, place) in [(each.code, each.step) for each in checked.findings]
    assert "incomplete" not in [each.code for each in checked.findings]
    with pytest.raises(Faulty):
        await keep(aule, text)


@pytest.mark.parametrize(
    ("steps", "code", "field", "said"),
    [
        ("{id: a, capability: core.read_fil}", "unknown_capability", "call", "'core.read_fil' is not a capability"),
        ("{id: a, capability: core.read_file}", "missing_param", "call", "'path' is missing"),
        ("{id: a, capability: core.read_file, params: {path: 3}}", "invalid_param", "call", "valid string"),
        ("{id: a, capability: core.read_file, params: {pth: x}}", "unknown_param", "call", "no parameter 'pth'"),
        (
            "{id: a, capability: core.grep_search, params: {pattern: '{{inputs.x}}', max_results: [1]}}",
            "invalid_param",
            "call",
            "max_results",
        ),
        ("{id: a, agent: nobody, prompt: hi}", "unknown_agent", "agent", "'nobody'"),
        ("{id: a, prompt: hi, tools: [core.nothing]}", "unknown_capability", "tools", "'core.nothing'"),
        ("{id: a, prompt: hi, tools: [nowhere.*]}", "unknown_capability", "tools", "'nowhere.*'"),
        ("{id: a, prompt: '{{state.__class__}}'}", "invalid_binding", "prompt", "__class__"),
        ("{id: a, prompt: '{{inputs.x.name}}'}", "unknown_binding", "prompt", "is a string, so it has no 'name'"),
        (
            "{id: a, capability: core.now}, {id: b, prompt: '{{steps.a.result.when}}', depends_on: a}",
            "unknown_binding",
            "prompt",
            "it has no 'when'; it has utc",
        ),
        (
            "{id: a, capability: core.now, repeat: 2}, {id: b, prompt: '{{steps.a.result.when}}', depends_on: a}",
            "unknown_binding",
            "prompt",
            "it has no 'when'; it has utc",
        ),
        (
            "{id: a, capability: core.list_notes, writes: y}, {id: b, prompt: '{{state.y.count}}', depends_on: a}",
            "unknown_binding",
            "prompt",
            "it has no 'count'; it has notes, total",
        ),
        (
            "{id: a, capability: core.list_notes}, {id: b, if: 'steps.a.result.notes[0].size > 3', depends_on: a}",
            "unknown_binding",
            "when",
            "has no 'size'",
        ),
        (
            "{id: a, capability: core.list_notes}, {id: b, capability: core.read_file, depends_on: a,"
            " params: {path: '{{steps.a.result.notes}}'}}",
            "wrong_type",
            "params.path",
            "'path' takes string, and 'steps.a.result.notes' is array",
        ),
        ("{id: a, if: 'import os'}", "invalid_condition", "when", "cannot be read"),
    ],
)
async def test_every_name_and_every_path_is_checked(aule: System, steps: str, code: str, field: str, said: str) -> None:
    """OS-21, K-5: before anything runs, each with its place."""
    checked = await aule.kernel.library.check(f"id: x\ninputs: {{x: string}}\nstate: {{y: any}}\nsteps: [{steps}]")
    [found] = checked.findings
    assert (found.code, found.field) == (code, field)
    assert said in found.message
    assert found.line == 4


async def test_paths_that_a_schema_allows_are_let_through(aule: System) -> None:
    text = """\
id: x
inputs: {x: any, y: {type: object}}
steps:
  - {id: a, capability: core.list_notes}
  - {id: b, prompt: "{{steps.a.result.notes[0].title}} {{inputs.x.deep[3].path}} {{inputs.y.key}}", depends_on: a}
  - {id: c, capability: core.now, repeat: 2}
  - {id: d, prompt: "{{steps.c.result[1].utc}}", depends_on: c, tools: [core.*, read_file, "*"]}
"""
    assert (await aule.kernel.library.check(text)).findings == []


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("{type: strng}", "has the type 'strng'"),
        ("{patern: x}", "has the keyword 'patern', which is not understood"),
        ("{type: integer, default: many}", "should be integer, not string"),
        ("{type: object, properties: {a: {type: 3}}}", "properties.a has the type 3"),
        ("{enum: x}", "should be a list"),
        ("{minimum: x}", "should be a number"),
    ],
)
async def test_schemas_are_checked_themselves(aule: System, schema: str, said: str) -> None:
    checked = await aule.kernel.library.check(f"id: x\ninputs: {{x: {schema}}}\nsteps: [{{id: a, if: 'true'}}]")
    [found] = checked.findings
    assert (found.code, found.field, said in found.message) == ("invalid_schema", "inputs.x", True)


async def test_two_edits_of_one_version_do_not_both_win(aule: System) -> None:
    kept = await keep(aule, DIAMOND)
    edits = [aule.kernel.library.save(kept.model_copy(update={"title": title}), expected=1) for title in ("One", "Two")]
    ended = await asyncio.gather(*edits, return_exceptions=True)
    assert sorted(type(each).__name__ for each in ended) == ["Conflict", "Workflow"]


async def test_a_workflow_that_was_removed_cannot_run_and_its_run_goes_on(aule: System) -> None:
    await keep(aule, STOP)
    waiting = await run(aule, "stop")
    await aule.kernel.library.delete("stop", expected=1)
    with pytest.raises(NotFound):
        await run(aule, "stop")
    assert (await decide(aule, waiting, "left", "approve")).status is RunStatus.WAITING
    again = await keep(aule, STOP)
    assert again.version == 2  # nobody who saw the first takes this one for it
    changes = await aule.kernel.changes.list(limit=10)
    assert [(each.op, each.entity) for each in changes.items if each.entity == "workflow:stop"] == [
        ("create", "workflow:stop"),
        ("delete", "workflow:stop"),
        ("create", "workflow:stop"),
    ]


async def test_a_workflow_of_a_project_is_listed_there_only(aule: System) -> None:
    await aule.kernel.documents.create_project("School")
    await keep(aule, "id: own\nproject: school\nsteps: [{id: a, if: 'true'}]")
    await keep(aule, DIAMOND)
    listed = [each.workflow.id for each in (await aule.kernel.library.list(project="school")).items]
    assert sorted(listed) == ["diamond", "own"]
    assert [each.workflow.id for each in (await aule.kernel.library.list(project="home")).items] == ["diamond"]
    done = await run(aule, "own")
    assert (done.project, done.status) == ("school", RunStatus.DONE)
    [summary] = [each for each in (await aule.kernel.library.list()).items if each.workflow.id == "own"]
    assert (summary.steps, summary.last_run and summary.last_run.id) == (1, done.id)
    checked = await aule.kernel.library.check("id: x\nproject: nowhere\nsteps: [{id: a, if: 'true'}]")
    assert [each.model_dump() for each in checked.findings] == [IsPartialDict(code="unknown_project", line=2)]
