"""The tables of plugins: what was approved of each, the capabilities it brings, and the values it keeps."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

approved = Table(
    "plugins_approved",
    metadata,
    Column("name", Text, primary_key=True),
    Column("status", Text, nullable=False),
    Column("hash", Text, nullable=False),  # of the descriptor and the module, as they were approved
    Column("doc", Text, nullable=False),  # as JSON of an `ApprovedPlugin`
    Column("stamp", Text, nullable=False),
)

capabilities = Table(
    "plugins_capabilities",
    metadata,
    Column("name", Text, primary_key=True),
    Column("plugin", Text, nullable=False),
    Column("capability", Text, nullable=False),  # what the registry offers, as JSON; empty while it is disabled
    Column("stamp", Text, nullable=False),
)

values = Table(
    "plugins_values",
    metadata,
    Column("plugin", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("value", Text, nullable=False),  # as JSON
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("plugin", "key"),
)
