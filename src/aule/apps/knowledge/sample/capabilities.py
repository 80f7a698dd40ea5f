"""The sample collection in one click, and out again in one click."""

from __future__ import annotations

from importlib import resources

from aule.apps.knowledge import queries
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.capabilities.collections import remove_collection
from aule.apps.knowledge.capabilities.documents import take_in
from aule.apps.knowledge.ingestion.originals import Gathered, keep
from aule.apps.knowledge.views import Added, CollectionView
from aule.apps.knowledge.words import say
from aule.sdk import Context, Effect, RecordChange, Records, Row, errors
from aule.text.messages import language_in


async def _sample(context: Context) -> Row | None:
    """Return the sample collection of the project, or that of another one."""
    found = [row for row in await queries.collections(context.reading) if row["is_sample"]]
    return next((row for row in found if row["project"] == context.project.id), found[0] if found else None)


def _files(locale: str) -> list[tuple[str, bytes]]:
    folder = resources.files("aule.apps.knowledge.sample") / language_in(locale)
    return sorted((each.name, each.read_bytes()) for each in folder.iterdir() if each.name.endswith(".md"))


async def _show_add(context: Context) -> Records:
    if await _sample(context) is not None:
        return Records(summary=say("sample_is_there", context.locale), records=[], total=0)
    records = [RecordChange(op="create", kind="document", title=name) for name, _ in _files(context.locale)]
    return Records(summary=say("sample_added", context.locale), records=records, total=len(records))


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Add the sample collection", "pt": "Adicionar a coleção de exemplo"},
    category="collections",
    reversible=True,
    idempotent=True,
    anywhere=True,
    preview=_show_add,
)
async def add_sample(context: Context) -> Added:
    """Add a sample collection to look around in: house rules, a warranty and a trip, three short documents."""
    if await _sample(context) is not None:
        return Added()
    found = Gathered()
    for name, content in _files(context.locale):
        found.files.append(await keep(context.ports.blobs, name, content, "sample", name))
    title = say("sample_added", context.locale)
    return await take_in(context, found, f"col_sample.{context.project.id}", title=title)


async def _show_remove(context: Context) -> Records:
    row = await _sample(context)
    records = [RecordChange(op="delete", kind="collection", id=row["id"], title=row["name"])] if row else []
    return Records(summary=say("sample_removed", context.locale), records=records, total=len(records))


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Remove the sample collection", "pt": "Remover a coleção de exemplo"},
    category="collections",
    reversible=True,
    anywhere=True,
    preview=_show_remove,
)
async def remove_sample(context: Context) -> CollectionView:
    """Remove the sample collection with its documents; no other collection can be removed this way."""
    await context.write_turn()
    row = await _sample(context)
    if row is None:
        raise errors.NotFound("There is no sample collection.", hint="Add it first.")
    return await remove_collection(context, row)
