"""What a conversation holds: private data, and text that strangers wrote.

One of the two is harmless. Where both have met, text could make an agent carry data out, so nothing goes out without
a person. Private is what was read of the person's own: files, notes, memories, artifacts, plans, what commands print,
and what was attached. Untrusted is what came from outside: pages, search results, uploads, memories made of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aule.contracts.capability import Capability, Effect
from aule.contracts.events import Fact, MemoryRecalled, MessageAdded

MEMORIES = "memories"
ATTACHMENTS = "attachments"
APP_DATA = "app_data"

_EMPTY_HANDED = frozenset(
    {"core.now", "core.ask_user", "core.find_capabilities", "core.delegate", "core.generate_image"}
)
"""What these give back was neither the person's before nor a stranger's; what delegates read is counted by itself."""
_FROM_ANYWHERE = frozenset({"core.run_workflow"})
"""What these give back may be made of both."""
_READING = frozenset({Effect.READ, Effect.EXEC})


@dataclass(frozen=True, slots=True)
class Taint:
    """Where private data and untrusted text came from, by the names of capabilities and other sources."""

    private: tuple[str, ...] = ()
    untrusted: tuple[str, ...] = ()

    @property
    def is_mixed(self) -> bool:
        """Whether private data and untrusted text have met."""
        return bool(self.private and self.untrusted)


def taint_of(used: Iterable[Capability], facts: Iterable[Fact] = ()) -> Taint:
    """What is held by somebody who has used these capabilities, and to whom these facts happened."""
    private: dict[str, None] = {}
    untrusted: dict[str, None] = {}
    for capability in used:
        if gives_private(capability):
            private[capability.name] = None
        if gives_untrusted(capability):
            untrusted[capability.name] = None
    for fact in facts:
        match fact:
            case MemoryRecalled(items=items) if items:
                private[MEMORIES] = None
                if any(item.trust == "untrusted" for item in items):
                    untrusted[MEMORIES] = None
            case MessageAdded(message=message) if message.refs:
                private[ATTACHMENTS] = None
                if any(each.ref.startswith("artifact:") for each in message.refs):  # made elsewhere, for all we know
                    untrusted[ATTACHMENTS] = None
            case _:
                pass
    return Taint(tuple(private), tuple(untrusted))


def gives_private(capability: Capability) -> bool:
    """Whether results of a capability hold the person's own data. One that is not known here does, when it reads."""
    return capability.name in _FROM_ANYWHERE or (capability.effect in _READING and capability.name not in _EMPTY_HANDED)


def gives_untrusted(capability: Capability) -> bool:
    """Whether results of a capability hold text of strangers."""
    return capability.name in _FROM_ANYWHERE or (
        capability.effect is Effect.EXTERNAL and capability.name not in _EMPTY_HANDED
    )
