"""What is shown of plugins: the list, one whole, and its log. Their folders are read each time."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import Field

from aule.apps.plugins.app import plugins
from aule.apps.plugins.logs import LogLine
from aule.apps.plugins.records import PluginView
from aule.apps.plugins.start import Plugins
from aule.sdk import Context, Effect, Model

Named = Annotated[str, Field(min_length=1, max_length=60, description="The plugin, by its name.")]


class ListedPlugins(Model):
    """The plugins there are."""

    items: list[PluginView]
    not_plugins: list[str] = []
    """Names in the folder of plugins that can be none."""


class PluginLogLines(Model):
    """The latest lines of a plugin's log."""

    lines: list[LogLine]


@plugins.capability(
    effect=Effect.READ,
    title={"en": "List plugins", "pt": "Listar plugins"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def list_plugins(context: Context) -> ListedPlugins:
    """List the plugins, those in the folder that nobody approved yet as well, with what each may reach."""
    own = _own(context)
    items = await own.views(context.reading, context.locale)
    context.cite("plugins", rows=len(items))
    return ListedPlugins(items=items, not_plugins=own.folders.strangers())


@plugins.capability(
    effect=Effect.READ,
    title={"en": "Show a plugin", "pt": "Mostrar um plugin"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def show_plugin(context: Context, name: Named) -> PluginView:
    """Show a plugin: its state, what it may reach, its limits and its hash."""
    found = await _own(context).view(context.reading, name, context.locale)
    context.cite("plugins")
    return found


@plugins.capability(
    effect=Effect.READ,
    title={"en": "Show the log of a plugin", "pt": "Mostrar o registro de um plugin"},
    category="tools",
    unspoken=True,
    anywhere=True,
)
async def plugin_log(context: Context, name: Named) -> PluginLogLines:
    """Show what a plugin wrote to its log since the system was started, and what became of its failed calls."""
    context.cite("plugins")
    known = _own(context).logs.get(name)
    return PluginLogLines(lines=[] if known is None else list(known.lines))


def _own(context: Context) -> Plugins:
    return cast("Plugins", context.own)
