"""Everything the catalogue brings to the kernel: importing this adds it to the app."""

from aule.apps.additions import listed_kinds, spoken, start
from aule.apps.additions.app import additions
from aule.apps.additions.capabilities import looks, sources

__all__ = ["additions", "listed_kinds", "looks", "sources", "spoken", "start"]
