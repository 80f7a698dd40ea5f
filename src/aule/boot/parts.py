"""The small parts a system is put together from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from aule.boot.brought import BroughtApp
from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.capability import Capability
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Corrupt, ModelUnavailable
from aule.contracts.events.facts import MessageAdded
from aule.contracts.plans.recipe import Recipe
from aule.contracts.runs.run import Run
from aule.contracts.settings import Settings
from aule.contracts.talk.catalog import ProbeFacts
from aule.contracts.views import AppInfo
from aule.kernel.apps import Apps, Installed
from aule.kernel.capabilities.apps.data import AppData, AppTables
from aule.kernel.capabilities.apps.follow_ups import FollowUps
from aule.kernel.capabilities.apps.hearings import Hearings
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.capabilities.apps.look_ups import LookUps
from aule.kernel.capabilities.apps.names import AppNames
from aule.kernel.capabilities.apps.pseudonyms import Pseudonyms
from aule.kernel.capabilities.apps.reads import AgentContext, Readings
from aule.kernel.capabilities.apps.references import References
from aule.kernel.capabilities.apps.views import Shown
from aule.kernel.capabilities.context.ports import Picture
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.capabilities.kept_capabilities import KeptCapabilities
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.memory.conversation_search import ConversationSearch
from aule.kernel.memory.discretion import Discretion
from aule.kernel.memory.memory import Memory
from aule.kernel.memory.vectors import Encode, MemoryVectors
from aule.kernel.runs.dispatch import Dispatcher, LocalDispatcher
from aule.kernel.runs.queue import SharedDispatcher, Terms
from aule.kernel.search import AppFinds
from aule.models.switchboard import Switchboard
from aule.models.wire.images import Illustrator
from aule.sandbox.net.web import Web
from aule.stores.database import Database, SharedDatabase, open_database
from aule.stores.home.blobs import Blobs
from aule.stores.home.directory import Home
from aule.stores.home.learned import LearnedFile
from aule.stores.home.secrets import Secrets
from aule.stores.home.settings import SettingsFile
from aule.stores.log.events import LOG_START, Events
from aule.stores.log.integrity import LATEST, lost_contents
from aule.stores.log.marker import Marker
from aule.stores.repositories.search import Search
from aule.stores.repositories.workers import Worker

if TYPE_CHECKING:
    from aule.models.builtin.suggestions import Suggestions
    from aule.understanding.filling.fields import FieldBook

if TYPE_CHECKING:
    from aule.boot.stores import Stores

log = logging.getLogger(__name__)

LEAST_FIT = 0.05
"""What a capability must at least have to do with a query to be found."""


def recipes_of(apps: Sequence[BroughtApp]) -> Callable[[], list[Recipe]]:
    """Every recipe the apps bring."""
    return lambda: [recipe for app in apps for recipe in app.recipes]


def books_of(apps: Sequence[BroughtApp]) -> Callable[[], Mapping[str, FieldBook]]:
    """What each app tells of its things and parameters, read when somebody's words first need it."""

    @cache
    def read() -> Mapping[str, FieldBook]:
        from aule.understanding.filling.fields import FieldBook, shared_book  # needed with the first words

        shared = shared_book()
        found: dict[str, FieldBook] = {}
        for app in apps:
            found[app.id] = shared.with_own(FieldBook.of_values(app.read_words()))
        return found

    return read


def suggestions_of(apps: Sequence[BroughtApp]) -> Callable[[], Mapping[str, Suggestions]]:
    """What each app says about itself to somebody who says hello, read when somebody first does."""

    @cache
    def read() -> Mapping[str, Suggestions]:
        from aule.models.builtin.suggestions import Suggestions  # needed with the first hello

        found: dict[str, Suggestions] = {}
        for app in apps:
            found[app.id] = Suggestions.of({"en": app.name, **app.names}, app.read_suggestions())
        return found

    return read


def teach(switchboard: Switchboard, apps: Sequence[BroughtApp], home: Home) -> LearnedFile:
    """Let words be understood with what the apps tell, and with the sentences a person let this machine keep."""
    learned = LearnedFile(home.learned)
    switchboard.use_words(books_of(apps), suggestions_of(apps))
    switchboard.use_examples(learned.all, home.learned.with_suffix(".npz"))
    return learned


def names_of(apps: Sequence[BroughtApp], readings: Readings, workspaces: Workspaces) -> AppNames:
    """What things and people of the apps are called, and what is on record."""
    known = [(app.id, tell) for app in apps for tell in app.known_names]
    return AppNames(known, readings, {app.id: app.records for app in apps if app.records is not None}, workspaces)


def finder_of(registry: Registry, switchboard: Switchboard) -> Callable[[str, int], Awaitable[list[Capability]]]:
    """A search for capabilities, by the words they share with a query and by what both mean."""

    async def find(query: str, limit: int) -> list[Capability]:
        known = registry.all()
        shared, relevance = registry.shared_words(query), await switchboard.relevance(query, known)
        scores = {each.name: shared.get(each.name, 0.0) + relevance.scores[each.name] for each in known}
        best = sorted((each for each in known if scores[each.name] > LEAST_FIT), key=lambda each: -scores[each.name])
        return best[:limit]

    return find


def facts_in(probed: dict[tuple[str, str], ProbeFacts]) -> Callable[[str, str], ProbeFacts | None]:
    """What each model showed it can do."""
    return lambda provider, model: probed.get((provider, model))


async def open_store(home: Home, ambient: Ambient, database_url: str | None) -> tuple[Database, Marker]:
    """Open the database of a data directory; one that is not the database that was here before is refused."""
    marker = Marker(home.path, database_url)
    if database_url is None:
        marker.check_file(home.database)
    database = await open_database(database_url or f"sqlite:///{home.database}", ambient)
    try:
        first = await Events(database).read(LOG_START, limit=1)
        marker.check(first[0].ts if first else "", await Events(database).head())
    except Corrupt:
        await database.close()
        raise
    if database_url is None and first:
        await asyncio.to_thread(_tell_lost_contents, home)
    return database, marker


def _tell_lost_contents(home: Home) -> None:
    """Warn when contents of the latest changes are gone."""
    if lost := lost_contents(home.database, Blobs(home.blobs), latest=LATEST):
        log.warning(
            "%d contents are gone from %s, first that of %s; these changes cannot be undone. Run `aule doctor`.",
            len(lost),
            home.blobs,
            lost[0].what,
        )


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


async def data_of(database: Database, blobs: Blobs, apps: Sequence[BroughtApp], loads: AppLoads) -> AppData:
    """What the apps keep in tables of their own, which are made when an app is loaded; of those that are, now."""
    kept = {app.id: partial(_tables_of, app) for app in apps if app.table_names}
    await loads.prepare(app.id for app in apps if app.is_loaded)
    return AppData(database, blobs, kept, loads)


def _tables_of(app: BroughtApp) -> AppTables:
    return AppTables({table.name: table for table in app.tables}, app.check)


def registry_of(apps: Sequence[BroughtApp], loads: AppLoads) -> Registry:
    """Everything the apps can do."""
    registry = Registry(loads)
    for app in apps:
        registry.add(app.capabilities)
        if app.capability_rows is not None:
            table, column = app.capability_rows
            registry.follow(KeptCapabilities(app.id, table, column, loads))
    registry.by_plan = {app.id: app.agent_ids[0] for app in apps if app.by_plan and app.agent_ids}
    return registry


def finds_of(apps: Sequence[BroughtApp], readings: Readings) -> AppFinds:
    """Everything apps find by words."""
    return AppFinds([(app.id, find) for app in apps for find in app.finds], readings)


def contexts_of(apps: Sequence[BroughtApp]) -> dict[str, AgentContext]:
    """What tells agents of their apps, by the agent's id."""
    return {agent: context for app in apps for agent, context in app.contexts.items()}


def look_ups_of(apps: Sequence[BroughtApp], readings: Readings) -> LookUps:
    """Who answers questions from what it keeps, and what of apps can be put beside a message."""
    by_app = {app.id: app.look_up for app in apps if app.look_up is not None}
    titles = {kind: (app.id, tell) for app in apps for kind, tell in app.attachments.items()}
    return LookUps(by_app, titles, frozenset(app.id for app in apps if app.table_names), readings)


def hearings_of(apps: Sequence[BroughtApp], readings: Readings) -> Hearings:
    """The apps that understand words about what they keep."""
    return Hearings({app.id: app.hearing for app in apps if app.hearing is not None}, readings)


def pseudonyms_of(apps: Sequence[BroughtApp], readings: Readings) -> Pseudonyms:
    """What apps keep from models on other machines."""
    return Pseudonyms([(app.id, roster) for app in apps for roster in app.rosters], readings)


def memory_of(stores: Stores, veiling: Pseudonyms, apps: Sequence[BroughtApp], encode: Encode) -> Memory:
    """What is remembered; agents keep nothing for good about those whom apps hide."""

    async def heard(run: Run) -> str:
        told = await stores.journal.read(None, session=run.session_id or run.id, types=["message.added"])
        messages = [each.data.message for each in told if isinstance(each.data, MessageAdded)]
        return "\n".join(each.content for each in messages if each.role == "user")

    vectors = MemoryVectors(encode, stores.home.memory_vectors)
    talks = ConversationSearch(Search(stores.database), stores.conversations, vectors, stores.ambient)
    check = Discretion(veiling.veil, heard, contexts_of(apps)).check
    return Memory(stores.memories, stores.ambient, vectors, talks, check)


def follow_ups_of(apps: Sequence[BroughtApp], readings: Readings) -> FollowUps:
    """What the apps propose when plans for something of theirs are done."""
    return FollowUps({app.id: app.after for app in apps if app.after is not None}, readings)


def references_of(apps: Sequence[BroughtApp], readings: Readings) -> References:
    """What the apps say their parameters name."""
    return References({(app.id, param): find for app in apps for param, find in app.references.items()}, readings)


def pages_of(apps: Sequence[BroughtApp]) -> Callable[[str], str | None]:
    """Where something that was changed is looked at: `app:abc_1` is on the page the app names for `abc`."""
    known = {app.id: app.pages for app in apps if app.pages}

    def page(entity: str) -> str | None:
        kind, _, id = entity.partition(":")
        path = known.get(kind, {}).get(id.partition("_")[0])
        return None if path is None else path.format(id=id)

    return page


def views_of(apps: Sequence[BroughtApp]) -> list[Shown]:
    """Everything some apps show, in the order in which their code says it: loads them."""
    for app in apps:
        app.load()
    return [view for app in apps for view in app.views]


def apps_of(apps: Sequence[BroughtApp], readings: Readings) -> Apps:
    """The apps as they are listed, with what they show."""
    installed = [
        Installed(
            app.id,
            partial(_listed, app),
            partial(getattr, app, "views"),
            app.folders,
            partial(getattr, app, "additions"),
        )
        for app in apps
    ]
    return Apps(installed, readings)


def _listed(app: BroughtApp) -> AppInfo:
    return AppInfo(
        id=app.id,
        name=app.name,
        names=dict(app.names),
        icon=app.icon,
        version=app.version,
        agents=list(app.agent_ids),
        capabilities=sorted(item.name for item in app.capabilities),
        views=[],
        failure=app.failure,
    )


def limits_of(settings: SettingsFile) -> Callable[[str], int | None]:
    """How much of a queue is done at the same time, by the settings as they are now."""

    def limit(queue: str) -> int | None:
        found = settings.current().queues.get(queue)
        return None if found is None else found.at_once

    return limit


def outside(
    settings: Callable[[], Settings], secret: Callable[[str], str | None], ambient: Ambient, veiling: Pseudonyms
) -> tuple[Illustrator, Web]:
    """Who reaches outside when a capability asks for it: for pictures, and for the web."""
    return Illustrator(settings, secret, ambient, veiling.veil), Web(settings, secret, ambient)


def answering(models: Switchboard) -> Callable[[ModelChoice | None], bool]:
    """Whether a model would answer; one that was chosen and cannot be used does not."""

    def has_model(choice: ModelChoice | None) -> bool:
        try:
            return models.choose(choice).tier > 0
        except ModelUnavailable:
            return False

    return has_model


def drawing_with(illustrator: Illustrator) -> Callable[[str, str], Awaitable[Picture]]:
    """Has pictures made."""

    async def draw(prompt: str, size: str) -> Picture:
        content, mime = await illustrator.draw(prompt, size)
        return Picture(content, mime)

    return draw
