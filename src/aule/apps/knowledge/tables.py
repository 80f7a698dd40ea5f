"""The tables of knowledge: collections, documents with their versions, and the pages and chunks of what is current.

Text is kept here and nowhere else that counts: the index that searches it is made from these rows, and can be made
again. A document's text is the text of its pages, joined by `PAGE_BREAK`; offsets are characters of that text.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

collections = Table(
    "knowledge_collections",
    metadata,
    Column("id", Text, primary_key=True),
    Column("project", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("folder", Text),  # the watched folder: a path inside the project, or an absolute one a person chose
    Column("ignore", Text, nullable=False, server_default=""),  # globs that are not followed, one a line
    Column("is_watched", Boolean, nullable=False, server_default="0"),
    Column("is_sample", Boolean, nullable=False, server_default="0"),
    Column("added_at", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    Index("knowledge_collections_of_project", "project"),
)

documents = Table(
    "knowledge_documents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("collection", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("name", Text, nullable=False),  # the name of the file it came as
    Column("kind", Text, nullable=False),  # `pdf`, `docx`, …: see `records.Kind`
    Column("mime", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("sha256", Text, nullable=False),  # of its current content, which is kept as a blob
    Column("source", Text, nullable=False),  # where it came from: see `records.SourceKind`
    Column("source_ref", Text, nullable=False, server_default=""),  # the address, path or id there
    Column("state", Text, nullable=False),  # `waiting`, `ready`, `failed`
    Column("problem", Text),  # why it failed, as JSON of a problem
    Column("notes", Text, nullable=False, server_default="[]"),  # pages that could not be read and the like, as JSON
    Column("language", Text, nullable=False, server_default=""),
    Column("pages", BigInteger, nullable=False, server_default="0"),
    Column("chunks", BigInteger, nullable=False, server_default="0"),
    Column("characters", BigInteger, nullable=False, server_default="0"),
    Column("outline", Text, nullable=False, server_default="[]"),  # headings with their places, as JSON
    Column("version", BigInteger, nullable=False, server_default="1"),
    Column("revision", Text, nullable=False, server_default=""),  # changes whenever its chunks do; the index goes by it
    Column("encoder", Text, nullable=False, server_default=""),  # the model and version its vectors were made with
    Column("added_at", Text, nullable=False),
    Column("indexed_at", Text),
    Column("run", Text),  # the run that reads it, or read it last
    Column("stamp", Text, nullable=False),
    Index("knowledge_documents_of_collection", "collection"),
    Index("knowledge_documents_of_project", "project", "added_at"),
    Index("knowledge_documents_by_content", "sha256"),
    Index("knowledge_documents_by_source", "source", "source_ref"),
)

versions = Table(
    "knowledge_versions",
    metadata,
    Column("document", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("added_at", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("document", "version"),
)

pages = Table(
    "knowledge_pages",
    metadata,
    Column("document", Text, nullable=False),
    Column("number", BigInteger, nullable=False),  # from 1; a document without pages has one
    Column("start", BigInteger, nullable=False),  # where its text begins in the text of the document
    Column("text", Text, nullable=False),
    Column("label", Text, nullable=False, server_default=""),  # what people call it: a slide's title, a sheet's name
    Column("width", Float),  # in points, where it has a picture
    Column("height", Float),
    Column("lines", Text, nullable=False, server_default=""),  # where lines stand on its picture: see `records.Line`
    Column("problem", Text),  # why it has no text
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("document", "number"),
)

chunks = Table(
    "knowledge_chunks",
    metadata,
    Column("document", Text, nullable=False),
    Column("position", BigInteger, nullable=False),  # its place among the chunks of the document, from 0
    Column("page", BigInteger, nullable=False),  # the page it begins on
    Column("section", Text, nullable=False, server_default=""),  # headings it stands under, joined by ` › `
    Column("kind", Text, nullable=False),  # `text` or `table`
    Column("start", BigInteger, nullable=False),
    Column("end", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", Text, nullable=False),  # of section and text: a chunk that did not change keeps its vector
    Column("vector", Text, nullable=False),  # see `index.vectors`
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("document", "position"),
)
