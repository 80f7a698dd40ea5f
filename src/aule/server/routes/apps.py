"""Apps: which ones there are, and what they show. Every view has a description of its own."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from contextlib import aclosing
from hashlib import sha256
from typing import Any, get_args

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute

from aule.contracts.errors import Invalid
from aule.contracts.settings import Locale
from aule.contracts.views import AppInfo, Page
from aule.kernel.capabilities.apps.views import LANGUAGE, Download, Shown, View
from aule.kernel.kernel import Kernel
from aule.server.content import NOTHING, disposition, names
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, System

router = APIRouter(prefix="/v1/apps", tags=["apps"], route_class=JsonRoute)

LOCALES: tuple[str, ...] = get_args(Locale)
_BYTES = {"content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
_SAME: dict[int | str, dict[str, Any]] = {304: {"description": "It is still as the `If-None-Match` says."}}


@router.get("")
async def list_apps(kernel: System) -> Page[AppInfo]:
    """The installed apps: who can be asked, what can be done, what can be looked at."""
    return Page[AppInfo](items=kernel.apps.list())


@router.get("/{app}/{view}", include_in_schema=False)
async def look(app: Id, view: Id, request: Request, kernel: System) -> Response:
    """What an app shows under a name, or which names there are."""
    return await shown(kernel, await kernel.apps.load(kernel.apps.view(app, view)), request)


def described(views: Iterable[Shown], named: Callable[[APIRoute], str]) -> list[BaseRoute]:
    """A route for each view, as the description of the API tells them; one route answers for all of them."""
    told = APIRouter(tags=["apps"], generate_unique_id_function=named)
    for view in (each.loaded() for each in views):
        told.add_api_route(
            f"/v1/apps/{view.app}/{view.name}",
            _told,
            methods=["GET"],
            name=f"{view.app}_{view.name}",
            description=view.description,
            openapi_extra={"parameters": parameters(view)},
            **_answers(view),
        )
    return told.routes


def parameters(view: View) -> list[dict[str, Any]]:
    """The parameters of a view, as the description of the API tells them."""
    schema = view.signature.params
    required = schema.get("required", [])
    told = [
        {"name": name, "in": "query", "required": name in required, "schema": each}
        for name, each in schema["properties"].items()
    ]
    language = {"type": "string", "enum": list(LOCALES), "description": "The language; else the one that is set."}
    return [*told, {"name": LANGUAGE, "in": "query", "required": False, "schema": language}]


async def shown(kernel: Kernel, view: View, request: Request) -> Response:
    """What a view shows, as an answer."""
    asked = {name: request.query_params.getlist(name) for name in request.query_params}
    locale = _language(asked.pop(LANGUAGE, [])) or kernel.settings.current().appearance.locale or LOCALES[0]
    found = await kernel.apps.look(view, asked, locale=locale)
    if isinstance(found, Download):
        return await _sent(found)
    body = view.signature.returned.dump_json(found)
    tag = f'"{sha256(body).hexdigest()[:40]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if names(request.headers.get("if-none-match"), tag):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


async def _told() -> None:
    """Stands for a view in the description; `look` answers."""


def _answers(view: View) -> dict[str, Any]:
    if view.is_download:
        return {"response_class": Response, "responses": {200: _BYTES}}
    return {"response_model": view.returned, "responses": _SAME}


def _language(words: list[str]) -> str | None:
    if not words:
        return None
    if words[-1] not in LOCALES:
        raise Invalid(
            f"{words[-1][:40]!r} is no language here.",
            field=LANGUAGE,
            candidates=list(LOCALES),
            hint=f"Use {' or '.join(LOCALES)}.",
        )
    return words[-1]


async def _sent(download: Download) -> Response:
    """A file on its way out. It is begun before the answer is, so that what goes wrong at once can still be told."""
    chunks = _read(download.chunks)
    first = await anext(chunks, b"")

    async def body() -> AsyncGenerator[bytes]:
        async with aclosing(chunks):
            yield first
            async for chunk in chunks:
                yield chunk

    headers = {
        "Content-Disposition": disposition(download.name, inline=False),
        "Content-Security-Policy": NOTHING,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
    return StreamingResponse(body(), headers=headers, media_type=download.mime)


async def _read(chunks: AsyncIterable[bytes]) -> AsyncGenerator[bytes]:
    """The chunks, of which one that stops listening lets go."""
    try:
        async for chunk in chunks:
            yield chunk
    finally:
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()
