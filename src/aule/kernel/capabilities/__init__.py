"""Capabilities: the registry, the gate, and the log of what they changed."""
