"""Vectors made anew: the step of a run that gives a document those of the encoder the settings say."""

from __future__ import annotations

from typing import Literal

from aule.apps.knowledge import queries
from aule.apps.knowledge import tables as t
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.capabilities.steps import LONGEST_S, DocumentId, revision_of, telling
from aule.apps.knowledge.index.local_index import embedding_text
from aule.apps.knowledge.ingestion import row_writes
from aule.apps.knowledge.knowledge import Knowledge
from aule.apps.knowledge.words import say
from aule.sdk import Approve, Context, Effect, Model, RowWrite


class EncodedDocument(Model):
    """What came of giving a document new vectors."""

    document: str
    state: Literal["ready", "unchanged", "superseded", "gone"]
    encoder: str = ""
    chunks: int = 0


class RenewalRuns(Model):
    """The runs that make vectors anew, one for each project."""

    runs: list[str]


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Make the vectors of a document anew", "pt": "Refazer os vetores de um documento"},
    category="ingestion",
    internal=True,
    targets=["document"],
    approval=Approve.AUTO,
    reversible=True,
    idempotent=True,
    anywhere=True,
    timeout_s=LONGEST_S,
)
async def encode_document(context: Context, document: DocumentId) -> EncodedDocument:
    """Give a document the vectors of the encoder the settings say, all at once; its old ones answer until then."""
    own: Knowledge = context.own
    encoder = own.encoder
    row = await queries.document(context.reading, document)
    if row is None:
        return EncodedDocument(document=document, state="gone")
    if row["state"] != "ready" or row["encoder"] == encoder.id:
        return EncodedDocument(document=document, state="unchanged", encoder=row["encoder"], chunks=row["chunks"])
    chunks = await queries.chunks(context.reading, document)
    texts = {each["hash"]: embedding_text(row["title"], each["section"], each["text"]) for each in chunks}
    key, tell = f"{document}-{row['revision']}", telling(context, row["title"])
    with own.reader.spool.open(own.reader.vectors_key(key, encoder)) as made:
        vectors = await own.reader.encode(texts, encoder, {}, made, tell)
        await context.write_turn()
        now = await queries.document(context.reading, document)
        if now is None or now["revision"] != row["revision"]:  # it was read again, or deleted, meanwhile
            state: Literal["gone", "superseded"] = "gone" if now is None else "superseded"
            return EncodedDocument(document=document, state=state)
        after = {**now, "encoder": encoder.id, "revision": revision_of(now["sha256"], encoder.id)}
        writes = [RowWrite(t.chunks, each, {**each, "vector": vectors[each["hash"]]}) for each in chunks]
        await row_writes.write_rows(
            context,
            [RowWrite(t.documents, now, after), *writes],
            entity=f"knowledge:{document}",
            op="index",
            title=say("indexed", context.locale, name=row["title"]),
        )
    return EncodedDocument(document=document, state="ready", encoder=encoder.id, chunks=len(chunks))


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Make outdated vectors anew", "pt": "Refazer vetores antigos"},
    category="ingestion",
    internal=True,
    approval=Approve.AUTO,
    reversible=True,
    idempotent=True,
    anywhere=True,
)
async def renew_vectors(context: Context) -> RenewalRuns:
    """Start making the vectors anew of all documents that were read with another encoder than the settings say."""
    own: Knowledge = context.own
    return RenewalRuns(runs=await own.renewal.begin(context.locale))
