"""The log over a real WebSocket: the same events as the stream, and the same checks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.doors import BEARER
from tests.server.live import Live, LogOnly, live, open_log
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, RejectConnection, Request, TextMessage

from aule.contracts.events.facts import SettingsChanged


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[LogOnly]:
    async with open_log(tmp_path) as log:
        yield log


@pytest.fixture
async def server(log: LogOnly) -> AsyncIterator[Live]:
    async with live(log) as server:
        yield server


class Socket:
    """A WebSocket client, event by event."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._wire = WSConnection(ConnectionType.CLIENT)

    @classmethod
    async def open(cls, port: int, path: str, **headers: str) -> Socket:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        socket = cls(reader, writer)
        extra = [(name.encode(), value.encode()) for name, value in headers.items()]
        request = Request(host=f"127.0.0.1:{port}", target=path, extra_headers=extra)
        writer.write(socket._wire.send(request))
        return socket

    async def next(self) -> Any:
        while True:
            for event in self._wire.events():
                return event
            data = await asyncio.wait_for(self._reader.read(65536), 30)
            self._wire.receive_data(data or None)

    def close(self) -> None:
        self._writer.transport.abort()


async def test_a_message_is_one_event_and_resumes_by_cursor(log: LogOnly, server: Live) -> None:
    for number in range(3):
        await log.journal.write(SettingsChanged(keys=[str(number)]))
    first = (await log.journal.read("0"))[0].seq
    socket = await Socket.open(server.port, f"/v1/events/ws?since={first}", **BEARER)
    assert isinstance(await socket.next(), AcceptConnection)
    messages = [await socket.next() for _ in range(2)]
    await log.journal.write(SettingsChanged(keys=["live"]))
    messages.append(await socket.next())
    socket.close()
    assert all(isinstance(message, TextMessage) for message in messages)
    assert [json.loads(message.data)["data"]["keys"] for message in messages] == [["1"], ["2"], ["live"]]


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer undefined"}, {**BEARER, "Origin": "http://evil.example"}, {"Cookie": "a=b"}],
)
async def test_a_socket_from_elsewhere_is_not_opened(server: Live, headers: dict[str, str]) -> None:
    """S5: cross-origin and unauthenticated WebSockets."""
    socket = await Socket.open(server.port, "/v1/events/ws?since=0", **headers)
    refused = await socket.next()
    socket.close()
    assert isinstance(refused, RejectConnection) and refused.status_code == 403


@pytest.mark.parametrize("since", ["abc!", "99999"])
async def test_a_place_that_is_not_in_the_log_closes_the_socket(server: Live, since: str) -> None:
    socket = await Socket.open(server.port, f"/v1/events/ws?since={since}", **BEARER)
    refused = await socket.next()
    socket.close()
    assert isinstance(refused, RejectConnection | CloseConnection)


async def test_shutdown_says_goodbye(log: LogOnly, server: Live) -> None:
    await log.journal.write(SettingsChanged(keys=["x"]))
    socket = await Socket.open(server.port, "/v1/events/ws?since=0", **BEARER)
    assert isinstance(await socket.next(), AcceptConnection)
    assert isinstance(await socket.next(), TextMessage)
    stopping = asyncio.create_task(server.stop())
    goodbye = await socket.next()
    socket.close()
    await asyncio.wait_for(stopping, 30)
    assert isinstance(goodbye, CloseConnection) and goodbye.code in (1001, 1012)
