"""The pages of Atlas in the hands of somebody without a mouse: edit, two hands at once, check in, walk the map."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations

PHONE = (380, 780)
TOO_WIDE = "document.getElementById('stage').scrollWidth > document.getElementById('stage').clientWidth"


def rewrite(page: Page, name: re.Pattern[str], words: str) -> None:
    """Edit a fact where it stands, by the keyboard alone."""
    page.get_by_role("button", name=name).press("Enter")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(words)


def test_a_strategy_is_edited_checked_in_and_walked_by_the_keyboard(desk: Desk) -> None:
    """AT-22, AT-23, K-7, K-8, OS-33: seen at once, both values of a clash, the chart follows, everything undone."""
    desk.onboard(locale="pt-BR")
    desk.api("POST", "/v1/capabilities/atlas.add_sample/call", {"params": {}, "by_hand": True, "locale": "pt-BR"})
    page = desk.open("/atlas/obj-1", theme="dark", locale="pt-BR")
    weight = re.compile("^Peso: ")
    expect(page.get_by_role("button", name="Peso: 3. Editar")).to_be_visible()
    rewrite(page, weight, "5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Peso: 5. Editar")).to_be_focused()
    page.get_by_role("region", name="Avisos").get_by_role("button", name="Desfazer").press("Enter")
    expect(page.get_by_role("button", name="Peso: 3. Editar")).to_be_visible()

    rewrite(page, weight, "4")
    edit = {"objective_id": "obj-1", "weight": 8, "title": "Encantar sempre"}
    desk.api("POST", "/v1/capabilities/atlas.update_objective/call", {"params": edit, "by_hand": True})
    expect(page.get_by_role("heading", level=1)).to_contain_text("Encantar sempre")  # the page follows while one writes
    page.keyboard.press("Enter")
    clash = page.get_by_role("alert").filter(has_text="Peso foi alterado em outro lugar")
    expect(clash.get_by_label("A outra")).to_have_text("8")
    clash.get_by_role("button", name="Ficar com a minha").press("Enter")
    expect(page.get_by_role("button", name="Peso: 4. Editar")).to_be_visible()

    rewrite(page, weight, "2")
    page.route("**/v1/apps/atlas/objective?*", lambda route: route.abort())  # this page does not hear of it in time
    params = {"objective_id": "obj-1", "weight": 9}
    desk.api("POST", "/v1/capabilities/atlas.update_objective/call", {"params": params, "by_hand": True})
    page.keyboard.press("Enter")
    expect(clash.get_by_label("A sua")).to_have_text("2")
    expect(clash.get_by_label("A outra")).to_have_text("9")
    page.unroute("**/v1/apps/atlas/objective?*")
    clash.get_by_role("button", name="Usar a outra").press("Enter")
    page.reload()
    expect(page.get_by_role("button", name="Peso: 9. Editar")).to_be_visible()
    assert axe_violations(page) == []

    page.goto(f"{desk.url}/atlas/kr-1")
    page.get_by_role("button", name="Check-in", exact=True).press("Enter")
    expect(page.get_by_role("textbox", name=re.compile("^Valor em"))).to_be_focused()
    page.keyboard.type("1.234,5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("group", name="Check-ins")).to_contain_text("1.234,5")
    chart = page.get_by_role("group", name=re.compile("As setas leem mês a mês"))
    chart.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(chart.get_by_role("status")).to_contain_text("Meta")
    page.get_by_role("region", name="Avisos").get_by_role("button", name="Desfazer").press("Enter")
    expect(page.get_by_role("group", name="Check-ins")).not_to_contain_text("1.234,5")

    page.get_by_role("button", name="Ver como tabela").press("Enter")
    rewrite(page, re.compile("^Meta · janeiro"), "61,5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Meta · janeiro.*: 61,5"))).to_be_focused()
    expect(page.get_by_role("row", name=re.compile("^janeiro.*61,5.*99,2%"))).to_be_visible()
    assert axe_violations(page) == []

    due = desk.api("GET", "/v1/apps/atlas/due")["total"]
    page.goto(f"{desk.url}/atlas/check-in")
    page.get_by_role("textbox", name=re.compile("^Valor em")).press_sequentially("7,5")
    page.keyboard.press("Enter")
    for done in range(1, due):
        expect(page.get_by_role("progressbar", name="Check-in")).to_have_attribute("aria-valuenow", str(done))
        expect(page.get_by_role("textbox", name=re.compile("^Valor em"))).to_be_focused()
        page.keyboard.press("Escape")
    expect(page.get_by_text("1 check-in salvo.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Desfazer o check-in")).press("Enter")
    expect(page.get_by_text("desfeito", exact=True)).to_be_visible()

    page.goto(f"{desk.url}/atlas/map")
    root = page.get_by_role("button", name=re.compile("^Empresa "))
    expect(root).to_be_visible()
    assert axe_violations(page) == []
    root.focus()
    page.keyboard.press("ArrowRight")
    pillar = page.locator("[data-node]:focus")
    expect(pillar).to_have_attribute("aria-label", re.compile("^Pilar "))
    pillar.press("Space")
    expect(pillar).to_have_attribute("aria-expanded", "false")
    pillar.press("Enter")
    expect(page).to_have_url(re.compile(r"/atlas/pil-\d+$"))
    phone = desk.open("/atlas/kr-1", locale="pt-BR", size=PHONE)
    expect(phone.get_by_role("group", name=re.compile("As setas leem mês a mês"))).to_be_visible()
    assert axe_violations(phone) == []
    assert not phone.evaluate(TOO_WIDE)
    assert desk.problems == []
