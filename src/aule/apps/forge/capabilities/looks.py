"""Looking at tools made here: which there are, each whole, its versions, and as a file."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.apps.forge.cards import difference
from aule.apps.forge.files import write_tool_file
from aule.apps.forge.records import ForgedTool, Origin, Status, ToolName
from aule.apps.forge.words import say
from aule.sdk import Context, Effect, FileDiff, Model, errors


class ListedTool(Model):
    """A tool, without its source."""

    name: ToolName
    capability: str
    title: str
    description: str
    version: int
    status: Status
    origin: Origin
    project: str | None
    reaches: str | None
    """The address it reads, where it reads one."""
    tests: int
    failing: int
    hash: str
    updated_at: str


class ListedTools(Model):
    """The tools made here."""

    items: list[ListedTool]


class ToolVersions(Model):
    """Every version of a tool, the latest first."""

    items: list[ForgedTool]


class ToolDifference(Model):
    """What two versions of a tool have different."""

    files: list[FileDiff]


class ToolFile(Model):
    """A tool as one file."""

    filename: str
    content: str


Named = Annotated[str, Field(min_length=1, max_length=60, description="The tool, by its name.")]
Version = Annotated[int, Field(ge=1)]


def listed(tool: ForgedTool, locale: str) -> ListedTool:
    """Return a tool as it stands in a list."""
    language = "pt" if locale.startswith("pt") else "en"
    return ListedTool(
        name=tool.name,
        capability=tool.capability,
        title=getattr(tool.title, language),
        description=getattr(tool.description, language),
        version=tool.version,
        status=tool.status,
        origin=tool.origin,
        project=tool.project,
        reaches=None if tool.fetch is None else tool.fetch.url,
        tests=len(tool.results),
        failing=sum(not each.ok for each in tool.results),
        hash=tool.hash,
        updated_at=tool.updated_at,
    )


@forge.capability(
    effect=Effect.READ,
    title={"en": "List tools made here", "pt": "Listar ferramentas feitas aqui"},
    category="tools",
    unspoken=True,
    anywhere=True,
    aliases=["list_forged_tools"],
)
async def list_tools(context: Context) -> ListedTools:
    """List the tools made here, with their versions and whether they can be used."""
    found = await queries.all_tools(context.reading)
    context.cite("tools", rows=len(found))
    return ListedTools(items=[listed(each, context.locale) for each in found])


@forge.capability(
    effect=Effect.READ,
    title={"en": "Show a tool made here", "pt": "Mostrar uma ferramenta feita aqui"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def get_tool(context: Context, name: Named) -> ForgedTool:
    """Show a tool made here with its source, schemas, tests and limits."""
    return await queries.tool(context.reading, name, context.locale)


@forge.capability(
    effect=Effect.READ,
    title={"en": "Compare versions of a tool", "pt": "Comparar versões de uma ferramenta"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def compare_versions(context: Context, name: Named, before: Version, after: Version) -> ToolDifference:
    """Show what two versions of a tool have different."""
    known = {each.version: each for each in await queries.versions(context.reading, name.removeprefix("tool."))}
    for number in (before, after):
        if number not in known:
            raise errors.NotFound(say("no_version", context.locale, name=name, version=number), field="version")
    return ToolDifference(files=difference(known[before], known[after], context.locale).files)


@forge.capability(
    effect=Effect.READ,
    title={"en": "Export a tool", "pt": "Exportar uma ferramenta"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def export_tool(context: Context, name: Named) -> ToolFile:
    """Give a tool as one file that can be imported elsewhere."""
    tool = await queries.tool(context.reading, name, context.locale)
    return ToolFile(filename=f"{tool.name}.tool.json", content=write_tool_file(tool))
