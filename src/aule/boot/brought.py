"""What a system needs of an app it is built with: an `App`, or what the catalogue says of one until it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.model import JsonObject
from aule.contracts.plans.recipe import Recipe
from aule.contracts.talk.look_up import LookUp
from aule.kernel.asks import BroughtAgents
from aule.kernel.capabilities.additions import AdditionKind
from aule.kernel.capabilities.apps.data import Check
from aule.kernel.capabilities.apps.follow_ups import AfterPlan
from aule.kernel.capabilities.apps.hearings import Hearing
from aule.kernel.capabilities.apps.loads import LoadableApp
from aule.kernel.capabilities.apps.look_ups import AttachmentTitle
from aule.kernel.capabilities.apps.reads import AgentContext, Find, Names, Roster
from aule.kernel.capabilities.apps.references import Reference
from aule.kernel.capabilities.apps.views import Shown
from aule.kernel.capabilities.registry import Offered
from aule.kernel.kernel import Kernel
from aule.sdk.http import Address, Routes
from aule.terminal.commands import Command, CommandGroup


class BroughtApp(LoadableApp, Protocol):
    """An app, whether its code is there or not. Functions it brings may be called at any time: they load it."""

    @property
    def name(self) -> str:
        """What it is called in English."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """What it is called in other languages."""
        ...

    @property
    def icon(self) -> str:
        """The name of its icon."""
        ...

    @property
    def version(self) -> str:
        """Its version."""
        ...

    @property
    def failure(self) -> str | None:
        """Why its code cannot be used, once that is known."""
        ...

    @property
    def by_plan(self) -> bool:
        """Whether what agents want to change of its things always goes by a plan card."""
        ...

    @property
    def capabilities(self) -> Sequence[Offered]:
        """What it can do."""
        ...

    @property
    def recipes(self) -> Sequence[Recipe]:
        """What it can do with no model at all."""
        ...

    @property
    def agents(self) -> Sequence[Agent]:
        """Its agents."""
        ...

    @property
    def agent_ids(self) -> Sequence[str]:
        """The ids of its agents."""
        ...

    @property
    def contexts(self) -> Mapping[str, AgentContext]:
        """What tells its agents of its data, by the agent's id."""
        ...

    @property
    def views(self) -> Sequence[Shown]:
        """What it shows."""
        ...

    @property
    def finds(self) -> Sequence[Find]:
        """What finds its things by words."""
        ...

    @property
    def rosters(self) -> Sequence[Roster]:
        """What tells which of its data no model on another machine may see."""
        ...

    @property
    def references(self) -> Mapping[str, Reference]:
        """What finds the things that its parameters name."""
        ...

    @property
    def attachments(self) -> Mapping[str, AttachmentTitle]:
        """Who tells what its things are called that stand beside messages."""
        ...

    @property
    def look_up(self) -> LookUp | None:
        """The capability that answers questions from what it keeps."""
        ...

    @property
    def hearing(self) -> Hearing | None:
        """When it is asked what words mean, and which function of it tells."""
        ...

    @property
    def known_names(self) -> Sequence[Names]:
        """What tells the names of its things and people."""
        ...

    @property
    def records(self) -> Names | None:
        """What tells what it has on record."""
        ...

    @property
    def pages(self) -> Mapping[str, str]:
        """Where what it keeps is looked at, by the beginning of its id."""
        ...

    @property
    def folders(self) -> Mapping[str, Sequence[str]]:
        """Packages and folders of files that another app reads, by what they are."""
        ...

    @property
    def additions(self) -> Sequence[AdditionKind]:
        """The kinds of things that can be added to it while the system runs."""
        ...

    @property
    def after(self) -> AfterPlan | None:
        """What says what to propose after a plan."""
        ...

    @property
    def check(self) -> Check | None:
        """What refuses an undo that would leave rows that make no sense."""
        ...

    @property
    def start(self) -> Callable[[Kernel], Any] | None:
        """What builds what it keeps while the system runs."""
        ...

    @property
    def wakes_for(self) -> Sequence[str] | None:
        """The table and the column of it that say whether the app has something to do while nobody uses it."""
        ...

    @property
    def capability_rows(self) -> Sequence[str] | None:
        """The table and the column of it in which the app describes capabilities that it brings meanwhile."""
        ...

    @property
    def wakes_with(self) -> str | None:
        """The setting that lets the app have something to do while nobody uses it, once it has a value."""
        ...

    @property
    def settings_followed(self) -> Sequence[str]:
        """The sections of the settings whose change the app is told of."""
        ...

    @property
    def residents(self) -> Callable[[Any], BroughtAgents] | None:
        """What tells which agents live beside projects."""
        ...

    def addresses(self) -> list[Address]:
        """Return every address at which it answers."""
        ...

    def routes(self) -> list[Routes]:
        """Return its routes with their functions; loads its code."""
        ...

    def commands(self) -> list[CommandGroup | Command]:
        """Return its commands; loads its code."""
        ...

    def read_words(self) -> JsonObject:
        """Return what it tells of its things and parameters: the values of its TOML file."""
        ...

    def read_suggestions(self) -> str:
        """Return what it tells somebody who says hello, as TOML."""
        ...
