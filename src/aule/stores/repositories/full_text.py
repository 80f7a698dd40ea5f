"""Full text in each database's own words: what stands behind the table `search` so that words find its rows.

The rows hold words that were cut and folded before they came, separated by single spaces, so neither database
has to know languages. SQLite keeps two FTS5 indexes by triggers: of words, and of three letters in a row for
parts of words; and beside them the words themselves, to mend slips by: FTS5 lists its own only after counting where
each stands. Postgres has the same as indexes on expressions; no extension is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from aule.stores.statements import DialectName, Native

KIND_MARK = "§"
"""Before a kind among the words of a row: words that people type never hold it."""

# Not `OR IGNORE`: the way a statement meets conflicts goes for its triggers too. Nobody types longer words with slips.
_LEARN = (
    " INSERT INTO search_known SELECT value FROM json_each('[\"' || replace(new.body, ' ', '\",\"') || '\"]')"
    " WHERE length(value) BETWEEN 3 AND 30 ON CONFLICT DO NOTHING;"
)
# Words need no place in a text to be found, so `detail=column`; the tokenizer keeps all that is not ASCII as letters.
_SQLITE = [
    "CREATE VIRTUAL TABLE search_words USING fts5(words, body, content='search', content_rowid='number',"
    " tokenize='ascii', detail=column, prefix='2 3')",
    "CREATE TABLE search_known (word TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE search_parts USING fts5(words, content='search', content_rowid='number',"
    " tokenize='trigram case_sensitive 1')",
    "CREATE TRIGGER search_added AFTER INSERT ON search BEGIN"
    " INSERT INTO search_words(rowid, words, body) VALUES (new.number, new.words, new.body);"
    " INSERT INTO search_parts(rowid, words) SELECT new.number, new.words WHERE new.words <> '';"
    f"{_LEARN} END",
    "CREATE TRIGGER search_dropped AFTER DELETE ON search BEGIN"
    " INSERT INTO search_words(search_words, rowid, words, body) VALUES ('delete', old.number, old.words, old.body);"
    " INSERT INTO search_parts(search_parts, rowid, words) SELECT 'delete', old.number, old.words"
    " WHERE old.words <> '';"
    " END",
    "CREATE TRIGGER search_altered AFTER UPDATE OF words, body ON search"
    " WHEN old.words <> new.words OR old.body <> new.body BEGIN"
    " INSERT INTO search_words(search_words, rowid, words, body) VALUES ('delete', old.number, old.words, old.body);"
    " INSERT INTO search_parts(search_parts, rowid, words) SELECT 'delete', old.number, old.words"
    " WHERE old.words <> '';"
    " INSERT INTO search_words(rowid, words, body) VALUES (new.number, new.words, new.body);"
    " INSERT INTO search_parts(rowid, words) SELECT new.number, new.words WHERE new.words <> '';"
    f"{_LEARN} END",
]

_POSTGRES_TITLE = "array_to_tsvector(string_to_array({0}words, ' '))"
_POSTGRES_TEXT = "array_to_tsvector(string_to_array({0}body, ' '))"
_POSTGRES = [
    "CREATE FUNCTION aule_search_parts(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$"
    " SELECT coalesce(array_agg(DISTINCT substr(word, place, 3)), '{}') FROM unnest(string_to_array(words, ' ')) word,"
    " generate_series(1, length(word) - 2) place $$",
    f"CREATE INDEX search_titles ON search USING gin (({_POSTGRES_TITLE.format('')}))",
    f"CREATE INDEX search_texts ON search USING gin (({_POSTGRES_TEXT.format('')}))",
    "CREATE INDEX search_parts ON search USING gin (aule_search_parts(words))",
]


def full_text(dialect: str) -> list[str]:
    """The statements that make it, once the table is there. A later form of them needs a migration of its own."""
    return _SQLITE if dialect == "sqlite" else _POSTGRES


def without_full_text(dialect: str) -> list[str]:
    """The statements that take it away, before the table goes."""
    if dialect == "sqlite":
        return [f"DROP TABLE {name}" for name in ("search_known", "search_words", "search_parts")]
    return ["DROP INDEX search_parts", "DROP FUNCTION aule_search_parts"]


_TALK = "(SELECT {0} FROM search talk WHERE talk.ref = 'conversation:' || found.place)"
_COLUMNS = (
    "SELECT coalesce(found.leads, found.ref), found.kind, found.title, found.detail, found.words, found.ts,"
    f" found.place, {_TALK.format('talk.title')}"
)
# What is said belongs to the project its conversation is in now. All of this stands in the index of numbers, so that a
# common word that a project seldom holds is looked through without the rows themselves.
_LIVE = (
    "found.hidden = 0 AND (found.expires_at IS NULL OR found.expires_at > :now) AND (CAST(:project AS TEXT) IS NULL"
    " OR found.project = :project OR found.place IN"
    " (SELECT talk.place FROM search talk WHERE talk.kind = 'conversation' AND talk.project = :project))"
)
_LISTED: dict[DialectName, str] = {
    "sqlite": "(SELECT value FROM json_each(:{0}))",
    "postgresql": "(SELECT json_array_elements_text(CAST(:{0} AS json)))",
}
_INDEXED = (
    f"{_COLUMNS} FROM {{0}} CROSS JOIN search found ON found.number = {{0}}.rowid"
    f" WHERE {{0}} MATCH :match AND {_LIVE} ORDER BY {{0}}.rowid DESC LIMIT :most"
)
_NEWEST = f"AND {_LIVE} ORDER BY found.number DESC LIMIT :most"
_TITLE, _TEXT = _POSTGRES_TITLE.format("found."), _POSTGRES_TEXT.format("found.")

LATEST = Native(
    dict.fromkeys(
        _LISTED,
        f"{_COLUMNS} FROM search found WHERE found.kind = :kind AND found.title <> '' AND {_LIVE}"
        " ORDER BY found.ts DESC, found.number DESC LIMIT :most",
    )
)
"""Rows of one kind, the one used last first."""
# An expression instead of the plain `kind`, lest a database prefers the index of kinds to that of words.
BEGINNING = Native(
    {
        name: f"{_COLUMNS} FROM search found WHERE found.words >= :low AND found.words < :high AND found.kind || '' IN"
        f" {listed.format('kinds')} AND {_LIVE} ORDER BY found.words, found.number DESC LIMIT :most"
        for name, listed in _LISTED.items()
    }
)
"""Rows whose title begins with some words, the shortest first."""
TITLED = Native(
    {
        "sqlite": _INDEXED.format("search_words"),
        "postgresql": f"{_COLUMNS} FROM search found WHERE {_TITLE} @@ CAST(:titles AS tsquery)"
        f" AND {_TEXT} @@ CAST(:texts AS tsquery) {_NEWEST}",
    }
)
"""Rows with words in their title, the newest first."""
TOLD = Native(
    {
        "sqlite": _INDEXED.format("search_words"),
        "postgresql": f"{_COLUMNS} FROM search found WHERE {_TEXT} @@ CAST(:texts AS tsquery) {_NEWEST}",
    }
)
"""Rows with words in their title or text, the newest first."""
HOLDING = Native(
    {
        "sqlite": _INDEXED.format("search_parts"),
        "postgresql": f"{_COLUMNS} FROM search found WHERE aule_search_parts(found.words) @>"
        f" ARRAY{_LISTED['postgresql'].format('parts')} {_NEWEST}",
    }
)
"""Rows with letters inside the words of their title, the newest first."""
LIKE = Native(
    {
        "sqlite": "SELECT word FROM json_each(:starts) start CROSS JOIN search_known"
        " ON word >= start.value AND word < start.value || char(1114111) LIMIT :most",
        "postgresql": "SELECT term FROM (SELECT DISTINCT unnest(string_to_array(found.words, ' ')) AS term FROM search"
        f" found WHERE {_TITLE} @@ CAST(:titles AS tsquery)) known"
        f" WHERE left(term, 3) IN {_LISTED['postgresql'].format('starts')} LIMIT :most",
    }
)
"""Known words that begin in one of several ways."""


def wish(words: Sequence[Iterable[str]], kinds: Iterable[str], *, in_title: bool) -> dict[str, str]:
    """The parameters of `TITLED` or `TOLD`: all words must be there, each in one of its forms or beginning with it.

    A single letter stands for itself, unless it comes last: half of all words begin with a few letters.
    """
    last = len(words) - 1
    begin = [[(form, len(form) > 1 or place == last) for form in forms] for place, forms in enumerate(words)]
    match = " AND ".join(f"({' OR '.join(_quoted(form) + '*' * open for form, open in forms)})" for forms in begin)
    query = " & ".join(f"({' | '.join(_exactly(form) + ':*' * open for form, open in forms)})" for forms in begin)
    marks = [KIND_MARK + kind for kind in kinds]
    any_mark = " | ".join(map(_exactly, marks))
    column = "words" if in_title else "body"
    return {
        "match": f"{{{column}}} : ({match}) AND {{body}} : ({' OR '.join(map(_quoted, marks))})",
        "titles": query,
        "texts": f"({any_mark})" if in_title else f"{query} & ({any_mark})",
    }


def inside(words: Sequence[str]) -> dict[str, str]:
    """The parameters of `HOLDING`: all words must be there as parts of others; each has three letters or more."""
    parts = {word[place : place + 3] for word in words for place in range(len(word) - 2)}
    return {"match": " AND ".join(map(_quoted, words)), "parts": json.dumps(sorted(parts))}


def starting(starts: Iterable[str]) -> dict[str, str]:
    """The parameters of `LIKE`."""
    wanted = sorted(starts)
    return {"starts": json.dumps(wanted), "titles": " | ".join(_exactly(start) + ":*" for start in wanted)}


def _quoted(word: str) -> str:
    return f'"{word}"'


def _exactly(word: str) -> str:
    return f"'{word}'"
