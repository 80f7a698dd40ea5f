"""Jota: the agent of School Power, what it is told in each turn, and what it does with no model at all."""

from aule.apps.school.agente_jota import agent, pages

__all__ = ["agent", "pages"]
