"""The catalogue over HTTP. Adding and removing call the app an entry belongs to, once the owner has seen the card."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.additions import queries
from aule.apps.additions.records import (
    CatalogueCall,
    CatalogueEntryDetail,
    CatalogueSource,
    CatalogueView,
    RefreshedSource,
    SourceId,
)
from aule.apps.additions.start import Catalogue
from aule.apps.additions.words import say
from aule.sdk import errors
from aule.sdk.http import ByHand, Id, IdempotencyKey, Kernel, Language, Model, Own, Routes

wire = Routes(prefix="/v1/catalogue", tags=["catalogue"])

Held = Annotated[Catalogue, Own()]


class NewCatalogueSource(Model):
    """A source to add."""

    id: SourceId
    address: str = Field(min_length=1, max_length=500)
    key: str | None = Field(default=None, max_length=300)
    """The public key of minisign that its index has to be signed with."""
    local: bool = False
    """Whether the address may be on this machine or in its network."""


class CatalogueSources(Model):
    """The sources there are."""

    items: list[CatalogueSource]


class SeenCatalogueEntry(Model):
    """The card that was seen."""

    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")
    locale: str | None = Field(default=None, max_length=20)


class ChangedEntry(Model):
    """What was added or removed: the run, the change to undo, and the entry as it is then."""

    run: str
    change: str | None
    entry: CatalogueEntryDetail | None


class RemovedCatalogueSource(Model):
    """A source that was removed; undo the change to have it back."""

    id: str
    change: str | None


@wire.route("GET", "")
async def get_catalogue(own: Held, locale: Language = None) -> CatalogueView:
    """All that can be added and all that is here, by kind. Nothing is fetched for this."""
    return await own.list(own.locale(locale))


@wire.route("GET", "/entries/{source}/{kind}/{name}")
async def get_catalogue_entry(
    source: Id, kind: Id, name: Id, own: Held, locale: Language = None
) -> CatalogueEntryDetail:
    """One entry: what it will be able to do, its hashes, what it would change, and the calls that add and remove it."""
    return await own.find(source, kind, name, own.locale(locale))


@wire.route("POST", "/entries/{source}/{kind}/{name}/add")
async def add_catalogue_entry(
    source: Id, kind: Id, name: Id, body: SeenCatalogueEntry, own: Held, kernel: Kernel
) -> ChangedEntry:
    """Add an entry, or update it, exactly as its card showed it: `add` of the entry is the call to preview."""
    found = await own.find(source, kind, name, own.locale(body.locale))
    return await _made(found, found.add, body, own, kernel)


@wire.route("POST", "/entries/{source}/{kind}/{name}/remove")
async def remove_catalogue_entry(
    source: Id, kind: Id, name: Id, body: SeenCatalogueEntry, own: Held, kernel: Kernel
) -> ChangedEntry:
    """Remove something that is here, exactly as its card showed it; undoing `change` brings it back."""
    found = await own.find(source, kind, name, own.locale(body.locale))
    return await _made(found, found.remove, body, own, kernel)


@wire.route("GET", "/sources")
async def list_catalogue_sources(own: Held, locale: Language = None) -> CatalogueSources:
    """The sources: what comes with the system, then those the owner added."""
    return CatalogueSources(items=await own.sources(own.locale(locale)))


@wire.route("POST", "/sources", status=201)
async def add_catalogue_source(body: NewCatalogueSource, own: Held, kernel: Kernel) -> CatalogueSource:
    """Keep a folder or an address as a source. Nothing is read or fetched before it is asked."""
    params = {"source": body.id, "address": body.address, "key": body.key, "local": body.local}
    await kernel.call("additions.add_source", params, by_hand=ByHand())
    return await _source(own, body.id)


@wire.route("POST", "/sources/{id}/refresh")
async def refresh_catalogue_source(id: Id, kernel: Kernel, key: IdempotencyKey = None) -> RefreshedSource:
    """Ask a source what it offers now. Cancelling the run keeps what was known before."""
    shown = await kernel.preview("additions.refresh_source", {"source": id})
    seen = ByHand(seen=shown.content_hash)
    called = await kernel.call("additions.refresh_source", {"source": id}, key=key, by_hand=seen)
    return RefreshedSource.model_validate(called.result.data)


@wire.route("DELETE", "/sources/{id}")
async def remove_catalogue_source(id: Id, kernel: Kernel) -> RemovedCatalogueSource:
    """Remove a source; what was added from it stays. Undo the change to have it back."""
    await queries.found_source(kernel.database, id, "en")
    shown = await kernel.preview("additions.remove_source", {"source": id})
    called = await kernel.call("additions.remove_source", {"source": id}, by_hand=ByHand(seen=shown.content_hash))
    return RemovedCatalogueSource(id=id, change=next(iter(called.result.changes), None))


async def _source(own: Catalogue, id: str) -> CatalogueSource:
    return next(each for each in await own.sources(own.locale()) if each.id == id)


async def _made(
    found: CatalogueEntryDetail, call: CatalogueCall | None, body: SeenCatalogueEntry, own: Catalogue, kernel: Kernel
) -> ChangedEntry:
    locale = own.locale(body.locale)
    if call is None:
        raise errors.Conflict(found.why or say("nothing_to_do", locale, name=found.name), code=f"entry_{found.state}")
    called = await kernel.call(call.capability, call.params, locale=body.locale, by_hand=ByHand(seen=body.seen))
    try:
        entry = await own.find(found.source, found.kind, found.name, locale)
    except errors.NotFound:
        entry = None
    return ChangedEntry(run=called.run, change=next(iter(called.result.changes), None), entry=entry)
