"""Indexes of what is open: a decision, or a run that goes on, changes no index but that of what waits for a person.

And SQLite no longer notes the last number of the log beside the log: the last row has it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_LOG = ("seq", "ts", "topic", "type", "session_id", "run", "data")
_OF_LOG = {
    "events_of_run": (["run", "seq"], None),
    "events_of_session": (["session_id", "seq"], "session_id IS NOT NULL"),
    "events_of_topic": (["topic", "seq"], "topic != 'many'"),
}


def upgrade() -> None:
    """Shape the tables; all but the log are filled again from it."""
    waits = sa.text("status = 'pending'")
    op.drop_index("approvals_by_status", "approvals")
    op.create_index("approvals_by_age", "approvals", ["created_at", "id"])
    op.create_index("approvals_waiting", "approvals", ["created_at", "id"], sqlite_where=waits, postgresql_where=waits)
    if op.get_bind().dialect.name == "sqlite":
        amiss = sa.text("finished_at IS NOT NULL AND status != 'done'")
        op.drop_index("runs_by_status", "runs")
        op.create_index("runs_open", "runs", ["started_at", "id"], sqlite_where=sa.text("finished_at IS NULL"))
        op.create_index("runs_amiss", "runs", ["status"], sqlite_where=amiss)
        _copy_log(numbered=False)


def downgrade() -> None:
    """As it was before."""
    if op.get_bind().dialect.name == "sqlite":
        _copy_log(numbered=True)
        op.drop_index("runs_amiss", "runs")
        op.drop_index("runs_open", "runs")
        op.create_index("runs_by_status", "runs", ["status"])
    op.drop_index("approvals_waiting", "approvals")
    op.drop_index("approvals_by_age", "approvals")
    op.create_index("approvals_by_status", "approvals", ["status", "created_at"])


def _copy_log(*, numbered: bool) -> None:
    """SQLite has no other way to change how a table numbers its rows; every row stays as it is."""
    op.create_table(
        "events_copied",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        *(sa.Column(name, sa.Text, nullable=name in ("session_id", "run")) for name in _LOG[1:]),
        sqlite_autoincrement=numbered,
    )
    columns = ", ".join(_LOG)
    op.execute(f"INSERT INTO events_copied ({columns}) SELECT {columns} FROM events ORDER BY seq")
    op.drop_table("events")
    op.rename_table("events_copied", "events")
    for name, (on, there) in _OF_LOG.items():
        op.create_index(name, "events", on, sqlite_where=None if there is None else sa.text(there))
