"""What the app keeps while the system runs: the ways out that commands have right now, so that they can be closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aule.apps.registries import queries
from aule.apps.registries.app import registries
from aule.apps.registries.catalogue import registries_of
from aule.apps.registries.records import Consent, Registry
from aule.sdk.registries import RegistryProxy
from aule.sdk.system import Kernel

LOOK_S = 1.0
"""How often it is looked whether what a running command may reach is still allowed."""


@dataclass(eq=False, slots=True)
class WayOut:
    """The way out of one running command."""

    project: str
    registries: Sequence[Registry]
    proxy: RegistryProxy


@dataclass(slots=True)
class WaysOut:
    """The ways out of all running commands of this process."""

    kernel: Kernel
    open: list[WayOut] = field(default_factory=list[WayOut])

    @asynccontextmanager
    async def opened(self, way: WayOut) -> AsyncGenerator[None]:
        """Keep a way out for the block, and close it as soon as what it reaches is not allowed any more."""
        self.open.append(way)
        looking = asyncio.create_task(self._look(way))
        try:
            yield
        finally:
            self.open.remove(way)
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            way.proxy.stop()

    async def close(self) -> None:
        """End all connections: the system stops."""
        for way in self.open:
            way.proxy.stop()

    def revoke(self, project: str, registry: str) -> None:
        """End all connections of commands that may reach a registry in a project: it was revoked."""
        for way in self.open:
            if way.project == project and any(each.id == registry for each in way.registries):
                way.proxy.stop()

    async def _look(self, way: WayOut) -> None:
        """Close a way out when its consent is gone, whoever took it back: an undo, another process, the settings."""
        try:
            while await self._is_still_allowed(way):
                await self.kernel.ambient.clock.sleep(LOOK_S)
        finally:
            way.proxy.stop()  # also where nobody can tell any more

    async def _is_still_allowed(self, way: WayOut) -> bool:
        known = registries_of(self.kernel.settings.current())
        allowed = await queries.consents(self.kernel.database, way.project)
        return all(known.get(each.id) == each and is_allowed(each, allowed.get(each.id)) for each in way.registries)


def is_allowed(registry: Registry, consent: Consent | None) -> bool:
    """Return whether a consent covers a registry as it is now: one that got another server is asked about again."""
    return consent is not None and set(registry.urls) <= set(consent.urls)


@registries.on_start
def start(kernel: Kernel) -> WaysOut:
    """Return the ways out of a kernel: none before a command asks for one."""
    return WaysOut(kernel)
