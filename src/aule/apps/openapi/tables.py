"""The tables of OpenAPI: the APIs the owner imported, and their operations as the owner saw them."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

apis = Table(
    "openapi_apis",
    metadata,
    Column("id", Text, primary_key=True),
    Column("doc", Text, nullable=False),  # the whole API without its operations, as JSON of an `Api`
    Column("stamp", Text, nullable=False),
)

operations = Table(
    "openapi_operations",
    metadata,
    Column("api", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("method", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("doc", Text, nullable=False),  # the operation as it was pinned, as JSON of an `Operation`
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("api", "name"),
)
