"""httpx speaking to an application of this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import httpx

from aule.server.in_process import Application, Exchange, scope_of


class InProcess(httpx.AsyncBaseTransport):
    """An httpx transport that calls an ASGI application, and hands over streams as they grow."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request; the body arrives as the application sends it."""
        body = b"".join([chunk async for chunk in cast(httpx.AsyncByteStream, request.stream)])
        path = request.url.raw_path.split(b"?")[0].decode("ascii")
        scope = scope_of(request.method, path, request.url.query.decode("ascii"), request.headers.items())
        exchange = Exchange(self._app, scope, body)
        status, headers = await exchange.begin()
        return httpx.Response(status, headers=headers, stream=_Body(exchange))


class _Body(httpx.AsyncByteStream):
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._exchange:
            yield piece

    async def aclose(self) -> None:
        """Leave."""
        await self._exchange.aclose()
