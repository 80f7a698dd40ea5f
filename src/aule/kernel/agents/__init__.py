"""Agents: who they are, what they get to see, and how a turn goes."""
