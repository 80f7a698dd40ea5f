"""A full disk or a data directory that cannot be written to is a sentence with a way out, never a bug or a trace."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PYTHON = sys.executable


def run_on_small_disk(folder: Path, root: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a shell script with a small disk of its own at a folder, seen by nobody else."""
    apart = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], capture_output=True).returncode != 0:
        pytest.skip("This system gives no mount namespace to its users: no small disk can be made.")
    mount = f"mount -t tmpfs -o size=12m tmpfs '{folder}' && export AULE_HOME='{folder}/home' && {script}"
    return subprocess.run([*apart, "sh", "-c", mount], cwd=root, capture_output=True, text=True, timeout=120)


def test_a_full_disk_is_told_by_every_door_and_is_over_once_there_is_room(tmp_path: Path, root: Path) -> None:
    """Rows, contents, files, settings, secrets and uploads: none is half written, all of them go on by themselves."""
    done = run_on_small_disk(tmp_path, root, f"exec '{PYTHON}' -m tests.server.small_disk '{tmp_path}'")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert {(status, code, hint) for _, status, code, hint in told["full"]} == {(507, "disk_full", True)}
    assert told["settings"] == [507, "disk_full"]
    assert told["readable"] == 200
    assert {status for _, status, *_ in told["after"]} <= {200, 201, 204}
    assert told["left_over"] == []
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("ruin", "words"),
    [
        ("mount -o remount,ro '{folder}'", "does not let auleOS write"),
        ("dd if=/dev/zero of='{folder}/ballast' bs=4096 2>/dev/null", "no room left"),
    ],
    ids=["read-only", "full"],
)
def test_a_server_says_in_a_sentence_that_the_data_directory_cannot_be_used(
    tmp_path: Path, root: Path, ruin: str, words: str
) -> None:
    aule = f"'{PYTHON}' -c 'from aule.cli.main import run; run()'"
    commands = f"{aule} up --no-browser --port 0; echo $?"
    done = run_on_small_disk(
        tmp_path, root, f"mkdir -m 700 '{tmp_path}/home'; {ruin.format(folder=tmp_path)}; {commands}"
    )
    assert (done.stdout, done.stderr.count(words)) == ("1\n", 1), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_home_that_became_read_only_is_told_by_commands(tmp_path: Path, root: Path) -> None:
    """There is a database already: it is left alone."""
    aule = f"'{PYTHON}' -c 'from aule.cli.main import run; run()'"
    done = run_on_small_disk(
        tmp_path,
        root,
        f"{aule} call core.now >/dev/null && mount -o remount,ro '{tmp_path}'; {aule} runs list; echo $?",
    )
    assert (done.stdout, done.stderr.count("does not let auleOS write")) == ("1\n", 1), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
