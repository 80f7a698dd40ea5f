"""Everything the plugins app brings to the kernel: importing this adds it to the app."""

from aule.apps.plugins import additions, search, start
from aule.apps.plugins.app import plugins
from aule.apps.plugins.capabilities import changes, exports, looks

__all__ = ["additions", "changes", "exports", "looks", "plugins", "search", "start"]
