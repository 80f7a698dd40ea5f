"""Resolving: three names to an agent's home and the folder of its project, exactly those and no others (CO-2)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.apps.conductor.agents.manifest import FILE, Manifest, read_manifest
from aule.apps.conductor.findings import ENGLISH, Misconfigured, found
from aule.apps.conductor.homes.environments import Environment, Workspaces, is_name, read_workspaces, shares
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.words import hint, say
from aule.contracts.errors import Invalid, NotFound


class Unresolved(NotFound):
    """No environment, project or agent of Conductor has that name; `candidates` are those there are."""

    code = "unknown_resident"


@dataclass(frozen=True, slots=True)
class Resolved:
    """An agent, and where it works."""

    home: Home
    environment: Environment
    project: str
    home_path: Path
    """The agent's own folder, with every link followed."""
    project_root: Path
    """The project's folder, with every link followed."""
    manifest: Manifest
    is_shared: bool = False
    """Whether it is a meta agent of all environments."""

    @property
    def ref(self) -> str:
        """The agent's name among all: `environment/project/agent`."""
        return f"{self.environment.name}/{self.project}/{self.manifest.id}"


def resolve(home: Home, environment: str, project: str, agent: str, *, locale: str = ENGLISH) -> Resolved:
    """The agent of these three names. One that only another environment has is named in the error, never used."""
    for kind, name in (("environment", environment), ("project", project), ("agent", agent)):
        check_name(kind, name, locale)
    workspaces = read_workspaces(home, locale=locale)
    where = environment_of(workspaces, environment, locale)
    folder, is_shared = _agent_folder(home, where, project, agent, locale)
    real = _own_folder(home, folder, locale)
    manifest = read_manifest(real, shown=str(folder / FILE), locale=locale)
    if is_shared and manifest.is_bound:
        raise Misconfigured([found("shared_resident", folder / FILE, manifest.lines.get("execution_mode"))], locale)
    if not is_shared and manifest.project_key not in (None, project):
        line, key = manifest.lines.get("target_context"), repr(manifest.project_key)
        raise Misconfigured([found("other_project", folder / FILE, line, key=key, project=repr(project))], locale)
    root = project_folder(workspaces, where, project, locale)
    return Resolved(home, where, project, real, root, manifest, is_shared)


def check_name(kind: str, name: str, locale: str = ENGLISH) -> None:
    """Refuse a name that could be a path."""
    if not is_name(name):
        shown = repr(name[:80]).encode("utf-8", "backslashreplace").decode()
        raise Invalid(
            say("not_a_name_given", locale, kind=say(f"kind_{kind}", locale), name=shown),
            code="invalid_name",
            field=kind,
            hint=hint("not_a_name_given", locale),
        )


def environment_of(workspaces: Workspaces, name: str, locale: str = ENGLISH) -> Environment:
    """The environment of a name; raises with those there are."""
    known = workspaces.environments.get(name)
    if known is None:
        raise _unresolved("unknown_environment", list(workspaces.environments), locale, "environment", name=repr(name))
    return known


def project_folder(workspaces: Workspaces, where: Environment, project: str, locale: str = ENGLISH) -> Path:
    """The folder of a project in an environment: it exists, and no other environment has it too."""
    root = where.project_root(project)
    if not root.is_dir():
        code = "root_missing" if not where.root.is_dir() and project not in where.projects else "project_missing"
        raise _unresolved(
            code, _folders(where), locale, "project", project=repr(project), root=str(root), environment=where.name
        )
    if (other := shares(where, project, workspaces)) is not None:
        values = {"one": where.name, "other": other.name, "project": project, "root": str(root)}
        raise Misconfigured([found("ambientes_sobrepostos", workspaces.path, other.line, **values)], locale)
    return root


def place_at(home: Home, folder: Path) -> tuple[str, str] | None:
    """The environment and the project whose folder this is, or is inside of."""
    real = Path(os.path.realpath(folder))
    return next((place for place, root in _places(home) if root in (real, *real.parents)), None)


def only_place(home: Home) -> tuple[str, str] | None:
    """The environment and the project, where there is only one."""
    places = [place for place, _ in _places(home)]
    return places[0] if len(places) == 1 else None


def projects_of(home: Home, where: Environment) -> list[str]:
    """The projects of an environment: those with agents, those named in its entry."""
    folder = home.projects / where.name
    here = [path.name for path in folder.iterdir() if (path / "agents").is_dir()] if folder.is_dir() else []
    return sorted({name for name in (*here, *where.projects) if is_name(name)})


def agents_in(folder: Path) -> list[str]:
    """The names of the agents in a folder, by their manifests."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if is_name(path.name) and (path / FILE).is_file())


def folders_of(where: Environment) -> list[str]:
    """The folders under an environment's root that could be projects, by name."""
    return _folders(where)


def _places(home: Home) -> list[tuple[tuple[str, str], Path]]:
    """Every project with its folder; none where the environments cannot be read, of which others tell."""
    try:
        workspaces = read_workspaces(home)
    except Misconfigured:
        return []
    return [((where.name, name), where.project_root(name)) for where in workspaces for name in _folders(where)]


def _agent_folder(home: Home, where: Environment, project: str, agent: str, locale: str) -> tuple[Path, bool]:
    own = home.agent(where.name, project, agent)
    if own.is_dir():
        return own, False
    shared = home.shared_agents() / agent
    if shared.is_dir():
        return shared, True
    elsewhere = _elsewhere(home, where, project, agent)
    is_old = (home.projects / where.name / "agents" / agent / FILE).is_file()
    code = "agent_of_version_1" if is_old else "agent_elsewhere" if elsewhere else "unknown_agent"
    beside = [] if is_old else [*agents_in(home.agents(where.name, project)), *agents_in(home.shared_agents())]
    raise _unresolved(
        code,
        elsewhere or beside,
        locale,
        "agent",
        agent=repr(agent),
        place=f"{where.name}/{project}",
        elsewhere=", ".join(elsewhere),
    )


def _elsewhere(home: Home, where: Environment, project: str, agent: str) -> list[str]:
    """Where else an agent of this name lives, as `environment/project/agent`."""
    if not home.projects.is_dir():
        return []
    found: list[str] = []
    for environment in sorted(path for path in home.projects.iterdir() if is_name(path.name)):
        for place in sorted(environment.iterdir()) if environment.is_dir() else ():
            if (place / "agents" / agent / FILE).is_file() and (environment.name, place.name) != (where.name, project):
                found.append(f"{environment.name}/{place.name}/{agent}")
    return found[:20]


def _own_folder(home: Home, folder: Path, locale: str) -> Path:
    """The real folder of an agent: reached by its names alone, so that no link makes it another environment's."""
    real = Path(os.path.realpath(folder))
    if real != folder:
        raise Misconfigured([found("linked_home", folder, target=str(real))], locale)
    return real


def _folders(where: Environment) -> list[str]:
    beneath = where.root.iterdir() if where.root.is_dir() else ()
    names = {path.name for path in beneath if is_name(path.name) and not path.name.startswith(".") and path.is_dir()}
    return sorted({*names, *where.projects})


def _unresolved(code: str, candidates: Sequence[str], locale: str, field: str, **values: object) -> Unresolved:
    shown = ", ".join(candidates[:20]) or say("nothing_there", locale)
    return Unresolved(
        say(code, locale, known=shown, **values),
        hint=hint(code, locale, known=shown, **values),
        field=field,
        candidates=list(candidates[:20]),
    )
