"""Kept capabilities: those an app brings while the system runs, each described in a row of a table of its own."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from pydantic import ValidationError

from aule.contracts.access.capability import Capability
from aule.contracts.errors import AppUnavailable
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.capabilities.registry import Registered

log = logging.getLogger(__name__)


class CapabilityMaker(Protocol):
    """What an app keeps while the system runs, where it brings capabilities meanwhile."""

    def registered(self, capability: Capability) -> Registered:
        """Return a capability that one of its rows describes, with the function behind it."""
        ...


@dataclass(frozen=True, slots=True)
class KeptCapability:
    """A capability that a row describes; the app's code is there when it is called."""

    app: str
    capability: Capability
    loads: AppLoads

    @property
    def name(self) -> str:
        """Its exact name."""
        return self.capability.name

    @property
    def aliases(self) -> Sequence[str]:
        """None: a capability that comes later goes by its own name."""
        return ()

    @property
    def presets(self) -> Mapping[str, JsonObject]:
        """None, as it has no aliases."""
        return {}

    def registered(self) -> Registered:
        """Return it with the function behind it; the app has to be loaded."""
        if self.loads.part_of is None or not self.loads.is_ready(self.app):
            raise AppUnavailable(
                f"{self.name!r} cannot be called: the app {self.app!r} is not loaded.",
                hint="Try again; if it stays so, the log of the server says why the app cannot be loaded.",
            )
        return cast("CapabilityMaker", self.loads.part_of(self.app)).registered(self.capability)


@dataclass(frozen=True, slots=True)
class KeptCapabilities:
    """The rows in which an app describes capabilities; nothing of the app is loaded to read them."""

    app: str
    table: str
    column: str
    """Holds a `Capability` as JSON; a row in which it is empty describes none."""
    loads: AppLoads

    async def read(self) -> list[KeptCapability]:
        """Return all of them; a row that cannot be read is told in the log, and hides no other."""
        found: list[KeptCapability] = []
        for text in await self.loads.texts(self.table, self.column):
            try:
                found.append(KeptCapability(self.app, Capability.model_validate_json(text), self.loads))
            except ValidationError as error:
                log.error("a capability in %s cannot be read: %s", self.table, error)
        return found
