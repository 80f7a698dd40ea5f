"""What was understood, in the chat: values to put right where they stand, unused words, other readings, and how."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from aule.text.words import fold
from tests.e2e.desk import CONFLICT, Desk, axe_violations
from tests.e2e.talking import log

WIDE, PHONE = (1440, 900), (390, 844)
COMPANY, SCHOOL = "atlas.add_sample", "school.adicionar_amostra"
TEST = "marca prova de história pro 8B dia 25 valendo 10"
NOT_A_WORD = "xablau"
WORDS = {
    "pt-BR": {
        "row": "O que foi entendido",
        "field": "Mensagem",
        "edit": "Editar",
        "apply": "Aplicar",
        "else": "era outra coisa?",
        "how": "Como entendi",
        "others": "Também podia ser",
    },
    "en-US": {
        "row": "What was understood",
        "field": "Message",
        "edit": "Edit",
        "apply": "Apply",
        "else": "meant something else?",
        "how": "How I understood",
        "others": "Could also be",
    },
}


class Room:
    """A window with the chat open, in one language."""

    def __init__(self, desk: Desk, path: str = "/", *, locale: str = "pt-BR", **window: Any) -> None:
        self.page: Page = desk.open(path, locale=locale, **window)
        self.say = WORDS[locale]
        expect(self.page.locator("#stage").get_by_role("heading").first).to_be_visible()  # who answers is known by then
        if window.get("size") == PHONE:
            self.page.keyboard.press("Control+j")

    @property
    def field(self) -> Locator:
        """Where one writes."""
        return self.page.get_by_role("textbox", name=self.say["field"])

    @property
    def row(self) -> Locator:
        """What was understood last."""
        return self.page.get_by_role("group", name=self.say["row"]).last

    @property
    def values(self) -> Locator:
        """The values that were understood last."""
        return self.row.get_by_role("listitem")

    def ask(self, words: str) -> None:
        """Type and send, and wait until something was understood."""
        rows = self.page.get_by_role("group", name=self.say["row"]).count()
        self.field.fill(words)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("group", name=self.say["row"])).to_have_count(rows + 1)

    def chip(self, label: str) -> Locator:
        """A value that can be changed."""
        return self.row.get_by_role("button", name=re.compile(rf"^{label}: .*{self.say['edit']}$"))

    def edit(self, label: str) -> None:
        """Open the field of a value, by keyboard."""
        self.chip(label).press("Enter")

    def open_how(self) -> Locator:
        """Open how the last words were understood, by keyboard; gives what opens it."""
        steps = self.page.get_by_role("article").last.get_by_role("button", expanded=False).first
        steps.press("Enter")
        how = self.page.locator("summary", has_text=self.say["how"]).last
        how.press("Enter")
        return how

    def flaws(self) -> list[str]:
        """What is wrong with the page as it stands: by axe, or because it is too wide."""
        wide = self.page.evaluate(
            "document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll('[role=log]')].some("
            "(each) => each.scrollWidth > each.clientWidth)"
        )
        return [*axe_violations(self.page), *(["scrolls sideways"] if wide else [])]


def add(desk: Desk, sample: str) -> None:
    """Have the sample of an app."""
    answer = desk.request("POST", f"/v1/capabilities/{sample}/call", {"params": {}, "locale": "pt-BR"})
    assert answer.status_code == CONFLICT, answer.text
    desk.decide(answer.json()["subject"])
    desk.until_quiet()


def calls_that_wait(desk: Desk) -> list[dict[str, Any]]:
    """The parameters of the calls that wait for a decision."""
    found = desk.api("GET", "/v1/approvals?status=pending")["items"]
    return [each["call"]["params"] for each in found if each["call"]]


def test_a_value_is_changed_where_it_stands_and_makes_the_card_anew(desk: Desk) -> None:
    """The words of the change are said, the other values stay, and the keyboard goes on in the new row."""
    add(desk, SCHOOL)
    room = Room(desk, "/school")
    room.ask(TEST)
    expect(room.values).to_have_count(4)
    expect(room.values).to_contain_text(["turma8B", "matériaHistória", "data", "valor10"])
    assert room.flaws() == []

    room.edit("valor")
    expect(room.page.get_by_role("spinbutton", name="valor")).to_be_focused()
    room.page.keyboard.type("8")
    room.page.keyboard.press("Escape")
    expect(room.chip("valor")).to_be_focused()
    room.edit("valor")
    room.page.keyboard.type("8")
    room.page.keyboard.press("Enter")
    expect(log(room.page).get_by_text("valor: 8", exact=True)).to_be_visible()
    expect(room.values).to_contain_text(["turma8B", "matériaHistória", "data", "valor8"])
    expect(room.row).to_be_focused()
    expect(room.row).to_be_in_viewport()  # whoever changes something sees what came of it
    first = room.page.get_by_role("group", name=room.say["row"]).first
    expect(first.get_by_role("button")).to_have_count(0)
    expect(room.chip("turma")).to_be_visible()
    room.page.keyboard.press("Tab")
    expect(room.chip("turma")).to_be_focused()

    room.page.keyboard.press("Enter")
    field = room.page.get_by_role("combobox", name="turma")
    names = room.page.get_by_role("listbox", name="turma: nomes").get_by_role("option")
    expect(names).to_have_text(["7A", "8B"])
    expect(field).to_be_focused()
    assert room.flaws() == []
    room.page.keyboard.press("ArrowUp")
    room.page.keyboard.press("Enter")
    expect(room.values).to_contain_text(["turma7A", "matériaHistória", "data", "valor8"])
    plan = room.page.get_by_role("button", name="Executar plano")
    expect(plan).to_have_count(1)  # what was there before is set aside
    assert desk.problems == []


def test_every_kind_of_value_has_its_own_field(desk: Desk) -> None:
    """A day says which day of the week it is, a choice is chosen, and a name nobody knows may be typed."""
    add(desk, SCHOOL)
    room = Room(desk, "/school")
    room.ask(TEST)
    room.edit("data")
    day = room.page.get_by_label("data", exact=True)
    expect(day).to_be_focused()
    day.fill("2027-03-05")
    expect(day).to_have_accessible_description("sexta-feira")
    assert room.flaws() == []
    room.page.get_by_role("button", name=room.say["apply"]).click()
    expect(log(room.page).get_by_text("data: sex, 5 mar 2027")).to_be_visible()
    expect(room.values).to_contain_text(["turma8B", "matériaHistória", "datasex, 5 mar 2027", "valor10"])

    room.edit("matéria")
    subject = room.page.get_by_role("combobox", name="matéria")
    expect(subject).to_be_focused()
    room.page.keyboard.press("Enter")
    options = room.page.get_by_role("listbox", name="matéria").get_by_role("option")
    expect(options.get_by_text("Matemática", exact=True)).to_be_visible()
    assert room.flaws() == []
    said = options.all_inner_texts()
    assert said == sorted(said, key=fold)
    options.get_by_text("Geografia", exact=True).click()
    expect(room.values).to_contain_text(["turma8B", "matériaGeografia", "datasex, 5 mar 2027", "valor10"])
    assert desk.problems == []


def test_values_of_several_calls_are_changed_without_losing_the_others(desk: Desk) -> None:
    """What one sentence asks for stays together, whichever of its values is put right."""
    add(desk, COMPANY)
    room = Room(desk, "/atlas")
    room.ask("pinta o pilar Operação de roxo e atualiza o KR Fornadas no horário para 90")
    cards = room.page.locator("[data-approval]")
    expect(cards).to_have_count(2)
    expect(room.values).to_contain_text(["pilarOperação", "corRoxo", "KRFornadas no horário", "valor90"])
    expect(room.field).to_have_attribute("placeholder", "Decida acima ou diga o que deve mudar…")

    room.edit("cor")
    expect(room.page.get_by_role("radio", name="Roxo")).to_be_focused()
    assert room.flaws() == []
    room.page.get_by_role("radio", name="Verde").check()
    room.page.keyboard.press("Enter")
    expect(log(room.page).get_by_text("cor: Verde")).to_be_visible()
    expect(log(room.page).get_by_text("Você mudou isto abaixo.")).to_be_visible()
    expect(room.values).to_contain_text(["pilarOperação", "corVerde", "KRFornadas no horário", "valor90"])
    room.edit("valor")
    room.page.keyboard.type("91")
    room.page.keyboard.press("Enter")
    expect(room.values).to_contain_text(["pilarOperação", "corVerde", "KRFornadas no horário", "valor91"])
    expect(cards).to_have_count(6)
    expect(room.page.get_by_role("button", name="Aprovar", exact=True)).to_have_count(2)
    colours = {each.get("color"): each for each in calls_that_wait(desk)}
    assert "#10B981" in colours
    assert {each["value"] for each in calls_that_wait(desk) if "value" in each} == {91}
    assert desk.problems == []


def test_words_that_were_not_used_are_shown(desk: Desk) -> None:
    """Nothing is dropped in silence, beside the card as in the panel."""
    add(desk, COMPANY)
    room = Room(desk, "/atlas")
    room.ask(f"pinta o pilar Operação de roxo {NOT_A_WORD}")
    expect(room.row).to_contain_text(f"não usei: {NOT_A_WORD}")
    how = room.open_how()
    panel = how.locator("xpath=..")
    expect(panel).to_contain_text("um pedido")
    expect(panel).to_contain_text(f"não usei: {NOT_A_WORD}")
    expect(panel).not_to_contain_text(re.compile(r"\b0%"))
    room.page.keyboard.press("Enter")
    expect(panel.get_by_text("um pedido")).to_be_hidden()
    expect(how).to_be_focused()


@pytest.mark.parametrize(
    ("locale", "theme", "size", "words"),
    [
        ("pt-BR", "dark", PHONE, "cria uma nota chamada Feira com o texto comprar banana amanhã cedo"),
        ("en-US", "light", PHONE, "create a note called Market with the text bananas and milk tomorrow morning"),
        ("en-US", "dark", WIDE, "create a note called Market with the text bananas and milk tomorrow morning"),
    ],
)
def test_another_reading_keeps_what_it_found(
    desk: Desk, locale: str, theme: Literal["light", "dark"], size: tuple[int, int], words: str
) -> None:
    """In both languages and themes, on a phone as on a desk: all of it fits, and the keyboard reaches all of it."""
    room = Room(desk, locale=locale, theme=theme, size=size)
    room.ask(words)
    expect(room.page.locator("[data-approval]")).to_be_visible()
    assert room.flaws() == []
    room.values.first.get_by_role("button").press("Enter")
    expect(room.page.locator("form [aria-label]:focus")).to_be_visible()
    assert room.flaws() == []
    room.page.keyboard.press("Escape")
    expect(room.values.first.get_by_role("button")).to_be_focused()

    expect(room.open_how().locator("xpath=..")).to_contain_text(room.say["others"])
    room.page.locator("summary", has_text=room.say["else"]).press("Enter")
    other = room.row.get_by_role("button", name=re.compile(r".")).last
    expect(other).to_be_visible()
    assert room.flaws() == []
    offered = [each.split(": ", 1)[1] for each in (other.get_attribute("title") or "").split(" · ")[1:]]
    assert offered, "it says what it would keep"
    other.press("Enter")
    expect(room.page.get_by_role("group", name=room.say["row"])).to_have_count(2)
    expect(room.values).to_have_count(len(offered))
    expect(room.values).to_contain_text(offered)
    expect(log(room.page).get_by_text(words, exact=True)).to_have_count(2)
    assert room.flaws() == []
    assert desk.problems == []


def test_what_understands_is_loaded_while_somebody_still_types(desk: Desk) -> None:
    room = Room(desk)
    with room.page.expect_response(lambda answer: answer.url.endswith("/v1/understand")) as prepared:
        room.field.press_sequentially("o")
    assert prepared.value.ok
    asked: list[str] = []
    room.page.on("request", lambda request: asked.append(request.url))
    room.field.press_sequentially("lá")
    expect(room.field).to_have_value("olá")
    assert not [url for url in asked if url.endswith("/v1/understand")]
