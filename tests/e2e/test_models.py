"""Models: what is here, what it can do, and who uses which."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import MODEL, connect, port_of, say, scripted


def test_without_a_model_the_screen_says_what_works(desk: Desk) -> None:
    """K-14: tier 0 is explained and can be tried; good local models are a copied command away."""
    context = desk.window()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(desk.url + "/models")
    expect(page.get_by_text("No model is connected, and that is fine.")).to_be_visible()
    expect(page.get_by_role("region", name="Who uses which")).to_contain_text(
        "Now without a model: no model is connected."
    )
    page.get_by_role("button", name="Copy the command for qwen3:8b").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == "ollama pull qwen3:8b"
    page.get_by_role("button", name="Try it without a model").click()
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Make a note: buy milk")
    assert axe_violations(page) == []
    page.goto(desk.url + "/settings/models")
    page.get_by_role("link", name="Open Models").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Models")
    assert desk.problems == []


def test_a_model_is_tried_out_given_a_role_and_an_agent(tmp_path: Path, free_port: int, browser: Browser) -> None:
    """OS-13, OS-11: what a probe showed stands beside the model, wherever it is chosen; a choice outlives a crash."""
    with scripted(tmp_path, [say("ok")] * 12) as address:
        desk = Desk(tmp_path / "home", free_port, browser, model_ports=(port_of(address),))
        desk.start()
        try:
            desk.onboard(name="Ana", locale="pt-BR", theme="dark")
            connect(desk, address)
            page = desk.open("/models", locale="pt-BR", theme="dark", size=(380, 800))
            row = page.get_by_role("group", name="Ollama")
            expect(row).to_contain_text("Conectado")
            expect(row).to_contain_text("ainda não experimentado")
            page.get_by_role("button", name=f"Experimentar {MODEL}").click()
            expect(row.get_by_role("list", name=f"O que {MODEL} sabe fazer")).to_contain_text("ferramentas")
            page.get_by_role("combobox", name="Modelo para: Código").click()
            page.get_by_role("option", name=MODEL).click()
            roles = page.get_by_role("region", name="Quem usa qual")
            expect(roles).to_contain_text("escolhido para esta função")
            assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
            assert axe_violations(page) == []

            desk.kill()
            desk.start()
            page.reload()
            expect(roles).to_contain_text("escolhido para esta função")
            desk.api("POST", "/v1/personas", {"name": "Ana"})
            page.goto(desk.url + "/agents/ana")
            page.get_by_role("combobox", name="Modelo", exact=True).click()
            page.get_by_role("option", name=MODEL).click()
            expect(page.get_by_role("list", name=f"O que {MODEL} sabe fazer")).to_be_visible()
            page.get_by_role("button", name="Salvar").click()
            expect(page.get_by_text("Alterações não salvas")).to_be_hidden()
            chosen = desk.api("GET", "/v1/personas/ana")["model"]
            assert chosen == {"role": "general", "provider": "ollama", "id": MODEL, "fallbacks": []}
            assert desk.problems == []
        finally:
            desk.close()
