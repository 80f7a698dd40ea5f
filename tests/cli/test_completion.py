"""Completion as real shells ask for it: what is offered, from where, how little it touches, and no name can act."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command_line import CommandLine

from aule.cli.completion import split
from aule.text.hashing import bytes_hash

ENTRY = "import sys; sys.argv[0] = 'aule'; from aule.cli.entry import run; run()"
HOSTILE = [
    "$(touch pwned)",
    "`touch pwned`",
    "a;touch pwned",
    "x y",
    "two\nlines",
    "'q'",
    '"q"',
    "-rf *",
    "a|b",
    "~",
    "é",
]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A data directory in which something happened, and whose server has gone."""
    aule = CommandLine(tmp_path_factory.mktemp("completion") / "aule", is_here=True)
    assert aule.run("call", "core.create_note", "title=Tea", "text=green", "--yes").code == 0
    assert aule.run("projects", "add", "Garden").code == 0
    return aule


def asked(aule: CommandLine, line: str, shell: str = "fish") -> list[str]:
    """What is offered for a line, each with its help."""
    environment = {**aule.environment, "_AULE_COMPLETE": shell}
    command = [sys.executable, "-c", ENTRY, line]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def words(aule: CommandLine, line: str) -> list[str]:
    return [offer.partition("\t")[0] for offer in asked(aule, line)]


def snapshot(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Every file below a folder as it is: its size, its time and its content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns, bytes_hash(path.read_bytes()))
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_commands_options_capabilities_and_parameters_are_offered(tmp_path: Path) -> None:
    """LI-9: from a catalogue, on a machine where nothing runs and nothing was ever made."""
    aule = CommandLine(tmp_path / "aule")
    assert words(aule, "aule ru") == ["runs"]
    assert words(aule, "aule runs sh") == ["show"]
    assert words(aule, "aule runs list --st") == ["--status"]
    assert words(aule, "aule runs list --status don") == ["done", "done_with_failures"]
    assert words(aule, "aule call core.create_n") == ["core.create_note"]
    assert words(aule, "aule call core.create_note ti") == ["title="]
    assert words(aule, "aule call core.create_note title='a b' ti") == []
    assert words(aule, "aule core create-n") == ["create-note"]
    assert words(aule, "aule core create-note te") == ["text="]
    assert "planner" in words(aule, "aule ask --agent ")
    assert words(aule, "aule completion ") == ["bash", "zsh", "fish"]
    assert words(aule, "aule runs show ") == []
    assert not (tmp_path / "aule").exists()


def test_ids_come_from_the_database_file_and_nothing_is_touched(worked: CommandLine) -> None:
    """LI-9: no server, no kernel, no lock, no file: not even SQLite's own."""
    before = snapshot(worked.home)
    runs, projects = words(worked, "aule runs show "), words(worked, "aule ask --project ")
    assert runs and all(each.startswith("run_") for each in runs)
    assert {"garden", "home"} <= set(projects)
    assert {each[:4] for each in words(worked, "aule undo chg_")} == {"chg_"}
    assert snapshot(worked.home) == before


def test_a_held_lock_and_what_a_dead_server_left_keep_nobody_waiting(worked: CommandLine) -> None:
    """LI-9: a command of one's own holds the directory, and server.json names a process that is gone."""
    held = (
        "import fcntl, json, os, sys; file = open(sys.argv[1], 'r+'); fcntl.flock(file, fcntl.LOCK_EX);"
        "print('held', flush=True); sys.stdin.read()"
    )
    stale = worked.home / "server.json"
    stale.write_text('{"pid": 999999, "port": 1, "started_at": "2026-01-01T00:00:00Z"}')
    command = [sys.executable, "-c", held, str(worked.home / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        assert words(worked, "aule runs show ")
        holder.communicate("")
    stale.unlink()


def test_the_running_server_is_asked(tmp_path: Path) -> None:
    """LI-9: what is newer than the database file is in the server."""
    aule = CommandLine(tmp_path / "aule")
    with aule.server():
        assert aule.run("call", "core.create_note", "title=Tea", "text=green", "--yes").code == 0
        assert len(words(aule, "aule runs show ")) == 1
        assert words(aule, "aule call core.create_note ti") == ["title="]
        assert "home" in words(aule, "aule ask --project=")[0]
        (aule.home / "token").write_text("wrong-token-wrong-token-wrong-token-wrong")
        assert words(aule, "aule runs show ") == []


def test_completion_loads_no_framework() -> None:
    """LI-9: it is there in a moment because it loads nearly nothing."""
    program = f"import sys\ntry:\n    {ENTRY}\nfinally:\n    sys.stderr.write(repr(sorted(sys.modules)))"
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "_AULE_COMPLETE": "zsh"}
    command = [sys.executable, "-c", program, "aule runs show "]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    heavy = {"click", "asyncio", "pydantic", "httpx", "http.client", "aule.cli.main", "aule.contracts", "aule.terminal"}
    assert [name for name in heavy if f"'{name}'" in ran.stderr] == []


def hostile(worked: CommandLine, tmp_path: Path) -> CommandLine:
    """A data directory whose projects and runs have names that a shell would act on."""
    home = tmp_path / "aule"
    shutil.copytree(worked.home, home)
    with sqlite3.connect(home / "aule.db") as database:
        for number, name in enumerate(HOSTILE):
            doc = '{"name": "$(touch pwned)\\u001b[31m`touch pwned`"}'
            database.execute("INSERT INTO projects VALUES (?, ?, ?, ?)", (name, name, f"2026-01-0{number % 9}", doc))
        evil = '{"name": "; touch pwned #\\n$(touch pwned)"}'
        database.execute("INSERT INTO projects VALUES ('plain-one', 'x', '2026-01-01', ?)", (evil,))
    database.close()
    return CommandLine(home)


def test_names_that_a_shell_would_act_on_are_never_offered(worked: CommandLine, tmp_path: Path) -> None:
    """LI-10: a shell puts an offer on its line as it is, so only plain words are offered, each on one line."""
    aule = hostile(worked, tmp_path)
    offered = asked(aule, "aule ask --project ")
    assert not {offer.partition("\t")[0] for offer in offered} & set(HOSTILE)
    assert "plain-one\t; touch pwned # $(touch pwned)" in offered
    assert all(character.isprintable() or character == "\t" for offer in offered for character in offer)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_real_shell_completes_and_runs_nothing(worked: CommandLine, tmp_path: Path, shell: str) -> None:
    """LI-9, LI-10: the script is loaded by the shell itself, which is then asked to complete."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed here")
    aule = hostile(worked, tmp_path)
    script = CommandLine(tmp_path / "unused", is_here=True).run("completion", shell).out
    (tmp_path / "script").write_text(script)
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "aule").write_text(f"#!{sys.executable}\n{ENTRY}\n")
    (binaries / "aule").chmod(0o755)
    environment = {**aule.environment, "PATH": f"{binaries}:{os.environ['PATH']}", "LANG": "C.UTF-8", "TERM": "dumb"}
    lines = {
        "aule ru": "runs",
        "aule call core.create_note ti": "title=",
        "aule ask --project plain": "plain-one",
        "aule runs list --status=done_w": "done_with_failures",
    }
    for line, expected in lines.items():
        found = COMPLETERS[shell](program, tmp_path, environment, line)
        assert expected in found, (line, found)
    everything = COMPLETERS[shell](program, tmp_path, environment, "aule ask --project ")
    assert "plain-one" in everything
    assert not list(tmp_path.rglob("pwned"))


def in_bash(program: str, folder: Path, environment: dict[str, str], line: str) -> str:
    """Call the completion function as readline does: with the line, its words cut at `=`, and the place in it."""
    test = """
source ./script
COMP_LINE="$1" COMP_POINT=${#1}
COMP_WORDS=(aule) COMP_CWORD=1
$(complete -p aule | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
printf '%s\\n' "${COMPREPLY[@]}"
"""
    return run([program, "--norc", "-c", test, "bash", line], folder, environment)


def in_zsh(program: str, folder: Path, environment: dict[str, str], line: str) -> str:
    """Load the function with `compadd` in place of the real one, which only works inside the line editor."""
    test = """
compdef() { : }
_files() { print -r -- files }
compadd() { while [[ "$1" != "--" ]]; do shift; done; shift; print -rl -- "$@" }
source ./script
LBUFFER="$1" words=(aule)
_aule
"""
    return run([program, "-f", "-c", test, "zsh", line], folder, environment)


def in_fish(program: str, folder: Path, environment: dict[str, str], line: str) -> str:
    """Ask fish itself what it would offer."""
    return run([program, "--no-config", "-c", f"source ./script; complete -C {line!r}"], folder, environment)


COMPLETERS = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_script_is_installed_where_the_shell_looks_and_nobody_s_own_is_replaced(tmp_path: Path) -> None:
    """LI-9: it says what it wrote; a second time renews it; a file of somebody's own stays."""
    aule = CommandLine(tmp_path / "aule", is_here=True)
    for shell, place in {
        "bash": ".local/share/bash-completion/completions/aule",
        "zsh": ".local/share/zsh/site-functions/_aule",
        "fish": ".config/fish/completions/aule.fish",
    }.items():
        for _ in range(2):
            ended = aule.run("completion", shell, "--install")
            assert (ended.code, str(tmp_path / place) in ended.out) == (0, True)
        assert (tmp_path / place).read_text() == aule.run("completion", shell).out
        (tmp_path / place).write_text("# my own")
        assert aule.run("completion", shell, "--install").code == 1
        assert (tmp_path / place).read_text() == "# my own"


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("aule ", ["aule", ""]),
        ("aule  a\\ b 'c d' \"e f", ["aule", "a b", "c d", "e f"]),
        ("aule call x t='a b'c", ["aule", "call", "x", "t=a bc"]),
        ("", [""]),
    ],
)
def test_a_line_that_is_still_typed_is_cut_as_a_shell_would(line: str, cut: list[str]) -> None:
    assert split(line) == cut
