"""Who may come in: the token, one-time codes, sessions."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from tests.server.doors import TOKEN, gatekeeper
from tests.server.still import StillClock

from aule.contracts.errors import Unauthorized
from aule.server.auth import MAX_CODES, TooManyAttempts


def cookie(session: str, port: int = 8700) -> str:
    return f"theme=dark; aule_session_{port}={session}"


def test_only_the_exact_token_is_admitted() -> None:
    keeper = gatekeeper()
    assert keeper.admits(f"Bearer {TOKEN}", None)
    assert keeper.admits(f"bearer  {TOKEN} ", None)
    wrong = [
        "",
        "Bearer",
        "Bearer ",
        TOKEN,
        f"Basic {TOKEN}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer é\x00",
    ]
    assert [value for value in wrong if keeper.admits(value, None)] == []


def test_nobody_is_admitted_who_shows_nothing() -> None:
    assert not gatekeeper().admits(None, None)
    assert not gatekeeper().admits(None, "aule_session_8700=")


def test_a_code_becomes_a_session_once() -> None:
    keeper = gatekeeper()
    code = keeper.new_code()
    session = keeper.exchange(code)
    assert session != code
    assert keeper.admits(None, cookie(session))
    with pytest.raises(Unauthorized, match="was used"):
        keeper.exchange(code)


def test_a_code_expires_after_two_minutes() -> None:
    clock = StillClock()
    keeper = gatekeeper(clock=clock)
    code = keeper.new_code()
    clock.seconds = 120.0
    with pytest.raises(Unauthorized):
        keeper.exchange(code)


def test_wrong_codes_slow_down_whoever_guesses_and_lock_out_nobody_else() -> None:
    clock = StillClock()
    keeper = gatekeeper(clock=clock)
    good = [keeper.new_code() for _ in range(2)]
    for guess in range(20):
        with pytest.raises(Unauthorized):
            keeper.exchange(f"guess-{guess}")
    for guess in range(1_000):
        with pytest.raises(TooManyAttempts):
            keeper.exchange(f"more-{guess}")
    assert keeper.admits(None, cookie(keeper.exchange(good[0])))
    clock.seconds = 61.0
    with pytest.raises(Unauthorized):
        keeper.exchange(good[0])  # used; and a minute later mistakes are told as such again
    assert keeper.admits(None, cookie(keeper.exchange(good[1])))


def test_only_the_newest_codes_are_kept() -> None:
    keeper = gatekeeper()
    codes = [keeper.new_code() for _ in range(MAX_CODES + 1)]
    with pytest.raises(Unauthorized):
        keeper.exchange(codes[0])
    assert keeper.exchange(codes[1])


def test_a_session_of_another_port_is_not_ours() -> None:
    keeper = gatekeeper()
    session = keeper.exchange(keeper.new_code())
    assert not keeper.admits(None, cookie(session, port=8701))


def test_a_forged_cookie_is_not_admitted() -> None:
    keeper = gatekeeper()
    session = keeper.exchange(keeper.new_code())
    forged = [session[:-1], session + "x", TOKEN, "undefined", "null", "*", '"' + session + '"', "\ud800"]
    assert [value for value in forged if keeper.admits(None, cookie(value))] == []


def test_sessions_survive_a_restart_as_hashes_only_and_end_with_the_token(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    keeper = gatekeeper(file)
    session = keeper.exchange(keeper.new_code())
    assert session not in file.read_text() and TOKEN not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert gatekeeper(file).admits(None, cookie(session))
    assert not gatekeeper(file, token=TOKEN + "-changed").admits(None, cookie(session))


def test_sessions_end_after_thirty_days(tmp_path: Path) -> None:
    clock = StillClock()
    keeper = gatekeeper(tmp_path / "sessions.json", clock=clock)
    session = keeper.exchange(keeper.new_code())
    clock.seconds = 30 * 86400 - 1
    assert keeper.admits(None, cookie(session))
    clock.seconds += 1
    assert not keeper.admits(None, cookie(session))


def test_signing_out_ends_the_session_for_good(tmp_path: Path) -> None:
    keeper = gatekeeper(tmp_path / "sessions.json")
    session = keeper.exchange(keeper.new_code())
    keeper.end(cookie(session))
    assert not keeper.admits(None, cookie(session))
    assert json.loads((tmp_path / "sessions.json").read_bytes()) == {}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"a": 1}', b'{"a": "zzz"}', b"\xff\xfe", b'"text"'])
def test_a_damaged_session_file_signs_everybody_out_and_nothing_else(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "sessions.json"
    file.write_bytes(content)
    keeper = gatekeeper(file)
    assert not keeper.admits(None, cookie("a"))
    assert keeper.admits(None, cookie(keeper.exchange(keeper.new_code())))


def test_the_cookie_is_strict_and_the_link_carries_its_code_in_the_fragment() -> None:
    keeper = gatekeeper()
    assert keeper.set_cookie("s") == "aule_session_8700=s; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"
    assert keeper.clear_cookie() == "aule_session_8700=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
    assert keeper.link("c") == "http://127.0.0.1:8700/#code=c"
