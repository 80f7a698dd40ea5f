"""Messages over the standard streams of a program in a box. What the program prints is a stranger's."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, JSONRPCNotification, jsonrpc_message_adapter

from aule.sdk.boxes import BoxSession, ProgramEnded

MOST_GARBAGE = 50
"""Lines that are no messages between two messages to a program before it is ended."""
MOST_NOTIFICATIONS = 20_000
"""Notifications and requests between two messages to a program before it is ended."""
_HEARD = frozenset({"notifications/progress", "notifications/cancelled"})
"""Notifications that are passed on; tools are asked for anew before each call, and logs are not wanted."""

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]


@asynccontextmanager
async def box_streams(session: BoxSession, on_end: Callable[[], None]) -> AsyncGenerator[Streams]:
    """Turn the lines of a program into messages, and messages into lines; tell when the program has ended."""
    told, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    said, sent = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_hear, session, told, on_end)
        group.start_soon(_speak, session, sent, told)
        try:
            yield heard, said
        finally:
            group.cancel_scope.cancel()
            for stream in (told, heard, said, sent):
                stream.close()


async def _hear(
    session: BoxSession, told: MemoryObjectSendStream[SessionMessage | Exception], on_end: Callable[[], None]
) -> None:
    try:
        await _pass_on(session, told)
    finally:
        on_end()


async def _pass_on(session: BoxSession, told: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    garbage = unasked = sent = 0
    with suppress(ProgramEnded, anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with told:
            async for line in session.lines():
                if not line.strip():
                    continue
                if session.sent != sent:
                    garbage, unasked, sent = 0, 0, session.sent
                message = _read(line)
                if message is None:
                    garbage += 1
                    session.note(f"[no message] {line[:200].decode('utf-8', 'replace')}")
                else:
                    unasked += hasattr(message, "method")
                if garbage > MOST_GARBAGE or unasked > MOST_NOTIFICATIONS:
                    session.stop("it prints what is no message, or too many that nobody asked for")
                    return
                if message is not None and _is_wanted(message):
                    await told.send(SessionMessage(message))


def _read(line: bytes) -> JSONRPCMessage | None:
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return None


def _is_wanted(message: JSONRPCMessage) -> bool:
    """Return whether a message is an answer or a request, or a notification that somebody listens to."""
    if not isinstance(message, JSONRPCNotification):
        return True
    params = message.params or {}
    is_whole = message.method != "notifications/progress" or {"progress", "progressToken"} <= set(params)
    return message.method in _HEARD and is_whole


async def _speak(
    session: BoxSession,
    sent: MemoryObjectReceiveStream[SessionMessage],
    told: MemoryObjectSendStream[SessionMessage | Exception],
) -> None:
    try:
        async for each in sent:
            session.send(each.message.model_dump_json(by_alias=True, exclude_unset=True).encode())
    except ProgramEnded:
        told.close()
