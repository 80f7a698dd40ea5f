"""Deciding: the registry, the gate, turns, approvals and runs."""
