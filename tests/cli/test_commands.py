"""Commands as scripts use them: help at once, exact names, typed errors, every app's own words."""

from __future__ import annotations

import subprocess
import sys

import pytest
from dirty_equals import Contains, IsPartialDict
from tests.cli.command_line import CommandLine

from aule import __version__
from aule.cli.main import COMMANDS


def test_help_lists_every_command_and_loads_nothing_heavy() -> None:
    """Start-up is the time of its imports: `--help` needs none of these."""
    program = """
import sys
from aule.cli.main import app
try:
    app(["--help"], prog_name="aule")
except SystemExit:
    heavy = {"pydantic", "httpx", "fastapi", "sqlalchemy", "uvicorn", "rich", "asyncio", "aule.contracts"}
    print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines()[-1] == "[]"
    assert [name for name in COMMANDS if f"  {name} " not in ran.stdout] == []


def test_the_first_page_waits_for_no_library_that_only_some_work_needs() -> None:
    """What reads web pages, YAML, globs and archives, or edits lines, is loaded by whoever needs it first."""
    program = """
import sys, aule.boot.system, aule.server.app
heavy = {"trafilatura", "lxml", "prompt_toolkit", "wcmatch", "ruamel.yaml", "httpcore", "tarfile", "idna"}
print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(here: CommandLine, command: str) -> None:
    ended = here.run(command, "--help")
    assert (ended.code, ended.out) == (0, Contains(f"Usage: aule {command}"))
    assert not here.home.exists()


def test_the_version_is_told_both_ways(here: CommandLine) -> None:
    assert here.run("--version").out == f"{__version__}\n"
    assert here.run("version", "--json").document == IsPartialDict(aule=__version__)


def test_a_capability_is_called_by_its_exact_name_and_typed_parameters(here: CommandLine) -> None:
    """K-1, K-2, K-12."""
    (here.home / "projects" / "home").mkdir(parents=True)
    (here.home / "projects/home/a.txt").write_text("one\ntwo\nthree\n")
    read = here.run("call", "core.read_file", "path=a.txt", "start_line=2", "max_lines=1", "--json")
    assert (read.code, read.document["result"]["ok"]) == (0, True)
    assert "two" in str(read.document["result"]["data"])

    near = here.run("call", "core.raed_file", "path=a.txt", "--json")
    assert near.code == 2
    assert near.document["error"] == IsPartialDict(code="unknown_capability", candidates=Contains("core.read_file"))

    unknown = here.run("call", "core.read_file", "pth=a.txt", "--json")
    assert unknown.code == 2
    assert unknown.document["error"] == IsPartialDict(code="unknown_param", candidates=["path"])

    outside = here.run("call", "core.read_file", "path=../../token", "--json")
    assert (outside.code, outside.document["error"]["code"]) == (3, "outside_scope")


def test_yes_approves_the_very_call_and_gives_its_result(here: CommandLine) -> None:
    """K-4."""
    ended = here.run("call", "core.write_file", "path=a.txt", "content=hello", "--yes", "--json")
    assert ended.code == 0, ended
    assert ended.document == IsPartialDict(ok=True, status="done", result=IsPartialDict(ok=True))
    assert (here.home / "projects/home/a.txt").read_text() == "hello"


def test_an_app_is_a_command(here: CommandLine) -> None:
    listed = here.run("core")
    assert (listed.code, listed.out) == (0, Contains("aule core read_file"))
    helped = here.run("core", "read_file", "--help")
    assert (helped.code, helped.out) == (0, Contains("path=…"))
    assert here.run("core", "now", "--json").document["result"]["ok"] is True
    lost = here.run("cor", "now", "--json")
    assert (lost.code, lost.document["error"]["candidates"]) == (2, Contains("core"))


def test_models_say_honestly_that_there_is_none(here: CommandLine) -> None:
    """OS-13."""
    listed = here.run("models", "--json")
    assert listed.code == 0
    assert {role["provider"] for role in listed.document["roles"]} == {"builtin"}
    assert here.run("models", "probe", "gpt").code == 2
    assert here.run("models", "add", "nothing.gguf").code == 2


def test_a_gguf_file_becomes_a_provider(here: CommandLine) -> None:
    file = here.home.parent / "Tiny Model-Q4.gguf"
    file.write_bytes(b"GGUF")
    added = here.run("models", "add", str(file), "--json")
    assert added.code == 0, added
    settings = (here.home / "settings.toml").read_text()
    assert "[providers.gguf-tiny-model-q4]" in settings
    assert str(file) in settings


def test_a_usage_mistake_is_exit_code_2(here: CommandLine) -> None:
    assert here.run("ask", "hi", "--model", "gpt").code == 2
    assert here.run("approvals", "decide").code == 2
    assert here.run("events", "--limit", "0").code == 2
    assert here.run("chat").code == 2


def test_doctor_finds_everything_in_order(here: CommandLine) -> None:
    ended = here.run("doctor", "--json")
    assert ended.code == 0, ended
    checks = {check["name"]: check["status"] for check in ended.document}
    assert checks.pop("desktop") in {"ok", "warn"}
    assert checks.pop("sandbox") in {"ok", "warn"}  # not every machine lets programs build walls
    assert checks.pop("documents") in {"ok", "warn"}
    assert checks == {
        "python": "ok",
        "data": "ok",
        "lock": "ok",
        "token": "ok",
        "settings": "ok",
        "database": "ok",
        "log": "ok",
        "contents": "ok",
        "files": "ok",
        "apps": "ok",
        "system": "ok",
        "model": "warn",
    }


def test_doctor_names_what_is_wrong_and_what_to_do(here: CommandLine) -> None:
    here.home.mkdir()
    (here.home / "settings.toml").write_text("[appearance]\ntheme = 'purple'\n")
    (here.home / "token").write_text("changeme")
    ended = here.run("doctor", "--json")
    assert ended.code == 1
    failed = {check["name"]: check for check in ended.document if check["status"] == "fail"}
    assert "theme" in failed["settings"]["detail"]
    assert failed["token"]["hint"]
    assert (here.home / "settings.toml").read_text() == "[appearance]\ntheme = 'purple'\n"
