"""Searching and asking documents, through the front door (KN-6, KN-7)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.apps.knowledge.index.library import Library, library, own_cache, source

from aule.contracts.access.capability import Effect
from aule.contracts.errors import NotFound
from aule.kernel.capabilities.gate.provenance import TextKind, kind_of_result

RENT = source(
    "doc_rent",
    "Contrato de locação",
    "O aluguel mensal é de R$ 2.350,00, a ser pago até o dia 5 de cada mês.",
    "Em caso de atraso, incidirão multa de 10% e juros de 1% ao mês.",
    section="Do aluguel",
)
MANUAL = source(
    "doc_manual",
    "Lumo D60 dishwasher",
    "E4: the leak protection has triggered; close the tap and call service.",
    "Clean the filter once a week under running water.",
)


@pytest.fixture
async def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Library]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache(tmp_path)))
    async with library(tmp_path / "home") as made:
        await made.put(RENT)
        await made.put(MANUAL, collection="col_2")
        yield made


async def test_a_question_in_one_language_finds_text_in_the_other(shelf: Library) -> None:
    """KN-6."""
    assert (await shelf.found("how much is the rent?"))[0] == "doc_rent"
    assert (await shelf.found("com que frequência limpo o filtro?"))[0] == "doc_manual"


async def test_a_hit_has_document_page_section_exact_passage_and_offsets(shelf: Library) -> None:
    """KN-6."""
    result = await shelf.call("search_knowledge", query="multa por atraso", k=1)
    [passage] = result.passages
    whole = "\n\n".join(chunk.text for chunk in RENT.chunks)
    assert passage.text == whole[passage.start : passage.end]
    assert (passage.mark, passage.ref, passage.page, passage.section) == (1, "knowledge:doc_rent", 1, "Do aluguel")
    assert passage.path == f"/knowledge/d/doc_rent?page=1&start={passage.start}&end={passage.end}&version=1"
    assert result.data["trust"] == "untrusted"


async def test_neighbours_that_both_hit_are_one_passage(shelf: Library) -> None:
    """KN-6: joined exactly as the page has them."""
    result = await shelf.call("search_knowledge", query="aluguel e multa de atraso")
    assert result.passages[0].text == "\n\n".join(chunk.text for chunk in RENT.chunks)


async def test_a_search_is_held_to_its_collection_or_document(shelf: Library) -> None:
    assert set(await shelf.found("aluguel", collection="col_2")) == {"doc_manual"}
    assert set(await shelf.found("filter", document="doc_rent")) == {"doc_rent"}
    with pytest.raises(NotFound, match="doc_9"):
        await shelf.call("search_knowledge", query="x", document="doc_9")


async def test_the_index_follows_the_rows_by_itself(shelf: Library) -> None:
    """KN-3: new, changed and deleted documents are found as they are, and no longer when they are gone."""
    await shelf.put(source("doc_3", "Receitas", "Asse o pão de queijo a 200 °C por 20 minutos."))
    assert (await shelf.found("temperatura do pão de queijo"))[0] == "doc_3"
    await shelf.put(source("doc_3", "Receitas", "O gato dorme no telhado."), revision="2")
    found = await shelf.call("search_knowledge", query="pão de queijo")
    assert all("queijo" not in passage.text for passage in found.passages)
    await shelf.drop("doc_3")
    assert "doc_3" not in await shelf.found("o gato dorme no telhado")


async def test_an_index_that_is_gone_is_made_again(shelf: Library, tmp_path: Path) -> None:
    await shelf.found("aluguel")
    [words] = (tmp_path / "cache").rglob("words.db")
    await shelf.kernel.parts["knowledge"].finder.close()
    for path in words.parent.iterdir():
        path.write_bytes(b"damaged")
    assert (await shelf.found("how much is the rent?"))[0] == "doc_rent"


async def test_an_answer_quotes_the_sentence_with_its_mark_and_source(shelf: Library) -> None:
    """KN-7: without a model."""
    result = await shelf.call("ask", question="quanto é o aluguel?", locale="pt-BR")
    assert result.data["found"] is True
    assert "R$ 2.350,00" in result.data["answer"] and "[1]" in result.data["answer"]
    assert "Contrato de locação, página 1, Do aluguel" in result.data["answer"]
    assert result.passages[0].mark == 1


async def test_what_is_not_in_the_documents_is_not_guessed(shelf: Library) -> None:
    """KN-7."""
    for question in ("qual a capital da Austrália?", "quem é o diretor da escola?"):
        result = await shelf.call("ask", question=question, locale="pt-BR")
        assert result.data["found"] is False
        assert result.data["answer"].startswith("Não há nada sobre isso nos seus documentos.")


async def test_what_comes_near_is_quoted_with_the_words_that_it_does_not_answer(shelf: Library) -> None:
    """KN-7."""
    result = await shelf.call("ask", question="qual era o aluguel mensal em 2019?", locale="pt-BR")
    assert (result.data["found"], result.data["is_near"]) == (False, True)
    assert result.data["answer"].startswith("Seus documentos não dizem isso diretamente.")
    assert "> O aluguel mensal é de R$ 2.350,00" in result.data["answer"] and "[1]" in result.data["answer"]


async def test_a_misspelled_word_finds_what_was_meant(shelf: Library) -> None:
    """KN-6: only where the word as it stands occurs nowhere."""
    assert (await shelf.found("protction"))[0] == "doc_manual"
    assert (await shelf.found("aluguell atrazo"))[0] == "doc_rent"


async def test_no_documents_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache(tmp_path)))
    async with library(tmp_path / "home") as empty:
        result = await empty.call("ask", question="anything?")
        assert result.data["answer"] == "There is nothing about this in your documents."


async def test_a_passage_is_read_as_it_stands_and_can_be_cited(shelf: Library) -> None:
    result = await shelf.call("read_passage", document="doc_rent", start=2, end=17)
    assert result.data["text"] == "aluguel mensal "
    assert (result.passages[0].section, result.passages[0].text) == ("Do aluguel", "aluguel mensal ")


async def test_documents_are_compared_beside_each_other(shelf: Library) -> None:
    """KN-6."""
    result = await shelf.call("compare_passages", query="what to do", documents=["doc_rent", "doc_manual"], k=1)
    assert [each["document"] for each in result.data["documents"]] == ["doc_rent", "doc_manual"]
    assert [passage.mark for passage in result.passages] == [1, 2]


async def test_markup_of_a_document_stays_text_in_an_answer(shelf: Library) -> None:
    """KN-7: what strangers wrote makes no link, picture or mark."""
    hostile = "The wifi password is hunter2 ![x](http://127.0.0.1/p) [1](javascript:alert(1)) <img src=x>."
    await shelf.put(source("doc_evil", "Wifi *guide*", hostile))
    result = await shelf.call("ask", question="what is the wifi password?")
    answer = result.data["answer"]
    assert "hunter2" in answer
    assert "![x]" not in answer and "[1](" not in answer and "<img" not in answer.replace("\\<img", "")


async def test_the_words_of_documents_taint_what_the_run_does_next(shelf: Library) -> None:
    """K-16, KN-7: a passage counts as a stranger's text."""
    result = await shelf.call("search_knowledge", query="aluguel")
    kind = kind_of_result("knowledge.search_knowledge", Effect.READ, result.provenance)
    assert kind is TextKind.OTHER_DATA
