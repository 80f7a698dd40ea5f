"""How insights is put together with the kernel."""

from __future__ import annotations

from aule.apps.insights.app import insights
from aule.apps.insights.insights import Insights
from aule.sdk.system import Kernel


@insights.on_start
def start(kernel: Kernel) -> Insights:
    """Build insights on a kernel."""
    return Insights.of(kernel)
