"""Personas: agents as people edit them."""

from __future__ import annotations

import re
import unicodedata

from fastapi import APIRouter, Response

from aule.contracts.access.agent import Agent
from aule.contracts.access.change import Removed
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.views import Page
from aule.kernel.kernel import Kernel
from aule.sdk.http import expected_version, losing_is_stale
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Part, System
from aule.server.personas import NewPersona, Persona, PersonaClone, PersonaEdit, fields_of, persona_of
from aule.server.versions import replaced_version, show_version

RULES = ("guidelines", "interrupts", "persona_id", "kept", "flow_graph")
"""What an agent has that a persona seen simply may not know: who replaces one without a word about it keeps it."""

router = APIRouter(prefix="/v1/personas", tags=["personas"], route_class=JsonRoute)


@router.get("")
async def list_personas(
    kernel: System,
    part: Part,
) -> Page[Persona]:
    """Everybody who can be asked."""
    page = await kernel.agents.list(limit=part.limit, after=part.after)
    return Page[Persona](items=[persona_of(agent) for agent in page.items], next=page.next)


@router.post("", status_code=201)
async def create_persona(body: NewPersona, kernel: System, response: Response) -> Persona:
    """Make a persona."""
    agent = Agent(id=body.id or await free_id(kernel, body.name), name=body.name)
    fields = fields_of(body.model_dump(exclude_unset=True, exclude={"id"}), agent, _providers(kernel))
    saved = await kernel.documents.save_agent(Agent.model_validate({**vars(agent), **fields}), expected=None)
    return _shown(saved, response)


@router.get("/{id}")
async def get_persona(id: Id, kernel: System, response: Response) -> Persona:
    """One persona."""
    return _shown(await kernel.agents.get(id), response)


@router.put("/{id}")
async def replace_persona(
    id: Id, body: Persona, kernel: System, response: Response, if_match: IfMatch = None
) -> Persona:
    """Replace a persona. Its origin and version are the system's to keep."""
    if body.id != id:
        raise Invalid(f"The persona at {id!r} cannot become {body.id!r}", hint="Ids stay; clone it.", field="id")
    current = await kernel.agents.get(id)
    expected = await replaced_version(kernel, if_match, current.version, f"agent:{id}")
    fields = fields_of(body.model_dump(exclude_unset=True), current, _providers(kernel))
    unseen = {name: getattr(current, name) for name in RULES if name not in body.model_fields_set}
    return await _saved(kernel, response, current, {**fields, **unseen}, expected)


@router.patch("/{id}")
async def edit_persona(
    id: Id, body: PersonaEdit, kernel: System, response: Response, if_match: IfMatch = None
) -> Persona:
    """Change some fields of a persona; what is left out stays."""
    current = await kernel.agents.get(id)
    expected = expected_version(if_match, current.version)
    fields = {**vars(current), **fields_of(body.model_dump(exclude_unset=True), current, _providers(kernel))}
    return await _saved(kernel, response, current, fields, expected)


@router.delete("/{id}")
async def delete_persona(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Delete a persona. Its conversations stay."""
    expected = expected_version(if_match, (await kernel.agents.get(id)).version)
    with losing_is_stale():
        return await kernel.documents.delete_agent(id, expected=expected)


@router.post("/{id}/clone", status_code=201)
async def clone_persona(id: Id, body: PersonaClone, kernel: System, response: Response) -> Persona:
    """Make a copy of a persona, to be edited."""
    return _shown(await kernel.documents.clone_agent(id, name=body.name), response)


async def _saved(kernel: Kernel, response: Response, current: Agent, fields: JsonObject, expected: int) -> Persona:
    kept = {"app": current.app, "builtin": current.builtin, "version": current.version}
    with losing_is_stale():
        saved = await kernel.documents.save_agent(Agent.model_validate({**fields, **kept}), expected=expected)
    return _shown(saved, response)


def _providers(kernel: Kernel) -> set[str]:
    return {provider.id for provider in kernel.models.providers()}


def _shown(agent: Agent, response: Response) -> Persona:
    show_version(response, agent.version)
    return persona_of(agent)


def slug(name: str) -> str:
    """The id a name suggests: `Ana Lúcia` is `ana-lucia`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return (words if words[:1].isalpha() else f"persona-{words}".rstrip("-"))[:56].rstrip("-")


async def free_id(kernel: Kernel, name: str) -> str:
    """An id after the name that nobody has yet."""
    wish = slug(name)
    for attempt in range(1, 100):
        id = wish if attempt == 1 else f"{wish}-{attempt}"
        if await kernel.agents.find(id) is None:
            return id
    raise Invalid(f"There are a hundred personas named like {name!r}", hint="Give it an id.", field="id")
