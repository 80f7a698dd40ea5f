"""Search over old conversations: the messages that fit a question by words and meaning, each with where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.ambient import Ambient
from aule.contracts.talk.memory import MessageHit
from aule.contracts.talk.messages import Conversation, Message
from aule.kernel.memory.rank import NEAR, rank
from aule.kernel.memory.topics import topic_of
from aule.kernel.memory.vectors import MemoryVectors
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import MemoryRow
from aule.stores.repositories.search import Search, Within
from aule.text.words import headline, terms

LATEST_TALKS, LATEST_MESSAGES = 30, 10
"""Conversations whose latest messages are compared by meaning, whatever their words, and how many of each."""
BY_WORDS = 60
"""Messages that hold a word of the question, at most."""
MOST_WORDS = 6
_SPOKEN = ("user", "assistant")
EXCERPT = 240
"""Characters that are shown of a message."""


class ConversationSearch:
    """Finds messages."""

    def __init__(self, index: Search, conversations: Conversations, vectors: MemoryVectors, ambient: Ambient) -> None:
        self._index = index
        self._conversations = conversations
        self._vectors = vectors
        self._ambient = ambient

    async def find(
        self, query: str, *, project: str | None = None, without: str | None = None, limit: int = 10
    ) -> list[MessageHit]:
        """Return messages that fit a question, the best first.

        `without` is the conversation that is going on: what is in it is known.
        """
        if not terms(query):
            return []
        said = await self._candidates(query, project, without)
        rows = [
            MemoryRow(each.id, each.content, "context", "user" if each.role == "user" else "agent", False, each.ts)
            for each, _ in said
        ]
        if not rows:
            return []
        encoded = await self._vectors.compare(query, [row.content for row in rows])
        ranked = rank(query, rows, encoded, self._ambient.clock.now())
        known = {each.id: (each, talk) for each, talk in said}
        fitting = [each for each in ranked if each.reason.fit >= NEAR][:limit]
        return [_hit(*known[each.row.id], query, each.reason.fit) for each in fitting]

    async def _candidates(
        self, query: str, project: str | None, without: str | None
    ) -> list[tuple[Message, Conversation]]:
        """Return the messages to compare: those that hold a word of the question, and the latest."""
        within = Within(self._ambient.timestamp(), ("message",), project)
        found = await self._index.find(terms(query), within, limit=BY_WORDS)
        for word in topic_of(query).text.split()[:MOST_WORDS]:
            found += await self._index.find([word], within, limit=BY_WORDS // MOST_WORDS)
        talks = {one.place: await self._conversations.find(one.place) for one in found if one.place is not None}
        said = [await self._conversations.message(id) for id in dict.fromkeys(one.id for one in found)]
        latest = await self._conversations.list(project=project, limit=LATEST_TALKS)
        for talk in latest.items:
            talks[talk.id] = talk
            said += (await self._conversations.messages(talk.id, limit=LATEST_MESSAGES)).items
        kept = {each.id: each for each in said if each is not None and each.content and each.role in _SPOKEN}
        return [
            (each, talk)
            for each in kept.values()
            if (talk := talks.get(each.conversation)) is not None
            and talk.id != without
            and project in (None, talk.project)
        ]


def _hit(message: Message, talk: Conversation, query: str, fit: float) -> MessageHit:
    return MessageHit(
        conversation=talk.id,
        title=talk.title,
        project=talk.project,
        message=message.id,
        role=message.role,
        ts=message.ts,
        excerpt=_excerpt(message.content, topic_of(query).text.split()),
        fit=fit,
        link=f"/?chat={talk.id}",
    )


def _excerpt(text: str, wanted: Sequence[str]) -> str:
    """Return the line of a message that holds most of the words, cut."""
    lines = [line for line in text.splitlines() if line.strip()] or [text]
    best = max(lines, key=lambda line: len(topic_of(line).stems & topic_of(" ".join(wanted)).stems))
    return headline(best, EXCERPT)
