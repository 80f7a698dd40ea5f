"""The gallery of workflow templates: pictures, what each needs and asks, a form, and a workflow at the end (ST-6)."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations

WIDE = "(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))"


def test_a_template_is_chosen_filled_in_and_becomes_a_workflow(desk: Desk) -> None:
    """ST-6: what is missing is told, a wrong value is marked, and making it can be undone; nothing runs."""
    page = desk.open("/workflows")
    page.get_by_role("button", name="Use a template").first.click()
    cards = page.get_by_role("list", name="Workflow templates").get_by_role("listitem")
    expect(cards).to_have_count(13)
    card = cards.filter(has_text="Data analysis")
    expect(card.get_by_role("img", name="Picture of 5 steps")).to_be_visible()
    expect(card).to_contain_text("Works without a model")
    expect(cards.filter(has_text="Research and report")).to_contain_text("Needs a connected model")
    assert axe_violations(page) == []
    card.get_by_role("link", name="Data analysis").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("list", name="What it will ask")).to_contain_text("Run a command")
    expect(dialog.get_by_role("list", name="What it needs")).to_contain_text("python3")
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Make the workflow").click()
    expect(dialog.get_by_label(re.compile("CSV file"))).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label(re.compile("CSV file")).fill("vendas.csv")
    dialog.get_by_label(re.compile("Column with figures")).fill("valor")
    dialog.get_by_label(re.compile("Column to group by")).fill("{{steps.fetch.result}}")
    dialog.get_by_role("button", name="Make the workflow").click()
    expect(page).to_have_url(re.compile("/workflows/data-analysis/canvas$"))
    expect(page.locator('[data-node="_inputs"]')).to_be_visible()
    expect(page.locator("[data-node]")).to_have_count(7)
    kept = desk.api("GET", "/v1/workflows/data-analysis")
    assert kept["graph"]["inputs"]["group"]["default"] == "{{steps.fetch.result}}"
    assert desk.api("GET", "/v1/runs?kind=workflow")["items"] == []
    page.get_by_role("button", name="Undo").last.click()  # of the news, not of the canvas
    expect(page.get_by_text("This workflow does not exist, or no longer.")).to_be_visible()
    assert desk.problems == []


def test_a_template_is_used_with_the_keyboard_on_a_phone(desk: Desk) -> None:
    """ST-6, OS-33: in Portuguese, dark; a file that is no template is told."""
    (desk.home / "templates").mkdir()
    (desk.home / "templates" / "quebrado.yaml").write_text("id: [x", "utf-8")
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/workflows/templates", locale="pt-BR", theme="dark", size=(380, 800))
    expect(page.get_by_role("heading", level=1)).to_have_text("Modelos de fluxo")
    expect(page.get_by_role("list", name="Arquivos que não são modelos de fluxo")).to_contain_text("quebrado.yaml")
    assert page.evaluate(WIDE)
    assert axe_violations(page) == []
    page.get_by_role("link", name="Uma nota sobre hoje").press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label(re.compile("Título"))).to_have_value("O que marcou o dia")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    dialog.get_by_label(re.compile("Título")).press("Enter")
    expect(page).to_have_url(re.compile("/workflows/day-note/canvas$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Uma nota sobre hoje")
    assert desk.problems == []
