"""Seeing a home: environments, projects and agents as the doors show them, read from the files as they are now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from aule.apps.conductor.agents.lint import absent_tools, lint, lint_home, lint_place
from aule.apps.conductor.agents.manifest import Manifest, read_manifest
from aule.apps.conductor.agents.residents import Residents
from aule.apps.conductor.findings import ENGLISH, Misconfigured
from aule.apps.conductor.homes.environments import Environment, read_workspaces
from aule.apps.conductor.homes.homes import SHARED, Home
from aule.apps.conductor.homes.reach import reach
from aule.apps.conductor.homes.resolution import Resolved, agents_in, folders_of, projects_of, resolve
from aule.apps.conductor.sessions.state import look_at_state
from aule.apps.conductor.views import ConductorProject, ConductorView, EnvironmentView, LintNote, ResidentView
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError

MOST_WORKFLOWS = 500
REACH_SECONDS = 0.3
"""How long a whole home waits for what one scope reaches."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is looked at along with the files: which folders are trusted and known to the desktop."""

    residents: Residents
    ambient: Ambient
    is_trusted: Callable[[Path], bool]
    project_at: Callable[[Path], str | None]
    locale: str = ENGLISH


def resident_view(
    residents: Residents, resolved: Resolved, ambient: Ambient, *, seconds: float = 2.0, locale: str = ENGLISH
) -> ResidentView:
    """An agent with what its scope reaches today."""
    manifest = resolved.manifest
    found = reach(resolved.project_root, manifest.scope, ambient.clock, seconds=seconds)
    return _view(manifest, residents.ref(resolved), resolved.environment.name, resolved.project).model_copy(
        update={
            "reaches": found.count if found.complete or found.count else None,
            "examples": list(found.examples),
            "notes": [*lint(resolved, locale=locale), *absent_tools(manifest, residents.knows, locale)],
        }
    )


def home_view(home: Home, sight: Sight) -> ConductorView:
    """A home, whole; what cannot be read is told of beside what can."""
    notes: list[LintNote] = []
    environments: list[EnvironmentView] = []
    if home.exists:
        try:
            workspaces = read_workspaces(home, locale=sight.locale)
            environments = [_environment(home, where, sight) for where in workspaces]
            notes = lint_home(home, locale=sight.locale)
        except Misconfigured as error:
            notes = error.notes
    return ConductorView(
        home=str(home.path),
        exists=home.exists,
        environments=environments,
        shared=[_shared(home, agent, sight) for agent in agents_in(home.shared_agents())],
        workflows=workflows_of(home),
        notes=notes,
    )


def workflows_of(home: Home) -> list[str]:
    """The workflow files of a home, by their path in it."""
    if not home.workflows.is_dir():
        return []
    found = sorted(path for path in home.workflows.rglob("*") if path.suffix in (".yaml", ".yml") and path.is_file())
    return [home.shown(path) for path in found[:MOST_WORKFLOWS]]


def _environment(home: Home, where: Environment, sight: Sight) -> EnvironmentView:
    names = sorted({*projects_of(home, where), *folders_of(where)})
    return EnvironmentView(
        name=where.name,
        root=str(where.root),
        protected=where.protected,
        exists=where.root.is_dir(),
        projects=[_project(home, where, name, sight) for name in names],
    )


def _project(home: Home, where: Environment, name: str, sight: Sight) -> ConductorProject:
    root = where.project_root(name)
    return ConductorProject(
        key=name,
        root=str(root),
        exists=root.is_dir(),
        trusted=sight.is_trusted(root),
        project=sight.project_at(root),
        agents=[_resident(home, where, name, agent, sight) for agent in agents_in(home.agents(where.name, name))],
    )


def _resident(home: Home, where: Environment, project: str, agent: str, sight: Sight) -> ResidentView:
    try:
        resolved = resolve(home, where.name, project, agent, locale=sight.locale)
    except AuleError:
        return _broken(home, where.name, project, agent, sight)
    return resident_view(sight.residents, resolved, sight.ambient, seconds=REACH_SECONDS, locale=sight.locale)


def _shared(home: Home, agent: str, sight: Sight) -> ResidentView:
    folder = home.shared_agents() / agent
    try:
        manifest = read_manifest(folder, locale=sight.locale)
    except Misconfigured as error:
        return _unread(folder, SHARED, "", agent, error.notes)
    shown = _view(manifest, f"{sight.residents.homes.mark(home)}{SHARED}//{agent}", SHARED, "")
    absent = absent_tools(manifest, sight.residents.knows, sight.locale)
    return shown.model_copy(update={"notes": [*lint(folder, locale=sight.locale), *absent]})


def _view(manifest: Manifest, ref: str, environment: str, project: str) -> ResidentView:
    turns, used = look_at_state(manifest.state_path)
    return ResidentView(
        ref=ref,
        id=manifest.id,
        environment=environment,
        project=project,
        description=manifest.description,
        mode=manifest.mode,
        scope=list(manifest.scope),
        tools=list(manifest.tools),
        provider=manifest.provider,
        model=manifest.model or (manifest.role.value if manifest.role else None),
        on_write=manifest.on_write,
        exec=manifest.exec or "off",
        task=manifest.task,
        output=manifest.output,
        home=str(manifest.folder),
        turns=turns,
        last_used=used,
    )


def _broken(home: Home, environment: str, project: str, agent: str, sight: Sight) -> ResidentView:
    notes = lint_place(home, environment, project, agent, sight.locale)
    return _unread(home.agent(environment, project, agent), environment, project, agent, notes)


def _unread(folder: Path, environment: str, project: str, agent: str, notes: list[LintNote]) -> ResidentView:
    return ResidentView(
        ref=f"{environment}/{project}/{agent}",
        id=agent,
        environment=environment,
        project=project,
        description="",
        mode="project_resident",
        scope=[],
        home=str(folder),
        notes=notes,
    )
