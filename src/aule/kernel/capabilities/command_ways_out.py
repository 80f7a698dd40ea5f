"""Ways out of the box: when a command may have one, who is asked, and what goes on record of its connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Refused, Unavailable
from aule.contracts.events.facts import CallConnected
from aule.kernel.capabilities.gate.answers import AskFirst
from aule.kernel.capabilities.words import MESSAGES, say

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

MOST_RECORDED = 500
"""Connections of one call that are on record one by one."""


async def refuse_leaving(context: Context, level: Level) -> None:
    """Refuse a command a way out of the box while private data and others' words are together in its conversation.

    What commands printed here, and files whose every word was written here, do not count by themselves: they are of the
    project, which every command can read. They do as soon as anything else is private, or came from elsewhere.
    """
    locale = context.locale
    if level is not Level.BUBBLEWRAP:
        raise Unavailable(
            say("no_own_network", locale), code="sandbox_unavailable", hint=MESSAGES.hint("no_own_network", locale)
        )
    if (await context.held_text()).is_mixed_beyond_commands:
        raise Refused(say("no_way_out", locale), code="conversation_mixed", hint=MESSAGES.hint("no_way_out", locale))


async def ask_about_leaving(context: Context, *, is_known: bool, note: str) -> None:
    """Have a person look at this very call, where they never allowed its way out, or a command printed something here.

    No rule and no plan stands for that look; `note` is what their card says.
    """
    if context.is_granted or (is_known and not (await context.held_text()).has_command_output):
        return
    raise AskFirst("a command gets a way out of the box", note)


class ConnectionRecord:
    """Puts the connections of one call on record, the first of them one by one."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.count = 0

    def add(self, fact: CallConnected) -> None:
        """Record one connection."""
        self.count += 1
        if self.count <= MOST_RECORDED:
            run, ports = self._context.run, self._context.ports
            said = fact.model_copy(update={"host": ports.redact(fact.host), "why": ports.redact(fact.why)})
            ports.journal.put(said, run=run.id, session=run.session_id)
