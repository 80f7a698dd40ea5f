"""What was said is kept in the agent's home, whole, whatever happens (CO-4)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.conductor.places import Site

from aule import boot
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.sessions.history import move_to_history
from aule.apps.conductor.sessions.state import (
    MOST_TURNS,
    SessionBusy,
    State,
    Turn,
    blank_state,
    fork_state,
    history_of,
    load_state,
    lock_home,
    look_at_state,
    save_state,
)

AMBIENT = boot.ambient()
BLANK = State("A", "develop", "test-service")


def turn(number: int) -> Turn:
    return Turn(f"prompt {number}", f"response {number} é", AMBIENT.timestamp(), f"run_{number}")


def kept(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))


def test_a_turn_is_saved_by_its_absolute_path_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CO-4: the working directory plays no part, and the original's keys are there."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    monkeypatch.chdir(project)
    path = home / "state.json"
    saved = save_state(path, BLANK.adding(turn(1)), AMBIENT)
    written = kept(path)
    assert list(written) == [
        *("schema_version", "agent_id", "environment", "project", "conversation_history", "last_modified")
    ]
    assert (written["schema_version"], written["agent_id"]) == (2, "A")
    assert written["conversation_history"][0]["prompt"] == "prompt 1"
    assert written["conversation_history"][0]["run_id"] == "run_1"
    assert written["last_modified"] == saved.last_modified
    assert list(project.iterdir()) == []
    path.chmod(0o640)
    assert save_state(path, saved, AMBIENT).turns == saved.turns
    assert path.stat().st_mode & 0o777 == 0o640
    saved = load_state(path, BLANK, AMBIENT).state
    assert load_state(path, BLANK, AMBIENT).state == saved
    assert look_at_state(path) == (1, saved.last_modified)
    with pytest.raises(ValueError, match="absolute"):
        save_state(Path("state.json"), BLANK, AMBIENT)


def test_keys_of_others_stay_and_missing_ones_are_filled_in(tmp_path: Path) -> None:
    """CO-4: unknown keys, of the state and of a turn, come back as they were."""
    path = tmp_path / "state.json"
    path.write_text(
        json.dumps({"mood": {"deep": [1]}, "conversation_history": [{"prompt": "p", "response": "r", "stars": 5}]})
    )
    loaded = load_state(path, BLANK, AMBIENT)
    assert loaded.notes == ()
    assert (loaded.state.agent_id, loaded.state.environment) == ("A", "develop")
    save_state(path, loaded.state.adding(turn(2)), AMBIENT)
    written = kept(path)
    assert written["mood"] == {"deep": [1]}
    assert written["conversation_history"][0] == {"prompt": "p", "response": "r", "timestamp": "", "stars": 5}


def test_entries_by_role_are_put_together(tmp_path: Path) -> None:
    """D.1: `{role, content}` is accepted on reading."""
    path = tmp_path / "state.json"
    entries: list[dict[str, Any]] = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "assistant", "content": [{"type": "text", "text": "c"}]},
        {"role": "user", "content": "d"},
        {"prompt": "e", "response": "f"},
        {"role": "model", "content": "g"},
    ]
    path.write_text(json.dumps({"conversation_history": entries}))
    turns = load_state(path, BLANK, AMBIENT).state.turns
    assert [(each.prompt, each.response) for each in turns] == [("a", "b\n\nc"), ("d", ""), ("e", "f"), ("", "g")]


@pytest.mark.parametrize("content", [b"", b"{half", b"[]", b"\xff\xfe", b'{"conversation_history": 7}', b"[" * 100_000])
def test_a_broken_state_is_put_aside_and_told(tmp_path: Path, content: bytes) -> None:
    """CO-4: nothing is lost and nothing is overwritten, twice in one second neither."""
    path = tmp_path / "state.json"
    for count in (1, 2):
        path.write_bytes(content)
        loaded = load_state(path, BLANK, AMBIENT)
        assert loaded.state == BLANK
        assert [note.code for note in loaded.notes] == ["state_corrupt"]
        aside = [each for each in tmp_path.iterdir() if ".corrupt-" in each.name]
        assert len(aside) == count
        assert all(each.read_bytes() == content for each in aside)
        assert not path.exists()


def test_a_state_of_another_agent_is_told(tmp_path: Path) -> None:
    """CO-4: identity keys say whose words they are."""
    path = tmp_path / "state.json"
    save_state(path, State("B", "main", "x").adding(turn(1)), AMBIENT)
    loaded = load_state(path, BLANK, AMBIENT)
    assert [note.code for note in loaded.notes] == ["state_of_another"]
    assert (loaded.state.agent_id, len(loaded.state.turns)) == ("A", 1)


def test_the_state_of_a_meta_agent_belongs_to_no_environment(site: Site) -> None:
    """CO-4: shared by all, it is nobody else's in the next environment."""
    site.shared("Meta")
    path = resolve(site.home, "develop", "test-service", "Meta").manifest.state_path
    for environment in ("develop", "main"):
        blank = blank_state(resolve(site.home, environment, "test-service", "Meta"))
        loaded = load_state(path, blank, AMBIENT)
        assert loaded.notes == ()
        save_state(path, loaded.state.adding(turn(1)), AMBIENT)
    assert look_at_state(path)[0] == 2


def test_older_turns_move_to_the_history_each_once(tmp_path: Path) -> None:
    """D.1: more than 200 turns: the rest is in `state.history.jsonl`, also after a death in between."""
    path = tmp_path / "state.json"
    state = BLANK
    for number in range(MOST_TURNS + 5):
        state = save_state(path, state.adding(turn(number)), AMBIENT)
    history = history_of(path)
    assert history.name == "state.history.jsonl"
    assert len(state.turns) == MOST_TURNS
    lines = [json.loads(line) for line in history.read_text("utf-8").splitlines()]
    assert [line["prompt"] for line in lines] == [f"prompt {number}" for number in range(5)]

    # It died after the history was written, and before the state was: the same turns come again.
    before = path.read_bytes()
    fuller = state.adding(turn(900)).adding(turn(901))
    save_state(path, fuller, AMBIENT)
    path.write_bytes(before)
    history.write_bytes(history.read_bytes() + b'{"prompt": "half')
    save_state(path, fuller, AMBIENT)
    lines = [json.loads(line) for line in history.read_text("utf-8").splitlines()]
    assert [line["prompt"] for line in lines] == [f"prompt {number}" for number in range(7)]


@settings(max_examples=30)
@given(st.lists(st.lists(st.text(max_size=5), max_size=4), max_size=5))
def test_history_holds_what_was_moved_in_order(batches: list[list[str]]) -> None:
    """D.1: batches that differ follow each other, whatever is in them."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.history.jsonl"
        expected: list[dict[str, Any]] = []
        for number, batch in enumerate(batches):
            entries: list[dict[str, Any]] = [{"n": number, "i": i, "text": text} for i, text in enumerate(batch)]
            move_to_history(path, entries)
            move_to_history(path, entries)
            expected += entries
        written = path.read_bytes().decode("utf-8") if path.exists() else ""
        assert [json.loads(line) for line in written.split("\n")[:-1]] == json.loads(
            json.dumps(expected).encode("utf-8", "backslashreplace")
        )


@settings(max_examples=50)
@given(st.text(max_size=50), st.text(max_size=50))
def test_any_words_come_back(prompt: str, response: str) -> None:
    """CO-4: emoji, control characters, halves of characters: what can be kept is, the rest is escaped."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.json"
        save_state(path, BLANK.adding(Turn(prompt, response)), AMBIENT)
        back = load_state(path, BLANK, AMBIENT)
        assert back.notes == ()
        told = back.state.turns[0]
        assert (told.prompt, told.response) == (prompt, response)


def test_a_fork_is_a_copy_beside(tmp_path: Path) -> None:
    """CO-4: `--fork-state` works on a copy; the state itself stays."""
    path = tmp_path / "state.json"
    save_state(path, BLANK.adding(turn(1)), AMBIENT)
    before = path.read_bytes()
    first, second = fork_state(path, AMBIENT), fork_state(path, AMBIENT)
    assert first != second and first.name.startswith("state.fork-") and first.suffix == ".json"
    assert first.read_bytes() == before
    save_state(first, BLANK, AMBIENT)
    assert path.read_bytes() == before
    assert load_state(fork_state(tmp_path / "none.json", AMBIENT), BLANK, AMBIENT).state.turns == ()


def test_one_session_at_a_time_and_death_lets_go(tmp_path: Path) -> None:
    """CO-4: two processes cannot hold one home; a killed one lets go by itself."""
    code = (
        "import sys, pathlib\nfrom aule.ambient import ambient\n"
        "from aule.apps.conductor.sessions.state import lock_home\n"
        "lock = lock_home(pathlib.Path(sys.argv[1]), ambient(), what='the other')\n"
        "print('held', flush=True)\nsys.stdin.read()\n"
    )
    arguments = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        for locale, word in (("en", "Another session"), ("pt-BR", "Outra sessão")):
            with pytest.raises(SessionBusy, match=word) as caught:
                lock_home(tmp_path, AMBIENT, locale=locale)
            assert f"pid {other.pid}" in str(caught.value)
            assert "--fork-state" in (caught.value.problem.hint or "")
        other.send_signal(signal.SIGKILL)
        other.wait()
    with lock_home(tmp_path, AMBIENT), pytest.raises(SessionBusy):
        lock_home(tmp_path, AMBIENT)
    lock_home(tmp_path, AMBIENT).release()


def test_a_lock_is_not_taken_through_a_link(tmp_path: Path) -> None:
    """S9: a planted link makes nobody write elsewhere."""
    target = tmp_path / "elsewhere"
    target.write_text("mine")
    home = tmp_path / "home"
    home.mkdir()
    (home / ".session.lock").symlink_to(target)
    (home / "state.json").symlink_to(target)
    with pytest.raises(Exception, match="link"):
        lock_home(home, AMBIENT)
    save_state(home / "state.json", BLANK, AMBIENT)
    assert target.read_text() == "mine"
    assert not (home / "state.json").is_symlink()


def test_killing_whoever_saves_leaves_the_old_state_or_the_new_one(tmp_path: Path) -> None:
    """CO-4, K-7: kill -9 at any moment of many saves: whole, and never older than what was told."""
    code = (
        "import sys, pathlib\nfrom aule.ambient import ambient\n"
        "from aule.apps.conductor.sessions.state import State, Turn, load_state, save_state\n"
        "path, around = pathlib.Path(sys.argv[1]), ambient()\n"
        "state = load_state(path, State('A', 'e', 'p'), around).state\n"
        "number = len(state.turns)\n"
        "while True:\n"
        "    state = save_state(path, state.adding(Turn(str(number), 'x' * 20_000)), around)\n"
        "    print(number, flush=True)\n    number += 1\n"
    )
    path = tmp_path / "state.json"
    for kills in range(5):
        arguments = [sys.executable, "-c", code, str(path)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            told = -1
            for _ in range(3 + kills):
                told = int(writer.stdout.readline())
            os.kill(writer.pid, signal.SIGKILL)
            rest = writer.stdout.read().split()
            told = int(rest[-1]) if rest and rest[-1].isdigit() else told
        loaded = load_state(path, BLANK, AMBIENT)
        assert [note.code for note in loaded.notes] in ([], ["state_of_another"])
        numbers = [int(each.prompt) for each in loaded.state.turns]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) - 1 >= told
