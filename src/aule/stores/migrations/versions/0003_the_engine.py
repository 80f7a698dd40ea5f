"""The engine: graphs of runs, workflows, schedules, and who drives what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

RUN_COLUMNS = ("queue", "worker", "host", "workflow", "schedule")


def upgrade() -> None:
    """Add what durable graphs, workflows and schedules need."""
    for name in RUN_COLUMNS:
        op.add_column("runs", sa.Column(name, sa.Text))
    op.add_column("runs", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.create_index("runs_of_workflow", "runs", ["workflow", "started_at"])
    op.create_index("runs_of_schedule", "runs", ["schedule", "started_at"])
    free = sa.text("queue IS NOT NULL AND worker IS NULL AND status IN ('queued', 'executing')")
    columns = ["queue", "owner", "started_at", "id"]
    op.create_index("runs_to_claim", "runs", columns, postgresql_where=free, sqlite_where=free)
    _documents()
    _many_machines()


def downgrade() -> None:
    """Take it away again."""
    for name in ("blobs", "workers", "schedules", "workflows", "graphs"):
        op.drop_table(name)
    for name in ("runs_to_claim", "runs_of_schedule", "runs_of_workflow"):
        op.drop_index(name, "runs")
    for name in (*RUN_COLUMNS, "owner"):
        op.drop_column("runs", name)


def _many_machines() -> None:
    """Who is alive, and the contents that all of them share."""
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("draining", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.Text, primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def _documents() -> None:
    """Graphs, workflows and schedules."""
    op.create_table(
        "graphs",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("graph", sa.Text, nullable=False),
        sa.Column("inputs", sa.Text, nullable=False),
    )
    op.create_table(
        "workflows",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("project", sa.Text),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("workflows_by_use", "workflows", ["updated_at", "id"])
    op.create_table(
        "schedules",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("next_at", sa.Text),
        sa.Column("last_at", sa.Text),
        sa.Column("last_run", sa.Text),
        sa.Column("why_not", sa.Text),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("schedules_by_time", "schedules", ["next_at"])
    op.create_index("schedules_by_age", "schedules", ["created_at", "id"])
