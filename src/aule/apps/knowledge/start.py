"""How knowledge is put together with the kernel."""

from __future__ import annotations

from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.knowledge import Knowledge
from aule.sdk.system import Kernel


@knowledge.on_start
def start(kernel: Kernel) -> Knowledge:
    """Build knowledge on a kernel."""
    return Knowledge.of(kernel)
