"""Additions: what can be added to the system while it runs, such as tools and MCP servers, as its app tells of it.

An app that keeps things of a kind says so with one `AdditionKind`: which of its capabilities adds one, what that takes,
and two functions that read. One tells what is here; the other tells, from what the capability would be given, what
would be here. Neither has an effect. Both describe an addition by the same text, so that anybody can compare.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from aule.contracts.access.capability import Effect
from aule.contracts.model import JsonObject, Model
from aule.kernel.capabilities.apps.reads import Reading


class Addition(Model):
    """Something that was added, or would be: what it is called, and all that decides what it does."""

    name: str
    """Its name among those of its kind; adding another one with this name replaces it, or is refused."""
    title: str
    description: str = ""
    text: str
    """All that decides what it does, in a form of which equal texts mean equal things; no language changes it."""
    reaches: list[str] = []
    """What it will be able to do and to reach, in sentences for the person."""
    effects: list[Effect] = []
    """The effects of what it offers."""
    is_built_in: bool = False
    """Whether it comes with the system: it is neither replaced nor removed."""
    is_removable: bool = True
    """Whether the capability that removes things of this kind can remove it."""
    page: str | None = None
    """Where it is looked at."""


Here = Callable[[Reading], Awaitable[Sequence[Addition]]]
"""Returns all additions of a kind that are here."""

Read = Callable[[Reading, JsonObject], Awaitable[Addition]]
"""Returns what a call with these parameters, which fit its schema, would add; raises what it would be refused with."""


@dataclass(frozen=True, slots=True)
class AdditionKind:
    """A kind of additions: which capability adds one, what may be said to it, and who tells of them."""

    kind: str
    """One word: `tool`."""
    titles: Mapping[str, str]
    """What several of them are called, by language."""
    here: Here
    read: Read | None = None
    """None where nothing of this kind is added from a catalogue."""
    add: str | None = None
    """The capability that adds one."""
    takes: Sequence[str] = ()
    """The parameters of it that an entry of a catalogue may give; no others are passed on."""
    file: str | None = None
    """The parameter that takes the text of an entry's file."""
    is_binary: bool = False
    """Whether the file is passed on as base64, whatever is in it."""
    presets: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Parameters that are the same for all of them, and that no entry changes."""
    replaces: bool = False
    """Whether adding one under a name that is taken replaces the one that is here."""
    remove: str | None = None
    """The capability that removes one."""
    by: str = "name"
    """The parameter of it that takes the name."""
    how: Mapping[str, str] = field(default_factory=dict[str, str])
    """How one gets more of this kind where they are not added from a catalogue, by language."""


@dataclass(frozen=True, slots=True)
class AppAdditions:
    """A kind of additions with the app it belongs to."""

    app: str
    kind: AdditionKind


_FUNCTIONS = frozenset({"here", "read"})


def data_of(kind: AdditionKind) -> JsonObject:
    """Return a kind as plain JSON; of its second function, whether there is one."""
    told = {name: value for name, value in asdict(kind).items() if name not in _FUNCTIONS}
    return {**told, "takes": list(kind.takes), "reads": kind.read is not None}
