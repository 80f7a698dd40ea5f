"""The conductor app: agents that live beside projects, looked at and made by talking."""

from aule.conductor.app import agents, looking, making, recipes, tasks
from aule.conductor.app.app import conductor

__all__ = ["agents", "conductor", "looking", "making", "recipes", "tasks"]
