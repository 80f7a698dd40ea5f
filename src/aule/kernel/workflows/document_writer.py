"""Writes a workflow as a document: keys always in the same order, and defaults left out."""

from __future__ import annotations

import json
from typing import Any, Literal

from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.canvas import Canvas, Note, Point
from aule.contracts.runs.graph import Graph, Interrupt, Repeat, Retry, Step
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.form import DocumentForm, StepForm
from aule.kernel.workflows.yaml_writer import write_yaml

Format = Literal["yaml", "json"]


def document(workflow: Workflow, format: Format = "yaml") -> str:
    """Return the text of a workflow; reading it gives the same workflow back."""
    form = form_of(workflow)
    return write_yaml(form) if format == "yaml" else json.dumps(form, ensure_ascii=False, indent=2) + "\n"


def form_of(workflow: Workflow) -> JsonObject:
    """Return a workflow in the form people write."""
    graph = workflow.graph
    return _tidy(
        DocumentForm,
        {
            "id": workflow.id,
            "title": workflow.title if workflow.title != workflow.id else "",
            "description": workflow.description,
            "project": workflow.project,
            "inputs": _schemas(graph.inputs),
            "state": _schemas(graph.state),
            "steps": [_step(step) for step in graph.nodes],
            "output": graph.output,
            "budget": _budget(workflow.budget),
            "at_once": workflow.at_once,
            "canvas": _canvas(workflow.canvas),
        },
    )


def _step(step: Step) -> JsonObject:
    form: JsonObject = {
        "id": step.id,
        "title": step.title,
        "description": step.description,
        "agent": step.agent,
        "prompt": step.prompt,
        "tools": step.tools,
        "max_turns": step.max_turns,
        "workflow": step.workflow,
        "inputs": step.inputs,
        "disabled": step.disabled,
        "depends_on": step.dependencies,
        "if" if step.kind == "condition" else "when": step.when,
        "writes": step.writes,
        "interrupt": _interrupt(step.interrupt),
        "on_error": step.on_error.value,
        "retry": _retry(step.retry),
        "timeout_s": _number(step.timeout_s),
        "budget": _budget(step.budget),
        **_repeat(step.repeat),
    }
    if step.call is not None:
        form |= {"capability": step.call.capability, "params": step.call.params}
    if step.question is not None:
        asked = step.question
        form |= {"ask": asked.message, "options": asked.options, "free_text": asked.free_text}
    if step.graph is not None and step.workflow is None:
        form |= _inside(step.graph, step.inputs)
    return _tidy(StepForm, form)


def _canvas(canvas: Canvas | None) -> JsonObject | None:
    """Return how a workflow is drawn; None for one that was never drawn."""
    if canvas is None:
        return None
    form: JsonObject = {
        "positions": {key: _point(point) for key, point in canvas.positions.items()},
        "notes": [_note(note) for note in canvas.notes],
        "pins": canvas.pins,
    }
    return {name: value for name, value in form.items() if value} or None


def _note(note: Note) -> JsonObject:
    sizes = {"at": _point(note.at), "width": _number(note.width), "height": _number(note.height)}
    return _tidy(Note, {**note.model_dump(), **sizes})


def _point(point: Point) -> JsonObject:
    return {"x": _number(point.x), "y": _number(point.y)}


def _inside(graph: Graph, given: JsonObject) -> JsonObject:
    plain = graph.inputs == {name: {} for name in given}
    return {
        "steps": [_step(step) for step in graph.nodes],
        "takes": None if plain else _schemas(graph.inputs),
        "state": _schemas(graph.state),
        "output": graph.output,
    }


def _schemas(schemas: dict[str, JsonObject]) -> JsonObject:
    return {name: _schema(each) for name, each in schemas.items()}


def _schema(schema: JsonObject) -> str | JsonObject:
    if not schema:
        return "any"
    kinds = ("string", "number", "integer", "boolean", "array", "object")
    return schema["type"] if list(schema) == ["type"] and schema["type"] in kinds else schema


def _repeat(repeat: Repeat | None) -> JsonObject:
    if repeat is None:
        return {}
    is_usual = repeat.max == Repeat().max and (repeat.count, repeat.for_each) != (None, None)
    return {"for_each": repeat.for_each, "repeat": repeat.count, "max": None if is_usual else repeat.max}


def _interrupt(interrupt: Interrupt | None) -> str | JsonObject | None:
    if interrupt in (Interrupt(before=True), Interrupt(after=True)):
        return "before" if interrupt.before else "after"
    return None if interrupt is None else interrupt.model_dump(exclude_defaults=True)


def _retry(retry: Retry | None) -> int | JsonObject | None:
    if retry is None:
        return None
    return retry.max if retry == Retry(max=retry.max) else _numbers(retry)


def _budget(budget: Model | None) -> JsonObject | None:
    return None if budget is None else _numbers(budget)


def _numbers(limits: Model) -> JsonObject:
    return {name: _number(value) for name, value in limits.model_dump().items() if value != []}


def _number(value: float | None) -> float | None:
    """Return whole floats as integers: thirty seconds are 30."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _tidy(model: type[Model], values: JsonObject) -> JsonObject:
    """Return values in the order of the form, without defaults."""
    tidy: JsonObject = {}
    for field, info in model.model_fields.items():
        name = info.alias or field
        value: Any = values.get(name)
        if value is not None and (info.is_required() or value != info.default):
            tidy[name] = value
    return tidy
