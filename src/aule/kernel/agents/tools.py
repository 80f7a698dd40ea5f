"""Tools: which capabilities a model is shown, in full or in short form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.access.capability import SANDBOXED, Capability, Runtime
from aule.contracts.runs.run import Run
from aule.contracts.runs.team import SEAT_CALLS
from aule.kernel.bounds import is_sandboxed
from aule.kernel.policy import may_use, permitted_by_all
from aule.text.words import headline, tokens

TOOL_TOKENS = 1_500
"""Tokens of tools in a small prompt; other tools are found on demand."""
TOOL_SHARE = 0.04
"""The share of a large context that tools may take."""
WHOLE = 0.25
"""The share of the remaining room a tool may take in full; a larger one is shown in short form."""
OWN = 0.2
"""How much more relevant a tool is to an agent that names it."""
MOST_SETS = 64
"""Toolsets that are kept: those of the agents in use."""
_ALWAYS = ("core.ask_user", "core.find_capabilities", "core.memory_search")
_NAMED = frozenset({"properties", "$defs"})
"""Parts of a schema whose keys are names, so that `title` may be one of them."""
_EXPLAINS = frozenset(
    {"description", "title", "default", "examples", "minLength", "maxLength", "minItems", "maxItems", "pattern"}
)
_NULL = {"type": "null"}


@dataclass(frozen=True, slots=True)
class ToolForm:
    """A capability as a tool: in full and in short, each with the tokens it takes in a prompt."""

    name: str
    """The capability's name."""
    whole: Capability
    whole_tokens: int
    short: Capability
    short_tokens: int

    @classmethod
    def of(cls, capability: Capability) -> ToolForm:
        """Return the forms of a capability."""
        short = shorten_tool(capability)
        return cls(capability.name, capability, tool_tokens(capability), short, tool_tokens(short))


@dataclass(frozen=True, slots=True)
class Toolset:
    """The capabilities somebody may use, as tools."""

    capabilities: tuple[Capability, ...]
    """By name."""
    forms: tuple[ToolForm, ...]
    tokens: int
    """The tokens all of them take in full."""

    @classmethod
    def of(cls, forms: Iterable[ToolForm]) -> Toolset:
        """Return tools as a set."""
        listed = tuple(forms)
        return cls(tuple(form.whole for form in listed), listed, sum(form.whole_tokens for form in listed))

    def within(self, lists: Iterable[Sequence[str]]) -> Toolset:
        """Return the tools that each of these lists allows."""
        lists = list(lists)
        return Toolset.of(form for form in self.forms if permitted_by_all(form.name, lists))

    def shows_in_full(self, shown: Iterable[Capability], names: Iterable[str]) -> bool:
        """Return whether all of the named tools, as far as they are in the set, are shown in full."""
        known = {each.name: each for each in shown}
        wanted = set(names)
        return all(known.get(form.name) is form.whole for form in self.forms if form.name in wanted)


class Toolsets:
    """Makes the toolset of an agent once, and each tool's forms once.

    Measuring the schemas of all capabilities takes longer than all else in a turn. A registry hands out the same object
    for a capability as long as it does not change.
    """

    def __init__(self) -> None:
        self._forms: dict[str, ToolForm] = {}
        self._registered: Sequence[Capability] = ()
        self._sets: dict[object, Toolset] = {}

    def of(
        self,
        registered: Sequence[Capability],
        allowed: Allowed,
        above: Sequence[Sequence[str]],
        *,
        is_seated: bool = False,
    ) -> Toolset:
        """Return what an agent's own list lets it use, and the lists of all it works for; who is seated hands over."""
        if self._registered != registered or len(self._sets) >= MOST_SETS:
            self._registered, self._sets = registered, {}
        key = (tuple(allowed.allow), tuple(allowed.deny), tuple(map(tuple, above)), is_seated)
        if key not in self._sets:
            names = [
                each
                for each in registered
                if not each.internal and may_use(each.name, allowed, above, is_seated=is_seated)
            ]
            self._sets[key] = Toolset.of(map(self._form, names))
        return self._sets[key]

    def _form(self, capability: Capability) -> ToolForm:
        made = self._forms.get(capability.name)
        if made is None or made.whole is not capability:
            made = self._forms[capability.name] = ToolForm.of(capability)
        return made


def usable(registered: Iterable[Capability], agent: Agent, run: Run) -> list[Capability]:
    """Return the capabilities that an agent could use in a run, by their project and by where they run."""
    within = SANDBOXED if is_sandboxed(agent, run.bounds) else frozenset(Runtime)
    return [each for each in registered if each.project in (None, run.project) and each.runtime in within]


def tool_room(context_length: int) -> int:
    """Return how many tokens of tools a model with this context is shown."""
    return max(TOOL_TOKENS, int(TOOL_SHARE * context_length))


def toolbox(
    forms: Sequence[ToolForm],
    relevance: Mapping[str, float],
    used: Sequence[str],
    agent: Agent | None = None,
    room: int = TOOL_TOKENS,
    meant: Sequence[str] = (),
) -> tuple[Capability, ...]:
    """Return the tools to show: those in use and the core ones, then likely ones, then the most relevant.

    They are shown in short form where room gets rare.
    """
    own = _own(agent) if agent is not None else frozenset[str]()

    def rank(form: ToolForm) -> tuple[int, float, str]:
        name = form.name
        if name in used or name in _ALWAYS or name in SEAT_CALLS:
            return (0, 0, name)
        if name in meant:
            return (1, meant.index(name), name)
        return (2, -relevance.get(name, 0.0) - (OWN if name in own else 0), name)

    chosen: list[Capability] = []
    left = room
    for form in sorted(forms, key=rank):
        is_kept = form.name in used
        if is_kept or form.whole_tokens <= left * WHOLE:
            chosen.append(form.whole)
            left -= form.whole_tokens
        elif form.short_tokens <= left:
            chosen.append(form.short)
            left -= form.short_tokens
    return tuple(sorted(chosen, key=lambda capability: capability.name))


def shorten_tool(capability: Capability) -> Capability:
    """Return a capability in short form: its first sentence, and parameters without descriptions."""
    bare = _without_words(capability.params)
    return capability.model_copy(update={"description": headline(capability.description, 70), "params": bare})


def _without_words(schema: Any, *, is_named: bool = False) -> Any:
    """Return a schema without descriptions; parameters are still checked against the whole one."""
    match schema:
        case {"anyOf": [one, other]} if other == _NULL and not is_named:
            return _without_words(one)
        case dict():
            return {
                key: _without_words(value, is_named=not is_named and key in _NAMED)
                for key, value in cast("dict[str, Any]", schema).items()
                if is_named or key not in _EXPLAINS
            }
        case list():
            return [_without_words(each) for each in cast("list[Any]", schema)]
        case _:
            return schema


def _own(agent: Agent) -> frozenset[str]:
    """Return the capabilities of its own app that an agent names one by one."""
    return frozenset(name for name in agent.capabilities.allow if agent.app and name.startswith(f"{agent.app}."))


def tool_tokens(capability: Capability) -> int:
    """Estimate how many tokens a tool takes in a prompt."""
    return tokens(capability.name + capability.description + json.dumps(capability.params))
