"""`aule new` and `aule app test` as a person types them: what is written works, and what is wrong is told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command_line import CommandLine


def python(*words: str, at: Path) -> str:
    """Run Python in a folder, and return what it said."""
    ran = subprocess.run([sys.executable, *words], cwd=at, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def test_the_skeleton_of_an_app_passes_its_own_test_and_every_check(here: CommandLine, tmp_path: Path) -> None:
    """TL-32: written, tested as its README says, checked without a finding; never written over."""
    made = here.run("new", "app", "reading_room", "--to", str(tmp_path), "--json")
    assert (made.code, "src/aule_reading_room/app.py" in made.document["files"]) == (0, True)
    folder = tmp_path / "reading_room"
    assert "@name@" not in "".join(each.read_text() for each in folder.rglob("*") if each.is_file())
    assert "OK" in python("-m", "unittest", "discover", "tests", at=folder)
    checked = here.run("app", "test", str(folder), "--json")
    assert (checked.code, checked.document) == (
        0,
        {"apps": [{"id": "reading_room", "called": 2, "all": 2}], "findings": []},
    ), checked.out + checked.err
    before = {each: each.read_bytes() for each in folder.rglob("*.py")}
    again = here.run("new", "app", "reading_room", "--to", str(tmp_path))
    assert (again.code != 0, {each: each.read_bytes() for each in before} == before) == (True, True)


def test_skeletons_of_plugins_and_skills_pass_their_tests_and_are_clean(
    here: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-32, TL-30: in both languages; the skill has no finding."""
    for locale, plugin, skill in (("en", "letter_count", "word-count"), ("pt-BR", "conta_letras", "conta-palavras")):
        monkeypatch.setenv("LANG", f"{locale.replace('-', '_')}.UTF-8")
        assert here.run("new", "plugin", plugin, "--to", str(tmp_path)).code == 0
        assert "OK" in python("test_plugin.py", at=tmp_path / plugin)
        assert here.run("new", "skill", skill, "--to", str(tmp_path)).code == 0
        assert "OK" in python("test_count_words.py", at=tmp_path / skill / "scripts")
        for left in (tmp_path / skill).rglob("__pycache__"):
            assert left.is_dir()  # left out of the skill by its name
        checked = here.run("skills", "lint", str(tmp_path / skill), "--json")
        assert (checked.document["ok"], checked.document["findings"]) == (True, [])


@pytest.mark.parametrize(
    ("kind", "name"),
    [("app", "Reading"), ("app", "../x"), ("app", "core"), ("plugin", "a-b"), ("skill", "a_b"), ("skill", "a--b")],
)
def test_a_name_that_cannot_be_is_refused(here: CommandLine, tmp_path: Path, kind: str, name: str) -> None:
    """TL-32: nothing is written, and the hint says what a name looks like."""
    refused = here.run("new", kind, name, "--to", str(tmp_path / "into"))
    assert (refused.code != 0, "Hint:" in refused.err, (tmp_path / "into").exists()) == (True, True, False)


BAD = '''
from aule.sdk import App, Approve, Context, Effect

bad = App("bad", name="Bad")


@bad.capability(effect=Effect.READ, title="Look")
async def look(context: Context, place) -> dict:
    """Look."""
    return {}


@bad.capability(effect=Effect.READ, title={"en": "Lie", "pt": "Mentir"})
async def lie(context: Context) -> str:
    """Say that it reads, and write instead."""
    await context.change_file("x.txt", b"x", op="edit", title="x")
    return "x"


@bad.capability(effect=Effect.EXTERNAL, title={"en": "Send", "pt": "Enviar"}, approval=Approve.AUTO)
async def send(context: Context, what: str = "x") -> str:
    """Send something to somebody."""
    return what
'''


def test_an_app_that_says_too_little_or_does_too_much_is_told_what_is_wrong(here: CommandLine, tmp_path: Path) -> None:
    """TL-32: both languages, schemas, undeclared effects, failing calls, an app that cannot be imported."""
    file = tmp_path / "bad.py"
    file.write_text(BAD.replace("place)", "place: str)"))
    checked = here.run("app", "test", str(file), "--json")
    found = {(each["code"], each["severity"]) for each in json.loads(checked.out)["findings"]}
    assert checked.code != 0
    assert found == {
        ("app_name_one_language", "error"),
        ("title_one_language", "error"),
        ("thin_description", "error"),
        ("bare_param", "warning"),
        ("no_sample", "warning"),
        ("undeclared", "error"),
        ("never_asks", "error"),
        ("no_preview", "warning"),
    }
    file.write_text("raise RuntimeError('not today')\n")
    broken = here.run("app", "test", str(file))
    assert (broken.code != 0, "not today" in broken.out) == (True, True)
    assert here.run("app", "test", str(tmp_path / "nowhere")).code != 0
