"""The catalogue on its screen: found, looked at, added, updated, removed; sources added, asked and removed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.apps.additions.shops import Shop, tool_file
from tests.e2e.desk import Desk, axe_violations

PHONE = (390, 844)


def test_an_entry_is_found_looked_at_added_and_taken_back(desk: Desk) -> None:
    """TL-31: what it will be able to do stands before the card; the card is that of the app it is for."""
    page = desk.open("/catalogue")
    entries = page.get_by_role("list", name="Entries")
    expect(entries.get_by_role("link", name="Format and check a CPF")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("textbox", name="Search the catalogue").fill("cpf digits")
    expect(entries.get_by_role("listitem")).to_have_count(1)
    entries.get_by_role("link", name="Format and check a CPF").click()
    expect(page.get_by_text("May reach: nothing: no files, no network, no other tools")).to_be_visible()
    expect(page.get_by_text("Came with the system")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Add", exact=True).click()
    card = page.get_by_role("dialog", name="Add Format and check a CPF")
    expect(card.get_by_text("format_cpf.py")).to_be_visible()
    card.get_by_role("button", name="Apply").click(force=True)  # it leads to what was not seen yet
    page.keyboard.press("End")
    card.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("Added", exact=True)).to_be_visible()
    assert [each["status"] for each in desk.api("GET", "/v1/tools")["items"]] == ["active"]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Can be added", exact=True)).to_be_visible()


def test_a_source_is_added_asked_and_its_update_shows_the_difference(desk: Desk, tmp_path: Path) -> None:
    """TL-31: in Portuguese, on a phone, in the dark: what a source offers, what it cannot, and what is newer."""
    shop = Shop(tmp_path / "shop")
    shop.tool("nossa")
    shop.tool("read_file")
    page = desk.open("/catalogue/sources", locale="pt-BR", size=PHONE, theme="dark")
    page.get_by_role("textbox", name="Nome").fill("escola")
    page.get_by_role("textbox", name="Pasta ou endereço").fill(str(shop.folder))
    page.get_by_role("button", name="Adicionar fonte").click()
    source = page.get_by_role("group", name="escola")
    expect(source.get_by_text("Ainda não consultada")).to_be_visible()
    source.get_by_role("button", name="Consultar agora").click()
    source = page.get_by_role("group", name="A shop")
    expect(source.get_by_text("Não assinada")).to_be_visible()
    assert axe_violations(page) == []
    found = desk.api("GET", "/v1/catalogue/entries/escola/tool/nossa?locale=pt-BR")["add"]
    body = {"params": found["params"], "locale": "pt-BR"}
    card = desk.api("POST", f"/v1/capabilities/{found['capability']}/preview", body)
    desk.api(
        "POST",
        "/v1/catalogue/entries/escola/tool/nossa/add",
        {"seen": card["content_hash"], "locale": "pt-BR"},
    )
    shop.tool("nossa", tool_file("nossa", "def run():\n    return 2 - 1\n"), version="1.1.0")
    source.get_by_role("button", name="Consultar agora").click()
    expect(page.get_by_text("escola: Novas: 0, alteradas: 1, retiradas: 0")).to_be_visible()
    page.get_by_role("link", name="Catálogo").first.click()
    page.get_by_role("radio", name="Não se adiciona por aqui").check()
    expect(page.get_by_role("list", name="Entradas").get_by_role("link", name="read_file")).to_be_visible()
    page.get_by_role("radio", name="Atualizações").check()
    page.get_by_role("list", name="Entradas").get_by_role("link", name="nossa").click()
    expect(page.get_by_text("O que mudaria")).to_be_visible()
    expect(page.get_by_text("return 2 - 1").first).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Atualizar").click()
    page.get_by_role("dialog", name="Atualizar nossa").get_by_role("button", name="Aplicar").click()
    expect(page.get_by_text("Adicionada", exact=True)).to_be_visible()
