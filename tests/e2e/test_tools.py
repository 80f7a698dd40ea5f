"""Tools made here on their screen: from a sentence, from a template, by hand; tested, edited, rolled back, revoked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.apps.forge.drafts import BASE64, words
from tests.e2e.desk import Desk, axe_violations
from tests.wasm_python import GROUP, needs_wasm_python, put_into

PHONE = (390, 844)


def test_a_sentence_becomes_a_tool_that_is_tried_and_revoked(desk: Desk) -> None:
    """TL-10, TL-11, TL-12: without a model; the tests are seen before it is kept, and revoking can be undone."""
    page = desk.open("/made-tools")
    expect(page.get_by_text("No tool was made here yet.")).to_be_visible()
    page.get_by_role("button", name="New tool").click()
    page.get_by_role("textbox", name="What should it do?").fill("Create a tool that converts miles to km")
    page.get_by_role("button", name="Draft it").click()
    results = page.get_by_role("list", name="Test results")
    expect(results.get_by_role("listitem")).to_contain_text("160.9344")
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_have_value("miles_to_kilometers")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("In use")).to_be_visible()
    expect(page.get_by_text("Reaches nothing: no files, no network, no other tools")).to_be_visible()
    assert axe_violations(page) == []
    called = desk.api("POST", "/v1/capabilities/tool.miles_to_kilometers/call", {"params": {"value": 2}})
    assert called["result"]["data"] == 3.218688
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("Revoked", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("In use")).to_be_visible()


def test_the_editor_shows_failing_tests_and_versions_lead_back(desk: Desk) -> None:
    """TL-10, TL-11: in Portuguese, on a phone: a failing test is shown before saving, and an old version comes back."""
    desk.api("POST", "/v1/tools", {"name": "text_to_base64", "tool": BASE64})
    page = desk.open("/made-tools/text_to_base64", locale="pt-BR", size=PHONE)
    expect(page.get_by_role("heading", name="Texto em Base64")).to_be_visible()
    page.get_by_role("button", name="Editar").click()
    source = page.get_by_role("textbox", name="Código")
    source.fill("def run(text):\n    return text[::-1]\n")
    page.get_by_role("button", name="Rodar testes").click()
    results = page.get_by_role("list", name="Resultado dos testes")
    expect(results).to_contain_text('esperado "b2zDoQ==", veio "álo"')
    expect(results.get_by_label("Falhou")).to_have_count(1)
    source.fill(BASE64["source"])
    page.get_by_role("textbox", name="Título em português").fill("Em base64")
    page.get_by_role("button", name="Salvar versão").click()
    expect(page.get_by_role("heading", name="Em base64")).to_be_visible()
    versions = page.get_by_role("list", name="Versões").get_by_role("listitem")
    expect(versions).to_have_count(2)
    versions.nth(1).get_by_role("button", name="O que mudou desde então").click()
    expect(page.get_by_text("text_to_base64.txt").first).to_be_visible()
    assert axe_violations(page) == []
    versions.nth(1).get_by_role("button", name="Voltar para ela").click()
    expect(page.get_by_role("heading", name="Texto em Base64")).to_be_visible()
    expect(versions).to_have_count(3)


def test_a_template_is_filled_in_and_the_dark_screen_lists_the_tool(desk: Desk) -> None:
    """TL-12: a form made of the template; in the dark."""
    desk.api("POST", "/v1/tools", {"name": "base_64", "tool": {**BASE64, "title": words("Encode")}})
    page = desk.open("/made-tools/new", theme="dark")
    page.get_by_role("radio", name="A template").check()
    page.get_by_role("combobox", name="Template").click()
    page.get_by_role("option", name="Formula").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("discounted")
    page.get_by_role("textbox", name="Formula").fill("price * (1 - discount / 100)")
    page.get_by_role("button", name="Draft it").click()
    expect(page.get_by_role("list", name="Test results")).to_contain_text('{"discount": 3, "price": 2}')
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("made from a template")).to_be_visible()
    page.get_by_role("link", name="All tools").click()
    expect(page.get_by_role("list", name="Tools").get_by_role("listitem")).to_have_count(2)
    assert axe_violations(page) == []


@needs_wasm_python
@pytest.mark.xdist_group(GROUP)
def test_the_editor_runs_a_tool_in_full_python_in_wasm(desk: Desk, machine_code: Path) -> None:
    """TL-10: chosen under *Runs in*, tested at once, kept without asking; its page says where it runs."""
    put_into(desk.home, machine_code)
    desk.api("POST", "/v1/tools", {"name": "text_to_base64", "tool": BASE64})
    page = desk.open("/made-tools/text_to_base64")
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("combobox", name="Runs in").click()
    page.get_by_role("option", name="Full Python in WebAssembly").click()
    expect(page.get_by_text("The first test on a machine takes half a minute.")).to_be_visible()
    page.get_by_role("textbox", name="Source").fill(
        "from dataclasses import dataclass\nimport base64\n\n\n@dataclass\nclass Word:\n    text: str\n\n\n"
        "def run(text):\n    return base64.b64encode(Word(text).text.encode()).decode()\n"
    )
    page.get_by_role("button", name="Run tests").click()
    expect(page.get_by_text("2 of 2 tests passed")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Save version").click()
    expect(page.get_by_text("Full Python in WebAssembly", exact=True)).to_be_visible(timeout=30_000)
    assert axe_violations(page) == []
