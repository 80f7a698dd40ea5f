"""Alembic's entry: runs the revisions on the connection it was handed."""

from __future__ import annotations

from alembic import context

from aule.stores.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
