"""Capabilities: the registry, the gate, and the log of the changes that calls make."""
