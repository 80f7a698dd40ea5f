"""The tables of skills: those the owner accepted, and the files of each exactly as they were accepted."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table, Text

metadata = MetaData()

accepted = Table(
    "skills_accepted",
    metadata,
    Column("id", Text, primary_key=True),
    Column("capability", Text, nullable=False),  # what the registry offers, as JSON
    Column("doc", Text, nullable=False),  # the whole skill but its files, as JSON of a `Skill`
    Column("stamp", Text, nullable=False),
)

files = Table(
    "skills_files",
    metadata,
    Column("skill", Text, primary_key=True),
    Column("archive", Text, nullable=False),  # its files as a zip, in Base64
    Column("stamp", Text, nullable=False),
)
