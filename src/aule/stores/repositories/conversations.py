"""Conversations and their messages."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select

from aule.contracts.errors import NotFound
from aule.contracts.talk.messages import Conversation, Message
from aule.contracts.views import Page
from aule.stores.repositories.repository import MOST, Repository, Row
from aule.stores.source import Source
from aule.stores.tables import conversations, messages

_c = conversations.c
_m = messages.c


def _conversation(row: Row) -> Conversation:
    doc, updated_at = row
    return Conversation.model_validate_json(doc).model_copy(update={"updated_at": updated_at})


def _message(row: Row) -> Message:
    return Message.model_validate_json(row[0])


_COLUMNS, _ORDER = (_c.doc, _c.updated_at), (_c.updated_at, _c.id)
_ITEMS = Repository("conversation", _COLUMNS, key=_c.id, order=_ORDER, thing=_conversation, there=[_c.deleted == 0])
_MESSAGES = Repository("message", (_m.doc,), key=_m.id, order=(_m.position, _m.id), thing=_message)
_REMOVED = select(_c.id).where(_c.id == _m.conversation, _c.deleted == 1)
_SHOWN = ~_REMOVED.exists()  # a removed conversation keeps its messages to itself
_POSITION = select(_m.position).where(_m.id == bindparam("key"), _m.conversation == bindparam("conversation"))
_BEFORE = (
    _MESSAGES.query.where(_m.conversation == bindparam("conversation"), _m.position < bindparam("position"), _SHOWN)
    .order_by(_m.position.desc(), _m.id.desc())
    .limit(bindparam("most"))
)
_OF_RUN = _MESSAGES.query.where(_m.run == bindparam("run")).order_by(_m.position, _m.id)
_WAS_REMOVED = select(_c.deleted).where(_c.id == bindparam("key"), _c.deleted == 1)
_END = 2**62


class Conversations:
    """Reads conversations, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Conversation:
        """A conversation by its id; `NotFound` when there is none, or it was removed."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Conversation | None:
        """A conversation by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def was_removed(self, id: str) -> bool:
        """Whether there was a conversation with this id, which may come back."""
        return bool(await self._source.fetch(_WAS_REMOVED, key=id))

    async def list(
        self, *, project: str | None = None, agent: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Conversation]:
        """Conversations, the one used last first."""
        return await _ITEMS.page(self._source, {"project": project, "agent": agent}, limit=limit, after=after)

    async def latest(self, *, project: str | None = None, agent: str | None = None) -> Conversation | None:
        """The conversation used last, if there is any."""
        page = await self.list(project=project, agent=agent, limit=1)
        return page.items[0] if page.items else None

    async def messages(self, id: str, *, before: str | None = None, limit: int = 30) -> Page[Message]:
        """The latest messages, or those before a message id, the oldest of them first.

        `next` is the id to ask `before` for older ones.
        """
        size = max(1, min(limit, MOST))
        rows: list[tuple[Any, ...]] = [(_END,)]
        if before is not None:
            rows = await self._source.fetch(_POSITION, key=before, conversation=id)
            if not rows:
                raise NotFound(f"There is no message {before!r} here", hint="Load the conversation anew.")
        found = await _MESSAGES.all(self._source, _BEFORE, conversation=id, position=rows[0][0], most=size + 1)
        items = found[:size][::-1]
        return Page[Any].model_construct(items=items, next=items[0].id if len(found) > size else None)

    async def message(self, id: str) -> Message | None:
        """One message by its id, or None."""
        return await _MESSAGES.find(self._source, id)

    async def messages_of_run(self, run: str) -> list[Message]:
        """What was said in a run, the oldest first."""
        return await _MESSAGES.all(self._source, _OF_RUN, run=run)
