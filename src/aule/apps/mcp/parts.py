"""Everything MCP brings to the kernel: importing this adds it to the app."""

from aule.apps.mcp import additions, search, spoken, start
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities import pins, prompts, resources, servers, tools

__all__ = ["additions", "mcp", "pins", "prompts", "resources", "search", "servers", "spoken", "start", "tools"]
