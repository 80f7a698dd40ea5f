"""Trees of folders and scratch copies: every difference is told, nothing is followed, unchanged is cheap (OS-17)."""

from __future__ import annotations

import os
import socket
import stat
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from aule.sandbox.folder_repair import mend
from aule.sandbox.scratch import scratch
from aule.sandbox.trees import Trees, compare_trees, read_tree, written_tree
from aule.stores.home.blobs import Blobs
from aule.text.hashing import bytes_hash

NAMES = some.sampled_from(["a", "b.txt", "d/c", "d/e/f", "x/y"])


def trees(kept: dict[str, bytes] | None = None) -> Trees:
    """Trees whose contents are kept in memory."""

    def keep(contents: object) -> list[str]:
        found = [bytes(content) for content in contents]  # pyright: ignore
        (kept if kept is not None else {}).update({bytes_hash(content): content for content in found})
        return [bytes_hash(content) for content in found]

    return Trees(keep)


def put(root: Path, path: str, content: bytes) -> None:
    """A file somebody made."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=some.dictionaries(NAMES, some.binary(max_size=40)),
    after=some.dictionaries(NAMES, some.binary(max_size=40)),
)
def test_every_difference_and_nothing_else_is_told(
    tmp_path_factory: pytest.TempPathFactory, before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    for path, content in before.items():
        put(root, path, content)
    taking = trees()
    first = taking.take(root)
    for path in before.keys() - after.keys():
        (root / path).unlink()
    for path, content in after.items():
        put(root, path, content)
    found = compare_trees(first, taking.take(root, since=first))
    expected = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path, _, _ in found.files} == expected
    assert (found.planted, found.lost, found.unkept) == ([], [], [])
    assert read_tree(written_tree(first)) == first


def test_a_change_that_hides_behind_its_times_is_seen(tmp_path: Path) -> None:
    """Same size, same times, same place: the time of change is the system's own, and a fresh one is not believed."""
    put(tmp_path, "a", b"one")
    taking = trees()
    first = taking.take(tmp_path)
    status = (tmp_path / "a").stat()
    with (tmp_path / "a").open("r+b") as file:
        file.write(b"two")
    os.utime(tmp_path / "a", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert [path for path, _, _ in compare_trees(first, taking.take(tmp_path)).files] == ["a"]


def test_what_is_not_own_work_is_not_looked_into(tmp_path: Path) -> None:
    for path in ("src/a.py", "node_modules/x/y", "out/z", ".git/config", "sub/.git/config", ".env", "k/id_rsa"):
        put(tmp_path, path, b"x")
    put(tmp_path, ".gitignore", b"out/\n")
    tree = trees().take(tmp_path)
    assert set(tree.files) == {"src/a.py", ".gitignore"}
    assert tree.derived == {"node_modules", "out"}
    assert tree.protected == {".git", "sub/.git"}
    assert tree.secret == {".env", "k/id_rsa"}


def test_rewriting_what_is_ignored_hides_nothing(tmp_path: Path) -> None:
    put(tmp_path, "src/a.py", b"one")
    taking = trees()
    before = taking.take(tmp_path)
    put(tmp_path, ".gitignore", b"src/\n")
    put(tmp_path, "src/a.py", b"two")
    found = compare_trees(before, taking.take(tmp_path, since=before))
    assert [path for path, _, _ in found.files] == [".gitignore", "src/a.py"]


def test_links_pipes_sockets_and_strange_names_are_told_taken_away_and_never_followed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    put(outside, "keep", b"kept")
    put(root, "a", b"a")
    (root / "old").symlink_to("a")
    taking = trees()
    before = taking.take(root)
    (root / "link").symlink_to(outside / "keep")
    (root / "way").symlink_to(outside)
    os.mkfifo(root / "pipe")
    os.link(root / "a", root / "twin")
    (root / "bad\nname").mkdir()
    put(root, "bad\nname/inner", b"x")
    put(root, ".git/hooks/post-commit", b"x")
    (root / "old").unlink()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(root / "sock"))
    listening.close()
    found = compare_trees(before, taking.take(root, since=before))
    assert found.planted == [".git", "bad\nname", "link", "pipe", "sock", "twin", "way"]
    assert found.lost == ["old"]
    mend(root, before, found)
    assert sorted(os.listdir(root)) == ["a", "old", "twin"]
    assert (os.readlink(root / "old"), (root / "a").stat().st_nlink) == ("a", 1)
    assert (outside / "keep").read_bytes() == b"kept"


def test_a_copy_has_own_work_and_no_secrets_and_is_gone_afterwards(tmp_path: Path) -> None:
    for path in ("src/a.py", ".env", ".git/config", "node_modules/m/i.js", "big.bin"):
        put(tmp_path, path, path.encode() * (100_000 if path == "big.bin" else 1))
    (tmp_path / "src/a.py").chmod(0o750)
    (tmp_path / "src/l").symlink_to("a.py")
    tree = trees().take(tmp_path)
    with scratch(tmp_path, tree, lends=True) as made:
        found = {str(path.relative_to(made.work)) for path in made.work.rglob("*")}
        assert found == {"src", "src/a.py", "src/l", "big.bin"}
        assert (made.work / "big.bin").read_bytes() == (tmp_path / "big.bin").read_bytes()
        assert (made.work / "src/a.py").stat().st_mode & 0o777 == 0o750
        assert [lent.path for lent in made.lent] == ["node_modules"]
        made.lay({"src/a.py": (b"laid", None), "n/w": (b"new", 0o600), "big.bin": (None, None)})
        assert set(
            made.tree(tree, {"src/a.py": (b"laid", None), "n/w": (b"new", 0o600), "big.bin": (None, None)}).files
        ) == {
            "src/a.py",
            "n/w",
        }
    assert not made.work.exists()
    assert (tmp_path / "src/a.py").read_bytes() == b"src/a.py"


def test_a_thousand_unchanged_files_cost_next_to_nothing(tmp_path: Path) -> None:
    work, kept = tmp_path / "work", Blobs(tmp_path / "blobs")
    for number in range(1_000):
        put(work, f"d{number // 50}/f{number}", str(number).encode() * 20)
    taking = Trees(kept.put_many)
    first = taking.take(work)
    taking.take(work)
    least = min(_seconds(taking, work) for _ in range(5))
    assert least < 0.05, "a few milliseconds on a quiet machine"
    assert kept.get(first.files["d1/f51"].sha256) == b"51" * 20


def _seconds(taking: Trees, root: Path) -> float:
    began = time.process_time()
    taking.take(root)
    return time.process_time() - began


@pytest.fixture
def nobody(tmp_path: Path) -> Generator[Path]:
    """A folder of somebody who is not root, for whom permissions count."""
    root = tmp_path / "own"
    root.mkdir()
    if os.geteuid() != 0:
        yield root
        return
    for folder in (tmp_path, *tmp_path.parents):
        folder.chmod(folder.stat().st_mode | 0o011)
    os.chown(root, 65534, 65534)
    os.seteuid(65534)
    try:
        yield root
    finally:
        os.seteuid(0)


def test_what_a_command_shut_is_opened_and_what_a_person_shut_stays_so(nobody: Path) -> None:
    """A shut folder hides nothing that was done, and is no reason to call a person's files new, or gone (S15)."""
    for path in ("mine/a", "src/b", "src/deep/c", "one", "two", "build/d"):
        put(nobody, path, b"x")
    (nobody / "mine").chmod(0o000)
    (nobody / "one").chmod(0o000)
    taking = trees()
    first = taking.take(nobody)
    assert {"mine", "one"} <= first.sealed and "mine" not in first.folders
    assert stat.S_IMODE((nobody / "mine").stat().st_mode) == 0
    (nobody / "src/deep/c").write_bytes(b"evil")
    for path in ("src/deep", "src", "build", "two"):
        (nobody / path).chmod(0o000)
    found = compare_trees(first, taking.take(nobody, since=first))
    assert [(path, two is not None) for path, _, two in found.files] == [("src/deep/c", True), ("two", True)]
    assert (found.planted, found.lost) == ([], [])
    assert read_tree(written_tree(first)) == first
    for path in ("mine", "build"):
        (nobody / path).chmod(0o700)
