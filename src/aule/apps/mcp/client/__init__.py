"""Speaking with MCP servers: connections, transports and what they offer. Loads the SDK when it is used."""
