"""The data directory: private folders, one holder, honest about its server, and no weak token."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.ambient import ambient
from aule.contracts.errors import Busy, Invalid, Refused, Unavailable
from aule.stores.home.directory import Home, ServerInfo
from aule.stores.home.lock import Holder
from aule.stores.home.token import weakness

pytestmark = pytest.mark.anyio

HOLD = """
import sys, pathlib
from aule.stores.home.lock import Holder, Lock
import os
holder = Holder(pid=os.getpid(), command="aule up", since="2026-01-02T03:04:05.000Z")
lock = Lock.take(pathlib.Path(sys.argv[1]), holder)
print("held", flush=True)
sys.stdin.read()
"""


AMBIENT = ambient()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.from_environment({"AULE_HOME": str(tmp_path / "home")})


def hold(home: Home) -> subprocess.Popen[str]:
    """Another process that holds the lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(home.path / "lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def end(process: subprocess.Popen[str], number: signal.Signals = signal.SIGTERM) -> None:
    """Stop the other process and let go of its pipes."""
    process.send_signal(number)
    process.communicate()


def test_the_directory_and_its_folders_are_private(home: Home) -> None:
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (home.path, *home.path.iterdir())}
    assert modes == dict.fromkeys(("home", "blobs", "projects", "logs", "backups"), 0o700)


def test_the_default_is_a_hidden_folder_in_the_persons_home(tmp_path: Path) -> None:
    assert Home.from_environment({"HOME": str(tmp_path)}).path == tmp_path / ".aule"
    assert Home.from_environment({"HOME": str(tmp_path), "AULE_HOME": "~/x/y"}).path == tmp_path / "x" / "y"


@pytest.mark.parametrize("chosen", ["/", "~", "~/", "{home}", "{home}/a/.."])
def test_a_directory_that_is_not_its_own_is_refused(tmp_path: Path, chosen: str) -> None:
    with pytest.raises(Invalid, match="not a directory of its own"):
        Home.from_environment({"HOME": str(tmp_path), "AULE_HOME": chosen.format(home=tmp_path)})


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Unavailable, match="file/home"):
        Home.from_environment({"AULE_HOME": str(tmp_path / "file" / "home")})


def test_an_open_directory_is_closed_to_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "home").mkdir(mode=0o755)
    with caplog.at_level(logging.WARNING):
        home = Home.from_environment({"AULE_HOME": str(tmp_path / "home")})
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700
    assert "private now" in caplog.text


def test_the_token_is_strong_private_and_stays_the_same(home: Home) -> None:
    token = home.token()
    assert weakness(token) is None
    assert stat.S_IMODE((home.path / "token").stat().st_mode) == 0o600
    assert Home(home.path).token() == token


@pytest.mark.parametrize(
    "weak",
    [
        *("", "undefined", "null", "changeme", "token", "secret", "short", "a" * 40, "ab" * 20, "changeme" * 4),
        *(
            "undefined-undefined-undefined-0123456789",
            "with space with space with space 123",
            "123456789012345678901234",
            "abcdefghijklmnopqrstuvwxyz",
            "qwertyuiopasdfghjklzxcvbnm",
            "AaBbCcDdEeFfGgHhIiJjKkLlMm",
            "1a2b3c4d5e6f7g8h9i0j1k2l3m",
            "correct-horse-battery-staple",
            "senhadomeuservidordecasa2024",
            "aaaaaaaabbbbbbbbcccccccc12345678",
            "ção" * 12,
            "x\r\ny" * 10,
        ),
    ],
)
def test_a_weak_token_is_refused_wherever_it_comes_from(home: Home, weak: str) -> None:
    """S5: a placeholder, an empty or a short token is a hard error, never a warning."""
    with pytest.raises(Refused, match="AULE_TOKEN") as from_environment:
        Home(home.path, token=weak).token()
    (home.path / "token").write_text(weak)
    with pytest.raises(Refused) as from_file:
        home.token()
    assert {from_environment.value.problem.code, from_file.value.problem.code} == {"weak_token"}


def test_the_environment_overrides_the_token(home: Home) -> None:
    token = "zQ7rT0-kXw3vN9_bLm5Hs8Jd"
    assert Home.from_environment({"AULE_HOME": str(home.path), "AULE_TOKEN": token}).token() == token
    assert not (home.path / "token").exists()


@given(st.binary(min_size=32, max_size=32))
def test_no_random_token_is_called_weak(content: bytes) -> None:
    token = base64.urlsafe_b64encode(content).decode().rstrip("=")
    assert weakness(token) is None or len(set(token)) < 8


def test_no_random_hexadecimal_token_is_called_weak() -> None:
    tokens = [hashlib.sha256(str(number).encode()).hexdigest()[:32] for number in range(2_000)]
    assert [token for token in tokens if weakness(token) is not None] == []


def test_a_token_others_could_read_is_closed_to_them_and_reported(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    token = home.token()
    (home.path / "token").chmod(0o644)
    with caplog.at_level(logging.WARNING):
        assert home.token() == token
    assert stat.S_IMODE((home.path / "token").stat().st_mode) == 0o600
    assert "could be read by other users" in caplog.text
    assert token not in caplog.text


def test_a_token_that_is_a_link_is_refused(home: Home, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("0123456789abcdefghijklmnop")
    (home.path / "token").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="symbolic link"):
        home.token()


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root can give a file to somebody else.")
def test_a_token_of_another_user_is_refused(home: Home) -> None:
    home.token()
    os.chown(home.path / "token", 12345, 12345)
    with pytest.raises(Refused, match="another user"):
        home.token()


async def test_a_second_holder_waits_and_then_learns_who_holds(home: Home) -> None:
    """E.7: waits, then names the holder."""
    process = hold(home)
    try:
        before = time.monotonic()
        with pytest.raises(Busy) as busy:
            await home.lock(AMBIENT, wait_s=0.2)
        assert 0.2 <= time.monotonic() - before < 30
        assert f"'aule up' (process {process.pid}, since 2026-01-02T03:04:05.000Z)" in str(busy.value)
    finally:
        end(process)


async def test_the_lock_is_taken_as_soon_as_the_holder_leaves(home: Home) -> None:
    process = hold(home)
    waiting = asyncio.create_task(home.lock(AMBIENT, wait_s=20, command="aule ask"))
    await asyncio.sleep(0)
    process.send_signal(signal.SIGTERM)
    with await waiting:
        holder = home.holder()
        assert holder is not None
        assert holder == Holder(pid=os.getpid(), command="aule ask", since=holder.since)
    end(process)
    assert home.holder() is None


async def test_killing_the_holder_frees_the_lock(home: Home) -> None:
    process = hold(home)
    end(process, signal.SIGKILL)
    with await home.lock(AMBIENT, wait_s=0):
        assert home.holder() is not None


def test_two_takers_at_once_never_both_win(home: Home) -> None:
    """E.7: two command lines at once."""
    script = (
        "import sys, pathlib, os\n"
        "from aule.stores.home.lock import Holder, Lock\n"
        "from aule.contracts.errors import Busy\n"
        "won = 0\n"
        "while won < 150:\n"
        "    try:\n"
        "        with Lock.take(pathlib.Path(sys.argv[1]) / 'lock', Holder(pid=os.getpid())):\n"
        "            inside = pathlib.Path(sys.argv[1]) / 'inside'\n"
        "            os.close(os.open(inside, os.O_CREAT | os.O_EXCL)); inside.unlink(); won += 1\n"
        "    except Busy: pass\n"
        "print(won)\n"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", script, str(home.path)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    results = [(process.communicate(timeout=60)[0].strip(), process.returncode) for process in both]
    assert results == [("150", 0), ("150", 0)]


def test_a_server_is_found_only_while_it_lives_and_holds_the_lock(home: Home) -> None:
    """E.7: a stale `server.json` is ignored."""
    info = ServerInfo(pid=os.getpid(), port=8700, started_at="2026-01-02T03:04:05.000Z")
    home.announce(info)
    assert home.server() is None, "nobody holds the lock"
    with home.take_lock(AMBIENT):
        assert home.server() == info
    assert home.server() is None
    home.withdraw()
    assert not (home.path / "server.json").exists()


def test_a_dead_servers_announcement_is_ignored_though_another_holds_the_lock(home: Home) -> None:
    process = hold(home)
    home.announce(ServerInfo(pid=process.pid, port=8700, started_at="2026-01-02T03:04:05.000Z"))
    assert home.server() is not None
    end(process, signal.SIGKILL)
    with home.take_lock(AMBIENT):
        assert home.server() is None
        home.withdraw()
        assert (home.path / "server.json").exists(), "only one's own announcement is withdrawn"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 0, "port": 1}', '{"pid": 1, "port": 99999}', "\udcff"])
def test_a_broken_announcement_is_no_server(home: Home, content: str) -> None:
    (home.path / "server.json").write_bytes(os.fsencode(content))
    assert home.server() is None


def test_the_announcement_is_private_json(home: Home) -> None:
    home.announce(ServerInfo(pid=7, port=8700, started_at="2026-01-02T03:04:05.000Z"))
    path = home.path / "server.json"
    assert json.loads(path.read_text()) == {"pid": 7, "port": 8700, "started_at": "2026-01-02T03:04:05.000Z"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
