"""Shared budgets: what a day cost is kept by project, agent and schedule too, not only by model."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_BY_MODEL = ("day", "provider", "model")
_BY_OWNER = (*_BY_MODEL, "project", "agent", "schedule")


def upgrade() -> None:
    """Shape the table; it is filled again from the log."""
    _make(_BY_OWNER)


def downgrade() -> None:
    """As it was before."""
    _make(_BY_MODEL)


def _make(keys: tuple[str, ...]) -> None:
    op.drop_table("usage_days")
    op.create_table(
        "usage_days",
        *(sa.Column(name, sa.Text, primary_key=True) for name in keys),
        sa.Column("tokens_in", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tokens_out", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("cost", sa.Float, nullable=False, server_default="0"),
        sa.Column("model_calls", sa.BigInteger, nullable=False, server_default="0"),
    )
