"""A model server on this machine that hangs up: asked once more while it has said nothing, then told clearly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal

import pytest
from tests.models.conftest import StillClock, asked, hear

from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.brain import Speech
from aule.contracts.talk.catalog import ProbeFacts
from aule.models.switchboard import Switchboard
from aule.testing import allow_models

Manner = Literal["accept", "request", "headers", "body", "reset", "answer", "middle"]
HEADERS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
FACTS = ProbeFacts(tier=1, probed_at="t")


def chunk(text: str) -> bytes:
    data = f"data: {text}\n\n".encode()
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def delta(text: str) -> bytes:
    return chunk(json.dumps({"choices": [{"delta": {"content": text}}]}))


@dataclass
class Moody:
    """A server that plays one manner a connection, the last one for ever, and counts connections and requests."""

    manners: list[Manner]
    connections: int = 0
    requests: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        manner = self.manners.pop(0) if len(self.manners) > 1 else self.manners[0]
        self.connections += 1
        try:
            if manner != "accept":
                await self._play(manner, reader, writer)
        finally:
            writer.close()

    async def _play(self, manner: Manner, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # One request for each connection: a second one on a kept connection finds it closed, as with small servers.
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        self.requests += 1
        match manner:
            case "headers":
                writer.write(HEADERS[:30])
            case "body":
                writer.write(HEADERS)
            case "reset":
                writer.transport.abort()
            case "middle":
                writer.write(HEADERS + delta("Hel"))
            case "answer":
                writer.write(HEADERS + delta("Hello.") + chunk("[DONE]") + b"0\r\n\r\n")
            case _:
                pass
        if not writer.transport.is_closing():
            await writer.drain()


@asynccontextmanager
async def moody(ambient: Ambient, *manners: Manner) -> AsyncIterator[tuple[Moody, Switchboard]]:
    played = Moody(list(manners))
    server = await asyncio.start_server(played.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = Settings(providers={"mine": Provider(base_url=f"http://127.0.0.1:{port}/v1", default_model="small")})
    board = Switchboard(lambda: settings, lambda name: None, lambda p, m: FACTS, lambda: [], ambient)
    async with server:
        with allow_models(port):
            try:
                yield played, board
            finally:
                await board.close()


@pytest.mark.parametrize("manner", ["accept", "request", "headers", "body", "reset"])
async def test_a_connection_dropped_before_the_answer_is_made_anew_once(
    ambient: Ambient, clock: StillClock, manner: Manner
) -> None:
    async with moody(ambient, manner, "answer") as (server, board):
        heard = await hear(board.choose().brain, asked("hi"))
        assert [piece.delta for piece in heard if isinstance(piece, Speech)] == ["Hello."]
        assert server.connections == 2
        assert len(clock.waited) == 1


@pytest.mark.parametrize("manner", ["accept", "headers", "body", "reset"])
async def test_a_server_that_hangs_up_twice_is_told_of(ambient: Ambient, manner: Manner) -> None:
    async with moody(ambient, manner) as (server, board):
        with pytest.raises(ModelUnavailable, match=r"'mine' at .* broke off the connection") as caught:
            await hear(board.choose().brain, asked("hi"))
        assert caught.value.problem.hint
        assert server.connections == 2


async def test_what_was_begun_is_never_asked_for_twice(ambient: Ambient) -> None:
    async with moody(ambient, "middle", "answer") as (server, board):
        with pytest.raises(ModelUnavailable, match="broke off"):
            await hear(board.choose().brain, asked("hi"))
        assert server.connections == 1


async def test_a_kept_connection_that_the_server_closes_costs_no_turn(ambient: Ambient) -> None:
    """It answers as if it kept the connection and closes it all the same, between two turns or just as one begins."""
    async with moody(ambient, "answer") as (server, board):
        for _ in range(8):
            heard = await hear(board.choose().brain, asked("hi"))
            assert [piece.delta for piece in heard if isinstance(piece, Speech)] == ["Hello."]
        assert (server.connections, server.requests) == (8, 8)
