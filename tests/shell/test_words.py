"""The words of the web shell that follow from the server's own lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from aule.apps import APPS
from aule.apps.core import core
from aule.sdk import App


def test_every_problem_has_portuguese_words(root: Path) -> None:
    """K-13, OS-33: no error is met in another language than the person's."""
    listed = re.findall(r"^\| `(\w+)` \|", (root / "docs/reference/errors.md").read_text("utf-8"), re.MULTILINE)
    i18n = root / "shell/src/i18n"
    words = "".join(path.read_text("utf-8") for path in (i18n / "pt-BR").glob("problems*.ts"))
    told = re.findall(r"^  (\w+): \{", words, re.MULTILINE)
    fixed = re.findall(r'^  "(\w+)",$', (i18n / "problems.ts").read_text("utf-8"), re.MULTILINE)
    assert len(listed) > 50
    assert sorted(set(listed) - set(told) - set(fixed)) == []


def test_everything_wrong_with_a_workflow_has_portuguese_words(root: Path) -> None:
    """OS-21, OS-33: what the check finds is told in the person's language, by its code."""
    kernel = root / "src/aule/kernel"
    checks = [*(kernel / "engine").rglob("*.py"), *(kernel / "workflows").glob("*.py")]
    found = {code for path in checks for code in re.findall(r'_finding\(\s*"(\w+)"', path.read_text("utf-8"))}
    words = (root / "shell/src/i18n/pt-BR/findings.ts", root / "shell/src/i18n/pt-BR/problems.ts")
    told = {code for path in words for code in re.findall(r"^  (\w+): \{", path.read_text("utf-8"), re.MULTILINE)}
    assert len(found) > 15
    assert sorted(found - told) == []


def test_every_tool_of_ours_helps_in_portuguese(root: Path) -> None:
    """K-13, OS-33: what a tool says about itself and its parameters is read in the person's language."""
    text = (root / "shell/src/i18n/pt-BR/help.ts").read_text("utf-8")
    told = set(re.findall(r'^    "(.+?)":', text, re.MULTILINE))
    named = set(re.findall(r"^    (\w+): ", text, re.MULTILINE))
    missing: list[str] = []
    for tool in core.capabilities:
        capability = tool.capability
        missing += [sentence for sentence in (capability.description, *said(capability.params)) if sentence not in told]
        missing += [name for name in asked(capability.params) if name not in named]
    assert sorted(set(missing)) == []


def test_every_tool_that_can_be_chosen_says_what_it_does_in_portuguese(root: Path) -> None:
    """K-13, OS-33: lists of tools, such as the palette of the canvas, are read in the person's language."""
    files = (root / "shell/src/i18n/pt-BR").glob("help*.ts")
    told = {key for path in files for key in re.findall(r'^ +"(.+?)":', path.read_text("utf-8"), re.MULTILINE)}
    apps: list[App] = [resolve_name(place) for place in APPS]
    tools = [tool.capability for app in apps for tool in app.capabilities if not tool.capability.internal]
    assert len(tools) > 200
    missing = [tool.name for tool in tools if not told & {spelled(tool.description), spelled(tool.description.split("\n\n")[0])}]
    assert missing == []


def spelled(words: str) -> str:
    """A text of a tool as the dictionary has it for a key."""
    return words.replace("\n", " ").replace('"', '\\"')


def said(schema: Any) -> Iterator[str]:
    """Every sentence a form shows, those of nested objects included."""
    for name, value in schema.items():
        if name == "description" and isinstance(value, str):
            yield value.replace("\n", " ")
        elif isinstance(value, dict):
            yield from said(value)


def asked(params: dict[str, Any]) -> Iterator[str]:
    """The name of every field a form shows."""
    for schema in (params, *params.get("$defs", {}).values()):
        yield from schema.get("properties", {})
