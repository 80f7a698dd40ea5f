"""A glance at the database file, for a shell that completes a line: no lock is taken, no file made, nothing loaded."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from urllib.parse import quote

_TABLES = {
    "agent": ("agents ORDER BY id", "name"),
    "approval": ("approvals WHERE status = 'pending' ORDER BY created_at DESC", "title"),
    "artifact": ("artifacts WHERE deleted = 0 ORDER BY created_at DESC", "name"),
    "change": ("changes ORDER BY position DESC", "title"),
    "conversation": ("conversations WHERE deleted = 0 ORDER BY updated_at DESC", "title"),
    "memory": ("memories ORDER BY created_at DESC", "content"),
    "plan": ("plans ORDER BY updated_at DESC", "title"),
    "project": ("projects ORDER BY created_at DESC", "name"),
    "run": ("runs ORDER BY started_at DESC", "title"),
    "schedule": ("schedules ORDER BY created_at DESC", "title"),
    "workflow": ("workflows ORDER BY updated_at DESC", "title"),
}
"""Where things of a kind are kept, the latest first, and the field of their title."""


def latest(database: str, kind: str, most: int) -> list[tuple[str, str]]:
    """Return the ids of the latest things of a kind with their titles; nothing where the file cannot be read.

    `immutable` lets SQLite read the file as it lies there. What still stands in a write-ahead log is not seen.
    """
    if kind not in _TABLES:
        return []
    table, title = _TABLES[kind]
    place = f"file:{quote(os.path.abspath(database))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            rows = connection.execute(f"SELECT id, doc FROM {table} LIMIT {most}").fetchall()
        return [(str(id), str(json.loads(doc).get(title) or "")) for id, doc in rows]
    except (sqlite3.Error, ValueError, AttributeError):
        return []
