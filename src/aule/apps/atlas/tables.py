"""The table Atlas keeps: every row of a company as it was given, with the few columns it is found by.

A row's own text is `doc`, JSON exactly as it came in: numbers are never turned into others, unknown fields stay. All
other columns are read off it when it is written, and can be read off it again.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text

metadata = MetaData()

rows = Table(
    "atlas_rows",
    metadata,
    Column("company", Text, nullable=False),  # the id of the company it belongs to; a company belongs to itself
    Column("kind", Text, nullable=False),  # the table it stands in when exported: `key_results`
    Column("id", Text, nullable=False),  # as given; rows without one have `pair:` and what they join
    Column("position", BigInteger, nullable=False),  # its place among those of its kind, for export
    Column("parent", Text),  # the id of the row it belongs to
    Column("title", Text, nullable=False, server_default=""),  # as given, in one line
    Column("name", Text, nullable=False, server_default=""),  # its title, folded for comparing
    Column("number", BigInteger),  # of its short id: 11 is `kr-11`; free again only when its creation is undone
    Column("cycle", Text),  # of objectives and projects: the plan they are for
    Column("owner", Text),  # who is responsible: the id of a person, else their name as given
    Column("status", Text),
    Column("weight", Float),
    Column("progress", Float),  # of key results: year to date in per cent as of `month`, not capped; none without data
    Column("month", Text),  # the month `progress` was worked out in
    Column("first", BigInteger),  # of key results: the month `series` begins with, counted from year 0
    Column("series", Text),  # of key results: `progress` as of each month from `first` on; see `series`
    Column("due", Text),  # when it is to be done, `YYYY-MM-DD`
    Column("seen", Text),  # of key results: the last month with an actual value
    Column("stale", Text),  # of key results: the day from which a value is missed, `YYYY-MM-DD`
    Column("deleted", Text),  # when it went to the trash
    Column("changed_at", Text, nullable=False),
    Column("stamp", Text, nullable=False),  # the change that last wrote it
    Column("doc", Text, nullable=False),
    PrimaryKeyConstraint("company", "kind", "id"),
    Index("atlas_rows_in_order", "company", "kind", "position"),
    Index("atlas_rows_of_parent", "company", "parent", "kind"),
    Index("atlas_rows_by_name", "company", "kind", "deleted", "name", "number"),
    # Everything a score is made of, so that it can be worked out without reading the documents.
    Index(
        "atlas_rows_of_score",
        *("company", "kind", "deleted", "parent", "cycle", "weight", "progress", "month", "status", "seen", "stale"),
        *("due", "owner", "number", "id"),
    ),
    Index("atlas_rows_lately", "company", "changed_at"),
    Index("atlas_rows_by_number", "kind", "number", unique=True),
    Index("atlas_rows_by_id", "id"),
    Index("atlas_rows_of_change", "stamp"),
)
