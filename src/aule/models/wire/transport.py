"""The one line to model servers: every request to a model goes through here, with its one retry."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import httpx
from pydantic_core import to_json

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, ModelUnavailable, TooLarge
from aule.models.wire.address import check_reach, is_loopback
from aule.models.wire.local_http import LocalHttp

MAX_ERROR_BODY = 64 * 1024
MAX_DOCUMENT = 16 * 1024 * 1024
RETRIED = frozenset({429, 500, 502, 503, 504, 529})
DROPPED = (httpx.ReadError, httpx.WriteError, httpx.CloseError, httpx.RemoteProtocolError)
"""How a connection ends that the other side closed."""
LONGEST_WAIT = 8.0
"""Seconds a server may ask us to wait before the retry; longer is told to the person instead."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a provider listens, and how to speak about it when it does not."""

    provider: str
    name: str
    base_url: str
    local: bool = False
    key: str | None = field(default=None, repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    start: str | None = None
    fetch: str | None = None

    def url(self, path: str) -> str:
        """The full address of a path; an absolute path such as `/api/tags` starts at the server's root."""
        if path.startswith("/"):
            return str(httpx.URL(self.base_url).join(path))
        return f"{self.base_url}/{path}"


class Transport:
    """What all providers share: plain connections on this machine, and an HTTP client for elsewhere."""

    def __init__(self, ambient: Ambient) -> None:
        self._ambient = ambient
        self._local = LocalHttp()
        self._client: httpx.AsyncClient | None = None
        """The client for elsewhere, made on first use."""

    @asynccontextmanager
    async def stream(self, endpoint: Endpoint, path: str, body: dict[str, Any]) -> AsyncGenerator[httpx.Response]:
        """Post and hand over the response while it is still coming in. Retries once, before the first byte."""
        url = endpoint.url(path)
        content = _written(body)
        response = await self._send(endpoint, url, content, model=str(body.get("model", "")))
        try:
            yield response
        finally:
            await response.aclose()

    async def document(
        self, endpoint: Endpoint, path: str, *, body: dict[str, Any] | None = None, seconds: float = 10.0
    ) -> Any:
        """Fetch one JSON document, without a retry."""
        url = endpoint.url(path)
        check_reach(url)
        content = None if body is None else json.dumps(body).encode()
        request = _request("GET" if body is None else "POST", url, endpoint, content, httpx.Timeout(seconds))
        try:
            response = await self._exchange(request, is_here=is_loopback(url))
            try:
                raw = await _read(response, MAX_DOCUMENT)
            finally:
                await response.aclose()
        except httpx.HTTPError as error:
            raise unreachable(endpoint, error) from error
        if response.status_code >= 400:
            raise failed(endpoint, response.status_code, raw[:MAX_ERROR_BODY])
        try:
            return json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise ModelUnavailable(
                f"{endpoint.name!r} at {url!r} answered with something that is not JSON",
                hint="Check the address; it usually ends in /v1.",
            ) from error

    async def close(self) -> None:
        """Close all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _exchange(self, request: httpx.Request, *, is_here: bool) -> httpx.Response:
        """Send a request, and return the response when its headers have come in, on this machine also its first bytes.

        On this machine every request gets a connection of its own: that costs nothing there, and small servers close
        one that is kept just when it is used again, or let it block one of their few threads.
        """
        if is_here:
            request.headers["connection"] = "close"
            return await self._local.handle_async_request(request)
        if self._client is None:
            limits = httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=30)
            self._client = httpx.AsyncClient(trust_env=False, follow_redirects=False, limits=limits)
        return await self._client.send(request, stream=True)

    async def _send(self, endpoint: Endpoint, url: str, content: bytes, *, model: str) -> httpx.Response:
        check_reach(url)
        # A local server may have to load a model and read a long prompt before the first byte.
        timeout = httpx.Timeout(30.0, connect=5.0, read=600.0 if endpoint.local else 120.0)
        is_here = is_loopback(url)
        for last in (False, True):
            request = _request("POST", url, endpoint, content, timeout)
            try:
                response = await self._exchange(request, is_here=is_here)
            except httpx.HTTPError as error:
                if last or not _may_repeat(error, is_here=is_here):
                    raise unreachable(endpoint, error) from error
                await self._ambient.clock.sleep(self._pause(None))
                continue
            if response.status_code < 400:
                return response
            wait = self._pause(response.headers.get("retry-after"))
            if last or response.status_code not in RETRIED or wait > LONGEST_WAIT:
                raise await _failure(endpoint, response, model)
            await response.aclose()
            await self._ambient.clock.sleep(wait)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _pause(self, retry_after: str | None) -> float:
        if retry_after is not None and retry_after.strip().isdigit():
            return float(retry_after)
        return 0.3 + 0.4 * self._ambient.dice.random()


def _written(body: dict[str, Any]) -> bytes:
    """Return a body as JSON; half a character, which no text can have, becomes a question mark."""
    try:
        return to_json(body)
    except ValueError:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


_parse = lru_cache(maxsize=64)(httpx.URL)
"""Reads an address; the few there are come again and again."""


def _headers(endpoint: Endpoint) -> dict[str, str]:
    headers = {
        "accept": "*/*",
        "accept-encoding": "gzip, deflate",
        "content-type": "application/json",
        "user-agent": "aule",
        **dict(endpoint.headers),
    }
    if endpoint.key and not endpoint.headers:
        headers["authorization"] = f"Bearer {endpoint.key}"
    return headers


def _request(method: str, url: str, endpoint: Endpoint, content: bytes | None, wait: httpx.Timeout) -> httpx.Request:
    extensions = {"timeout": wait.as_dict()}
    return httpx.Request(method, _parse(url), headers=_headers(endpoint), content=content, extensions=extensions)


def _may_repeat(error: httpx.HTTPError, *, is_here: bool) -> bool:
    """Whether to ask again: nobody was there, or a server on this machine hung up before it had said anything."""
    return isinstance(error, httpx.ConnectError) or (is_here and isinstance(error, DROPPED))


async def _read(response: httpx.Response, limit: int) -> bytes:
    raw = bytearray()
    async for piece in response.aiter_bytes():
        raw += piece
        if len(raw) > limit:
            break
    return bytes(raw[:limit])


async def _failure(endpoint: Endpoint, response: httpx.Response, model: str) -> AuleError:
    try:
        raw = await _read(response, MAX_ERROR_BODY)
    except httpx.HTTPError:
        raw = b""
    finally:
        await response.aclose()
    return failed(endpoint, response.status_code, raw, model=model)


def unreachable(endpoint: Endpoint, error: Exception) -> ModelUnavailable:
    """The server did not answer, or stopped answering."""
    where = f"{endpoint.name!r} at {endpoint.base_url!r}"
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        hint = endpoint.start or ("Is it running?" if endpoint.local else "Check the network connection.")
        return ModelUnavailable(f"{where} cannot be reached", hint=hint)
    if isinstance(error, httpx.TimeoutException):
        return ModelUnavailable(f"{where} did not answer in time", hint="Try again, or choose a smaller model.")
    return ModelUnavailable(f"{where} broke off the connection", hint="Try again; its log may tell why.")


def failed(endpoint: Endpoint, status: int, raw: bytes, *, model: str = "") -> AuleError:
    """The server answered with an error: say which, and what to do about it."""
    detail = _detail(endpoint, raw)
    said = f": {detail}" if detail else ""
    lowered = detail.lower()
    if status == 413 or ("context" in lowered and any(word in lowered for word in ("length", "window", "exceed"))):
        return too_long(endpoint.name, model, detail)
    if status in (401, 403):
        return ModelUnavailable(
            f"{endpoint.name!r} refused the key ({status}){said}", hint="Check the key in Settings, Models."
        )
    if status == 404:
        fetch = (endpoint.fetch or "Choose another one in Settings, Models.").replace("{model}", model or "it")
        return ModelUnavailable(f"{endpoint.name!r} has no model {model!r}{said}", hint=fetch)
    if status == 402 or "insufficient_quota" in lowered:
        return ModelUnavailable(f"{endpoint.name!r} wants to be paid first{said}", hint="Check the account's credit.")
    if status == 429:
        return ModelUnavailable(f"{endpoint.name!r} is asked too often (429){said}", hint="Wait a little, then retry.")
    if status >= 500:
        return ModelUnavailable(f"{endpoint.name!r} failed ({status}){said}", hint="Try again; its log may tell why.")
    return ModelUnavailable(f"{endpoint.name!r} did not accept the request ({status}){said}")


def too_long(name: str, model: str, detail: str) -> TooLarge:
    """The prompt does not fit. Nothing is cut silently."""
    return TooLarge(
        f"the prompt does not fit into {model!r} of {name!r}: {detail}",
        code="prompt_too_long",
        hint="Start a new conversation, send less text, or choose a model with a longer context.",
    )


def _detail(endpoint: Endpoint, raw: bytes) -> str:
    """What the server says, without our key in it."""
    text = raw.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):
        text = _message(json.loads(text)) or text
    if endpoint.key:
        text = text.replace(endpoint.key, "•••")
    return " ".join(text.split())[:300]


def _message(document: Any) -> str | None:
    match document:
        case {"error": {"message": str(message), "code": str(code)}} if code == "insufficient_quota":
            return f"{message} ({code})"
        case {"error": {"message": str(message)}} | {"error": str(message)} | {"message": str(message)}:
            return message
        case {"detail": str(message)}:
            return message
        case _:
            return None
