"""MCP over HTTP: the owner's servers, and the endpoint for other programs."""
