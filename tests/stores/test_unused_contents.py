"""Contents nobody uses: what any place names stays, whatever happens in the middle of a sweep (KN-3)."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine

from aule.contracts.errors import AuleError
from aule.stores.home.blobs import Blobs
from aule.stores.log.unused_contents import FormerContents, clear_contents
from aule.stores.tables import metadata

NOW, OLD = 2_000_000_000.0, 1_000_000_000
WHEN = {"old": "2020-01-01T00:00:00.000Z", "new": "2033-01-01T00:00:00.000Z"}
FORMER = FormerContents("knowledge", "2030-01-01T00:00:00.000Z", {"knowledge_versions": ("sha256",)}, NOW)


class Place:
    """A store with contents, and ways to name them."""

    def __init__(self, folder: Path) -> None:
        self.database, self.blobs = folder / "aule.db", Blobs(folder / "blobs")
        engine = create_engine(f"sqlite:///{self.database}")
        metadata.create_all(engine)
        engine.dispose()
        self.count = 0
        self.run("CREATE TABLE knowledge_versions (sha256 TEXT)")
        self.run("CREATE TABLE strange_things (whatever TEXT)")

    def run(self, sql: str, *values: object) -> None:
        """Write something."""
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(sql, values)

    def put(self, content: bytes) -> str:
        """Keep a content that looks old."""
        sha = self.blobs.put(content)
        os.utime(self.blobs.path(sha), (OLD, OLD))
        return sha

    def change(self, entity: str, when: str, **more: object) -> None:
        """Note a change."""
        self.count += 1
        doc = json.dumps({"entity": entity, **more})
        self.run(
            "INSERT INTO changes (id, position, entity, status, ts, doc, kind) VALUES (?, ?, ?, 'applied', ?, ?, ?)",
            *(f"chg_{self.count}", self.count, entity, WHEN[when], doc, entity.partition(":")[0]),
        )

    def removed(self, sha: str, when: str = "old", app: str = "knowledge") -> None:
        """Note that a row was removed."""
        row = {"table": f"{app}_versions", "row": {"sha256": sha}}
        self.change(f"{app}:doc_1", when, rows={"replaced": [row]})

    def removed_with_many(self, sha: str, app: str = "knowledge") -> None:
        """Note that many rows were removed, which stand in a content of their own."""
        row = {"table": f"{app}_versions", "row": {"sha256": sha}}
        self.change(f"{app}:doc_1", "old", rows={"blob": self.put(json.dumps(row).encode() + b"\n")})

    def open_run(self, data: str) -> None:
        """Let a run that is not over say something."""
        self.count += 1
        id = f"run_{self.count}"
        self.run(
            "INSERT INTO runs (id, kind, status, project, started_at, doc) VALUES (?, 'turn', 'waiting', '', '', '')",
            id,
        )
        self.run("INSERT INTO events (ts, topic, type, run, data) VALUES ('', 'run', 'x', ?, ?)", id, data)

    def large_value(self, sha: str) -> None:
        """Let a run that is not over hold a large value that names a content."""
        self.open_run(json.dumps({"$blob": self.put(f"files: {sha}, more".encode())}))


USES: dict[str, Callable[[Place, str], None]] = {
    "a row of the app": lambda place, sha: place.run("INSERT INTO knowledge_versions VALUES (?)", sha),
    "a fresh removal": lambda place, sha: place.removed(sha, "new"),
    "a file of old": lambda place, sha: place.change("file:home/a.txt", "old", before={"sha256": sha}),
    "rows of another app": lambda place, sha: place.removed(sha, app="school"),
    "many rows of another app": lambda place, sha: place.removed_with_many(sha, app="school"),
    "an open run": lambda place, sha: place.open_run(json.dumps({"params": {"files": [sha]}})),
    "a large value of an open run": lambda place, sha: place.large_value(sha),
    "a table nobody knows": lambda place, sha: place.run("INSERT INTO strange_things VALUES (?)", f"[{sha}]" * 2),
    "a content put just now": lambda place, sha: os.utime(place.blobs.path(sha), (NOW, NOW)),
}
REMOVALS: tuple[Callable[[Place, str], None], ...] = (Place.removed, Place.removed_with_many)
uses = st.lists(st.tuples(st.sampled_from(REMOVALS), st.sets(st.sampled_from(sorted(USES)), max_size=2)), max_size=6)


@settings(max_examples=40, deadline=None)
@given(uses)
def test_only_what_nothing_else_names_goes(contents: list[tuple[Callable[[Place, str], None], set[str]]]) -> None:
    """KN-3: every way to name a content keeps it, alone and with others; all that is left goes."""
    with TemporaryDirectory() as folder:
        place = Place(Path(folder))
        shas = [place.put(f"original {number}".encode()) for number in range(len(contents))]
        other = place.put(b"never removed, never named")
        for sha, (remove, named) in zip(shas, contents, strict=True):
            remove(place, sha)
            for use in named:
                USES[use](place, sha)
        told = clear_contents(place.database, place.blobs, FORMER)
        unused = [sha for sha, (_, named) in zip(shas, contents, strict=True) if not named]
        assert [sha for sha in shas if not place.blobs.has(sha)] == unused
        assert told.cleared == len(unused)
        assert place.blobs.has(other)


class Killed(Blobs):
    """Contents whose process dies before a move."""

    def __init__(self, path: Path, moves: int) -> None:
        super().__init__(path)
        self.moves = moves

    def _count(self) -> None:
        if self.moves == 0:
            os._exit(9)
        self.moves -= 1

    def set_aside(self, sha: str, now: float) -> bool:
        """Die, or set a content aside."""
        self._count()
        return super().set_aside(sha, now)

    def drop_aside(self, sha: str) -> int:
        """Die, or drop a content."""
        self._count()
        return super().drop_aside(sha)


@pytest.mark.parametrize("moves", range(8))
def test_a_sweep_that_is_killed_loses_nothing_that_is_used(tmp_path: Path, moves: int) -> None:
    """KN-3: whatever was set aside is back after the next start, and the next sweep ends the work."""
    place = Place(tmp_path)
    shas = [place.put(f"original {number}".encode()) for number in range(4)]
    for sha in shas:
        place.removed(sha)
    USES["an open run"](place, shas[0])
    USES["a file of old"](place, shas[1])
    child = os.fork()
    if child == 0:
        clear_contents(place.database, Killed(tmp_path / "blobs", moves), FORMER)
        os._exit(0)
    os.waitpid(child, 0)
    again = Blobs(tmp_path / "blobs")
    again.sweep()
    assert [again.get(sha) for sha in shas[:2]] == [b"original 0", b"original 1"]
    clear_contents(place.database, again, FORMER)
    assert [again.has(sha) for sha in shas] == [True, True, False, False]


def test_a_content_that_is_put_while_it_is_aside_stays(tmp_path: Path) -> None:
    """KN-3: whoever keeps it meanwhile makes it anew."""
    place = Place(tmp_path)
    sha = place.put(b"original")
    assert place.blobs.set_aside(sha, NOW)
    assert place.blobs.put(b"original") == sha
    place.blobs.drop_aside(sha)
    assert place.blobs.get(sha) == b"original"


def test_where_a_content_that_may_name_others_is_damaged_nothing_goes(tmp_path: Path) -> None:
    """KN-3: what it named nobody knows, so all that is in question stays."""
    place = Place(tmp_path)
    sha = place.put(b"original")
    place.removed(sha)
    held = place.put(b"what a run holds")
    place.open_run(json.dumps({"$blob": held}))
    place.blobs.path(held).write_bytes(b"damaged")
    with pytest.raises(AuleError):
        clear_contents(place.database, Blobs(tmp_path / "blobs"), FORMER)
    assert Blobs(tmp_path / "blobs").get(sha) == b"original"
