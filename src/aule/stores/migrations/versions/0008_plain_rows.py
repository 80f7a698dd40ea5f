"""Plain rows: what older versions stored as packed bytes, or as several facts with shortened times, becomes plain JSON.

Every row of the log is then JSON text: a fact, or an array of facts that each have their whole time. Rows are rewritten
a few at a time, in the transaction of the upgrade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op
from pydantic_core import from_json, to_json

from aule.contracts.errors import Corrupt
from aule.stores.migrations.packed_rows import unpack

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BATCH = 100
"""Rows held in memory at once."""

_MANY, _PLANNED = "many", "run.planned"
_CHANGE = sa.text("UPDATE events SET topic = :topic, type = :type, data = :data WHERE seq = :seq")


class _Row(NamedTuple):
    """A row of the log, as far as it is rewritten."""

    seq: int
    ts: str
    topic: str
    type: str
    data: Any


def upgrade() -> None:
    """Rewrite packed rows and rows of several facts as plain JSON."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"  # only there were rows packed
    _rewrite(f"type = '{_MANY}'" + (" OR typeof(data) = 'blob'" if is_sqlite else ""), _make_plain)


def downgrade() -> None:
    """Rewrite rows of several facts as they were; they stay text, which the version before reads as well."""
    _rewrite(f"type IN ('{_MANY}', '{_PLANNED}')", _make_former)


def _rewrite(condition: str, change: Callable[[_Row], _Row]) -> None:
    connection = op.get_bind()
    for rows in _batches(connection, condition):
        connection.execute(_CHANGE, [_changed(row, change)._asdict() for row in rows])


def _batches(connection: sa.Connection, condition: str) -> Iterator[list[_Row]]:
    query = sa.text(
        f"SELECT seq, ts, topic, type, data FROM events WHERE seq > :last AND ({condition}) ORDER BY seq LIMIT {BATCH}"
    )
    last = 0
    while rows := [_Row(*row) for row in connection.execute(query, {"last": last})]:
        yield rows
        last = rows[-1].seq


def _changed(row: _Row, change: Callable[[_Row], _Row]) -> _Row:
    try:
        return change(row)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Corrupt(
            f"Event {row.seq} of type {row.type!r} cannot be read, so the store was not upgraded",
            hint="It was left as it is. Use the version of auleOS that wrote it.",
        ) from problem


def _make_plain(row: _Row) -> _Row:
    text = unpack(row.data) if isinstance(row.data, bytes) else row.data
    if row.type != _MANY:
        return row._replace(data=text)
    found = from_json(text)
    facts = found["facts"]
    if hashes := found.get("graphs"):
        for fact, name in zip([fact for fact in facts if fact["type"] == _PLANNED], hashes, strict=True):
            fact["graph_hash"] = name
    if len(facts) == 1:
        [fact] = facts
        return row._replace(topic=fact["type"].partition(".")[0], type=fact["type"], data=_text(fact))
    times = _times(row.ts, found.get("at") or [""] * len(facts))
    told = [fact if ts == row.ts else {"ts": ts, **fact} for fact, ts in zip(facts, times, strict=True)]
    return row._replace(data=_text(told))


def _times(ts: str, ends: list[str]) -> list[str]:
    """Return whole times: only the end of each was stored, where it differed from the row's."""
    return [ts[: len(ts) - len(end)] + end for end in ends]


def _make_former(row: _Row) -> _Row:
    found = from_json(row.data)
    facts = found if row.type == _MANY else [found]
    times = [fact.pop("ts", "") for fact in facts]
    hashes = [fact.pop("graph_hash") for fact in facts if "graph_hash" in fact and fact["type"] == _PLANNED]
    if row.type == _PLANNED and not hashes:  # one with its whole graph, as the first versions wrote it
        return row
    parts: dict[str, Any] = {"graphs": hashes} if hashes else {}
    if any(times):
        parts["at"] = times
    return row._replace(topic=_MANY, type=_MANY, data=_text({**parts, "facts": facts}))


def _text(value: Any) -> str:
    return to_json(value, inf_nan_mode="constants").decode()
