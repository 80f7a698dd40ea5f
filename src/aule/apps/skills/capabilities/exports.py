"""Skills as zips: an accepted one, and one made of a tool that was made here or of a workflow."""

from __future__ import annotations

import asyncio
import base64
from typing import Annotated

from pydantic import Field

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.apps.skills.capabilities.changes import Named
from aule.apps.skills.records import SkillPackage
from aule.apps.skills.skill_text import files_of_tool, files_of_workflow
from aule.apps.skills.start import own
from aule.sdk import Context, Effect
from aule.sdk.archives import pack
from aule.sdk.workflows import document
from aule.text.hashing import bytes_hash


@skills.capability(
    effect=Effect.READ,
    title={"en": "Export a skill", "pt": "Exportar uma habilidade"},
    category="skills",
    targets=["skill"],
    unspoken=True,
    anywhere=True,
)
async def export(context: Context, skill: Named) -> SkillPackage:
    """Give an accepted skill as a zip that other programs read."""
    found = await queries.skill(context.reading, skill, context.locale)
    return await _package(found.header.name, await own(context).files(context.reading, found))


@skills.capability(
    effect=Effect.READ,
    title={"en": "Export a tool as a skill", "pt": "Exportar uma ferramenta como habilidade"},
    category="skills",
    targets=["tool"],
    unspoken=True,
    anywhere=True,
)
async def export_tool(
    context: Context, tool: Annotated[str, Field(min_length=1, max_length=60, description="A tool made here.")]
) -> SkillPackage:
    """Give a tool made here as a skill: how it is used, its source as a script, and the tool itself as a file."""
    given = await context.consult("forge.export_tool", {"name": tool})
    content = str(given.data["content"])
    name, files = files_of_tool(content)
    return await _package(name, files)


@skills.capability(
    effect=Effect.READ,
    title={"en": "Export a workflow as a skill", "pt": "Exportar um fluxo como habilidade"},
    category="skills",
    targets=["workflow"],
    unspoken=True,
    anywhere=True,
)
async def export_workflow(
    context: Context,
    workflow: Annotated[str, Field(min_length=1, max_length=120, description="A workflow, by its id.")],
) -> SkillPackage:
    """Give a workflow as a skill: its steps in words, and the workflow itself as a document."""
    found = await own(context).kernel.library.workflows.get(workflow)
    name, files = files_of_workflow(found, document(found))
    return await _package(name, files)


async def _package(name: str, files: dict[str, bytes]) -> SkillPackage:
    content = await asyncio.to_thread(pack, files, name)
    return SkillPackage(
        filename=f"{name}.zip", content=base64.b64encode(content).decode("ascii"), sha256=bytes_hash(content)
    )
