"""Everything insights brings to the kernel: importing this adds it to the app."""

from aule.apps.insights import start
from aule.apps.insights.app import insights

__all__ = ["insights", "start"]
