"""The HTTP client of the SDK, on connections that reach one server and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx2

from aule.contracts.errors import AuleError
from aule.sdk.services import Exchange, ExchangeAnswer, open_exchange, read_target

_OURS = frozenset({"host", "connection", "accept-encoding", "transfer-encoding", "content-length", "authorization"})
MOST = 16_000_000


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Sends requests to the server with one address; every other one is refused."""

    def __init__(self, url: str, *, is_own: bool, token: str | None, seconds: float) -> None:
        self._target = read_target(url, is_own=is_own)
        self._is_own = is_own
        self._token = token
        self._seconds = seconds
        self.most = MOST

    @property
    def url(self) -> str:
        """The address as it was read."""
        return self._target.url

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request, and return its answer to be read."""
        try:
            target = read_target(str(request.url), is_own=self._is_own)
            if target.origin != self._target.origin:
                raise httpx2.ConnectError(f"{target.host!r} is not the server that was approved")
            body = await request.aread()
            return await self._answer(
                request,
                Exchange(
                    request.method,
                    target,
                    self._headers(request, body),
                    body,
                    is_own=self._is_own,
                    is_secret=self._token is not None,
                    seconds=self._seconds,
                    most=MOST,
                ),
            )
        except AuleError as error:
            raise httpx2.ConnectError(error.problem.message) from error

    async def _answer(self, request: httpx2.Request, wish: Exchange) -> httpx2.Response:
        stack = AsyncExitStack()
        try:
            response = await stack.enter_async_context(open_exchange(wish))
            packed = [value for name, value in response.headers if name.lower() == b"content-encoding"]
            if packed and packed != [b"identity"]:
                raise httpx2.ConnectError(f"{self._target.host!r} sends what was not asked for: a packed answer")
        except BaseException:
            await stack.aclose()
            raise
        return httpx2.Response(
            response.status, headers=response.headers, stream=_Pieces(response, stack), request=request
        )

    def _headers(self, request: httpx2.Request, body: bytes) -> list[tuple[str, str]]:
        lines = [(name, value) for name, value in request.headers.items() if name.lower() not in _OURS]
        if self._token is not None:
            lines.append(("Authorization", f"Bearer {self._token}"))
        return [*lines, ("Content-Length", str(len(body)))] if body or request.method == "POST" else lines


class _Pieces(httpx2.AsyncByteStream):
    """An answer, read piece by piece; the connection is closed with it."""

    def __init__(self, response: ExchangeAnswer, stack: AsyncExitStack) -> None:
        self._response = response
        self._stack = stack

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._response.pieces():
                yield piece
        except AuleError as error:
            raise httpx2.ReadError(error.problem.message) from error

    async def aclose(self) -> None:
        await self._stack.aclose()
