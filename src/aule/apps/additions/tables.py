"""The tables of the catalogue: sources with what they offered when they were last asked, and the files they have."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

sources = Table(
    "additions_sources",
    metadata,
    Column("id", Text, primary_key=True),
    Column("doc", Text, nullable=False),  # the whole source, as JSON of a `Source`
    Column("stamp", Text, nullable=False),
)

files = Table(
    "additions_files",
    metadata,
    Column("source", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("content", Text, nullable=False),  # base64
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("source", "sha256"),
)
