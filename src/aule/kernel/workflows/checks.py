"""The complete check of a workflow: its names exist, its values fit, and the results it uses exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.kernel.engine.graphs.bindings import only_path, uses_in
from aule.kernel.engine.graphs.check import MOST_FINDINGS, check, values_of
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.engine.graphs.expressions import parse, paths_in
from aule.kernel.engine.graphs.needs import output_needs, steps_passed_over
from aule.kernel.engine.graphs.paths import Path
from aule.kernel.engine.graphs.schemas import faults_of, problems_with, reach


def findings_in(graph: Graph, known: CheckContext) -> list[Finding]:
    """Return everything wrong with a graph whose nested workflows are inserted."""
    found = [finding for finding in check(graph, known) if not _is_unlinked(finding, graph)]
    if not any(finding.code == "too_many_steps" for finding in found):
        found += islice(_ValueCheck(known, "").findings(graph), MOST_FINDINGS)
    return found


def notes_on(graph: Graph, prefix: str = "") -> Iterator[Finding]:
    """Yield settings without effect; the graph still runs."""
    passed_over = steps_passed_over(graph)
    off = {step.id for step in graph.nodes if step.disabled} | passed_over.keys()
    for step in graph.nodes:
        place = f"{prefix}{step.id}"
        if step.id in passed_over:
            yield _passed_over(place, step.id, passed_over[step.id])
        if step.kind is StepKind.WORKFLOW and step.retry is not None:
            message = f"{step.id!r} is made of steps and is never tried again as a whole: its retry has no effect"
            yield _note("retry_without_effect", place, "retry", message, "Put retry on the steps inside it.")
        if step.graph is not None and not step.disabled:
            yield from notes_on(step.graph, f"{place}/")
    for id in sorted(output_needs(graph) & off):
        message = f"The output lacks the result of {id!r}, which will not be done: nothing stands in its place"
        hint = "Switch the step on, or let the output be something else."
        yield _note("output_without_result", prefix.rstrip("/") or None, "output", message, hint)


def _passed_over(place: str, id: str, needed: str | None) -> Finding:
    if needed is None:
        message = f"{id!r} will be skipped: nothing it waits for will be done"
        return _note("nothing_before", place, "dependencies", message, "Switch the step before it on.")
    message = f"The result of {needed!r} is missing, because that step will not be done: {id!r} will be skipped"
    hint = f"Switch {needed!r} on, pin a sample result for it, or let {id!r} take another result."
    return _note("result_switched_off", place, None, message, hint)


def _note(code: str, step: str | None, field: str | None, message: str, hint: str) -> Finding:
    return Finding(code=code, step=step, field=field, message=message, hint=hint, blocks=False)


def input_findings(graph: Graph, inputs: JsonObject) -> list[Finding]:
    """Return what is wrong with the inputs of a workflow."""
    found: list[Finding] = []
    for name in inputs:
        if name not in graph.inputs:
            hint = f"It takes {', '.join(graph.inputs) or 'nothing'}."
            found.append(_finding("unknown_input", None, f"inputs.{name}", f"There is no input {name!r}", hint))
    for name, schema in graph.inputs.items():
        if name not in inputs:
            if "default" not in schema:
                told = schema.get("description") or "It has no default."
                found.append(_finding("missing_input", None, f"inputs.{name}", f"The input {name!r} is missing", told))
            continue
        for problem in problems_with(inputs[name], schema, name):
            found.append(_finding("invalid_input", None, f"inputs.{name}", problem, schema.get("description")))
    return found


_UNFIT: Mapping[str, tuple[str, ...]] = {
    "string": ("array", "object", "integer", "number", "boolean"),
    "integer": ("array", "object", "boolean"),
    "number": ("array", "object", "boolean"),
    "boolean": ("array", "object", "integer", "number"),
    "array": ("object", "string", "integer", "number", "boolean"),
    "object": ("array", "string", "integer", "number", "boolean"),
}
"""Types that each type of parameter can never be made of."""


class _ValueCheck:
    """Checks paths and types inside values, where schemas describe them."""

    def __init__(self, known: CheckContext, prefix: str) -> None:
        self._known = known
        self._prefix = prefix
        self._by_id: dict[str, Step] = {}
        self._writers: dict[str, Step] = {}

    def findings(self, graph: Graph) -> Iterator[Finding]:
        self._by_id = {step.id: step for step in graph.nodes}
        self._writers = {key: step for step in graph.nodes for key in step.writes}
        for step in graph.nodes:
            yield from self._tools(step)
            for place, path in paths_of(step):
                if isinstance(problem := self._schema_at(path, graph), str):
                    message = f"{str(path)!r} finds nothing: {problem}"
                    yield self._finding("unknown_binding", step.id, place, message, "Look at what that step gives.")
            yield from self._types(step, graph)
            if step.graph is not None:
                yield from _ValueCheck(self._known, f"{self._prefix}{step.id}/").findings(step.graph)

    def _tools(self, step: Step) -> Iterator[Finding]:
        for name in step.tools or []:
            if name == "*" or (
                name.endswith(".*") and any(each.name.startswith(name[:-1]) for each in self._known.registry.all())
            ):
                continue
            try:
                self._known.registry.get(name)
            except AuleError as error:
                yield self._finding("unknown_capability", step.id, "tools", str(error), error.problem.hint)

    def _types(self, step: Step, graph: Graph) -> Iterator[Finding]:
        """Yield parameters bound to another step's output of an impossible type."""
        if step.call is None:
            return
        takes = self._params(step.call.capability)
        for name, value in step.call.params.items():
            wanted = reach(takes, [name])
            if not isinstance(wanted, dict) or (path := only_path(value)) is None:
                continue
            found = self._schema_at(path, graph)
            if isinstance(found, dict) and found.get("type") in _UNFIT.get(str(wanted.get("type")), ()):
                message = f"{name!r} takes {wanted['type']}, and {str(path)!r} is {found['type']}"
                hint = "Put it into a sentence: `Found: {{…}}`." if wanted["type"] == "string" else None
                yield self._finding("wrong_type", step.id, f"params.{name}", message, hint)

    def _schema_at(self, path: Path, graph: Graph) -> JsonObject | str:
        """Return the schema a path leads to, as far as it is described, or why it leads nowhere."""
        root, *rest = path.parts
        name = str(rest[0]) if rest else ""
        if root in ("state", "inputs"):
            schema = (graph.state if root == "state" else graph.inputs).get(name, {})
            if next(faults_of(schema), None):
                return {}
            found = reach(schema, rest[1:])
            return self._schema_of_key(name, rest[1:]) if root == "state" and found == {} else found
        step = self._by_id.get(name) if root == "steps" else None
        if step is None or len(rest) < 2 or rest[1] != "result":
            return {}
        return reach(self._returns(step), rest[2:])

    def _schema_of_key(self, key: str, parts: list[str | int]) -> JsonObject | str:
        """Return the schema of a shared key, from the step that writes it."""
        writer = self._writers.get(key)
        if writer is None:
            return {}
        return reach(self._returns(writer), parts if len(writer.writes) == 1 else [key, *parts])

    def _params(self, capability: str) -> JsonObject:
        try:
            return self._known.registry.get(capability).params
        except AuleError:
            return {}

    def _returns(self, step: Step) -> JsonObject:
        """Return the schema of a step's output, as far as it is described."""
        schema: JsonObject = {}
        if step.kind is StepKind.CONDITION:
            schema = {"type": "boolean"}
        elif step.kind in (StepKind.AGENT, StepKind.HUMAN):
            schema = {"type": "string"}
        elif step.call is not None:
            try:
                schema = self._known.registry.get(step.call.capability).returns
            except AuleError:
                return {}
        if step.repeat is None:
            return schema
        return {"type": "array", "items": schema, "$defs": schema.get("$defs", {})}

    def _finding(self, code: str, step: str | None, field: str, message: str, hint: str | None) -> Finding:
        place = self._prefix.rstrip("/") or None if step is None else f"{self._prefix}{step}"
        return _finding(code, place, field, message, hint)


def paths_of(step: Step) -> Iterator[tuple[str, Path]]:
    """Yield every path a step uses; unreadable expressions are reported by the basic check."""
    try:
        for place, value in values_of(step):
            yield from ((use.place, use.path) for use in uses_in(value, place))
        if step.when is not None:
            yield from (("when", path) for path in sorted(paths_in(parse(step.when)), key=str))
    except AuleError:
        return


def _is_unlinked(finding: Finding, graph: Graph) -> bool:
    """Return whether a graph is missing only because its workflow is, which is reported already."""
    if finding.code != "incomplete" or finding.field != "graph" or finding.step is None:
        return False
    inside: Any = graph
    step: Step | None = None
    for id in finding.step.split("/"):
        step = next((each for each in inside.nodes if each.id == id), None)
        inside = step.graph if step is not None else None
        if inside is None:
            break
    return step is not None and step.workflow is not None


def _finding(code: str, step: str | None, field: str, message: str, hint: str | None) -> Finding:
    return Finding(code=code, step=step, field=field, message=message, hint=hint)
