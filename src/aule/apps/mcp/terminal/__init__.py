"""MCP on the command line."""
