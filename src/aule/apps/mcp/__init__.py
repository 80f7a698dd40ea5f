"""MCP: tools of other programs used here, and what is here used by other programs."""
