"""The small parts a system is put together from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from aule.contracts.ambient import Ambient
from aule.contracts.catalog import ProbeFacts
from aule.contracts.recipe import Recipe
from aule.contracts.settings import Settings
from aule.contracts.views import AppInfo
from aule.kernel.apps import Apps, installed
from aule.kernel.capabilities.app_data import AppData, Kept
from aule.kernel.capabilities.ports import Picture
from aule.kernel.capabilities.reading import AgentContext, Readings
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.views import View
from aule.kernel.engine.dispatch import Dispatcher, LocalDispatcher
from aule.kernel.engine.queue import SharedDispatcher, Terms
from aule.kernel.journal import Journal
from aule.kernel.search import AppFinds
from aule.models.images import Illustrator
from aule.sandbox.net.web import Web
from aule.sdk import App
from aule.stores.blobs import Blobs
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


async def data_of(database: Database, blobs: Blobs, apps: Sequence[App]) -> AppData:
    """What the apps keep in tables of their own, which are made where they are not there yet."""
    kept = {app.id: Kept({table.name: table for table in app.tables}, app.check) for app in apps if app.tables}
    data = AppData(database, blobs, kept)
    await data.bring()
    return data


def registry_of(apps: Sequence[App]) -> Registry:
    """Everything the apps can do."""
    registry = Registry()
    for app in apps:
        registry.add(app.capabilities)
    return registry


def finds_of(apps: Sequence[App], readings: Readings) -> AppFinds:
    """Everything apps find by words."""
    return AppFinds([(app.id, find) for app in apps for find in app.finds], readings)


def contexts_of(apps: Sequence[App]) -> dict[str, AgentContext]:
    """What tells agents of their apps, by the agent's id."""
    return {agent: context for app in apps for agent, context in app.contexts.items()}


def views_of(apps: Sequence[App]) -> list[View]:
    """Everything some apps show."""
    return [view for app in apps for view in app.views]


def apps_of(apps: Sequence[App], readings: Readings) -> Apps:
    """The apps as they are listed, with what they show."""
    return Apps([installed(_listed(app), app.views) for app in apps], readings)


def _listed(app: App) -> AppInfo:
    return AppInfo(
        id=app.id,
        name=app.name,
        names=app.names,
        icon=app.icon,
        version=app.version,
        agents=[agent.id for agent in app.agents],
        capabilities=sorted(item.capability.name for item in app.capabilities),
        views=[],
    )


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
