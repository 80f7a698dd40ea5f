"""The HTTP client of the SDK where a person signs in: tokens go to the server alone, and sign-in to whom it names."""

from __future__ import annotations

import httpx2

from aule.apps.mcp.client.guarded_http import GuardedTransport
from aule.contracts.errors import AuleError
from aule.sdk.services import Exchange, read_target

MOST = 500_000
"""Bytes of what a server says about signing in."""


class SignedTransport(GuardedTransport):
    """Sends requests to one server with its token, and those of signing in to public servers, without it."""

    def __init__(self, url: str, *, is_own: bool, seconds: float, only: str | None = None) -> None:
        super().__init__(url, is_own=is_own, token=None, seconds=seconds)
        self._only = None if only is None else read_target(only, is_own=is_own).origin
        """The one other server that may be spoken to, once it is known who gave the tokens."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request, and return its answer to be read."""
        try:
            wanted = read_target(str(request.url), is_own=self._is_own)
            is_server = wanted.origin == self._target.origin
            # An address on this machine is spoken to only where the server itself is there, by the owner's word.
            is_own = self._is_own and wanted.host == self._target.host
            target = read_target(str(request.url), is_own=is_own)
            if not is_server and self._only is not None and target.origin != self._only:
                raise httpx2.ConnectError(f"{target.host!r} did not give these tokens")
            if not is_server and target.scheme != "https" and not is_own:
                raise httpx2.ConnectError(f"{target.host!r} is not spoken to about signing in without encryption")
            body = await request.aread()
            lines = self._headers(request, body) + self._authorization(request, is_server=is_server)
            return await self._answer(
                request,
                Exchange(
                    request.method,
                    target,
                    lines,
                    body,
                    is_own=is_own,
                    is_secret=True,
                    seconds=self._seconds,
                    most=self.most if is_server else MOST,
                ),
            )
        except AuleError as error:
            raise httpx2.ConnectError(error.problem.message) from error

    def _authorization(self, request: httpx2.Request, *, is_server: bool) -> list[tuple[str, str]]:
        """Return who asks: the token goes to the server alone, a client's own password to whoever gives tokens."""
        said = request.headers.get("authorization", "")
        kind = said.partition(" ")[0].lower()
        return [("Authorization", said)] if kind == "basic" or (kind == "bearer" and is_server) else []
