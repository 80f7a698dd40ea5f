"""Reading knowledge: every query the app asks its tables. Statements are made once, where they take no list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Select, bindparam, func, or_, select

from aule.apps.knowledge import tables as t
from aule.sdk import Row, Source, fetch_row, fetch_rows
from aule.text.words import fold

GENERAL = "general."
"""How the id of a project's general collection begins: it holds what was put into no other, and has no row."""
BATCH = 2_000
"""Rows of pages or chunks that are read at once."""

_SIZES = (1, 8, 64, 400)
"""How many values one question names."""
_ID: BindParameter[str] = bindparam("id")
_MOST = bindparam("most", type_=BigInteger)
_FROM = bindparam("first", type_=BigInteger)
_TO = bindparam("last", type_=BigInteger)
_DOCUMENT = select(t.documents).where(t.documents.c.id == _ID)
_COLLECTION = select(t.collections).where(t.collections.c.id == _ID)
_COLLECTIONS = select(t.collections).order_by(t.collections.c.name, t.collections.c.id)
_WATCHED = _COLLECTIONS.where(t.collections.c.is_watched.is_(True))
_IN_COLLECTION = select(t.documents).where(t.documents.c.collection == _ID).order_by(t.documents.c.id)
_TITLES = select(t.documents.c.id, t.documents.c.title, t.documents.c.name, t.documents.c.collection).order_by(
    t.documents.c.added_at.desc(), t.documents.c.id
)
_COUNTS = select(t.documents.c.collection, t.documents.c.project, func.count()).group_by(
    t.documents.c.collection, t.documents.c.project
)
_VERSIONS = select(t.versions).where(t.versions.c.document == _ID).order_by(t.versions.c.version)
_PAGES = (
    select(t.pages)
    .where(t.pages.c.document == _ID, t.pages.c.number >= _FROM, t.pages.c.number <= _TO)
    .order_by(t.pages.c.number)
)
_CHUNKS = (
    select(t.chunks)
    .where(t.chunks.c.document == _ID, t.chunks.c.position >= _FROM)
    .order_by(t.chunks.c.position)
    .limit(_MOST)
)
_HOMELESS = (
    select(t.documents.c.title)
    .where(
        t.documents.c.collection.not_like(f"{GENERAL}%"),
        t.documents.c.collection.not_in(select(t.collections.c.id)),
    )
    .limit(1)
)


def general_of(project: str) -> str:
    """Return the id of the collection that holds what was put into no other one of a project."""
    return f"{GENERAL}{project}"


def is_general(collection: str) -> bool:
    """Return whether a collection is the general one of a project."""
    return collection.startswith(GENERAL)


async def document(source: Source, id: str) -> Row | None:
    """Return a document by its id, or None."""
    return await fetch_row(source, t.documents, _DOCUMENT, id=id)


async def documents_of(source: Source, collection: str) -> list[Row]:
    """Return all documents of a collection."""
    return await fetch_rows(source, t.documents, _IN_COLLECTION, id=collection)


async def collection(source: Source, id: str) -> Row | None:
    """Return a collection by its id, or None; the general ones have no row."""
    return await fetch_row(source, t.collections, _COLLECTION, id=id)


async def collections(source: Source) -> list[Row]:
    """Return all collections, by name."""
    return await fetch_rows(source, t.collections, _COLLECTIONS)


async def watched(source: Source) -> list[Row]:
    """Return the collections that follow a folder."""
    return await fetch_rows(source, t.collections, _WATCHED)


async def counts(source: Source) -> dict[tuple[str, str], int]:
    """Return how many documents there are, by collection and project."""
    return {(collection, project): count for collection, project, count in await source.fetch(_COUNTS)}


async def titles(source: Source) -> list[tuple[str, str, str, str]]:
    """Return id, title, file name and collection of every document, the latest first."""
    return [(str(a), str(b), str(c), str(d)) for a, b, c, d in await source.fetch(_TITLES)]


async def versions(source: Source, document: str) -> list[Row]:
    """Return the versions of a document, the first one first."""
    return await fetch_rows(source, t.versions, _VERSIONS, id=document)


async def versions_of(source: Source, documents: Sequence[str]) -> dict[str, list[Row]]:
    """Return the versions of some documents, by document."""
    found: dict[str, list[Row]] = {id: [] for id in documents}
    for statement, params in _among("versions", "document", documents):
        for row in await fetch_rows(source, t.versions, statement, **params):
            found[row["document"]].append(row)
    for each in found.values():
        each.sort(key=itemgetter("version"))
    return found


async def pages(source: Source, document: str, first: int = 1, last: int = 2**31) -> list[Row]:
    """Return pages of a document."""
    return await fetch_rows(source, t.pages, _PAGES, id=document, first=first, last=last)


async def chunks(source: Source, document: str, first: int = 0, most: int = 2**31) -> list[Row]:
    """Return chunks of a document from a position on."""
    return await fetch_rows(source, t.chunks, _CHUNKS, id=document, first=first, most=most)


async def homeless(source: Source) -> list[str]:
    """Return the title of a document whose collection is not there, if there is one."""
    return [str(title) for (title,) in await source.fetch(_HOMELESS)]


async def listed(source: Source, wanted: Mapping[str, str | None], query: str = "") -> list[str]:
    """Return the ids of documents with these values, the latest first; `query` is found in titles and names.

    Words are compared with accents folded, which the databases do differently, so that is done here.
    """
    asked = {name: value for name, value in wanted.items() if value is not None}
    words = fold(query).split()
    return [
        str(id)
        for id, title, name in await source.fetch(_with(tuple(sorted(asked))), **asked)
        if not words or all(word in fold(f"{title} {name}") for word in words)
    ]


async def documents(source: Source, ids: Sequence[str]) -> list[Row]:
    """Return documents by their ids, in this order."""
    found: dict[str, Row] = {}
    for statement, params in _among("documents", "id", ids):
        found |= {row["id"]: row for row in await fetch_rows(source, t.documents, statement, **params)}
    return [found[id] for id in ids if id in found]


@lru_cache(maxsize=32)
def _with(names: tuple[str, ...]) -> Select[Any, Any, Any]:
    c = t.documents.c
    asked = select(c.id, c.title, c.name).order_by(c.added_at.desc(), c.id.desc())
    return asked.where(*(c[name] == bindparam(name) for name in names)) if names else asked


def _among(table: str, column: str, values: Sequence[str]) -> Iterator[tuple[Select[Any], dict[str, str]]]:
    """Yield statements that read the rows of some values, and what each is given. Statements are made once."""
    once = list(dict.fromkeys(values))
    for start in range(0, len(once), _SIZES[-1]):
        some = once[start : start + _SIZES[-1]]
        size = next(size for size in _SIZES if size >= len(some))
        filled = [*some, *[some[0]] * (size - len(some))]
        yield _of_some(table, column, size), {f"v{place}": value for place, value in enumerate(filled)}


@lru_cache(maxsize=32)
def _of_some(table: str, column: str, size: int) -> Select[Any]:
    found = t.metadata.tables[f"knowledge_{table}"]
    return select(found).where(or_(*(found.c[column] == bindparam(f"v{place}") for place in range(size))))
