"""Calls are read from the log: beside it stands only who used what; and runs of one title share a row of the index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ASKED = (("approvals_of_run", "run"), ("approvals_of_session", "session_id"))


def upgrade() -> None:
    """Shape the tables; they are filled again from the log."""
    op.drop_table("calls")
    op.create_table(
        "uses",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("capability", sa.Text, primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("lasted", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("uses_by_time", "uses", ["capability", "last", "run"])
    op.create_table(
        "effects",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("capability", sa.Text, primary_key=True),
        sa.Column("thing", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.add_column("search", sa.Column("leads", sa.Text))
    for name, column in _ASKED:  # most approvals of workflows have no conversation
        there = sa.text(f"{column} IS NOT NULL")
        op.drop_index(name, "approvals")
        op.create_index(name, "approvals", [column], sqlite_where=there, postgresql_where=there)
    if op.get_bind().dialect.name == "sqlite":  # one process drives all runs of a file: nobody looks for free ones
        op.drop_index("runs_to_claim", "runs")


def downgrade() -> None:
    """As it was before; the tables are filled again from the log."""
    if op.get_bind().dialect.name == "sqlite":
        free = sa.text("queue IS NOT NULL AND worker IS NULL AND status IN ('queued', 'executing')")
        op.create_index("runs_to_claim", "runs", ["queue", "owner", "started_at", "id"], sqlite_where=free)
    for name, column in _ASKED:
        op.drop_index(name, "approvals")
        op.create_index(name, "approvals", [column])
    op.drop_column("search", "leads")
    op.drop_table("effects")
    op.drop_table("uses")
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
        sa.PrimaryKeyConstraint("run", "id"),
    )
    op.create_index("calls_of_capability", "calls", ["capability", "ts"])
