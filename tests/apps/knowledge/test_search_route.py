"""Searching and asking what was added, from the outside: over HTTP and on the command line (KN-6, KN-7)."""

from __future__ import annotations

from pathlib import Path

from tests.apps.knowledge.library import RULES, Library
from tests.apps.knowledge.pdf_files import pdf
from tests.cli.command_line import CommandLine


async def test_what_was_added_is_found_and_what_was_deleted_is_not(library: Library) -> None:
    """KN-6: a look leaves no run; the passage stands in the document exactly as told."""
    rules = await library.add("regras.md")
    minutes = await library.add("ata.pdf", pdf("A pintura do muro custa 900 reais.", "O telhado fica para maio."))
    runs = (await library.get("/v1/runs", limit=100))["items"]
    found = (await library.post("/v1/knowledge/search", {"query": "quanto custa pintar o muro"}, status=200))["items"]
    assert (found[0]["ref"], found[0]["page"]) == (f"knowledge:{minutes['id']}", 1)
    assert found[0]["path"].startswith(f"/knowledge/d/{minutes['id']}?page=1")
    assert "900" in found[0]["text"]
    one = {"query": "piscina", "document": rules["id"], "k": 1}
    assert len((await library.post("/v1/knowledge/search", one, status=200))["items"]) == 1
    assert len((await library.get("/v1/runs", limit=100))["items"]) == len(runs)
    await library.delete(f"/v1/documents/{minutes['id']}")
    found = (await library.post("/v1/knowledge/search", {"query": "quanto custa pintar o muro"}, status=200))["items"]
    assert all(each["ref"] == f"knowledge:{rules['id']}" for each in found)


def test_documents_answer_on_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """KN-7: quotations with their source, or that nothing is there; by the title of a document."""
    (tmp_path / "regras.md").write_text(RULES)
    assert here.run("knowledge", "add", str(tmp_path / "regras.md")).code == 0
    asked = here.run("knowledge", "ask", "a que horas abre a piscina?", "--document", "regras")
    assert (asked.code, "8h" in asked.out, "Regras" in asked.out) == (0, True, True)
    found = here.run("knowledge", "search", "silêncio", "--json")
    assert "22h" in found.document["passages"][0]["text"]
