"""`aule knowledge` as a person types it (KN-1, KN-3, KN-4)."""

from __future__ import annotations

from pathlib import Path

from tests.apps.knowledge.contracts import CONTRACTS
from tests.apps.knowledge.library import RULES
from tests.cli.command_line import CommandLine


def test_documents_are_added_listed_shown_removed_and_brought_back(here: CommandLine, tmp_path: Path) -> None:
    """KN-1, KN-3: files and whole folders, with progress; the same again says so; `--json` is one document."""
    folder = tmp_path / "papéis"
    (folder / ".git").mkdir(parents=True)
    (folder / "regras.md").write_text(RULES)
    (folder / "ata de março.txt").write_text("Ata de março.")
    (folder / ".git" / "config").write_text("x")
    done = here.run("knowledge", "add", str(folder), "--json")
    assert (done.code, sorted(each["name"] for each in done.document["documents"])) == (
        0,
        ["ata de março.txt", "regras.md"],
    )
    assert {each["state"] for each in done.document["documents"]} == {"ready"}
    again = here.run("knowledge", "add", str(folder / "regras.md"))
    assert (again.code, "is there already" in again.out) == (0, True)
    listed = here.run("knowledge", "list")
    assert "Regras" in listed.out and "ata de março" in listed.out
    shown = here.run("knowledge", "show", "regras")
    assert "Piscina" in shown.out
    assert "às 8h" in here.run("knowledge", "show", "regras", "--text").out
    assert here.run("knowledge", "remove", "Regras").code == 4
    assert here.run("knowledge", "remove", "Regras", "--yes").code == 0
    assert here.run("knowledge", "list", "--json").document["total"] == 1
    assert here.run("undo").code == 0
    assert here.run("knowledge", "list", "--json").document["total"] == 2
    assert here.run("knowledge", "collections", "--json").document[0]["documents"] == 2


def test_what_cannot_be_read_is_told_with_what_to_do(here: CommandLine, tmp_path: Path) -> None:
    """KN-2: the exit code says that something failed, and every line is in the language of the terminal."""
    (tmp_path / "ruim.pdf").write_bytes(b"%PDF-1.7 nothing")
    (tmp_path / "bin.xyz").write_bytes(bytes(range(256)) * 4)
    done = here.run("knowledge", "add", str(tmp_path / "ruim.pdf"), str(tmp_path / "bin.xyz"))
    assert (done.code, "'ruim.pdf' is damaged" in done.out, "'bin.xyz' is not a kind" in done.out) == (1, True, True)
    assert here.run("knowledge", "add", str(tmp_path / "nada.pdf")).code == 2


def test_a_folder_is_watched_and_let_go_from_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """KN-4: off until somebody says so."""
    folder = tmp_path / "contratos"
    folder.mkdir()
    watched = here.run("knowledge", "watch", str(folder), "--ignore", "rascunhos/", "--yes", "--json")
    assert (watched.code, watched.document["is_watched"], watched.document["folder"]) == (0, True, str(folder))
    assert watched.document["ignore"] == ["rascunhos/"]
    stopped = here.run("knowledge", "watch", str(folder), "--stop", "--yes", "--json")
    assert (stopped.code, stopped.document["is_watched"]) == (0, False)


def test_a_digest_is_planned_shown_and_made_from_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """KN-8: what it costs is told first; without a yes nothing is made."""
    for name, text in CONTRACTS.items():
        (tmp_path / name).write_text(text)
    assert here.run("knowledge", "add", *(str(tmp_path / name) for name in CONTRACTS)).code == 0
    shown = here.run("knowledge", "digest", "table", "--focus", "prazo, valor")
    assert (shown.code, "3 documents" in shown.out, "costs nothing" in shown.out) == (0, True, True)
    assert here.run("artifacts", "list", "--json").document == []
    done = here.run("knowledge", "digest", "table", "--focus", "prazo, valor", "--yes", "--json")
    assert (done.code, len(done.document["artifacts"])) == (0, 1)
    assert here.run("knowledge", "digest", "poem", "--yes").code == 2
