"""Everything the planner app brings to the kernel: importing this adds it to the app."""

from aule.apps.planner import agents, plans
from aule.apps.planner.app import planner

__all__ = ["agents", "planner", "plans"]
