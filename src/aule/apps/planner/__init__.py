"""The planner app: the agents that make, review and carry out plans, and plans that need no model."""

from aule.apps.planner import agents, plans
from aule.apps.planner.app import planner

__all__ = ["agents", "planner", "plans"]
