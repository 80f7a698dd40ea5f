"""Calls of MCP clients that wait for a person: found again when the client repeats them, and told once."""

from __future__ import annotations

from dataclasses import dataclass, field

from aule.contracts.model import JsonObject
from aule.text.hashing import content_hash

MOST_WAITING = 1_000


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """A call that waits: whose it is, and the run that carries it out."""

    id: str
    client: str
    mark: str
    """The hash of the tool and its arguments."""
    key: str | None
    """The key of a direct call; none for an agent."""
    run: str


@dataclass(slots=True)
class WaitingCalls:
    """The calls that wait, by their ids; after a restart they are in the inbox only."""

    _calls: dict[str, WaitingCall] = field(default_factory=dict[str, WaitingCall])

    def add(self, call: WaitingCall) -> None:
        """Remember a call; the oldest is forgotten when there are too many."""
        while len(self._calls) >= MOST_WAITING:
            del self._calls[next(iter(self._calls))]
        self._calls[call.id] = call

    def find(self, client: str, tool: str, arguments: JsonObject, id: str | None) -> WaitingCall | None:
        """Return the call that a client repeats: by the state it was given, else by what it asks for."""
        mark = mark_of(tool, arguments)
        known = [each for each in self._calls.values() if each.client == client and each.mark == mark]
        return next((each for each in known if id is None or each.id == id), None)

    def forget(self, call: WaitingCall) -> None:
        """Forget a call whose result was told."""
        self._calls.pop(call.id, None)


def mark_of(tool: str, arguments: JsonObject) -> str:
    """Return the hash of what a client asks for."""
    return content_hash({"tool": tool, "arguments": arguments})
