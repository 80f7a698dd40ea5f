"""School Power, as a teacher uses it: marks in cells, what is not learned yet, a gradebook that comes in by file."""

from __future__ import annotations

import re

from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.desk import Desk, axe_violations

NARROW = 380
PASTE = """(words) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", words);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
GRADEBOOK = "Aluno;Prova 1;Prova 2\nAna Lima;7,5;F\nBruno Reis;12;8\nCaio Souza;6;9\n"


def settled(page: Page) -> list[str]:
    """What is wrong with the page as it stands: by axe, or because it is too wide."""
    wide = page.evaluate("document.getElementById('stage').scrollWidth > document.getElementById('stage').clientWidth")
    return [*axe_violations(page), *(["scrolls sideways"] if wide else [])]


def test_marks_are_written_in_cells_by_the_keyboard_and_everything_follows(desk: Desk) -> None:
    """SP-3, SP-20, OS-33: marks typed, pasted, undone, seen in a second tab, kept over a crash, asked about."""
    page = desk.open("/school", locale="pt-BR")
    page.get_by_role("button", name="Conhecer com uma escola de exemplo").click()
    expect(page.get_by_role("heading", name="Precisa de atenção")).to_be_visible()
    assert settled(page) == []
    page.get_by_role("link", name="7A", exact=True).click()
    expect(page.get_by_text(re.compile(r"^25 de 25 alunos, \d+ avaliações$"))).to_be_visible()
    grid = page.get_by_role("grid", name="Notas")
    first, second = (grid.locator(f"[data-cell='{row} 0']") for row in range(2))
    was = first.inner_text()
    first.focus()
    page.keyboard.type("7,5")
    expect(grid.get_by_role("textbox")).to_have_value("7,5")
    page.keyboard.press("Enter")
    expect(second).to_be_focused()
    expect(first).to_have_text("7,5")
    page.get_by_role("button", name="Desfazer").last.click()
    expect(first).to_have_text(was)
    second.focus()
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("vale no máximo")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(second).to_be_focused()

    other = desk.open(page.url.removeprefix(desk.url), theme="dark", locale="pt-BR")
    there = other.get_by_role("grid", name="Notas").locator("[data-cell='0 0'], [data-cell='1 0'], [data-cell='2 0']")
    expect(there).to_have_count(3)
    first.focus()
    page.evaluate(PASTE, "1\nF\n9,5\n")
    expect(page.get_by_text(re.compile("3 notas lançadas em"))).to_be_visible()
    expect(there).to_have_text(["1", "F", "9,5"])
    assert settled(other) == []
    desk.kill()
    desk.start()
    other.reload()
    expect(there).to_have_text(["1", "F", "9,5"])

    page.get_by_role("button", name="Fazer chamada").click()
    register = page.get_by_role("dialog", name="Fazer chamada")
    student = register.get_by_role("radiogroup").first
    student.get_by_role("radio", checked=True).focus()
    page.keyboard.press("f")
    expect(student.get_by_role("radio", name="Falta", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^Chamada salva: "))).to_be_visible()
    page.get_by_role("button", name="Fazer chamada").click()
    expect(student.get_by_role("radio", name="Falta", exact=True)).to_be_checked()
    expect(register).to_contain_text("Esta chamada já foi feita")
    page.keyboard.press("Escape")

    grid.get_by_role("button", name="Média").click()
    expect(grid.get_by_role("columnheader", name=re.compile("^Média"))).to_have_attribute("aria-sort", "ascending")
    grid.get_by_role("rowheader").first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Habilidades")).to_be_visible()
    assert settled(page) == []
    page.go_back()
    page.get_by_role("button", name=re.compile("^Criar atividade para esta lacuna")).first.click()
    expect(page.get_by_role("textbox", name="Mensagem")).to_have_value(
        re.compile("^Crie uma atividade para o 7A sobre")
    )
    page.get_by_role("tab", name="Desempenho").click()
    expect(page.get_by_role("row", name=re.compile("^8B"))).to_be_visible()
    assert settled(page) == []
    page.goto(desk.url + "/school")
    page.get_by_role("button", name="Nova turma").last.click()
    page.get_by_role("dialog").get_by_role("textbox").first.fill("6C")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^6º ano · "))).to_be_visible()
    page.goto(desk.url + "/school")
    page.get_by_role("button", name="Remover o exemplo").click()
    expect(page.get_by_role("link", name="7A", exact=True)).to_be_hidden()
    expect(page.get_by_role("link", name="6C", exact=True)).to_be_visible()  # one's own is no sample
    assert desk.problems == []


def test_a_gradebook_comes_in_cell_by_cell_and_goes_back_whole(desk: Desk) -> None:
    """SP-52, OS-33: nothing before it was seen, with what is refused and why; undone in one; a phone, dark, English."""
    page = desk.open("/school", theme="dark", size=(NARROW, 800))
    page.get_by_role("button", name="Import marks").click()
    file = FilePayload(name="diario.csv", mimeType="text/csv", buffer=GRADEBOOK.encode("cp1252"))
    page.locator("input[type=file][accept*=xlsx]").set_input_files(file)
    page.get_by_role("textbox", name="Name of the class").fill("7A")
    page.get_by_role("textbox", name="Subject").fill("Matemática")
    refused = page.get_by_role("region", name="Refused")
    expect(refused.get_by_role("row")).to_have_count(1)
    expect(refused).to_contain_text("Bruno Reis")
    expect(page.get_by_role("region", name="Tests").get_by_role("row", name=re.compile("^Prova 1"))).to_be_visible()
    assert settled(page) == []
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Imported.", exact=True)).to_be_visible()
    page.reload()  # the address knows how far one is
    expect(page.get_by_text("Imported.", exact=True)).to_be_visible()
    assert settled(page) == []
    page.get_by_role("button", name="Open 7A").click()
    expect(page.get_by_role("gridcell", name="Ana Lima in Prova 1: 7.5")).to_be_visible()
    expect(page.get_by_role("gridcell", name="Ana Lima in Prova 2: Absent")).to_be_visible()
    assert settled(page) == []
    page.go_back()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    page.goto(desk.url + "/school")
    expect(page.get_by_role("button", name="Look at a sample school")).to_be_visible()
    assert desk.problems == []
