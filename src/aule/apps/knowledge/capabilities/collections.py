"""Collections as capabilities: making, renaming, deleting."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.knowledge import queries
from aule.apps.knowledge import tables as t
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.capabilities.documents import MOST_SHOWN
from aule.apps.knowledge.ingestion import row_writes
from aule.apps.knowledge.references import find_collection
from aule.apps.knowledge.views import CollectionView, collection_view, collection_views
from aule.apps.knowledge.words import say, say_count
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, Row, RowWrite, errors
from aule.text.words import fold

Name = Annotated[str, "What it is called.", Field(min_length=1, max_length=120, pattern=r"\S")]
CollectionName = Annotated[str, "The collection, by id or name.", Field(min_length=1, max_length=300)]


class Collections(Model):
    """The collections there are."""

    collections: list[CollectionView]


@knowledge.capability(
    effect=Effect.READ,
    title={"en": "List collections", "pt": "Listar coleções"},
    category="collections",
    anywhere=True,
)
async def list_collections(context: Context) -> Collections:
    """List the collections of documents, with how many each holds."""
    found = await collection_views(context.reading, context.locale)
    context.cite("knowledge", rows=len(found))
    return Collections(collections=found)


async def _show_create(context: Context, name: str) -> Records:
    await refuse_taken(context, name)
    record = RecordChange(op="create", kind="collection", title=name.strip())
    return Records(summary=say("collection_made", context.locale, name=name.strip()), records=[record], total=1)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Create a collection", "pt": "Criar uma coleção"},
    category="collections",
    targets=["name"],
    reversible=True,
    anywhere=True,
    preview=_show_create,
)
async def create_collection(context: Context, name: Name) -> CollectionView:
    """Create a collection of documents in this project."""
    await context.write_turn()
    await refuse_taken(context, name)
    row = new_collection(context, name)
    title = say("collection_made", context.locale, name=row["name"])
    await context.change_rows(
        [RowWrite(t.collections, None, row)], entity=f"knowledge:{row['id']}", op="create", title=title
    )
    return collection_view(row, 0)


def new_collection(context: Context, name: str, **more: object) -> Row:
    """Return the row of a new collection."""
    return {
        "id": context.ambient.ids.new("col"),
        "project": context.project.id,
        "name": name.strip(),
        "folder": None,
        "ignore": "",
        "is_watched": False,
        "is_sample": False,
        "added_at": context.ambient.timestamp(),
        **more,
    }


async def refuse_taken(context: Context, name: str, *, besides: str = "") -> None:
    """Refuse a name that another collection of the project has."""
    for row in await queries.collections(context.reading):
        if row["project"] == context.project.id and row["id"] != besides and fold(row["name"]) == fold(name.strip()):
            raise errors.Conflict(
                f"There is a collection {row['name']!r} already.",
                code="name_taken",
                field="name",
                hint="Give this one another name.",
                subject=row["id"],
            )


async def own_collection(context: Context, collection: str) -> Row:
    """Return the row of a collection; the general one has none, and cannot be changed."""
    id = await find_collection(context.reading, collection, context.project.id, context.locale)
    row = await queries.collection(context.reading, id)
    if row is None:
        raise errors.Conflict(
            "The general collection stays as it is.",
            code="general_collection",
            hint="Make a collection of your own, and move documents there.",
        )
    return row


async def _show_rename(context: Context, collection: str, name: str) -> Records:
    row = await own_collection(context, collection)
    await refuse_taken(context, name, besides=row["id"])
    change = FieldChange(name="name", before=row["name"], after=name.strip())
    record = RecordChange(op="update", kind="collection", id=row["id"], title=row["name"], fields=[change])
    return Records(summary=say("collection_renamed", context.locale, name=name.strip()), records=[record], total=1)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Rename a collection", "pt": "Renomear uma coleção"},
    category="collections",
    targets=["collection"],
    reversible=True,
    idempotent=True,
    anywhere=True,
    preview=_show_rename,
)
async def rename_collection(context: Context, collection: CollectionName, name: Name) -> CollectionView:
    """Give a collection another name."""
    await context.write_turn()
    row = await own_collection(context, collection)
    await refuse_taken(context, name, besides=row["id"])
    after = {**row, "name": name.strip()}
    if after != row:
        title = say("collection_renamed", context.locale, name=after["name"])
        await context.change_rows(
            [RowWrite(t.collections, row, after)], entity=f"knowledge:{row['id']}", op="update", title=title
        )
    return collection_view(after, len(await queries.documents_of(context.reading, row["id"])))


async def _show_delete(context: Context, collection: str) -> Records:
    row = await own_collection(context, collection)
    documents = await queries.documents_of(context.reading, row["id"])
    records = [RecordChange(op="delete", kind="collection", id=row["id"], title=row["name"])]
    records += [
        RecordChange(op="delete", kind="document", id=each["id"], title=each["title"])
        for each in documents[:MOST_SHOWN]
    ]
    summary = say_count("deleted_collection", len(documents), context.locale, name=row["name"])
    return Records(summary=summary, records=records, total=1 + len(documents))


@knowledge.capability(
    effect=Effect.DELETE,
    title={"en": "Delete a collection", "pt": "Excluir uma coleção"},
    category="collections",
    targets=["collection"],
    reversible=True,
    anywhere=True,
    preview=_show_delete,
    timeout_s=600,
)
async def delete_collection(context: Context, collection: CollectionName) -> CollectionView:
    """Delete a collection with all of its documents; undo brings them back."""
    await context.write_turn()
    row = await own_collection(context, collection)
    return await remove_collection(context, row)


async def remove_collection(context: Context, row: Row) -> CollectionView:
    """Remove a collection with its documents, as one change."""
    documents = await queries.documents_of(context.reading, row["id"])
    writes = [RowWrite(t.collections, row, None), *await row_writes.removal(context.reading, documents)]
    title = say_count("deleted_collection", len(documents), context.locale, name=row["name"])
    await row_writes.write_rows(context, writes, entity=f"knowledge:{row['id']}", op="delete", title=title)
    return collection_view(row, len(documents))
