"""Reading sources: every query the catalogue asks its tables."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from sqlalchemy import BindParameter, bindparam, select

from aule.apps.additions import tables as t
from aule.apps.additions.records import Source
from aule.apps.additions.words import hint, say
from aule.sdk import Row, errors, fetch_row, fetch_rows
from aule.sdk import Source as Database

_ID: BindParameter[str] = bindparam("id")
_HASH: BindParameter[str] = bindparam("sha256")
_ALL = select(t.sources).order_by(t.sources.c.id)
_ONE = select(t.sources).where(t.sources.c.id == _ID)
_FILES = select(t.files).where(t.files.c.source == _ID)
_HASHES = select(t.files.c.sha256).where(t.files.c.source == _ID)
_FILE = select(t.files.c.content).where(t.files.c.source == _ID, t.files.c.sha256 == _HASH)


async def all_sources(database: Database) -> list[Source]:
    """Return every source the owner added, by id."""
    return [Source.model_validate_json(row["doc"]) for row in await fetch_rows(database, t.sources, _ALL)]


async def source_row(database: Database, id: str) -> Row | None:
    """Return the row of a source, or None."""
    return await fetch_row(database, t.sources, _ONE, id=id)


async def found_source(database: Database, id: str, locale: str) -> tuple[Row, Source]:
    """Return a source with its row."""
    row = await source_row(database, id)
    if row is None:
        known = [each.id for each in await all_sources(database)]
        raise errors.NotFound(
            say("no_source", locale, id=id), candidates=known[:5], hint=hint("no_source", locale), field="source"
        )
    return row, Source.model_validate_json(row["doc"])


async def file_rows(database: Database, source: str) -> list[Row]:
    """Return the rows of all files of a source."""
    return await fetch_rows(database, t.files, _FILES, id=source)


async def hashes(database: Database, source: str) -> set[str]:
    """Return the hashes of the files of a source that are here."""
    return {str(found) for (found,) in await database.fetch(_HASHES, id=source)}


async def files(database: Database, source: str, hashes: Iterable[str]) -> dict[str, bytes]:
    """Return files of a source by their hashes, as far as they are here."""
    found: dict[str, bytes] = {}
    for sha256 in dict.fromkeys(hashes):
        for (content,) in await database.fetch(_FILE, id=source, sha256=sha256):
            found[sha256] = base64.b64decode(str(content))
    return found
