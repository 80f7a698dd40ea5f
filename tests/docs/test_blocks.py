"""Every fenced block in the documents runs or parses, and every link leads somewhere."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.docs.markdown import Block, blocks, files

from aule.apps.conductor.workflow.reading import parse as workflow_file
from aule.apps.core import core
from aule.apps.evaluations.files import read_file as read_evaluation
from aule.apps.plugins.descriptors import read_descriptor
from aule.apps.templates.template import read_template
from aule.boot.apps import installed_apps
from aule.cli.main import COMMANDS, app
from aule.contracts.settings import Settings
from aule.kernel.workflows.yaml_reader import read_yaml
from aule.models.builtin.suggestions import Suggestions
from aule.sdk import App
from aule.sdk.recipes import recipes_in
from aule.testing.system import system
from aule.understanding.filling.fields import FieldBook, FieldKind

LANGUAGES = {"python", "sh", "toml", "json", "yaml", "text"}
EXAMPLE_APPS = {"shopping": {"add", "show"}, "hello": {"greet"}}
"""Apps that the documents write; a test runs their commands."""


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_every_block_says_its_language(file: Path) -> None:
    fences = re.findall(r"^```(\S*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name in fences[::2] if name not in LANGUAGES] == []


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_every_python_block_runs(block: Block) -> None:
    names: dict[str, Any] = {"__name__": "block"}
    exec(compile(block.text, str(block), "exec"), names)
    apps = [value for value in names.values() if isinstance(value, App)]
    assert all(made.capabilities or made.recipes for made in apps)


@pytest.mark.parametrize("block", blocks("json"), ids=str)
def test_every_json_block_parses(block: Block) -> None:
    json.loads(block.text)


@pytest.mark.parametrize("block", blocks("yaml"), ids=str)
async def test_every_yaml_block_is_a_workflow_that_could_run(block: Block, tmp_path: Path) -> None:
    """One of the library, of Conductor, of a CI service whose steps are commands that exist, or an evaluation."""
    value: Any = read_yaml(block.text).value
    if "parameters" in value:
        assert read_template(block.text).id == value["id"]
        folder = tmp_path / "home" / "templates"
        folder.mkdir(parents=True)
        (folder / "block.yaml").write_text(block.text, "utf-8")
        async with system(tmp_path / "home") as aule:
            await aule.kernel.call("templates.list_templates", {}, locale="en")  # loads the app and makes its table
            view = await aule.kernel.apps.reading("templates", "en").own.view(value["id"], None, "en")
            assert view.findings == []
    elif "questions" in value:
        assert read_evaluation(block.text)[0] == value["id"]
    elif "tasks" in value:
        assert workflow_file(block.text).notes.found == []
    elif "jobs" in value:
        steps = [step for job in value["jobs"].values() for step in job["steps"]]
        commands = [shlex.split(step["run"].partition(" > ")[0]) for step in steps if "run" in step]
        for words in commands:
            if words[0] == "aule":
                check_command(words[1:])
    else:
        async with system(tmp_path / "home") as aule:
            assert (await aule.kernel.library.check(block.text)).findings == []


@pytest.mark.parametrize("block", blocks("toml"), ids=str)
def test_every_toml_block_is_what_its_page_says_it_is(block: Block) -> None:
    document = tomllib.loads(block.text)
    if "params" in document:
        assert {FieldKind(each["kind"]) for each in FieldBook.of(block.text).params.values()}
    elif "sentences" in document:
        assert Suggestions.of({}, block.text).sentences
    elif "recipe" in document:
        assert recipes_in("garden", block.text, where=str(block))
    elif "module" in document:
        assert read_descriptor(block.text.encode(), "en").name == document["name"]
    elif "project" not in document:
        Settings.model_validate(document)


@pytest.mark.parametrize("block", blocks("sh"), ids=str)
def test_every_shell_block_is_made_of_commands_that_exist(block: Block, root: Path) -> None:
    ran = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    for line in block.text.splitlines():
        words = shlex.split(line.split("||")[0])
        if words and words[0] == "aule":
            check_command(words[1:])
        elif words and words[0] == "make":
            assert re.search(rf"^{words[1]}:", (root / "Makefile").read_text(), re.MULTILINE)


def check_command(words: list[str]) -> None:
    """Read a command line as the program would, without running it."""
    name, *rest = words
    if name not in COMMANDS:
        known = {registered.capability.name.partition(".")[2] for registered in core.capabilities}
        assert name in {"core", *EXAMPLE_APPS}, name
        assert not rest or rest[0] in EXAMPLE_APPS.get(name, known)
        return
    context = app.make_context("aule", list(words))
    command: Any = app.get_command(context, name)
    with command.make_context(name, list(rest), parent=context) as inner:
        protected = inner._protected_args
        if protected:
            child = command.get_command(inner, protected[0])
            assert child is not None, words
            child.make_context(protected[0], inner.args, parent=inner)
    if name == "call":
        names = {registered.capability.name for each in installed_apps() for registered in each.capabilities}
        assert rest[0] in names | {name.partition(".")[2] for name in names}


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_every_link_leads_somewhere(file: Path) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8"))
    broken = [
        target
        for target in targets
        if not target.startswith(("http://", "https://", "#")) and not (file.parent / target.partition("#")[0]).exists()
    ]
    assert broken == []


def test_the_app_in_the_readme_is_the_example(root: Path) -> None:
    """What the README shows is a file that runs in the tests."""
    shown = next(block.text for block in blocks("python") if block.file.name == "README.md")
    assert shown == (root / "examples" / "hello_app.py").read_text(encoding="utf-8")
