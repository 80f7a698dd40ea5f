"""The tables of teams: each team as it is, and every version of it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

teams = Table(
    "teams_teams",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("doc", Text, nullable=False),  # the whole team, as JSON of an `AgentTeam`
    Column("stamp", Text, nullable=False),
)

versions = Table(
    "teams_versions",
    metadata,
    Column("team", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("doc", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("team", "version"),
)
