"""Everything the plugins app brings to the kernel: importing this adds it to the app."""

from aule.apps.plugins import search, start
from aule.apps.plugins.app import plugins
from aule.apps.plugins.capabilities import changes, looks

__all__ = ["changes", "looks", "plugins", "search", "start"]
