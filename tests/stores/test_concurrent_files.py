"""Small files of the data directory under several processes at once: nothing that was saved is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from aule.contracts.errors import Conflict
from aule.contracts.settings import Appearance, Settings
from aule.stores.home.directory import Home
from aule.stores.home.secrets import Secrets
from aule.stores.home.settings import SettingsFile

PROCESSES, WRITES = 4, 12

_BEGIN = """
import sys
from pathlib import Path
from aule.contracts.errors import Conflict
from aule.contracts.settings import Provider
from aule.stores.home.directory import Home
from aule.stores.home.secrets import Secrets
from aule.stores.home.settings import SettingsFile
home, me, writes = Home(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
home.prepare()
print("ready", flush=True)
sys.stdin.readline()
"""
_SETTINGS = """
file = SettingsFile(home.settings)
for number in range(writes):
    while True:
        etag = file.etag()
        settings = file.read()
        providers = {**settings.providers, f"p{me}-{number}": Provider(base_url="http://127.0.0.1:1/v1")}
        try:
            file.write(settings.model_copy(update={"providers": providers}), etag)
            break
        except Conflict:
            continue
"""
_SECRETS = """
secrets = Secrets(home, use_keyring=False, environment={})
for number in range(writes):
    secrets.set(f"K{me}_{number}_API_KEY", f"value-of-{me}-{number}")
"""
_TOKEN = """
print(home.token(), flush=True)
"""


def _together(home: Path, script: str) -> list[str]:
    """Run a script in several processes that begin at the same time; gives what each printed."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _BEGIN + script, str(home), str(number), str(WRITES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=60)[0] for process in started]
    assert [process.returncode for process in started] == [0] * PROCESSES
    return told


def test_settings_of_several_processes_at_once_are_all_there(tmp_path: Path) -> None:
    """OS-7: whoever was told that it is saved finds it saved."""
    _together(tmp_path, _SETTINGS)
    kept = SettingsFile(tmp_path / "settings.toml").read().providers
    assert sorted(kept) == sorted(f"p{me}-{number}" for me in range(PROCESSES) for number in range(WRITES))


def test_secrets_of_several_processes_at_once_are_all_there(tmp_path: Path) -> None:
    """OS-7: one vault, one key, every value opens."""
    _together(tmp_path, _SECRETS)
    secrets = Secrets(Home(tmp_path), use_keyring=False, environment={})
    found = {info.name: secrets.get(info.name) for info in secrets.list()}
    wanted = {f"K{me}_{n}_API_KEY": f"value-of-{me}-{n}" for me in range(PROCESSES) for n in range(WRITES)}
    assert found == wanted


def test_processes_that_start_at_once_agree_on_one_token(tmp_path: Path) -> None:
    """S5: a token that was given out stays the token."""
    assert len({*_together(tmp_path, _TOKEN)}) == 1


def test_settings_that_were_edited_by_hand_meanwhile_are_not_overwritten(tmp_path: Path) -> None:
    """OS-7: also where the file looks the same from outside: size and time of change are as they were."""
    file = SettingsFile(tmp_path / "settings.toml")
    etag = file.write(Settings(appearance=Appearance(name="Anna")))
    by_hand = file.path.read_text().replace("Anna", "Olga")
    status = file.path.stat()
    file.path.write_text(by_hand)
    os.utime(file.path, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(Conflict):
        file.write(Settings(appearance=Appearance(name="Maria")), etag)
    assert tomllib.loads(file.path.read_text())["appearance"]["name"] == "Olga"


def test_settings_that_are_kept_elsewhere_are_saved_there(tmp_path: Path) -> None:
    """OS-7: a link stays a link."""
    elsewhere = tmp_path / "dotfiles"
    elsewhere.mkdir()
    (elsewhere / "aule.toml").write_text("onboarded = true\n")
    link = tmp_path / "settings.toml"
    link.symlink_to(elsewhere / "aule.toml")
    SettingsFile(link).write(Settings(appearance=Appearance(name="Ana")))
    assert link.is_symlink()
    assert tomllib.loads((elsewhere / "aule.toml").read_text()) == {"appearance": {"name": "Ana"}}
