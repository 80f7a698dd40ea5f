"""The tables of evaluations: each as it is and was, and the trials that were begun; their results are in the log."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

evaluations = Table(
    "evaluations_sets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("agent", Text),
    Column("version", BigInteger, nullable=False),
    Column("doc", Text, nullable=False),  # the whole evaluation, as JSON of an `Evaluation`
    Column("stamp", Text, nullable=False),
)

versions = Table(
    "evaluations_versions",
    metadata,
    Column("evaluation", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("doc", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("evaluation", "version"),
)

trials = Table(
    "evaluations_trials",
    metadata,
    Column("id", Text, primary_key=True),  # also the id of its run
    Column("evaluation", Text, nullable=False),  # empty for a question that was only tried
    Column("started_at", Text, nullable=False),
    Column("doc", Text, nullable=False),  # what is tried, as JSON of a `TrialPlan`
    Column("stamp", Text, nullable=False),
)

subjects = Table(
    "evaluations_subjects",
    metadata,
    Column("trial", Text, nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("agent", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("started_at", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("trial", "place"),
)

Index("evaluations_trials_of", trials.c.evaluation, trials.c.started_at)
Index("evaluations_subjects_of", subjects.c.agent, subjects.c.started_at)
