"""Operations of imported APIs: found by words, and used one at a time, each as the owner saw it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from aule.apps.openapi import queries
from aule.apps.openapi.app import openapi
from aule.apps.openapi.records import READING, Api, ApiResult, Operation, OperationName
from aule.apps.openapi.request import (
    LARGEST_FILES,
    ApiRequest,
    SentFile,
    check_arguments,
    paths_in,
    request_of,
    sign,
)
from aule.apps.openapi.search import rank
from aule.apps.openapi.start import own
from aule.apps.openapi.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Approve, Context, Effect, Model, Table, errors
from aule.sdk.files import is_secret
from aule.text.hashing import bytes_hash

MOST_FOUND = 20
_SUCCESS = range(200, 300)

Arguments = Annotated[
    JsonObject | None, Field(description="The arguments by name, as `openapi.find_operations` describes them.")
]


class FoundOperation(Model):
    """An operation of an API. A stranger described it."""

    operation: str
    use: str = Field(description="The capability that uses it.")
    method: str
    path: str
    summary: str
    arguments: JsonObject
    notes: list[str] = []


class FoundOperations(Model):
    """Operations that fit, the best first."""

    operations: list[FoundOperation]
    more: int = Field(default=0, description="How many others fit.")


@openapi.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Look for operations of web APIs", "pt": "Procurar operações de APIs da web"},
    category="openapi",
    anywhere=True,
)
async def find_operations(
    context: Context,
    query: Annotated[str, Field(max_length=400, description="What should be done, in a few words.")] = "",
    limit: Annotated[int, Field(ge=1, le=MOST_FOUND)] = 5,
) -> FoundOperations:
    """Look for operations of the web APIs the owner imported (payments, repositories, addresses, …)."""
    found = rank(await queries.all_operations(context.reading), query)
    context.cite("openapi", rows=len(found), query=query)
    shown: list[FoundOperation] = []
    for each in found[:limit]:
        operation = await queries.operation(context.reading, each.api, each.name)
        if operation is not None:
            shown.append(found_operation(each.api, operation))
    return FoundOperations(operations=shown, more=len(found) - len(shown))


def found_operation(api: str, operation: Operation) -> FoundOperation:
    """Return an operation as it is found."""
    return FoundOperation(
        operation=f"{api}.{operation.name}",
        use="openapi.ask" if operation.method in READING else "openapi.send",
        method=operation.method,
        path=operation.path,
        summary=operation.summary,
        arguments=operation.arguments,
        notes=operation.notes,
    )


async def _show_request(context: Context, operation: OperationName, arguments: Arguments = None) -> Table:
    locale = context.locale
    api, pinned = await _seen(context, operation)
    request = await _request(context, api, pinned, arguments or {})
    sign(_copy(request), api, pinned, own(context.own).secret, locale)
    rows: list[list[Any]] = [
        [say("row_operation", locale), operation],
        [say("row_site", locale), urlsplit(api.base).hostname or ""],
        [say("row_request", locale), f"{request.method} {request.url}"],
        *([say("row_header", locale), f"{name}: {value}"] for name, value in request.headers),
        *([[say("row_body", locale), request.shown]] if request.body else []),
        *([say("row_file", locale), _told(each, locale)] for each in request.files),
        *([say("row_secret", locale), f"{scheme} ← {name}"] for scheme, name in _secrets_of(api, pinned)),
        *([[say("row_said", locale), pinned.summary]] if pinned.summary else []),
    ]
    return Table(columns=[say("column_what", locale), say("column_value", locale)], rows=rows, total=len(rows))


def _hosts_of(context: Context) -> list[str]:
    """Return the API a call asks: it reaches one host, which the owner approved when they imported it."""
    return [str((context.call.bound_params or {})["operation"]).partition(".")[0]]


@openapi.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Ask a web API", "pt": "Consultar uma API da web"},
    category="openapi",
    targets=["operation"],
    unspoken=True,
    idempotent=True,
    anywhere=True,
    approval=Approve.ONCE,
    preview=_show_request,
    hosts=_hosts_of,
    timeout_s=90,
)
async def ask(context: Context, operation: OperationName, arguments: Arguments = None) -> ApiResult:
    """Ask a web API for something (GET), by an operation found with openapi.find_operations."""
    return await _use(context, operation, arguments, is_reading=True)


@openapi.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Send something to a web API", "pt": "Enviar algo a uma API da web"},
    category="openapi",
    targets=["operation"],
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_request,
    timeout_s=90,
)
async def send(context: Context, operation: OperationName, arguments: Arguments = None) -> ApiResult:
    """Send something to a web API (POST, PUT, PATCH, DELETE), by an operation found with openapi.find_operations."""
    return await _use(context, operation, arguments, is_reading=False)


async def _use(context: Context, operation: str, arguments: JsonObject | None, *, is_reading: bool) -> ApiResult:
    from aule.apps.openapi.answers import answer_of  # the HTTP client is loaded by the first request

    api, pinned = await _seen(context, operation)
    locale = context.locale
    if (pinned.method in READING) is not is_reading:
        use = "openapi.ask" if pinned.method in READING else "openapi.send"
        raise errors.Invalid(
            say("other_call", locale, operation=operation, method=pinned.method, use=use),
            code="openapi_other_call",
            candidates=[use],
        )
    request = await _request(context, api, pinned, arguments or {})
    sign(request, api, pinned, own(context.own).secret, locale)
    answer = await answer_of(context, api, request)
    context.cite(f"openapi:{operation}")
    if answer.status not in _SUCCESS:
        raise errors.Unsuccessful(
            say("status", locale, operation=operation, status=answer.status), given=answer, code="openapi_status"
        )
    return answer


async def _request(context: Context, api: Api, operation: Operation, arguments: JsonObject) -> ApiRequest:
    """Return a request with the files of the workspace that it sends; one that commonly holds secrets is not sent."""
    check_arguments(operation, arguments, context.locale)
    files: dict[str, SentFile] = {}
    room = LARGEST_FILES
    for path in paths_in(operation, arguments):
        if path in files:
            continue
        place = context.workspace.check(path)
        if is_secret(place):
            raise errors.Refused(
                say("secret_file", context.locale, path=path),
                code="secret_file",
                hint=hint("secret_file", context.locale),
                field="arguments",
            )
        content = await asyncio.to_thread(context.workspace.read, place, room)
        room -= len(content)
        files[path] = SentFile(place, content)
    return request_of(api, operation, arguments, files, context.locale)


def _told(file: SentFile, locale: str) -> str:
    return say("sent_file", locale, path=file.path, size=len(file.content), hash=bytes_hash(file.content))


async def _seen(context: Context, operation: str) -> tuple[Api, Operation]:
    """Return the API and the operation as the owner saw it."""
    id, _, name = operation.partition(".")
    api = await queries.api(context.reading, id)
    pinned = await queries.operation(context.reading, id, name)
    if pinned is None:
        words = name.replace("_", " ").replace("-", " ")
        near = rank([each for each in await queries.all_operations(context.reading) if each.api == id], words)
        raise errors.NotFound(
            say("no_operation", context.locale, operation=operation),
            hint=hint("no_operation", context.locale),
            candidates=[f"{each.api}.{each.name}" for each in near[:5]],
            field="operation",
        )
    return api, pinned


def _secrets_of(api: Api, operation: Operation) -> list[tuple[str, str]]:
    """Return the secrets that may go along, by the names of their schemes."""
    names = dict.fromkeys(name for needed in operation.security for name in needed)
    return [(name, api.secrets[name]) for name in names if name in api.secrets]


def _copy(request: ApiRequest) -> ApiRequest:
    return replace(request, headers=list(request.headers))
