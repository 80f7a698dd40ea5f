"""The small parts a system is put together from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from aule.contracts.ambient import Ambient
from aule.contracts.catalog import ProbeFacts
from aule.contracts.recipe import Recipe
from aule.contracts.settings import Settings
from aule.kernel.capabilities.context import Picture
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.dispatch import Dispatcher, LocalDispatcher
from aule.kernel.engine.queue import SharedDispatcher, Terms
from aule.kernel.journal import Journal
from aule.models.images import Illustrator
from aule.sandbox.net.web import Web
from aule.sdk import App
from aule.stores.database import Database, SharedDatabase
from aule.stores.home import Home
from aule.stores.secrets import Secrets
from aule.stores.settings import SettingsFile
from aule.stores.workers import Worker


def recipes_of(apps: Sequence[App]) -> Callable[[], list[Recipe]]:
    """Every recipe the apps bring."""
    return lambda: [recipe for app in apps for recipe in app.recipes]


def facts_in(probed: dict[tuple[str, str], ProbeFacts]) -> Callable[[str, str], ProbeFacts | None]:
    """What each model showed it can do."""
    return lambda provider, model: probed.get((provider, model))


def secrets_of(home: Home) -> Secrets:
    """The secrets of a data directory; its token is one of them."""
    secrets = Secrets(home)
    secrets.guard(home.token())
    return secrets


def dispatcher_of(
    journal: Journal, database: Database, ambient: Ambient, me: Worker | None, terms: Terms
) -> Dispatcher:
    """Who drives runs: this process alone, or all that share the database."""
    if me is None or not isinstance(database, SharedDatabase):
        return LocalDispatcher()
    return SharedDispatcher(journal, database, ambient, me, terms)


def registry_of(apps: Sequence[App]) -> Registry:
    """Everything the apps can do."""
    registry = Registry()
    for app in apps:
        registry.add(app.capabilities)
    return registry


def limits_of(settings: SettingsFile) -> Callable[[str], int | None]:
    """How much of a queue is done at the same time, by the settings as they are now."""

    def limit(queue: str) -> int | None:
        found = settings.current().queues.get(queue)
        return None if found is None else found.at_once

    return limit


def outside(
    settings: Callable[[], Settings], secret: Callable[[str], str | None], ambient: Ambient
) -> tuple[Illustrator, Web]:
    """Who reaches outside when a capability asks for it: for pictures, and for the web."""
    return Illustrator(settings, secret, ambient), Web(settings, secret, ambient)


def drawing_with(illustrator: Illustrator) -> Callable[[str, str], Awaitable[Picture]]:
    """Has pictures made."""

    async def draw(prompt: str, size: str) -> Picture:
        content, mime = await illustrator.draw(prompt, size)
        return Picture(content, mime)

    return draw
