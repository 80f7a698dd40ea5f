"""Everything Conductor brings to the kernel: importing this adds it to the app."""

from aule.apps.conductor import news, start
from aule.apps.conductor.app import conductor
from aule.apps.conductor.capabilities import agents, looking, making, tasks

__all__ = ["agents", "conductor", "looking", "making", "news", "start", "tasks"]
