"""Everything templates bring to the kernel: importing this adds it to the app."""

from aule.apps.templates import additions, capabilities, start
from aule.apps.templates.app import templates

__all__ = ["additions", "capabilities", "start", "templates"]
