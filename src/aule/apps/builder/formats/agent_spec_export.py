"""Workflows written as flows of Open Agent Spec, with notes on what the format has no place for.

A flow there goes from one node to the next, so steps stand in a line in which each comes after those it waits for.
What the format cannot say stands in the metadata of each node, so that a file of ours comes back as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from aule.apps.builder.words import say
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import form_of

SPEC_VERSION = "26.1.2"
"""The first version in which a model may be left to who runs the flow."""
OURS = "aule"
MODEL = "model"
_COLLECTED: JsonObject = {"title": "collected_result", "type": "array", "items": {"type": "string"}}
_TEMPLATE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_BRANCH = re.compile(r"steps\.(?P<step>[\w-]+)\.result == (?P<value>true|false|\"[^\"\\]*\"|-?\d+)")


class ExportedWorkflow(Model):
    """A workflow as a file: its name, its text, and what the format has no place for."""

    filename: str
    content: str
    notes: list[str]


def export_workflow(workflow: Workflow, locale: str) -> ExportedWorkflow:
    """Return a workflow as a flow of Open Agent Spec, in JSON: YAML readers differ about keys such as `yes`."""
    writer = _Writer(locale)
    form = form_of(workflow)
    flow = writer.flow(workflow.id, workflow.title, workflow.graph, cast("list[JsonObject]", form["steps"]))
    flow["description"] = workflow.description or None
    kept = {key: value for key, value in form.items() if key != "steps"}
    flow["metadata"] = {OURS: {"workflow": kept}}
    whole = flow | {"$referenced_components": writer.components, "agentspec_version": SPEC_VERSION}
    text = json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    return ExportedWorkflow(filename=f"{workflow.id}.agentspec.json", content=text, notes=writer.notes)


def template_of(text: str) -> tuple[str, dict[str, str]]:
    """Return a text whose looks are plain names, and what each name stands for."""
    names: dict[str, str] = {}

    def replace(found: re.Match[str]) -> str:
        name = re.sub(r"\W+", "_", found[1]).strip("_") or "value"
        names[name] = found[1]
        return f"{{{{{name}}}}}"

    return _TEMPLATE.sub(replace, text), names


def order_of(graph: Graph) -> list[Step]:
    """Return the steps of a graph, each after those it waits for, else in their order."""
    placed: dict[str, Step] = {}
    left = list(graph.nodes)
    while left:
        ready = [step for step in left if all(name in placed for name in step.dependencies)]
        for step in ready or left:
            placed[step.id] = step
        left = [step for step in left if step.id not in placed]
    return list(placed.values())


@dataclass(slots=True)
class _Writer:
    locale: str
    components: JsonObject = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])

    def note(self, key: str, **values: object) -> None:
        said = say(key, self.locale, **values)
        if said not in self.notes:
            self.notes.append(said)

    def component(self, type: str, id: str, name: str, **fields: Any) -> JsonObject:
        """Keep a component, and return the reference to it."""
        self.components[id] = {"component_type": type, "id": id, "name": name, "metadata": {}, **fields}
        return {"$component_ref": id}

    def flow(self, id: str, name: str, graph: Graph, forms: list[JsonObject]) -> JsonObject:
        return _FlowWriter(self, id, graph, {str(form["id"]): form for form in forms}).write(name)

    def model(self) -> JsonObject:
        self.note("export_model")
        return self.component("LlmConfig", MODEL, MODEL, model_id="default")


@dataclass(slots=True)
class _FlowWriter:
    """Writes one flow: its nodes in a line, and what flows between them."""

    writer: _Writer
    id: str
    graph: Graph
    forms: dict[str, JsonObject]
    control: list[JsonObject] = field(default_factory=list[JsonObject])
    data: list[JsonObject] = field(default_factory=list[JsonObject])

    def write(self, name: str) -> JsonObject:
        writer = self.writer
        ordered = order_of(self.graph)
        if any(len(step.dependencies) != 1 for step in ordered[1:]) or len(ordered) != len(self.graph.nodes):
            writer.note("export_in_a_line")
        inputs = [_property(key, schema) for key, schema in self.graph.inputs.items()]
        start = writer.component(
            "StartNode", f"{self.id}/_start", "start", inputs=inputs, outputs=inputs, branches=["next"]
        )
        nodes = [start]
        ends: list[tuple[JsonObject, str | None]] = [(start, None)]
        for step in ordered:
            node, ends = self._place(step, ends, nodes)
            nodes.append(node)
        end = self._end(nodes)
        for source, branch in ends:
            self._follow(source, branch, end)
        return {
            "component_type": "Flow",
            "id": self.id,
            "name": name,
            "description": None,
            "metadata": {},
            "inputs": inputs,
            "outputs": self._outputs(),
            "start_node": start,
            "nodes": [*nodes, end],
            "control_flow_connections": self.control,
            "data_flow_connections": self.data,
        }

    def _outputs(self) -> list[JsonObject]:
        return [_property("result", {"type": "string"})] if self._output_source() is not None else []

    def _output_source(self) -> tuple[JsonObject, str] | None:
        output = self.graph.output
        found = _TEMPLATE.fullmatch(output) if isinstance(output, str) else None
        return None if found is None else self._source(found[1])

    def _end(self, nodes: list[JsonObject]) -> JsonObject:
        outputs = self._outputs()
        end = self.writer.component(
            "EndNode", f"{self.id}/_end", "end", inputs=outputs, outputs=outputs, branches=[], branch_name="next"
        )
        source = self._output_source()
        if source is not None:
            self._flow_to(end, "result", source)
        elif self.graph.output is not None:
            self.writer.note("export_output")
        return end

    def _place(
        self, step: Step, ends: list[tuple[JsonObject, str | None]], nodes: list[JsonObject]
    ) -> tuple[JsonObject, list[tuple[JsonObject, str | None]]]:
        """Put a step after what came before it; one that may be skipped has a branch around it."""
        node = self._node(step)
        if step.when is None or step.kind is StepKind.CONDITION:
            for source, branch in ends:
                self._follow(source, branch, node)
            return node, [(node, None)]
        found = _BRANCH.fullmatch(step.when)
        value = '"true"' if found is None else found["value"]
        key = value[1:-1] if value.startswith('"') else value
        switch = self.writer.component(
            "BranchingNode",
            f"{self.id}/{step.id}/_branch",
            f"{step.id} branch",
            inputs=[_property("branching_mapping_key", {"type": "string"})],
            outputs=[],
            branches=["default", "run"],
            mapping={key: "run"},
        )
        nodes.append(switch)
        source = self._source(f"steps.{found['step']}.result") if found is not None else None
        if source is None:
            source = self._condition(f"{step.id}/_when", step.when, nodes), "result"
            for before, branch in ends:
                self._follow(before, branch, source[0])
            ends = [(source[0], None)]
        for before, branch in ends:
            self._follow(before, branch, switch)
        self._flow_to(switch, "branching_mapping_key", source)
        self._follow(switch, "run", node)
        return node, [(node, None), (switch, "default")]

    def _condition(self, id: str, expression: str, nodes: list[JsonObject]) -> JsonObject:
        self.writer.note("export_conditions")
        node = self._tool(id, "aule.condition", expression, {})
        nodes.append(node)
        return node

    def _node(self, step: Step) -> JsonObject:
        if step.repeat is not None:
            return self._map(step)
        node = self._plain(step, f"{self.id}/{step.id}")
        self._feed(node, step)
        return node

    def _plain(self, step: Step, id: str) -> JsonObject:
        """Return the node of a step, without what flows into it."""
        metadata = self._metadata(step)
        match step.kind:
            case StepKind.AGENT:
                return self._agent(step, id, metadata)
            case StepKind.HUMAN:
                text, names = template_of(step.question.message if step.question is not None else "")
                inputs = [_property(name, {"type": "string"}) for name in names]
                return self.writer.component(
                    "InputMessageNode",
                    id,
                    step.id,
                    inputs=inputs,
                    outputs=[_property("result", {"type": "string"})],
                    branches=["next"],
                    message=text,
                    metadata=metadata,
                )
            case StepKind.WORKFLOW if step.graph is not None and step.workflow is None:
                inner = cast("list[JsonObject]", self.forms[step.id].get("steps", []))
                flow = self.writer.flow(f"{id}/flow", step.title or step.id, step.graph, inner)
                self.writer.components[flow["id"]] = flow
                return self.writer.component(
                    "FlowNode",
                    id,
                    step.id,
                    inputs=flow["inputs"],
                    outputs=flow["outputs"],
                    branches=["next"],
                    subflow={"$component_ref": flow["id"]},
                    metadata=metadata,
                )
            case StepKind.WORKFLOW:
                self.writer.note("export_workflows")
                return self._tool(f"{step.id}", f"workflow.{step.workflow}", step.title, step.inputs, metadata)
            case StepKind.CONDITION:
                self.writer.note("export_conditions")
                return self._tool(step.id, "aule.condition", step.when or "", {}, metadata)
            case StepKind.CALL:
                call = step.call
                assert call is not None
                return self._tool(step.id, call.capability, step.title or call.capability, call.params, metadata)

    def _agent(self, step: Step, id: str, metadata: JsonObject) -> JsonObject:
        text, names = template_of(step.prompt or "")
        inputs = [_property(name, {"type": "string"}) for name in names]
        shared: JsonObject = {"inputs": inputs, "outputs": [_property("result", {"type": "string"})]}
        model = self.writer.model()
        if step.agent is None and not step.tools:
            return self.writer.component(
                "LlmNode",
                id,
                step.id,
                **shared,
                branches=["next"],
                llm_config=model,
                prompt_template=text,
                metadata=metadata,
            )
        tools = [
            self.writer.component("ServerTool", f"{id}/{tool}", tool, description=tool, inputs=[], outputs=[])
            for tool in step.tools or []
        ]
        agent = self.writer.component(
            "Agent", f"{id}/agent", step.agent or step.id, **shared, llm_config=model, system_prompt=text, tools=tools
        )
        return self.writer.component(
            "AgentNode", id, step.id, **shared, branches=["next"], agent=agent, metadata=metadata
        )

    def _tool(
        self, id: str, name: str, description: str, params: JsonObject, metadata: JsonObject | None = None
    ) -> JsonObject:
        inputs = [_param(key, value) for key, value in params.items()]
        outputs = [_property("result", {"type": "string"})]
        place = f"{self.id}/{id}"
        tool = self.writer.component(
            "ServerTool", f"{place}/tool", name, description=description, inputs=inputs, outputs=outputs
        )
        return self.writer.component(
            "ToolNode",
            place,
            id.partition("/")[0] if metadata is not None else id,
            inputs=inputs,
            outputs=outputs,
            branches=["next"],
            tool=tool,
            metadata=metadata or {},
        )

    def _map(self, step: Step) -> JsonObject:
        """Return the node of a step that runs for each item: a flow with that step inside."""
        place = f"{self.id}/{step.id}"
        if step.repeat is not None and step.repeat.for_each is None:
            self.writer.note("export_count")
        once = step.model_copy(
            update={"repeat": None, "dependencies": [], "when": None, "interrupt": None, "writes": []}
        )
        given = {re.sub(r"\W+", "_", path): path for path in _looks(step) if not path.startswith("item")}
        inputs: dict[str, JsonObject] = {"item": {"type": "string"}} | {name: {"type": "string"} for name in given}
        inner = Graph(inputs=inputs, nodes=[once], output=f"{{{{steps.{step.id}.result}}}}")
        form = {**self.forms[step.id]}
        written = _MapFlowWriter(self.writer, f"{place}/each", inner, {step.id: form})
        written.given = {path: name for name, path in given.items()}
        flow = written.write(step.title or step.id)
        self.writer.components[flow["id"]] = flow
        node = self.writer.component(
            "MapNode",
            place,
            step.id,
            inputs=[_iterated(each) for each in flow["inputs"]],
            outputs=[_COLLECTED] if flow["outputs"] else [],
            branches=["next"],
            subflow={"$component_ref": flow["id"]},
            reducers={each["title"]: "append" for each in flow["outputs"]},
            metadata=self._metadata(step),
        )
        each: Any = step.repeat.for_each if step.repeat is not None else None
        for path in _paths(each):
            if (source := self._source(path)) is not None:
                self._flow_to(node, "iterated_item", source)
        for name, path in given.items():
            if (source := self._source(path)) is not None:
                self._flow_to(node, f"iterated_{name}", source)
        return node

    def _metadata(self, step: Step) -> JsonObject:
        form = {key: value for key, value in self.forms[step.id].items() if key != "steps"}
        if any(key in form for key in ("interrupt", "retry", "on_error", "timeout_s", "budget", "writes")):
            self.writer.note("export_conduct")
        if step.disabled:
            self.writer.note("export_disabled")
        return {OURS: {"step": form, "place": list(self.forms).index(step.id)}}

    def _feed(self, node: JsonObject, step: Step) -> None:
        """Let what a step looks at flow into its node."""
        values: JsonObject = dict(step.inputs)
        if step.call is not None:
            values |= step.call.params
        for name, value in values.items():
            for path in _paths(value):
                if (source := self._source(path)) is not None:
                    self._flow_to(node, name, source)
                else:
                    self.writer.note("export_look", name=step.id)
                break
        texts = [step.prompt or "", step.question.message if step.question is not None else ""]
        for name, path in [pair for text in texts for pair in template_of(text)[1].items()]:
            source = self._source(path)
            if source is None:
                self.writer.note("export_look", name=step.id)
            else:
                self._flow_to(node, name, source)

    def _source(self, path: str) -> tuple[JsonObject, str] | None:
        """Return the node and the output that a path begins at."""
        root, _, rest = path.partition(".")
        name = re.split(r"[.\[]", rest)[0]
        if root == "state":
            name = next((step.id for step in self.graph.nodes if name in step.writes), "")
            root = "steps"
        if root == "inputs" and name in self.graph.inputs:
            return {"$component_ref": f"{self.id}/_start"}, name
        step = next((each for each in self.graph.nodes if each.id == name), None) if root == "steps" else None
        if step is None or ".result" not in f".{rest}":
            return None if step is None or not path.startswith("state") else self._result(step)
        return self._result(step)

    def _result(self, step: Step) -> tuple[JsonObject, str] | None:
        has_none = step.kind is StepKind.WORKFLOW and step.graph is not None and step.workflow is None
        if has_none and not _TEMPLATE.fullmatch(str(step.graph.output if step.graph is not None else "")):
            return None
        return {"$component_ref": f"{self.id}/{step.id}"}, "result" if step.repeat is None else "collected_result"

    def _follow(self, source: JsonObject, branch: str | None, target: JsonObject) -> None:
        name = f"{source['$component_ref']} → {target['$component_ref']}"
        edge: JsonObject = {
            "component_type": "ControlFlowEdge",
            "id": f"{name} {branch or 'next'}",
            "name": name,
            "metadata": {},
        }
        self.control.append(edge | {"from_node": source, "from_branch": branch, "to_node": target})

    def _flow_to(self, target: JsonObject, name: str, source: tuple[JsonObject, str]) -> None:
        said = f"{source[0]['$component_ref']}.{source[1]} → {target['$component_ref']}.{name}"
        edge: JsonObject = {"component_type": "DataFlowEdge", "id": said, "name": said, "metadata": {}}
        ends = {
            "source_node": source[0],
            "source_output": source[1],
            "destination_node": target,
            "destination_input": name,
        }
        if all(each["id"] != said for each in self.data):
            self.data.append(edge | ends)


@dataclass(slots=True)
class _MapFlowWriter(_FlowWriter):
    """Writes the flow of one step that runs for each item: what it looks at around it is handed in."""

    given: dict[str, str] = field(default_factory=dict[str, str])

    def _source(self, path: str) -> tuple[JsonObject, str] | None:
        if path == "item" or path.startswith(("item.", "item[")):
            return {"$component_ref": f"{self.id}/_start"}, "item"
        if path in self.given:
            return {"$component_ref": f"{self.id}/_start"}, self.given[path]
        return _FlowWriter._source(self, path)

    def _metadata(self, step: Step) -> JsonObject:
        return {}


def _property(name: str, schema: JsonObject) -> JsonObject:
    kept = {key: value for key, value in schema.items() if key in ("type", "default", "description", "items", "enum")}
    return {"title": name, **({"type": "string"} if "type" not in kept else {}), **kept}


def _param(name: str, value: Any) -> JsonObject:
    """Return the property of a parameter; a plain value is its default."""
    if next(_paths(value), None) is not None:
        return _property(name, {"type": "string"})
    kinds = {"str": "string", "bool": "boolean", "int": "integer", "float": "number", "list": "array", "dict": "object"}
    kind = kinds.get(type(value).__name__, "string")
    extra: JsonObject = {"items": {}} if kind == "array" else {}
    return {"title": name, "type": kind, "default": value, **extra}


def _iterated(inner: JsonObject) -> JsonObject:
    return {"title": f"iterated_{inner['title']}", "anyOf": [inner, {"type": "array", "items": inner}]}


def _looks(step: Step) -> list[str]:
    values = [step.prompt, step.inputs, None if step.call is None else step.call.params]
    values.append(None if step.question is None else step.question.message)
    return list(dict.fromkeys(path for value in values for path in _paths(value)))


def _paths(value: Any) -> Iterator[str]:
    """Yield every path that a value looks at."""
    match value:
        case str():
            yield from (found[1] for found in _TEMPLATE.finditer(value))
        case {"$from": str(path), **rest} if not rest:
            yield f"steps.{path}"
        case {"$item": str(path), **rest} if not rest:
            yield f"item.{path}".rstrip(".")
        case dict():
            for each in cast("JsonObject", value).values():
                yield from _paths(each)
        case list():
            for each in cast("list[Any]", value):
                yield from _paths(each)
        case _:
            return
