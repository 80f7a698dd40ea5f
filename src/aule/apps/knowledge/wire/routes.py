"""Documents and collections over HTTP. Whoever sends a request does it by hand, and is not asked again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from aule.apps.knowledge import queries
from aule.apps.knowledge.capabilities.documents import Wanted, documents_page, views_of
from aule.apps.knowledge.index.finder import passage_of
from aule.apps.knowledge.ingestion.earlier import Version, kind_of, view_of
from aule.apps.knowledge.ingestion.intake import Batch
from aule.apps.knowledge.knowledge import Knowledge
from aule.apps.knowledge.references import find_collection
from aule.apps.knowledge.views import (
    PICTURED,
    Added,
    ChunkView,
    CollectionView,
    DocumentPage,
    DocumentView,
    PageView,
    UnchangedFile,
    chunk_view,
    collection_views,
    document_views,
    page_view,
)
from aule.apps.knowledge.wire.multipart import boundary_of
from aule.apps.knowledge.wire.uploads import receive
from aule.contracts.model import JsonObject
from aule.contracts.talk.sources import Passage
from aule.sdk import Row, errors
from aule.sdk.http import (
    ByHand,
    FileReply,
    Id,
    IdempotencyKey,
    Kernel,
    Limits,
    Model,
    Own,
    Routes,
    Upload,
    Word,
)
from aule.sdk.system import DEFAULT_PROJECT
from aule.text.hashing import bytes_hash
from aule.text.media import recognise

wire = Routes(tags=["knowledge"])

"""What one request may bring: many documents at once."""
MOST_JSON = 64 * 1024
WIDEST = 2_400
Part = Annotated[int, Field(ge=1, le=200)]
Number = Annotated[int | None, Field(ge=1, description="A version; none: the newest.")]
System = Annotated[Knowledge, Own()]


class AddSource(Model):
    """Something to add that is not sent along."""

    source: Literal["url", "file", "folder", "note", "artifact", "conversation"]
    ref: str = Field(min_length=1, max_length=2_048)
    project: str | None = Field(default=None, max_length=120)
    collection: str | None = Field(default=None, max_length=300)
    locale: str | None = Field(default=None, max_length=20, description="The language in which reading is told.")


class SearchWords(Model):
    """What to look for, and where."""

    query: str = Field(min_length=1, max_length=2_000)
    collection: str | None = Field(default=None, max_length=300)
    document: str | None = Field(default=None, max_length=120)
    k: int = Field(default=8, ge=1, le=30)


class ScoredPassage(Passage):
    """A passage, and how well it fits."""

    score: float


class ScoredPassages(Model):
    """What was found, best first."""

    items: list[ScoredPassage]


class DocumentEdits(Model):
    """What to change about a document."""

    title: str | None = Field(default=None, min_length=1, max_length=300)
    collection: str | None = Field(default=None, min_length=1, max_length=300)


class NewCollection(Model):
    """A collection to be made."""

    name: str = Field(min_length=1, max_length=120)
    project: str | None = Field(default=None, max_length=120)
    folder: str | None = Field(default=None, max_length=1_000)
    """The folder it is to follow, where it is to."""
    ignore: list[str] = Field(default=[], max_length=100)


class CollectionEdits(Model):
    """What to change about a collection."""

    name: str | None = Field(default=None, min_length=1, max_length=120)
    folder: str | None = Field(default=None, max_length=1_000)
    ignore: list[str] | None = Field(default=None, max_length=100)
    is_watched: bool | None = None


class DeletedKnowledge(Model):
    """Something that was deleted: the run and the change to undo."""

    run: str
    change: str | None


class ReadingRun(Model):
    """A run that was started."""

    run: str


class CollectionList(Model):
    """The collections."""

    items: list[CollectionView]


class DocumentPages(Model):
    """Some pages of a document."""

    items: list[PageView]


class DocumentChunks(Model):
    """Some chunks of a document."""

    items: list[ChunkView]
    next: int | None
    """Goes back in as `after`; none at the end."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which documents are asked for."""

    project: Word = None
    collection: Word = None
    query: Word = None
    state: Annotated[Literal["waiting", "ready", "failed"] | None, Field(description="How far they have come.")] = None
    limit: Part = 50
    after: Word = None


_BODIES: JsonObject = {
    "multipart/form-data": {
        "schema": {
            "type": "object",
            "properties": {
                "file": {"type": "array", "items": {"type": "string", "format": "binary"}},
                "project": {"type": "string"},
                "collection": {"type": "string"},
                "locale": {"type": "string"},
            },
            "required": ["file"],
        }
    },
    "application/json": {"schema": AddSource.model_json_schema()},
}
LARGE = Limits(max_bytes=1024 * 1024 * 1024, max_seconds=3_600.0, accepts=_BODIES)


@wire.route("GET", "/v1/documents")
async def list_documents(own: System, kernel: Kernel, wanted: Filter) -> DocumentPage:
    """Documents, the latest first."""
    asked = Wanted(wanted.project, wanted.collection, wanted.query or "", wanted.state, wanted.limit, wanted.after)
    return await documents_page(own, kernel.database, asked, own.locale())


@wire.route("POST", "/v1/documents", status=202, limits=LARGE)
async def add_documents(own: System, kernel: Kernel, upload: Upload, key: IdempotencyKey = None) -> Added:
    """Add documents: files as `multipart/form-data`, or as JSON something that is here or on the web already.

    What cannot become a document is told in `refused`, what did not change in `unchanged`; the rest is read by a run.
    """
    if (boundary := boundary_of(upload.mime)) is None:
        return await _add_source(kernel, await _json(upload), key)
    received = await receive(kernel.blobs, upload.stream(), boundary)
    project = (await kernel.projects.get(received.project or DEFAULT_PROJECT)).id
    locale = own.locale(received.locale)
    collection = await find_collection(kernel.database, received.collection, project, locale)
    if not received.gathered.files:
        return Added(refused=received.gathered.refused)
    batch = Batch(received.gathered.files, collection, project, locale)
    run, taken = await own.intake.take(batch, id=None if key is None else f"run_{bytes_hash(key.encode())[:26]}")
    rows = await queries.documents(kernel.database, [each.document for each in taken.documents])
    views = await document_views(kernel.database, rows, locale, reading={run})
    unchanged = [UnchangedFile(name=each.name, document=each.document) for each in taken.unchanged]
    return Added(documents=views, unchanged=unchanged, refused=received.gathered.refused, run=run if rows else None)


@wire.route("GET", "/v1/documents/{id}")
async def get_document(id: Id, own: System, kernel: Kernel, version: Number = None) -> DocumentView:
    """One document, with its outline and versions; an earlier version is read from its original."""
    row = await _document(kernel, id)
    [view] = await views_of(own, kernel.database, [row], own.locale(), outline=True)
    earlier = await _earlier(kernel, row, version)
    return view if earlier is None else view_of(view, earlier, await own.earlier.read(earlier, own.locale()))


@wire.route("PATCH", "/v1/documents/{id}")
async def edit_document(id: Id, body: DocumentEdits, own: System, kernel: Kernel) -> DocumentView:
    """Give a document another title, or move it to another collection."""
    row = await _document(kernel, id)
    params = {"document": id, **body.model_dump(exclude_none=True)}
    await kernel.call("knowledge.edit_document", params, project=row["project"], by_hand=ByHand())
    return await get_document(id, own, kernel)


@wire.route("DELETE", "/v1/documents/{id}")
async def delete_document(id: Id, kernel: Kernel) -> DeletedKnowledge:
    """Delete a document with everything of it; undo the change to have it back."""
    row = await _document(kernel, id)
    return await _removed(kernel, "knowledge.delete_document", {"document": id}, row["project"])


@wire.route("GET", "/v1/documents/{id}/content")
async def get_content(id: Id, kernel: Kernel, version: Number = None, download: bool = False) -> FileReply:
    """The original of a document, as it was added."""
    row = await _document(kernel, id)
    found = await _version(kernel, row, version)
    path = await asyncio.to_thread(kernel.blobs.sound, found["sha256"])
    mime = row["mime"] if found["sha256"] == row["sha256"] else recognise(found["name"], None, b"").mime
    return FileReply(path, found["name"], mime, found["sha256"], is_download=download)


@wire.route("GET", "/v1/documents/{id}/pages")
async def get_pages(
    id: Id,
    own: System,
    kernel: Kernel,
    first: Annotated[int, Field(ge=1, alias="from", description="The first page.")] = 1,
    last: Annotated[int | None, Field(ge=1, alias="to", description="The last page; none: twenty of them.")] = None,
    version: Number = None,
) -> DocumentPages:
    """Pages of a document with their text, at most a hundred at a time."""
    row = await _document(kernel, id)
    last = min(last or first + 19, first + 99)
    if (earlier := await _earlier(kernel, row, version)) is not None:
        read = await own.earlier.read(earlier, own.locale())
        return DocumentPages(items=[page for page in read.pages if first <= page.number <= last])
    return DocumentPages(items=[page_view(row) for row in await queries.pages(kernel.database, id, first, last)])


@wire.route("GET", "/v1/documents/{id}/pages/{number}/picture")
async def get_picture(
    id: Id,
    number: Annotated[int, Field(ge=1)],
    own: System,
    width: Annotated[int, Field(ge=50, le=WIDEST)] = 900,
    version: Number = None,
) -> FileReply:
    """The picture of a page, as PNG."""
    row = await _document(own.kernel, id)
    if (earlier := await _earlier(own.kernel, row, version)) is not None:
        kind = await kind_of(earlier, own.locale())
        return await own.picture({**row, "sha256": earlier.sha256, "kind": kind}, number, width)
    if row["kind"] not in PICTURED or number > max(row["pages"], 1):
        raise errors.NotFound(f"The document has no picture of page {number}.", hint="Read its text.")
    return await own.picture(row, number, width)


@wire.route("GET", "/v1/documents/{id}/chunks")
async def get_chunks(
    id: Id, kernel: Kernel, limit: Part = 50, after: Annotated[int | None, Field(ge=0)] = None
) -> DocumentChunks:
    """The passages of a document, in order."""
    await _document(kernel, id)
    rows = await queries.chunks(kernel.database, id, 0 if after is None else after + 1, limit + 1)
    items = [chunk_view(row) for row in rows[:limit]]
    return DocumentChunks(items=items, next=items[-1].position if len(rows) > limit else None)


@wire.route("POST", "/v1/documents/{id}/reindex", status=202)
async def reindex_document(id: Id, kernel: Kernel, key: IdempotencyKey = None) -> ReadingRun:
    """Read a document again from its original."""
    row = await _document(kernel, id)
    called = await kernel.call(
        "knowledge.reindex_document", {"document": id}, project=row["project"], key=key, by_hand=ByHand()
    )
    return ReadingRun(run=called.result.data["run"])


@wire.route("GET", "/v1/collections")
async def list_collections(own: System, kernel: Kernel, project: Word = None) -> CollectionList:
    """The collections, with how many documents each holds."""
    return CollectionList(items=await collection_views(kernel.database, own.locale(), project))


@wire.route("POST", "/v1/collections", status=201)
async def create_collection(body: NewCollection, own: System, kernel: Kernel) -> CollectionView:
    """Make a collection; with a folder, it follows that folder."""
    made = await kernel.call("knowledge.create_collection", {"name": body.name}, project=body.project, by_hand=ByHand())
    found = CollectionView.model_validate(made.result.data)
    if body.folder is not None:
        await _watch(own, found, body.folder, body.ignore)
    return await get_collection(found.id, own, kernel)


@wire.route("GET", "/v1/collections/{id}")
async def get_collection(id: Id, own: System, kernel: Kernel) -> CollectionView:
    """One collection."""
    for each in await collection_views(kernel.database, own.locale()):
        if each.id == id:
            return each
    raise errors.NotFound(f"There is no collection {id!r}.", hint="List the collections.")


@wire.route("PATCH", "/v1/collections/{id}")
async def edit_collection(id: Id, body: CollectionEdits, own: System, kernel: Kernel) -> CollectionView:
    """Rename a collection, have it follow a folder, or stop that."""
    found = await get_collection(id, own, kernel)
    if body.name is not None:
        params: dict[str, Any] = {"collection": id, "name": body.name}
        await kernel.call("knowledge.rename_collection", params, project=found.project, by_hand=ByHand())
    folder = body.folder if body.folder is not None else found.folder
    if body.is_watched is False:
        await kernel.call("knowledge.stop_watching", {"collection": id}, project=found.project, by_hand=ByHand())
    elif folder is not None and (body.is_watched or body.folder is not None or body.ignore is not None):
        await _watch(own, found, folder, found.ignore if body.ignore is None else body.ignore)
    elif body.is_watched:
        raise errors.Invalid("There is no folder to follow.", field="folder", hint="Say which folder.")
    return await get_collection(id, own, kernel)


@wire.route("DELETE", "/v1/collections/{id}")
async def delete_collection(id: Id, own: System, kernel: Kernel) -> DeletedKnowledge:
    """Delete a collection with its documents; undo the change to have them back."""
    if id == "sample":
        called = await kernel.call("knowledge.remove_sample", {}, by_hand=ByHand())
        return DeletedKnowledge(run=called.run, change=next(iter(called.result.changes), None))
    found = await get_collection(id, own, kernel)
    return await _removed(kernel, "knowledge.delete_collection", {"collection": id}, found.project)


@wire.route("POST", "/v1/collections/sample", status=202)
async def add_sample(own: System, kernel: Kernel, project: Word = None, locale: Word = None) -> Added:
    """Add the sample collection: three short documents to look around in, in the language somebody reads."""
    called = await kernel.call("knowledge.add_sample", {}, project=project, locale=own.locale(locale), by_hand=ByHand())
    return Added.model_validate(called.result.data)


@wire.route("POST", "/v1/knowledge/search")
async def search_knowledge(body: SearchWords, own: System, kernel: Kernel) -> ScoredPassages:
    """Passages of the documents that fit some words, by meaning and by words; only a look, which leaves no run."""
    own.renewal.look(own.locale())
    reading = kernel.apps.reading("knowledge", own.locale())
    found = await own.finder.index.search(
        reading, body.query, collection=body.collection, document=body.document, k=body.k
    )
    items = [
        ScoredPassage.model_validate({**passage_of(each).model_dump(), "mark": mark, "score": round(each.score, 4)})
        for mark, each in enumerate(found, start=1)
    ]
    return ScoredPassages(items=items)


async def _add_source(kernel: Kernel, body: AddSource, key: str | None) -> Added:
    """Add what is here or on the web already. Who sends this has named it: they saw what is going to happen."""
    name, params = "knowledge.add_document", {"source": body.source, "ref": body.ref}
    if body.source == "url":
        name, params = "knowledge.add_url", {"url": body.ref}
    if body.collection is not None:
        params["collection"] = body.collection
    seen = (await kernel.preview(name, params, project=body.project)).content_hash
    called = await kernel.call(
        name, params, project=body.project, key=key, locale=body.locale, by_hand=ByHand(seen=seen)
    )
    if called.result.error is not None:
        error = errors.AuleError(called.result.error.message)
        error.problem = called.result.error
        raise error
    return Added.model_validate(called.result.data)


async def _removed(kernel: Kernel, name: str, params: JsonObject, project: str) -> DeletedKnowledge:
    """Delete by hand: the request names exactly what goes, and a change that can be undone is told."""
    seen = (await kernel.preview(name, params, project=project)).content_hash
    called = await kernel.call(name, params, project=project, by_hand=ByHand(seen=seen))
    return DeletedKnowledge(run=called.run, change=next(iter(called.result.changes), None))


async def _watch(own: Knowledge, collection: CollectionView, folder: str, ignore: list[str]) -> None:
    kernel, project = own.kernel, collection.project
    params: JsonObject = {"folder": folder, "collection": collection.id, "ignore": ignore}
    await kernel.call("knowledge.watch_folder", params, project=project, by_hand=ByHand())
    own.wake()  # it looked before the change was true


async def _document(kernel: Kernel, id: str) -> Row:
    row = await queries.document(kernel.database, id)
    if row is None:
        raise errors.NotFound(f"There is no document {id!r}.", hint="It may have been deleted; undo brings it back.")
    return row


async def _version(kernel: Kernel, row: Row, version: int | None) -> Row:
    if version is None or version == row["version"]:
        return row
    for each in await queries.versions(kernel.database, row["id"]):
        if each["version"] == version:
            return each
    raise errors.NotFound(f"The document has no version {version}.", field="version")


async def _earlier(kernel: Kernel, row: Row, version: int | None) -> Version | None:
    """Return the version that is asked for with its original; none where it is the newest one that was read."""
    found = await _version(kernel, row, version)
    if found is row:
        return None
    path = await asyncio.to_thread(kernel.blobs.sound, found["sha256"])
    return Version(found["version"], path, found["sha256"], found["name"], found["size"], found["added_at"])


async def _json(upload: Upload) -> AddSource:
    content = b""
    async for piece in upload.stream():
        content += piece
        if len(content) > MOST_JSON:
            raise errors.TooLarge(f"The body is larger than {MOST_JSON // 1024} kB.", hint="Send files as multipart.")
    try:
        return TypeAdapter(AddSource).validate_json(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise errors.Invalid(
            f"The body cannot be read: {first['msg']}.",
            field=".".join(map(str, first["loc"])) or None,
            hint="Send `multipart/form-data`, or JSON with `source` and `ref`.",
        ) from None
