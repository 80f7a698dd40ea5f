"""The steps of a run that takes documents in: they are called by the run, not by people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aule.apps.knowledge import extraction, queries
from aule.apps.knowledge import tables as t
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.ingestion import row_writes
from aule.apps.knowledge.ingestion.arrivals import Arrivals, OriginalFile, Place, TakenDocuments, WaitingVersion, stem
from aule.apps.knowledge.ingestion.intake import MOST_FILES
from aule.apps.knowledge.ingestion.reader import Original, ReadDocument
from aule.apps.knowledge.knowledge import Knowledge
from aule.apps.knowledge.words import say, say_count
from aule.sdk import Approve, Context, Effect, Model, RecordChange, Records, Row, RowWrite, errors
from aule.text.hashing import bytes_hash
from aule.text.media import HEAD, recognise

LONGEST_S = 3 * 3_600.0
"""Seconds reading one document may take: ten thousand pages with pictures of text in them."""
MOST_TOLD = 400
"""How often one document tells how far it has come."""
_PASSING = (errors.Unavailable, errors.Conflict, errors.Cancelled)
"""Failures that say nothing about the document: the call is made again, or somebody stopped it."""

DocumentId = Annotated[str, "The document's id.", Field(min_length=1, max_length=120)]


class IndexedDocument(Model):
    """What came of reading a document."""

    document: str
    version: int
    state: Literal["ready", "failed", "unchanged", "superseded", "gone"]
    pages: int = 0
    chunks: int = 0
    reused: int = Field(default=0, description="How many chunks kept the vector they had.")


async def _show_take(context: Context, files: list[OriginalFile], collection: str) -> Records:
    records = [RecordChange(op="create", kind="document", title=file.name) for file in files[:50]]
    return Records(summary=_added(files, context.locale), records=records, total=len(files))


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Put files into a collection", "pt": "Pôr arquivos numa coleção"},
    category="ingestion",
    internal=True,
    reversible=True,
    idempotent=True,
    anywhere=True,
    preview=_show_take,
    timeout_s=120,
)
async def take_documents(
    context: Context,
    files: Annotated[list[OriginalFile], "Files whose bytes are kept already.", Field(max_length=MOST_FILES)],
    collection: Annotated[str, "The collection's id.", Field(min_length=1, max_length=120)],
) -> TakenDocuments:
    """Put files into a collection: new ones, new versions of what is there, and nothing for what did not change."""
    await context.write_turn()
    own: Knowledge = context.own
    made: list[RowWrite] = []
    if not queries.is_general(collection) and await queries.collection(context.reading, collection) is None:
        if not (files and all(file.source == "sample" for file in files)):
            raise errors.NotFound(f"There is no collection {collection!r}.", field="collection")
        made.append(RowWrite(t.collections, None, _sample_collection(context, collection)))
    documents = await queries.documents_of(context.reading, collection)
    versions = await queries.versions_of(context.reading, [row["id"] for row in documents])
    unread = {row["run"] for row in documents if row["run"] and (row["state"] != "ready" or row["problem"])}
    place = Place(
        collection,
        context.project.id,
        context.run.id,
        context.ambient.timestamp(),
        lambda: context.ambient.ids.new("doc"),
        await open_runs(own, unread - {context.run.id}),
    )
    await asyncio.to_thread(own.reader.spool.sweep, context.ambient.clock.now().timestamp())
    arrivals = Arrivals(place, documents, versions)
    taken = arrivals.take(files)
    entity = f"knowledge:{taken.documents[0].document if len(taken.documents) == 1 else collection}"
    await row_writes.write_rows(
        context, [*made, *arrivals.writes], entity=entity, op="create", title=_added(files, context.locale)
    )
    return taken


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Take documents up again", "pt": "Retomar documentos"},
    category="ingestion",
    internal=True,
    targets=["documents"],
    approval=Approve.AUTO,
    reversible=True,
    idempotent=True,
    anywhere=True,
)
async def take_again(
    context: Context, documents: Annotated[list[str], "The documents' ids.", Field(min_length=1, max_length=MOST_FILES)]
) -> TakenDocuments:
    """Note that documents are read again by this run; what was read before is what is found until then."""
    await context.write_turn()
    found = await queries.documents(context.reading, documents)
    versions = await queries.versions_of(context.reading, documents)
    writes = [
        RowWrite(t.documents, row, {**row, "run": context.run.id, "problem": None, "state": _unread(row["state"])})
        for row in found
    ]
    title = say("adding", context.locale, name=found[0]["title"]) if len(found) == 1 else ""
    entity = f"knowledge:{found[0]['id'] if len(found) == 1 else 'documents'}" if found else ""
    title = title or say_count("adding_many", len(found), context.locale)
    await row_writes.write_rows(context, writes, entity=entity, op="edit", title=title)
    waiting = [
        WaitingVersion(document=row["id"], version=int(versions[row["id"]][-1]["version"]))
        for row in found
        if versions[row["id"]]
    ]
    return TakenDocuments(documents=waiting)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Read a document in", "pt": "Ler um documento para a coleção"},
    category="ingestion",
    internal=True,
    targets=["document"],
    approval=Approve.AUTO,
    reversible=True,
    idempotent=True,
    anywhere=True,
    timeout_s=LONGEST_S,
)
async def index_document(
    context: Context,
    document: DocumentId,
    version: Annotated[int, "Which version; 0 means the newest.", Field(ge=0)] = 0,
    again: Annotated[bool, "Whether to read it although it was read."] = False,
) -> IndexedDocument:
    """Read a document that was added: its pages and passages become what is searched, all at once or not at all."""
    own: Knowledge = context.own
    row, wanted = await _wanted(context, document, version)
    if row is None or wanted is None:
        return IndexedDocument(document=document, version=version, state="gone")
    encoder = own.encoder
    number, revision = int(wanted["version"]), revision_of(wanted["sha256"], encoder.id)
    is_read = (row["state"], row["version"], row["revision"], row["problem"]) == ("ready", number, revision, None)
    if is_read and not again:
        return IndexedDocument(document=document, version=number, state="unchanged", chunks=row["chunks"])
    try:
        path = await asyncio.to_thread(own.kernel.blobs.sound, wanted["sha256"])
        facts = await _file_facts(path, wanted["name"], context.locale)
        called = row["title"] if row["title"] != stem(row["name"]) else ""
        original = Original(path, wanted["name"], facts["kind"], f"{document}-{revision}", context.locale, called)
        known = await _known_vectors(context, row, encoder.id)
        read = await own.reader.read(original, encoder, known, telling(context, wanted["name"]))
    except _PASSING:
        raise
    except errors.AuleError as error:
        return await _fail(context, document, number, error)
    facts |= {"version": number, "revision": revision, "encoder": encoder.id}
    return await _store(context, facts, read, reused=sum(each in known for each in read.hashes))


async def open_runs(own: Knowledge, runs: set[str]) -> set[str]:
    """Return those of some runs that are not over."""
    found = [await own.kernel.runs.find(id) for id in sorted(runs)]
    return {run.id for run in found if run is not None and not run.status.is_final}


def revision_of(sha256: str, encoder: str) -> str:
    """Return what tells the chunks of a document from others: its content, how it is read, and how compared."""
    return bytes_hash(f"{sha256} {extraction.VERSION} {encoder}".encode())[:24]


async def _wanted(context: Context, document: str, version: int) -> tuple[Row | None, Row | None]:
    """Return a document, and the version of it that is to be read."""
    row = await queries.document(context.reading, document)
    versions = await queries.versions(context.reading, document)
    wanted = versions[-1] if versions and version == 0 else None
    return row, wanted or next((each for each in versions if each["version"] == version), None)


async def _known_vectors(context: Context, row: Row, encoder: str) -> dict[str, str]:
    """Return the vectors a document has, by the hash of their chunks; none that another model made."""
    if row["encoder"] != encoder:
        return {}
    return {each["hash"]: each["vector"] for each in await queries.chunks(context.reading, row["id"])}


async def _file_facts(path: Path, name: str, locale: str) -> dict[str, Any]:
    def head() -> bytes:
        with path.open("rb") as file:
            return file.read(HEAD)

    begun = await asyncio.to_thread(head)
    mime = recognise(name, None, begun).mime
    return {"kind": await extraction.kind_of(begun, name, None, locale=locale), "mime": mime}


async def _store(context: Context, facts: dict[str, Any], read: ReadDocument, *, reused: int) -> IndexedDocument:
    """Put what was read in the place of what was there, unless the document is gone or has moved on."""
    document, version = str((context.call.bound_params or {})["document"]), int(facts["version"])
    await context.write_turn()
    row, wanted = await _wanted(context, document, version)
    if row is None or wanted is None:
        return IndexedDocument(document=document, version=version, state="gone")
    if row["version"] > version:
        return IndexedDocument(document=document, version=version, state="superseded")
    title = row["title"] if row["title"] != stem(row["name"]) else (read.title.strip() or stem(wanted["name"]))
    after: Row = {
        **row,
        **facts,
        **row_writes.facts(read),
        **{name: wanted[name] for name in ("sha256", "size", "name")},
        "title": title[:300],
        "state": "ready",
        "problem": None,
        "indexed_at": context.ambient.timestamp(),
    }
    writes = await row_writes.contents(context.reading, document, read)
    await row_writes.write_rows(
        context,
        [RowWrite(t.documents, row, after), *writes],
        entity=f"knowledge:{document}",
        op="index",
        title=say("indexed", context.locale, name=after["title"]),
    )
    return IndexedDocument(
        document=document,
        version=version,
        state="ready",
        pages=len(read.pages),
        chunks=len(read.chunks),
        reused=reused,
    )


async def _fail(context: Context, document: str, version: int, error: errors.AuleError) -> IndexedDocument:
    """Keep why a document could not be read; what was read of it before stays what is found."""
    await context.write_turn()
    row, wanted = await _wanted(context, document, version)
    given = IndexedDocument(document=document, version=version, state="failed")
    if row is None or wanted is None:
        return given.model_copy(update={"state": "gone"})
    is_first = row["state"] != "ready"
    after = {**row, "problem": error.problem.model_dump_json(), **({"state": "failed"} if is_first else {})}
    title = say("not_read", context.locale, name=wanted["name"])
    await context.change_rows(
        [RowWrite(t.documents, row, after)], entity=f"knowledge:{document}", op="edit", title=title
    )
    raise errors.Unsuccessful(
        f"{title}: {error}", given=given, code=error.problem.code, hint=error.problem.hint, subject=document
    )


def telling(context: Context, name: str) -> Any:
    """Return what tells how far reading has come, in even steps: a page more each time where they are few."""
    last = -1.0

    def tell(message: str, values: dict[str, Any], share: float) -> None:
        nonlocal last
        if share - last >= 1 / MOST_TOLD or share >= 1:
            last = share
            context.progress(say(message, context.locale, name=name, **values), min(share, 1.0))

    return tell


def _sample_collection(context: Context, id: str) -> Row:
    name, now = say("sample_name", context.locale), context.ambient.timestamp()
    own = {"folder": None, "ignore": "", "is_watched": False, "is_sample": True, "added_at": now}
    return {"id": id, "project": context.project.id, "name": name, **own}


def _unread(state: str) -> str:
    return "ready" if state == "ready" else "waiting"


def _added(files: list[OriginalFile], locale: str) -> str:
    if len(files) == 1:
        return say("added", locale, name=files[0].name)
    return say_count("added_many", len(files), locale)
