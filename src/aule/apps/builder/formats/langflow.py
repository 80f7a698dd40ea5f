"""Langflow: its components as steps. Code of components is never read as anything but text; keys are not taken over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.apps.builder.formats.conditions import Clause, words_of
from aule.apps.builder.formats.foreign_graph import (
    LONGEST_PROMPT,
    ForeignGraph,
    LeftOut,
    Node,
    Ref,
    beyond,
    list_in,
    mapping_in,
    point_of,
    size_of,
    text_in,
)
from aule.apps.builder.words import say
from aule.contracts.model import JsonObject

_INPUTS = frozenset({"chatinput", "textinput", "textinputcomponent"})
_OUTPUTS = frozenset({"chatoutput", "textoutput", "textoutputcomponent"})
_PROMPTS = frozenset({"prompt", "prompttemplate", "promptcomponent"})
_PAGES = frozenset({"urlcomponent", "url", "webpage"})
_THROUGH = frozenset({"parser", "parsercomponent", "parsedata", "typeconvertercomponent", "passmessage", "pass"})
_TOOLS: Mapping[str, str] = {
    **dict.fromkeys(("urlcomponent", "url", "apirequest", "webpage"), "core.web_fetch"),
    **dict.fromkeys(
        ("unifiedwebsearch", "websearch", "websearchnokey", "duckduckgosearchcomponent", "tavilysearchcomponent"),
        "core.web_search",
    ),
    **dict.fromkeys(
        ("searchcomponent", "searchapi", "serpapi", "googlesearchapi", "wikipediacomponent"), "core.web_search"
    ),
    **dict.fromkeys(("file", "readfile", "filecomponent"), "core.read_file"),
    "savetofile": "core.write_file",
}
_KNOWN = (
    *("system_prompt", "system_message", "agent_description", "input_value", "model", "model_name", "agent_llm"),
    *("provider", "api_key", "tools", "stream", "urls", "url", "input_text", "match_text", "operator", "template"),
    *("sender", "sender_name", "session_id", "data_template", "should_store_message", "max_depth", "format"),
)
_VARIABLE = re.compile(r"\{\{?([A-Za-z_]\w*)\}?\}")


def is_langflow(value: JsonObject) -> bool:
    """Return whether a document is a flow of Langflow."""
    data = mapping_in(value.get("data"))
    return isinstance(data.get("nodes"), list) and isinstance(data.get("edges"), list)


def read_langflow(value: JsonObject, title: str, locale: str) -> ForeignGraph:
    """Return what a flow of Langflow says."""
    graph = ForeignGraph("langflow", title, locale, description=text_in(value.get("description"))[:4_000])
    _Reader(graph).read(mapping_in(value.get("data")))
    return graph


@dataclass(slots=True)
class _Reader:
    graph: ForeignGraph
    raw: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    fields: dict[str, dict[str, list[str]]] = field(default_factory=dict[str, dict[str, list[str]]])
    """The nodes whose results go to each field of a node."""

    def read(self, data: JsonObject) -> None:
        for each in list_in(data.get("nodes")):
            node = mapping_in(each)
            id = text_in(node.get("id"))
            if not id:
                self.graph.note("not_a_node")
            elif id in self.raw:
                self.graph.note("two_of_a_name", name=id[:120])
            else:
                self.raw[id] = node
        links = self._links(data)
        tools = {source for source, _, name, _ in links if name == "tools"}
        for id, node in self.raw.items():
            self._take(id, node, is_tool=id in tools)
        for source, target, name, port in links:
            if name == "tools":
                continue
            node = self.graph.nodes.get(source)
            is_router = node is not None and _kind(self.raw[source]) == "conditionalrouter"
            answers = (say("yes", self.graph.locale), say("no", self.graph.locale))
            term = f' == "{answers[0] if port == "true_result" else answers[1]}"' if is_router else ""
            self.graph.connect(source, target, term)

    def _links(self, data: JsonObject) -> list[tuple[str, str, str, str]]:
        links: list[tuple[str, str, str, str]] = []
        for each in list_in(data.get("edges")):
            edge = mapping_in(each)
            source, target = text_in(edge.get("source")), text_in(edge.get("target"))
            handles = mapping_in(edge.get("data"))
            name = text_in(mapping_in(handles.get("targetHandle")).get("fieldName")) or "input_value"
            port = text_in(mapping_in(handles.get("sourceHandle")).get("name"))
            if source not in self.raw or target not in self.raw:
                self.graph.note("loose_connection", name=f"{source} → {target}"[:200])
                continue
            links.append((source, target, name, port))
            self.fields.setdefault(target, {}).setdefault(name, []).append(source)
        return links

    def _take(self, id: str, raw: JsonObject, *, is_tool: bool) -> None:
        data = mapping_in(raw.get("data"))
        inner = mapping_in(data.get("node"))
        kind = _kind(raw)
        name = (
            text_in(inner.get("display_name")) or text_in(data.get("display_name")) or text_in(data.get("type")) or id
        )
        node = Node(id, name[:200], (text_in(data.get("type")) or text_in(raw.get("type")) or "?")[:200])
        node.at = point_of(raw.get("position"))
        if text_in(raw.get("type")) == "noteNode" or kind == "note":
            size = size_of(raw.get("width"), raw.get("height"))
            self.graph.stick(text_in(inner.get("description")) or text_in(data.get("value")), node.at, size=size)
            return
        self.graph.add(node)
        values = _values(inner) | _grouped(inner)
        if is_tool:
            if kind not in _TOOLS:
                self.graph.leave_out(node, "why_tool", values)
        else:
            self._take_component(node, id, kind, values)
        if not node.is_told:
            self.graph.keep_beside(node, beyond(_set_values(inner), *(() if is_tool else _KNOWN)))

    def _take_component(self, node: Node, id: str, kind: str, values: JsonObject) -> None:
        if kind in _INPUTS:
            self._input(node, values)
        elif kind in _OUTPUTS:
            node.gives = "through"
            if self.graph.output is None:
                self.graph.output = self._field(id, "input_value", values)
        elif kind in _PROMPTS:
            node.gives, node.values = "values", {"": self._prompt(id, values)}
        elif kind in _THROUGH:
            node.gives = "through"
        elif kind == "conditionalrouter":
            self._router(node, id, values)
        elif kind.endswith(("model", "agent")) or "languagemodel" in kind:
            self._agent(node, id, values)
        elif kind in _PAGES:
            self._page(node, id, values)
        else:
            node.gives = "nothing"
            self.graph.leave_out(node, "why_code" if "custom" in kind or "python" in kind else "why_unknown", values)

    def _input(self, node: Node, values: JsonObject) -> None:
        said = text_in(values.get("input_value"))
        name = "message" if "message" not in self.graph.inputs else node.name
        schema: JsonObject = {"type": "string", "default": said[:4_000], "description": node.name[:200]}
        node.gives, node.input = "inputs", self.graph.declare(name, schema)

    def _field(self, id: str, name: str, values: JsonObject) -> tuple[Any, ...]:
        """Return what a field has: the results that go there, else what is written in it."""
        sources = self.fields.get(id, {}).get(name, [])
        parts: list[Any] = []
        for source in sources:
            parts += [*(["\n\n"] if parts else []), self._ref(source)]
        if parts:
            return tuple(parts)
        text = text_in(values.get(name))[:LONGEST_PROMPT]
        return (text,) if text.strip() else ()

    def _ref(self, source: str) -> Ref:
        name = text_in(mapping_in(self.raw[source].get("data")).get("type")) or source
        return Ref(source, ("",), name)

    def _prompt(self, id: str, values: JsonObject) -> tuple[Any, ...]:
        """Return a template as parts: its variables are what goes there, or inputs."""
        text = text_in(values.get("template"))[:LONGEST_PROMPT]
        known = {*self.fields.get(id, {}), *values}
        parts: list[Any] = []
        place = 0
        for found in _VARIABLE.finditer(text):
            if found[1] not in known:
                continue
            parts.append(text[place : found.start()])
            given = self._field(id, found[1], values)
            parts += given or (Ref(f"input:{found[1]}", (found[1],), found[0]),)
            if not given:
                self._declare(found[1])
            place = found.end()
        return (*parts, text[place:])

    def _declare(self, name: str) -> None:
        self.graph.declare(name, {"type": "string", "default": ""})
        if f"input:{name}" not in self.graph.nodes:
            self.graph.nodes[f"input:{name}"] = Node(f"input:{name}", name, "variable", gives="inputs")

    def _agent(self, node: Node, id: str, values: JsonObject) -> None:
        parts: list[Any] = []
        for name in ("system_prompt", "system_message", "agent_description", "input_value"):
            found = self._field(id, name, values)
            parts += [*(["\n\n"] if parts and found else []), *found]
        node.gives, node.step = "text", {"prompt": tuple(parts or [node.name])}
        tools = self.fields.get(id, {}).get("tools", [])
        if tools:
            found = [_TOOLS[kind] for kind in (_kind(self.raw[each]) for each in tools) if kind in _TOOLS]
            node.step["tools"] = list(dict.fromkeys(found)) or ["core.ask_user"]
        if values.get("model_name") or values.get("model") or values.get("agent_llm"):
            self.graph.note("model_not_taken")

    def _page(self, node: Node, id: str, values: JsonObject) -> None:
        given = self._field(id, "urls", values)
        urls: Any = values.get("urls") or values.get("url")
        listed: Sequence[Any] = list_in(urls) or [urls]
        first = next((each for each in listed if isinstance(each, str) and len(each) >= 8), None)
        if not given and first is None:
            self.graph.leave_out(node, "why_unknown", values)
            return
        if len(listed) > 1:
            self.graph.note("first_address_only", name=node.name)
        node.gives, node.step = "page", {"capability": "core.web_fetch", "params": {"url": given or (first,)}}

    def _router(self, node: Node, id: str, values: JsonObject) -> None:
        clause = Clause(
            self._field(id, "input_text", values), text_in(values.get("operator")) or "equals", values.get("match_text")
        )
        locale = self.graph.locale
        self.graph.left_out.append(LeftOut(name=node.name, kind=node.kind, why=say("why_condition", locale)))
        node.gives = "through"
        node.step = {
            "ask": (say("asks_condition", locale, what=words_of([clause], "and")[:2_000]),),
            "options": [say("yes", locale), say("no", locale)],
            "free_text": False,
        }


def _values(inner: JsonObject) -> JsonObject:
    """Return the values of a component's fields; code and secrets are not among them."""
    found: JsonObject = {}
    for name, each in mapping_in(inner.get("template")).items():
        entry = mapping_in(each)
        if name == "code" or entry.get("password") is True or name.startswith("_") or "value" not in entry:
            continue
        found[name] = entry["value"]
    return found


def _grouped(inner: JsonObject) -> JsonObject:
    """Return the components inside a group, each with its values."""
    nodes = list_in(mapping_in(mapping_in(inner.get("flow")).get("data")).get("nodes"))
    data = [mapping_in(mapping_in(each).get("data")) for each in nodes[:100]]
    found = [{"type": each.get("type"), **_values(mapping_in(each.get("node")))} for each in data]
    return {"group": found} if found else {}


def _set_values(inner: JsonObject) -> JsonObject:
    """Return the values of the fields that a person sees and has filled in."""
    shown = {
        name: each
        for name, each in mapping_in(inner.get("template")).items()
        if mapping_in(each).get("advanced") is not True and mapping_in(each).get("show") is not False
    }
    return _values({"template": shown})


def _kind(raw: Mapping[str, Any]) -> str:
    return re.sub(r"[^a-z0-9]", "", text_in(mapping_in(raw.get("data")).get("type")).lower())
