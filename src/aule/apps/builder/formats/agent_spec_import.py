"""Flows of Open Agent Spec: those of ours come back as they were, those of others as far as their nodes have a step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from aule.apps.builder.formats.agent_spec_export import OURS, template_of
from aule.apps.builder.formats.foreign_graph import (
    ForeignGraph,
    Node,
    Ref,
    list_in,
    mapping_in,
    text_in,
)
from aule.apps.builder.graph_edits import dependencies_of
from aule.apps.builder.words import say
from aule.contracts.model import JsonObject

MOST_DEEP = 12
_VARIABLE = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
_OWN_PARTS = frozenset({"StartNode", "EndNode", "BranchingNode"})


def is_agent_spec(value: JsonObject) -> bool:
    """Return whether a document is a flow of Open Agent Spec."""
    return value.get("component_type") == "Flow" and isinstance(value.get("nodes"), list)


def read_own(value: JsonObject, graph: ForeignGraph) -> JsonObject | None:
    """Return the document of a workflow that was exported here; None for a flow of somebody else."""
    told = mapping_in(mapping_in(mapping_in(value.get("metadata")).get(OURS)).get("workflow"))
    if not told:
        return None
    steps = _own_steps(value, mapping_in(value.get("$referenced_components")), graph, 0)
    return {**told, "steps": steps} if steps else None


def _own_steps(flow: JsonObject, known: JsonObject, graph: ForeignGraph, depth: int) -> list[JsonObject]:
    """Return the steps of a flow of ours, with what somebody changed in it since."""
    placed: list[tuple[int, JsonObject]] = []
    for each in list_in(flow.get("nodes")):
        node = _resolved(each, known)
        kind = text_in(node.get("component_type"))
        told = mapping_in(mapping_in(node.get("metadata")).get(OURS))
        step = dict(mapping_in(told.get("step")))
        if not step:
            is_ours = kind in _OWN_PARTS or _tool_name(node, known) == "aule.condition"
            if not is_ours:
                name = text_in(node.get("name")) or "?"
                graph.leave_out(Node(name, name, kind or "?"), "why_added", node)
            continue
        _retell(step, node, known)
        if kind in ("FlowNode", "MapNode") and depth < MOST_DEEP and "workflow" not in step:
            inner = _own_steps(_inner_flow(node, known, step), known, graph, depth + 1)
            if inner:
                step["steps"] = inner
        place = told.get("place")
        placed.append((place if isinstance(place, int) else len(placed), step))
    steps = [step for _, step in sorted(placed, key=lambda each: each[0])]
    names = {str(step.get("id")) for step in steps}
    for step in steps:
        kept = [name for name in dependencies_of(step) if name in names]
        step.pop("depends_on", None)
        if kept:
            step["depends_on"] = kept
    return steps


def _inner_flow(node: JsonObject, known: JsonObject, step: JsonObject) -> JsonObject:
    flow = _resolved(node.get("subflow"), known)
    if node.get("component_type") == "MapNode":
        for each in list_in(flow.get("nodes")):
            inside = _resolved(each, known)
            if inside.get("component_type") == "FlowNode" and inside.get("name") == step.get("id"):
                return _resolved(inside.get("subflow"), known)
        return {}
    return flow


def _retell(step: JsonObject, node: JsonObject, known: JsonObject) -> None:
    """Take over texts that were changed in the file since it was written."""
    agent = _resolved(node.get("agent"), known)
    for key, said in (
        ("prompt", node.get("prompt_template")),
        ("prompt", agent.get("system_prompt")),
        ("ask", node.get("message")),
    ):
        kept = step.get(key)
        if isinstance(said, str) and isinstance(kept, str):
            template, names = template_of(kept)
            if said != template:
                step[key] = _VARIABLE.sub(lambda found: f"{{{{{names.get(found[1], found[1])}}}}}", said)  # noqa: B023


def _resolved(value: Any, known: JsonObject) -> JsonObject:
    """Return a component, looked up where only its id is given."""
    found = mapping_in(value)
    ref = found.get("$component_ref")
    return mapping_in(known.get(ref)) if isinstance(ref, str) else found


def _id(value: Any) -> str:
    found = mapping_in(value)
    return text_in(found.get("$component_ref")) or text_in(found.get("id")) or text_in(found.get("name"))


def _tool_name(node: JsonObject, known: JsonObject) -> str:
    return text_in(_resolved(node.get("tool"), known).get("name"))


def read_agent_spec(value: JsonObject, title: str, capabilities: frozenset[str], locale: str) -> ForeignGraph:
    """Return what a flow of Open Agent Spec says."""
    graph = ForeignGraph("agent_spec", title, locale, description=text_in(value.get("description"))[:4_000])
    _Reader(graph, mapping_in(value.get("$referenced_components")), capabilities).read(value)
    return graph


@dataclass(slots=True)
class _Reader:
    graph: ForeignGraph
    known: JsonObject
    capabilities: frozenset[str]
    given: dict[tuple[str, str], Ref] = field(default_factory=dict[tuple[str, str], Ref])
    """What flows into each input of a node."""

    def read(self, flow: JsonObject) -> None:
        for each in list_in(flow.get("data_flow_connections")):
            edge = _resolved(each, self.known)
            source, output = _id(edge.get("source_node")), text_in(edge.get("source_output"))
            target = (_id(edge.get("destination_node")), text_in(edge.get("destination_input")))
            self.given[target] = Ref(source, (output,), output)
        raw: dict[str, JsonObject] = {}
        for each in list_in(flow.get("nodes")):
            node = _resolved(each, self.known)
            if node:
                raw[_id(each)] = node
                self._take(_id(each), node)
            else:
                self.graph.note("not_a_node")
        for each in list_in(flow.get("control_flow_connections")):
            edge = _resolved(each, self.known)
            source, target = _id(edge.get("from_node")), _id(edge.get("to_node"))
            self._connect(source, target, text_in(edge.get("from_branch")), raw)

    def _connect(self, source: str, target: str, branch: str, raw: Mapping[str, JsonObject]) -> None:
        node = raw.get(source, {})
        if node.get("component_type") != "BranchingNode":
            self.graph.connect(source, target)
            return
        options = cast("list[str]", cast("JsonObject", self.graph.nodes[source].step)["options"])
        mapping = {text_in(value): key for key, value in mapping_in(node.get("mapping")).items()}
        option = mapping.get(branch, options[-1])
        self.graph.connect(source, target, f' == "{option}"' if option in options else "")

    def _take(self, key: str, raw: JsonObject) -> None:
        kind = text_in(raw.get("component_type"))
        name = text_in(raw.get("name")) or key
        node = Node(key, name[:200], kind[:200] or "?")
        self.graph.add(node)
        take = {
            "StartNode": self._start,
            "EndNode": self._end,
            "LlmNode": self._llm,
            "AgentNode": self._agent,
            "InputMessageNode": self._ask,
            "BranchingNode": self._branch,
            "ToolNode": self._tool,
        }.get(kind)
        if take is None:
            self.graph.leave_out(node, "why_unknown", raw)
        else:
            take(key, node, raw)

    def _start(self, key: str, node: Node, raw: JsonObject) -> None:
        node.gives = "inputs"
        for each in list_in(raw.get("inputs")):
            found = mapping_in(each)
            title = text_in(found.get("title"))
            plain = {name: found[name] for name in ("type", "description", "default") if name in found}
            if title:
                self.graph.declare(title, {"default": "", **plain} if plain.get("type") == "string" else plain)

    def _end(self, key: str, node: Node, raw: JsonObject) -> None:
        node.gives = "through"
        outputs = [text_in(mapping_in(each).get("title")) for each in list_in(raw.get("outputs"))]
        found = [self.given[key, each] for each in outputs if (key, each) in self.given]
        if len(found) == 1 and self.graph.output is None:
            self.graph.output = (found[0],)

    def _llm(self, key: str, node: Node, raw: JsonObject) -> None:
        node.gives, node.step = "text", {"prompt": self._text(key, text_in(raw.get("prompt_template")) or node.name)}

    def _agent(self, key: str, node: Node, raw: JsonObject) -> None:
        agent = _resolved(raw.get("agent"), self.known)
        node.gives, node.step = "text", {"prompt": self._text(key, text_in(agent.get("system_prompt")) or node.name)}
        tools = [text_in(_resolved(each, self.known).get("name")) for each in list_in(agent.get("tools"))]
        if tools:
            node.step["tools"] = [each for each in tools if each in self.capabilities] or ["core.ask_user"]

    def _ask(self, key: str, node: Node, raw: JsonObject) -> None:
        node.gives, node.step = "text", {"ask": self._text(key, text_in(raw.get("message")) or node.name)}

    def _branch(self, key: str, node: Node, raw: JsonObject) -> None:
        options = [re.sub(r"[\"\\\x00-\x1f]", "", each)[:60] for each in mapping_in(raw.get("mapping"))][:19]
        node.gives = "through"
        looked = next((ref for (target, _), ref in self.given.items() if target == key), None)
        what = (say("asks_switch", self.graph.locale, what="\n".join(options)),)
        parts: tuple[Any, ...] = what if looked is None else (*what, "\n", looked)
        node.step = {"ask": parts, "options": [*options, say("otherwise", self.graph.locale)], "free_text": False}

    def _tool(self, key: str, node: Node, raw: JsonObject) -> None:
        name = _tool_name(raw, self.known)
        if name not in self.capabilities:
            self.graph.leave_out(node, "why_tool", raw)
            return
        params: JsonObject = {}
        for each in list_in(raw.get("inputs")):
            found = mapping_in(each)
            title = text_in(found.get("title"))
            if (key, title) in self.given:
                params[title] = (self.given[key, title],)
            elif "default" in found:
                params[title] = found["default"]
        node.gives, node.step = "any", {"capability": name, "params": params}

    def _text(self, key: str, text: str) -> tuple[Any, ...]:
        parts: list[Any] = []
        place = 0
        for found in _VARIABLE.finditer(text):
            parts.append(text[place : found.start()])
            parts.append(self.given.get((key, found[1]), Ref("", (), found[1])))
            place = found.end()
        return (*parts, text[place:])
