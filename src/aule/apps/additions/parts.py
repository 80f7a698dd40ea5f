"""Everything the catalogue brings to the kernel: importing this adds it to the app."""

from aule.apps.additions import spoken, start, told_kinds
from aule.apps.additions.app import additions
from aule.apps.additions.capabilities import looks, sources

__all__ = ["additions", "looks", "sources", "spoken", "start", "told_kinds"]
