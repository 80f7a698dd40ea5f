"""Everything the forge brings to the kernel: importing this adds it to the app."""

from aule.apps.forge import additions, search, start
from aule.apps.forge.app import forge
from aule.apps.forge.capabilities import changes, drafts, looks

__all__ = ["additions", "changes", "drafts", "forge", "looks", "search", "start"]
