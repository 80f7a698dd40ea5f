"""Apps: `App`, its decorator, and what capabilities work with.

hello = App("hello")

@hello.capability(effect=Effect.READ)
async def greet(name: str) -> str:
    \"\"\"Greet someone by name.\"\"\"
    return f"Olá, {name}"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module, resources
from typing import Any, TypeVar, Unpack

from aule.contracts import errors
from aule.contracts.access.agent import Agent, Allowed, Budget, ModelChoice, Role
from aule.contracts.access.approval import (
    Cascade,
    Command,
    FieldChange,
    FileDiff,
    Patch,
    Preview,
    RecordChange,
    Records,
    Table,
    TableCount,
    Text,
)
from aule.contracts.access.autorun import Autorun
from aule.contracts.access.capability import Approve, Effect, Policy, Runtime
from aule.contracts.access.change import RowsTouched
from aule.contracts.access.veil import Veiled
from aule.contracts.model import JsonObject, Model
from aule.contracts.news import News, NewsItem
from aule.contracts.plans.plan import PlanStepKind
from aule.contracts.plans.recipe import PlanTemplate, Recipe, RecipeCall, RiskTemplate, Slot, SlotKind, StepTemplate
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.talk.answered import Answered
from aule.contracts.talk.brain import Name
from aule.contracts.talk.look_up import LookUp
from aule.contracts.talk.sources import Passage
from aule.contracts.talk.spoken_call import SpokenCall
from aule.contracts.views import Hit
from aule.kernel.agents.app_context import marked
from aule.kernel.asks import BroughtAgents
from aule.kernel.capabilities.additions import Addition, AdditionKind, AppAdditions
from aule.kernel.capabilities.apps.data import Check
from aule.kernel.capabilities.apps.follow_ups import ANSWER, AfterPlan, FollowUp, PlanEnd
from aule.kernel.capabilities.apps.hearings import Hear, Hearing
from aule.kernel.capabilities.apps.look_ups import AttachmentTitle
from aule.kernel.capabilities.apps.reads import AgentContext, Find, Names, Reading, Roster
from aule.kernel.capabilities.apps.references import Named, Reference
from aule.kernel.capabilities.apps.views import Download, View, read_view
from aule.kernel.capabilities.changes.bulk import Bulk
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.changes.rows import RowWrite
from aule.kernel.capabilities.changes.undoable_documents import KINDS
from aule.kernel.capabilities.commands import Executed
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.gate.answers import Answer
from aule.kernel.capabilities.gate.owner_confirmation import is_by_owner
from aule.kernel.capabilities.gate.shown import only_as_shown
from aule.kernel.capabilities.registry import Registered
from aule.kernel.capabilities.signature import Body
from aule.kernel.kernel import Kernel
from aule.models.builtin.language import looks_portuguese
from aule.sandbox.box.output import Printed
from aule.sandbox.entries import Entry
from aule.sdk import http
from aule.sdk.http import Address, Answers, Method, Routes
from aule.sdk.recipes import read_recipes
from aule.sdk.traits import Traits, Words, english_words, other_words, registered
from aule.stores.repositories.app_rows import WholeRow as Row
from aule.stores.repositories.app_rows import fetch_row, fetch_rows
from aule.stores.repositories.app_tables import MetaData, checked
from aule.stores.source import Source
from aule.terminal.commands import Command as StandaloneCommand
from aule.terminal.commands import CommandGroup

__all__ = [
    "ANSWER",
    "Addition",
    "AdditionKind",
    "Agent",
    "Allowed",
    "Answer",
    "Answered",
    "App",
    "AppAdditions",
    "Approve",
    "Autorun",
    "Brief",
    "Budget",
    "Bulk",
    "Cascade",
    "Command",
    "Context",
    "Delegated",
    "Download",
    "Effect",
    "Entry",
    "Executed",
    "FieldChange",
    "FileDiff",
    "FileDraft",
    "FollowUp",
    "Function",
    "Hit",
    "Model",
    "ModelChoice",
    "Name",
    "Named",
    "News",
    "NewsItem",
    "Passage",
    "Patch",
    "PlanEnd",
    "PlanStepKind",
    "PlanTemplate",
    "Policy",
    "Preview",
    "Printed",
    "Reading",
    "RecipeCall",
    "RecordChange",
    "Records",
    "RiskTemplate",
    "Role",
    "Row",
    "RowWrite",
    "RowsTouched",
    "Runtime",
    "Slot",
    "SlotKind",
    "Source",
    "SpokenCall",
    "StepTemplate",
    "Table",
    "TableCount",
    "Text",
    "Traits",
    "Veiled",
    "errors",
    "fetch_row",
    "fetch_rows",
    "is_by_owner",
    "looks_portuguese",
    "marked",
    "only_as_shown",
]

Function = TypeVar("Function", bound=Body)
Endpoint = TypeVar("Endpoint", bound=http.Endpoint)
Frames = TypeVar("Frames", bound=http.Source)
Starting = TypeVar("Starting", bound=Callable[[Kernel], Any])
Typed = TypeVar("Typed", bound=Callable[..., Any])
Held = TypeVar("Held")

_APP_ID = re.compile(r"^[a-z][a-z0-9_]{0,39}$")


class App:
    """An app: capabilities, recipes, agents, routes and commands under one name, all of it data."""

    hearing: Hearing | None = None
    after: AfterPlan | None
    """Says what to propose after a plan."""
    additions: list[AdditionKind]
    """The kinds of things that can be added to it while the system runs."""
    start: Callable[[Kernel], Any] | None = None
    """Builds what the app keeps while the system runs."""
    wakes_for: Sequence[str] | None = None
    """A table of the app and a column of it: the app is loaded after a start where that is true in some row."""
    wakes_with: str | None = None
    """A setting, such as `search.searxng_url`: the app is loaded after a start while it has a value."""
    capability_rows: Sequence[str] | None = None
    """A table of the app and a column of it, in which it describes capabilities that it brings meanwhile."""
    settings_followed: tuple[str, ...] = ()
    """Sections of the settings whose change the app is told of."""
    residents: Callable[[Any], BroughtAgents] | None = None
    """Returns the resident agents of what was built."""
    route_modules: tuple[str, ...] = ()
    """Modules that hold `Routes`; the server imports them when it builds its own."""
    command_modules: tuple[str, ...] = ()
    """Modules that hold a `CommandGroup`; the command line imports them when its word is typed."""
    is_loaded = True
    """Whether its code is there: always, for who holds the app itself."""
    failure: str | None = None
    """Why it cannot be used; an app that is there can."""

    def __init__(
        self,
        id: str,
        *,
        name: Words | None = None,
        icon: str = "box",
        version: str = "0.1.0",
        tables: MetaData | None = None,
        check: Check | None = None,
    ) -> None:
        if not _APP_ID.match(id):
            raise ValueError(f"{id!r} is not an app id: lower-case letters, digits and underscores")
        self.id = id
        self.name = english_words(name) if name else id.replace("_", " ").title()
        self.names = other_words(name or self.name)
        self.icon = icon
        self.version = version
        if tables is not None and (id in KINDS or id == "file"):
            raise ValueError(f"changes of {id!r} are those of the system: an app with tables needs another id")
        self.tables = () if tables is None else checked(id, tables)
        """Tables of its own, each with a primary key and a column `stamp`."""
        self.check = check
        """Raises `Conflict` when an undo would leave rows that make no sense."""
        self.by_plan = False
        """Whether what agents want to change of its things always goes by a plan card."""
        self.capabilities: list[Registered] = []
        self.recipes: list[Recipe] = []
        self.agents: list[Agent] = []
        self.contexts: dict[str, AgentContext] = {}
        self.views: list[View] = []
        self.finds: list[Find] = []
        self.rosters: list[Roster] = []
        self.references: dict[str, Reference] = {}
        self.known_names: list[Names] = []
        self.records: Names | None = None
        self.suggested: tuple[str, str] | None = None
        """The package and the file in which it says what to tell somebody who says hello."""
        self.field_words: tuple[str, str] | None = None
        """The package and the file in which it says what people call its things and parameters."""
        self.look_up: LookUp | None = None
        """The capability that answers questions from what the app keeps."""
        self.attachments: dict[str, AttachmentTitle] = {}
        """Who tells what something of the app is called that stands beside a message, by the kind of reference."""
        self.folders: dict[str, tuple[str, str]] = {}
        """Packages and folders of files that another app reads, by what they are: `templates`."""
        self.pages: dict[str, str] = {}
        """Where what it keeps is looked at, by the beginning of its id: `{"atv": "/school/atividades/{id}"}`."""
        self.after, self.additions = None, []
        self.own_routes = Routes(tags=[id])
        self.own_commands = CommandGroup(id, help=f"Use {self.name}.", capabilities=id)

    def capability(self, *, effect: Effect, **traits: Unpack[Traits]) -> Callable[[Function], Function]:
        """Make an async function a capability: a tool, an endpoint, a command, a form and a page of the reference."""

        def register(function: Function) -> Function:
            self.capabilities.append(registered(self.id, function, effect, traits))
            return function

        return register

    def recipe(
        self,
        id: str,
        *,
        title: Mapping[str, str],
        examples: Mapping[str, Sequence[str]],
        calls: Sequence[RecipeCall],
        slots: Mapping[str, Slot] | None = None,
        reply: Mapping[str, str] | None = None,
    ) -> None:
        """Say in example sentences what the app can do with no model at all: calls to make at once."""
        self.recipes.append(
            Recipe(
                id=id,
                app=self.id,
                title=dict(title),
                examples={language: list(sentences) for language, sentences in examples.items()},
                slots=dict(slots or {}),
                calls=list(calls),
                reply=dict(reply or {}),
            )
        )

    def plan_recipe(
        self,
        id: str,
        *,
        title: Mapping[str, str],
        examples: Mapping[str, Sequence[str]],
        plan: PlanTemplate,
        slots: Mapping[str, Slot] | None = None,
    ) -> None:
        """Say in example sentences what the app can plan with no model at all: steps a person approves first."""
        self.recipes.append(
            Recipe(
                id=id,
                app=self.id,
                title=dict(title),
                examples={language: list(sentences) for language, sentences in examples.items()},
                slots=dict(slots or {}),
                plan=plan,
            )
        )

    def recipes_from(self, package: str, file: str = "recipes.toml") -> None:
        """Read recipes and plan templates from a file of the app's package; `aule.sdk.recipes` describes its form."""
        self.recipes += read_recipes(self.id, package, file)

    def view(self, name: str) -> Callable[[Function], Function]:
        """Make an async function that reads something to look at: `GET /v1/apps/{app}/{name}`, typed, with an ETag."""
        return self._shown(name, is_download=False)

    def download(self, name: str) -> Callable[[Function], Function]:
        """Make an async function that reads a file to take away: `GET /v1/apps/{app}/{name}`, sent as it is made."""
        return self._shown(name, is_download=True)

    def route(
        self, method: Method, path: str, *, status: int = 200, responses: Answers | None = None
    ) -> Callable[[Endpoint], Endpoint]:
        """Make an async function answer at an address of the app's own, such as `/api/reading/books`."""
        return self.own_routes.route(method, path, status=status, responses=responses)

    def stream(self, path: str) -> Callable[[Frames], Frames]:
        """Make an async function that returns an iterator of JSON objects tell them over a WebSocket."""
        return self.own_routes.stream(path)

    def command(
        self, name: str | None = None, *, help: str | None = None, has_json: bool = True
    ) -> Callable[[Typed], Typed]:
        """Make a function a command of the app: `aule reading add`; see `aule.sdk.terminal`."""
        if help is not None:
            self.own_commands.help = help
        return self.own_commands.command(name, has_json=has_json)

    def brings(self, *, routes: Sequence[str] = (), commands: Sequence[str] = ()) -> None:
        """Name the modules in which the app says what else it brings: they are imported when that is wanted."""
        self.route_modules, self.command_modules = tuple(routes), tuple(commands)

    def commands(self) -> list[CommandGroup | StandaloneCommand]:
        """Return every command and group of commands the app brings, in the order of its modules."""
        found: list[CommandGroup | StandaloneCommand] = []
        for name in self.command_modules:
            found += [*_held(name, CommandGroup), *_held(name, StandaloneCommand)]
        return [*found, self.own_commands] if self.own_commands.commands else found

    def routes(self) -> list[Routes]:
        """Return every group of addresses the app brings, in the order of its modules."""
        found = [each for name in self.route_modules for each in _held(name, Routes)]
        return [*found, self.own_routes] if self.own_routes.records else found

    def addresses(self) -> list[Address]:
        """Return every address at which the app answers."""
        return [address for group in self.routes() for address in group.addresses()]

    @property
    def table_names(self) -> list[str]:
        """The names of its tables."""
        return [table.name for table in self.tables]

    @property
    def agent_ids(self) -> list[str]:
        """The ids of its agents."""
        return [agent.id for agent in self.agents]

    def load(self) -> None:
        """Do nothing: the app is there."""

    def read_words(self) -> JsonObject:
        """Return what the app tells of its things and parameters: the values of its TOML file."""
        return tomllib.loads(_text_of(self.field_words))

    def read_suggestions(self) -> str:
        """Return what the app tells somebody who says hello, as TOML; nothing where it tells nothing."""
        return _text_of(self.suggested)

    def find(self, function: Find) -> Find:
        """Make an async function that finds what the app keeps: it stands among what the search of everything finds."""
        self.finds.append(function)
        return function

    def veil(self, function: Roster) -> Roster:
        """Make an async function that tells what of the app's data no model on another machine may see.

        Those words are replaced in all that goes there, and put back in all that comes.
        """
        self.rosters.append(function)
        return function

    def reference(self, *params: str) -> Callable[[Reference], Reference]:
        """Make an async function that finds what a value of these parameters names, by its id or a person's word.

        Plans are made with the id it gives, and shown with the name. Several that fit are asked about, none is told.
        """

        def register(function: Reference) -> Reference:
            for param in params:
                if param in self.references:
                    raise ValueError(f"the app {self.id!r} says twice what {param!r} names")
                self.references[param] = function
            return function

        return register

    def tells_names(self, function: Names) -> Names:
        """Make an async function that tells what things and people of the app are called.

        Words are then known for names of theirs, also with a letter wrong, and never taken for something else.
        """
        self.known_names.append(function)
        return function

    def tells_records(self, function: Names) -> Names:
        """Make an async function that tells what the app has on record, where its names do not tell that.

        It is told to somebody who says hello or asks for help. `reading.workspace` is the folder of their project.
        """
        self.records = function
        return function

    def suggests(self, package: str, file: str = "suggestions.toml") -> None:
        """Say where, as data, the app names what is worth telling of its things, and sentences that work at once."""
        self.suggested = (package, file)

    def words(self, package: str, file: str = "fields.toml") -> None:
        """Say where, as data, the app tells what people call its things and its capabilities' parameters."""
        self.field_words = (package, file)

    def offers_files(self, kind: str, package: str, folder: str | None = None) -> None:
        """Say in which folder of a package the app has files that another app reads, such as workflow `templates`.

        Nothing of the app is imported to read them.
        """
        self.folders[kind] = (package, folder or kind)

    def adds(self, *kinds: AdditionKind) -> None:
        """Say which kinds of things can be added to the app while the system runs, such as tools.

        They then stand in the catalogue: what is here, and what its sources offer. Adding and removing are calls of the
        capabilities that a kind names.
        """
        for kind in kinds:
            if any(each.kind == kind.kind for each in self.additions):
                raise ValueError(f"the app {self.id!r} says twice what a {kind.kind!r} is")
            self.additions.append(kind)

    def shows(self, **pages: str) -> None:
        """Say where what the app keeps is looked at, by the beginning of its id; reports link there."""
        self.pages.update(pages)

    def answers_questions(
        self,
        capability: str,
        *,
        question: str,
        attached: Mapping[str, str] | None = None,
        nothing: Mapping[str, str] | None = None,
    ) -> None:
        """Say which capability answers questions from what the app keeps.

        It is asked when words are not understood otherwise, and first of all when something of the app stands beside
        them: `attached` says which parameter takes such a thing, by the kind of reference. `nothing` is
        the sentence, by language, that tells that it was asked and found nothing. `LookUp` says what its result has to
        tell.
        """
        self.look_up = LookUp(f"{self.id}.{capability}", question, dict(attached or {}), dict(nothing or {}))

    def hears(self, *kinds: str, cues: Sequence[str] = ()) -> Callable[[Hear], Hear]:
        """Make an async function tell the call that plain words ask for, where no full model answers.

        It is asked while a thing of one of these kinds is open, and where the words have one of the cues.
        """

        def register(function: Hear) -> Hear:
            self.hearing = Hearing(kinds, tuple(cues), function)
            return function

        return register

    def attachment(self, kind: str) -> Callable[[AttachmentTitle], AttachmentTitle]:
        """Make an async function tell what something of the app is called, so that messages can carry `kind:id`."""

        def register(function: AttachmentTitle) -> AttachmentTitle:
            self.attachments[kind] = function
            return function

        return register

    def after_plan(self, function: AfterPlan) -> AfterPlan:
        """Make an async function that says what to propose when a plan for something of the app is done."""
        self.after = function
        return function

    def on_start(self, function: Starting) -> Starting:
        """Make a function build, from the kernel, what the app keeps while the system runs.

        It is called when something of the app is first used: an app that nobody uses costs nothing.
        Its routes take that as a parameter marked with `Own`. Where it has an async `close`, it is called at the end.
        """
        self.start = function
        return function

    def wakes(self, table: str, column: str) -> None:
        """Have the app loaded after each start of a server while a column is true in some row of a table of it.

        What it built with `on_start` is then told by its `wake`. For what goes on while nobody uses the app.
        """
        if table not in self.table_names:
            raise ValueError(f"{table!r} is no table of the app {self.id!r}")
        self.wakes_for = (table, column)

    def keeps_capabilities(self, table: str, column: str) -> None:
        """Have capabilities that come and go while the system runs in a column of a table of the app.

        It holds a `Capability` as JSON each; an empty text describes none. They are known at each start without the
        app, and change with the rows, also when a change is undone. What the app builds with `on_start` has a method
        `registered(capability)` that returns one with its function; `aule.sdk.run_time` helps with that.
        """
        if table not in self.table_names:
            raise ValueError(f"{table!r} is no table of the app {self.id!r}")
        self.capability_rows = (table, column)

    def wakes_when_set(self, setting: str) -> None:
        """Have the app loaded after each start of a server, and once it is saved, while a setting has a value.

        What it built with `on_start` is then told by its `wake`, and by its `settings_changed` of what is saved later.
        """
        self.wakes_with, self.settings_followed = setting, (setting.partition(".")[0],)

    def follows_settings(self, *sections: str) -> None:
        """Have the app told when one of these sections of the settings is saved with another content.

        What it built with `on_start` is told by its `settings_changed`. An app that keeps no rows is not loaded for it.
        """
        self.settings_followed = sections

    def agents_from(self, function: Callable[[Any], BroughtAgents]) -> Callable[[Any], BroughtAgents]:
        """Make a function tell, of what was built at the start, which agents live beside projects."""
        self.residents = function
        return function

    def agent(self, agent: Agent, *, context: AgentContext | None = None) -> None:
        """Bring an agent with the app; `context` tells in each turn what it should know of the app's data."""
        self.agents.append(agent.model_copy(update={"app": self.id, "builtin": True}))
        if context is not None:
            self.contexts[agent.id] = context

    def _shown(self, name: str, *, is_download: bool) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            if any(view.name == name for view in self.views):
                raise ValueError(f"the app {self.id!r} shows {name!r} twice")
            self.views.append(read_view(self.id, name, function, is_download=is_download))
            return function

        return register


def _text_of(place: tuple[str, str] | None) -> str:
    """Return a file of a package; nothing where none is named."""
    return "" if place is None else resources.files(place[0]).joinpath(place[1]).read_text("utf-8")


def _held(module: str, kind: type[Held]) -> list[Held]:
    """Return the objects of a kind that a module defines, in the order in which it does."""
    return [each for each in vars(import_module(module)).values() if isinstance(each, kind)]
