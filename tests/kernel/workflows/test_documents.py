"""Documents: read strictly, written the same every time, and the same workflow both ways (OS-21)."""

from __future__ import annotations

import json
from random import Random
from time import perf_counter
from typing import Any

import pytest
from dirty_equals import IsStr
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.engine.runs import graph_of

from aule.contracts.access.agent import Budget
from aule.contracts.errors import Invalid, TooLarge
from aule.contracts.runs.finding import Faulty
from aule.contracts.runs.graph import Graph, Interrupt, Retry, StepKind
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.document_reader import parse, slug
from aule.kernel.workflows.document_writer import document
from aule.kernel.workflows.form import document_schema
from aule.kernel.workflows.text import MAX_DEPTH, read_text
from aule.kernel.workflows.yaml_writer import write_yaml

EVERYTHING = """\
id: everything
title: Everything there is
description: |-
  One of each kind,
  told on two lines.
project: home
inputs:
  topic: {type: string, description: "What it is about: a word."}
  names:
    type: array
    items: {type: string}
    default: [Ana, Bia]
state: {facts: any, count: integer}
steps:
  - id: read
    title: Read a file
    capability: core.read_file
    params: {path: notes/ideas.md}
    writes: [facts]
    retry: {max: 3, wait_s: 0.5, factor: 2}
    timeout_s: 30
  - id: think
    agent: researcher
    prompt: "What is {{inputs.topic}}? {{state.facts}}"
    tools: [core.read_file, core.*]
    max_turns: 5
    depends_on: [read]
    budget: {max_turns: 5, max_tokens: 1000, max_cost: 0.1, max_seconds: 60}
  - id: which
    ask: Which class?
    options: [7A, 7B]
    free_text: false
    depends_on: [think]
  - id: enough
    if: steps.which.result == '7A'
    depends_on: [which]
  - id: greet
    capability: core.create_note
    params: {title: "{{item}}", text: Hi}
    depends_on: [enough]
    when: steps.enough.result
    for_each: "{{inputs.names}}"
    max: 10
    interrupt: before
    on_error: skip
  - id: other
    workflow: weekly
    inputs: {topic: "{{inputs.topic}}"}
  - id: inner
    steps:
      - id: one
        capability: core.now
        repeat: 3
        writes: [all]
    inputs: {x: 1}
    takes:
      x: integer
      y: {type: string, default: z}
    state: {all: array}
    output: "{{state.all}}"
    writes: [count]
    interrupt: {after: true, message: "Look: is it right?"}
    retry: 2
output: {facts: "{{state.facts}}"}
at_once: 4
"""


def test_every_form_of_a_step_reads_and_is_written_as_it_was() -> None:
    """The document is its own canonical form."""
    workflow = parse(EVERYTHING)
    assert document(workflow) == EVERYTHING.replace("[7A, 7B]", '["7A", "7B"]')
    kinds = [step.kind for step in workflow.graph.nodes]
    assert kinds == ["call", "agent", "human", "condition", "call", "workflow", "workflow"]
    inner = workflow.graph.nodes[-1]
    assert inner.graph is not None
    assert inner.graph.inputs == {"x": {"type": "integer"}, "y": {"type": "string", "default": "z"}}
    assert (inner.interrupt, inner.retry) == (Interrupt(after=True, message="Look: is it right?"), Retry(max=2))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["yaml", "json"]))
def test_what_is_written_reads_back_exactly(seed: int, format: Any) -> None:
    """OS-21: any graph, both formats, byte for byte the second time."""
    workflow = Workflow(id="any", title="Any of them", graph=graph_of(Random(seed)), budget=Budget())
    text = document(workflow, format)
    assert parse(text) == workflow
    assert document(parse(text), format) == text


words = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=12),
    st.text("ab \n\t:#-'\"{}[]|>!&*%@`,?~0123456789.eE+_", max_size=16),
    st.sampled_from(["null", "yes", "~", "007", "0x1f", ".inf", "1e5", "2026-01-31", "a: b", "a\nb\n", "---", "<<"]),
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(words, values, max_size=3))
def test_any_value_survives_yaml_and_json(value: dict[str, Any]) -> None:
    assert read_text(write_yaml(value)).value == value
    assert read_text(json.dumps(value, ensure_ascii=False)).value == value


def test_words_that_other_yaml_readers_take_for_something_else_stay_words() -> None:
    read = read_text("a: yes\nb: no\nc: 2026-01-31\nd: 12:30:00\ne: 1_000\nf: Null\ng: 0.5\nh: -3\n").value
    assert read == {
        "a": "yes",
        "b": "no",
        "c": "2026-01-31",
        "d": "12:30:00",
        "e": "1_000",
        "f": None,
        "g": 0.5,
        "h": -3,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: !!python/object/apply:os.system ['true']", "Line 1, column 4: The tag .* is not allowed"),
        ("a: !secret x", "Line 1, column 4: The tag '!secret' is not allowed"),
        ("a: 1\na: 2", "Line 2, column 1: The key 'a' stands there twice"),
        ('{"a": 1, "a": 2}', "The key 'a' stands there twice"),
        ("a: &x [*x]", "Line 1, column 8: Nothing is called 'x' before this"),
        ("base: &b {x: 1}\nc:\n  <<: *b", "Line 3, column 3: Merging with `<<` is not supported"),
        ("a: 1\n---\nb: 2", "Line 2, column 1: A second document begins here"),
        ("a: [1, 2", "Line 1, column 9: Expected"),
        ("a: 007", "Line 1, column 4: 007 could be a number or a text"),
        ("a: .nan", "Line 1, column 4: .nan could be"),
        ("a: 90071992547409930", "Line 1, column 4: The number 90071992547409930 is too large"),
        ('{"a": NaN}', "NaN is not a number"),
        ('{"a": 1e999}', "The number 1e999 is too large"),
        ('{"a": "\\ud800"}', "A text holds NUL or half of a character"),
        ('a: "\\0"', "Line 1, column 4: A text holds NUL or half of a character"),
        ("a: \ud800", "It holds half of a character"),
        ("a: \x07", "It cannot be read"),
        ("? [a]\n: b", "A key has to be a word"),
        ("[" * (MAX_DEPTH + 10), "It is nested more than 64 levels deep"),
        ('{"a":' * 5_000, "It is nested more than 64 levels deep"),
    ],
)
def test_what_is_not_plain_data_is_refused_with_its_place(text: str, said: str) -> None:
    """OS-21, hostile: nothing is built but lists, objects, texts and numbers."""
    with pytest.raises(Invalid) as refused:
        read_text(text)
    assert refused.value.problem.message == IsStr(regex=f"(?s).*{said}.*")
    assert refused.value.problem.hint


def test_parts_that_are_used_again_count_as_often_as_they_are_used() -> None:
    """The billion laughs are told at the tenth."""
    assert read_text("a: &a {x: 1}\nb: *a").value == {"a": {"x": 1}, "b": {"x": 1}}
    laughs = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 12))
    with pytest.raises(Invalid, match="more than 400000 values"):
        read_text(f"l0: &l0 [ha]\n{laughs}")


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "x", "steps": [' + ",".join(['{"id": "a", "if": "true"}'] * 60_000) + "]}",
        "id: x\nsteps:\n" + "- {id: a}\n" * 100_000,
        "id: x\nsteps:\n" + "- {}\n" * 100_000,
        '{"id": "x", "graph": {"nodes": [' + ",".join(["{}"] * 100_000) + "]}}",
        "a: " + "x" * 2_000_001,
    ],
    ids=["json", "yaml", "yaml without ids", "wire", "bytes"],
)
def test_a_hundred_thousand_steps_are_refused_at_once(text: str) -> None:
    """Hostile: before anything is built of them."""
    began = perf_counter()
    with pytest.raises(TooLarge):
        parse(text)
    assert perf_counter() - began < 1  # about 0.05 s; the margin is for slow machines


def test_everything_wrong_with_the_form_is_told_at_once_with_its_line() -> None:
    text = """\
id: x
steps:
  - id: a
    capabilty: core.now
  - id: b
    depends: [a]
    prompt: hi
  - {id: c, ask: x, if: y}
  - {id: d, retry: many, prompt: x, options: [z]}
  - {id: e, if: "true", when: "true"}
  - id: f
    steps:
      - {id: g, params: {}}
"""
    with pytest.raises(Faulty) as refused:
        parse(text)
    found = [(each.code, each.step, each.field, each.line) for each in refused.value.findings]
    assert found == [
        ("invalid_document", "a", "capabilty", 4),
        ("invalid_document", "b", "depends", 6),
        ("invalid_document", "d", "retry", 9),
        ("unclear_step", "a", None, 3),
        ("unclear_step", "c", None, 8),
        ("misplaced", "d", "options", 9),
        ("misplaced", "e", "when", 10),
        ("unclear_step", "f/g", None, 13),
    ]
    hints = [each.hint for each in refused.value.findings]
    assert hints[:2] == ["Did you mean 'capability'?", "Did you mean 'depends_on'?"]
    assert refused.value.problem.code == "invalid_workflow"
    assert "and 3 more" in refused.value.problem.message


@pytest.mark.parametrize(
    ("text", "said"), [("", "not an object"), ("- a", "not an object"), ("steps: [{id: a, if: x}]", "neither an id")]
)
def test_a_document_says_what_it_is(text: str, said: str) -> None:
    with pytest.raises(Faulty, match=said):
        parse(text)


def test_programs_may_send_a_workflow_as_they_read_it() -> None:
    """What only the system says about it, and graphs it put in, are left out."""
    workflow = parse(EVERYTHING)
    linked = [
        step.model_copy(update={"graph": workflow.graph, "workflow_version": 3}) if step.workflow else step
        for step in workflow.graph.nodes
    ]
    sent = workflow.model_copy(update={"graph": Graph.model_construct(**{**dict(workflow.graph), "nodes": linked})})
    text = sent.model_copy(update={"version": 7, "created_by": "agent"}).model_dump_json()
    assert parse(text) == workflow
    with pytest.raises(Faulty, match="'colour' is not known"):
        parse(json.dumps({**json.loads(text), "colour": "red"}))


def test_a_title_alone_gives_an_id() -> None:
    assert parse("title: Plano de aula\nsteps: [{id: a, if: 'true'}]").id == "plano-de-aula"
    assert [slug("Ação!"), slug("3 coisas"), slug("x" * 80)] == ["acao", "workflow-3-coisas", "x" * 64]


def test_the_schema_describes_every_key() -> None:
    schema = document_schema()
    step = schema["$defs"]["StepForm"]["properties"]
    keys = {key for each in read_text(EVERYTHING).value["steps"] for key in each}
    assert keys <= set(step)
    assert set(StepKind) == {"call", "agent", "condition", "workflow", "human"}
