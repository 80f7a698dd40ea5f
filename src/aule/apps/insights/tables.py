"""The tables of insights: metrics of runs, and what they come to each day.

Every row follows from the log alone: `metrics/ledger.py` writes them, and can write them all again. `stamp` names the
event by which a row was last written.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

COUNTS = (
    *("runs", "finished", "failed", "cancelled"),
    *("tokens_in", "tokens_out", "tokens_cached", "model_calls", "calls", "calls_failed"),
    *("approvals_asked", "approvals_granted", "approvals_denied", "approvals_expired", "undone"),
)
"""Figures that are counted."""
SUMS = ("duration_ms", "cost")
"""Figures that are added up."""


def _count(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default="0")


def _sum(name: str) -> Column[float]:
    return Column(name, Float, nullable=False, server_default="0")


metrics = Table(
    "insights_metrics",
    metadata,
    Column("id", Text, primary_key=True),  # the event it was made of, and its place among those made of it
    Column("run", Text, nullable=False),
    Column("step", Text, nullable=False, server_default=""),
    Column("name", Text, nullable=False),
    Column("value", Float, nullable=False),
    Column("unit", Text, nullable=False, server_default=""),
    Column("at", Text, nullable=False),
    Column("stamp", Text, nullable=False),
    Index("insights_metrics_of_run", "run"),
)

days = Table(
    "insights_days",
    metadata,
    # `day`, `model`, `agent`, `app`, `capability`, `workflow`; `day@home` counts the runs of the project `home` alone
    Column("grouping", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("key", Text, nullable=False),
    *(_count(name) for name in COUNTS),
    *(_sum(name) for name in SUMS),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("grouping", "day", "key"),
    sqlite_with_rowid=False,
)

buckets = Table(
    "insights_buckets",
    metadata,
    Column("grouping", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("measure", Text, nullable=False),  # `duration` or `decision`
    Column("bucket", BigInteger, nullable=False),  # see `metrics/buckets.py`
    Column("count", BigInteger, nullable=False),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("grouping", "day", "key", "measure", "bucket"),
    sqlite_with_rowid=False,
)

cursors = Table(
    "insights_cursors",
    metadata,
    Column("id", Text, primary_key=True),  # who reads the log
    Column("seq", BigInteger, nullable=False),  # how far
    Column("at", Text, nullable=False),
    Column("stamp", Text, nullable=False),
)
