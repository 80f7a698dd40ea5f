"""Questions about a whole collection: a plan over documents, notes on each, one text with its sources (KN-8)."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.apps.knowledge.contracts import CONTRACTS, HANDBOOK
from tests.apps.knowledge.library import Library

from aule.apps.knowledge.digests.requests import DigestRequest, read_request
from aule.contracts.talk.ask import Ask
from aule.sdk.http import ByHand

LINK = re.compile(r"^- \\\[(\d+)\\\] \[.+\]\((/knowledge/d/\S+)\)$", re.MULTILINE)


async def _planned(library: Library, locale: str = "pt-BR", **params: Any) -> dict[str, Any]:
    body = {"params": params, "locale": locale}
    told = await library.post("/v1/capabilities/knowledge.plan_digest/call", body, status=200)
    assert told["result"]["ok"], told
    return told["result"]["data"]


async def _carried_out(library: Library, plan: str) -> str:
    """Approve a plan as it is shown, run it to its end, and return the run."""
    view = await library.get(f"/v1/plans/{plan}")
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    run = await library.post(f"/v1/plans/{plan}/run", {"approve": seen}, status=201)
    done = await library.done(run["id"])
    assert done.status.value == "done", done.error
    return run["id"]


async def _artifacts(library: Library, run: str) -> list[dict[str, Any]]:
    return [each for each in (await library.get("/v1/artifacts"))["items"] if each["run"] == run]


async def _digest(library: Library, locale: str = "pt-BR", **params: Any) -> str:
    """Return the text of a digest that was planned, approved and carried out."""
    told = await _planned(library, locale, **params)
    (artifact,) = await _artifacts(library, await _carried_out(library, told["plan"]))
    return (await library.client.get(f"/v1/artifacts/{artifact['id']}/content")).text


@pytest.fixture
async def contracts(library: Library) -> Library:
    """A library with three contracts."""
    for name, text in CONTRACTS.items():
        await library.add(name, text)
    return library


async def _check_sources(library: Library, text: str) -> None:
    """Every mark has a source, and every source opens a passage that stands in its document."""
    links = {int(number): path for number, path in LINK.findall(text)}
    body = text.partition("\n## Fontes")[0].partition("\n## Sources")[0]
    marks = {int(each) for each in re.findall(r"\[(\d+)\]", body)}
    assert marks and marks == set(links)
    for path in links.values():
        place = parse_qs(urlsplit(path).query)
        id = urlsplit(path).path.rpartition("/")[2]
        pages = (await library.get(f"/v1/documents/{id}/pages"))["items"]
        whole = "\n\n".join(page["text"] for page in pages)
        said = " ".join(whole[int(place["start"][0]) : int(place["end"][0])].split())
        assert said and said in " ".join(whole.split())


async def test_a_summary_quotes_each_document_and_every_sentence_has_its_source(contracts: Library) -> None:
    """KN-8: map per document, reduce with sources; without a model the sentences are those of the documents."""
    text = await _digest(contracts, kind="summary")
    assert [line for line in text.splitlines() if line.startswith("## Contrato")] == [
        "## Contrato da academia",
        "## Contrato de aluguel",
        "## Contrato de internet",
    ]
    whole = " ".join(" ".join(CONTRACTS.values()).split())
    points = [re.sub(r" (?:\[\d+\])+$", "", line[2:]) for line in text.splitlines() if re.match(r"- [^\\]", line)]
    assert len(points) >= 9 and all(point.replace("\\", "") in whole for point in points)
    await _check_sources(contracts, text)


async def test_a_table_has_a_row_for_each_document_and_a_column_for_each_thing_asked(contracts: Library) -> None:
    """KN-8: rows by asking each document; what a document does not say stays empty."""
    text = await _digest(contracts, request="faça uma tabela com prazo, valor e garantia de cada contrato")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    cells = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}
    assert cells["Documento"] == ["prazo", "valor", "garantia"]
    assert "30 meses" in cells["Contrato de aluguel"][0] and "R$ 2.400,00" in cells["Contrato de aluguel"][1]
    assert "12 meses" in cells["Contrato de internet"][0] and "R$ 119,90" in cells["Contrato de internet"][1]
    assert [row[2] for row in list(cells.values())[2:]] == ["—"] * 3
    await _check_sources(contracts, text)


async def test_a_comparison_finds_what_documents_have_in_common(contracts: Library) -> None:
    """KN-8: nobody said by what to compare, so headings that they share are taken."""
    told = await _planned(contracts, request="compare os três contratos")
    assert (told["kind"], sorted(told["columns"])) == ("comparison", ["Multa", "Prazo", "Valor"])
    text = await _digest(contracts, request="compare os três contratos")
    fine = next(line for line in text.splitlines() if line.startswith("| Multa"))
    assert "três aluguéis" in fine and "R$ 300,00" in fine and "Não há multa" in fine


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("study_guide", ["**Royal jelly**", "## Questions to revise with", "How often do I open the hive?"]),
        ("faq", ["**What do I do against mites?**", "Treat the colony with oxalic acid in December."]),
        ("timeline", ["- **1987-05-04**: The association was founded", "- **1990-06-12**"]),
        ("glossary", ["- **colony**: A colony is a family of bees with one queen."]),
        ("briefing", ["## Duties and deadlines", "The treatment must end before the first blossom."]),
    ],
)
async def test_each_kind_is_made_of_what_the_document_itself_says(library: Library, kind: str, held: list[str]) -> None:
    """KN-8: study guide, FAQ, timeline, glossary and briefing with sources, in English."""
    await library.add("handbook.md", HANDBOOK)
    text = await _digest(library, "en", kind=kind)
    assert all(each in text for each in held), text
    await _check_sources(library, text)


async def test_the_cost_is_told_before_anything_runs(contracts: Library) -> None:
    """KN-8: documents and characters are on the plan; without a model there are no tokens."""
    told = await _planned(contracts, kind="summary")
    assert told["tokens"] == 0 and told["characters"] > 500 and "não custa nada" in told["message"]
    view = await contracts.get(f"/v1/plans/{told['plan']}")
    assert view["plan"]["status"] == "ready" and view["card"]["estimate"]["tokens"] == 0
    assert view["card"]["steps"][0]["times"] == 3 and not any(step["asks"] for step in view["card"]["steps"])
    assert "3 documentos" in view["card"]["objective"]
    assert (await contracts.get("/v1/artifacts"))["items"] == []


async def test_undo_removes_the_digest(contracts: Library) -> None:
    """KN-8: the artifact is a change like any other."""
    told = await _planned(contracts, kind="summary")
    run = await _carried_out(contracts, told["plan"])
    assert len(await _artifacts(contracts, run)) == 1
    undone = await contracts.client.post(f"/v1/runs/{run}/undo")
    assert undone.status_code < 300, undone.text
    assert await _artifacts(contracts, run) == []


async def test_a_collection_or_some_documents_can_be_named(contracts: Library) -> None:
    """KN-8: a collection, or documents by their titles."""
    collection = await contracts.post("/v1/collections", {"name": "Abelhas", "project": "home"}, status=201)
    await contracts.add("handbook.md", HANDBOOK, collection=collection["id"])
    inside = await _planned(contracts, request="faça um glossário da coleção Abelhas")
    assert (inside["kind"], inside["documents"]) == ("glossary", ["Beekeeper's handbook"])
    named = await _planned(contracts, kind="summary", documents=["aluguel.md", "Contrato da academia"])
    assert named["documents"] == ["Contrato da academia", "Contrato de aluguel"]
    everything = await _planned(contracts, kind="summary")
    assert len(everything["documents"]) == 4


async def test_what_no_passage_says_is_left_out_and_told(contracts: Library) -> None:
    """KN-8: notes are checked again when the text is written, whoever gives them."""
    rented = next(each for each in (await contracts.get("/v1/documents"))["items"] if "aluguel" in each["title"])
    body = {"params": {"document": rented["id"], "kind": "summary"}, "locale": "pt-BR"}
    told = await contracts.post("/v1/capabilities/knowledge.note_document/call", body, status=200)
    notes = told["result"]["data"]
    forged = {**notes["items"][0], "text": "O aluguel mensal é de R$ 9.999,00."}
    moved = {**notes["passages"][1], "text": "O contrato vale por 99 meses."}
    notes["items"][0], notes["passages"][1] = forged, moved
    params = {"kind": "summary", "title": "Teste", "notes": [notes, None]}
    called = await contracts.kernel.call("knowledge.write_digest", params, locale="pt-BR", by_hand=ByHand())
    made = called.result.data
    text = (await contracts.client.get(f"/v1/artifacts/{made['artifact']}/content")).text
    assert made["left_out"] == 2 and "9.999" not in text and "99 meses" not in text
    assert "2 frases ficaram de fora" in text and "Um documento não pôde ser lido" in text


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("resuma todos os documentos", DigestRequest("summary")),
        ("compare os três contratos", DigestRequest("comparison", "contratos")),
        (
            "faça uma tabela com prazo e valor de cada contrato",
            DigestRequest("table", "contrato", ("prazo", "valor")),
        ),
        ("compara os contratos quanto a multa e prazo", DigestRequest("comparison", "contratos", ("multa", "prazo"))),
        ("make a study guide from these", DigestRequest("study_guide")),
        ("make a table with term and price of each contract", DigestRequest("table", "contract", ("term", "price"))),
        ("compare the three contracts", DigestRequest("comparison", "contracts")),
        ("summarise all the minutes", DigestRequest("summary", "minutes")),
        ("faz uma linha do tempo com as atas", DigestRequest("timeline", "atas")),
        ("monta um guia de estudo da coleção Biologia", DigestRequest("study_guide", collection="Biologia")),
        ("resuma os documentos sobre garantia", DigestRequest("summary", focus="garantia")),
        ("bom dia", DigestRequest()),
    ],
)
def test_a_request_is_read_by_rules(said: str, understood: DigestRequest) -> None:
    """KN-8: sentences work with no model, in both languages."""
    assert read_request(said) == understood


@pytest.mark.parametrize(
    ("said", "locale", "kind"),
    [
        ("resuma todos os documentos", "pt-BR", "Resumo"),
        ("compare os três contratos", "pt-BR", "Comparação"),
        ("faça uma tabela com prazo e valor de cada contrato", "pt-BR", "Tabela"),
        ("make a study guide from these documents", "en", "Study guide"),
    ],
)
async def test_a_sentence_in_chat_leads_to_the_plan(contracts: Library, said: str, locale: str, kind: str) -> None:
    """KN-8: with no model at all; the answer shows the card of the plan."""
    kernel = contracts.kernel
    asked = await kernel.ask(Ask(message=said, locale=locale))
    await kernel.driver.see_to_rest(asked.run)
    plans = (await contracts.get("/v1/plans"))["items"]
    assert [plan["title"].partition(":")[0] for plan in plans] == [kind]
    assert plans[0]["status"] == "ready"
    messages = (await kernel.conversations.messages(asked.conversation_id, limit=10)).items
    answer = messages[-1]
    assert "3 document" in answer.content
    assert (answer.plan, answer.unsupported) == (plans[0]["id"], [])  # its card stands below, and nothing is doubted


@pytest.mark.parametrize(("said", "locale"), [("resuma todos os documentos", "pt-BR"), ("compare the documents", "en")])
async def test_a_collection_beside_the_words_is_what_is_read(contracts: Library, said: str, locale: str) -> None:
    """KN-8: `#collection` binds the plan to its documents."""
    only = await contracts.post("/v1/collections", {"name": "Abelhas"}, status=201)
    await contracts.add("hive.md", HANDBOOK, collection=only["id"])
    await contracts.add("hive-2.md", HANDBOOK.replace("December", "January"), collection=only["id"])
    asked = await contracts.kernel.ask(Ask(message=said, locale=locale, refs=[f"collection:{only['id']}"]))
    await contracts.kernel.driver.see_to_rest(asked.run)
    (plan,) = (await contracts.get("/v1/plans"))["items"]
    steps = (await contracts.get(f"/v1/plans/{plan['id']}"))["plan"]["steps"]
    assert len(steps[0]["repeat"]["for_each"]) == 2


async def test_these_documents_are_those_that_were_talked_about(contracts: Library) -> None:
    """KN-8: a later `estes documentos` means what stood beside an earlier message; nothing pointed at means all."""
    kernel = contracts.kernel
    titles = {each["title"]: each["id"] for each in (await contracts.get("/v1/documents"))["items"]}
    refs = [f"document:{titles[name]}" for name in ("Contrato de aluguel", "Contrato de internet")]
    asked = await kernel.ask(Ask(message="qual é o valor?", locale="pt-BR", refs=refs))
    await kernel.driver.see_to_rest(asked.run)
    words = "faça um guia de estudo a partir destes documentos"
    for conversation, count in ((asked.conversation_id, 2), (None, 3)):
        later = await kernel.ask(Ask(message=words, locale="pt-BR", conversation_id=conversation))
        await kernel.driver.see_to_rest(later.run)
        plan = (await contracts.get("/v1/plans"))["items"][0]
        steps = (await contracts.get(f"/v1/plans/{plan['id']}"))["plan"]["steps"]
        assert len(steps[0]["repeat"]["for_each"]) == count
