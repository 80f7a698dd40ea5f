"""Everything the forge brings to the kernel: importing this adds it to the app."""

from aule.apps.forge import additions, search, spoken, start
from aule.apps.forge.app import forge
from aule.apps.forge.capabilities import changes, drafts, looks
from aule.apps.forge.capabilities import spoken as spoken_calls

__all__ = ["additions", "changes", "drafts", "forge", "looks", "search", "spoken", "spoken_calls", "start"]
