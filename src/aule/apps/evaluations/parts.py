"""Everything evaluations bring to the kernel: importing this adds it to the app."""

from aule.apps.evaluations import search, start
from aule.apps.evaluations.app import evaluations
from aule.apps.evaluations.capabilities import documents, tries

__all__ = ["documents", "evaluations", "search", "start", "tries"]
