"""The one registry: every tool, function and action there is, under its exact name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from aule.contracts.approval import Preview
from aule.contracts.capability import Approve, Capability, Effect
from aule.contracts.errors import Conflict, UnknownCapability
from aule.contracts.text import fold, words
from aule.kernel.capabilities.signature import Body, Signature

Previewer = Callable[..., Awaitable[Preview]]

APPROVAL_BY_EFFECT = {
    Effect.READ: Approve.AUTO,
    Effect.NAVIGATE: Approve.AUTO,
    Effect.WRITE: Approve.PLAN,
    Effect.DELETE: Approve.ALWAYS,
    Effect.EXEC: Approve.ALWAYS,
    Effect.EXTERNAL: Approve.ALWAYS,
}


@dataclass(frozen=True, slots=True)
class Registered:
    """A capability with the function behind it."""

    capability: Capability
    signature: Signature
    body: Body
    preview: Previewer | None = None


class Registry:
    """Capabilities by exact name and declared alias. Nothing is ever run on a near match."""

    def __init__(self) -> None:
        self._by_name: dict[str, Registered] = {}
        self._aliases: dict[str, set[str]] = {}

    def add(self, items: Iterable[Registered]) -> None:
        """Register an app's capabilities; a name can be taken only once."""
        for item in items:
            name = item.capability.name
            if name in self._by_name:
                raise Conflict(f"The capability {name!r} is registered twice.", hint="Rename one of the two apps.")
            self._by_name[name] = item
            for alias in (name.partition(".")[2], name.replace(".", "__"), *item.capability.aliases):
                self._aliases.setdefault(alias, set()).add(name)

    def resolve(self, name: str) -> Registered:
        """Find a capability by its name, a declared alias, or its bare name where that is unique."""
        if found := self._by_name.get(name):
            return found
        owners = self._aliases.get(name, set())
        if len(owners) == 1:
            return self._by_name[next(iter(owners))]
        near = sorted(owners) or self._near(name)
        problem = "is not the name of one capability" if owners else "is not a capability"
        hint = f"Did you mean {near[0]!r}?" if near else "List them with `aule capabilities`."
        raise UnknownCapability(f"{name!r} {problem}.", candidates=near[:5], hint=hint)

    def get(self, name: str) -> Capability:
        """A capability by its exact name or a declared alias."""
        return self.resolve(name).capability

    def all(self) -> list[Capability]:
        """Every capability, by name."""
        return [self._by_name[name].capability for name in sorted(self._by_name)]

    def find(self, query: str, limit: int = 8) -> list[Capability]:
        """Capabilities whose name, title or description share words with the query, best first."""
        wanted = words(query)
        scored = [(_score(item.capability, wanted), name) for name, item in self._by_name.items()]
        best = sorted((entry for entry in scored if entry[0] > 0), key=lambda entry: (-entry[0], entry[1]))
        return [self._by_name[name].capability for _, name in best[:limit]]

    def _near(self, name: str) -> list[str]:
        spelled = {**{bare: full for full in self._by_name for bare in (full, full.partition(".")[2])}}
        for alias, owners in self._aliases.items():
            spelled.setdefault(alias, next(iter(owners)))
        close = get_close_matches(name.replace("__", "."), spelled, n=8, cutoff=0.6)
        return list(dict.fromkeys(spelled[match] for match in close))


def _score(capability: Capability, wanted: Sequence[str]) -> float:
    name = set(words(capability.name.replace(".", " ").replace("_", " ")))
    title = set(words(" ".join([capability.title, *capability.titles.values()])))
    rest = set(words(capability.description))
    return sum(3.0 * (word in name) + 2.0 * (word in title) + (word in rest) for word in map(fold, wanted))
