"""The desktop: documents that can be undone, a search index, a record of calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from aule.stores.repositories.full_text import full_text, without_full_text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the desktop's screens need."""
    _documents()
    _calls()
    _search()


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("changes_of_session", "changes")
    for column in ("session_id", "project", "kind", "content"):
        op.drop_column("changes", column)
    op.drop_column("conversations", "deleted")
    op.drop_table("calls")
    for statement in without_full_text(op.get_bind().dialect.name):
        op.execute(statement)
    op.drop_table("search")


def _documents() -> None:
    """Changes by conversation, project and kind; conversations that can be brought back."""
    op.add_column("changes", sa.Column("session_id", sa.Text))
    op.add_column("changes", sa.Column("project", sa.Text))
    op.add_column("changes", sa.Column("kind", sa.Text, nullable=False, server_default=""))
    op.add_column("changes", sa.Column("content", sa.Text, nullable=False, server_default=""))
    op.create_index("changes_of_session", "changes", ["session_id"])
    op.add_column("conversations", sa.Column("deleted", sa.Integer, nullable=False, server_default="0"))


def _calls() -> None:
    """The record of calls."""
    op.create_table(
        "calls",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("capability", sa.Text, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("agent", sa.Text),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
    )
    op.create_index("calls_of_capability", "calls", ["capability", "ts", "id"])
    op.create_index("calls_of_run", "calls", ["run"])


def _search() -> None:
    """The index behind the palette."""
    exact = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "search",
        sa.Column("ref", exact, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("words", exact, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("project", sa.Text),
        sa.Column("place", sa.Text),
        sa.Column("ts", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text),
        sa.Column("hidden", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("search_by_number", "search", ["number", "hidden", "project", "place", "expires_at"])
    op.create_index("search_by_use", "search", ["kind", "ts"])
    op.create_index("search_by_words", "search", ["words"])
    op.create_index("search_of_place", "search", ["place", "hidden"])
    for statement in full_text(op.get_bind().dialect.name):
        op.execute(statement)
