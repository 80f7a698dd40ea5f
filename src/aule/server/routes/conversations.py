"""Conversations: list, open, read, edit, delete, follow."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from aule.contracts.access.change import Removed
from aule.contracts.events.facts import Event
from aule.contracts.talk.memory import MessageHit
from aule.contracts.talk.messages import Conversation
from aule.contracts.views import ConversationDetail, MemoryInUse, Page
from aule.sdk.http import expected_version, losing_is_stale
from aule.server.bodies import ConversationEdit, NewConversation
from aule.server.events import EventQuery, answer_events
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Limit, Named, Part, Since, System, Words
from aule.server.versions import show_version

router = APIRouter(prefix="/v1/conversations", tags=["conversations"], route_class=JsonRoute)


@router.get("")
async def list_conversations(
    kernel: System,
    part: Part,
    project: Named = None,
    q: Words = "",
) -> Page[Conversation]:
    """Conversations, the latest first. With words: those whose title or messages fit best, on one page."""
    if q.strip():
        return Page[Conversation](items=await kernel.finder.talks(q, project=project, limit=part.limit))
    return await kernel.conversations.list(project=project, limit=part.limit, after=part.after)


@router.get("/search")
async def search_conversations(
    kernel: System, q: Words, project: Named = None, limit: Annotated[int, Query(ge=1, le=50)] = 10
) -> list[MessageHit]:
    """Messages of conversations that fit by words and meaning, the best first, each with where it stands."""
    return await kernel.memory.talks.find(q, project=project, limit=limit)


@router.post("", status_code=201)
async def open_conversation(body: NewConversation, kernel: System, response: Response) -> Conversation:
    """Open a conversation with an agent."""
    opened = await kernel.documents.open_conversation(agent=body.agent, project=body.project, title=body.title)
    show_version(response, opened.version)
    return opened


@router.get("/{id}")
async def get_conversation(
    id: Id,
    kernel: System,
    response: Response,
    before: Named = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
) -> ConversationDetail:
    """A conversation with its latest messages, or those before a message."""
    detail = await kernel.overview.conversation(id, before=before, limit=limit)
    show_version(response, detail.conversation.version)
    return detail


@router.patch("/{id}")
async def edit_conversation(
    id: Id, body: ConversationEdit, kernel: System, response: Response, if_match: IfMatch = None
) -> Conversation:
    """Rename a conversation, or give it another agent or project."""
    current = await kernel.conversations.get(id)
    expected = expected_version(if_match, current.version)
    edited = current.model_copy(update=body.model_dump(exclude_none=True))
    with losing_is_stale():
        saved = await kernel.documents.save_conversation(edited, expected=expected)
    show_version(response, saved.version)
    return saved


@router.delete("/{id}")
async def delete_conversation(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Delete a conversation with its messages."""
    expected = expected_version(if_match, (await kernel.conversations.get(id)).version)
    with losing_is_stale():
        return await kernel.documents.delete_conversation(id, expected=expected)


@router.get("/{id}/memory")
async def list_conversation_memory(id: Id, kernel: System) -> list[MemoryInUse]:
    """What is remembered and plays a part here: what the latest turns recalled, what is pinned, what is its own."""
    return await kernel.overview.memory_in_use(id)


@router.get("/{id}/events", response_model=Page[Event])
async def list_conversation_events(
    id: Id, request: Request, kernel: System, since: Since = None, limit: Limit = 100
) -> Response:
    """The events of a conversation; as a stream with `Accept: text/event-stream`."""
    await kernel.conversations.get(id)
    return await answer_events(request, kernel, EventQuery(since=since, session=id, limit=limit))
