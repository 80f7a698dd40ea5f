"""`aule openapi` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.apps.openapi.documents import library, stand_in
from tests.cli.command_line import CommandLine


def test_an_api_is_imported_and_used_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """TL-22: a document is seen, imported, its operations found and tried, and removed."""
    document = library()
    document["security"] = []
    document["paths"]["/shelves/{shelf}/books"]["get"]["operationId"] = "listBooks2"
    file = tmp_path / "library.json"
    file.write_text(json.dumps(document))
    with stand_in() as service:
        words = ("openapi", "import", "library", str(file), "--with", f"at={service.url}", "--with", "local=yes")
        assert here.run(*words).code != 0, "without a yes nothing is imported"
        brought = here.run(*words, "--yes")
        assert brought.code == 0 and "4 operations" in brought.out and "POST /scan" in brought.out
        assert "listBooks2" in here.run("openapi", "operations", "library", "list", "books").out
        tried = here.run("openapi", "try", "library.listBooks2", "shelf=a", "limit:=3", "--yes")
        assert tried.code == 0 and "Iracema" in tried.out, (
            "an operation is found by its own name, however it is written"
        )
        assert here.run("openapi", "try", "library.nothing").code != 0
        assert here.run(*words, "--with", "shell=yes").code != 0
        assert here.run("openapi", "remove", "library", "--yes").code == 0
    assert "library" not in here.run("openapi", "list").out


def test_apis_are_told_of_in_portuguese(here: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-13, TL-22: what the commands say is in the language of the terminal."""
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "Ainda não há APIs." in here.run("openapi", "list").out
    missing = here.run("openapi", "import", "library", "nada.json")
    assert missing.code != 0 and "Não há o arquivo 'nada.json'." in missing.err
