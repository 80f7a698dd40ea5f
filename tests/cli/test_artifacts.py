"""Artifacts on the command line: add, find, save, and put one beside a question."""

from __future__ import annotations

from pathlib import Path

from dirty_equals import Contains, IsPartialDict
from tests.cli.command_line import CommandLine


def test_a_file_is_added_found_and_saved(here: CommandLine, tmp_path: Path) -> None:
    """OS-6."""
    plan = tmp_path / "plano de aula.md"
    plan.write_text("# Olá")
    assert here.run("artifacts").out == Contains("Nothing is here yet")
    [made] = here.run("artifacts", "add", str(plan), "--json").document
    assert made == IsPartialDict(name="plano de aula.md", type="markdown", size=6, project="home")
    assert here.run("artifacts", "list", "plano").out == Contains(made["id"])
    assert here.run("artifacts", "list", "--type", "image", "--json").document == []

    saved = here.run("artifacts", "save", made["id"], str(tmp_path / "copy.md"), "--json")
    assert (saved.code, (tmp_path / "copy.md").read_text()) == (0, "# Olá")
    again = here.run("artifacts", "save", made["id"], str(tmp_path / "copy.md"))
    assert (again.code, again.err) == (1, Contains("already a file"))
    forced = here.run("artifacts", "save", made["id"], str(tmp_path), "--force")
    assert (forced.code, plan.read_text()) == (0, "# Olá")


def test_what_cannot_be_added_or_saved_is_said(here: CommandLine, tmp_path: Path) -> None:
    missing = here.run("artifacts", "add", str(tmp_path / "none"), "--json")
    assert (missing.code, missing.document["error"]["code"]) == (2, "not_found")
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    refused = here.run("artifacts", "add", str(large), "--json")
    assert (refused.code, refused.document["error"]) == (2, IsPartialDict(code="too_large", hint=Contains("folder")))
    unknown = here.run("artifacts", "save", "art_none", str(tmp_path / "x"))
    assert unknown.code == 2 and not (tmp_path / "x").exists()


def test_a_file_is_put_beside_a_question(here: CommandLine, tmp_path: Path) -> None:
    """OS-9b, K-14: with no model at all, what is attached can still be read."""
    list_ = tmp_path / "compras.txt"
    list_.write_text("pão e leite")
    asked = here.run("ask", "leia este anexo", "--attach", str(list_), "--json")
    assert (asked.code, asked.document["text"]) == (0, "**compras.txt**\n\npão e leite")
    missing = here.run("ask", "leia este anexo", "--attach", str(tmp_path / "none"), "--json")
    assert (missing.code, missing.document["error"]["code"]) == (2, "not_found")
