"""A workspace reads and writes its own files, and nothing else, by both openers."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from aule.contracts.errors import AuleError, Invalid, NotFound, OutsideScope, Refused, TooLarge, Unavailable
from aule.sandbox.beneath import Opener, best_opener, openat2, walk
from aule.sandbox.entries import Entry
from aule.sandbox.workspace import Workspace

OPENERS: list[Opener] = [walk, openat2] if best_opener() is openat2 else [walk]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace's folder with a secret beside it."""
    (tmp_path / "secret").write_text("secret")
    root = tmp_path / "workspace"
    root.mkdir()
    return root


@pytest.fixture(params=OPENERS, ids=lambda opener: opener.__name__)
def workspace(root: Path, request: pytest.FixtureRequest):
    """The same workspace by each opener."""
    with Workspace.open(root, opener=request.param) as workspace:
        yield workspace


def test_a_file_is_written_with_its_folders_and_read_back(workspace: Workspace, root: Path) -> None:
    assert workspace.write("a/b/c.txt", b"hello") == ["a", "a/b"]
    assert workspace.write("a/b/d.txt", b"") == []
    assert workspace.read("a/b/c.txt") == b"hello"
    assert (root / "a" / "b" / "c.txt").read_bytes() == b"hello"


def test_a_replaced_file_keeps_its_permissions_and_a_new_one_follows_the_umask(
    workspace: Workspace, root: Path
) -> None:
    workspace.write("new", b"")
    (root / "tool").write_bytes(b"old")
    (root / "tool").chmod(0o4751)
    workspace.write("tool", b"new")
    workspace.write("private", b"", 0o600)
    umask = os.umask(0)
    os.umask(umask)
    modes = {name: stat.S_IMODE((root / name).stat().st_mode) for name in ("new", "tool", "private")}
    assert modes == {"new": 0o666 & ~umask, "tool": 0o751, "private": 0o600}


def test_a_removed_file_takes_the_folders_made_for_it_along_if_they_are_empty(workspace: Workspace, root: Path) -> None:
    made = workspace.write("a/b/c.txt", b"x")
    workspace.write("a/other.txt", b"y")
    workspace.remove("a/b/c.txt", made)
    assert sorted(p.relative_to(root).as_posix() for p in root.rglob("*")) == ["a", "a/other.txt"]
    with pytest.raises(NotFound, match=r"a/b/c\.txt"):
        workspace.remove("a/b/c.txt")


def test_a_look_says_what_is_there(workspace: Workspace, root: Path) -> None:
    workspace.write("f", b"hello")
    (root / "d").mkdir()
    (root / "l").symlink_to("f")
    os.mkfifo(root / "p")
    kinds = {name: entry.kind for name in ("f", "d", "l", "p", ".") if (entry := workspace.stat(name))}
    assert kinds == {"f": "file", "d": "folder", "l": "link", "p": "other", ".": "folder"}
    found = workspace.stat("f", hashed=True)
    assert found == Entry(
        "f",
        "file",
        5,
        (root / "f").stat().st_mtime,
        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    )
    assert (workspace.stat("nothing"), workspace.stat("nothing/here"), workspace.stat("f/below")) == (None, None, None)


def test_a_listing_is_by_name_and_shows_what_no_path_can_reach_as_other(workspace: Workspace, root: Path) -> None:
    for name in (b"b", b"a", b".hidden", b"bad\xff", b"new\nline", b"back\\slash", b".aule-write-0011"):
        (root / os.fsdecode(name)).write_bytes(b"x")
    assert [(entry.path, entry.kind) for entry in workspace.list()] == [
        (".hidden", "file"),
        ("a", "file"),
        ("b", "file"),
        ("back\\slash", "other"),
        ("bad�", "other"),
        ("new\nline", "other"),
    ]
    with pytest.raises(NotFound):
        workspace.list("a")
    with pytest.raises(NotFound):
        workspace.list("nothing")


def test_a_walk_is_deep_ordered_and_leaves_out_what_is_not_ones_own_work(workspace: Workspace, root: Path) -> None:
    for path in ("b/1", "b/c/2", "a", "node_modules/x", ".git/config", ".hidden", "src/build/x", "src/main.py"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)
    (root / "loop").symlink_to(".")
    walked = workspace.walk()
    assert [entry.path for entry in walked.entries] == ["a", "b", "loop", "src", "b/1", "b/c", "b/c/2", "src/main.py"]
    assert walked.complete
    everything = workspace.walk(keep=lambda entry: True)
    assert {".git/config", "node_modules/x", ".hidden"} <= {entry.path for entry in everything.entries}


def test_thousands_of_files_are_walked_up_to_a_limit_that_is_told(workspace: Workspace, root: Path) -> None:
    for folder in range(30):
        (root / f"{folder:02}").mkdir()
        for number in range(100):
            (root / f"{folder:02}" / f"{number:03}").touch()
    whole, part = workspace.walk(), workspace.walk(max_entries=1000)
    assert (len(whole.entries), whole.complete, len(part.entries), part.complete) == (3030, True, 1000, False)


def test_a_file_larger_than_asked_for_is_refused(workspace: Workspace) -> None:
    workspace.write("f", b"12345")
    assert workspace.read("f", 5) == b"12345"
    with pytest.raises(TooLarge, match="more than 4 bytes"):
        workspace.read("f", 4)


ESCAPES = {
    "to a file outside": "../secret",
    "to an absolute path": "{tmp}/secret",
    "to an absolute path inside": "{tmp}/workspace/inside",
    "to a folder outside": "..",
    "to the root": "/",
    "to a device": "/dev/zero",
    "to proc": "/proc/self/root",
    "in a chain": "chain",
    "out and in again": "../workspace/inside",
    "deep out": "inside_folder/../../secret",
    "to itself": "link",
}


@pytest.mark.parametrize("target", ESCAPES.values(), ids=ESCAPES.keys())
def test_no_link_leads_out(workspace: Workspace, root: Path, tmp_path: Path, target: str) -> None:
    (root / "inside").write_text("inside")
    (root / "inside_folder").mkdir()
    (root / "chain").symlink_to("chain2")
    (root / "chain2").symlink_to(tmp_path / "secret")
    (root / "link").symlink_to(target.format(tmp=tmp_path))
    for path in ("link", "link/secret", "link/x/y"):
        with pytest.raises((OutsideScope, NotFound)):
            workspace.read(path)
        with pytest.raises((OutsideScope, NotFound, Invalid)):
            workspace.write(path, b"attack")
        with pytest.raises((OutsideScope, NotFound)):
            workspace.remove(path)
    with pytest.raises((OutsideScope, NotFound)):
        workspace.list("link")
    assert (tmp_path / "secret").read_text() == "secret"
    assert (root / "link").is_symlink()


def test_a_link_that_stays_inside_is_read_but_never_written_through(workspace: Workspace, root: Path) -> None:
    (root / "d" / "e").mkdir(parents=True)
    (root / "d" / "real").write_text("real")
    (root / "d" / "e" / "up").symlink_to("../real")
    (root / "file_link").symlink_to("d/e/up")
    (root / "folder_link").symlink_to("d/e/..")
    assert workspace.read("file_link") == workspace.read("folder_link/real") == b"real"
    assert [entry.path for entry in workspace.list("folder_link")] == ["folder_link/e", "folder_link/real"]
    for path in ("file_link", "folder_link/real", "folder_link/new", "folder_link/x/new"):
        with pytest.raises(OutsideScope):
            workspace.write(path, b"attack")
        with pytest.raises((OutsideScope, NotFound)):
            workspace.remove(path)
    assert (root / "d" / "real").read_text() == "real"
    assert sorted(os.listdir(root / "d")) == ["e", "real"]


def test_a_dangling_link_is_neither_read_nor_created_through(workspace: Workspace, root: Path, tmp_path: Path) -> None:
    (root / "link").symlink_to("../made")
    (root / "inside").symlink_to("nothing")
    for path in ("link", "inside"):
        with pytest.raises((OutsideScope, NotFound)):
            workspace.read(path)
        with pytest.raises(OutsideScope):
            workspace.write(path, b"x")
    assert not (tmp_path / "made").exists()
    assert not (root / "nothing").exists()


def test_a_hard_link_to_the_outside_is_not_written(workspace: Workspace, root: Path, tmp_path: Path) -> None:
    os.link(tmp_path / "secret", root / "hard")
    for act in (lambda: workspace.write("hard", b"attack"), lambda: workspace.remove("hard")):
        with pytest.raises(OutsideScope, match="another name"):
            act()
    assert (tmp_path / "secret").read_text() == "secret"


@pytest.mark.parametrize("path", ["pipe", "socket", "folder", "null"])
def test_what_is_no_regular_file_is_refused_at_once(workspace: Workspace, root: Path, path: str) -> None:
    """A pipe nobody writes to must not hang the reader."""
    os.mkfifo(root / "pipe")
    (root / "folder").mkdir()
    if path == "null":
        try:
            os.mknod(root / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        except PermissionError:
            pytest.skip("Only root can make a device.")
    here = os.open(".", os.O_RDONLY)
    listener = socket.socket(socket.AF_UNIX)
    os.chdir(root)  # a socket's path may have only some hundred characters
    listener.bind("socket")
    os.fchdir(here)
    os.close(here)
    with listener:
        before = time.monotonic()
        for act in (lambda: workspace.read(path), lambda: workspace.write(path, b"x"), lambda: workspace.remove(path)):
            with pytest.raises(Invalid) as caught:
                act()
            assert caught.value.problem.code == "not_a_file"
        assert time.monotonic() - before < 10  # nothing hangs on it


@pytest.mark.parametrize(
    "path", [".git/hooks/pre-commit", ".aule/x", "a/.git/config", ".GIT/config", ".Git", ".git./x", "git~1/x", ".aule"]
)
def test_the_systems_own_folders_are_not_written(workspace: Workspace, root: Path, path: str) -> None:
    with pytest.raises(OutsideScope, match="not written"):
        workspace.write(path, b"attack")
    with pytest.raises(OutsideScope):
        workspace.remove(path)
    assert os.listdir(root) == []


def test_git_may_be_read(workspace: Workspace, root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref")
    assert workspace.read(".git/HEAD") == b"ref"


def test_a_folder_that_may_not_be_written_is_named(root: Path) -> None:
    (root / "closed").mkdir(mode=0o555)
    script = (
        "import os, sys\n"
        "from aule.sandbox.workspace import Workspace\n"
        "from aule.contracts.errors import Refused\n"
        "workspace = Workspace.open(sys.argv[1])\n"
        "Refused('loads what problems are made of, which only root may read').problem\n"
        "if os.geteuid() == 0: os.setgid(12345); os.setuid(12345)\n"
        "for path in ('closed/f', 'closed/new/f'):\n"
        "    try: workspace.write(path, b'x')\n"
        "    except Refused as error: print(error.problem.code, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(root)], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (
        "permission_denied The system does not allow this with 'closed/f'.\n"
        "permission_denied The system does not allow this with 'closed/new'.\n",
        "",
    )


@pytest.mark.parametrize("opener", [opener.__name__ for opener in OPENERS])
def test_a_full_disk_leaves_the_old_file_whole(root: Path, opener: str) -> None:
    """A size limit stands for the full disk: the write fails in its middle."""
    (root / "f").write_bytes(b"old")
    script = (
        "import sys, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from aule.sandbox import beneath\n"
        "from aule.sandbox.workspace import Workspace\n"
        "from aule.contracts.errors import Unavailable\n"
        "workspace = Workspace.open(sys.argv[1], opener=getattr(beneath, sys.argv[2]))\n"
        "for path in ('f', 'new/g'):\n"
        "    try: workspace.write(path, b'x' * 1_000_000)\n"
        "    except Unavailable as error: print(error.problem.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(root), opener],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("disk_full\ndisk_full\n", "")
    assert sorted(p.relative_to(root).as_posix() for p in root.rglob("*")) == ["f", "new"]
    assert (root / "f").read_bytes() == b"old"


@pytest.mark.parametrize("seed", range(8))
def test_a_writer_killed_at_any_moment_leaves_a_whole_file(root: Path, seed: int) -> None:
    """No half file after kill -9, and what it left behind can be swept."""
    script = (
        "import sys\nfrom aule.sandbox.workspace import Workspace\n"
        "workspace = Workspace.open(sys.argv[1])\n"
        "print('on', flush=True)\n"
        "while True:\n"
        "    for letter in b'ab': workspace.write('d/f', bytes([letter]) * 300_000)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(root)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    deadline = time.monotonic() + 0.02 + seed * 0.007
    while time.monotonic() < deadline or not (root / "d" / "f").exists():
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    content = (root / "d" / "f").read_bytes()
    assert content in (b"a" * 300_000, b"b" * 300_000)
    with Workspace.open(root) as workspace:
        workspace.sweep("d/f")
    assert os.listdir(root / "d") == ["f"]


@pytest.mark.parametrize("opener", OPENERS, ids=lambda opener: opener.__name__)
def test_swapping_a_folder_for_a_link_never_leaks(root: Path, tmp_path: Path, opener: Opener) -> None:
    """The race that string checks lose: counted for a second, reading and writing."""
    outside = tmp_path / "outside"
    (root / "d").mkdir()
    (root / "d" / "f").write_text("inside")
    outside.mkdir()
    (outside / "f").write_text("outside")
    (root / "evil").symlink_to(outside)
    stop = threading.Event()
    exchange = getattr(ctypes.CDLL(None), "renameat2", None)
    if exchange is None:
        pytest.skip("This system cannot exchange two names in one step.")
    one, two = os.fsencode(root / "d"), os.fsencode(root / "evil")

    def swap() -> None:
        while not stop.is_set():
            for _ in range(2):
                exchange(-100, one, -100, two, 2)

    swapper = threading.Thread(target=swap)
    swapper.start()
    counts = {"read": 0, "written": 0, "refused": 0}
    try:
        with Workspace.open(root, opener=opener) as workspace:
            deadline = time.monotonic() + 1
            while time.monotonic() < deadline:
                try:
                    assert workspace.read("d/f") == b"inside"
                    counts["read"] += 1
                    workspace.write("d/f", b"inside")
                    counts["written"] += 1
                except (OutsideScope, NotFound):
                    counts["refused"] += 1
    finally:
        stop.set()
        swapper.join()
    assert sorted((p.name, p.read_text()) for p in outside.iterdir()) == [("f", "outside")]
    assert min(counts.values()) > 0, counts


def test_the_handle_stays_when_the_folder_is_replaced(root: Path, tmp_path: Path) -> None:
    (root / "f").write_text("mine")
    with Workspace.open(root) as workspace:
        root.rename(tmp_path / "moved")
        root.symlink_to(tmp_path)
        assert workspace.read("f") == b"mine"
        with pytest.raises(NotFound):
            workspace.read("secret")


def test_closing_twice_does_nothing_and_a_closed_workspace_reaches_nothing(root: Path) -> None:
    workspace = Workspace.open(root)
    workspace.close()
    workspace.close()
    with pytest.raises(Unavailable):
        workspace.list()


def test_a_folder_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nothing"):
        Workspace.open(tmp_path / "nothing")


name = st.text(st.characters(exclude_characters="/"), min_size=1, max_size=20)
path = st.lists(name | st.sampled_from(["..", ".", "~", ".git", "a", "link"]), min_size=1, max_size=5).map("/".join)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(path=path, content=st.binary(max_size=50))
@pytest.mark.parametrize("opener", OPENERS, ids=lambda opener: opener.__name__)
def test_whatever_is_written_comes_back_and_stays_beneath(
    tmp_path_factory: pytest.TempPathFactory, opener: Opener, path: str, content: bytes
) -> None:
    """For any path that `check` accepts; the oracle is the system's own realpath."""
    base = tmp_path_factory.mktemp("w")
    root = base / "workspace"
    root.mkdir()
    (base / "outside").write_text("outside")
    (root / "link").symlink_to("..")
    with Workspace.open(root, opener=opener) as workspace:
        try:
            checked = workspace.check(path)
        except (Invalid, OutsideScope):
            checked = None
        try:
            workspace.write(path, content)
        except AuleError as error:
            assert isinstance(error, (Invalid, OutsideScope, NotFound, Refused))
        else:
            assert checked is not None
            assert workspace.read(path) == content
            assert os.path.realpath(root / checked) == os.path.join(os.path.realpath(root), checked)
    assert sorted(os.listdir(base)) == ["outside", "workspace"]
    assert (base / "outside").read_text() == "outside"


@given(path)
def test_check_is_stable_and_never_lets_a_path_escape(path: str) -> None:
    with Workspace.open("/") as workspace:
        try:
            checked = workspace.check(path)
        except (Invalid, OutsideScope):
            assume(False)
            return
        assert workspace.check(checked) == checked
        resolved = os.path.normpath(os.path.join("/somewhere/root", checked))
        assert resolved == "/somewhere/root" or resolved.startswith("/somewhere/root/")


def test_what_a_write_would_replace_is_told_and_what_it_would_refuse_is_refused(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    workspace.write("f", b"content")
    os.link(tmp_path / "secret", root / "hard")
    (root / "link").symlink_to("f")
    (root / "away").symlink_to("..")
    assert (workspace.replaced("f"), workspace.replaced("new"), workspace.replaced("d/e/new")) == (
        b"content",
        None,
        None,
    )
    with pytest.raises(TooLarge):
        workspace.replaced("f", 3)
    for path in ("hard", "link", "away/secret", "away/x/y"):
        with pytest.raises(OutsideScope):
            workspace.replaced(path)
    with pytest.raises(Invalid, match="'f' is not a folder"):
        workspace.replaced("f/below/x")
