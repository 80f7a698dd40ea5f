"""Looking at resident agents: which there are, what one of them may do, and what is wrong with any."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from aule.apps.conductor.agents.lint import has_errors, lint, lint_home, old_places
from aule.apps.conductor.agents.manifest import read_manifest
from aule.apps.conductor.agents.personas import read_persona
from aule.apps.conductor.agents.questions import told
from aule.apps.conductor.app import conductor, home_of, homes_of
from aule.apps.conductor.findings import Misconfigured
from aule.apps.conductor.homes.environments import read_workspaces
from aule.apps.conductor.homes.homes import SHARED, Home
from aule.apps.conductor.homes.reach import reach
from aule.apps.conductor.homes.resolution import Resolved, agents_in, projects_of, resolve
from aule.apps.conductor.views import LintNote
from aule.apps.conductor.words import say
from aule.sdk import Context, Effect, Model

EnvironmentName = Annotated[str, "The environment, such as `develop`.", Field(min_length=1, max_length=64)]
ProjectName = Annotated[str, "The project, by the name it has there.", Field(min_length=1, max_length=64)]
AgentName = Annotated[str, "The agent's id.", Field(min_length=1, max_length=64)]


class Listed(Model):
    """A resident agent in a list."""

    ref: str = Field(description="`environment/project/agent`, or `_common/agent` for one of all environments.")
    description: str
    scope: list[str] = Field(description="What it may write; none: it only reads.")


class Agents(Model):
    """The resident agents there are."""

    environments: list[str]
    agents: list[Listed]
    message: str


class Shown(Model):
    """A resident agent, whole."""

    ref: str
    description: str
    mode: str
    scope: list[str]
    reach: str = Field(description="What the scope reaches today, in words.")
    tools: list[str]
    task: str
    persona: str
    home: str = Field(description="The folder of its manifest.")
    root: str = Field(description="The folder of its project.")
    notes: list[LintNote]


class Linted(Model):
    """What there is to say about resident agents."""

    ok: bool = Field(description="Whether there is no error.")
    notes: list[LintNote]


@conductor.capability(
    effect=Effect.READ, title={"en": "List resident agents", "pt": "Listar os agentes residentes"}, anywhere=True
)
async def list_agents(context: Context) -> Agents:
    """List the agents that live beside projects, with their environments and what each may write."""
    home = home_of(context)
    mark = homes_of(context).mark(home)
    names, found = await asyncio.to_thread(_all, home, mark, context.locale) if home.exists else ([], [])
    context.cite("conductor", rows=len(found))
    lines = [f"- {each.ref}: {each.description}" for each in found]
    waiting = [each.note(context.locale) for each in await asyncio.to_thread(old_places, home)]
    lines += [f"{each.message} {each.hint}" for each in waiting]
    message = "\n".join(lines) or say("no_agents", context.locale)
    return Agents(environments=names, agents=found, message=message)


@conductor.capability(
    effect=Effect.READ, title={"en": "Show a resident agent", "pt": "Mostrar um agente residente"}, anywhere=True
)
async def show_agent(context: Context, environment: EnvironmentName, project: ProjectName, agent: AgentName) -> Shown:
    """Show a resident agent: what it is for, which tools it has, and which files it may write today."""
    home, locale = home_of(context), context.locale
    resolved = await asyncio.to_thread(resolve, home, environment, project, agent, locale=locale)
    return await asyncio.to_thread(_shown, resolved, context)


@conductor.capability(
    effect=Effect.READ, title={"en": "Check resident agents", "pt": "Conferir os agentes residentes"}, anywhere=True
)
async def lint_agents(context: Context) -> Linted:
    """Check every environment and manifest: errors that keep an agent from working, and what is worth knowing."""
    notes = await asyncio.to_thread(lint_home, home_of(context), locale=context.locale)
    return Linted(ok=not has_errors(notes), notes=notes)


def _all(home: Home, mark: str, locale: str) -> tuple[list[str], list[Listed]]:
    workspaces = read_workspaces(home, locale=locale)
    places = [(where.name, project) for where in workspaces for project in projects_of(home, where)]
    folders = {f"{environment}/{project}": home.agents(environment, project) for environment, project in places}
    folders[SHARED] = home.shared_agents()
    found: list[Listed] = []
    for place, folder in folders.items():
        for agent in agents_in(folder):
            try:
                manifest = read_manifest(folder / agent, locale=locale)
                said, scope = manifest.description, list(manifest.scope)
            except Misconfigured as error:
                said, scope = str(error), []
            found.append(Listed(ref=f"{mark}{place}/{agent}", description=said, scope=scope))
    return list(workspaces.environments), found


def _shown(resolved: Resolved, context: Context) -> Shown:
    manifest, locale = resolved.manifest, context.locale
    reached = reach(resolved.project_root, manifest.scope, context.ambient.clock)
    notes = lint(resolved, locale=locale)
    persona = "" if has_errors(notes) else read_persona(manifest, locale=locale).text
    return Shown(
        ref=resolved.ref,
        description=manifest.description,
        mode=manifest.mode,
        scope=list(manifest.scope),
        reach=told(reached, locale),
        tools=list(manifest.tools),
        task=manifest.task,
        persona=persona,
        home=str(resolved.home_path),
        root=str(resolved.project_root),
        notes=notes,
    )
