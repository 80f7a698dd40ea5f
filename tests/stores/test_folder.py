"""A file is replaced only if it still is what it was; whoever saved in between finds their own text."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from aule import renames
from aule.contracts.errors import Invalid
from aule.stores.home.folder import content_now, read_bytes, remove_expected, replace_expected, sweep, tail


@pytest.fixture
def handle(tmp_path: Path) -> Generator[int]:
    opened = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield opened
    os.close(opened)


@pytest.fixture(params=["exchanges", "does not exchange"])
def file_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of file systems there are."""
    if request.param == "does not exchange":
        monkeypatch.setattr(renames, "exchange", lambda *_: False)


@pytest.mark.usefixtures("file_system")
def test_what_was_expected_is_replaced_and_nothing_else_is(tmp_path: Path, handle: int) -> None:
    """PL-20."""
    path = tmp_path / "a.json"
    assert not replace_expected(handle, "a.json", b"2", b"1", "a")
    assert replace_expected(handle, "a.json", b"1", None, "a")
    assert not replace_expected(handle, "a.json", b"2", None, "a")
    path.chmod(0o640)
    assert replace_expected(handle, "a.json", b"2", b"1", "a")
    assert not replace_expected(handle, "a.json", b"3", b"1", "a")
    assert (path.read_bytes(), path.stat().st_mode & 0o777, os.listdir(tmp_path)) == (b"2", 0o640, ["a.json"])


@pytest.mark.parametrize("then", ["stays", "goes away", "is saved again"])
def test_what_an_editor_saves_at_the_very_moment_is_put_back(
    tmp_path: Path, handle: int, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    """PL-21: an editor knows nothing of locks."""
    path, real, times = tmp_path / "a.json", renames.exchange, iter(range(100))
    path.write_bytes(b"1")

    def save(content: bytes) -> None:
        (tmp_path / "other").write_bytes(content)
        os.replace(tmp_path / "other", path)

    def exchange(directory: int, one: str, other: str) -> bool:
        match next(times), then:
            case 0, _:
                save(b"by hand")
            case 1, "goes away":
                path.unlink()
            case 1, "is saved again":
                save(b"by hand, again")
            case _:
                pass
        return real(directory, one, other)

    monkeypatch.setattr(renames, "exchange", exchange)
    assert not replace_expected(handle, "a.json", b"2", b"1", "a")
    assert path.read_bytes() == (b"by hand, again" if then == "is saved again" else b"by hand")
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_file_is_taken_away_only_if_it_is_what_it_was(tmp_path: Path, handle: int) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"by hand")
    assert not remove_expected(handle, "a.json", b"1", "a")
    assert path.read_bytes() == b"by hand"
    assert remove_expected(handle, "a.json", b"by hand", "a")
    assert os.listdir(tmp_path) == []


def test_what_a_killed_writer_left_is_swept_up_and_only_that(tmp_path: Path, handle: int) -> None:
    """E.5."""
    for name in (".plan-abc.00.tmp", ".plan-abcd.00.tmp", "plan-abc.json", ".plan-abc.swp"):
        (tmp_path / name).touch()
    sweep(handle, "plan-abc")
    assert sorted(os.listdir(tmp_path)) == [".plan-abc.swp", ".plan-abcd.00.tmp", "plan-abc.json"]


def test_pipes_are_no_files_and_large_ones_are_not_read(tmp_path: Path, handle: int) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Invalid):
        read_bytes(handle, "pipe")
    assert content_now(handle, "pipe") is None
    (tmp_path / "log").write_bytes(b"one\ntwo\nthree\n")
    assert read_bytes(handle, "log", 5) is None
    assert tail(handle, "log", 8) == [b"three"]
    assert tail(handle, "log", 100) == [b"one", b"two", b"three"]
