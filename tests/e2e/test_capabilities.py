"""Capabilities, called tools on the screen: found, understood, called, approved and undone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations


def result(page: Page) -> Locator:
    """What came of the call."""
    return page.get_by_role("region", name="Result")


def test_a_tool_is_found_understood_and_called(desk: Desk) -> None:
    """K-1: one signature gives help, form, validation and call; the server's problem stands at its field."""
    desk.workspace.mkdir(parents=True, exist_ok=True)
    (desk.workspace / "list.md").write_text("milk\nbread\nmilk again\n", "utf-8")
    page = desk.open("/capabilities")
    page.get_by_role("textbox", name="Search tools").fill("procurar arquivos")  # either language finds it
    page.get_by_role("link", name=re.compile("Search in files")).click()
    expect(page.get_by_role("region", name="About this tool")).to_contain_text("Looks at things and changes nothing.")
    assert axe_violations(page) == []

    page.get_by_role("button", name="Call it").click()
    expect(page.get_by_text("Fill this in.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Pattern")).to_be_focused()
    page.get_by_role("textbox", name="Pattern").fill("milk")
    page.get_by_role("textbox", name="Max results").fill("501")
    expect(page.get_by_text("At most 500.")).to_be_visible()
    page.get_by_role("textbox", name="Max results").fill("5")
    page.keyboard.press("Enter")
    expect(result(page)).to_contain_text("Done in")
    result(page).get_by_role("treeitem", name=re.compile("^1: ")).click()
    expect(result(page).get_by_role("tree")).to_contain_text("milk again")
    calls = page.get_by_role("group", name="Last calls").get_by_role("link")
    expect(calls).to_have_count(1)

    page.get_by_role("textbox", name="Path").fill("../outside")
    page.get_by_role("button", name="Call it again").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(calls).to_have_count(2)
    page.get_by_text("The same call elsewhere").click()
    expect(page.get_by_text("aule call core.grep_search pattern=milk")).to_be_visible()
    assert axe_violations(page) == []

    # An earlier call fills the form again; a call made elsewhere appears by itself, in a second tab as well.
    page.get_by_role("button", name="Fill the form with this call").last.click()
    expect(page.get_by_role("textbox", name="Path")).to_have_value(".")
    desk.api("POST", "/v1/capabilities/core.grep_search/call", {"params": {"pattern": "bread"}})
    expect(calls).to_have_count(3)
    desk.kill()
    desk.start()
    page.reload()
    expect(calls).to_have_count(3)
    assert desk.problems == []


def test_a_call_that_asks_is_approved_in_place_and_undone(desk: Desk) -> None:
    """K-3, K-8: the card shows exactly what will be written; the change stands below it with its way back."""
    page = desk.open("/capabilities/core.write_file")
    expect(page.get_by_role("region", name="About this tool")).to_contain_text("Can be undone afterwards.")
    page.get_by_role("textbox", name="Path").fill("plan.md")
    page.get_by_role("textbox", name="Content").fill("# Plan\n")
    page.get_by_role("button", name="Call it").click()
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("plan.md")
    assert not (desk.workspace / "plan.md").exists()
    card.get_by_role("button", name="Approve").click()
    expect(result(page)).to_contain_text("Done in")
    assert (desk.workspace / "plan.md").read_text("utf-8") == "# Plan\n"
    card.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("Undone")
    assert not (desk.workspace / "plan.md").exists()

    page.get_by_role("button", name="Call it again").click()
    card.get_by_role("button", name="Deny", exact=True).click()
    expect(page.get_by_text("You said no. Nothing was done.")).to_be_visible()
    assert not (desk.workspace / "plan.md").exists()
    assert desk.problems == []


def test_nested_parameters_have_a_form_in_portuguese_in_the_dark_on_a_phone(desk: Desk) -> None:
    """OS-33, K-13: lists and groups are filled in with the keyboard, help and names in the person's language."""
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/capabilities/core.delegate", locale="pt-BR", theme="dark", size=(380, 800))
    expect(page.get_by_role("heading", level=1)).to_have_text("Delegar a subagentes")
    expect(page.get_by_text("Entrega partes independentes do trabalho")).to_be_visible()
    page.get_by_role("button", name="Chamar").click()
    expect(page.get_by_text("No mínimo 1 itens.")).to_be_visible()
    page.get_by_role("button", name="Adicionar", exact=True).first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Tarefa").fill("Contar até três")
    page.get_by_role("button", name="Adicionar Limites").focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Custo em US$").fill("0,5")
    page.get_by_role("textbox", name="Passos").fill("500")
    page.get_by_role("button", name="Chamar").click()
    expect(page.get_by_text("No máximo 200.")).to_be_visible()
    assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
    assert axe_violations(page) == []
    page.goto(desk.url + "/capabilities/core.gone")
    expect(page.get_by_text("Não existe ferramenta com este nome.")).to_be_visible()
    assert desk.problems == []
