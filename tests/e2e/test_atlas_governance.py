"""Meetings, foundation and insights of a company on their screens: made, edited in place, taken back, and readable."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations

PHONE = (380, 780)
TOO_WIDE = "document.getElementById('stage').scrollWidth > document.getElementById('stage').clientWidth"


def test_a_meeting_a_foundation_and_insights_are_kept_on_their_screens(desk: Desk) -> None:
    """LT-50: what the original's actions change is seen and changed by hand, with the way back."""
    desk.onboard(locale="pt-BR")
    desk.api("POST", "/v1/capabilities/atlas.add_sample/call", {"params": {}, "by_hand": True, "locale": "pt-BR"})
    page = desk.open("/atlas/meetings", theme="dark", locale="pt-BR")
    page.get_by_role("button", name="Nova reunião").click()
    page.get_by_label("Título").fill("RM de dezembro")
    page.get_by_label("Dia").fill("2099-12-10")
    page.get_by_label("Hora").fill("14:30")
    page.get_by_role("button", name="Criar", exact=True).click()
    page.get_by_role("link", name=re.compile("RM de dezembro")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("RM de dezembro")
    page.get_by_role("button", name="Novo item de pauta").click()
    page.get_by_role("textbox", name="Título").fill("Revisão dos KRs")
    page.get_by_role("button", name="Criar", exact=True).click()
    agenda = page.get_by_role("region", name="Pauta")
    expect(agenda).to_contain_text("Revisão dos KRs")
    page.get_by_role("button", name=re.compile("^Local: ")).press("Enter")
    page.keyboard.type("Sala 2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Local: Sala 2. Editar")).to_be_visible()
    assert axe_violations(page) == []

    page.goto(f"{desk.url}/atlas/frameworks")
    swot = page.get_by_role("region", name="Análise SWOT")
    swot.get_by_role("button", name=re.compile("^Forças: ")).press("Enter")
    page.keyboard.type("Marca forte")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(swot.get_by_role("button", name="Forças: Marca forte. Editar")).to_be_visible()
    page.get_by_role("region", name="Avisos").get_by_role("button", name="Desfazer").first.click()
    expect(swot.get_by_role("button", name="Forças: vazio. Editar")).to_be_visible()
    assert axe_violations(page) == []

    page.goto(f"{desk.url}/atlas/insights")
    page.get_by_role("button", name="Gerar insights").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Ir ao fim").click()
    sheet.get_by_role("button", name="Aplicar").click()
    first = page.get_by_role("article").first
    expect(first.get_by_role("list", name="Evidências")).to_be_visible()
    title = first.get_attribute("aria-label") or ""
    first.get_by_role("button", name="Descartar").click()
    expect(page.get_by_role("article", name=title)).to_have_count(0)
    assert axe_violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for part in ("insights", "frameworks", "meetings"):
        page.goto(f"{desk.url}/atlas/{part}")
        expect(page.get_by_role("tab", selected=True)).to_be_visible()
        assert not page.evaluate(TOO_WIDE), part
