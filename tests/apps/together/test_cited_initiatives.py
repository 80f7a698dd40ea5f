"""An initiative and a key result cite the contract they come from, at the passage (KN-9)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.atlas.files import Files, files
from tests.apps.knowledge.contracts import ALUGUEL, INTERNET

from aule.apps.knowledge.ingestion.intake import Batch, Intake
from aule.apps.knowledge.ingestion.originals import keep
from aule.boot import running
from aule.contracts.talk.ask import Ask
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.stores.home.directory import Home

FINE = "A multa por saída antecipada é de três aluguéis."


async def _add(kernel: Any, **texts: str) -> None:
    kept = [await keep(kernel.blobs, f"{name}.md", text.encode(), "upload") for name, text in texts.items()]
    await kernel.loads.load("knowledge")
    run, _ = await Intake(kernel).take(Batch(kept, "general.home", "home", "pt-BR"))
    await kernel.driver.wait(run)


async def _build(company: Any) -> None:
    await company.do("create_company", name="ACME")
    await company.do("create_cycle", name="Plano 2026", period_start="2026-01-01", period_end="2026-12-31")
    await company.do("create_pillar", name="Financeiro")
    await company.do("create_objective", title="Gastar menos", pillar_id="pil-1")
    await company.do("create_key_result", title="Custo fixo", objective_id="obj-1", target_value=100)
    await company.do("create_initiative", title="Sair do aluguel", key_result_id="kr-1")


@pytest.fixture
async def acme(tmp_path: Path) -> AsyncGenerator[Files]:
    """A company with one initiative, and two contracts among the documents."""
    async with files(tmp_path / "home") as found:
        await _build(found)
        await _add(found.kernel, aluguel=ALUGUEL, internet=INTERNET)
        yield found


async def _page(company: Files, id: str = "kr-1") -> dict[str, Any]:
    from aule.apps.atlas.reading.pages import key_result

    kernel = company.kernel
    reading = kernel.gate._ports.readings.of("atlas", "pt-BR")  # pyright: ignore[reportPrivateUsage]
    return (await key_result(reading, id)).model_dump(mode="json")


async def test_an_initiative_cites_the_clause_it_comes_from(acme: Files) -> None:
    """KN-9: the passage stands on the page of its key result, with the address that opens the reader there."""
    told = await acme.do(
        "cite_document", item="Sair do aluguel", document="Contrato de aluguel", about="cláusula de multa"
    )
    assert FINE in told["passage"] and told["item"] == "ini-1"
    (initiative,) = (await _page(acme))["initiatives"]
    (source,) = initiative["sources"]
    assert FINE in source["passage"] and source["title"] == "Contrato de aluguel"
    assert source["path"].startswith(f"/knowledge/d/{source['document']}?page=1&start=")
    again = await acme.do("cite_document", item="ini-1", document="aluguel.md", about="cláusula de multa")
    assert again["passage"] == told["passage"]
    assert len((await acme.record("ini-1"))["sources"]) == 1
    await acme.do("cite_document", item="ini-1", document="internet.md", about="multa")
    assert len((await acme.record("ini-1"))["sources"]) == 2


async def test_a_key_result_cites_too_and_undo_takes_it_back(acme: Files) -> None:
    """KN-9: undoable like any edit."""
    before = await acme.rows()
    called = await acme.kernel.call(
        "atlas.cite_document", {"item": "kr-1", "document": "internet.md", "about": "mensalidade"}, by_hand=ByHand()
    )
    assert "R$ 119,90" in (await _page(acme))["sources"][0]["passage"]
    undone = await acme.kernel.undo(f"run:{called.run}")
    await acme.kernel.driver.wait(undone.id)
    assert [row[:-4] for row in await acme.rows()] == [row[:-4] for row in before]
    assert (await _page(acme))["sources"] == []


async def test_what_is_cited_goes_out_and_comes_in_without_loss(acme: Files, tmp_path: Path) -> None:
    """KN-9: an export holds the passages, and another system shows them."""
    await acme.do("cite_document", item="ini-1", document="aluguel.md", about="multa")
    out = await acme.exported()
    kept = (await acme.record("ini-1"))["sources"]
    async with files(tmp_path / "other") as other:
        assert (await other.import_(out)).ok
        assert (await other.record("ini-1"))["sources"] == kept
        assert FINE in (await _page(other))["initiatives"][0]["sources"][0]["passage"]


async def test_the_api_takes_sources_and_refuses_what_is_none(acme: Files) -> None:
    """KN-9: `update_initiative` with `sources`; a link to another site is no passage of ours."""
    good = {
        "document": "doc_1",
        "title": "Contrato",
        "passage": "Multa de 10 %.",
        "page": 3,
        "path": "/knowledge/d/doc_1?page=3",
    }
    await acme.do("update_initiative", initiative_id="ini-1", sources=[good])
    assert (await acme.record("ini-1"))["sources"] == [good]
    for bad in (
        [{"title": "x"}],
        [{**good, "path": "//evil.example/x"}],
        [{**good, "path": "javascript:alert(1)"}],
        [good] * 21,
    ):
        assert (await acme.problem("update_initiative", initiative_id="ini-1", sources=bad)).code == "invalid_param"
    await acme.do("update_initiative", initiative_id="ini-1", sources=None)
    assert (await _page(acme))["initiatives"][0]["sources"] == []


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"item": "ini-1", "document": "Seguro"}, "not_found"),
        ({"item": "ini-1", "document": "Contrato"}, "ambiguous_reference"),
        ({"item": "Nada disso", "document": "aluguel.md"}, "not_found"),
    ],
)
async def test_what_is_not_there_or_not_clear_is_told(acme: Files, params: dict[str, str], code: str) -> None:
    """KN-9: nothing is linked by guess."""
    before = await acme.rows()
    assert (await acme.problem("cite_document", **params)).code == code
    assert await acme.rows() == before


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ("vincule a iniciativa Sair do aluguel ao contrato Contrato de aluguel, cláusula de multa", "pt-BR"),
        ("link the initiative Sair do aluguel to the document Contrato de aluguel, penalty clause", "en"),
    ],
)
async def test_a_sentence_links_them_without_a_model(tmp_path: Path, said: str, locale: str) -> None:
    """KN-9: by chat, with no model; the person sees it before it is written."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await _build(_Owner(kernel))
        await _add(kernel, aluguel=ALUGUEL, internet=INTERNET)
        asked = await kernel.ask(Ask(message=said, locale=locale))
        await kernel.driver.see_to_rest(asked.run)
        (waiting,) = await kernel.approvals.pending()
        assert waiting.call is not None and waiting.call.capability == "atlas.cite_document"
        await kernel.decide(waiting.id, "approve", content_hash=waiting.binds.content_hash, answer=None)
        await kernel.driver.see_to_rest(asked.run)
        messages = (await kernel.conversations.messages(asked.conversation_id, limit=10)).items
        assert "Contrato de aluguel" in messages[-1].content


class _Owner:
    """Acts on a kernel by hand."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel

    async def do(self, type: str, **fields: Any) -> None:
        """Do one action."""
        called = await self.kernel.call(f"atlas.{type}", fields, locale="en", by_hand=ByHand())
        assert called.result.ok, called.result.error
