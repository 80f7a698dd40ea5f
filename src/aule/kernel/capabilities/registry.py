"""The registry: every capability under its exact name."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Protocol

from aule.contracts.access.approval import Preview
from aule.contracts.access.capability import Approve, Capability, Effect
from aule.contracts.errors import Conflict, UnknownCapability
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.capabilities.signature import Body, Signature
from aule.text.spelling import is_meant
from aule.text.words import fold, words

log = logging.getLogger(__name__)

Previewer = Callable[..., Awaitable[Preview]]
EffectOf = Callable[..., Effect]
HostsOf = Callable[[Any], Sequence[str]]

APPROVAL_BY_EFFECT = {
    Effect.READ: Approve.AUTO,
    Effect.NAVIGATE: Approve.AUTO,
    Effect.WRITE: Approve.PLAN,
    Effect.DELETE: Approve.ALWAYS,
    Effect.EXEC: Approve.ALWAYS,
    Effect.EXTERNAL: Approve.ALWAYS,
}
_STRENGTH = (Effect.READ, Effect.NAVIGATE, Effect.WRITE, Effect.DELETE, Effect.EXEC, Effect.EXTERNAL)
_CARE = (Approve.AUTO, Approve.PLAN, Approve.ONCE, Approve.ALWAYS)


class Offered(Protocol):
    """A capability as an app offers it: described at once, its function there when it is called."""

    @property
    def name(self) -> str:
        """Its exact name."""
        ...

    @property
    def presets(self) -> Mapping[str, JsonObject]:
        """The parameters that each of its aliases sets; an alias without any is not named."""
        ...

    @property
    def aliases(self) -> Sequence[str]:
        """Its declared aliases."""
        ...

    @property
    def capability(self) -> Capability:
        """Its description."""
        ...

    def registered(self) -> Registered:
        """Return it with the function behind it; the app's code is loaded if it is not there yet."""
        ...


@dataclass(frozen=True, slots=True)
class Registered:
    """A capability with the function behind it."""

    capability: Capability
    signature: Signature
    body: Body
    preview: Previewer | None = None
    effect_of: EffectOf | None = None
    """Returns the effect of a call with certain parameters, where it may exceed the declared one."""
    presets: Mapping[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    """Parameters that an alias sets: `criar_avaliacao_diagnostica` is a test of one kind."""
    hosts_of: HostsOf | None = None
    """Returns the hosts a call reaches; consent is asked for each of them."""

    @property
    def name(self) -> str:
        """Its exact name."""
        return self.capability.name

    @property
    def aliases(self) -> Sequence[str]:
        """Its declared aliases."""
        return self.capability.aliases

    def registered(self) -> Registered:
        """Return itself: its function is there."""
        return self

    def hosts(self, context: Any) -> Sequence[str]:
        """Return the hosts that a call reaches; none where the capability does not say."""
        return self.capability.hosts if self.hosts_of is None else self.hosts_of(context)

    def called_with(self, values: Mapping[str, Any]) -> Registered:
        """Return the capability with the effect a call with these parameters has, never weaker than declared."""
        if self.effect_of is None:
            return self
        effect = max(self.capability.effect, self.effect_of(**values), key=_STRENGTH.index)
        if effect is self.capability.effect:
            return self
        approval = max(self.capability.approval, APPROVAL_BY_EFFECT[effect], key=_CARE.index)
        return replace(self, capability=self.capability.model_copy(update={"effect": effect, "approval": approval}))


class CapabilitySource(Protocol):
    """Where an app keeps the capabilities it brings while the system runs."""

    @property
    def app(self) -> str:
        """The app whose code is behind them; their names may begin otherwise."""
        ...

    async def read(self) -> Sequence[Offered]:
        """Return all of them as they are now."""
        ...


class Registry:
    """Capabilities by exact name and declared alias. Nothing is ever run on a near match."""

    def __init__(self, loads: AppLoads | None = None) -> None:
        self._by_name: dict[str, Offered] = {}
        self._aliases: dict[str, set[str]] | None = None
        self._loads = loads
        self._listed: list[Capability] = []
        """Every capability, by name; empty after one was added."""
        self._sources: dict[str, CapabilitySource] = {}
        self._loaded_by: dict[str, str] = {}
        """The app behind each capability that came while the system runs, by the capability's name."""
        self.by_plan: dict[str, str] = {}
        """Apps whose writes go by a plan card when they are asked for in talk, and the agent that plans for each."""

    def add(self, items: Iterable[Offered]) -> None:
        """Register an app's capabilities; a name can be taken only once."""
        self._aliases, self._listed = None, []
        for item in items:
            if item.name in self._by_name:
                raise Conflict(f"The capability {item.name!r} is registered twice.", hint="Rename one of the two apps.")
            self._by_name[item.name] = item

    def follow(self, source: CapabilitySource) -> None:
        """Take capabilities from a source as well: `refresh` reads it."""
        self._sources[source.app] = source

    async def refresh(self, app: str | None = None) -> None:
        """Read the capabilities that apps keep, of one app or of all; what is gone there is gone here."""
        for source in self._sources.values():
            if app in (None, source.app):
                self.replace(source.app, await source.read())

    def replace(self, app: str, items: Iterable[Offered]) -> None:
        """Let an app bring exactly these capabilities while the system runs; those it brought so before go.

        A name that somebody else has stays theirs. A capability that is described as before stays the same object.
        """
        former = {name: self._by_name[name] for name, owner in self._loaded_by.items() if owner == app}
        brought: dict[str, Offered] = {}
        for item in items:
            if item.name in self._by_name and item.name not in former:
                log.warning("the capability %s of %s is left out: its name is taken", item.name, app)
                continue
            known = former.get(item.name)
            brought[item.name] = known if known is not None and known.capability == item.capability else item
        if brought == former:
            return
        for name in former:
            del self._by_name[name], self._loaded_by[name]
        self._by_name.update(brought)
        self._loaded_by.update(dict.fromkeys(brought, app))
        self._aliases, self._listed = None, []

    async def prepare(self, names: Iterable[str]) -> None:
        """Load the apps of some capabilities ahead of code that cannot wait; unknown names are passed over."""
        wanted = list(names)
        if self._sources and not all(self._knows(name) for name in wanted):
            await self.refresh()  # another process may have brought it
        if self._loads is not None:
            found = (self._by_name.get(name) or self._by_alias(name) for name in wanted)
            await self._loads.prepare(self._app_of(each.name) for each in found if each is not None)

    def _knows(self, name: str) -> bool:
        return name in self._by_name or bool(self._owners(name))

    def _app_of(self, name: str) -> str:
        """Return the app whose code is behind a capability."""
        return self._loaded_by.get(name) or name.partition(".")[0]

    def resolve(self, name: str) -> Registered:
        """Find a capability with its function; the app's code is loaded if `prepare` has not done so."""
        return self._find(name).registered()

    def _find(self, name: str) -> Offered:
        """Find a capability by its name, a declared alias, or its bare name where that is unique."""
        if found := self._by_name.get(name) or self._by_alias(name):
            return found
        owners = self._owners(name)
        near = sorted(owners) or self._near(name)
        problem = "is not the name of one capability" if owners else "is not a capability"
        hint = f"Did you mean {near[0]!r}?" if near else "List them with `aule capabilities`."
        raise UnknownCapability(f"{name!r} {problem}.", candidates=near[:5], hint=hint)

    def meant(self, name: str, params: JsonObject) -> tuple[Registered, JsonObject]:
        """Return the called capability, and its parameters with the presets of the alias used."""
        found = self.resolve(name)
        return found, {**found.presets.get(name, {}), **params}

    def meaning(self, name: str, params: JsonObject) -> tuple[Capability, JsonObject]:
        """Return what `meant` does, described only: nothing is loaded."""
        found = self._find(name)
        return found.capability, {**found.presets.get(name, {}), **params}

    def get(self, name: str) -> Capability:
        """Return a capability by its exact name or a declared alias; nothing is loaded."""
        return self._find(name).capability

    def all(self) -> list[Capability]:
        """Return every capability, by name."""
        if not self._listed:
            self._listed = [self._by_name[name].capability for name in sorted(self._by_name)]
        return list(self._listed)

    def shared_words(self, query: str) -> dict[str, float]:
        """Return how many words each capability shares with a query, relative to the best one."""
        wanted = words(query)
        scored = {name: _score(item.capability, wanted) for name, item in self._by_name.items()}
        most = max(scored.values(), default=0.0)
        return {name: score / most for name, score in scored.items()} if most else {}

    def _by_alias(self, name: str) -> Offered | None:
        owners = self._owners(name)
        return self._by_name[next(iter(owners))] if len(owners) == 1 else None

    def _owners(self, alias: str) -> set[str]:
        return self._alias_owners().get(alias, set())

    def _alias_owners(self) -> dict[str, set[str]]:
        """Return the capabilities that go by each alias; made when somebody first uses one."""
        if self._aliases is None:
            self._aliases = {}
            for name, item in self._by_name.items():
                if name not in self._loaded_by:
                    for alias in (name.partition(".")[2], name.replace(".", "__"), *item.aliases):
                        self._aliases.setdefault(alias, set()).add(name)
            taken = set(self._aliases)
            for name in self._loaded_by:  # what came later takes no name from what was there, nor makes it ambiguous
                for alias in {name.partition(".")[2], name.replace(".", "__")} - taken:
                    self._aliases.setdefault(alias, set()).add(name)
        return self._aliases

    def _near(self, name: str) -> list[str]:
        spelled = {**{bare: full for full in self._by_name for bare in (full, full.partition(".")[2])}}
        for alias, owners in self._alias_owners().items():
            spelled.setdefault(alias, next(iter(owners)))
        asked = name.replace("__", ".")
        close = get_close_matches(asked, spelled, n=8, cutoff=0.6)
        return list(dict.fromkeys(spelled[match] for match in close if self._may_offer(match, spelled[match], asked)))

    def _may_offer(self, match: str, full: str, asked: str) -> bool:
        """Return whether a name may be suggested for another: deleting ones only to who wrote their verb."""
        if self._by_name[full].capability.effect is not Effect.DELETE:
            return True
        wrote, verb = (each.rpartition(".")[2].partition("_")[0] for each in (asked, match))
        return is_meant(wrote, verb)


def _score(capability: Capability, wanted: Sequence[str]) -> float:
    name = set(words(capability.name.replace(".", " ").replace("_", " ")))
    title = set(words(" ".join([capability.title, *capability.titles.values()])))
    rest = set(words(capability.description))
    return sum(3.0 * (word in name) + 2.0 * (word in title) + (word in rest) for word in map(fold, wanted))
