"""Everything skills bring to the kernel: importing this adds it to the app."""

from aule.apps.skills import additions, search, start
from aule.apps.skills.app import skills
from aule.apps.skills.capabilities import changes, exports, looks, scripts

__all__ = ["additions", "changes", "exports", "looks", "scripts", "search", "skills", "start"]
