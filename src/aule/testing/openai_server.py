"""A loopback model server that plays a script: OpenAI-compatible, and Ollama's own door too.

Run it as `python -m aule.testing.openai_server --port 0 --script script.json`; it prints its address.
A script is a JSON list of replies, one a request; a lone reply with `"repeat": true` is given for ever.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from aule.contracts.model import JsonObject, Model
from aule.testing import wire_format

Behaviour = Literal["ok", "cut", "slow", "hang", "malformed", "html", "whole", "bare_close", "raw"]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class ToolCall(Model):
    """A tool call the model makes; arguments as an object, or as raw text to be wrong on purpose."""

    name: str
    arguments: JsonObject | str = {}
    id: str | None = None


class Reply(Model):
    """One scripted answer."""

    text: str = ""
    deltas: list[str] = []
    thought: str = ""
    calls: list[ToolCall] = []
    finish: str | None = None
    usage: tuple[int, int] | None = (10, 5)
    cached: int = Field(default=0, description="Tokens of the prompt that were kept from before.")
    status: int = 200
    error: str = ""
    headers: dict[str, str] = {}
    behaviour: Behaviour = "ok"
    raw: list[str] = Field(default=[], description="The body's pieces, byte for byte, for behaviour `raw`.")
    repeat: bool = False

    @property
    def pieces(self) -> list[str]:
        """The text in the pieces in which it is sent."""
        return self.deltas or ([self.text] if self.text else [])


Responder = Callable[[JsonObject], Reply]


class OpenAIServer:
    """Plays replies to chat requests on 127.0.0.1, and remembers what it was asked."""

    def __init__(
        self, script: Sequence[Reply] | Responder = (), *, models: Sequence[str] = ("scripted",), port: int = 0
    ) -> None:
        self._respond: Responder | None = script if callable(script) else None
        self._script: list[Reply] = [] if callable(script) else list(script)
        self._models = tuple(models)
        self._port = port
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}
        self.context_length = 8_192
        self.capabilities = ["completion", "tools"]
        self.embed: Callable[[str], list[float]] | None = None
        """Makes the vector of a text; without it there is no `/v1/embeddings`."""
        self.embeds = asyncio.Event()
        """Requests for vectors wait for it; it is set from the beginning."""
        self.embeds.set()
        self.requests: list[tuple[str, JsonObject]] = []
        """Path and body of every request, in order."""
        self.keys: list[str] = []
        """The authorization header of every request."""
        self.hung_up = asyncio.Event()
        """Set when a client left in the middle of an answer."""

    @property
    def port(self) -> int:
        """The port on which the server listens."""
        assert self._server is not None, "the server is not running"
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def base_url(self) -> str:
        """Its address, as a provider's base_url."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def chats(self) -> list[JsonObject]:
        """The bodies of the chat requests alone."""
        return [body for path, body in self.requests if path in ("/v1/chat/completions", "/api/chat")]

    def add(self, *replies: Reply) -> None:
        """Go on with these."""
        assert self._respond is None, "a server with a responder has no script"
        self._script.extend(replies)

    async def __aenter__(self) -> OpenAIServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port, limit=64 * 1024 * 1024)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        open_now = dict(self._open)
        for writer in open_now:
            writer.transport.abort()
        await asyncio.gather(*open_now.values(), return_exceptions=True)
        await self._server.wait_closed()

    async def serve_forever(self) -> None:
        """Serve until cancelled."""
        assert self._server is not None
        await self._server.serve_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[writer] = task
        try:
            while (request := await wire_format.read_request(reader)) is not None:
                self.requests.append((request.path, request.body))
                self.keys.append(request.headers.get("authorization", ""))
                if not await self._answer(request, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up.set()
        finally:
            self._open.pop(writer, None)
            writer.close()

    async def _answer(self, request: wire_format.Request, writer: asyncio.StreamWriter) -> bool:
        match request.path:
            case "/v1/chat/completions":
                return await self._chat(request, writer, ollama=False)
            case "/api/chat":
                return await self._chat(request, writer, ollama=True)
            case "/v1/models":
                document: Any = {"object": "list", "data": [{"id": id, "object": "model"} for id in self._models]}
            case "/api/tags":
                document = {"models": [{"name": id, "size": 1_000_000} for id in self._models]}
            case "/api/show":
                document = {
                    "model_info": {"general.architecture": "llama", "llama.context_length": self.context_length},
                    "capabilities": self.capabilities,
                }
            case "/v1/images/generations":
                document = {"created": 0, "data": [{"b64_json": PIXEL}]}
            case "/v1/embeddings" if self.embed is not None:
                await self.embeds.wait()
                rows = [{"index": place, "embedding": self.embed(text)} for place, text in _inputs(request.body)]
                document = {"object": "list", "data": rows}
            case _:
                await wire_format.send_json(writer, 404, {"error": {"message": "no such path"}})
                return True
        await wire_format.send_json(writer, 200, document)
        return True

    def _reply(self, body: JsonObject) -> Reply:
        if self._respond is not None:
            return self._respond(body)
        if not self._script:
            return Reply(status=400, error="unscripted request: the script has come to its end")
        return self._script[0] if self._script[0].repeat else self._script.pop(0)

    async def _chat(self, request: wire_format.Request, writer: asyncio.StreamWriter, *, ollama: bool) -> bool:
        reply = self._reply(request.body)
        if reply.status != 200:
            error = {"error": {"message": reply.error or f"scripted failure {reply.status}"}}
            await wire_format.send_json(writer, reply.status, error, reply.headers)
            return True
        model = str(request.body.get("model", ""))
        documents = wire_format.ollama(reply, model) if ollama else wire_format.openai(reply, model)
        frames = [
            json.dumps(document).encode() + b"\n" if ollama else b"data: " + json.dumps(document).encode() + b"\n\n"
            for document in documents
        ]
        if not ollama:
            frames.append(b"data: [DONE]\n\n")
        return await self._play(reply, frames, writer)

    async def _play(self, reply: Reply, frames: list[bytes], writer: asyncio.StreamWriter) -> bool:
        match reply.behaviour:
            case "ok":
                await wire_format.send_stream(writer, frames)
                return True
            case "slow":
                return await self._one_by_one(writer, frames, pause=0.02)
            case "hang":
                await self._one_by_one(writer, frames[:2], pause=0, end=False)
                await self._until_left(writer)
            case "cut":
                await self._one_by_one(writer, frames[: max(1, len(frames) // 2)], pause=0, end=False)
                writer.transport.abort()
            case "bare_close":
                await self._one_by_one(writer, frames[: max(1, len(frames) // 2)], pause=0)
            case "malformed":
                await wire_format.send_stream(writer, [frames[0], b"data: {not json\n\n"])
            case "raw":
                await wire_format.send_stream(writer, [piece.encode("utf-8", "surrogatepass") for piece in reply.raw])
            case "html":
                await wire_format.send_body(writer, 200, "text/html", b"<html>\nnot a model server</html>")
            case "whole":
                await wire_format.send_json(writer, 200, wire_format.whole(reply))
        return False

    async def _one_by_one(
        self, writer: asyncio.StreamWriter, frames: list[bytes], *, pause: float, end: bool = True
    ) -> bool:
        wire_format.begin_stream(writer)
        for frame in frames:
            wire_format.send_chunk(writer, frame)
            await writer.drain()
            await self._moment(pause)
        if end:
            wire_format.send_chunk(writer, b"")
            await writer.drain()
        return end

    async def _until_left(self, writer: asyncio.StreamWriter) -> None:
        while not writer.is_closing():
            await self._moment(0.02)
            wire_format.send_chunk(writer, b": still here\n\n")
            await writer.drain()
        self.hung_up.set()

    async def _moment(self, seconds: float) -> None:
        if seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.Event().wait(), seconds)


def _inputs(body: JsonObject) -> list[tuple[int, str]]:
    return list(enumerate(map(str, body.get("input", []))))


def _read_script(path: str | None) -> list[Reply]:
    replies: list[JsonObject] = json.loads(Path(path).read_text("utf-8")) if path else []
    return [Reply.model_validate(reply) for reply in replies]


async def _main(replies: list[Reply], port: int, models: list[str]) -> None:
    async with OpenAIServer(replies, port=port, models=models) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A loopback model server that plays a script.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script")
    parser.add_argument("--models", default="scripted")
    told = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_main(_read_script(told.script), told.port, told.models.split(",")))
