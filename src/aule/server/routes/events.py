"""The one log, as pages, as a stream, and over a WebSocket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response, WebSocket

from aule.contracts.events.facts import Event
from aule.contracts.views import Page
from aule.server.events import EventQuery, answer_events, send_events
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(prefix="/v1/events", tags=["events"], route_class=JsonRoute)


Query = Annotated[EventQuery, Depends()]


@router.get("", response_model=Page[Event])
async def list_events(request: Request, kernel: System, query: Query) -> Response:
    """What happened after `since`, oldest first.

    With `Accept: text/event-stream` it goes on as it happens: `id` is the event's cursor, `event` its type, `data`
    the event; `Last-Event-ID` counts like `since`; a stream without either begins now.
    """
    return await answer_events(request, kernel, query)


@router.websocket("/ws")
async def follow_events(websocket: WebSocket, kernel: System, query: Query) -> None:
    """The same as the stream: one event as JSON a message."""
    await send_events(websocket, kernel, query)
