"""The tables of the forge: each tool as it is, and every version of it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

tools = Table(
    "forge_tools",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("project", Text, nullable=False),  # the project it belongs to; empty: all
    Column("status", Text, nullable=False),
    Column("capability", Text, nullable=False),  # what the registry offers, as JSON; empty unless it is active
    Column("doc", Text, nullable=False),  # the whole tool, as JSON of a `ForgedTool`
    Column("stamp", Text, nullable=False),
)

versions = Table(
    "forge_versions",
    metadata,
    Column("name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("doc", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("name", "version"),
)
