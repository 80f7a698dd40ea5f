"""Messages over the standard streams of a program in a box. What the program prints is a stranger's."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from aule.sdk.boxes import BoxSession, ProgramEnded

MOST_GARBAGE = 50
"""Lines that are no messages before a program is ended."""

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]


@asynccontextmanager
async def box_streams(session: BoxSession) -> AsyncGenerator[Streams]:
    """Turn the lines of a program into messages, and messages into lines."""
    told, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    said, sent = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_hear, session, told)
        group.start_soon(_speak, session, sent, told)
        try:
            yield heard, said
        finally:
            group.cancel_scope.cancel()
            for stream in (told, heard, said, sent):
                stream.close()


async def _hear(session: BoxSession, told: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    garbage = 0
    with suppress(ProgramEnded, anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with told:
            async for line in session.lines():
                if not line.strip():
                    continue
                try:
                    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                except ValueError:
                    garbage += 1
                    session.note(f"[no message] {line[:200].decode('utf-8', 'replace')}")
                    if garbage > MOST_GARBAGE:
                        session.stop("it prints what is no message")
                        return
                    continue
                await told.send(SessionMessage(message))


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
