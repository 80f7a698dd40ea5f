"""Everything teams bring to the kernel: importing this adds it to the app."""

from aule.apps.teams import search
from aule.apps.teams.app import teams
from aule.apps.teams.capabilities import asks, documents, handoffs

__all__ = ["asks", "documents", "handoffs", "search", "teams"]
