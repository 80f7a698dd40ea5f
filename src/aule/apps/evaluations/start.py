"""How evaluations are put together with the kernel."""

from __future__ import annotations

from aule.apps.evaluations.app import evaluations
from aule.apps.evaluations.trials import TrialBook
from aule.sdk.system import Kernel


@evaluations.on_start
def start(kernel: Kernel) -> TrialBook:
    """Return the trials of a kernel."""
    return TrialBook(kernel)
