"""Everything MCP brings to the kernel: importing this adds it to the app."""

from aule.apps.mcp import search, spoken, start
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities import prompts, servers, tools

__all__ = ["mcp", "prompts", "search", "servers", "spoken", "start", "tools"]
