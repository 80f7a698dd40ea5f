"""Personas: agents as people edit them."""

from __future__ import annotations

import re
import unicodedata

from fastapi import APIRouter, Response

from aule.contracts.access.agent import Agent
from aule.contracts.access.change import Removed
from aule.contracts.errors import Invalid
from aule.contracts.views import Page
from aule.kernel.kernel import Kernel
from aule.server.bodies import NewPersona, PersonaClone
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Part, System
from aule.server.versions import expected_version, losing_is_stale, show_version

router = APIRouter(prefix="/v1/personas", tags=["personas"], route_class=JsonRoute)


@router.get("")
async def list_personas(
    kernel: System,
    part: Part,
) -> Page[Agent]:
    """Everybody who can be asked."""
    return await kernel.agents.list(limit=part.limit, after=part.after)


@router.post("", status_code=201)
async def create_persona(body: NewPersona, kernel: System, response: Response) -> Agent:
    """Make a persona."""
    id = body.id or await free_id(kernel, body.name)
    saved = await kernel.documents.save_agent(body.agent(id), expected=None)
    show_version(response, saved.version)
    return saved


@router.get("/{id}")
async def get_persona(id: Id, kernel: System, response: Response) -> Agent:
    """One persona."""
    agent = await kernel.agents.get(id)
    show_version(response, agent.version)
    return agent


@router.put("/{id}")
async def replace_persona(id: Id, body: Agent, kernel: System, response: Response, if_match: IfMatch = None) -> Agent:
    """Replace a persona. Its origin and version are the system's to keep."""
    if body.id != id:
        raise Invalid(f"The persona at {id!r} cannot become {body.id!r}", hint="Ids stay; clone it.", field="id")
    current = await kernel.agents.get(id)
    expected = expected_version(if_match, current.version)
    kept = {"app": current.app, "builtin": current.builtin, "version": current.version}
    with losing_is_stale():
        saved = await kernel.documents.save_agent(body.model_copy(update=kept), expected=expected)
    show_version(response, saved.version)
    return saved


@router.delete("/{id}")
async def delete_persona(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Delete a persona. Its conversations stay."""
    expected = expected_version(if_match, (await kernel.agents.get(id)).version)
    with losing_is_stale():
        return await kernel.documents.delete_agent(id, expected=expected)


@router.post("/{id}/clone", status_code=201)
async def clone_persona(id: Id, body: PersonaClone, kernel: System, response: Response) -> Agent:
    """Make a copy of a persona, to be edited."""
    clone = await kernel.documents.clone_agent(id, name=body.name)
    show_version(response, clone.version)
    return clone


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
