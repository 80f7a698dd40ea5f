"""What MCP can do: servers kept by the owner, and their tools called through the gate."""
