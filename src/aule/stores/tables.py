"""The tables: a few key columns to find things by, and the thing itself as JSON in `doc`.

`events` is the truth; the others are projections of it, but for the few in `UNTOLD`. Columns beside `doc` that
later facts change (a run's status, a change's `undone_by`) win over what `doc` says. Times are ISO text, sortable.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TextClause,
    text,
)

HEAD = "0009"
"""The revision of the schema this code works with; migrations end here."""

metadata = MetaData()

_SEQ = BigInteger().with_variant(Integer(), "sqlite")  # SQLite numbers rows only in a column spelt INTEGER


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _maybe(name: str) -> Column[str]:
    return Column(name, Text)


def _count(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default="0")


def _key(name: str = "id") -> Column[str]:
    return Column(name, Text, primary_key=True)


def _partial(name: str, *columns: str, where: TextClause) -> Index:
    """An index on some rows only.

    `postgresql_where` is given when the schema of PostgreSQL is made: SQLAlchemy loads the whole dialect to check it.
    """
    return Index(name, *columns, sqlite_where=where, info={"where": where})


def _sparse(name: str, *columns: str) -> Index:
    """An index on what most rows do not have."""
    return _partial(name, *columns, where=text(f"{columns[0]} IS NOT NULL"))


_ALONE = text("topic != 'many'")  # rows that hold several facts are found by their run

events = Table(
    "events",
    metadata,
    Column("seq", _SEQ, primary_key=True, autoincrement=True),  # nothing is ever taken out, so no number comes twice
    _text("ts"),
    _text("topic"),
    _text("type"),
    _maybe("session_id"),
    _maybe("run"),
    _text("data"),
    Index("events_of_run", "run", "seq"),
    _sparse("events_of_session", "session_id", "seq"),
    _partial("events_of_topic", "topic", "seq", where=_ALONE),
)

_OPEN = text("finished_at IS NULL")  # how a run stands may change without a change to any index
_AMISS = text("finished_at IS NOT NULL AND status != 'done'")
_FREE = text("queue IS NOT NULL AND worker IS NULL AND status IN ('queued', 'executing')")

runs = Table(
    "runs",
    metadata,
    _key(),
    _text("kind"),
    _text("status"),
    _maybe("parent"),
    _maybe("session_id"),
    _text("project"),
    _maybe("agent"),
    _maybe("provider"),
    _maybe("model"),
    _text("started_at"),
    _maybe("finished_at"),
    _count("epoch"),
    _count("tokens_in"),
    _count("tokens_out"),
    Column("cost", Float, nullable=False, server_default="0"),
    _count("model_calls"),
    _maybe("error"),
    _text("doc"),
    _maybe("queue"),
    _maybe("worker"),  # who drives it now
    _maybe("host"),
    _maybe("workflow"),
    _maybe("schedule"),
    Column("owner", Text, nullable=False, server_default=""),
    _maybe("graph"),  # the hash of what it does
    _maybe("inputs"),
    Index("runs_by_start", "started_at", "id"),
    Index("runs_open", "started_at", "id", sqlite_where=_OPEN, info={"only": "sqlite"}),
    Index("runs_amiss", "status", sqlite_where=_AMISS, info={"only": "sqlite"}),
    Index("runs_by_status", "status", info={"only": "postgresql"}),
    _sparse("runs_of_parent", "parent"),
    _sparse("runs_of_session", "session_id"),
    _sparse("runs_of_workflow", "workflow", "started_at"),
    _sparse("runs_of_schedule", "schedule", "started_at"),
    Index("runs_to_claim", "queue", "owner", "started_at", "id", info={"only": "postgresql", "where": _FREE}),
)

graphs = Table("graphs", metadata, _key("hash"), _text("graph"))

workflows = Table(
    "workflows",
    metadata,
    _key(),
    _text("title"),
    _maybe("project"),
    _text("updated_at"),
    _text("doc"),
    Index("workflows_by_use", "updated_at", "id"),
)

schedules = Table(
    "schedules",
    metadata,
    _key(),
    _text("project"),
    _text("created_at"),
    _maybe("next_at"),
    _maybe("last_at"),
    _maybe("last_run"),
    _maybe("why_not"),
    _text("doc"),
    Index("schedules_by_time", "next_at"),
    Index("schedules_by_age", "created_at", "id"),
)

plans = Table(
    "plans",
    metadata,
    _key(),
    _text("project"),
    _maybe("session_id"),
    _text("app"),
    _text("status"),
    _text("updated_at"),
    _text("doc"),
    Index("plans_by_use", "updated_at", "id"),
    Index("plans_of_project", "project", "status"),
    Index("plans_of_session", "session_id"),
)

plan_versions = Table(
    "plan_versions",
    metadata,
    _key("plan"),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    _text("at"),
    _text("author"),
    _text("reason"),
    _text("doc"),
)

_WAITS = text("status = 'pending'")

approvals = Table(
    "approvals",
    metadata,
    _key(),
    _text("kind"),
    _text("status"),
    _maybe("run"),
    _maybe("session_id"),
    _text("created_at"),
    _text("doc"),
    Index("approvals_by_age", "created_at", "id"),
    _partial("approvals_waiting", "created_at", "id", where=_WAITS),
    _sparse("approvals_of_run", "run"),
    _sparse("approvals_of_session", "session_id"),
)

changes = Table(
    "changes",
    metadata,
    _key(),
    Column("position", BigInteger, nullable=False),
    _maybe("run"),
    _maybe("call"),
    _text("entity"),
    _text("status"),
    _text("ts"),
    _maybe("undone_by"),
    _text("doc"),
    _maybe("session_id"),
    _maybe("project"),
    Column("kind", Text, nullable=False, server_default=""),  # of the entity
    Column("content", Text, nullable=False, server_default=""),  # title and entity, folded
    Index("changes_by_position", "position"),
    Index("changes_by_status", "status"),
    Index("changes_of_run", "run"),
    Index("changes_of_entity", "entity"),
    Index("changes_of_session", "session_id"),
)

conversations = Table(
    "conversations",
    metadata,
    _key(),
    _text("app"),
    _text("agent"),
    _text("project"),
    _text("created_at"),
    _text("updated_at"),
    _text("doc"),
    Column("deleted", Integer, nullable=False, server_default="0"),  # its messages stay, and come back with it
    Index("conversations_by_use", "updated_at", "id"),
    Index("conversations_of_project", "project"),
)

messages = Table(
    "messages",
    metadata,
    _key(),
    _text("conversation"),
    Column("position", BigInteger, nullable=False),
    _text("role"),
    _maybe("run"),
    _text("ts"),
    _text("doc"),
    Index("messages_of_conversation", "conversation", "position"),
    Index("messages_of_run", "run"),
)

agents = Table("agents", metadata, _key(), _maybe("app"), _text("name"), _text("doc"))

projects = Table("projects", metadata, _key(), _text("name"), _text("created_at"), _text("doc"))

artifacts = Table(
    "artifacts",
    metadata,
    _key(),
    _text("project"),
    _maybe("run"),
    _text("type"),
    _text("sha256"),
    _text("created_at"),
    Column("deleted", Integer, nullable=False, server_default="0"),
    _text("doc"),
    Index("artifacts_by_age", "created_at", "id"),
    Index("artifacts_of_project", "project"),
    Index("artifacts_of_run", "run"),
)

memories = Table(
    "memories",
    metadata,
    _key(),
    _text("layer"),
    _text("scope"),
    _text("kind"),
    _text("trust"),
    Column("pinned", Integer, nullable=False, server_default="0"),
    _text("created_at"),
    _maybe("expires_at"),
    _text("content"),  # folded: lower case, no accents
    _text("doc"),
    Index("memories_by_age", "created_at", "id"),
    Index("memories_of_scope", "scope", "layer"),
)

probes = Table("probes", metadata, _key("provider"), _key("model"), _text("doc"))

uses = Table(
    "uses",
    metadata,
    _key("run"),
    _key("capability"),
    Column("last", BigInteger, nullable=False),  # both in milliseconds
    Column("lasted", BigInteger, nullable=False),  # from the first use to the last: a short number, unlike a time
    Column("done", Integer, nullable=False),  # whether one of them came to a good end
    Index("uses_by_time", "capability", "last", "run"),
    sqlite_with_rowid=False,
)

effects = Table("effects", metadata, _key("run"), _key("capability"), _key("thing"), sqlite_with_rowid=False)

usage_days = Table(
    "usage_days",
    metadata,
    _key("day"),
    _key("provider"),
    _key("model"),
    _key("project"),
    _key("agent"),
    _key("schedule"),
    _count("tokens_in"),
    _count("tokens_out"),
    Column("cost", Float, nullable=False, server_default="0"),
    _count("model_calls"),
)

_EXACT = Text().with_variant(Text(collation="C"), "postgresql")  # compared by bytes, as SQLite does

search = Table(
    "search",
    metadata,
    Column("ref", _EXACT, primary_key=True),
    Column("number", BigInteger, nullable=False),  # the order things came in
    _text("kind"),
    _text("title"),
    _text("detail"),
    Column("words", _EXACT, nullable=False),  # of the title, folded
    _text("body"),  # the different words of title and text, folded
    _maybe("project"),
    _maybe("place"),  # the conversation it stands in, and goes away with
    _text("ts"),
    _maybe("expires_at"),
    Column("hidden", Integer, nullable=False, server_default="0"),
    _maybe("leads"),  # what it opens, where several things share a row
    Index("search_by_number", "number", "hidden", "project", "place", "expires_at"),
    Index("search_by_words", "words"),
    Index("search_by_use", "kind", "ts"),
    Index("search_of_place", "place", "hidden"),
)

workers = Table(
    "workers",
    metadata,
    _key(),
    _text("host"),
    Column("pid", BigInteger, nullable=False),
    _text("version"),
    Column("started_at", Float, nullable=False),  # both by the database's clock, in seconds
    Column("seen_at", Float, nullable=False),
    Column("draining", Integer, nullable=False, server_default="0"),
)

blobs = Table(
    "blobs",
    metadata,
    _key("sha256"),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)

UNTOLD = frozenset({events, workers, blobs, graphs})
"""Tables that are not written anew from the log: itself, who is alive now, and contents, which facts only name."""
