"""A smaller log: graphs are kept once, calls are found by their run, and indexes leave out what nobody looks for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SPARSE = {
    "events_of_session": ("events", ["session_id", "seq"]),
    "events_of_topic": ("events", ["topic", "seq"]),
    "runs_of_parent": ("runs", ["parent"]),
    "runs_of_session": ("runs", ["session_id"]),
    "runs_of_workflow": ("runs", ["workflow", "started_at"]),
    "runs_of_schedule": ("runs", ["schedule", "started_at"]),
}
"""Indexes on what few rows have; rows that hold several facts (`many`) are found by their run."""


def upgrade() -> None:
    """Shape the tables; they are filled again from the log."""
    for name, (table, columns) in SPARSE.items():
        op.drop_index(name, table)
        there = sa.text("topic != 'many'" if name == "events_of_topic" else f"{columns[0]} IS NOT NULL")
        op.create_index(name, table, columns, sqlite_where=there, postgresql_where=there)
    op.add_column("runs", sa.Column("graph", sa.Text))
    op.add_column("runs", sa.Column("inputs", sa.Text))
    op.drop_table("graphs")
    op.create_table("graphs", sa.Column("hash", sa.Text, primary_key=True), sa.Column("graph", sa.Text, nullable=False))
    _calls(sa.PrimaryKeyConstraint("run", "id"))
    op.create_index("calls_of_capability", "calls", ["capability", "ts"])


def downgrade() -> None:
    """As it was before; the tables are filled again from the log."""
    _calls(sa.PrimaryKeyConstraint("id"))
    op.create_index("calls_of_capability", "calls", ["capability", "ts", "id"])
    op.create_index("calls_of_run", "calls", ["run"])
    op.drop_table("graphs")
    op.create_table(
        "graphs",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("graph", sa.Text, nullable=False),
        sa.Column("inputs", sa.Text, nullable=False),
    )
    op.drop_column("runs", "inputs")
    op.drop_column("runs", "graph")
    for name, (table, columns) in SPARSE.items():
        op.drop_index(name, table)
        op.create_index(name, table, columns)


def _calls(key: sa.PrimaryKeyConstraint) -> None:
    op.drop_table("calls")
    op.create_table(
        "calls",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("capability", sa.Text, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("agent", sa.Text),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        key,
    )
