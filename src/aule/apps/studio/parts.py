"""Everything the studio brings to the kernel: importing this adds it to the app."""

from aule.apps.studio import additions, capabilities, flows
from aule.apps.studio.app import studio

__all__ = ["additions", "capabilities", "flows", "studio"]
