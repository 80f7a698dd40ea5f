"""First light: the event log and its projections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    _log_and_work()
    _talk()
    _things()


def downgrade() -> None:
    """Remove them."""
    for name in [
        "agents",
        "approvals",
        "artifacts",
        "changes",
        "conversations",
        "events",
        "memories",
        "messages",
        "probes",
        "projects",
        "runs",
        "usage_days",
    ]:
        op.drop_table(name)


def _log_and_work() -> None:
    """The log, and what runs, waits and changes."""
    op.create_table(
        "events",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("run", sa.Text),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("events_of_run", "events", ["run", "seq"])
    op.create_index("events_of_session", "events", ["session_id", "seq"])
    op.create_index("events_of_topic", "events", ["topic", "seq"])
    op.create_table(
        "runs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("parent", sa.Text),
        sa.Column("session_id", sa.Text),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("agent", sa.Text),
        sa.Column("provider", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("finished_at", sa.Text),
        sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tokens_in", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tokens_out", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("cost", sa.Float, nullable=False, server_default="0"),
        sa.Column("model_calls", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("error", sa.Text),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("runs_by_start", "runs", ["started_at", "id"])
    op.create_index("runs_by_status", "runs", ["status"])
    op.create_index("runs_of_parent", "runs", ["parent"])
    op.create_index("runs_of_session", "runs", ["session_id"])
    op.create_table(
        "approvals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("session_id", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("approvals_by_status", "approvals", ["status", "created_at"])
    op.create_index("approvals_of_run", "approvals", ["run"])
    op.create_index("approvals_of_session", "approvals", ["session_id"])
    op.create_table(
        "changes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("call", sa.Text),
        sa.Column("entity", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("undone_by", sa.Text),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("changes_by_position", "changes", ["position"])
    op.create_index("changes_by_status", "changes", ["status"])
    op.create_index("changes_of_entity", "changes", ["entity"])
    op.create_index("changes_of_run", "changes", ["run"])
    op.create_table(
        "usage_days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("provider", sa.Text, primary_key=True),
        sa.Column("model", sa.Text, primary_key=True),
        sa.Column("tokens_in", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tokens_out", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("cost", sa.Float, nullable=False, server_default="0"),
        sa.Column("model_calls", sa.BigInteger, nullable=False, server_default="0"),
    )


def _talk() -> None:
    """What is said and remembered."""
    op.create_table(
        "conversations",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("app", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("conversations_by_use", "conversations", ["updated_at", "id"])
    op.create_index("conversations_of_project", "conversations", ["project"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("messages_of_conversation", "messages", ["conversation", "position"])
    op.create_index("messages_of_run", "messages", ["run"])
    op.create_table(
        "memories",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("layer", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("trust", sa.Text, nullable=False),
        sa.Column("pinned", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("memories_by_age", "memories", ["created_at", "id"])
    op.create_index("memories_of_scope", "memories", ["scope", "layer"])


def _things() -> None:
    """Who answers, where, with what, and what came of it."""
    op.create_table(
        "agents",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("app", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_table(
        "projects",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_table(
        "artifacts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("deleted", sa.Integer, nullable=False, server_default="0"),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("artifacts_by_age", "artifacts", ["created_at", "id"])
    op.create_index("artifacts_of_project", "artifacts", ["project"])
    op.create_index("artifacts_of_run", "artifacts", ["run"])
    op.create_table(
        "probes",
        sa.Column("provider", sa.Text, primary_key=True),
        sa.Column("model", sa.Text, primary_key=True),
        sa.Column("doc", sa.Text, nullable=False),
    )
