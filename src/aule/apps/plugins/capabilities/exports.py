"""Tools made here as plugins: one zip, built by a compiler where there is one, that other homes approve by hash."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

from pydantic import Field

from aule.apps.plugins.app import plugins
from aule.apps.plugins.records import DESCRIPTOR
from aule.apps.plugins.tool_plugins import ENTRY, ToolPlugin, plugin_of
from aule.apps.plugins.words import say
from aule.sdk import Context, Effect, Model
from aule.sdk.archives import pack
from aule.sdk.wasm import build_component

Tool = Annotated[str, Field(min_length=1, max_length=60, description="A tool made here, by its name.")]


class PluginPackage(Model):
    """A plugin that was built, as an artifact."""

    filename: str
    artifact: str
    bytes: int
    message: str


@plugins.capability(
    effect=Effect.READ,
    title={"en": "Export a tool as a plugin", "pt": "Exportar uma ferramenta como plugin"},
    category="tools",
    targets=["tool"],
    unspoken=True,
    timeout_s=300,
)
async def export_tool(context: Context, tool: Tool) -> PluginPackage:
    """Build a plugin in WebAssembly of a tool made here, with Python inside, and keep it as an artifact."""
    made = await _parts(context, tool)
    module = await build_component(made.world, {ENTRY: made.entry}, ENTRY)
    files = {DESCRIPTOR: made.descriptor.encode(), "plugin.wasm": module}
    content = await asyncio.to_thread(pack, files, made.name)
    filename = f"{made.name}.plugin.zip"
    kept = await context.keep(filename, "application/zip", content)
    message = say("exported", context.locale, filename=filename, size=len(content) / 2**20)
    return PluginPackage(filename=filename, artifact=kept.id, bytes=len(content), message=message)


async def _parts(context: Context, tool: str) -> ToolPlugin:
    name = tool.removeprefix("tool.")
    given = await context.consult("forge.export_tool", {"name": name})
    file = json.loads(str(given.data["content"]))
    known = await context.consult("forge.get_tool", {"name": name})
    return plugin_of(str(file["name"]), int(known.data["version"]), file["tool"], context.locale)
