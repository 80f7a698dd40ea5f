"""Reading a workflow file: YAML that is only data, every key known, every mistake told with its line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from aule.apps.conductor.documents import read_text
from aule.apps.conductor.workflow.form import (
    KINDS,
    ApprovalForm,
    CapabilityForm,
    CheckForm,
    CriterionForm,
    DefaultsForm,
    InputForm,
    RetryForm,
    TaskForm,
    WorkflowFile,
)
from aule.apps.conductor.workflow.notes import Notes, notes_on
from aule.contracts.model import JsonObject, Model
from aule.kernel.workflows.text import Place, place_of

LARGEST = 1_000_000
"""Bytes of a workflow file."""
_MOST = 100
_BELONG: Mapping[str, tuple[str, ...]] = {
    "prompt": ("agent",),
    "reads": ("agent",),
    "outputs": ("agent",),
    "check": ("agent", "capability"),
    "timeout": ("agent",),
    "retry": ("agent",),
    "on_write": ("agent", "capability", "plan"),
}
"""Keys of a task that mean something only beside another one."""
_INSIDE: Mapping[str, type[Model]] = {
    "defaults": DefaultsForm,
    "retry": RetryForm,
    "check": CheckForm,
    "approval": ApprovalForm,
    "capability": CapabilityForm,
}


@dataclass(frozen=True, slots=True)
class Document:
    """A workflow file that was read; `file` is none when its form is wrong."""

    path: str
    text: str
    file: WorkflowFile | None
    notes: Notes


def read_file(path: Path, *, locale: str = "en") -> Document:
    """Read a workflow file. What is wrong with its form is noted; one that is not there or too large raises."""
    return parse(read_text(path, LARGEST, locale=locale), str(path), locale=locale)


def parse(text: str, path: str = "", *, locale: str = "en") -> Document:
    """Read the text of a workflow file."""
    notes = notes_on(text, path, locale)
    if notes.errors:
        return Document(path, text, None, notes)
    whole: Any = notes.read.value
    if not isinstance(whole, dict):
        notes.wrong("not_a_mapping")
        return Document(path, text, None, notes)
    value = cast("JsonObject", whole)
    _note_tasks(notes, value.get("tasks"))
    _note_criteria(notes, value.get("success"))
    file = _validated(notes, value)
    return Document(path, text, None if notes.errors else file, notes)


def _validated(notes: Notes, value: JsonObject) -> WorkflowFile | None:
    try:
        return WorkflowFile.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        seen: set[Place] = set()
        for each in error.errors(include_url=False, include_context=False)[:_MOST]:
            place = place_of(each["loc"], value, each["type"])
            if place not in seen:
                seen.add(place)
                _tell(notes, place, each["type"], each["msg"])
        return None


def _tell(notes: Notes, place: Place, type: str, message: str) -> None:
    name = str(place[-1]) if place else ""
    where = ".".join(str(part) for part in place)
    if type == "extra_forbidden":
        keys = [info.alias or key for key, info in _model_at(place[:-1]).model_fields.items()]
        near = get_close_matches(name, keys, n=1, cutoff=0.5)
        code = "unknown_key_near" if near else "unknown_key"
        notes.wrong(code, *place, key=where, near=near[0] if near else "", known=", ".join(keys))
    elif type == "missing":
        notes.wrong("missing_key", *place, key=where)
    else:
        notes.wrong("wrong_value", *place, key=where or "?", why=message.removeprefix("Value error, "))


def _model_at(place: Place) -> type[Model]:
    """The form of what stands at a place."""
    if not place:
        return WorkflowFile
    last = place[-1]
    if isinstance(last, str) and last in _INSIDE and (len(place) == 1 or place[0] in ("tasks", "defaults")):
        return _INSIDE[last]
    return {"tasks": TaskForm, "inputs": InputForm, "success": CriterionForm}.get(str(place[0]), WorkflowFile)


def _note_tasks(notes: Notes, tasks: Any) -> None:
    """Tasks that say too little or too much, and keys that mean nothing where they stand."""
    for id, each in (cast("JsonObject", tasks) if isinstance(tasks, dict) else {}).items():
        if not isinstance(each, dict):
            continue
        given = {key for key, value in cast("JsonObject", each).items() if value is not None}
        kinds = [kind for kind in KINDS if kind in given]
        if len(kinds) > 1:
            notes.wrong("several_kinds", "tasks", id, task=repr(id), kinds=", ".join(kinds))
            continue
        if not kinds and "approval" not in given:
            notes.wrong("no_kind", "tasks", id, task=repr(id))
            continue
        for key, owners in _BELONG.items():
            if key in given and not given & set(owners):
                notes.wrong("misplaced", "tasks", id, key, key=repr(key), task=repr(id), owners=", ".join(owners))


def _note_criteria(notes: Notes, criteria: Any) -> None:
    for number, each in enumerate(cast("list[Any]", criteria) if isinstance(criteria, list) else []):
        given = set(cast("JsonObject", each)) if isinstance(each, dict) else set[str]()
        if len(given & {"files_exist", "run", "manual"}) != 1:
            notes.wrong("unclear_criterion", "success", number, number=number + 1)
