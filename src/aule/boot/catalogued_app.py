"""Catalogued apps: apps as the catalogue describes them, whose code is imported when something of it is first used."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from aule import catalogue
from aule.boot.descriptions import addresses_of, describe, differences
from aule.catalogue import Damaged, Entry
from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Capability
from aule.contracts.errors import AppUnavailable
from aule.contracts.model import JsonObject
from aule.contracts.plans.recipe import Recipe
from aule.contracts.talk.look_up import LookUp
from aule.kernel.asks import BroughtAgents
from aule.kernel.capabilities.additions import AdditionKind
from aule.kernel.capabilities.apps.data import Check
from aule.kernel.capabilities.apps.follow_ups import AfterPlan
from aule.kernel.capabilities.apps.hearings import Hear, Hearing
from aule.kernel.capabilities.apps.look_ups import AttachmentTitle
from aule.kernel.capabilities.apps.reads import AgentContext, Find, Names, Roster
from aule.kernel.capabilities.apps.references import Reference
from aule.kernel.capabilities.apps.views import Shown, View
from aule.kernel.capabilities.registry import Offered, Registered
from aule.kernel.kernel import Kernel
from aule.sdk.http import Address, Limits, Routes, Scope
from aule.stores.repositories.app_tables import Table
from aule.terminal.commands import Command, CommandGroup

if TYPE_CHECKING:
    from aule.sdk import App

log = logging.getLogger(__name__)

T = TypeVar("T")
Hook = Callable[..., Awaitable[Any]]


class AppCode:
    """The code of an app: imported once, held against the catalogue, and refused for good where it fails."""

    def __init__(self, where: str, entry: Entry | None = None) -> None:
        self.where = where
        self.entry = entry
        self.failure: str | None = None
        self._app: App | None = None
        self._offered: dict[str, Registered] = {}
        self._lock = Lock()

    @property
    def is_loaded(self) -> bool:
        """Whether it was imported."""
        return self._app is not None

    def load(self) -> App:
        """Return the app, imported if it is not there yet; any thread may ask, one of them imports."""
        if self._app is None:
            with self._lock:
                if self._app is None and self.failure is None:
                    self._app = self._attempt(self._import)
        if self._app is None:
            raise self._unavailable()
        return self._app

    def capability(self, name: str) -> Registered:
        """Return a capability with its function."""
        self.load()
        return self._offered[name]

    def routes(self) -> list[Routes]:
        """Return the routes, whose modules are imported now; their addresses have to be those that were told."""
        found = self._attempt(self._routes)
        if found is None:
            raise self._unavailable()
        return found

    def describe(self) -> tuple[JsonObject, dict[str, Any]] | None:
        """Return what the catalogue is to say of the app; None when it fails."""
        return self._attempt(lambda: describe(self.load()))

    def _import(self) -> App:
        from aule.sdk.app import App  # the app's code needs it, a start does not

        app = EntryPoint(name="", value=self.where, group="aule.apps").load()
        if not isinstance(app, App):
            raise TypeError(f"{self.where!r} is not an App")
        if self.entry is not None and (found := differences(self.entry, app)):
            catalogue.forget(self.entry)
            raise TypeError(f"its code says otherwise than the catalogue about {', '.join(found[:5])}")
        self._offered = {each.name: each for each in app.capabilities}
        return app

    def _routes(self) -> list[Routes]:
        app = self.load()
        if self.entry is not None and addresses_of(app) != self.entry.index["addresses"]:
            catalogue.forget(self.entry)
            raise TypeError("its routes are not those the catalogue tells of")
        return app.routes()

    def _attempt(self, step: Callable[[], T]) -> T | None:
        """Take a step that runs code of the app; if it fails, the app is not used again in this process.

        Half of it may have been imported by then.
        """
        try:
            return step()
        except Exception as error:  # the step boundary: an app that fails takes no other down with it
            if self.failure is None:
                log.error("the app %s cannot be loaded", self.where, exc_info=error)
                self._app, self.failure = None, f"{type(error).__name__}: {error}"
            return None

    def _unavailable(self) -> AppUnavailable:
        return AppUnavailable(
            f"The app {self.where.rpartition(':')[2]!r} cannot be loaded: {self.failure}",
            hint="Mend or reinstall it, and start again. All other apps work.",
        )


class CataloguedApp:
    """An app as the catalogue describes it. Its code is loaded by who needs a function of it, and by nobody else."""

    def __init__(self, code: AppCode, entry: Entry) -> None:
        index = entry.index
        self.id: str = index["id"]
        self.name: str = index["name"]
        self.names: dict[str, str] = index["names"]
        self.icon: str = index["icon"]
        self.version: str = index["version"]
        self.by_plan: bool = index["by_plan"]
        self.agent_ids: list[str] = index["agents"]
        self.table_names: list[str] = index["tables"]
        self.pages: dict[str, str] = index["pages"]
        self.folders: dict[str, Sequence[str]] = index["folders"]
        self.wakes_for: Sequence[str] | None = index.get("wakes_for")
        self.capability_rows: Sequence[str] | None = index.get("capability_rows")
        self.wakes_with: str | None = index.get("wakes_with")
        self.settings_followed: Sequence[str] = index.get("settings_followed", ())
        self._index = index
        self._code = code
        self._entry = entry

    @property
    def is_loaded(self) -> bool:
        """Whether its code is there."""
        return self._code.is_loaded

    @property
    def failure(self) -> str | None:
        """Why its code cannot be used, once that is known."""
        return self._code.failure

    def load(self) -> None:
        """Import its code, once; blocks."""
        self._code.load()

    @property
    def capabilities(self) -> Sequence[Offered]:
        """What it can do."""
        return [CataloguedCapability(self, name) for name in self._index["capabilities"]]

    @property
    def recipes(self) -> Sequence[Recipe]:
        """What it can do with no model at all."""
        return self._recipes

    @property
    def agents(self) -> Sequence[Agent]:
        """Its agents."""
        return self._agents

    @cached_property
    def _recipes(self) -> Sequence[Recipe]:
        told = self.part("recipes")
        return self._code.load().recipes if told is None else [Recipe.model_validate(each) for each in told]

    @cached_property
    def _agents(self) -> Sequence[Agent]:
        told = self.part("agents")
        return self._code.load().agents if told is None else [Agent.model_validate(each) for each in told]

    @property
    def views(self) -> Sequence[Shown]:
        """What it shows."""
        told = self.part("views")
        if told is None:
            return self._code.load().views
        return [CataloguedView(self._code, self.id, **each) for each in told]

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables; loads its code."""
        return self._code.load().tables

    @property
    def contexts(self) -> Mapping[str, AgentContext]:
        """What tells its agents of its data, by the agent's id."""
        return {agent: self._hook(lambda app, id=agent: app.contexts[id]) for agent in self._index["contexts"]}

    @property
    def finds(self) -> Sequence[Find]:
        """What finds its things by words."""
        return self._hooks("finds")

    @property
    def rosters(self) -> Sequence[Roster]:
        """What tells which of its data no model on another machine may see."""
        return self._hooks("rosters")

    @property
    def known_names(self) -> Sequence[Names]:
        """What tells the names of its things and people."""
        return self._hooks("known_names")

    @property
    def references(self) -> Mapping[str, Reference]:
        """What finds the things that its parameters name."""
        return {param: self._hook(lambda app, name=param: app.references[name]) for param in self._index["references"]}

    @property
    def attachments(self) -> Mapping[str, AttachmentTitle]:
        """Who tells what its things are called that stand beside messages."""
        return {kind: self._hook(lambda app, name=kind: app.attachments[name]) for kind in self._index["attachments"]}

    @property
    def look_up(self) -> LookUp | None:
        """The capability that answers questions from what it keeps."""
        told = self._index["look_up"]
        return None if told is None else LookUp(**told)

    @property
    def hearing(self) -> Hearing | None:
        """When it is asked what words mean, and which function of it tells."""
        told = self._index.get("hears")
        if told is None:
            return None
        hear = self._hook(_hear_of)
        return Hearing(tuple(told["kinds"]), tuple(told["cues"]), hear)

    @property
    def additions(self) -> Sequence[AdditionKind]:
        """The kinds of things that can be added to it."""
        return [self._addition_kind(told) for told in self._index.get("additions", {}).values()]

    @property
    def records(self) -> Names | None:
        """What tells what it has on record."""
        return self._single("records")

    @property
    def after(self) -> AfterPlan | None:
        """What says what to propose after a plan."""
        return self._single("after")

    @property
    def check(self) -> Check | None:
        """What refuses an undo that would leave rows that make no sense."""
        return self._single("check")

    @property
    def start(self) -> Callable[[Kernel], Any] | None:
        """What builds what it keeps while the system runs."""
        return self._built("start")

    @property
    def residents(self) -> Callable[[Any], BroughtAgents] | None:
        """What tells which agents live beside projects."""
        return self._built("residents")

    def addresses(self) -> list[Address]:
        """Return every address at which it answers."""
        return [
            Address(
                each["method"],
                each["path"],
                None if each["limits"] is None else Limits(**each["limits"]),
                [Scope(**scope) for scope in each["scopes"]],
            )
            for each in self._index["addresses"]
        ]

    def routes(self) -> list[Routes]:
        """Return its routes with their functions; loads its code."""
        return self._code.routes()

    def commands(self) -> list[CommandGroup | Command]:
        """Return its commands; loads its code."""
        return self._code.load().commands()

    def read_words(self) -> JsonObject:
        """Return what it tells of its things and parameters: the values of its TOML file."""
        told = self.part("texts")
        return self._code.load().read_words() if told is None else told["words"]

    def read_suggestions(self) -> str:
        """Return what it tells somebody who says hello, as TOML."""
        told = self.part("texts")
        return self._code.load().read_suggestions() if told is None else told["suggestions"]

    def part(self, name: str) -> Any:
        """Return a file of the catalogue; None where its code is there, or the file is damaged: the code tells then."""
        if self._code.is_loaded:
            return None
        try:
            return self._entry.part(name)
        except Damaged as error:
            log.warning("the catalogue of apps is damaged, and written anew: %s", error)
            app = self._code.load()
            catalogue.write(self._code.where, self._index["key"], *describe(app))
            return None

    def described(self, name: str) -> Capability:
        """Return a capability by its name; all of them are read at the first, and stay the same objects."""
        return self._all_described[name]

    def registered(self, name: str) -> Registered:
        """Return a capability with its function; loads the code."""
        return self._code.capability(name)

    def presets(self, name: str) -> dict[str, JsonObject]:
        """Return the parameters that each alias of a capability sets."""
        return self._index["capabilities"][name]

    @cached_property
    def _all_described(self) -> dict[str, Capability]:
        told = self.part("capabilities")
        if told is None:
            return {each.name: each.capability for each in self._code.load().capabilities}
        return {each["name"]: Capability.model_validate(each) for each in told}

    def _hooks(self, name: str) -> list[Any]:
        return [self._hook(lambda app, place=place: getattr(app, name)[place]) for place in range(self._index[name])]

    def _single(self, name: str) -> Any:
        return self._hook(lambda app: getattr(app, name)) if name in self._index["has"] else None

    def _hook(self, find: Callable[[App], Hook]) -> Hook:
        """Return a function that calls one of the app's; whoever asks apps has them loaded before."""

        async def call(*given: Any) -> Any:
            return await find(self._code.load())(*given)

        return call

    def _addition_kind(self, told: JsonObject) -> AdditionKind:
        here = self._hook(lambda app: _addition_kind_of(app, told["kind"]).here)
        read = self._hook(lambda app: _read_of(app, told["kind"])) if told["reads"] else None
        return AdditionKind(here=here, read=read, **{name: value for name, value in told.items() if name != "reads"})

    def _built(self, name: str) -> Any:
        def build(given: Any) -> Any:
            return getattr(self._code.load(), name)(given)

        return build if name in self._index["has"] else None


class CataloguedCapability:
    """A capability of an app that may not be loaded."""

    __slots__ = ("_app", "name")

    def __init__(self, app: CataloguedApp, name: str) -> None:
        self._app = app
        self.name = name

    @property
    def capability(self) -> Capability:
        """Its description."""
        return self._app.described(self.name)

    @property
    def presets(self) -> Mapping[str, JsonObject]:
        """The parameters that each of its aliases sets."""
        return self._app.presets(self.name)

    @property
    def aliases(self) -> Sequence[str]:
        """Its declared aliases."""
        return list(self._app.presets(self.name))

    def registered(self) -> Registered:
        """Return it with the function behind it; loads the code."""
        return self._app.registered(self.name)


class CataloguedView:
    """A view of an app that may not be loaded."""

    __slots__ = ("_code", "app", "description", "is_download", "name", "params")

    def __init__(
        self, code: AppCode, app: str, *, name: str, description: str, params: JsonObject, is_download: bool
    ) -> None:
        self._code = code
        self.app = app
        self.name = name
        self.description = description
        self.params = params
        self.is_download = is_download

    def loaded(self) -> View:
        """Return it with its function; loads the code."""
        return next(each for each in self._code.load().views if each.name == self.name)


def _hear_of(app: App) -> Hear:
    assert app.hearing is not None, "the catalogue is held against the code when it loads"
    return app.hearing.hear


def _addition_kind_of(app: App, kind: str) -> AdditionKind:
    return next(each for each in app.additions if each.kind == kind)


def _read_of(app: App, kind: str) -> Hook:
    read = _addition_kind_of(app, kind).read
    assert read is not None, "the catalogue is held against the code when it loads"
    return read
