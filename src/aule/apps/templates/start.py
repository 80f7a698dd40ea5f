"""How templates are put together with the kernel."""

from __future__ import annotations

from aule.apps.templates.app import templates
from aule.apps.templates.gallery import Gallery
from aule.sdk.system import Kernel


@templates.on_start
def start(kernel: Kernel) -> Gallery:
    """Build the gallery on a kernel; nothing is read yet."""
    return Gallery(kernel)
