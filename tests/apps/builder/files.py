"""Small files in the shape of other programs, written for the tests."""

from __future__ import annotations

import json
from typing import Any


def n8n_node(name: str, kind: str, at: tuple[int, int] = (0, 0), **parameters: Any) -> dict[str, Any]:
    """Return a node as n8n writes it."""
    long = kind if "." in kind else f"n8n-nodes-base.{kind}"
    return {"id": name, "name": name, "type": long, "typeVersion": 1, "position": list(at), "parameters": parameters}


def n8n(nodes: list[dict[str, Any]], links: dict[str, list[list[str]]], **more: Any) -> str:
    """Return a workflow of n8n: the names of the nodes that follow, by each way out."""
    ways = {
        name: {"main": [[{"node": each, "type": "main", "index": 0} for each in way] for way in ports]}
        for name, ports in links.items()
    }
    ways_more = more.pop("helpers", {})
    return json.dumps({"name": "Press review", "nodes": nodes, "connections": ways | ways_more, **more})


def langflow_node(id: str, kind: str, at: tuple[int, int] = (0, 0), **values: Any) -> dict[str, Any]:
    """Return a component as Langflow writes it."""
    template = {name: {"value": value} for name, value in values.items()}
    data = {"id": id, "type": kind, "node": {"display_name": kind, "template": template}}
    return {"id": id, "type": "genericNode", "position": {"x": at[0], "y": at[1]}, "data": data}


def langflow(nodes: list[dict[str, Any]], links: list[tuple[str, str, str]]) -> str:
    """Return a flow of Langflow: from where to where, and into which field."""
    edges = [
        {
            "source": source,
            "target": target,
            "data": {"sourceHandle": {"id": source, "name": "out"}, "targetHandle": {"id": target, "fieldName": name}},
        }
        for source, target, name in links
    ]
    return json.dumps({"name": "Blog", "description": "Writes.", "data": {"nodes": nodes, "edges": edges}})


AGENT = "@n8n/n8n-nodes-langchain.agent"
PRESS = n8n(
    [
        n8n_node("Form", "formTrigger", (0, 0), formFields={"values": [{"fieldLabel": "Topic"}]}),
        n8n_node("Fields", "set", (200, 0), assignments={"assignments": [{"name": "Tone", "value": "warm"}]}),
        n8n_node("Page", "httpRequest", (400, 0), url="=https://example.org/{{ $('Form').item.json.Topic }}"),
        n8n_node("Write", AGENT, (600, 0), text="={{ $('Fields').item.json.Tone }}: {{ $json.data }} {{ 1 + 1 }}"),
        n8n_node("Nothing", "noOp", (700, 0)),
        n8n_node("Run code", "code", (800, 0), jsCode="return process.env", apiKey="sk-live-abcdefghijklmnopqrst"),
        n8n_node("Ask", "slack", (900, 0), operation="sendAndWait", message="=Send {{ $('Write').item.json.output }}?"),
        n8n_node("Post", "httpRequest", (1000, 0), method="POST", url="https://example.org"),
        n8n_node("Sticky", "stickyNote", (50, 300), content="## How it works", width=300, height=120),
        {
            **n8n_node("Model", "@n8n/n8n-nodes-langchain.lmChatOpenAi", (600, 200)),
            "credentials": {"openAi": {"id": "1"}},
        },
        n8n_node("Fetch tool", "@n8n/n8n-nodes-langchain.toolHttpRequest", (650, 200), url="https://example.org"),
    ],
    {
        "Form": [["Fields"]],
        "Fields": [["Page"]],
        "Page": [["Write"]],
        "Write": [["Nothing"]],
        "Nothing": [["Run code"]],
        "Run code": [["Ask"]],
        "Ask": [["Post"]],
    },
    helpers={
        "Model": {"ai_languageModel": [[{"node": "Write", "type": "ai_languageModel", "index": 0}]]},
        "Fetch tool": {"ai_tool": [[{"node": "Write", "type": "ai_tool", "index": 0}]]},
    },
)
LOOP = n8n(
    [
        n8n_node("Start", "manualTrigger"),
        n8n_node("Loop", "splitInBatches", (100, 0)),
        n8n_node("Shorten", AGENT, (200, 50), text="=Shorten {{ $('Loop').item.json.title }}"),
        n8n_node("Check", "if", (300, 50), conditions={"conditions": [
            {"leftValue": "={{ $json.output }}", "operator": {"operation": "contains"}, "rightValue": "good"}]}),
        n8n_node("Again", AGENT, (400, 50), text="Again"),
        n8n_node("Done", AGENT, (300, -50), text="Sum up"),
    ],
    {"Start": [["Loop"]], "Loop": [["Done"], ["Shorten"]], "Shorten": [["Check"]], "Check": [["Loop"], ["Again"]],
     "Again": [["Loop"]]},
)  # fmt: skip
TEMPLATE = "Write on {topic} in {style}. {not_a_field}"
BLOG = langflow(
    [
        langflow_node("ChatInput-1", "ChatInput", (0, 0), input_value="Cats"),
        langflow_node("Prompt-1", "Prompt", (200, 0), template=TEMPLATE, topic="", style=""),
        langflow_node("URL-1", "URLComponent", (200, 200), urls=["https://example.org/"]),
        langflow_node("Search-1", "UnifiedWebSearch", (250, 300)),
        langflow_node("Calc-1", "CalculatorComponent", (250, 400), code="import os"),
        langflow_node("Agent-1", "Agent", (400, 0), system_prompt="Be kind.", api_key="sk-live-abcdefghijklmnopqrst"),
        langflow_node("Chroma-1", "Chroma", (400, 300)),
        langflow_node("ChatOutput-1", "ChatOutput", (600, 0)),
        {"id": "note-1", "type": "noteNode", "position": {"x": 9, "y": 9}, "data": {"type": "note", "node": {
            "description": "# A blog", "template": {}}}},
    ],
    [
        ("ChatInput-1", "Prompt-1", "topic"),
        ("Prompt-1", "Agent-1", "input_value"),
        ("URL-1", "Agent-1", "context"),
        ("Search-1", "Agent-1", "tools"),
        ("Calc-1", "Agent-1", "tools"),
        ("Agent-1", "ChatOutput-1", "input_value"),
    ],
)  # fmt: skip
