"""Following folders, as capabilities."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from aule.apps.knowledge import queries
from aule.apps.knowledge import tables as t
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.capabilities.collections import new_collection, own_collection, refuse_taken
from aule.apps.knowledge.ingestion.folders import check_inside, check_outside
from aule.apps.knowledge.knowledge import Knowledge
from aule.apps.knowledge.views import CollectionView, collection_view
from aule.apps.knowledge.words import say
from aule.sdk import Context, Effect, RecordChange, Records, Row, RowWrite, errors

FolderName = Annotated[
    str,
    "A folder of the project, or, by a person's own hand, the whole path of another one.",
    Field(min_length=1, max_length=1_000),
]
Ignore = Annotated[
    list[str], "Files that are not followed, as in a .gitignore: `drafts/`, `*.tmp`.", Field(max_length=100)
]


async def _watched(context: Context, folder: str, collection: str | None, ignore: list[str]) -> tuple[Row | None, Row]:
    """Return a collection before and after it follows a folder."""
    if Path(folder).is_absolute():
        own: Knowledge = context.own
        if context.actor.type != "user":
            raise errors.OutsideScope(
                "Only a person can have a folder outside of the project followed.",
                code="outside_project",
                field="folder",
                hint="Name a folder of the project, or let the person choose it in Knowledge.",
            )
        place = str(check_outside(folder, own.kernel.documents.home.path))
    else:
        place = check_inside(context.workspace, folder)
    told = {"folder": place, "ignore": "\n".join(each.strip() for each in ignore), "is_watched": True}
    if collection is not None:
        row = await own_collection(context, collection)
        return row, {**row, **told}
    name = context.project.name if place == "." else place.rpartition("/")[2]
    for row in await queries.collections(context.reading):
        if row["folder"] == place and row["project"] == context.project.id:
            return row, {**row, **told}
    await refuse_taken(context, name)
    return None, new_collection(context, name, **told)


async def _show_watch(context: Context, folder: str, collection: str | None, ignore: list[str]) -> Records:
    row, after = await _watched(context, folder, collection, ignore)
    record = RecordChange(
        op="create" if row is None else "update",
        kind="collection",
        id=None if row is None else row["id"],
        title=after["name"],
    )
    summary = say("watch", context.locale, folder=after["folder"], name=after["name"])
    return Records(summary=summary, records=[record], total=1)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Follow a folder", "pt": "Acompanhar uma pasta"},
    category="folders",
    targets=["folder"],
    reversible=True,
    idempotent=True,
    preview=_show_watch,
)
async def watch_folder(
    context: Context,
    folder: FolderName,
    collection: Annotated[str | None, "The collection that follows it; none: one called as the folder."] = None,
    ignore: Ignore = [],  # noqa: B006 (the schema's default; it is never changed)
) -> CollectionView:
    """Let a collection follow a folder: new and changed files are read by themselves, those that go are removed."""
    await context.write_turn()
    row, after = await _watched(context, folder, collection, ignore)
    if row is None or any(row[name] != value for name, value in after.items()):
        title = say("watch", context.locale, folder=after["folder"], name=after["name"])
        await context.change_rows(
            [RowWrite(t.collections, row, after)], entity=f"knowledge:{after['id']}", op="update", title=title
        )
    own: Knowledge = context.own
    own.wake()
    return collection_view(after, len(await queries.documents_of(context.reading, after["id"])))


async def _show_stop(context: Context, collection: str) -> Records:
    row = await own_collection(context, collection)
    record = RecordChange(op="update", kind="collection", id=row["id"], title=row["name"])
    return Records(summary=_stopped(row, context.locale), records=[record], total=1)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Stop following a folder", "pt": "Parar de acompanhar uma pasta"},
    category="folders",
    targets=["collection"],
    reversible=True,
    idempotent=True,
    anywhere=True,
    preview=_show_stop,
)
async def stop_watching(
    context: Context, collection: Annotated[str, "The collection, by id or name.", Field(min_length=1, max_length=300)]
) -> CollectionView:
    """Let a collection follow its folder no longer; its documents stay."""
    await context.write_turn()
    row = await own_collection(context, collection)
    after = {**row, "is_watched": False}
    if row["is_watched"]:
        await context.change_rows(
            [RowWrite(t.collections, row, after)],
            entity=f"knowledge:{row['id']}",
            op="update",
            title=_stopped(row, context.locale),
        )
    return collection_view(after, len(await queries.documents_of(context.reading, row["id"])))


def _stopped(row: Row, locale: str) -> str:
    return say("stop_watching", locale, folder=row["folder"] or "—", name=row["name"])
