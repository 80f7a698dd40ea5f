"""Workflows as flows of Open Agent Spec: written whole, and read back as they were (ST-20, needs 26)."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.conftest import System

from aule.apps.builder.formats.agent_spec_export import export_workflow
from aule.apps.builder.formats.imported import Known, import_text
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document

KNOWN = Known({}, frozenset({"core.web_fetch"}))
NEWSLETTER = """\
id: newsletter
title: Newsletter
description: What is new.
inputs: {topic: string, sites: array}
state: {summary: string}
steps:
  - {id: fetch, capability: core.web_fetch, params: {url: "{{item}}", max_chars: 5000}, for_each: "{{inputs.sites}}"}
  - id: write
    prompt: "Write on {{inputs.topic}} from {{steps.fetch.result}}"
    depends_on: fetch
    writes: summary
    retry: 2
  - {id: long, if: state.summary != "", depends_on: write}
  - {id: research, prompt: "Look up {{state.summary}}", tools: [core.web_search], depends_on: write}
  - {id: ok, ask: "Publish {{state.summary}}?", options: ["Yes", "No"], depends_on: research}
  - {id: publish, prompt: "Publish {{steps.research.result}}", depends_on: [ok, long], when: 'steps.ok.result == "Yes"'}
  - {id: other, prompt: Other, depends_on: [long], when: steps.long.result == true and success()}
  - id: inner
    inputs: {text: "{{steps.write.result}}"}
    depends_on: write
    steps:
      - {id: b, prompt: "B {{steps.a.result}}", depends_on: a}
      - {id: a, prompt: "A {{inputs.text}}", interrupt: before}
    output: "{{steps.b.result}}"
output: "{{steps.publish.result}}"
at_once: 2
canvas:
  positions: {write: {x: 1, y: 2}}
  notes: [{id: n, text: Hello, at: {x: 1, y: 1}}]
"""


def written(text: str = NEWSLETTER) -> dict[str, Any]:
    """Return the flow that a document is written as."""
    return json.loads(export_workflow(parse(text), "en").content)


def test_a_workflow_is_a_flow_of_typed_nodes() -> None:
    """Needs 26: each kind of step is the node that the format has for it, in a line from start to end."""
    flow = written()
    known = flow["$referenced_components"]
    nodes = [known[each["$component_ref"]] for each in flow["nodes"]]
    kinds = {node["name"]: node["component_type"] for node in nodes}
    assert kinds == {
        "start": "StartNode",
        "fetch": "MapNode",
        "write": "LlmNode",
        "long": "ToolNode",
        "research": "AgentNode",
        "ok": "InputMessageNode",
        "publish branch": "BranchingNode",
        "publish": "LlmNode",
        "other/_when": "ToolNode",
        "other branch": "BranchingNode",
        "other": "LlmNode",
        "inner": "FlowNode",
        "end": "EndNode",
    }
    by_name = {node["name"]: node for node in nodes}
    assert by_name["write"]["prompt_template"] == "Write on {{inputs_topic}} from {{steps_fetch_result}}"
    assert by_name["publish branch"]["mapping"] == {"Yes": "run"}
    flows = {(each["source_output"], each["destination_input"]) for each in flow["data_flow_connections"]}
    assert ("topic", "inputs_topic") in flows and ("collected_result", "steps_fetch_result") in flows
    begins = [each for each in flow["control_flow_connections"] if each["from_node"] == flow["start_node"]]
    assert len(begins) == 1


def test_what_the_format_has_no_place_for_is_told() -> None:
    """Needs 26: side by side, conditions, conduct, the model."""
    notes = export_workflow(parse(NEWSLETTER), "pt-BR").notes
    assert len(notes) == 4 and any("aule.condition" in note for note in notes)
    assert export_workflow(parse("id: x\nsteps: [{id: a, ask: A?}]"), "en").notes == []


def test_a_step_that_is_off_is_told_and_comes_back_off() -> None:
    """ST-20: elsewhere it would run, and nobody is left to find that out."""
    text = "id: x\nsteps: [{id: a, ask: A?, disabled: true}, {id: b, ask: B?, depends_on: a}]"
    written = export_workflow(parse(text), "en")
    assert any("switched off" in note for note in written.notes)
    found = import_text(written.content, "x.json", KNOWN, "en").workflow
    assert [step.disabled for step in found.graph.nodes] == [True, False]


def test_our_own_export_comes_back_as_it_was() -> None:
    """Needs 26: graph, order, canvas and details; nothing is left out."""
    found = import_text(json.dumps(written()), "x.json", KNOWN, "en")
    assert found.format == "agent_spec" and found.left_out == []
    assert document(found.workflow) == document(parse(NEWSLETTER))


def test_what_somebody_changed_in_the_file_counts() -> None:
    """Needs 26: another text is taken over, a node that is gone is gone, one that was added is listed."""
    flow = written()
    known = flow["$referenced_components"]
    known["newsletter/write"]["prompt_template"] = "Shorter: {{inputs_topic}}"
    flow["nodes"] = [each for each in flow["nodes"] if each["$component_ref"] != "newsletter/other"]
    flow["nodes"].append({"component_type": "ApiNode", "id": "api", "name": "api", "url": "https://example.org"})
    found = import_text(json.dumps(flow), "x.json", KNOWN, "en")
    steps = {step.id: step for step in found.workflow.graph.nodes}
    assert steps["write"].prompt == "Shorter: {{inputs.topic}}" and "other" not in steps
    assert [(each.name, each.kind) for each in found.left_out] == [("api", "ApiNode")]


def test_a_flow_of_somebody_else_is_read_as_far_as_it_goes() -> None:
    """Needs 26: prompts with what flows into them, branches as questions, tools where a capability has that name."""
    flow = written()
    del flow["metadata"]
    for each in flow["$referenced_components"].values():
        each["metadata"] = {}
    found = import_text(json.dumps(flow), "x.json", KNOWN, "en")
    steps: dict[str, Any] = {step.id: step for step in found.workflow.graph.nodes}
    assert steps["write"].prompt == "Write on {{inputs.topic}} from [collected_result]"
    assert steps["publish_branch"].question.options == ["Yes", "Otherwise"]
    assert steps["publish"].when == 'steps.publish_branch.result == "Yes"'
    assert {each.kind for each in found.left_out} == {"MapNode", "FlowNode", "ToolNode"}


TEXTS = st.text("ab {}_.\"'\\\n", min_size=1, max_size=12).filter(lambda text: text.strip() and "{{" not in text)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(TEXTS, st.booleans(), st.integers(0, 3)), min_size=1, max_size=6))
def test_any_line_of_steps_comes_back_as_it_was(said: list[tuple[str, bool, int]]) -> None:
    """Needs 26: whatever the texts hold."""
    steps: list[dict[str, Any]] = []
    for number, (text, is_question, back) in enumerate(said):
        step: dict[str, Any] = {"id": f"s{number}", "ask" if is_question else "prompt": text}
        if number - back > 0:
            before = f"s{number - back - 1}"
            step["depends_on"] = [before]
            step["ask" if is_question else "prompt"] += f" {{{{steps.{before}.result}}}}"
        steps.append(step)
    workflow = parse(json.dumps({"id": "line", "steps": steps}))
    assert import_text(export_workflow(workflow, "en").content, "x", KNOWN, "en").workflow == workflow


async def test_a_workflow_is_exported_over_http_and_comes_back(system: System) -> None:
    """Needs 26: one address writes the file, the other reads it."""
    content = "id: mine\ntitle: Mine\nsteps: [{id: a, ask: A?}, {id: b, prompt: B, depends_on: a}]\n"
    await system.client.post("/v1/workflows/import", json={"content": content, "is_draft": False})
    file = (await system.client.get("/v1/workflows/mine/export", params={"format": "agent_spec"})).json()
    assert file["filename"] == "mine.agentspec.json" and len(file["notes"]) == 1
    back = (await system.client.post("/v1/workflows/import", json={"content": file["content"]})).json()
    kept = (await system.client.get("/v1/workflows/mine")).json()
    assert back["workflow"]["graph"] == kept["graph"] and back["workflow"]["id"] == "mine-2"
    assert (await system.client.get("/v1/workflows/none/export")).status_code == 404
