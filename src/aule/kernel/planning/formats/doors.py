"""Which format is which: a plan as files of another tool, and files of another tool as a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

from aule.contracts.errors import Invalid
from aule.contracts.plan import Plan
from aule.kernel.planning.formats import checklists, github, kiro, markdown, speckit, taskmaster, workflow
from aule.kernel.planning.parsing import parse
from aule.kernel.planning.reading import Read, read_plan

Format = Literal["workflow", "speckit", "kiro", "taskmaster", "github", "markdown"]
FORMATS: tuple[Format, ...] = get_args(Format)
MOST_FILES = 50
LARGEST = 4 * 1024 * 1024
"""Characters of everything that is imported at once."""

_WRITERS: Mapping[str, Callable[[Plan], dict[str, str]]] = {
    "workflow": workflow.files_of,
    "speckit": speckit.files_of,
    "kiro": kiro.files_of,
    "taskmaster": taskmaster.files_of,
    "github": github.files_of,
    "markdown": markdown.files_of,
}


def export_plan(plan: Plan, format: str) -> dict[str, str]:
    """A plan as the files of a format, each path with its text."""
    write = _WRITERS.get(format)
    if write is None:
        raise Invalid(
            f"{format!r} is no format plans are exported to.",
            field="format",
            candidates=list(FORMATS),
            hint=f"Use one of {', '.join(FORMATS)}.",
        )
    return write(plan)


def import_plan(files: Mapping[str, str], *, id: str, project: str, now: str) -> Read:
    """The plan some files describe: a plan file, task-master's `tasks.json`, or a checklist in Markdown."""
    if not files or len(files) > MOST_FILES or sum(map(len, files.values())) > LARGEST:
        raise Invalid(
            f"There are {len(files)} files to import.",
            code="invalid_file",
            field="files",
            hint=f"Give between 1 and {MOST_FILES} files, with at most {LARGEST} characters together.",
        )
    for path, text in files.items():
        if path.lower().endswith(".json"):
            given = parse(text.encode(errors="surrogatepass")).document
            document = taskmaster.document_of(given) if taskmaster.is_one(given) else given
            read = read_plan(document, id=id, project=project, now=now)
            return Read(read.plan, read.warnings, given)
    document = checklists.document_of(files)
    read = read_plan(document, id=id, project=project, now=now)
    return Read(read.plan, read.warnings, {"files": dict(files)})
