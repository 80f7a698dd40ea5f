"""Atlas, as a company uses it: ask, be asked back, see it first, watch the page follow, and take it back."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.desk import Desk, axe_violations

NARROW = 380
YEAR = datetime.now(UTC).year
ACTIONS: list[dict[str, Any]] = [
    {"type": "create_pillar", "data": {"name": "Financeiro"}},
    {"type": "create_pillar", "data": {"name": "Clientes", "color": "#10B981"}},
    {"type": "create_objective", "data": {"title": "Aumentar receita", "pillar_ref": 0, "weight": 3}},
    {"type": "create_objective", "data": {"title": "Receita recorrente", "pillar_ref": 1, "weight": 2}},
    {
        "type": "create_key_result",
        "data": {
            **{"title": "Vendas do mês", "objective_ref": 2, "target_value": 4800, "unit": "un"},
            **{"start_month": f"{YEAR}-01", "end_month": f"{YEAR}-12"},
        },
    },
]
PLAN: dict[str, Any] = {
    "pillars": [
        {
            "name": "Growth",
            "objectives": [
                {
                    "title": "Win customers",
                    "weight": 2,
                    "key_results": [
                        {"title": "Signed contracts", "target_value": 12, "current_value": 6},
                        {"title": "Pilots", "target_value": 4},
                    ],
                }
            ],
        },
        {"name": "People", "objectives": [{"title": "A calm team"}]},
    ]
}


def by_hand(desk: Desk, action: str, **params: Any) -> Any:
    """Do something in Atlas as its owner."""
    called = desk.api("POST", f"/v1/capabilities/atlas.{action}/call", {"params": params, "by_hand": True})
    return called["result"]["data"]


def settled(page: Page) -> list[str]:
    """What is wrong with the page as it stands: by axe, or because it is too wide."""
    wide = page.evaluate("document.getElementById('stage').scrollWidth > document.getElementById('stage').clientWidth")
    return [*axe_violations(page), *(["scrolls sideways"] if wide else [])]


def test_one_question_decides_which_is_meant_and_every_page_follows(desk: Desk) -> None:
    """AT-12, AT-16, AT-51, K-8: two candidates, one question, a preview, a yes; live everywhere; and undone."""
    desk.onboard(locale="pt-BR")
    by_hand(desk, "create_company", name="ACME Brasil")
    by_hand(desk, "execute", actions=ACTIONS)
    page = desk.open("/atlas/obj-1", locale="pt-BR")
    facts = page.get_by_role("group", name="Dados")
    expect(facts.get_by_role("button", name="Peso: 3. Editar")).to_be_visible()
    page.get_by_role("textbox", name="Mensagem").fill("aumente o peso do objetivo receita")
    page.keyboard.press("Enter")
    talk = page.get_by_role("log")
    card = talk.get_by_role("region", name=re.compile("receita"))
    expect(card.get_by_role("button")).to_contain_text(["Aumentar receita", "Receita recorrente"])
    assert axe_violations(page) == []

    desk.kill()  # the question outlives the server
    desk.start()
    page.reload()
    expect(card.get_by_role("button", name="Aumentar receita")).to_contain_text("Financeiro")
    expect(card.get_by_role("button", name="Aumentar receita")).to_be_enabled()
    card.focus()
    page.keyboard.press("1")
    approval = talk.get_by_role("region").filter(has=page.get_by_role("group", name="O que mudaria"))
    expect(approval).to_contain_text(re.compile("Aumentar receita.*Peso.*antes 3.*depois 4"))
    expect(facts.get_by_role("button", name="Peso: 3. Editar")).to_be_visible()
    other = desk.open("/atlas/history", locale="pt-BR")
    expect(other.get_by_role("button", name="Desfazer")).to_have_count(len(ACTIONS) + 1)
    approval.get_by_role("button", name="Aprovar").click()
    expect(facts.get_by_role("button", name="Peso: 4. Editar")).to_be_visible()
    told = other.get_by_role("group", name="Hoje").get_by_role("button", expanded=False).first
    expect(told).to_contain_text("obj-1")
    told.press("Enter")
    expect(other.get_by_role("group", name="Hoje")).to_contain_text(re.compile("Peso.*antes 3.*depois 4"))
    assert settled(other) == []

    talk.get_by_role("button", name="Desfazer").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile("Peso.*antes 4.*depois 3"))
    dialog.get_by_role("button", name="Desfazer").click()
    expect(facts.get_by_role("button", name="Peso: 3. Editar")).to_be_visible()
    expect(other.get_by_text("Desfeito", exact=True)).to_be_visible()

    other.get_by_role("tab", name="Check-in").click()
    value = other.get_by_role("textbox", name=re.compile("^Valor em"))
    expect(value).to_be_focused()
    page.goto(desk.url + "/atlas/kr-1")
    expect(page.get_by_text("Ainda não há check-ins")).to_be_visible()
    value.press_sequentially("300")
    value.press("Enter")
    expect(other.get_by_text("Pronto por hoje")).to_be_visible()
    page.get_by_role("button", name="Ver como tabela").click()
    expect(page.get_by_role("table").get_by_role("cell", name="300 un")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_a_company_comes_in_by_file_and_loses_a_pillar_only_by_its_name(desk: Desk) -> None:
    """AT-41, AT-44, AT-50, OS-33: nothing before it was seen; on a phone, in the dark, by the keyboard."""
    page = desk.open("/atlas", theme="dark", size=(NARROW, 800))
    page.get_by_role("button", name="Look at a sample company").press("Enter")
    page.get_by_role("button", name="Remove the sample").press("Enter")
    page.get_by_role("button", name="New company").press("Enter")
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("Harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harbour")
    page.get_by_role("tab", name="Import").click()
    file = FilePayload(name="plan.json", mimeType="application/json", buffer=json.dumps(PLAN).encode())
    page.locator("input[type=file][accept*=json]").set_input_files(file)
    preview = page.get_by_role("group", name="What would change")
    expect(preview.get_by_role("row", name="Key result 2")).to_be_visible()
    page.reload()  # the address knows how far one is
    expect(preview.get_by_role("row", name="Pillar 2")).to_be_visible()
    assert settled(page) == []
    page.get_by_role("button", name="Import", exact=True).press("Enter")
    expect(page.get_by_text(re.compile(r"\d+ fields read again .*: all the same"))).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert settled(page) == []

    desk.kill()
    desk.start()
    page.reload()
    page.get_by_role("button", name="Open the company").press("Enter")
    page.get_by_role("link", name="Growth", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Growth")
    page.get_by_role("button", name="More actions").first.press("Enter")
    page.get_by_role("menuitem", name="Delete…").press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("list", name="What goes")).to_contain_text("1 objective and 2 key results")
    remove = dialog.get_by_role("button", name="Remove")
    expect(remove).to_be_disabled()
    dialog.get_by_role("textbox", name="Type “Growth” to confirm").fill("growth")
    assert axe_violations(page) == []
    remove.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harbour")
    expect(page.get_by_role("link", name="Growth", exact=True)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("link", name="Growth", exact=True)).to_be_visible()

    for part, shown in (("compare", "The company’s score"), ("report", "as of"), ("cycle", "Close the cycle")):
        page.goto(f"{desk.url}/atlas/{part}")
        expect(page.get_by_role("main")).to_contain_text(shown)
        assert settled(page) == []
    assert desk.problems == []
