"""Discretion: an agent's lasting memories name nobody an app hides, unless the person named them (SP-33)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from aule.contracts.access.veil import EVERY_APP
from aule.contracts.errors import Invalid
from aule.contracts.runs.run import Run
from aule.models.brains.veiled import Veils


class Discretion:
    """Refuses memories about people that only an app's data named."""

    def __init__(self, veils: Veils, heard: Callable[[Run], Awaitable[str]], informed: Collection[str]) -> None:
        self._veils = veils
        self._heard = heard
        """What the person said in the conversation of a run."""
        self._informed = informed
        """Agents of apps: for them a given name alone says who is meant."""

    async def check(self, run: Run, content: str) -> None:
        """Raise when a text names somebody hidden whom the person did not name."""
        veil = await self._veils({EVERY_APP} if run.agent in self._informed else ())
        named = veil.tokens(content)
        if named and not named <= veil.tokens(await self._heard(run)):
            raise Invalid(
                "It names somebody whose data are private, and whom the person did not ask to remember.",
                field="content",
                hint="Leave the name out, or ask the person whether this is to be kept.",
            )
