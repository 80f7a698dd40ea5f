"""Consent that lasts: what asks once in a conversation, until private data and untrusted text meet in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aule.contracts.approval import ApprovalStatus
from aule.contracts.capability import Approve, Capability
from aule.contracts.errors import UnknownCapability
from aule.kernel.capabilities.context import Context
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.taint import APP_DATA, ATTACHMENTS, MEMORIES, Taint, taint_of
from aule.kernel.capabilities.words import say
from aule.kernel.policy import Decision, Verdict

MOST_NAMED = 3
"""Sources that a card names."""


async def with_consent(decided: Verdict, context: Context, registry: Registry) -> Verdict:
    """What becomes of a verdict on something that asks once in a conversation.

    A yes counts for later calls there with any parameters; the latest decision is the one that holds. In a context
    with private data and untrusted text every call asks, unless the person's own rule names where it may go.
    """
    if context.capability.approval is not Approve.ONCE or decided.decision is Decision.DENY:
        return decided
    if decided.rule is not None and (decided.decision is Decision.ASK or decided.rule.endswith(")")):
        return decided
    taint = await _taint(context, registry)
    locale = context.run.locale
    if taint.is_mixed:
        private, untrusted = (_named(names, registry, locale) for names in (taint.private, taint.untrusted))
        note = say("mixed_asks", locale, private=private, untrusted=untrusted)
        return Verdict(Decision.ASK, "private data and untrusted text have met in this context", note=note)
    if decided.decision is Decision.ALLOW:
        return decided
    session = context.run.session_id
    if session is None:
        return decided
    latest = await context.ports.approvals.latest_decision(session, context.capability.name)
    if latest is not None and latest.status is ApprovalStatus.GRANTED:
        return Verdict(Decision.ALLOW, f"it was allowed in this conversation ({latest.id})")
    return replace(decided, note=say("once_asks", locale))


async def _taint(context: Context, registry: Registry) -> Taint:
    """What the conversation holds, or, where there is none, the run and the one above it."""
    ports, run = context.ports, context.run
    await ports.journal.flush()  # what was read a moment ago counts as well
    if run.session_id is None:
        names = await ports.calls.used_in_runs([id for id in (run.id, run.parent) if id is not None])
        facts = await ports.journal.read(None, run=run.id, types=_TELLING)
    else:
        names = await ports.calls.used_in_session(run.session_id)
        facts = await ports.journal.read(None, session=run.session_id, types=_TELLING)
    found = taint_of(_known(names, registry), [event.data for event in facts])
    return replace(found, private=(*found.private, APP_DATA)) if run.agent in ports.informed else found


_TELLING = ("memory.recalled", "message.added")


def _known(names: Sequence[str], registry: Registry) -> list[Capability]:
    """The capabilities behind some names; those of an app that is gone have no results in sight."""
    found: list[Capability] = []
    for name in names:
        try:
            found.append(registry.get(name))
        except UnknownCapability:
            continue
    return found


def _named(names: Sequence[str], registry: Registry, locale: str) -> str:
    shown = [
        say(name, locale) if name in (MEMORIES, ATTACHMENTS, APP_DATA) else registry.get(name).title_in(locale)
        for name in names
    ]
    return ", ".join(shown[:MOST_NAMED]) + (", …" if len(shown) > MOST_NAMED else "")
