"""What people and programs see of documents and collections."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, Literal

from pydantic import Field

from aule.apps.knowledge import queries
from aule.apps.knowledge.extraction import Note, note_message
from aule.apps.knowledge.records import Kind, SourceKind, State
from aule.apps.knowledge.words import hint, say
from aule.contracts.errors import Problem
from aule.sdk import Model, Row, Source

PICTURED: frozenset[Kind] = frozenset({"pdf", "image"})
"""Kinds whose pages have pictures."""


class SourceView(Model):
    """Where a document came from."""

    kind: SourceKind
    ref: str = ""
    """The address, path or id there."""


class NoteView(Model):
    """Something that is to be known about a document, such as a page without text."""

    code: str
    message: str
    page: int | None = None


class VersionView(Model):
    """One version of a document."""

    version: int
    sha256: str
    size: int
    name: str
    added_at: str


class OutlineView(Model):
    """A heading of a document, and where it stands."""

    title: str
    level: int
    page: int
    start: int


class DocumentView(Model):
    """A document, without its text."""

    id: str
    title: str
    name: str
    kind: Kind
    mime: str
    size: int
    pages: int
    chunks: int
    characters: int
    language: str
    collection: str
    project: str
    source: SourceView
    state: State
    problem: Problem | None = None
    """Why it, or its newest version, could not be read, and what to do about it."""
    notes: list[NoteView] = []
    version: int
    versions: list[VersionView] = []
    outline: list[OutlineView] = []
    """Its headings; only where one document is asked for."""
    added_at: str
    indexed_at: str | None
    run: str | None
    """The run that reads it now."""
    has_pictures: bool
    is_sample: bool


class DocumentPage(Model):
    """Some documents, the latest first."""

    items: list[DocumentView]
    next: str | None
    """Goes back in as `after`; none at the end."""
    total: int


class CollectionView(Model):
    """A collection of documents."""

    id: str
    name: str
    project: str
    documents: int
    folder: str | None = None
    """The folder it follows, where it does."""
    ignore: list[str] = []
    is_watched: bool = False
    is_sample: bool = False
    is_general: bool = False
    """Whether it is the one for what was put into no other; it can be neither renamed nor deleted."""


LinePlace = tuple[int, int, float, float, float, float]
"""Where a line stands: start and end in the page's text; left, top, right and bottom in shares of the picture."""


class PageView(Model):
    """A page of a document."""

    number: int
    label: str
    start: int
    """Where its text begins in the text of the document."""
    text: str
    width: float | None
    height: float | None
    lines: list[LinePlace]
    """Where lines stand on its picture."""
    problem: str | None


class ChunkView(Model):
    """A piece of a document that is found and cited."""

    position: int
    page: int
    section: str
    kind: Literal["text", "table"]
    start: int
    end: int
    text: str


class UnchangedFile(Model):
    """A file whose content is in the collection already."""

    name: str
    document: str


class RefusedFile(Model):
    """A file that was not taken, and why."""

    name: str
    problem: Problem


class Added(Model):
    """What came of adding documents."""

    documents: list[DocumentView] = []
    """Those that are read now."""
    unchanged: list[UnchangedFile] = []
    refused: list[RefusedFile] = []
    run: str | None = Field(default=None, description="The run that reads them; none where there is nothing to read.")


async def document_views(
    source: Source, found: Sequence[Row], locale: str, *, reading: Collection[str] = (), outline: bool = False
) -> list[DocumentView]:
    """Return documents as people see them; `reading` are runs that are not over."""
    versions = await queries.versions_of(source, [row["id"] for row in found])
    return [_document_view(row, versions[row["id"]], locale, row["run"] in reading, outline) for row in found]


async def collection_views(source: Source, locale: str, project: str | None = None) -> list[CollectionView]:
    """Return the collections, those for everything else first where they hold something."""
    counts = await queries.counts(source)
    general = [
        CollectionView(id=id, name=say("general", locale), project=of, documents=count, is_general=True)
        for (id, of), count in sorted(counts.items())
        if queries.is_general(id) and project in (None, of)
    ]
    others = [
        collection_view(row, sum(count for (id, _), count in counts.items() if id == row["id"]))
        for row in await queries.collections(source)
        if project in (None, row["project"])
    ]
    return [*general, *others]


def collection_view(row: Row, documents: int) -> CollectionView:
    """Return a collection as people see it."""
    return CollectionView(
        id=row["id"],
        name=row["name"],
        project=row["project"],
        documents=documents,
        folder=row["folder"],
        ignore=row["ignore"].splitlines(),
        is_watched=bool(row["is_watched"]),
        is_sample=bool(row["is_sample"]),
    )


def page_view(row: Row) -> PageView:
    """Return a page as people see it."""
    lines: list[LinePlace] = json.loads(row["lines"]) if row["lines"] else []
    kept = {name: row[name] for name in ("number", "label", "start", "text", "width", "height", "problem")}
    return PageView(**kept, lines=lines)


def chunk_view(row: Row) -> ChunkView:
    """Return a chunk as people see it."""
    return ChunkView(**{name: row[name] for name in ("position", "page", "section", "kind", "start", "end", "text")})


def _document_view(row: Row, versions: Sequence[Row], locale: str, is_read: bool, outline: bool) -> DocumentView:
    same = ("id", "title", "name", "kind", "mime", "size", "pages", "chunks", "characters", "language")
    told: dict[str, Any] = {name: row[name] for name in (*same, "collection", "project", "state", "version")}
    return DocumentView(
        **told,
        source=SourceView(kind=row["source"], ref=row["source_ref"]),
        problem=_problem(row, locale, is_read),
        notes=[_note(each, locale) for each in json.loads(row["notes"])],
        versions=[
            VersionView(**{name: each[name] for name in ("version", "sha256", "size", "name", "added_at")})
            for each in versions
        ],
        outline=[OutlineView(**each) for each in json.loads(row["outline"])] if outline else [],
        added_at=row["added_at"],
        indexed_at=row["indexed_at"],
        run=row["run"] if is_read else None,
        has_pictures=row["kind"] in PICTURED,
        is_sample=row["source"] == "sample",
    )


def _problem(row: Row, locale: str, is_read: bool) -> Problem | None:
    """Return why a document is not read: what was found wrong, or that somebody stopped."""
    if row["problem"]:
        return Problem.model_validate_json(row["problem"])
    if row["state"] == "waiting" and not is_read:
        return Problem(
            code="reading_stopped", message=say("reading_stopped", locale), hint=hint("reading_stopped", locale)
        )
    return None


def _note(told: dict[str, Any], locale: str) -> NoteView:
    """Return a note in the reader's language."""
    note = Note(**told)
    return NoteView(code=note.code, message=note_message(note, locale), page=note.page or None)
