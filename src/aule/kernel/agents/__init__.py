"""Agents: personas and the registry, prompts, and the turns in which agents answer."""
