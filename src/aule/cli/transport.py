"""Carries requests to the API in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aule.server.in_process import Application, Exchange, scope_of
from aule.terminal.transport import Answer, Request


class InProcess:
    """The way to an application of this process; what it sends arrives as it is sent."""

    def __init__(self, app: Application) -> None:
        self._app = app

    @asynccontextmanager
    async def exchange(self, request: Request) -> AsyncGenerator[Answer]:
        """Let the application answer; where the block ends before it has, it is told and stopped."""
        body = request.body if isinstance(request.body, bytes) else b"".join([piece async for piece in request.body])
        headers = {"Host": "127.0.0.1", **request.headers, "Content-Length": str(len(body))}
        scope = scope_of(request.method, request.escaped_path, request.query_string, headers.items())
        exchange = Exchange(self._app, scope, body)
        try:
            status, sent = await exchange.begin()
            answered = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in sent}
            yield Answer(status, answered, aiter(exchange))
        finally:
            await exchange.aclose()
