"""The MCP app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

from aule.apps.mcp.tables import metadata
from aule.sdk import App

mcp = App("mcp", name={"en": "MCP servers", "pt": "Servidores MCP"}, icon="plug", tables=metadata)
mcp.shows(mcp="/mcp-servers/{id}")
mcp.brings(
    routes=["aule.apps.mcp.wire.servers", "aule.apps.mcp.wire.endpoint"],
    commands=["aule.apps.mcp.terminal.commands"],
)
