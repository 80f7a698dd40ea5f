"""Everything teams bring to the kernel: importing this adds it to the app."""

from aule.apps.teams import figures, search
from aule.apps.teams.app import teams
from aule.apps.teams.capabilities import asks, documents, handoffs, team_figures

__all__ = ["asks", "documents", "figures", "handoffs", "search", "team_figures", "teams"]
