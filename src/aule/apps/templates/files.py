"""Where templates come from: apps, the home, and the folder of a project. A file that cannot be read is told of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from aule.contracts.errors import AuleError
from aule.contracts.runs.finding import Finding
from aule.sdk.files import Workspace

SourceKind = Literal["builtin", "app", "home", "project"]
SUFFIXES = (".yaml", ".yml", ".json")
MOST_FILES = 200
"""Files of one folder that are read."""
LARGEST = 500_000
FOLDER = ".aule/templates"
"""Where a project keeps its templates."""


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """A file that should hold a template, where it stands, and its text or why it has none."""

    source: SourceKind
    place: str
    """Its name, with its folder where that is not obvious."""
    app: str | None = None
    text: str = ""
    problem: Finding | None = None


def files_of_package(app: str, package: str, folder: str, *, is_builtin: bool) -> Iterator[TemplateFile]:
    """Yield the templates that an app brings in a folder of its package."""
    source: SourceKind = "builtin" if is_builtin else "app"
    try:
        entries = sorted(resources.files(package).joinpath(folder).iterdir(), key=lambda each: each.name)
    except (ImportError, OSError) as error:
        yield TemplateFile(source, f"{package}/{folder}", app, problem=_unreadable(str(error)))
        return
    for entry in entries:
        if entry.name.endswith(SUFFIXES):
            yield _read(TemplateFile(source, entry.name, app), entry.read_bytes())


def files_of_home(folder: Path) -> Iterator[TemplateFile]:
    """Yield the templates of the data directory."""
    if not folder.is_dir():
        return
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(SUFFIXES))
    for name in names[:MOST_FILES]:
        file = TemplateFile("home", f"templates/{name}")
        try:
            yield _read(file, (folder / name).read_bytes())
        except OSError as error:
            yield _broken(file, error.strerror or str(error))
    yield from _left_out("home", "templates", len(names))


def files_of_rows(rows: Mapping[str, Mapping[str, Any]]) -> Iterator[TemplateFile]:
    """Yield the templates that were added from the catalogue."""
    for id, row in rows.items():
        yield TemplateFile("home", f"catalogue/{id}", text=str(row["content"]))


def files_of_project(workspace: Workspace) -> Iterator[TemplateFile]:
    """Yield the templates in the folder of a project; they are only ever read through its workspace."""
    if workspace.stat(FOLDER) is None:
        return
    try:
        found = [each for each in workspace.list(FOLDER) if each.path.endswith(SUFFIXES)]
    except AuleError as error:
        yield TemplateFile("project", FOLDER, problem=_unreadable(error.problem.message))
        return
    for entry in found[:MOST_FILES]:
        file = TemplateFile("project", entry.path)
        try:
            yield _read(file, workspace.read(entry.path, max_bytes=LARGEST))
        except AuleError as error:
            yield _broken(file, error.problem.message)
    yield from _left_out("project", FOLDER, len(found))


def _read(file: TemplateFile, content: bytes) -> TemplateFile:
    if len(content) > LARGEST:
        return _broken(file, f"It has {len(content)} bytes, at most {LARGEST} are read")
    try:
        return TemplateFile(file.source, file.place, file.app, content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _broken(file, "It is not UTF-8")


def _broken(file: TemplateFile, message: str) -> TemplateFile:
    return TemplateFile(file.source, file.place, file.app, problem=_unreadable(message))


def _unreadable(message: str) -> Finding:
    return Finding(code="broken_template", step=None, message=message)


def _left_out(source: SourceKind, place: str, count: int) -> Iterator[TemplateFile]:
    if count > MOST_FILES:
        yield TemplateFile(source, place, problem=_unreadable(f"It holds {count} files, and {MOST_FILES} are read"))
