"""Environments: which there are, where their projects lie, and in which of them a mistake is dear (CO-1, CO-36)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aule.apps.conductor.documents import Mapped, read_document
from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.apps.conductor.homes.homes import SHARED, Home

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What environments, projects and agents may be called."""
DEAR = frozenset({"main", "master", "prod", "production", "producao", "produção", "live"})
"""Words in a name that make an environment protected, unless its entry says otherwise."""
MOST_ENVIRONMENTS = 100

_VARIABLE = re.compile(r"\$\{([^}]*)\}")
_VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Environment:
    """A place where projects are."""

    name: str
    root: Path
    """Absolute; whether it exists is looked at when it is used."""
    protected: bool = False
    projects: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Projects that lie elsewhere than right under the root, by key."""
    line: int | None = None

    def project_root(self, project: str) -> Path:
        """Where a project lies, with every link followed."""
        return Path(os.path.realpath(self.projects.get(project, self.root / project)))


@dataclass(frozen=True, slots=True)
class Workspaces:
    """All environments of a home, in the order of the file."""

    path: str
    environments: Mapping[str, Environment]
    notes: tuple[Finding, ...] = ()
    """What is worth knowing about the file, and environments that overlap."""

    def __iter__(self) -> Iterator[Environment]:
        return iter(self.environments.values())


def is_name(text: str) -> bool:
    """Whether something may be the name of an environment, a project or an agent: nothing that could be a path."""
    return NAME.fullmatch(text) is not None and ".." not in text and not text.startswith(".") and text != SHARED


def is_dear(name: str) -> bool:
    """Whether an environment of this name is protected by default."""
    return not DEAR.isdisjoint(re.split(r"[-_.]", name.casefold()))


def read_workspaces(home: Home, *, locale: str = ENGLISH) -> Workspaces:
    """The environments a home names; raises with file and line when its file cannot be used."""
    shown = str(home.workspaces)
    if not home.workspaces.exists():
        raise Misconfigured([found("no_workspaces", shown)], locale)
    document = read_document(home.workspaces, shown=shown, locale=locale)
    document.unknown({"workspaces", "version"}, is_error=True)
    entries = document.mapping("workspaces", required=True)
    environments: dict[str, Environment] = {}
    if entries is not None:
        if len(entries.value) > MOST_ENVIRONMENTS:
            document.wrong("too_many", "workspaces", most=MOST_ENVIRONMENTS)
        for name in entries.value:
            if (one := _environment(entries, name, home)) is not None:
                environments[name] = one
    document.check(locale)
    return Workspaces(shown, environments, (*document.findings, *overlaps(shown, environments, home)))


def overlaps(path: str, environments: Mapping[str, Environment], home: Home) -> list[Finding]:
    """Environments that share the folder of a project, or one of which lies in the other (CO-36)."""
    notes: list[Finding] = []
    everyone = list(environments.values())
    for number, one in enumerate(everyone):
        for other in everyone[number + 1 :]:
            if clash := _clash(one, other, home):
                project, root = clash
                values = {"one": one.name, "other": other.name, "project": project, "root": str(root)}
                notes.append(found("ambientes_sobrepostos", path, other.line, **values))
            elif _nested(one, other):
                notes.append(warned("nested_environments", path, other.line, one=one.name, other=other.name))
    return notes


def shares(environment: Environment, project: str, others: Workspaces) -> Environment | None:
    """Another environment to which the folder of a project belongs as well."""
    root = environment.project_root(project)
    return next(
        (other for other in others if other.name != environment.name and _holds(other, root, environment)), None
    )


def expand(text: str, variables: Mapping[str, str]) -> tuple[str, str | None]:
    """A path with `~` and `${NAME}` filled in, and the first name that stands for nothing."""
    lost: list[str] = []

    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        value = variables.get(name) if _VARIABLE_NAME.fullmatch(name) else None
        if value is None:
            lost.append(name)
        return value or ""

    filled = _VARIABLE.sub(fill, text)
    if text == "~" or text.startswith("~/"):  # only where it was written so: a value is not looked at again
        filled = (variables.get("HOME") or os.path.expanduser("~")) + filled.removeprefix("~")
    return filled, lost[0] if lost else None


def _environment(entries: Mapped, name: str, home: Home) -> Environment | None:
    if not is_name(name):
        entries.wrong("not_a_name", name, name=repr(name))
        return None
    value = entries.value[name]
    if isinstance(value, str):
        root = _path(entries, name, value, home)
        return None if root is None else Environment(name, root, is_dear(name), {}, entries.line(name))
    entry = entries.mapping(name)
    if entry is None:
        if value is None:
            entries.wrong("missing_root", name, name=name)
        return None
    entry.unknown({"root", "protected", "projects"}, is_error=True)
    written = entry.text("root", required=True, longest=4_096)
    root = None if written is None else _path(entry, "root", written, home)
    protected = entry.flag("protected")
    if root is None:
        return None
    projects = _projects(entry, root, home)
    return Environment(name, root, is_dear(name) if protected is None else protected, projects, entries.line(name))


def _projects(entry: Mapped, root: Path, home: Home) -> dict[str, Path]:
    mapped = entry.mapping("projects")
    projects: dict[str, Path] = {}
    for key in () if mapped is None else mapped.value:
        assert mapped is not None
        if not is_name(key):
            mapped.wrong("not_a_name", key, name=repr(key))
            continue
        written = mapped.text(key, required=True, longest=4_096)
        if written is not None and (path := _path(mapped, key, written, home, root)) is not None:
            projects[key] = path
    return projects


def _path(entry: Mapped, key: str, written: str, home: Home, below: Path | None = None) -> Path | None:
    """A path as written, expanded; relative only where there is something it can be relative to."""
    text, lost = expand(written.strip(), home.variables)
    if lost is not None:
        entry.wrong("unknown_variable", key, name=lost)
        return None
    path = Path(text)
    if "\0" in text or not text:
        entry.wrong("empty_value", key)
        return None
    if path.is_absolute():
        return Path(os.path.normpath(path))
    if below is None:
        entry.wrong("not_absolute", key, value=repr(written))
        return None
    if ".." in path.parts:
        entry.wrong("climbs_out", key, value=repr(written))
        return None
    return Path(os.path.normpath(below / path))


def _clash(one: Environment, other: Environment, home: Home) -> tuple[str, Path] | None:
    """A project whose folder belongs to both."""
    if os.path.realpath(one.root) == os.path.realpath(other.root):
        return "*", one.root
    for here, there in ((one, other), (other, one)):
        for key in _known(here, home):
            if _holds(there, here.project_root(key), here):
                return key, here.project_root(key)
    return None


def _holds(environment: Environment, root: Path, asking: Environment) -> bool:
    """Whether the folder of another environment's project is one of this environment's projects.

    Every folder right under a root is one. Deeper inside, it is where this one is protected and the other is not:
    whoever leads from there to here, by a path or a link, would get around the protection.
    """
    own, theirs = Path(os.path.realpath(environment.root)), Path(os.path.realpath(asking.root))
    if root.parent == own or root in {Path(os.path.realpath(path)) for path in environment.projects.values()}:
        return True
    is_by_design = own == theirs or own in theirs.parents  # told as a warning of its own
    return environment.protected and not asking.protected and own in (root, *root.parents) and not is_by_design


def _known(environment: Environment, home: Home) -> list[str]:
    """The projects of an environment that are named anywhere: in its entry, or by agents that live for it."""
    folder = home.projects / environment.name
    here = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    return sorted({*environment.projects, *(name for name in here if is_name(name) and name != "agents")})


def _nested(one: Environment, other: Environment) -> bool:
    first, second = Path(os.path.realpath(one.root)), Path(os.path.realpath(other.root))
    return first in second.parents or second in first.parents
