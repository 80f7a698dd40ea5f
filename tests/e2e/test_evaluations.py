"""Trials on an agent's page and evaluations on their screen, at a desk and on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, call, say

PHONE = (390, 844)
TO_THE_END = "part => { for (; part; part = part.parentElement) part.scrollTo(0, part.scrollHeight); }"
"""At its end a page has nothing half under the bar with its buttons, which axe would take for a small target."""


def choose(page: Page, field: str, option: str) -> None:
    """Choose one of a list."""
    page.get_by_role("combobox", name=field).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_a_draft_is_tried_beside_the_saved_version_and_its_questions_run_before_saving(talk: Talk) -> None:
    """ST-3: what it wanted is listed and not done; both answer side by side; what the draft fails stands first."""
    note = call("write_file", path="notes/x.md", content="x")
    answers = ("I would keep it.", "On Friday.", "On Friday.", "It is on Friday.", "It is on Monday.")
    desk = talk(note, *map(say, answers))
    desk.api("POST", "/v1/agents", {"name": "Reviewer", "system_prompt": "You review."})
    page = desk.open("/agents/reviewer")
    ask = page.get_by_role("textbox", name="Question to try")
    expect(page.get_by_text("Trying changes nothing")).to_be_visible()
    ask.fill("Keep a note")
    page.keyboard.press("Enter")
    answer = page.get_by_role("group", name="Tried: Keep a note").get_by_role("group", name="Version 1")
    expect(answer).to_contain_text("I would keep it.")
    expect(answer.get_by_role("list", name="What it wanted to do (not done)")).to_contain_text("notes/x.md")
    expect(answer.get_by_role("link", name="See the trace")).to_be_visible()
    assert not (desk.workspace / "notes").exists()

    page.get_by_role("textbox", name="Instructions").fill("You review briefly.")
    ask.fill("When is the test?")
    page.get_by_role("button", name="Ask both").click()
    tried = page.get_by_role("group", name="Tried: When is the test?")
    for who in ("Version 1", "Your draft"):
        expect(tried.get_by_role("group", name=who)).to_contain_text("On Friday.")

    page.get_by_role("button", name="Keep as test question").click()
    expect(page.get_by_role("textbox", name="Words of question 1")).to_have_value("When is the test?")
    page.get_by_role("textbox", name="Words to look for").fill("Friday")
    page.get_by_role("button", name="Add expectation").click()
    expected = page.get_by_role("list", name="What is expected of the answer to question 1")
    expect(expected).to_contain_text("The answer mentions “Friday”.")
    page.get_by_role("radio", name="Saved version").check()
    page.get_by_role("button", name="Run the questions").click()
    table = page.get_by_role("region", name="Questions and how each was answered")
    expect(table.get_by_role("row", name="When is the test?")).to_contain_text("Passed")
    page.get_by_role("radio", name="Draft", exact=True).check()
    page.get_by_role("button", name="Run the questions").click()
    worse = page.get_by_role("group", name="What got worse")
    expect(worse).to_contain_text("One question passed before and fails now")
    expect(table.get_by_role("row", name="When is the test?")).to_contain_text("Failed")
    table.get_by_role("button", name="When is the test?").click()
    expect(table.get_by_role("group", name="Your draft")).to_contain_text("It is on Monday.")
    history = page.get_by_role("list", name="Earlier trials").get_by_role("listitem")
    expect(history).to_have_count(2)
    assert desk.api("GET", "/v1/agents/reviewer")["version"] == 1
    page.get_by_role("heading", level=1).evaluate(TO_THE_END)
    assert axe_violations(page) == []


def test_a_set_is_written_run_with_two_agents_and_taken_away_as_a_table(desk: Desk) -> None:
    """ST-14: without a model, in Portuguese and on a phone; a set that was deleted comes back."""
    page = desk.open("/evaluations", locale="pt-BR", size=PHONE, theme="dark")
    page.get_by_role("button", name="Novo conjunto").click()
    page.get_by_role("textbox", name="Nome").fill("Calendário")
    page.get_by_role("textbox", name="Texto da pergunta 1").fill("Quais arquivos existem?")
    choose(page, "Tipo de expectativa", "Responde em poucas palavras")
    page.get_by_role("button", name="Adicionar expectativa").click()
    page.get_by_role("button", name="Adicionar outra expectativa").click()
    page.get_by_role("textbox", name="Palavras a procurar").fill("zebra")
    page.get_by_role("button", name="Adicionar expectativa").click()
    expect(page.get_by_role("button", name="Adicionar outra expectativa")).to_be_focused()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Criar conjunto").click()
    expect(page.get_by_role("heading", name="Calendário")).to_be_visible()
    page.get_by_role("button", name="Adicionar outro").click()
    page.get_by_role("combobox", name="Agente 2", exact=True).click()
    page.get_by_role("option", name="Pesquisador", exact=True).click()
    page.get_by_role("button", name="Rodar as perguntas").click()
    table = page.get_by_role("list", name="Perguntas e como cada uma foi respondida")
    expect(table.get_by_text("Falhou", exact=True)).to_have_count(2)
    expect(table).to_contain_text("Pesquisador, Versão 1")
    table.get_by_role("button", name="Quais arquivos existem?").click()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert axe_violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Baixar como CSV").click()
    assert download.value.path().read_text("utf-8-sig").startswith("question,")
    page.get_by_role("link", name="Todos os testes").click()
    expect(page.get_by_role("list", name="Conjuntos de perguntas")).to_contain_text("0% passaram")
    assert axe_violations(page) == []
    page.get_by_role("link", name="Calendário").click()
    page.get_by_role("button", name="Apagar").click()
    expect(page.get_by_text("Ainda não há nenhum conjunto de perguntas.")).to_be_visible()
    page.get_by_role("button", name="Desfazer").click()
    expect(page.get_by_role("link", name="Calendário")).to_be_visible()
