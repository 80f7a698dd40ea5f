"""The tables of teams: each team as it is, every version of it, and what came of its members' work.

Observations follow from the log alone: `figures.py` writes them, and can write them all again.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text

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

observations = Table(
    "teams_observations",
    metadata,
    Column("seq", BigInteger, nullable=False),  # the place of the fact in the log
    Column("agent", Text, nullable=False),
    Column("team", Text, nullable=False),
    Column("kind", Text, nullable=False),  # the skill the request was about, without case and accents
    Column("label", Text, nullable=False),  # the skill as the team spells it
    Column("outcome", Text, nullable=False),
    Column("score", Float, nullable=True),
    Column("tokens", BigInteger, nullable=False),
    Column("cost", Float, nullable=False),
    Column("ms", Float, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("seq", "agent"),
    Index("teams_observations_of_team", "team", "kind"),
)

cursors = Table(
    "teams_cursors",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),  # how far the log was read
    Column("stamp", Text, nullable=False),
)

forgotten = Table(
    "teams_forgotten",
    metadata,
    Column("team", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),  # observations up to here count no more
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("team", "agent", "kind"),
)
