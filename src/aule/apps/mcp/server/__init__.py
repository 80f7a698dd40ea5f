"""What MCP clients are offered: tools, resources, and answers to their messages."""
