"""Reads a document as a workflow. All errors are found at once, with their lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from aule.contracts.errors import TooLarge
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.canvas import Canvas, Note, Point
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import MAX_STEPS, StepKind
from aule.contracts.runs.workflow import Workflow, WorkflowView
from aule.kernel.workflows.document_writer import Format, document, form_of
from aule.kernel.workflows.form import DocumentForm, Schema, StepForm
from aule.kernel.workflows.original_form import in_own_form, is_original
from aule.kernel.workflows.text import ParsedText, Place, place_of, read_text
from aule.text.words import fold

M = TypeVar("M", bound=Model)

MOST_FINDINGS = 100
_LISTS = ("steps", "nodes")
_DRAWN = (("canvas", "positions"), ("canvas", "pins"))
"""Places in which a key is the step it is about."""
_KINDS = {
    "capability": StepKind.CALL,
    "prompt": StepKind.AGENT,
    "ask": StepKind.HUMAN,
    "if": StepKind.CONDITION,
    "workflow": StepKind.WORKFLOW,
    "steps": StepKind.WORKFLOW,
}
_BELONG = {
    "params": ("capability",),
    "agent": ("prompt",),
    "tools": ("prompt",),
    "max_turns": ("prompt",),
    "options": ("ask",),
    "free_text": ("ask",),
    "inputs": ("workflow", "steps"),
    "takes": ("steps",),
    "state": ("steps",),
    "output": ("steps",),
    "max": ("for_each", "repeat"),
}
"""Keys that mean something only beside another one."""


def parse(text: str) -> Workflow:
    """Return the workflow a document describes, as people or programs write it. Nothing of it runs."""
    return workflow_of(read_text(text))


def workflow_of(read: ParsedText) -> Workflow:
    """Return the workflow that was read; raise `Faulty` with all errors of its form."""
    whole: Any = read.value
    if not isinstance(whole, dict):
        raise Faulty("The document", [_finding(read, (), "It is not an object", "Begin with `id:` and `steps:`.")])
    value = cast("JsonObject", whole)
    if (count := count_steps(value)) > MAX_STEPS:
        raise TooLarge(f"The document has {count} steps, at most {MAX_STEPS} are allowed.", hint="Use `for_each`.")
    if "graph" in value:
        return _of_wire(read, value)
    if is_original(value):
        value = in_own_form(value)
    form, wrong = _validated(DocumentForm, read, value)
    wrong += _misplaced(read, value.get("steps"), ("steps",))
    if not value.get("id") and not value.get("title"):
        wrong.append(_finding(read, (), "It has neither an id nor a title", "Write `id: a-short-name`."))
    if form is None or wrong:
        raise Faulty("The document", wrong[:MOST_FINDINGS])
    return _sound(read, _wire(form))


def whole_document(workflow: Workflow, format: Format) -> str | None:
    """Return a workflow as a document that reads back as the same; None where a document has no place for all of it."""
    try:
        again = workflow_of(ParsedText(form_of(workflow)))
    except (Faulty, TooLarge):
        return None
    drawn = workflow.canvas if workflow.canvas != Canvas() else None
    same = Workflow(**{name: getattr(workflow, name) for name in _WIRE if name != "canvas"}, canvas=drawn)
    return document(workflow, format) if again == same else None


def count_steps(value: Any) -> int:
    """Return how many steps a document has, without validating them."""
    total, left = 0, [value]
    while left:
        each = left.pop()
        if not isinstance(each, dict):
            continue
        mapping = cast("JsonObject", each)
        left.append(mapping.get("graph"))
        for name in _LISTS:
            inner = mapping.get(name)
            if isinstance(inner, list):
                total += len(cast("list[Any]", inner))
                if total > MAX_STEPS:
                    return total
                left.extend(cast("list[Any]", inner))
    return total


def slug(title: str) -> str:
    """Return the id a title suggests: `Plano de aula` is `plano-de-aula`."""
    words = re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")
    return (words if words[:1].isalpha() else f"workflow-{words}".rstrip("-"))[:64].rstrip("-")


def _of_wire(read: ParsedText, value: JsonObject) -> Workflow:
    """Return a workflow as programs write it, without the fields only the system sets."""
    kept = {name: each for name, each in value.items() if name in _WIRE}
    if "id" not in value and isinstance(value.get("title"), str):
        kept["id"] = slug(value["title"])
    unknown = [name for name in value if name not in WorkflowView.model_fields]
    if unknown:
        hint = f"It can have {', '.join(Workflow.model_fields)}."
        raise Faulty("The document", [_finding(read, (name,), f"{name!r} is not known", hint) for name in unknown])
    found = _sound(read, kept)
    return found.model_copy(update={"graph": _unlinked(found.graph)})


_WIRE = ("id", "title", "description", "project", "graph", "budget", "at_once", "canvas")


def _unlinked(graph: Any) -> Any:
    """Return a graph in which other workflows are named and not inserted."""
    nodes = [
        step.model_copy(
            update={"graph": None if step.workflow or step.graph is None else _unlinked(step.graph)}
            | ({"workflow_version": None} if step.workflow else {})
        )
        for step in graph.nodes
    ]
    return graph.model_copy(update={"nodes": nodes})


def _wire(form: DocumentForm) -> JsonObject:
    id = form.id or slug(form.title)
    return {
        "id": id,
        "title": form.title or id,
        "description": form.description,
        "project": form.project,
        "graph": _graph(form.steps, form.inputs, form.state, form.output),
        "budget": None if form.budget is None else form.budget.model_dump(),
        "at_once": form.at_once,
        "canvas": None if form.canvas is None else form.canvas.model_dump(),
    }


def _graph(steps: list[StepForm], inputs: Mapping[str, Schema], state: Mapping[str, Schema], output: Any) -> JsonObject:
    return {
        "inputs": {name: _schema(each) for name, each in inputs.items()},
        "state": {name: _schema(each) for name, each in state.items()},
        "nodes": [_step(step) for step in steps],
        "output": output,
    }


def _schema(schema: Schema) -> JsonObject:
    return schema if isinstance(schema, dict) else {} if schema == "any" else {"type": schema}


def _step(form: StepForm) -> JsonObject:
    kept = (
        "id",
        "title",
        "description",
        "agent",
        "prompt",
        "tools",
        "max_turns",
        "workflow",
        "inputs",
        "timeout_s",
        "disabled",
    )
    step: JsonObject = {name: getattr(form, name) for name in kept}
    step |= {"kind": _kind(form), "when": form.when if form.condition is None else form.condition}
    step |= {"on_error": form.on_error, "dependencies": _many(form.depends_on), "writes": _many(form.writes)}
    step["budget"] = None if form.budget is None else form.budget.model_dump()
    if form.capability is not None:
        step["call"] = {"capability": form.capability, "params": form.params}
    if form.ask is not None:
        step["question"] = {"message": form.ask, "options": form.options, "free_text": form.free_text}
    if form.steps is not None:
        takes = form.takes if form.takes is not None else dict.fromkeys(form.inputs, "any")
        step["graph"] = _graph(form.steps, cast("Mapping[str, Schema]", takes), form.state, form.output)
    if (form.for_each, form.repeat, form.max) != (None, None, None):
        repeat: JsonObject = {"count": form.repeat, "for_each": form.for_each}
        step["repeat"] = repeat | ({} if form.max is None else {"max": form.max})
    if form.interrupt is not None:
        said = form.interrupt
        step["interrupt"] = {said: True} if isinstance(said, str) else said.model_dump()
    if form.retry is not None:
        step["retry"] = {"max": form.retry} if isinstance(form.retry, int) else form.retry.model_dump()
    return step


def _kind(form: StepForm) -> StepKind:
    for name, kind in _KINDS.items():
        if getattr(form, "condition" if name == "if" else name) is not None:
            return kind
    raise AssertionError("a step that says nothing was let through")


def _many(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


def _misplaced(read: ParsedText, steps: Any, place: Place) -> Iterator[Finding]:
    """Yield steps with too few or too many keys, and keys that mean nothing in their place."""
    listed = cast("list[Any]", steps) if isinstance(steps, list) else []
    for number, each in enumerate(listed):
        if not isinstance(each, dict):
            continue
        step, own = cast("JsonObject", each), (*place, number)
        given = {name for name, value in step.items() if value is not None}
        kinds = [name for name in _KINDS if name in given]
        if len(kinds) != 1:
            what = f"is {' and '.join(map(repr, kinds))} at once" if kinds else "does not say what it does"
            hint = f"Give it exactly one of {', '.join(_KINDS)}."
            yield _finding(read, own, f"The step {step.get('id')!r} {what}", hint, code="unclear_step")
            continue
        for name, owners in _BELONG.items():
            if name in given and not given & set(owners):
                message = f"{name!r} says nothing in the step {step.get('id')!r}"
                hint = f"It belongs to {' or '.join(map(repr, owners))}."
                yield _finding(read, (*own, name), message, hint, code="misplaced")
        if {"if", "when"} <= given:
            message = f"The step {step.get('id')!r} has both 'if' and 'when'"
            yield _finding(read, (*own, "when"), message, "Join them with `and` in `if`.", code="misplaced")
        if "steps" in given:
            yield from _misplaced(read, step["steps"], (*own, "steps"))


def _sound(read: ParsedText, value: JsonObject) -> Workflow:
    workflow, wrong = _validated(Workflow, read, value)
    if workflow is None:
        raise Faulty("The document", wrong)
    return workflow


def _validated(model: type[M], read: ParsedText, value: JsonObject) -> tuple[M | None, list[Finding]]:
    """Return a validated value, or all validation errors."""
    try:
        return model.model_validate_json(json.dumps(value), strict=True), []
    except ValidationError as error:
        findings: dict[Place, Finding] = {}
        for each in error.errors(include_url=False, include_context=False)[: 4 * MOST_FINDINGS]:
            place = place_of(each["loc"], value, each["type"])
            findings.setdefault(place, _told(read, place, each["type"], each["msg"]))
        return None, list(findings.values())[:MOST_FINDINGS]


def _told(read: ParsedText, place: Place, type: str, message: str) -> Finding:
    name = str(place[-1]) if place else "document"
    if type == "extra_forbidden":
        keys = list(_keys(_model_at(place)))
        near = get_close_matches(name, keys, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else f"It can be {', '.join(keys)}."
        return _finding(read, place, f"{name!r} is not a key that is known here", hint)
    if type == "missing":
        return _finding(read, place, f"{name!r} is missing", None)
    return _finding(read, place, f"{name!r}: {message.removeprefix('Value error, ')}", None)


def _model_at(place: Place) -> type[Model]:
    """Return the model that a place in a document is a part of."""
    match place[:-1]:
        case ("canvas",):
            return Canvas
        case ("canvas", "notes", _):
            return Note
        case ("canvas", *_):
            return Point
        case inside:
            return StepForm if any(part in _LISTS for part in inside) else DocumentForm


def _keys(model: type[Model]) -> Iterator[str]:
    for name, info in model.model_fields.items():
        yield info.alias or name


def _finding(
    read: ParsedText, place: Place, message: str, hint: str | None, *, code: str = "invalid_document"
) -> Finding:
    steps: list[str] = []
    value, rest = read.value, len(place)
    for number, part in enumerate(place):
        value = _inside(value, part)
        if isinstance(part, int) and place[number - 1] in _LISTS:
            named = cast("JsonObject", value).get("id") if isinstance(value, dict) else None
            steps.append(str(named or f"#{part + 1}"))
            rest = len(place) - number - 1
    if place[:2] in _DRAWN and len(place) > len(_DRAWN[0]):
        steps = [str(place[2])]
    field = ".".join(str(part) for part in place[len(place) - rest :]) or None
    mark = read.mark(place)
    return Finding(
        code=code,
        step="/".join(steps) or None,
        field=field,
        message=message,
        hint=hint,
        line=mark and mark.line,
        column=mark and mark.column,
    )


def _inside(value: Any, part: str | int) -> Any:
    if isinstance(value, dict):
        return cast("JsonObject", value).get(str(part))
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return items[part] if isinstance(part, int) and part < len(items) else None
