"""n8n: its nodes as steps. Expressions and code are kept as text and never run; credentials are not taken over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote

from aule.apps.builder.formats.conditions import Clause, expression_of, words_of
from aule.apps.builder.formats.foreign_graph import (
    LONGEST_PROMPT,
    ForeignGraph,
    LeftOut,
    Node,
    Ref,
    beyond,
    is_plain,
    list_in,
    mapping_in,
    point_of,
    schema_of,
    size_of,
    slug,
    text_in,
)
from aule.apps.builder.formats.secrets import is_secret_name, without_secrets
from aule.apps.builder.words import say
from aule.contracts.model import JsonObject
from aule.text.words import fold

TRUE, FALSE = " == true", " == false"
_NAMED = (
    r"(?:\$\(\s*['\"](?P<a>[^'\"]+)['\"]\s*\)(?:\.(?:item|first\(\)|last\(\)|all\(\)\[0\]))?"
    r"|\$node\[\s*['\"](?P<b>[^'\"]+)['\"]\s*\])"
)
_PATH = r"(?P<path>(?:\.[A-Za-z_]\w*|\[\s*['\"][^'\"]+['\"]\s*\]|\[\d+\])*)"
_LOOK = re.compile(rf"^\s*(?:{_NAMED}\.json|\$json|\$input\.(?:item|first\(\))\.json){_PATH}\s*$")
_PIECE = re.compile(r"\.([A-Za-z_]\w*)|\[\s*['\"]([^'\"]+)['\"]\s*\]|\[(\d+)\]")
_SHORTEST_URL = 8
_STRETCH = (2.0, 1.25)
"""Nodes of n8n are small and stand some 200 apart; steps here are 240 wide, and would lie over each other."""
_LONGEST_DESCRIPTION = 4_000
_ASKS = frozenset({"form", "sendandwait", "sendandwaitforresponse"})
_MODELS = frozenset({"agent", "chainllm", "openai", "anthropic", "googlegemini", "ollama", "chainsummarization"})
_STEPS = frozenset({"if", "filter", "switch", "httprequest", "executeworkflow", "form"})
"""Kinds of nodes that become steps, besides those that ask a model or a person."""
_JOINED = frozenset({"noop", "merge", "limit", "splitout", "aggregate", "itemlists"})
_MODEL_KNOWN = (
    "text",
    "prompt",
    "messages",
    "options.systemMessage",
    "promptType",
    "resource",
    "operation",
    "agent",
    "model",
    "modelId",
    "hasOutputParser",
    "needsFallback",
    "simplify",
)
_CONDITION_KNOWN = ("conditions", "rules", "combinator", "combineOperation", "options", "looseTypeValidation", "mode")
_REQUEST_KNOWN = (
    *("method", "requestMethod", "url", "authentication", "nodeCredentialType", "genericAuthType", "sendQuery"),
    *("queryParameters", "queryParametersUi", "specifyQuery", "sendHeaders", "specifyHeaders"),
)
_KNOWN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_MODELS, _MODEL_KNOWN),
    **dict.fromkeys(("if", "filter", "switch"), _CONDITION_KNOWN),
    "httprequest": _REQUEST_KNOWN,
    "set": ("assignments", "fields", "values", "options", "mode", "includeOtherFields", "keepOnlySet"),
    "splitinbatches": ("options", "batchSize"),
    "executeworkflow": ("workflowId", "source", "mode", "options", "workflowInputs"),
    "executeworkflowtrigger": ("inputSource", "workflowInputs", "events"),
    "respondtowebhook": ("respondWith", "responseBody", "options"),
    "formtrigger": ("formFields", "path", "responseMode", "options", "authentication"),
    "chattrigger": ("public", "mode", "options", "authentication"),
    "manualtrigger": ("notice",),
    "merge": ("options",),
}
"""What is known of a node of each kind; whatever else its parameters say is kept as a note beside it."""
_ASKED_KNOWN = ("message", "text", "formFields", "operation", "resource", "responseType", "defineForm", "resume")
_ANSWERS_OTHERWISE = frozenset({"binary", "jwt", "noData", "redirect"})
_ANSWERS_WITH_ITEMS = frozenset({"allIncomingItems", "firstIncomingItem"})
"""Ways to answer a webhook in which the node looks at no body of its own, though one may still be written in it."""
_TYPES = frozenset({"string", "number", "boolean", "array", "object"})
_TOOLS: Mapping[str, str] = {
    "toolhttprequest": "core.web_fetch",
    "httprequesttool": "core.web_fetch",
    "toolwikipedia": "core.web_search",
    "toolserpapi": "core.web_search",
    "toolsearxng": "core.web_search",
    "toolbrave": "core.web_search",
}


def is_n8n(value: JsonObject) -> bool:
    """Return whether a document is a workflow of n8n."""
    nodes = value.get("nodes")
    return isinstance(nodes, list) and (
        "connections" in value or any("typeVersion" in mapping_in(each) for each in cast("list[Any]", nodes))
    )


def read_n8n(value: JsonObject, title: str, workflows: Mapping[str, str], locale: str) -> ForeignGraph:
    """Return what a workflow of n8n says; `workflows` are those of here, their ids by folded title."""
    reader = _Reader(ForeignGraph("n8n", title, locale), workflows)
    reader.read(value)
    return reader.graph


@dataclass(slots=True)
class _Reader:
    graph: ForeignGraph
    workflows: Mapping[str, str]

    def read(self, value: JsonObject) -> None:
        raw = self._nodes(value)
        links = self._links(mapping_in(value.get("connections")), raw)
        tools = {(target, source) for source, _, target, kind in links if kind == "ai_tool"}
        helpers = {source for source, _, _, kind in links if kind.startswith("ai_")}
        before: dict[str, str | None] = {}
        for source, _, target, kind in links:
            if kind == "main":
                before[target] = None if target in before and before[target] != source else source
        last = ("if", "filter")  # what a condition looks at has to be known before it is read
        for name, node in sorted(raw.items(), key=lambda each: _kind(each[1]) in last):
            own = [raw[source] for target, source in tools if target == name]
            self._take(name, node, before.get(name), own, is_helper=name in helpers)
        for source, port, target, kind in links:
            if kind == "main":
                self._connect(source, port, target, raw)
        if mapping_in(value.get("pinData")):
            self.graph.note("pins_left_out")
        if any(mapping_in(node.get("credentials")) for node in raw.values()):
            self.graph.note("credentials_left_out")

    def _nodes(self, value: JsonObject) -> dict[str, JsonObject]:
        """Return nodes by name; a name that two have is made different."""
        found: dict[str, JsonObject] = {}
        for each in list_in(value.get("nodes")):
            node = mapping_in(each)
            if not node:
                self.graph.note("not_a_node")
                continue
            name = text_in(node.get("name")) or text_in(node.get("id")) or "node"
            if text_in(node.get("notes")).strip():
                node = {**node, "parameters": {**mapping_in(node.get("parameters")), "notes": node["notes"]}}
            if name in found:
                self.graph.note("two_of_a_name", name=name[:120])
                name = f"{name} ({len(found)})"
            found[name] = node
        return found

    def _links(self, value: JsonObject, raw: Mapping[str, JsonObject]) -> list[tuple[str, int, str, str]]:
        links: list[tuple[str, int, str, str]] = []
        for source, kinds in value.items():
            for kind, ports in mapping_in(kinds).items():
                for port, targets in enumerate(list_in(ports)):
                    for each in list_in(targets):
                        target = text_in(mapping_in(each).get("node"))
                        if source in raw and target in raw:
                            links.append((source, port, target, kind))
                        else:
                            self.graph.note("loose_connection", name=f"{source} → {target}"[:200])
        return links

    def _connect(self, source: str, port: int, target: str, raw: Mapping[str, JsonObject]) -> None:
        """Connect two nodes; ways out of a condition are told apart."""
        node = self.graph.nodes[source]
        kind = _kind(raw[source])
        if node.is_off and port == 0:  # n8n goes on at the first way out of what is switched off
            self.graph.connect(source, target)
            return
        if kind in ("if", "filter") and node.step is not None:
            answers = (say("yes", self.graph.locale), say("no", self.graph.locale))
            terms = (TRUE, FALSE) if "if" in node.step else tuple(f' == "{each}"' for each in answers)
            self.graph.connect(source, target, terms[min(port, 1)])
        elif kind == "switch" and node.step is not None:
            options = cast("list[str]", node.step["options"])
            option = options[port] if port < len(options) else options[-1]
            self.graph.connect(source, target, f' == "{option}"')
        else:
            self.graph.connect(source, target)

    def _take(
        self, name: str, raw: JsonObject, before: str | None, tools: Sequence[JsonObject], *, is_helper: bool
    ) -> None:
        kind, params = _kind(raw), mapping_in(raw.get("parameters"))
        node = Node(name, name[:200], text_in(raw.get("type"))[:200] or "?", point_of(raw.get("position"), _STRETCH))
        if kind == "stickynote":
            size = size_of(params.get("width"), params.get("height"), _STRETCH)
            self.graph.stick(text_in(params.get("content")), node.at, size=size)
            return
        self.graph.add(node)
        is_off = raw.get("disabled") is True
        if is_off and (is_helper or not _is_step(kind, params)):
            node.gives = "through"
            self.graph.leave_out(node, "why_disabled", params)
        elif is_helper:
            self._leave_helper(node, kind, params)
        else:
            self._take_node(node, raw, before, tools)
            self._retry(node, raw)
            self._keep_beside(node, kind, params)
        if is_off and node.step is not None:
            self._switch_off(node)

    def _keep_beside(self, node: Node, kind: str, params: JsonObject) -> None:
        """Keep what a node says beyond what became of it: its remarks in the step, its settings as a note."""
        remarks = text_in(params.get("notes"))
        if node.step is not None and remarks.strip():
            node.step["description"] = without_secrets(remarks)[:_LONGEST_DESCRIPTION]
        if kind in _MODELS and any(params.get(name) for name in ("model", "modelId")):
            self.graph.note("model_not_taken")
        if not node.is_told:
            is_asked = node.step is not None and "ask" in node.step and kind not in _KNOWN
            known = _ASKED_KNOWN if is_asked else _KNOWN.get(kind, ())
            noted = () if node.step is None else ("notes",)
            self.graph.keep_beside(node, beyond(params, *known, *noted))

    def _take_node(self, node: Node, raw: JsonObject, before: str | None, tools: Sequence[JsonObject]) -> None:
        kind, params = _kind(raw), mapping_in(raw.get("parameters"))
        take = self._takers().get(kind)
        if kind.endswith("trigger") or kind in ("webhook", "start", "cron"):
            self._trigger(node, kind, params)
        elif text_in(params.get("operation")).lower() in _ASKS or kind == "form":
            self._human(node, params, before)
        elif kind in _MODELS:
            self._agent(node, params, before, tools)
        elif kind in _JOINED:
            node.gives = "through"
            if kind not in ("noop", "merge"):
                self.graph.leave_out(node, "why_items", params)
        elif take is not None:
            take(node, params, before)
        else:
            node.gives = "nothing"
            self.graph.leave_out(node, "why_code" if "code" in kind or kind == "function" else "why_unknown", params)

    def _switch_off(self, node: Node) -> None:
        """Keep a step that is switched off: as in n8n, whoever looks at it sees what came before it."""
        node.gives = "through"
        if node.step is not None:
            node.step["disabled"] = True
        self.graph.note("kept_disabled", name=node.name[:120])

    def _takers(self) -> dict[str, Callable[[Node, JsonObject, str | None], None]]:
        return {
            "if": self._if,
            "filter": self._if,
            "switch": self._switch,
            "set": self._set,
            "httprequest": self._http,
            "splitinbatches": self._loop,
            "executeworkflow": self._workflow,
            "wait": self._wait,
            "respondtowebhook": self._respond,
        }

    def _leave_helper(self, node: Node, kind: str, params: JsonObject) -> None:
        if kind in _TOOLS:
            self.graph.keep_beside(node, params)
            return
        why = "why_model" if kind.startswith("lm") else "why_memory" if "memory" in kind else "why_part"
        self.graph.leave_out(node, why, params)

    def _retry(self, node: Node, raw: JsonObject) -> None:
        if node.step is None or "ask" in node.step or "if" in node.step:
            return
        tries = raw.get("maxTries")
        if raw.get("retryOnFail") is True:
            node.step["retry"] = min(max(tries, 1), 5) if isinstance(tries, int) and not isinstance(tries, bool) else 2
        if raw.get("continueOnFail") is True or text_in(raw.get("onError")).startswith("continue"):
            node.step["on_error"] = "skip"

    def _trigger(self, node: Node, kind: str, params: JsonObject) -> None:
        node.gives = "inputs"
        fields = list_in(mapping_in(params.get("formFields")).get("values"))
        for each in fields[:100]:
            label = text_in(mapping_in(each).get("fieldLabel")).lstrip("=")
            if label:
                self.graph.declare(label, {"type": "string", "default": "", "description": _field(mapping_in(each))})
        for each in list_in(mapping_in(params.get("workflowInputs")).get("values"))[:100]:
            name, type_ = text_in(mapping_in(each).get("name")), text_in(mapping_in(each).get("type"))
            if name:
                self.graph.declare(name, {"type": type_} if type_ in _TYPES else {"type": "string", "default": ""})
        if kind == "chattrigger":
            self.graph.declare("chatInput", {"type": "string", "default": ""})
        if kind not in ("manualtrigger", "start", "chattrigger", "formtrigger", "executeworkflowtrigger"):
            self.graph.leave_out(node, "why_trigger", params)

    def _agent(self, node: Node, params: JsonObject, before: str | None, tools: Sequence[JsonObject]) -> None:
        texts = [
            mapping_in(params.get("options")).get("systemMessage"),
            *(
                mapping_in(each).get("message")
                for each in list_in(mapping_in(params.get("messages")).get("messageValues"))
            ),
            *(mapping_in(each).get("content") for each in list_in(mapping_in(params.get("messages")).get("values"))),
            *(mapping_in(each).get("content") for each in list_in(mapping_in(params.get("prompt")).get("messages"))),
            params.get("text"),
            params.get("prompt"),
        ]
        parts: list[Any] = []
        for text in [each for each in texts if isinstance(each, str) and each.strip()]:
            parts += ["\n\n"] if parts else []
            parts += self._parts(text, before)
        has_own = any(isinstance(each, str) and each.strip() for each in (params.get("text"), params.get("messages")))
        if before is not None and (not parts or (not has_own and not any(isinstance(each, Ref) for each in parts))):
            parts += [*(["\n\n"] if parts else []), Ref(before, ("chatInput",), "$json.chatInput")]
        if params.get("resource") in ("image", "audio", "file"):
            node.gives = "nothing"
            self.graph.leave_out(node, "why_unknown", params)
            return
        node.gives = "text"
        node.step = {"prompt": tuple(parts or [node.name])}
        found = [_TOOLS[_kind(each)] for each in tools if _kind(each) in _TOOLS]
        if tools:
            node.step["tools"] = list(dict.fromkeys(found)) or ["core.ask_user"]

    def _human(self, node: Node, params: JsonObject, before: str | None) -> None:
        options = mapping_in(params.get("options"))
        fields = list_in(mapping_in(params.get("formFields")).get("values"))
        texts = [params.get("message"), params.get("text"), options.get("formTitle"), options.get("formDescription")]
        texts += [mapping_in(each).get("fieldLabel") for each in fields[:40]]
        said: list[Any] = []
        for text in [each for each in texts if isinstance(each, str) and each.strip()]:
            said += [*(["\n"] if said else []), *self._parts(text, before)]
        node.gives = "text"
        node.step = {"ask": tuple(said or [node.name])}

    def _if(self, node: Node, params: JsonObject, before: str | None) -> None:
        clauses, joint = self._clauses(mapping_in(params.get("conditions")), params, before)
        self._condition(node, clauses, joint, params)

    def _condition(self, node: Node, clauses: Sequence[Clause], joint: str, params: JsonObject) -> None:
        expression = expression_of(clauses, joint)
        node.gives = "through"
        if expression is not None and self._is_sayable(expression):
            node.step = {"if": expression}
            return
        locale = self.graph.locale
        said = words_of(clauses, joint)[:2_000] or node.name
        self.graph.left_out.append(_left(node, say("why_condition", locale)))
        node.step = {
            "ask": (say("asks_condition", locale, what=said),),
            "options": [say("yes", locale), say("no", locale)],
            "free_text": False,
        }

    def _is_sayable(self, expression: Sequence[Any]) -> bool:
        """Return whether everything a condition looks at is known by now as something that can be looked at."""
        refs = [each for each in expression if isinstance(each, Ref)]
        return all(self._gives_value(each) for each in refs)

    def _gives_value(self, ref: Ref, depth: int = 0) -> bool:
        source = self.graph.nodes.get(ref.node)
        if source is None or depth > 20:
            return False
        if source.gives == "values":
            return bool(ref.path) and is_plain(source.values.get(ref.path[0]))
        return source.gives == "inputs"

    def _clauses(self, found: JsonObject, params: JsonObject, before: str | None) -> tuple[list[Clause], str]:
        joint = found.get("combinator") or params.get("combineOperation")
        clauses: list[Clause] = []
        for each in list_in(found.get("conditions")):
            one = mapping_in(each)
            operation = text_in(mapping_in(one.get("operator")).get("operation"))
            clauses.append(
                Clause(self._parts(one.get("leftValue"), before), operation, self._plain(one.get("rightValue")))
            )
        for kind in ("string", "number", "boolean", "dateTime"):
            for each in list_in(found.get(kind)):
                one = mapping_in(each)
                operation = text_in(one.get("operation")) or ("smaller" if kind == "number" else "equal")
                clauses.append(
                    Clause(self._parts(one.get("value1"), before), operation, self._plain(one.get("value2")))
                )
        return clauses, "or" if joint in ("or", "any") else "and"

    def _plain(self, value: Any) -> Any:
        return (value,) if isinstance(value, str) and value.startswith("=") else value

    def _switch(self, node: Node, params: JsonObject, before: str | None) -> None:
        rules = mapping_in(params.get("rules"))
        values = list_in(rules.get("values")) or list_in(rules.get("rules"))
        options: list[str] = []
        said: list[str] = []
        for number, each in enumerate(values[:19], start=1):
            rule = mapping_in(each)
            name = text_in(rule.get("outputKey")) or str(rule.get("value2") or number)
            option = re.sub(r"[\"\\\x00-\x1f]", "", without_secrets(name))[:60] or str(number)
            options.append(option if option not in options else f"{option} ({number})")
            clauses, joint = self._clauses(mapping_in(rule.get("conditions")), params, before)
            said.append(f"{options[-1]}: {words_of(clauses, joint) or rule.get('value2') or ''}")
        locale = self.graph.locale
        options.append(say("otherwise", locale))
        node.gives = "through"
        self.graph.left_out.append(_left(node, say("why_condition", locale)))
        question = say("asks_switch", locale, what="\n".join(said)[:2_500] or node.name)
        node.step = {"ask": (question,), "options": options, "free_text": False}

    def _set(self, node: Node, params: JsonObject, before: str | None) -> None:
        node.gives = "values"
        listed = list_in(mapping_in(params.get("assignments")).get("assignments"))
        listed += list_in(mapping_in(params.get("fields")).get("values"))
        for kind in ("string", "number", "boolean"):
            listed += list_in(mapping_in(params.get("values")).get(kind))
        for each in listed:
            one = mapping_in(each)
            name = text_in(one.get("name"))
            value = next((one[key] for key in one if key == "value" or key.endswith("Value")), None)
            if not name:
                continue
            if is_secret_name(name):
                self.graph.note("secret_left_out", name=name[:120])
                continue
            node.values[name] = (
                self._parts(value, before) if isinstance(value, str) and value.startswith("=") else value
            )
            if is_plain(node.values[name]):
                self.graph.declare(name, schema_of(name, node.values[name]))
        if not node.values:
            self.graph.leave_out(node, "why_values", params)
        elif not all(is_plain(each) for each in node.values.values()):
            node.is_told = True
            remarks = text_in(params.get("notes")) and f"{params['notes']}\n"
            self.graph.stick(
                f"{node.name}\n{remarks}" + "\n".join(_told(name, each) for name, each in node.values.items()), node.at
            )

    def _http(self, node: Node, params: JsonObject, before: str | None) -> None:
        method = text_in(params.get("method") or params.get("requestMethod")).upper() or "GET"
        url = self._parts(params.get("url"), before)
        if method != "GET" or not any(isinstance(each, Ref) or len(each) >= _SHORTEST_URL for each in url):
            self.graph.leave_out(node, "why_writes_out", params, method=method)
            return
        if params.get("authentication") not in (None, "none", ""):
            self.graph.note("credentials_left_out")
        node.gives = "page"
        asked = mapping_in(params.get("queryParameters")) or mapping_in(params.get("queryParametersUi"))
        joint = "&" if any(isinstance(each, str) and "?" in each for each in url) else "?"
        for each in list_in(asked.get("parameters") or asked.get("parameter"))[:40]:
            one = mapping_in(each)
            name = text_in(one.get("name"))
            if is_secret_name(name):
                self.graph.note("secret_left_out", name=name[:120])
            elif name:
                value = one.get("value")
                is_look = isinstance(value, str) and value.startswith("=")
                said = self._parts(value, before) if is_look else (quote(str(value or ""), safe=""),)
                url, joint = (*url, f"{joint}{quote(name, safe='')}=", *said), "&"
        node.step = {"capability": "core.web_fetch", "params": {"url": url}}

    def _loop(self, node: Node, params: JsonObject, before: str | None) -> None:
        node.gives, node.is_loop, node.step = "item", True, {}

    def _workflow(self, node: Node, params: JsonObject, before: str | None) -> None:
        wanted: Any = params.get("workflowId")
        named = text_in(mapping_in(wanted).get("cachedResultName")) if isinstance(wanted, dict) else text_in(wanted)
        id = self.workflows.get(fold(named)) if named else None
        if id is None:
            self.graph.leave_out(node, "why_no_workflow", params, name=named[:120] or "?")
            return
        given = mapping_in(mapping_in(params.get("workflowInputs")).get("value"))
        inputs: JsonObject = {
            slug(name, "input"): self._parts(each, before) if isinstance(each, str) else each
            for name, each in list(given.items())[:100]
            if not is_secret_name(name)
        }
        node.gives, node.step = "any", {"workflow": id, "inputs": inputs}

    def _wait(self, node: Node, params: JsonObject, before: str | None) -> None:
        if text_in(params.get("resume")) in ("form", "webhook"):
            self._human(node, params, before)
            return
        node.gives = "through"
        self.graph.leave_out(node, "why_wait", params)

    def _respond(self, node: Node, params: JsonObject, before: str | None) -> None:
        node.gives = "through"
        body, way = params.get("responseBody"), params.get("respondWith")
        if way in _ANSWERS_OTHERWISE:
            self.graph.leave_out(node, "why_unknown", params)
        elif way not in _ANSWERS_WITH_ITEMS and isinstance(body, str) and body.strip():
            if self.graph.output is None:
                self.graph.output = self._parts(body, before)
            else:
                self.graph.leave_out(node, "why_one_output", params)

    def _parts(self, value: Any, before: str | None) -> tuple[Any, ...]:
        """Return a text of n8n as parts: what it looks at, and everything else as it is written."""
        if not isinstance(value, str):
            return () if value is None else (str(value)[:2_000],)
        text = value[:LONGEST_PROMPT]
        if not text.startswith("="):
            return (text,)
        parts: list[Any] = []
        place = 1
        while (begin := text.find("{{", place)) >= 0 and (end := text.find("}}", begin)) >= 0:
            parts += [text[place:begin]] if begin > place else []
            parts.append(_look(text[begin + 2 : end], before))
            place = end + 2
        return (*parts, text[place:]) if place < len(text) else tuple(parts)


def _look(expression: str, before: str | None) -> Ref:
    found = _LOOK.match(expression) if len(expression) < 400 else None
    if found is None:
        return Ref("", (), expression.strip())
    pieces = tuple(next(each for each in piece.groups() if each) for piece in _PIECE.finditer(found["path"]))
    return Ref(found["a"] or found["b"] or before or "", pieces, expression.strip())


def _field(field: JsonObject) -> str:
    """Return what a form says of a field, with the answers there are to choose from."""
    options = [
        text_in(mapping_in(each).get("option")) for each in list_in(mapping_in(field.get("fieldOptions")).get("values"))
    ]
    said = [
        text_in(field.get("fieldLabel")).lstrip("="),
        text_in(field.get("placeholder")),
        " / ".join(filter(None, options)),
    ]
    return " · ".join(filter(None, said))[:500]


def _is_step(kind: str, params: JsonObject) -> bool:
    """Return whether a node of this kind becomes a step here."""
    return kind in _STEPS or kind in _MODELS or text_in(params.get("operation")).lower() in _ASKS


def _kind(raw: Mapping[str, Any]) -> str:
    return text_in(raw.get("type")).rpartition(".")[2].lower()


def _left(node: Node, why: str) -> LeftOut:
    return LeftOut(name=node.name, kind=node.kind, why=why)


def _told(name: str, value: Any) -> str:
    if not isinstance(value, tuple):
        return f"{name} = {value}"
    said = [each.raw if isinstance(each, Ref) else str(each) for each in cast("tuple[Any, ...]", value)]
    return f"{name} = {''.join(said)}"
