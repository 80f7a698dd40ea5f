"""Workflows brought along from other programs: mapped, listed or kept as notes; never run (ST-20, needs 26)."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from dirty_equals import IsPartialDict
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.apps.builder.files import AGENT, BLOG, LOOP, PRESS, langflow, langflow_node, n8n, n8n_node
from tests.cli.command_line import CommandLine
from tests.server.conftest import System

from aule.apps.builder.formats.imported import LARGEST, Known, import_text
from aule.apps.builder.formats.secrets import is_secret_name, without_secrets
from aule.contracts.errors import AuleError
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.document_writer import document

KNOWN = Known({"weekly": "weekly"}, frozenset({"core.web_fetch", "core.now"}))


def steps_of(workflow: Workflow) -> dict[str, Any]:
    """Return the steps of a workflow by id."""
    return {step.id: step for step in workflow.graph.nodes}


def test_a_workflow_of_n8n_comes_with_its_steps_places_and_notes() -> None:
    """Needs 26: triggers are inputs, reading requests fetch, agents are prompts, waits for people are questions."""
    found = import_text(PRESS, "press.json", KNOWN, "en")
    steps = steps_of(found.workflow)
    assert found.format == "n8n" and list(steps) == ["page", "write", "ask"]
    assert steps["page"].call.params == {"url": "https://example.org/{{inputs.topic}}"}
    assert steps["write"].prompt == "{{inputs.tone}}: {{steps.page.result.text}} [1 + 1]"
    assert steps["write"].tools == ["core.web_fetch"]
    assert steps["ask"].question.message == "Send {{steps.write.result}}?"
    assert steps["ask"].dependencies == ["write"]
    assert found.workflow.graph.inputs["tone"] == {"type": "string", "default": "warm"}
    canvas = found.workflow.canvas
    assert canvas is not None and (canvas.positions["write"].x, canvas.positions["write"].y) == (1200, 0)
    assert abs(canvas.positions["write"].x - canvas.positions["page"].x) >= 300, "a step is 240 wide"
    assert {each.name for each in found.left_out} == {"Run code", "Post", "Model"}
    notes = [note.text for note in canvas.notes]
    assert notes[-1].startswith("## How it works") or any(note.startswith("## How it works") for note in notes)
    assert any(note.startswith("Run code (n8n-nodes-base.code)") and "return process.env" in note for note in notes)


def test_a_node_that_is_off_in_n8n_is_a_step_that_is_off_here() -> None:
    """ST-20: what looked at it sees what came before it, as it did there; a condition lets its first way go on."""
    nodes = [
        n8n_node("Form", "formTrigger", formFields={"values": [{"fieldLabel": "Topic"}]}),
        n8n_node("Write", AGENT, text="=On {{ $json.Topic }}"),
        n8n_node("Review", AGENT, text="=Review {{ $json.output }}") | {"disabled": True},
        n8n_node("Is it long", "if", conditions={"string": [{"value1": "={{ $json.Topic }}", "value2": "x"}]})
        | {"disabled": True},
        n8n_node("Publish", AGENT, text="=Publish {{ $('Review').item.json.output }}"),
        n8n_node("Drop", AGENT, text="Drop it"),
        n8n_node("Post", "httpRequest", method="POST", url="https://example.org") | {"disabled": True},
    ]
    links = {
        "Form": [["Write"]],
        "Write": [["Review"]],
        "Review": [["Is it long"]],
        "Is it long": [["Publish"], ["Drop"]],
        "Publish": [["Post"]],
    }
    found = import_text(n8n(nodes, links), "x.json", KNOWN, "en")
    steps = steps_of(found.workflow)
    assert {id for id, step in steps.items() if step.disabled} == {"review", "is_it_long"}
    assert steps["publish"].prompt == "Publish {{steps.write.result}}"
    assert steps["publish"].dependencies == ["is_it_long"] and steps["publish"].when is None
    assert "steps.is_it_long.result" in steps["drop"].when
    assert any("“Review” is switched off" in note for note in found.notes)
    assert "Post" in {each.name for each in found.left_out}


def test_a_loop_becomes_steps_inside_a_step() -> None:
    """Needs 26: the body is repeated for each item; a condition nobody can look up is asked of a person."""
    workflow = import_text(LOOP, "loop.json", KNOWN, "en").workflow
    steps = steps_of(workflow)
    assert list(steps) == ["loop", "done"] and steps["done"].dependencies == ["loop"]
    inner = {step.id: step for step in steps["loop"].graph.nodes}
    assert steps["loop"].repeat.for_each == "{{inputs.items}}" and list(inner) == ["shorten", "check", "again"]
    assert inner["shorten"].prompt == "Shorten {{inputs.item.title}}"
    assert inner["check"].question.options == ["Yes", "No"]
    assert inner["again"].when == 'steps.check.result == "No"'
    assert workflow.canvas is not None and "loop/shorten" in workflow.canvas.positions


def test_conditions_on_inputs_are_conditions_here_and_circles_are_cut_and_listed() -> None:
    """Needs 26: `if` looks at what a form was given; a way back to an earlier step is told."""
    text = n8n(
        [
            n8n_node("Hook", "webhook"),
            n8n_node(
                "Old",
                "if",
                conditions={"string": [{"value1": "={{ $('Hook').item.json.body.kind }}", "value2": "old"}]},
            ),
            n8n_node("A", AGENT, text="A"),
            n8n_node("B", AGENT, text="B"),
            n8n_node("Sub", "executeWorkflow", workflowId={"cachedResultName": "Weekly"}),
            n8n_node("Gone", "executeWorkflow", workflowId="elsewhere"),
        ],
        {"Hook": [["Old"]], "Old": [["A"], ["B"]], "A": [["Sub"]], "B": [["Old"]], "Sub": [["Gone"]]},
    )
    found = import_text(text, "x.json", KNOWN, "pt-BR")
    steps = steps_of(found.workflow)
    assert (steps["old"].kind, steps["old"].when) == ("condition", 'inputs.kind == "old"')
    assert (steps["a"].when, steps["b"].when) == ("steps.old.result == true", "steps.old.result == false")
    assert steps["sub"].workflow == "weekly" and "gone" not in steps
    assert [each.kind for each in found.left_out if "→" in each.name] == ["connection"]
    assert any(each.why == "Não há aqui o fluxo “elsewhere”." for each in found.left_out)


def test_a_flow_of_langflow_comes_with_prompts_tools_and_output() -> None:
    """Needs 26: inputs, prompt and agent in one step, tools where a capability fits, notes and places."""
    found = import_text(BLOG, "blog.json", KNOWN, "en")
    steps = steps_of(found.workflow)
    assert found.format == "langflow" and list(steps) == ["urlcomponent", "agent"]
    assert steps["agent"].prompt == "Be kind.\n\nWrite on {{inputs.message}} in {{inputs.style}}. {not_a_field}"
    assert steps["agent"].tools == ["core.web_search"] and steps["agent"].dependencies == ["urlcomponent"]
    assert found.workflow.graph.output == "{{steps.agent.result}}"
    assert found.workflow.graph.inputs["message"] == IsPartialDict(type="string", default="Cats")
    assert {each.kind for each in found.left_out} == {"CalculatorComponent", "Chroma"}
    canvas = found.workflow.canvas
    assert canvas is not None and [note.text for note in canvas.notes][-1] == "# A blog"
    assert "import os" not in document(found.workflow)


def test_no_secret_comes_along_whatever_it_stands_in() -> None:
    """Needs 26: credentials, keys in fields, in addresses, in texts and in code are struck out."""
    secret = "sk-live-abcdefghijklmnopqrst"
    text = n8n(
        [
            n8n_node("Set", "set", assignments={"assignments": [{"name": "apiKey", "value": "hunter2hunter2"}]}),
            n8n_node("Get", "httpRequest", url="https://u:pw1234@example.org/?token=abc123&x=1"),
            n8n_node("Say", AGENT, text=f"Use {secret} and Bearer abcdefghijklmnop"),
            n8n_node("Code", "code", jsCode=f"fetch('x', '{secret}')", password="pw1234"),
            n8n_node("Note", "stickyNote", content=f"key: {secret}"),
        ],
        {"Set": [["Get"]], "Get": [["Say"]], "Say": [["Code"]]},
        pinData={"Get": [{"json": {"token": secret}}]},
    )
    flow = langflow([langflow_node("A-1", "Agent", system_prompt=f"x {secret}", api_key=secret)], [])
    for content in (text, flow):
        kept = import_text(content, "x.json", KNOWN, "en").model_dump_json()
        assert not any(each in kept for each in (secret, "hunter2", "pw1234", "abc123", "abcdefghijklmnop"))


def test_how_many_tokens_a_model_may_use_is_no_secret() -> None:
    """Needs 26: nobody is told that a secret was left out where there was none; what looks like one still goes."""
    assert not any(is_secret_name(name) for name in ("max_tokens", "maxTokens", "max_output_tokens", "totalTokens"))
    assert all(is_secret_name(name) for name in ("token", "tokens", "max_token", "api_token", "my_max_tokens"))
    nodes = [n8n_node("Say", AGENT, text="Hi", options={"max_tokens": 512, "api_token": "hunter2hunter2"})]
    kept = import_text(n8n(nodes, {}), "x.json", KNOWN, "en").model_dump_json()
    assert "max_tokens: 512" in kept and "hunter2" not in kept


SECRETS = [
    "const apiKey = '3d3d7731d86f215abe9705716ee2b71d2cdca9cf'",
    'headers: { "X-Api-Key": "abcd1234efgh5678" }',
    "token:   6e517f4e4fd4b3f3d3de63770bd79e6faacf0fe4",
    'password = "correcthorse"',
    "https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/sendMessage",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "https://discord.com/api/webhooks/123456789012345678/abcDEF_ghi-jkl",
    "Authorization: Token a5FgBtyb3qJCZZRM2zgpvMn0eIMVIkcJ:fRt0WwEHGwRvZh5YzC8djKZ6",
    "hf_abcdefghijklmnopqrstuvwxyz012345",
]
HARMLESS = [
    "The token of the page is kept; password: must be long.",
    "max_tokens: 4000, tokenType: 'bearer'",
    "apiKey = process.env.API_KEY",
    'token === "other"',
    "secret = {{ $json.secret }}",
]


def test_secrets_in_code_and_instructions_are_struck_out_and_other_words_stay() -> None:
    """Needs 26: a value that is given a secret's name in a text, and addresses that are secrets themselves."""
    for said in SECRETS:
        assert without_secrets(said).count("[secret removed]") == 1, said
    for said in HARMLESS:
        assert without_secrets(said) == said


def test_what_a_node_says_beyond_its_step_is_kept() -> None:
    """Needs 26: remarks are the step's description; settings, unused texts and odd nodes are notes beside it."""
    fields = [{"fieldLabel": "Kind", "fieldOptions": {"values": [{"option": "New"}, {"option": "Old"}]}}]
    headers = {"parameters": [{"name": "Accept", "value": "text/csv"}, {"name": "X-Api-Key", "value": "abcd1234"}]}
    asked = {"parameters": [{"name": "q", "value": "=by {{ $json.Kind }}"}, {"name": "a&b", "value": "1 2"}]}
    nodes = [
        n8n_node("Form", "formTrigger", formTitle="Tell us", formFields={"values": fields}),
        n8n_node("Get", "httpRequest", url="https://example.org/x", queryParameters=asked, headerParameters=headers),
        n8n_node("Write", AGENT, text="Write", options={"systemMessage": "Be kind", "maxIterations": 7})
        | {"notes": "For the readers of Friday."},
        n8n_node("Odd", "noOp", text="Kept in a node that does nothing"),
        n8n_node("List", "set", assignments={"assignments": [{"name": "Names", "value": ["Ana", "Bia"]}]}),
        n8n_node("Code", "code", jsCode="const a = 1;\nreturn a;") | {"notes": "Adds."},
    ]
    links = {"Form": [["Get"]], "Get": [["Write"]], "Write": [["Odd"]], "Odd": [["List"]], "List": [["Code"]]}
    found = import_text(n8n(nodes, links), "x.json", KNOWN, "en")
    steps = steps_of(found.workflow)
    assert steps["get"].call.params == {"url": "https://example.org/x?q=by {{inputs.kind}}&a%26b=1%202"}
    assert steps["write"].description == "For the readers of Friday."
    assert found.workflow.graph.inputs["kind"]["description"] == "Kind · New / Old"
    assert found.workflow.canvas is not None
    notes = {note.text.partition("\n")[0].partition(" (")[0]: note.text for note in found.workflow.canvas.notes}
    assert "formTitle: Tell us" in notes["Form"]
    assert "value: text/csv" in notes["Get"] and "abcd1234" not in notes["Get"]
    assert "maxIterations: 7" in notes["Write"] and "Be kind" not in notes["Write"]
    assert "Kept in a node that does nothing" in notes["Odd"] and "Ana" in notes["List"]
    assert "const a = 1;\nreturn a;" in notes["Code"] and "notes: Adds." in notes["Code"]
    assert any(note.startswith("Some settings have no counterpart") for note in found.notes)


def test_values_set_twice_under_one_name_are_two_inputs() -> None:
    """Needs 26: where two nodes set a field, each look at it finds what that node set, and neither is lost."""

    def sets(name: str, value: str) -> dict[str, Any]:
        return n8n_node(name, "set", assignments={"assignments": [{"name": "Stage", "value": value}]})

    nodes = [
        sets("Before", "draft"),
        n8n_node("Write", AGENT, text="={{ $json.Stage }}"),
        sets("After", "final"),
        n8n_node("Check", AGENT, text="={{ $json.Stage }} {{ $('Before').item.json.Stage }}"),
        sets("Again", "final"),
    ]
    links = {"Before": [["Write"]], "Write": [["After"]], "After": [["Check"]], "Check": [["Again"]]}
    graph = import_text(n8n(nodes, links), "x.json", KNOWN, "en").workflow.graph
    assert {name: each["default"] for name, each in graph.inputs.items()} == {"stage": "draft", "stage_2": "final"}
    assert [node.prompt for node in graph.nodes] == ["{{inputs.stage}}", "{{inputs.stage_2}} {{inputs.stage}}"]


def test_a_condition_that_a_person_decides_takes_one_of_its_answers_only() -> None:
    """Needs 26: any other words would lead to none of the ways that follow."""
    looks = {"conditions": [{"leftValue": "={{ $json.output }}", "operator": {"operation": "contains"}}]}
    rules = {"values": [{"outputKey": "good", "conditions": looks}]}
    nodes = [n8n_node("Say", AGENT, text="Hi"), n8n_node("If", "if", conditions=looks)]
    nodes += [n8n_node("Switch", "switch", rules=rules)]
    graph = import_text(n8n(nodes, {"Say": [["If", "Switch"]]}), "x.json", KNOWN, "en").workflow.graph
    asked = [node.question for node in graph.nodes if node.question is not None]
    assert [(each.options, each.free_text) for each in asked] == [
        (["good", "Otherwise"], False),
        (["Yes", "No"], False),
    ]


def test_a_webhook_is_answered_with_the_body_only_where_the_node_says_so() -> None:
    """Needs 26: a body that is written but not used is no output, and an answer of another kind is listed."""
    say = n8n_node("Say", AGENT, text="Hi")
    for way, output, left in [
        ("json", "Hello", []),
        ("allIncomingItems", "{{steps.say.result}}", []),
        ("redirect", "{{steps.say.result}}", ["Answer"]),
    ]:
        answer = n8n_node("Answer", "respondToWebhook", respondWith=way, responseBody="Hello")
        found = import_text(n8n([say, answer], {"Say": [["Answer"]]}), "x.json", KNOWN, "en")
        assert found.workflow.graph.output == output
        assert [each.name for each in found.left_out] == left


def test_texts_of_langflow_that_no_step_looks_at_are_kept() -> None:
    """Needs 26: a template that goes to a component without counterpart, an agent's tool, and a group."""
    inner = langflow_node("P-9", "Prompt", template="Inside the group")
    group = langflow_node("G-1", "GroupNode")
    group["data"]["node"]["flow"] = {"data": {"nodes": [inner], "edges": []}}
    nodes = [
        langflow_node("P-1", "Prompt", template="You are Karen."),
        langflow_node("C-1", "CrewComponent"),
        langflow_node("T-1", "APIRequest", url_input="https://example.org/calendar"),
        langflow_node("A-1", "Agent", system_prompt="Help"),
        group,
    ]
    found = import_text(langflow(nodes, [("P-1", "C-1", "prompt"), ("T-1", "A-1", "tools")]), "x", KNOWN, "en")
    assert found.workflow.canvas is not None
    notes = "\n".join(note.text for note in found.workflow.canvas.notes)
    assert all(each in notes for each in ("You are Karen.", "https://example.org/calendar", "Inside the group"))
    assert {each.name for each in found.left_out} == {"Prompt", "CrewComponent", "GroupNode"}


@pytest.mark.parametrize(
    "said",
    [
        '{{"channel": "sms"}} for {topic}',
        '{{{"channel": "sms"}}}',
        "{{{topic}}}",
        "{{{{topic}}}}",
        "Say {{{ topic }}} }}} {{{",
        "{{{CONTEXT}}} {x}",
    ],
)
async def test_braces_of_any_number_in_a_text_stay_text(system: System, said: str) -> None:
    """Needs 26: braces in examples of JSON are no bindings of ours, and the workflow can be kept."""
    agents = [
        langflow_node("A-1", "Agent", system_prompt=said),
        langflow_node("P-1", "Prompt", template=said, topic=""),
    ]
    flow = langflow([*agents, langflow_node("A-2", "Agent")], [("P-1", "A-2", "input_value")])
    for content in (flow, n8n([n8n_node("Say", AGENT, text=said)], {})):
        body = {"content": content, "filename": "x.json", "is_draft": False}
        kept = await system.client.post("/v1/workflows/import", json=body)
        assert kept.status_code == 201, kept.text


HOSTILE = [
    ("", "unreadable_file"),
    ("null", "unreadable_file"),
    ("[1, 2]", "unreadable_file"),
    ('{"nodes": NaN}', "unreadable_file"),
    ('{"nodes": [' + "[" * 5_000 + "]" * 5_000 + '], "connections": {}}', "unreadable_file"),
    ('{"a":' * 200 + "1" + "}" * 200, "unreadable_file"),
    ('{"nodes": [{"x": ' + "9" * 6_000 + '}], "connections": {}}', "unreadable_file"),
    ("x" * (LARGEST + 1), "too_large"),
    ("!!python/object/apply:os.system [ls]", "unreadable_file"),
    (n8n([n8n_node(str(n), "noOp") for n in range(2_001)], {}), "too_large"),
    (
        n8n(
            [n8n_node(str(n), "noOp") for n in range(300)], {str(n): [[str(m) for m in range(60)]] for n in range(300)}
        ),
        "too_large",
    ),
]


@pytest.mark.parametrize(("content", "code"), HOSTILE, ids=[each[:20] for each, _ in HOSTILE])
def test_what_cannot_be_read_is_refused_with_a_reason(content: str, code: str) -> None:
    """Needs 26: too large, too deep, no JSON, no workflow."""
    with pytest.raises(AuleError) as error:
        import_text(content, "x.json", KNOWN, "en")
    assert error.value.problem.code == code


@pytest.mark.parametrize(
    "content",
    [
        '{"nodes": [1, null, {}, {"name": 5}], "connections": []}',
        '{"nodes": [{"name": "a", "type": ["x"], "position": ["1", {}], "parameters": 3}], "connections": {"a": {"main": 4}}}',  # noqa: E501
        '{"nodes": [{"name": "a", "type": "n8n-nodes-base.if", "parameters": {"conditions": 1}}], "connections": {"a": {"main": [[{"node": "a"}]]}}}',  # noqa: E501
        '{"nodes": [{"name": "__proto__", "type": "x.code"}, {"name": "constructor", "type": "x.set"}], "connections": {"__proto__": {"main": [[{"node": "constructor"}]]}}}',  # noqa: E501
        '{"nodes": [{"name": "a", "type": "x.noOp"}, {"name": "a", "type": "x.noOp"}], "connections": {"a": {"main": [[{"node": "a"}]]}}}',  # noqa: E501
        '{"data": {"nodes": [{"id": 1}, {"id": "a", "data": 3}, {"id": "a"}], "edges": [{"source": "a", "target": "b"}, 7]}}',  # noqa: E501
        '{"component_type": "Flow", "nodes": [1, {"$component_ref": "x"}, {"component_type": "LlmNode", "id": "a"}]}',
        '{"component_type": "Flow", "nodes": [], "metadata": {"aule": {"workflow": {"id": "x"}}}}',
        n8n([n8n_node("{{inputs.x}} ${{steps.y}}", AGENT, text="{{steps.nobody.result}} }} {{")], {}),
    ],
)
def test_odd_files_come_through_or_are_listed_and_never_break(content: str) -> None:
    """Needs 26: wrong types, names twice, circles, names of built-in objects, templates of ours in their texts."""
    found = import_text(content, "odd.json", KNOWN, "en")
    assert found.workflow.graph.nodes


def laughs() -> str:
    """Return values that each look twice at the next one."""
    nodes = [n8n_node(f"s{n}", "set", values={"string": [{"name": "x", "value": _twice(n + 1)}]}) for n in range(60)]
    return n8n([*nodes, n8n_node("Say", AGENT, text=_twice(0))], {f"s{n}": [[f"s{n + 1}"]] for n in range(59)})


def _twice(number: int) -> str:
    return f"={{{{ $('s{number}').item.json.x }}}} {{{{ $('s{number}').item.json.x }}}}"


@pytest.mark.parametrize(
    "content",
    [
        laughs(),
        n8n([n8n_node(f"a{n}", AGENT, text="=" + "{{" * 9_000) for n in range(40)], {}),
        n8n([n8n_node(f"a{n}", AGENT, text="eyJ-" * 4_500) for n in range(40)], {}),
        n8n([n8n_node(f"a{n}", "code", js="https://x/?" + "key" * 5_000) for n in range(40)], {}),
        n8n([n8n_node(f"a{n}", "form", message="m" * 15_000) for n in range(20)], {}),
    ],
    ids=["laughs", "braces", "tokens", "addresses", "long"],
)
def test_no_file_takes_long_to_read(content: str) -> None:
    """Needs 26: values that look at each other, and texts made to be slow to look through."""
    begun = time.process_time()
    assert import_text(content, "x.json", KNOWN, "en").workflow.graph.nodes
    assert time.process_time() - begun < 5


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("a{}$=.('\"", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "type", "url", "conditions"]), inner)
    ),
    max_leaves=8,
)
KINDS = st.sampled_from(["if", "switch", "set", "httpRequest", "splitInBatches", "wait", "form", "noOp", "code", "x"])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(KINDS, VALUES), max_size=6), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
@example([("splitInBatches", None), ("splitInBatches", None)], [(0, 1), (1, 0)])
def test_any_file_in_the_shape_of_n8n_becomes_a_workflow(
    nodes: list[tuple[str, Any]], links: list[tuple[int, int]]
) -> None:
    """Needs 26: whatever stands in its nodes, the graph that comes of it is sound in form."""
    made = [
        {"name": f"n{number}", "type": f"n8n-nodes-base.{kind}", "parameters": value}
        for number, (kind, value) in enumerate(nodes)
    ]
    ways: dict[str, Any] = {}
    for source, target in links:
        ways.setdefault(f"n{source}", {"main": [[], []]})["main"][target % 2].append({"node": f"n{target}"})
    found = import_text(json.dumps({"nodes": made, "connections": ways}), "x.json", KNOWN, "en")
    ids = {step.id for step in found.workflow.graph.nodes}
    assert all(set(step.dependencies) <= ids for step in found.workflow.graph.nodes)


async def test_an_imported_workflow_is_a_draft_until_it_is_kept(system: System) -> None:
    """Needs 26: importing runs and keeps nothing unless asked; an id that is taken gets a number."""
    body = {"content": PRESS, "filename": "press.json"}
    draft = (await system.client.post("/v1/workflows/import", json=body)).json()
    assert (draft["format"], draft["is_kept"], draft["findings"]) == ("n8n", False, [])
    assert (await system.client.get("/v1/workflows")).json()["items"] == []
    kept = await system.client.post("/v1/workflows/import", json={**body, "is_draft": False})
    assert kept.status_code == 201 and kept.json()["workflow"]["id"] == "press-review"
    again = (await system.client.post("/v1/workflows/import", json=body)).json()
    assert again["workflow"]["id"] == "press-review-2"
    body = {"content": PRESS.replace("Press review", "Templates"), "is_draft": False}
    reserved = await system.client.post("/v1/workflows/import", json=body)
    assert (reserved.status_code, reserved.json()["workflow"]["id"]) == (201, "templates-2")
    refused = await system.client.post("/v1/workflows/import", json={"content": "[]"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable_file")
    assert (await system.client.get("/v1/runs")).json()["items"] == []


async def test_our_own_documents_are_read_by_the_same_address(system: System) -> None:
    """Needs 26: a document of ours is one more format."""
    content = "id: mine\nsteps: [{id: a, ask: A?}]\n"
    found = (await system.client.post("/v1/workflows/import", json={"content": content})).json()
    assert (found["format"], found["workflow"]["id"], found["left_out"]) == ("aule", "mine", [])


async def test_edits_are_looked_at_and_made_by_hand(system: System) -> None:
    """ST-22: a proposal is the whole workflow and the difference; made by hand it is not asked about again."""
    content = "id: mine\nsteps: [{id: a, ask: A?}, {id: b, ask: B?, depends_on: a}]\n"
    await system.client.post("/v1/workflows/import", json={"content": content, "is_draft": False})
    edits = {"edits": [{"type": "add_step", "step": {"id": "c", "ask": "C?"}, "before": "b"}]}
    shown = (await system.client.post("/v1/workflows/mine/edits/preview", json=edits)).json()
    assert [step["id"] for step in shown["workflow"]["graph"]["nodes"]] == ["a", "c", "b"]
    assert "+  - id: c" in shown["preview"]["diff"] and shown["version"] == 1
    assert (await system.client.get("/v1/workflows/mine")).json()["version"] == 1
    made = (await system.client.post("/v1/workflows/mine/edits", json=edits)).json()
    assert (made["version"], made["steps"]) == (2, ["a", "c", "b"])
    wrong = {"edits": [{"type": "remove_step", "id": "zz"}]}
    refused = await system.client.post("/v1/workflows/mine/edits", json=wrong)
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_step")


def test_files_are_brought_and_written_on_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """Needs 26: `aule builder import` and `export`; what was left out is told."""
    file = tmp_path / "press.json"
    file.write_text(PRESS, "utf-8")
    looked = here.run("builder", "import", str(file), "--check")
    assert looked.code == 0 and "press-review" in looked.out and "Run code" in looked.out
    assert here.run("builder", "import", str(file)).code == 0
    written = here.run("builder", "export", "press-review", str(tmp_path))
    assert written.code == 0, written
    flow = json.loads((tmp_path / "press-review.agentspec.json").read_text("utf-8"))
    assert flow["component_type"] == "Flow"
    assert here.run("builder", "export", "press-review", str(tmp_path)).code != 0
    assert here.run("builder", "import", str(tmp_path / "none.json")).code != 0
