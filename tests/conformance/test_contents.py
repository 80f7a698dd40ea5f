"""Contents are kept alike in a folder and in a database that machines share."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.conformance.conftest import PostgresServer
from tests.conformance.world import opened

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable
from aule.stores.home.blobs import Blobs
from aule.stores.postgres.blobs import PART, PostgresBlobs
from aule.text.hashing import bytes_hash

pytestmark = pytest.mark.xdist_group("postgres")

BIG = bytes(range(256)) * (PART // 256) * 2 + b"and a bit"


@pytest.fixture
def shared_url(postgres: PostgresServer) -> str:
    """A database with our tables in it."""
    url = postgres.new_database()
    asyncio.run(_prepare(url))
    return url


async def _prepare(url: str) -> None:
    async with opened(url):
        pass


@pytest.fixture(params=["folder", "postgres"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Blobs]:
    if request.param == "folder":
        kept = Blobs(tmp_path / "blobs")
    else:
        kept = PostgresBlobs(tmp_path / "blobs", request.getfixturevalue("shared_url"))
    yield kept
    kept.close()


@pytest.mark.parametrize("content", [b"", b"small", b"\x00\xff" * 100, BIG[:PART], BIG], ids=len)
def test_what_is_put_comes_back_whole(blobs: Blobs, content: bytes) -> None:
    sha = blobs.put(content)
    assert (sha, blobs.put(content)) == (bytes_hash(content), sha)
    assert blobs.get(sha) == blobs.sound(sha).read_bytes() == content
    assert blobs.has(sha) and blobs.head(sha, 3) == content[:3]


def test_what_comes_in_piece_by_piece_is_kept_when_all_of_it_is_there(blobs: Blobs) -> None:
    with blobs.receiving() as incoming:
        for start in range(0, len(BIG), 300_000):
            incoming.write(BIG[start : start + 300_000])
        incoming.sync()
    assert blobs.get(incoming.sha256) == BIG
    with pytest.raises(ZeroDivisionError), blobs.receiving() as broken:
        broken.write(b"half")
        raise ZeroDivisionError
    assert not blobs.has(bytes_hash(b"half"))


def test_what_was_deleted_or_never_there_is_not_found(blobs: Blobs) -> None:
    sha = blobs.put(b"gone soon")
    blobs.delete(sha)
    blobs.delete(sha)
    assert not blobs.has(sha)
    for look in (blobs.get, blobs.sound):
        with pytest.raises(NotFound, match=sha):
            look(sha)
    with pytest.raises(Invalid, match="fingerprint"):
        blobs.get("../../etc/passwd")


def test_another_machine_reads_what_one_kept(tmp_path: Path, shared_url: str) -> None:
    """OS-22: what a worker made is there for all, though each has a data directory of its own."""
    here, there = PostgresBlobs(tmp_path / "here", shared_url), PostgresBlobs(tmp_path / "there", shared_url)
    sha = here.put(BIG)
    with here.receiving() as incoming:
        incoming.write(b"an upload")
    assert there.has(sha) and there.get(sha) == BIG
    assert there.sound(incoming.sha256).read_bytes() == b"an upload"
    assert asyncio.run(_rows(shared_url, "SELECT count(*), max(length(content)) FROM blobs")) == [(4, PART)]
    here.path(sha).write_bytes(b"rotten")  # a copy that rots is fetched again
    assert here.get(sha) == BIG
    here.close()
    there.close()


def test_damage_in_the_database_is_noticed_and_repaired_by_putting_it_again(tmp_path: Path, shared_url: str) -> None:
    here, there = PostgresBlobs(tmp_path / "here", shared_url), PostgresBlobs(tmp_path / "there", shared_url)
    sha = here.put(b"precious")
    asyncio.run(_rows(shared_url, "UPDATE blobs SET content = 'preciouS'"))
    with pytest.raises(Corrupt, match=sha):
        there.get(sha)
    here.put(b"precious")
    assert there.get(sha) == b"precious"
    here.close()
    there.close()


def test_a_database_that_is_away_is_told_and_leaves_nothing(tmp_path: Path, free_port: int) -> None:
    blobs = PostgresBlobs(tmp_path, f"postgresql://aule@127.0.0.1:{free_port}/aule")
    with pytest.raises(Unavailable) as told:
        blobs.put(b"content")
    assert told.value.problem.code == "storage_failed" and told.value.problem.hint
    with pytest.raises(Unavailable), blobs.receiving() as incoming:
        incoming.write(b"content")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    blobs.close()


async def _rows(url: str, query: str) -> list[Any]:
    connection: Any = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()
