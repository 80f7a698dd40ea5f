"""Agents over HTTP: the same stored things as personas, with their rules, versions and files."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from aule.apps.studio.definitions import (
    AgentDefinition,
    AgentFile,
    AgentPage,
    AgentVersion,
    AgentVersions,
    CloneName,
    ExportedAgent,
    FlowCheck,
    FlowDraft,
    ImportedAgent,
    NewAgent,
    RemovedAgent,
    definition_of,
)
from aule.apps.studio.drafts import slug
from aule.apps.studio.formats.exports import Format, export_agent
from aule.apps.studio.formats.files import read_agent
from aule.apps.studio.words import say
from aule.contracts.access.agent_fields import AgentFields, checked_agent, with_fields
from aule.contracts.runs.finding import Faulty, Finding
from aule.sdk import Agent, errors
from aule.sdk.http import Id, IfMatch, Kernel, Routes, Word, stale
from aule.sdk.system import DEFAULT_LOCALE

_TAG = re.compile(r'^"v(\d{1,18})"$')
Limit = Annotated[int, Field(ge=1, le=200)]

wire = Routes(prefix="/v1/agents", tags=["agents"])


@wire.route("GET", "")
async def list_agents(kernel: Kernel, limit: Limit = 100, after: Word = None) -> AgentPage:
    """Everybody who can be asked, with what they may do and their rules."""
    page = await kernel.agents.list(limit=limit, after=after)
    return AgentPage(items=[definition_of(each) for each in page.items], next=page.next)


@wire.route("POST", "", status=201)
async def create_agent(body: NewAgent, kernel: Kernel) -> AgentDefinition:
    """Make an agent."""
    agent = Agent(id=body.id or await _free_id(kernel, body.name), name=body.name)
    made = checked_agent(with_fields(agent, body.model_dump(exclude_unset=True, exclude={"id"})))
    return definition_of(await kernel.documents.save_agent(made, expected=None))


@wire.route("POST", "/import", status=201)
async def import_agent(body: AgentFile, kernel: Kernel, locale: Word = None) -> ImportedAgent:
    """Read an agent from a Markdown file, AGENTS.md, SKILL.md or Open Agent Spec. Nothing in it is run."""
    said = locale or DEFAULT_LOCALE
    read = read_agent(body.content, body.filename, kernel.registry.all(), said)
    name = read.name or say("imported_name", said)
    if (persona := read.fields.get("persona_id")) is not None and await kernel.agents.find(str(persona)) is None:
        read.kept["persona_id"] = read.fields.pop("persona_id")
        read.note("kept_aside", keys="persona_id")
    id = await _free_id(kernel, name)
    agent = checked_agent({"id": id, "name": name, **read.fields})
    if findings := await _flow_findings(kernel, agent):
        flow = read.fields.pop("flow_graph").model_dump(mode="json", exclude_defaults=True)
        read.set_flow_aside(flow, str(findings[0]))
    agent = agent.model_copy(update={"kept": read.kept, "flow_graph": read.fields.get("flow_graph")})
    saved = agent if body.is_draft else await kernel.documents.save_agent(agent, expected=None)
    return ImportedAgent.model_validate({"agent": definition_of(saved), "format": read.format, "notes": read.notes})


@wire.route("POST", "/flow/check")
async def check_flow(body: FlowDraft, kernel: Kernel) -> FlowCheck:
    """Whether an agent can have a flow, and everything that is wrong with it. Nothing is saved and nothing runs."""
    named = Agent(id="new-agent", name="-") if body.agent is None else await kernel.agents.get(body.agent)
    findings = await _flow_findings(kernel, named.model_copy(update={"flow_graph": body.flow_graph}))
    return FlowCheck(ok=not findings, findings=findings)


@wire.route("GET", "/{id}")
async def get_agent(id: Id, kernel: Kernel) -> AgentDefinition:
    """One agent."""
    return definition_of(await kernel.agents.get(id))


@wire.route("PUT", "/{id}")
async def replace_agent(id: Id, body: AgentFields, kernel: Kernel, if_match: IfMatch = None) -> AgentDefinition:
    """Replace an agent: what is left out is as it would be in a new one."""
    current = await kernel.agents.get(id)
    fresh = Agent(id=id, name=current.name, app=current.app, mode=current.mode, bounds=current.bounds)
    return await _saved(kernel, current, with_fields(fresh, body.model_dump(exclude_unset=True)), if_match)


@wire.route("PATCH", "/{id}")
async def edit_agent(id: Id, body: AgentFields, kernel: Kernel, if_match: IfMatch = None) -> AgentDefinition:
    """Change some fields of an agent; what is left out stays."""
    current = await kernel.agents.get(id)
    return await _saved(kernel, current, with_fields(current, body.model_dump(exclude_unset=True)), if_match)


@wire.route("DELETE", "/{id}")
async def delete_agent(id: Id, kernel: Kernel, if_match: IfMatch = None) -> RemovedAgent:
    """Delete an agent. Its conversations stay, and undoing the change brings it back."""
    current = await kernel.agents.get(id)
    removed = await kernel.documents.delete_agent(id, expected=_expected(if_match, current.version))
    return RemovedAgent(change=removed.change)


@wire.route("POST", "/{id}/clone", status=201)
async def clone_agent(id: Id, body: CloneName, kernel: Kernel) -> AgentDefinition:
    """Make a copy of an agent, to be edited."""
    return definition_of(await kernel.documents.clone_agent(id, name=body.name))


@wire.route("GET", "/{id}/export")
async def export(id: Id, kernel: Kernel, format: Format = "markdown", locale: Word = None) -> ExportedAgent:
    """An agent as a file: Markdown with everything, AGENTS.md, SKILL.md, or Open Agent Spec."""
    written = export_agent(await kernel.agents.get(id), format, locale or DEFAULT_LOCALE)
    return ExportedAgent(filename=written.filename, content=written.content, notes=list(written.notes))


@wire.route("GET", "/{id}/versions")
async def list_agent_versions(id: Id, kernel: Kernel) -> AgentVersions:
    """The versions of an agent, the latest first, with who made each."""
    current = await kernel.agents.get(id)
    items = [
        AgentVersion(
            version=change.after["version"],
            at=change.ts,
            by=change.actor,
            name=change.after["name"],
            is_current=change.after["version"] == current.version,
            change=change.id,
        )
        for change in await kernel.changes.versions(f"agent:{id}")
        if change.after is not None
    ]
    return AgentVersions(items=items)


@wire.route("GET", "/{id}/versions/{version}")
async def get_version(id: Id, version: int, kernel: Kernel) -> AgentDefinition:
    """An agent as it was in a version."""
    return definition_of(await _version(kernel, id, version))


@wire.route("POST", "/{id}/versions/{version}/restore")
async def restore_version(id: Id, version: int, kernel: Kernel, if_match: IfMatch = None) -> AgentDefinition:
    """Make an agent what it was in a version; that is a version of its own, and can be undone."""
    current, former = await kernel.agents.get(id), await _version(kernel, id, version)
    return await _saved(kernel, current, vars(former), if_match)


async def _version(kernel: Kernel, id: str, version: int) -> Agent:
    return Agent.model_validate(await kernel.changes.version(f"agent:{id}", version))


async def _flow_findings(kernel: Kernel, agent: Agent) -> list[Finding]:
    try:
        await kernel.documents.check_flow(agent)
    except Faulty as error:
        return error.findings
    return []


async def _saved(kernel: Kernel, current: Agent, fields: dict[str, object], if_match: str | None) -> AgentDefinition:
    kept = {"app": current.app, "builtin": current.builtin, "version": current.version, "id": current.id}
    agent = checked_agent({**fields, **kept})
    expected = _expected(if_match, current.version)
    return definition_of(await kernel.documents.save_agent(agent, expected=expected))


def _expected(if_match: str | None, current: int) -> int:
    """Return the version an edit is about; one that names none is about the current one."""
    if if_match is None or if_match.strip() == "*":
        return current
    tag = _TAG.match(if_match.strip())
    if tag is None:
        raise errors.Invalid(f"If-Match {if_match!r} is not a version.", hint='Send "v3".', field="If-Match")
    if int(tag[1]) != current:
        raise stale(f'"v{current}"')
    return current


async def _free_id(kernel: Kernel, name: str) -> str:
    wish, number = slug(name), 2
    taken = wish
    while await kernel.agents.find(taken) is not None:
        taken, number = f"{wish}-{number}", number + 1
    return taken
