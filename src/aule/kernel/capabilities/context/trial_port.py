"""What a capability needs of the kernel to try an agent."""

from __future__ import annotations

from typing import Protocol

from aule.contracts.runs.run import Run
from aule.contracts.runs.trial import TrialEnd, TrialTurn


class TrialPort(Protocol):
    """Asks agents without any effect."""

    async def take(self, run: Run, call: str, turn: TrialTurn) -> TrialEnd:
        """Ask an agent for a call, and wait for the end; one that was asked already is only read."""
        ...
