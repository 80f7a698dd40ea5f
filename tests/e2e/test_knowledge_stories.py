"""The seed's stories of documents and memory in the browser: in both languages, with no model and a scripted one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.pdf_pages import pdf
from tests.e2e.talking import Talk, say


@dataclass(frozen=True)
class Words:
    """One story in one language."""

    locale: str
    file: str
    pages: tuple[tuple[str, ...], ...]
    title: str
    question: str
    answer: re.Pattern[str]
    """What the sentence that answers says; it stands on the second page."""
    unanswerable: str
    nothing: re.Pattern[str]
    screen: dict[str, str]


PT = Words(
    locale="pt-BR",
    file="contrato-2025.pdf",
    pages=(
        (
            "CONTRATO DE LOCAÇÃO",
            "O prazo da locação é de 30 meses, de 1º de março de 2025 a 31 de agosto de 2027.",
            "O aluguel mensal é de R$ 2.450,00, com vencimento no dia 5 de cada mês.",
        ),
        (
            "DA RESCISÃO",
            "A devolução antecipada do imóvel sujeita o locatário à multa de três aluguéis.",
            "A multa é proporcional ao tempo que falta para o fim do contrato.",
        ),
    ),
    title="contrato",
    question="qual é a multa por devolução antecipada?",
    answer=re.compile("multa de três aluguéis"),
    unanswerable="qual é o telefone do dentista da Marina?",
    nothing=re.compile("nada sobre isso"),
    screen={
        "add": "Adicionar documentos",
        "page": "páginas",
        "message": "Mensagem",
        "source": "Fonte",
        "grounded": "Apoiado nos documentos",
        "partly": "Apoiado em parte",
        "new": "Nova conversa",
        "history": "Histórico",
        "undo": "Desfazer",
        "undone": "Desfeit",
    },
)
EN = Words(
    locale="en",
    file="lease-2025.pdf",
    pages=(
        (
            "RESIDENTIAL LEASE",
            "The term of this lease is 30 months, from 1 March 2025 to 31 August 2027.",
            "The monthly rent is 2,450 reais, due on the fifth day of each month.",
        ),
        (
            "TERMINATION",
            "Early termination costs the tenant a penalty of three rents.",
            "The penalty shrinks with the time that remains until the end of the lease.",
        ),
    ),
    title="lease",
    question="what does early termination cost?",
    answer=re.compile("penalty of three rents"),
    unanswerable="what is the phone number of Marina's dentist?",
    nothing=re.compile("nothing about this"),
    screen={
        "add": "Add documents",
        "page": "pages",
        "message": "Message",
        "source": "Source",
        "grounded": "Grounded in documents",
        "partly": "Partly grounded",
        "new": "New conversation",
        "history": "History",
        "undo": "Undo",
        "undone": "Undone",
    },
)
BOTH = pytest.mark.parametrize("words", [PT, EN], ids=["pt", "en"])


def open_desk(desk: Desk, words: Words, path: str = "/knowledge") -> Page:
    """The desktop in the language of the story."""
    desk.onboard(name="Ana", locale=words.locale)
    return desk.open(path, locale="pt-BR" if words.locale == "pt-BR" else "en-US")


def add(page: Page, words: Words) -> None:
    """Choose the PDF of the story, and wait until it was read."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=words.screen["add"]).first.click()
    chooser.value.set_files({"name": words.file, "mimeType": "application/pdf", "buffer": pdf(*words.pages)})
    card = page.get_by_role("listitem").filter(
        has=page.get_by_role("link", name=re.compile(words.title, re.IGNORECASE))
    )
    expect(card.get_by_text(re.compile(f"2 {words.screen['page']}"))).to_be_visible()


def ask(page: Page, words: Words, said: str) -> Locator:
    """Say something in the chat; gives where the answer appears."""
    log = page.get_by_role("log")
    field = page.get_by_role("textbox", name=words.screen["message"])
    field.fill(said)
    field.press("Enter")
    expect(log.get_by_text(said, exact=True).first).to_be_visible()
    return log.get_by_role("article").last


def follow_mark(page: Page, words: Words, answer: Locator) -> None:
    """Click the first mark: the second page opens beside the chat with the passage lit."""
    mark = answer.get_by_role("link", name=re.compile(f"{words.screen['source']} 1: "))
    mark.first.click()
    expect(page).to_have_url(re.compile(r"/knowledge/d/\w+\?page=2&start=\d+&end=\d+"))
    lit = page.get_by_role("img", name=words.answer)
    expect(lit).to_be_visible()
    expect(lit.locator("div").first).to_be_in_viewport()
    expect(page.get_by_role("log")).to_be_visible()


@BOTH
def test_a_pdf_answers_with_its_page_and_says_what_it_does_not_tell(fresh_desk: Desk, words: Words) -> None:
    """KN-7, KN-10: the seed's exit criterion with no model: upload, question, cited answer, click, passage lit."""
    page = open_desk(fresh_desk, words)
    add(page, words)
    answer = ask(page, words, words.question)
    expect(answer).to_contain_text(words.answer)
    expect(answer.get_by_role("button", name=words.screen["grounded"])).to_be_visible()
    follow_mark(page, words, answer)
    assert axe_violations(page) == []
    nothing = ask(page, words, words.unanswerable)
    expect(nothing).to_contain_text(words.nothing)
    expect(nothing.get_by_role("button", name=words.screen["grounded"])).to_have_count(0)
    assert fresh_desk.problems == []


def looks(query: str) -> dict[str, Any]:
    """A model that looks into the documents."""
    return {"calls": [{"name": "knowledge__search_knowledge", "arguments": {"query": query}}]}


MODEL_SAYS = {
    "pt-BR": (
        "A multa é de três aluguéis [1]. O locatário paga também 500 reais de taxa [1]. Fale com o proprietário.",
        "A multa é de três aluguéis",
        "500 reais de taxa",
        "Fale com o proprietário",
        "Isso não está nos seus documentos.",
    ),
    "en": (
        "The penalty is three rents [1]. The tenant also pays a fee of 500 reais [1]. The landlord was born in Recife.",
        "The penalty is three rents",
        "fee of 500 reais",
        "landlord was born in Recife",
        "This is not in your documents.",
    ),
}


@BOTH
def test_an_answer_of_a_model_is_checked_sentence_by_sentence(talk: Talk, words: Words) -> None:
    """KN-7, KN-10: marks lead to the page, what the passage does not say is marked, what cites nothing is listed."""
    whole, supported, unsupported, uncited, nothing = MODEL_SAYS[words.locale]
    desk = talk(looks(words.question), say(whole), looks(words.unanswerable), say(nothing))
    page = open_desk(desk, words)
    add(page, words)
    answer = ask(page, words, words.question)
    expect(answer).to_contain_text(supported)
    expect(answer.get_by_role("listitem").filter(has_text=unsupported)).to_be_visible()
    badge = answer.get_by_role("button", name=words.screen["partly"])
    badge.click()
    about = page.get_by_role("dialog", name=re.compile(words.screen["partly"]))
    expect(about).to_contain_text(uncited)
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    follow_mark(page, words, answer)
    assert axe_violations(page) == []
    expect(ask(page, words, words.unanswerable)).to_contain_text(nothing)
    assert desk.problems == []


@dataclass(frozen=True)
class Preference:
    """What somebody says of themselves, and asks later."""

    words: Words
    told: str
    asked: str
    changed: str
    used: str


PREFERENCES = [
    pytest.param(
        Preference(
            PT,
            "lembre que eu prefiro Python",
            "qual é minha linguagem preferida?",
            "agora prefiro Rust",
            "Lembrou de 1 coisa",
        ),
        id="pt",
    ),
    pytest.param(
        Preference(
            EN,
            "remember that I prefer Python",
            "what is my favourite language?",
            "now I prefer Rust",
            "Remembered 1 thing",
        ),
        id="en",
    ),
]


def begin(page: Page, words: Words) -> None:
    """Begin another conversation."""
    page.get_by_role("button", name=words.screen["new"], exact=True).click()


@pytest.mark.parametrize("story", PREFERENCES)
def test_a_preference_is_known_elsewhere_replaced_and_brought_back(fresh_desk: Desk, story: Preference) -> None:
    """KN-20, KN-21: the seed's exit criterion with no model, up to the way back."""
    words = story.words
    page = open_desk(fresh_desk, words, "/")
    ask(page, words, story.told)
    fresh_desk.until_quiet()
    begin(page, words)
    answer = ask(page, words, story.asked)
    expect(answer).to_contain_text("Python")
    expect(answer.get_by_text(story.used)).to_be_visible()
    answer.get_by_text(story.used).click()
    expect(answer.get_by_role("link", name="Python")).to_be_visible()
    begin(page, words)
    changed = ask(page, words, story.changed)
    expect(changed).to_contain_text("Rust")
    expect(changed).to_contain_text("Python")  # what it takes the place of
    fresh_desk.until_quiet()
    expect(ask(page, words, story.asked)).to_contain_text("Rust")
    page.get_by_role("tab", name=words.screen["history"]).click()
    history = page.get_by_role("group", name=words.screen["history"])
    undo = history.get_by_role("button", name=words.screen["undo"])
    expect(undo).to_have_count(1)  # the new one stands in the place of the old one
    undo.click()
    page.get_by_role("dialog").get_by_role("button", name=words.screen["undo"]).click()
    expect(history.get_by_text(re.compile(words.screen["undone"]))).to_have_count(1)
    begin(page, words)
    expect(ask(page, words, story.asked)).to_contain_text("Python")
    assert fresh_desk.problems == []


@pytest.mark.parametrize("story", PREFERENCES)
def test_a_model_answers_with_the_memory_as_its_source(talk: Talk, story: Preference) -> None:
    """KN-20: with a model, what was kept in one conversation is in the other, and the turn names it."""
    words = story.words
    keeps: dict[str, Any] = {"calls": [{"name": "core__memory_save", "arguments": {"content": "Python"}}]}
    desk = talk(keeps, say("OK."), say("Python."))
    page = open_desk(desk, words, "/")
    expect(ask(page, words, story.told)).to_contain_text("OK.")
    desk.until_quiet()
    begin(page, words)
    answer = ask(page, words, story.asked)
    expect(answer).to_contain_text("Python.")
    answer.get_by_text(story.used).click()
    expect(answer.get_by_role("link", name="Python")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_a_memory_file_and_tidying_up_are_chosen_where_memory_is(desk: Desk) -> None:
    """KN-22, KN-23: whether `MEMORY.md` is kept stands in the project; a schedule that tidies up is made on request."""
    desk.api("POST", "/v1/projects", {"name": "Horta"})
    page = desk.open("/projects/horta")
    page.get_by_role("main").get_by_role("tab", name="Settings").click()
    for choice, kept in (("Do not write it", False), ("Only in folders that auleOS made", None)):
        page.get_by_role("combobox", name="MEMORY.md").click()
        page.get_by_role("option", name=choice).click()
        expect(page.get_by_role("combobox", name="MEMORY.md")).to_contain_text(choice)
        expect(page.get_by_role("combobox", name="MEMORY.md")).to_be_enabled()
        assert desk.api("GET", "/v1/projects/horta")["memory_file"] is kept
    page.goto(f"{desk.url}/memory")
    page.get_by_role("button", name="Tidy up").click()
    page.get_by_role("button", name="Look now").click()
    expect(page.get_by_text("Nothing is there twice, and nothing has ended.")).to_be_visible()
    page.get_by_role("combobox", name="By itself").click()
    page.get_by_role("option", name="Every night").click()
    expect(page.get_by_role("combobox", name="By itself")).to_contain_text("Every night")
    [made] = desk.api("GET", "/v1/tasks/scheduled")["items"]
    assert made["schedule"]["consolidates"] is True
    assert axe_violations(page) == []
    assert desk.problems == []
