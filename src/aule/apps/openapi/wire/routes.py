"""The owner's APIs over HTTP. No token with scopes opens any of these addresses."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.openapi import queries
from aule.apps.openapi.capabilities.calls import FoundOperation, found_operation
from aule.apps.openapi.records import Api, ApiDraft, ApiId
from aule.apps.openapi.search import rank
from aule.apps.openapi.start import Documents
from aule.contracts.views import CallPreview
from aule.sdk.http import ByHand, Id, JsonObject, Kernel, Model, Own, Routes

wire = Routes(prefix="/v1/openapi", tags=["openapi"])
Held = Annotated[Documents, Own()]


class ApiView(Api):
    """An API, and which of its secrets have no value yet."""

    unset: list[str] = []


class Apis(Model):
    """The APIs the owner imported."""

    items: list[ApiView]


class NewApi(ApiDraft):
    """A document to look at before it is imported."""

    id: ApiId


class SeenApi(NewApi):
    """A document to import as it was seen."""

    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")


class DocumentAddress(Model):
    """The address of a document."""

    url: str = Field(min_length=8, max_length=2_000)


class KeptDocument(Model):
    """A document that was fetched and kept as an artifact."""

    artifact: str
    url: str


class ApiOperations(Model):
    """Operations of an API, and how many there are."""

    items: list[FoundOperation]
    total: int


class RemovedApi(Model):
    """An API that was removed; undo the change to have it back."""

    id: str
    change: str | None


@wire.route("GET", "")
async def list_apis(kernel: Kernel, held: Held) -> Apis:
    """The APIs, by id."""
    return Apis(items=[_view(each, held) for each in await queries.all_apis(kernel.database)])


@wire.route("POST", "", status=201)
async def import_api(body: SeenApi, kernel: Kernel, held: Held, locale: str | None = None) -> ApiView:
    """Import a document exactly as it was seen. Nothing is sent anywhere for this."""
    await kernel.call("openapi.import_api", _params(body), locale=locale, by_hand=ByHand(seen=body.seen))
    return _view(await queries.api(kernel.database, body.id), held)


@wire.route("POST", "/preview")
async def preview_api(body: NewApi, kernel: Kernel, locale: str | None = None) -> CallPreview:
    """What a document would bring, what is different since it was imported, and what is left out."""
    return await kernel.preview("openapi.import_api", _params(body), locale=locale)


@wire.route("POST", "/fetch")
async def fetch_api_document(body: DocumentAddress, kernel: Kernel) -> KeptDocument:
    """Fetch a document, with the files at that address it refers to, as an artifact; nothing of it is used."""
    shown = await kernel.preview("openapi.fetch_document", {"url": body.url})
    hand = ByHand(seen=shown.content_hash)
    called = await kernel.call("openapi.fetch_document", {"url": body.url}, by_hand=hand)
    return KeptDocument(artifact=str(called.result.data), url=body.url)


@wire.route("GET", "/{id}")
async def get_api(id: Id, kernel: Kernel, held: Held) -> ApiView:
    """One API, with all that was left out of its document."""
    return _view(await queries.api(kernel.database, id), held)


@wire.route("GET", "/{id}/operations")
async def list_api_operations(
    id: Id,
    kernel: Kernel,
    query: Annotated[str, Field(max_length=200)] = "",
    limit: Annotated[int, Field(ge=1, le=100)] = 30,
) -> ApiOperations:
    """Operations of an API that fit some words, the best first."""
    await queries.api(kernel.database, id)
    known = [each for each in await queries.all_operations(kernel.database) if each.api == id]
    found = rank(known, query)
    items = [await queries.operation(kernel.database, id, each.name) for each in found[:limit]]
    return ApiOperations(items=[found_operation(id, each) for each in items if each is not None], total=len(found))


@wire.route("DELETE", "/{id}")
async def remove_api(id: Id, kernel: Kernel) -> RemovedApi:
    """Remove an API and its operations; undo the change to have them back."""
    shown = await kernel.preview("openapi.remove_api", {"api": id})
    called = await kernel.call("openapi.remove_api", {"api": id}, by_hand=ByHand(seen=shown.content_hash))
    return RemovedApi(id=id, change=next(iter(called.result.changes), None))


def _params(body: NewApi) -> JsonObject:
    return {"id": body.id, "api": body.model_dump(mode="json", exclude={"id", "seen"})}


def _view(api: Api, held: Documents) -> ApiView:
    unset = [name for name in dict.fromkeys(api.secrets.values()) if held.secret(name) is None]
    return ApiView(**api.model_dump(), unset=unset)
