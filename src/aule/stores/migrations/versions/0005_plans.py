"""Plans, and every version of what they said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what plans need."""
    op.create_table(
        "plans",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("project", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("app", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )
    op.create_index("plans_by_use", "plans", ["updated_at", "id"])
    op.create_index("plans_of_project", "plans", ["project", "status"])
    op.create_index("plans_of_session", "plans", ["session_id"])
    op.create_table(
        "plan_versions",
        sa.Column("plan", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("doc", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("plan_versions")
    op.drop_table("plans")
