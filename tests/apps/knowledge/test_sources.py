"""Documents from this machine and the web: files, folders, notes, artifacts, conversations, pages (KN-1)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.apps.knowledge.library import RULES, Library
from tests.sandbox.net.servers import answer, serving
from tests.server.conftest import System

from aule.contracts.talk.ask import Ask


async def _add(library: Library, **body: Any) -> dict[str, Any]:
    told = await library.post("/v1/documents", body)
    if told["run"] is not None:
        await library.done(told["run"])
    return told


@pytest.fixture
def project(system: System) -> Path:
    """The folder of the default project."""
    root = system.kernel.documents.home.project_root("home")
    (root / "docs" / "drafts").mkdir(parents=True, exist_ok=True)
    (root / "docs" / "regras.md").write_text(RULES)
    (root / "docs" / "ata.txt").write_text("Ata de março.")
    (root / "docs" / "drafts" / "velho.txt").write_text("Rascunho.")
    (root / "docs" / ".env").write_text("TOKEN=1")
    (root / ".gitignore").write_text("drafts/\n")
    return root


async def test_a_file_and_a_folder_of_a_project_are_added(library: Library, project: Path) -> None:
    """KN-1: what the project ignores and what holds secrets stays out; a changed file is a new version."""
    one = await _add(library, source="file", ref="docs/regras.md")
    assert one["documents"][0]["source"] == {"kind": "file", "ref": "docs/regras.md"}
    folder = await _add(library, source="folder", ref="docs")
    assert [each["name"] for each in folder["documents"]] == ["ata.txt"]
    assert [each["name"] for each in folder["unchanged"]] == ["regras.md"]
    (project / "docs" / "regras.md").write_text(RULES + "\nE mais.\n")
    again = await _add(library, source="file", ref="docs/regras.md")
    assert (await library.get(f"/v1/documents/{again['documents'][0]['id']}"))["version"] == 2
    assert (await library.get("/v1/documents"))["total"] == 2


@pytest.mark.parametrize("ref", ["docs/.env", "../../settings.toml", "/etc/passwd", "nothing.txt", "docs"])
async def test_no_secret_and_nothing_outside_of_the_project_is_added(library: Library, project: Path, ref: str) -> None:
    """KN-1: workspace handles only."""
    answer = await library.client.post("/v1/documents", json={"source": "file", "ref": ref})
    refused = answer.status_code >= 400 or answer.json()["refused"]
    assert refused and answer.status_code < 500, answer.text
    assert (await library.get("/v1/documents"))["total"] == 0


async def test_a_note_an_artifact_and_a_conversation_are_added(library: Library, system: System) -> None:
    """KN-1: a conversation is Markdown with speakers and dates; an artifact's bytes are kept once."""
    kernel = system.kernel
    await kernel.call("core.create_note", {"title": "Compras", "text": "Leite e pão."}, by_hand=_hand())
    note = await _add(library, source="note", ref="compras")
    artifact = (await library.client.post("/v1/artifacts?name=plano.md", content=b"# Plano\n\nCrescer.")).json()
    kept = await _add(library, source="artifact", ref=artifact["id"])
    assert kept["documents"][0]["source"] == {"kind": "artifact", "ref": artifact["id"]}
    asked = await kernel.ask(Ask(message="olá, tudo bem?", locale="pt-BR"))
    await kernel.driver.see_to_rest(asked.run)
    talk = await _add(library, source="conversation", ref=asked.conversation_id)
    text = (await library.get(f"/v1/documents/{talk['documents'][0]['id']}/pages"))["items"][0]["text"]
    assert "olá, tudo bem?" in text and "Você, 20" in text
    assert note["documents"][0]["source"]["ref"].startswith("notes/")
    await library.client.post("/v1/documents", json={"source": "conversation", "ref": "con_unknown"})
    assert (await library.get("/v1/documents"))["total"] == 3


def _hand() -> Any:
    from aule.sdk.http import ByHand

    return ByHand()


async def test_a_page_of_the_web_is_added_through_the_guarded_client(library: Library, system: System) -> None:
    """KN-1: by hand it is one request; a place inside this machine is refused, and an agent asks first."""
    refused = await library.client.post("/v1/documents", json={"source": "url", "ref": "http://127.0.0.1:9/a.md"})
    assert refused.status_code in (400, 403), refused.text
    async with serving(answer(b"# Tarifas\n\nA tarifa custa 10 reais.", type="text/markdown")) as server:
        system.kernel.web.go_through(server.client())
        told = await _add(library, source="url", ref=server.url("/tarifas.md"))
        document = await library.get(f"/v1/documents/{told['documents'][0]['id']}")
        assert (document["title"], document["source"]["kind"], document["name"]) == ("Tarifas", "url", "tarifas.md")
        again = await _add(library, source="url", ref=server.url("/tarifas.md"))
        assert again["unchanged"][0]["document"] == document["id"]


async def test_what_an_agent_adds_asks_first_and_is_undone_with_its_turn(library: Library, project: Path) -> None:
    """KN-1: a plain call without a hand waits for a person, with a preview of what comes."""
    from aule.contracts.errors import ApprovalRequired

    kernel = library.kernel
    with pytest.raises(ApprovalRequired):
        await kernel.call("knowledge.add_document", {"source": "folder", "ref": "docs"})
    waiting = (await kernel.approvals.pending())[0]
    assert waiting.preview is not None and getattr(waiting.preview, "total", None) == 2
    assert (await library.get("/v1/documents"))["total"] == 0
    await kernel.decide(waiting.id, "approve", content_hash=waiting.binds.content_hash)
    assert waiting.run is not None
    async with asyncio.timeout(20):
        await kernel.driver.see_to_rest(waiting.run)
    child = (await kernel.runs.children(waiting.run))[0]
    await library.done(child.id)
    assert (await library.get("/v1/documents", state="ready"))["total"] == 2
    await library.post(f"/v1/runs/{waiting.run}/undo", status=200)
    assert (await library.get("/v1/documents"))["total"] == 0
