"""Inputs of a workflow: what it takes, and what somebody gave, as the types it names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aule.apps.conductor.workflow.form import InputForm, WorkflowFile
from aule.apps.conductor.workflow.notes import Notes
from aule.contracts.model import JsonObject
from aule.kernel.engine.graphs.schemas import problems_with

_WORDS = {"true": True, "yes": True, "sim": True, "1": True, "false": False, "no": False, "não": False, "0": False}


def schemas_of(file: WorkflowFile) -> dict[str, JsonObject]:
    """What a workflow takes, each as a JSON Schema; what need not be given has a default."""
    return {name: _schema(form) for name, form in file.inputs.items()}


def given(file: WorkflowFile, inputs: Mapping[str, Any], notes: Notes) -> JsonObject:
    """What was given, with defaults filled in and words read as the types they should be; wrong ones are noted."""
    for name in inputs:
        if name not in file.inputs:
            known = ", ".join(file.inputs) or "–"
            notes.wrong("unknown_input", "inputs", name=repr(name), known=known)
    found: JsonObject = {}
    for name, form in file.inputs.items():
        place = ("inputs", name)
        if form.default is not None:
            for problem in problems_with(form.default, _typed(form), name):
                notes.wrong("wrong_default", *place, "default", name=repr(name), why=problem)
        if inputs.get(name) is None:
            if form.required and form.default is None:
                notes.wrong("missing_input", *place, name=repr(name), told=form.description)
            found[name] = form.default
            continue
        value = _read(inputs[name], form)
        for problem in problems_with(value, _typed(form), name):
            notes.wrong("wrong_input", *place, name=repr(name), why=problem)
        found[name] = value
    return found


def _schema(form: InputForm) -> JsonObject:
    schema = _typed(form)
    described = {"description": form.description} if form.description else {}
    if form.default is not None:
        return {**schema, **described, "default": form.default}
    if form.required:
        return {**schema, **described}
    return {"anyOf": [schema, {"type": "null"}], **described, "default": None}


def _typed(form: InputForm) -> JsonObject:
    return {"type": form.type} | ({"enum": form.enum} if form.enum else {})


def _read(value: Any, form: InputForm) -> Any:
    """A value from a command line, where everything is words, as what it should be; what does not fit stays words."""
    if not isinstance(value, str) or form.type == "string":
        return value
    if form.type == "boolean":
        return _WORDS.get(value.strip().casefold(), value)
    try:
        return json.loads(value)
    except ValueError:
        return value
