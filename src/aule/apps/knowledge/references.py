"""References: documents and collections as people name them, by id, title or file name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from aule.apps.knowledge import queries
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.queries import general_of, is_general
from aule.apps.knowledge.words import say
from aule.sdk import Hit, Name, Named, Reading, Row, Source, errors
from aule.text.words import fold

MOST_NAMES = 500
"""Documents whose titles are known for names."""


@knowledge.reference("document", "document_title")
async def named_document(reading: Reading, said: str) -> Named:
    """Return the document that is meant by an id, a title or a file name."""
    row = await find_document(reading, said)
    return Named(id=row["id"], name=row["title"])


@knowledge.reference("collection", "collection_name")
async def named_collection(reading: Reading, said: str) -> Named:
    """Return the collection that is meant by an id or a name."""
    id = await find_collection(reading, said, "", reading.locale)
    row = await queries.collection(reading, id)
    return Named(id=id, name=say("general", reading.locale) if row is None else row["name"])


@knowledge.attachment("document")
async def document_title(reading: Reading, id: str) -> str:
    """Return what a document is called that stands beside a message."""
    return (await find_document(reading, id))["title"]


@knowledge.attachment("collection")
async def collection_name(reading: Reading, id: str) -> str:
    """Return what a collection is called that stands beside a message."""
    return (await named_collection(reading, id)).name


async def find_document(source: Source, said: str) -> Row:
    """Return the one document that is meant; several are asked about, none is told with those that are near."""
    if (row := await queries.document(source, said)) is not None:
        return row
    known = await queries.titles(source)
    wanted = fold(said).strip()
    exact = [each for each in known if wanted in (fold(each[1]), fold(each[2]))]
    meant = exact or [each for each in known if wanted and wanted in fold(f"{each[1]} {each[2]}")]
    if not meant:
        near = get_close_matches(said, [title for _, title, _, _ in known], n=5, cutoff=0.4)
        raise errors.NotFound(
            f"There is no document {said!r}.", field="document", candidates=near, hint="List the documents."
        )
    if len(meant) > 1:
        matches = [errors.Match(id=id, title=title, path=name) for id, title, name, _ in meant[:5]]
        raise errors.Ambiguous(f"{len(meant)} documents fit {said!r}.", field="document", matches=matches)
    row = await queries.document(source, meant[0][0])
    assert row is not None
    return row


async def find_collection(source: Source, said: str | None, project: str, locale: str) -> str:
    """Return the id of the collection that is meant; none said: the general one of the project."""
    if not said or fold(said) == fold(say("general", locale)):
        return general_of(project)
    if is_general(said):
        return said
    found = await queries.collections(source)
    wanted = fold(said).strip()
    meant = (
        [row for row in found if row["id"] == said]
        or [row for row in found if fold(row["name"]) == wanted]
        or [row for row in found if wanted and wanted in fold(row["name"])]
    )
    meant = _in_project(meant, project)
    if not meant:
        raise errors.NotFound(
            f"There is no collection {said!r}.", field="collection", candidates=[row["name"] for row in found[:5]]
        )
    if len(meant) > 1:
        matches = [errors.Match(id=row["id"], title=row["name"], path=row["project"]) for row in meant[:5]]
        raise errors.Ambiguous(f"{len(meant)} collections fit {said!r}.", field="collection", matches=matches)
    return meant[0]["id"]


def _in_project(found: Sequence[Row], project: str) -> list[Row]:
    """Return those of a project where there are any, else all."""
    return [row for row in found if row["project"] == project] or list(found)


@knowledge.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return documents and collections whose names hold the words."""
    words = fold(query).split()
    if not words:
        return []
    names = {row["id"]: row["name"] for row in await queries.collections(reading)}
    general = say("general", reading.locale)
    hits = [
        Hit(ref=f"knowledge:{id}", kind="item", title=title, detail=names.get(of, general), path=f"/knowledge/d/{id}")
        for id, title, name, of in await queries.titles(reading)
        if all(word in fold(f"{title} {name}") for word in words)
    ]
    hits += [
        Hit(ref=f"knowledge:{id}", kind="item", title=name, path=f"/knowledge/c/{id}")
        for id, name in names.items()
        if all(word in fold(name) for word in words)
    ]
    return hits[:limit]


@knowledge.tells_names
async def names(reading: Reading) -> list[Name]:
    """Return what documents and collections are called."""
    found = [Name("collection", row["name"], row["id"]) for row in await queries.collections(reading)]
    return found + [Name("document", title, id) for id, title, _, _ in (await queries.titles(reading))[:MOST_NAMES]]
