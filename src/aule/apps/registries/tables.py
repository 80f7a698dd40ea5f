"""The table of consents: which registries commands of a project may reach."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

consents = Table(
    "registries_consents",
    metadata,
    Column("project", Text, nullable=False),
    Column("registry", Text, nullable=False),
    Column("doc", Text, nullable=False),  # the whole consent, as JSON of a `Consent`
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("project", "registry"),
)
