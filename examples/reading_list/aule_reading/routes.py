"""Addresses of the reading list for other programs: a list, a new book, and a WebSocket that tells each one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from pydantic import Field

from aule.contracts.events.changes import ChangeRecorded
from aule.contracts.model import JsonObject, Model
from aule.sdk import errors
from aule.sdk.http import ByHand, IdempotencyKey, Kernel, Own, Reply, Routes, Since
from aule_reading.app import Visits


def told(error: errors.AuleError) -> Reply:
    """Return an error as this wire tells it."""
    return Reply({"error": error.problem.code, "message": error.problem.message}, error.status)


wire = Routes(prefix="/api/reading", tags=["reading"], errors=told)


class NewBook(Model):
    """A book to be added."""

    title: str = Field(min_length=1, max_length=200)
    author: str | None = Field(default=None, max_length=200)


@wire.route("GET", "/books")
async def list_books(
    kernel: Kernel,
    visits: Annotated[Visits, Own()],
    limit: Annotated[int, Field(ge=1, le=100, description="How many at most.")] = 20,
) -> Reply:
    """The books on the list, and how often it was asked for."""
    visits.count += 1
    found = await kernel.apps.look(kernel.apps.view("reading", "shelf"), {}, locale="en")
    return Reply({"books": [book.model_dump() for book in found.books[:limit]], "visits": visits.count})


@wire.route("POST", "/books", status=201)
async def add_book(kernel: Kernel, body: NewBook, key: IdempotencyKey = None) -> Reply:
    """Add a book: whoever sends it is the owner, so that it is not asked about again."""
    called = await kernel.call("reading.add", body.model_dump(exclude_none=True), key=key, by_hand=ByHand())
    return Reply(called.result.data, status=201)


@wire.stream("/new")
async def follow_books(kernel: Kernel, since: Since = None) -> AsyncGenerator[JsonObject]:
    """Each book that is added, from after `since` on."""
    start = since if since is not None else await kernel.journal.cursor()
    await kernel.journal.check_reaches(start)
    return _added(kernel, start)


async def _added(kernel: Kernel, start: str) -> AsyncGenerator[JsonObject]:
    async with aclosing(kernel.journal.follow(start)) as events:
        async for event in events:
            if isinstance(event.data, ChangeRecorded) and event.data.change.entity.startswith("reading:"):
                yield {"added": event.data.change.title}
