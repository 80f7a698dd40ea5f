"""Pointers: documents that somebody means without naming them, because they stand beside the words or in the talk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.apps.knowledge import queries
from aule.contracts.talk.messages import Message
from aule.sdk import Context, Row
from aule.text.words import fold

MOST_MESSAGES = 20
"""Messages of a conversation that are looked through for what `these` are."""
_THESE = re.compile(r"\b(?:[nd]?est[ae]s|[nd]?ess[ae]s|these|those)\b")
_KINDS = ("document", "collection", "knowledge")


async def pointed_at(context: Context, words: str) -> list[Row]:
    """Return the documents a request points at: those beside it, else, where it says `these`, those last talked about.

    None where it points at nothing.
    """
    conversations, run = context.own.kernel.conversations, context.run
    if beside := await _beside(context, await conversations.messages_of_run(run.id)):
        return beside
    if _THESE.search(fold(words)) is None:
        return []
    if run.about and (open_now := await _documents(context, [run.about])):
        return open_now
    if run.session_id is None:
        return []
    latest = (await conversations.messages(run.session_id, limit=MOST_MESSAGES)).items
    exchanges: dict[str, list[Message]] = {}
    for message in reversed([each for each in latest if each.run and each.run != run.id]):
        exchanges.setdefault(message.run, []).append(message)
    for exchange in exchanges.values():
        if found := await _beside(context, exchange):
            return found
    return []


async def _beside(context: Context, messages: Sequence[Message]) -> list[Row]:
    """Return the documents that a person put beside words; where they put none, those that the answer cites."""
    attached = await _documents(context, [ref.ref for each in messages for ref in each.refs])
    return attached or await _documents(context, [passage.ref for each in messages for passage in each.sources])


async def _documents(context: Context, refs: Sequence[str]) -> list[Row]:
    """Return the documents of references, and those of collections among them; what is gone is left out."""
    found: list[Row] = []
    for ref in dict.fromkeys(refs):
        kind, _, id = ref.partition(":")
        if kind not in _KINDS:
            continue
        if (row := await queries.document(context.reading, id)) is not None:
            found.append(row)
        elif kind != "document":
            found += await queries.documents_of(context.reading, id)
    return list({row["id"]: row for row in found}.values())
