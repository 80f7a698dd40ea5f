"""Migrations: how an older schema becomes today's, one numbered revision after another, and its tables are refilled."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from aule.stores.migrations.replay import replay_log
from aule.stores.tables import HEAD


def config(connection: Connection) -> Config:
    """Alembic's configuration, on a connection that is already open."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def upgrade(connection: Connection, revision: str = HEAD) -> None:
    """Bring the schema behind a connection up to a revision, inside the connection's transaction.

    At today's revision the tables are then written anew from the log; in between they are only shaped.
    """
    command.upgrade(config(connection), revision)
    if revision == HEAD:
        replay_log(connection)
