"""The index on disk: words in SQLite, vectors in a file beside it that is mapped into memory.

Everything in it is made from rows and can be made again, so that a file that is damaged is thrown away. A document is
put in or taken out in one transaction of SQLite; its vectors are on disk before that commits. Places in the file of
vectors are never given to another document before the file is written anew under another name, so that a process that
looks at an older state finds what belongs to it, or zeros.
"""

from __future__ import annotations

import bisect
import importlib
import os
import sqlite3
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from aule.apps.knowledge.index.terms import stems
from aule.text.spelling import distance

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

FORMAT = 1
"""Changes when the files are laid out in another way, or words are compared in another way."""
BLOCK = 8_192
"""Vectors that are compared at once."""
COMPACT_FROM = 5_000
"""Places of documents that are gone, from which on the vectors are written anew."""
SHORTEST_RESPELLED, SAME_LETTERS = 5, 2
"""Letters of a term that may be misspelled, and those at its beginning that are taken as they are."""
MOST_WORD_HITS = 3_000
"""Chunks that may be ranked by words; words that are in more of them say little, and would take long."""
TITLE_WEIGHT, SECTION_WEIGHT, TEXT_WEIGHT = 3.0, 2.0, 1.0
_NUMBER_BYTES = 4
_BUSY_SECONDS = 20.0
_TRIES = 20
"""How often a look is repeated that another process has come between."""
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value);
    CREATE TABLE IF NOT EXISTS encoders(
        id TEXT PRIMARY KEY, number INTEGER UNIQUE, generation INTEGER, dimensions INTEGER, places INTEGER);
    CREATE TABLE IF NOT EXISTS documents(
        id TEXT PRIMARY KEY, revision TEXT, encoder TEXT, first_word INTEGER, place INTEGER, chunks INTEGER,
        checksum INTEGER);
    CREATE INDEX IF NOT EXISTS documents_by_words ON documents(first_word);
    CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
        title, section, text, tokenize="unicode61 remove_diacritics 2", detail=column);
    CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, row);
"""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """What the index takes in of a chunk."""

    section: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that is near a question in meaning, or has its words."""

    document: str
    position: int
    similarity: float
    """The product of its vector and the question's; 0 where there is none of the same encoder."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found, and how common the question's words are."""

    hits: list[Hit]
    frequencies: dict[str, int]
    """In how many chunks each term is."""
    total: int
    respelled: dict[str, str]
    """For terms that occur nowhere: the one that was probably meant."""


@dataclass(slots=True)
class _Place:
    document: str
    revision: str
    encoder: str
    first_word: int
    place: int
    chunks: int
    checksum: int


@dataclass(frozen=True, slots=True)
class _Blank:
    """Bytes of a file of vectors that belong to nobody any more."""

    encoder: str
    path: Path
    start: int
    length: int


class DamagedIndexError(Exception):
    """The files of the index are not as they were written."""


class StaleIndexError(Exception):
    """Another process changed the index between two looks at it."""


class IndexFile:
    """The files of one index. Several processes may use them at once; each call is one short look or one change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._connection: sqlite3.Connection | None = None
        self._seen: int | None = None
        self._places: dict[str, _Place] = {}
        self._mapped: dict[str, tuple[Path, Any]] = {}
        self._checked: dict[tuple[str, str], int] = {}

    def revisions(self) -> dict[str, str]:
        """Return which documents are in the index, each with its revision."""
        return self._safely(lambda: {id: place.revision for id, place in self._load().items()})

    def put(
        self, document: str, revision: str, title: str, encoder: str, chunks: Sequence[IndexedChunk], vectors: Vectors
    ) -> None:
        """Take a document in, in place of what was there of it."""
        self._safely(lambda: self._put(document, revision, title, encoder, chunks, vectors))

    def drop(self, documents: Collection[str]) -> None:
        """Take documents out, and overwrite what was there of them."""
        if documents:
            self._safely(lambda: self._drop(documents))

    def find(
        self, vectors: Mapping[str, Any], terms: Sequence[str], documents: Collection[str] | None, most: int
    ) -> Hits:
        """Return the chunks nearest to a question and those with its words, at most so many of each.

        `vectors` holds the question's vector by each encoder; `documents` those to look at, none for all.
        """
        return self._safely(lambda: self._find(vectors, terms, documents, most))

    def close(self) -> None:
        """Let go of the files."""
        connection, self._connection = self._connection, None
        self._places, self._mapped, self._seen = {}, {}, None
        self._checked = {}
        if connection is not None:
            connection.close()

    def _safely(self, work: Callable[[], T]) -> T:
        """Do something; where the files turn out to be damaged, do it again on new ones."""
        try:
            return self._again_when_stale(work)
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise
        except (sqlite3.DatabaseError, DamagedIndexError):
            pass
        self.discard()
        return work()

    def _again_when_stale(self, work: Callable[[], T]) -> T:
        for _ in range(_TRIES):
            try:
                return work()
            except StaleIndexError:
                self._seen = None
        return work()

    def discard(self) -> None:
        """Throw the files away."""
        self.close()
        for path in [*self._folder.glob("words.db*"), *self._folder.glob("vectors-*.f32")]:
            with suppress(OSError):
                path.unlink()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = sqlite3.connect(
                self._folder / "words.db", timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                made.execute("PRAGMA journal_mode=WAL")
                made.execute("PRAGMA synchronous=NORMAL")
                made.execute("PRAGMA secure_delete=ON")
                made.execute("PRAGMA cache_size=-8000")
                self._check_format(made)
            except BaseException:
                made.close()
                raise
            self._connection = made
        return self._connection

    def _check_format(self, made: sqlite3.Connection) -> None:
        known = made.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone()
        if known is not None:
            found = made.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
            if found is not None and found[0] != FORMAT:
                raise DamagedIndexError(f"format {found[0]}")
        made.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT")
        made.execute("INSERT OR IGNORE INTO facts VALUES ('format', ?)", [FORMAT])

    @contextmanager
    def _changing(self) -> Generator[sqlite3.Connection]:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        finally:
            self._seen = None

    def _load(self) -> dict[str, _Place]:
        """Return where each document is; read again when another process has changed it."""
        connection = self._open()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._seen:
            rows = connection.execute(
                "SELECT id, revision, encoder, first_word, place, chunks, checksum FROM documents ORDER BY first_word"
            )
            self._places = {row[0]: _Place(*row) for row in rows}
            self._mapped = {}
            self._seen = version
        return self._places

    def _put(
        self, document: str, revision: str, title: str, encoder: str, chunks: Sequence[IndexedChunk], vectors: Vectors
    ) -> None:
        content = vectors.astype("<f4").tobytes()
        named = " ".join(stems(title))
        with self._changing() as connection:
            blanks = self._remove(connection, [document])
            first = connection.execute("SELECT COALESCE(MAX(rowid), 0) + 1 FROM words").fetchone()[0]
            place = self._write(connection, encoder, vectors.shape[1] if len(chunks) else 0, len(chunks), content)
            connection.executemany(
                "INSERT INTO words(rowid, title, section, text) VALUES (?, ?, ?, ?)",
                (
                    (first + number, named, " ".join(stems(chunk.section)), " ".join(stems(chunk.text)))
                    for number, chunk in enumerate(chunks)
                ),
            )
            connection.execute(
                "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)",
                [document, revision, encoder, first, place, len(chunks), zlib.crc32(content)],
            )
        _overwrite(blanks)
        self._compact(encoder)

    def _drop(self, documents: Collection[str]) -> None:
        with self._changing() as connection:
            blanks = self._remove(connection, documents)
            connection.execute("INSERT INTO words(words) VALUES ('optimize')")  # or words stay in older parts of it
        self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        _overwrite(blanks)
        for encoder in {blank.encoder for blank in blanks}:
            self._compact(encoder)

    def _remove(self, connection: sqlite3.Connection, documents: Collection[str]) -> list[_Blank]:
        """Remove documents in a transaction; return the places to overwrite once it is committed."""
        blanks: list[_Blank] = []
        for document in documents:
            row = connection.execute(
                "SELECT encoder, first_word, place, chunks FROM documents WHERE id = ?", [document]
            ).fetchone()
            if row is None:
                continue
            encoder, first, place, count = row
            connection.execute("DELETE FROM words WHERE rowid BETWEEN ? AND ?", [first, first + count - 1])
            connection.execute("DELETE FROM documents WHERE id = ?", [document])
            path, dimensions, _ = self._file_of(connection, encoder)
            width = dimensions * _NUMBER_BYTES
            blanks.append(_Blank(encoder, path, place * width, count * width))
        return blanks

    def _write(self, connection: sqlite3.Connection, encoder: str, dimensions: int, count: int, content: bytes) -> int:
        """Write vectors behind those that are there; return the place of the first."""
        known = connection.execute("SELECT dimensions FROM encoders WHERE id = ?", [encoder]).fetchone()
        if known is None:
            number = connection.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM encoders").fetchone()[0]
            connection.execute("INSERT INTO encoders VALUES (?, ?, 1, ?, 0)", [encoder, number, dimensions])
        elif known[0] == 0 and count:
            connection.execute("UPDATE encoders SET dimensions = ? WHERE id = ?", [dimensions, encoder])
        elif count and known[0] != dimensions:
            raise ValueError(f"vectors of {encoder!r} have {known[0]} numbers, not {dimensions}")
        path, dimensions, place = self._file_of(connection, encoder)
        if count:
            path.touch(mode=0o600)
            with path.open("r+b") as file:
                file.seek(place * dimensions * _NUMBER_BYTES)
                file.write(content)
                file.flush()
                os.fsync(file.fileno())  # the transaction that names these places comes after them
            connection.execute("UPDATE encoders SET places = ? WHERE id = ?", [place + count, encoder])
        return place

    def _file_of(self, connection: sqlite3.Connection, encoder: str) -> tuple[Path, int, int]:
        """Return the file of an encoder's vectors, how many numbers each has, and how many places are given away."""
        number, generation, dimensions, places = connection.execute(
            "SELECT number, generation, dimensions, places FROM encoders WHERE id = ?", [encoder]
        ).fetchone()
        return self._folder / f"vectors-{number}-{generation}.f32", dimensions, places

    def _compact(self, encoder: str) -> None:
        """Write the vectors anew where many places belong to nobody."""
        connection = self._open()
        _, _, places = self._file_of(connection, encoder)
        live = connection.execute("SELECT COALESCE(SUM(chunks), 0) FROM documents WHERE encoder = ?", [encoder])
        if places - live.fetchone()[0] < max(COMPACT_FROM, places // 3):
            return
        with self._changing() as connection:
            old, dimensions, _ = self._file_of(connection, encoder)
            connection.execute("UPDATE encoders SET generation = generation + 1 WHERE id = ?", [encoder])
            new, _, _ = self._file_of(connection, encoder)
            width, place = dimensions * _NUMBER_BYTES, 0
            rows = connection.execute(
                "SELECT id, place, chunks FROM documents WHERE encoder = ? ORDER BY place", [encoder]
            ).fetchall()
            with old.open("rb") as source, new.open("wb") as target:
                for id, former, count in rows:
                    source.seek(former * width)
                    target.write(source.read(count * width))
                    connection.execute("UPDATE documents SET place = ? WHERE id = ?", [place, id])
                    place += count
                target.flush()
                os.fsync(target.fileno())
            connection.execute("UPDATE encoders SET places = ? WHERE id = ?", [place, encoder])
        with suppress(OSError):  # another process may still have it open, where that counts
            old.unlink()

    def _matrix(self, encoder: str) -> Any:
        """Return the vectors of an encoder, mapped; each document's are checked once."""
        import numpy as np  # it came with the question's vector

        found = self._mapped.get(encoder)
        if found is None:
            path, dimensions, places = self._file_of(self._open(), encoder)
            if not dimensions or not places:
                return None
            try:
                made = np.memmap(path, np.dtype("<f4"), "r", shape=(places, dimensions))
            except (OSError, ValueError) as error:
                raise DamagedIndexError("vectors are missing") from error
            found = self._mapped[encoder] = path, made
            # Reading vectors is bound by memory: a second thread takes twice the processor to be no faster.
            importlib.import_module("threadpoolctl").threadpool_limits(1, "blas")
            for each in self._places.values():
                key = each.document, each.revision
                if each.encoder == encoder and self._checked.get(key) != each.checksum:
                    if zlib.crc32(made[each.place : each.place + each.chunks].data) != each.checksum:
                        raise self._damage(each)
                    self._checked[key] = each.checksum
        return found[1]

    def _damage(self, place: _Place) -> Exception:
        """Return why vectors are not as they were written: another process put others there, or they are damaged."""
        self._mapped = {}
        now = self._open().execute("SELECT place, checksum FROM documents WHERE id = ?", [place.document]).fetchone()
        if now != (place.place, place.checksum):
            return StaleIndexError(place.document)
        return DamagedIndexError(f"vectors of {place.document}")

    def _find(
        self, vectors: Mapping[str, Any], terms: Sequence[str], documents: Collection[str] | None, most: int
    ) -> Hits:
        places = self._load()
        wanted = [place for id, place in places.items() if documents is None or id in documents]
        frequencies = self._frequencies(terms)
        respelled = self._respelled([term for term in terms if not frequencies[term]])
        frequencies |= self._frequencies(list(respelled.values()))
        meant = list(dict.fromkeys(respelled.get(term, term) for term in terms))
        found: dict[tuple[str, int], float] = {}
        for encoder, vector in vectors.items():
            of_encoder = [place for place in wanted if place.encoder == encoder and place.chunks]
            found |= self._nearest(encoder, vector, of_encoder, most)
        for document, position in self._with_words(meant, frequencies, wanted, most):
            if (document, position) not in found:
                found[document, position] = self._similarity(vectors, places[document], position)
        total = sum(place.chunks for place in places.values())
        return Hits([Hit(*key, similarity) for key, similarity in found.items()], frequencies, total, respelled)

    def _nearest(self, encoder: str, vector: Any, wanted: Sequence[_Place], most: int) -> dict[tuple[str, int], float]:
        """Return the nearest chunks; every vector is compared."""
        import numpy as np

        matrix = self._matrix(encoder) if wanted else None
        if matrix is None:
            return {}
        ordered: list[_Place] = sorted(wanted, key=lambda place: place.place)
        counts = np.array([place.chunks for place in ordered])
        before = np.concatenate(([0], np.cumsum(counts)[:-1]))
        scores = np.empty(int(counts.sum()), np.float32)
        for first, last, at in _spans(ordered):
            for begin in range(first, last, BLOCK):
                end = min(begin + BLOCK, last)
                scores[at + begin - first : at + end - first] = matrix[begin:end] @ vector
        top = np.argpartition(-scores, most)[:most] if len(scores) > most else np.arange(len(scores))
        owners = np.searchsorted(before, top, side="right") - 1
        found: dict[tuple[str, int], float] = {}
        for row, number in zip(top.tolist(), owners.tolist(), strict=True):
            owner = ordered[int(number)]
            found[owner.document, row - int(before[number])] = float(scores[row])
        return found

    def _similarity(self, vectors: Mapping[str, Any], place: _Place, position: int) -> float:
        vector = vectors.get(place.encoder)
        matrix = None if vector is None else self._matrix(place.encoder)
        return 0.0 if matrix is None else float(matrix[place.place + position] @ vector)

    def _frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        connection = self._open()
        return {
            term: (connection.execute("SELECT doc FROM vocabulary WHERE term = ?", [term]).fetchone() or [0])[0]
            for term in terms
        }

    def _respelled(self, unknown: Sequence[str]) -> dict[str, str]:
        """Return the most common term that is one letter away, for each term that occurs nowhere and has one."""
        found: dict[str, str] = {}
        for term in unknown:
            if len(term) < SHORTEST_RESPELLED or not term.isalpha():
                continue
            begin = term[:SAME_LETTERS]
            rows = self._open().execute(
                "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? ORDER BY doc DESC, term",
                [begin, begin[:-1] + chr(ord(begin[-1]) + 1)],
            )
            near = (known for known, _ in rows if abs(len(known) - len(term)) <= 1 and distance(term, known, 1) <= 1)
            if meant := next(near, None):
                found[term] = meant
        return found

    def _with_words(
        self, terms: Sequence[str], frequencies: Mapping[str, int], wanted: Sequence[_Place], most: int
    ) -> list[tuple[str, int]]:
        """Return the chunks that have the question's rarer words, best first."""
        rare = _rare([term for term in terms if frequencies[term]], frequencies)
        if not rare or not wanted:
            return []
        ordered = sorted(wanted, key=lambda place: place.first_word)
        firsts = [place.first_word for place in ordered]
        last = ordered[-1].first_word + ordered[-1].chunks - 1
        rows = self._open().execute(
            "SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY bm25(words, ?, ?, ?)",
            [rare, firsts[0], last, TITLE_WEIGHT, SECTION_WEIGHT, TEXT_WEIGHT],
        )
        found: list[tuple[str, int]] = []
        for (row,) in rows:
            place = ordered[bisect.bisect_right(firsts, row) - 1]
            if row < place.first_word + place.chunks:
                found.append((place.document, row - place.first_word))
                if len(found) >= most:
                    break
        return found


def _overwrite(blanks: Sequence[_Blank]) -> None:
    """Write zeros over what belongs to nobody; only after the commit, or a crash would cost what is still there."""
    for blank in blanks:
        with suppress(OSError), blank.path.open("r+b") as file:
            file.seek(blank.start)
            file.write(bytes(blank.length))


def _rare(terms: Sequence[str], frequencies: Mapping[str, int]) -> str:
    """Return what is looked for by words: any of the rarer ones, or the two rarest together."""
    ordered = sorted(terms, key=lambda term: frequencies[term])
    taken: list[str] = []
    hits = 0
    for term in ordered:
        hits += frequencies[term]
        if hits > MOST_WORD_HITS:
            break
        taken.append(term)
    if not taken and len(ordered) > 1 and frequencies[ordered[0]] <= 4 * MOST_WORD_HITS:
        return " AND ".join(f'"{term}"' for term in ordered[:2])
    return " OR ".join(f'"{term}"' for term in taken)


def _spans(ordered: Sequence[_Place]) -> list[tuple[int, int, int]]:
    """Return places that follow each other as one: where it begins and ends, and how many vectors come before it."""
    spans: list[tuple[int, int, int]] = []
    before = 0
    for place in ordered:
        if spans and spans[-1][1] == place.place:
            spans[-1] = spans[-1][0], place.place + place.chunks, spans[-1][2]
        else:
            spans.append((place.place, place.place + place.chunks, before))
        before += place.chunks
    return spans
