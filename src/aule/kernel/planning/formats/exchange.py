"""Export and import of plans: finds the format of files and calls its reader or writer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from aule.contracts.errors import AuleError, Invalid
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanOriginal, SourceFormat
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.parser import parse
from aule.kernel.planning.document.reader import ReadPlan, read_plan
from aule.kernel.planning.document.source_values import is_lost
from aule.kernel.planning.formats import (
    cappy,
    checklists,
    codeact,
    github,
    kiro,
    markdown,
    speckit,
    task_markdown,
    task_xml,
    taskmaster,
    workflow,
    workplan,
)

Format = Literal["workflow", "speckit", "kiro", "taskmaster", "github", "markdown", "cappy"]
FORMATS: tuple[Format, ...] = get_args(Format)
MOST_FILES = 50
LARGEST = 4 * 1024 * 1024
"""Characters of everything that is imported at once."""

_ID = re.compile(r"^[a-z0-9][a-z0-9-]{5,39}$")
_WRITERS: Mapping[str, Callable[[Plan], dict[str, str]]] = {
    "workflow": workflow.files_of,
    "speckit": speckit.files_of,
    "kiro": kiro.files_of,
    "taskmaster": taskmaster.files_of,
    "github": github.files_of,
    "markdown": markdown.files_of,
    "cappy": cappy.files_of,
}


def export_plan(plan: Plan, format: str) -> dict[str, str]:
    """Return a plan as the files of a format, each path with its text."""
    write = _WRITERS.get(format)
    if write is None:
        raise Invalid(
            f"{format!r} is no format plans are exported to.",
            field="format",
            candidates=list(FORMATS),
            hint=f"Use one of {', '.join(FORMATS)}.",
        )
    return write(plan)


def import_plan(files: Mapping[str, str], *, id: str, project: str, now: str) -> ReadPlan:
    """Return the plan some files describe, whichever program wrote them; it keeps the files as they were."""
    if not files or len(files) > MOST_FILES or sum(map(len, files.values())) > LARGEST:
        raise Invalid(
            f"There are {len(files)} files to import.",
            code="invalid_file",
            field="files",
            hint=f"Give between 1 and {MOST_FILES} files, with at most {LARGEST} characters together.",
        )
    _refuse_several(files)
    document, original = _found(files)
    read = read_plan(document, id=id, project=project, now=now, is_copy=True)
    return ReadPlan(read.plan.model_copy(update={"original": original}), read.warnings)


def read_document(document: JsonObject, *, id: str, project: str, now: str) -> ReadPlan:
    """Return the plan a document describes, whichever program wrote it; values without a place are kept in it."""
    format, understood = _understood(document)
    read = read_plan(understood, id=id, project=project, now=now, is_copy=True)
    if not is_lost(document, to_file(read.plan)):
        return read
    original = PlanOriginal(format=format, document=document)
    return ReadPlan(read.plan.model_copy(update={"original": original}), read.warnings)


def id_of(original: PlanOriginal | None) -> str | None:
    """Return the id that an imported document gives itself, if a plan can have it."""
    id = None if original is None else original.document.get("id")
    return id if isinstance(id, str) and _ID.match(id) else None


def _refuse_several(files: Mapping[str, str]) -> None:
    """Refuse files of which two are plans of their own: only one of them would be read."""
    for is_one in (_is_plan, _is_task, _is_page):
        own = {_stem(path): path for path, text in files.items() if is_one(path, text)}
        if len(own) > 1:
            first, second = sorted(own.values())[:2]
            raise Invalid(
                f"{first!r} and {second!r} are plans of their own.",
                code="invalid_file",
                field="files",
                hint="A folder is read as the files of one plan; import the plans one by one.",
            )


def _is_plan(path: str, text: str) -> bool:
    if not path.lower().endswith(".json"):
        return False
    try:
        given = parse(text.encode(errors="surrogatepass")).document
    except AuleError:
        return False
    document = _understood(given)[1]
    return any(isinstance(document.get(name), list) and document[name] for name in ("steps", "atomicTasks"))


def _is_task(path: str, text: str) -> bool:
    return path.lower().endswith(".xml") and task_xml.is_one(text)


def _is_page(path: str, text: str) -> bool:
    return path.lower().endswith(".md") and task_markdown.is_one(text)


def _stem(path: str) -> str:
    """Return what the files of one plan have in common: `x.ACTIVE.xml` and `x.xml` are one."""
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name.partition('.')[0]}"


def _found(files: Mapping[str, str]) -> tuple[JsonObject, PlanOriginal]:
    """Return the document in some files with our keys, and the files as they were."""
    for path, text in files.items():
        if path.lower().endswith(".json"):
            given = parse(text.encode(errors="surrogatepass")).document
            format, document = _understood(given)
            others = {name: each for name, each in files.items() if name != path}
            return document, PlanOriginal(format=format, document=given, files=others)
    for path, text in files.items():
        if path.lower().endswith(".xml") or task_xml.is_one(text):
            return task_xml.document_of(text, path), PlanOriginal(format="task", files=dict(files))
    if any(map(task_markdown.is_one, files.values())):
        return task_markdown.document_of(files), PlanOriginal(format="markdown", files=dict(files))
    return checklists.document_of(files), PlanOriginal(format="checklist", files=dict(files))


def _understood(given: JsonObject) -> tuple[SourceFormat, JsonObject]:
    """Return which program wrote a document, and the document with our keys."""
    if workplan.is_one(given):
        return "workplan", workplan.document_of(given)
    if codeact.is_one(given):
        return "codeact", codeact.document_of(given)
    if taskmaster.is_one(given):
        return "taskmaster", taskmaster.document_of(given)
    return "plan", given
