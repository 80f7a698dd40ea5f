"""The table of templates: those the owner added, each with the text of its file."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table, Text

metadata = MetaData()

added = Table(
    "templates_added",
    metadata,
    Column("id", Text, primary_key=True),
    Column("content", Text, nullable=False),
    Column("stamp", Text, nullable=False),
)
