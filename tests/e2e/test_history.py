"""The history screen, as people use it: find a change, see what it was, take it back, do it again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations


def test_a_change_is_found_undone_and_done_again(desk: Desk) -> None:
    """OS-9b, K-8: what was changed is seen line by line, taken back after a preview, and brought back again."""
    desk.decide(desk.propose("diary.md", "dear diary\n"))
    desk.until_quiet()
    page = desk.open("/history")
    other = desk.open("/history")
    row = page.get_by_role("link", name=re.compile("diary"))
    row.click()
    expect(page).to_have_url(re.compile("/history/chg_"))
    expect(page.get_by_role("region", name="What changed")).to_contain_text("dear diary")
    expect(page.get_by_role("group", name="About this change")).to_contain_text("You created this")
    page.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("will be removed")
    dialog.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("note")).to_contain_text("This was taken back.")
    assert not (desk.workspace / "diary.md").exists()
    expect(other.get_by_text("You took a change back")).to_be_visible()

    desk.kill()
    desk.start()
    page.reload()
    page.get_by_role("button", name="Redo").click()
    expect(dialog).to_contain_text("Do this again?")
    dialog.get_by_role("button", name="Redo").click()
    expect(dialog).to_be_hidden()
    assert (desk.workspace / "diary.md").read_text("utf-8") == "dear diary\n"
    expect(page.get_by_role("note")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("link", name="All changes").click()
    expect(page.get_by_role("region", name="Today").get_by_role("link")).to_have_count(3)
    expect(page.get_by_role("region", name="Today").get_by_text("Undone")).to_have_count(1)
    assert desk.problems == []


def test_everything_people_did_is_there_by_kind_and_word(desk: Desk) -> None:
    """OS-9b: personas, projects and memories come and go here too; a removed one is brought back from here."""
    desk.api("POST", "/v1/projects", {"name": "School garden"})
    made = desk.api("POST", "/v1/memory", {"content": "Water on Tuesdays", "kind": "fact"})
    desk.api("DELETE", f"/v1/memory/{made['id']}", **{"If-Match": '"v1"'})
    page = desk.open("/history")
    today = page.get_by_role("region", name="Today").get_by_role("link")
    expect(today).to_have_count(3)
    assert axe_violations(page) == []
    page.get_by_role("combobox", name="What was changed").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="Memory")).to_be_visible()
    page.keyboard.type("mem")
    page.keyboard.press("Enter")
    expect(today).to_have_count(2)
    page.get_by_role("textbox", name="Search changes").fill("nothing like it")
    expect(page.get_by_text("No change fits these filters.")).to_be_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(today).to_have_count(3)
    page.get_by_role("textbox", name="Search changes").fill("tuesdays")
    expect(today).to_have_count(2)
    today.first.press("Enter")
    expect(page.get_by_role("group", name="About this change")).to_contain_text("You removed this")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Undo").press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("made again")
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("note")).to_contain_text("This was taken back.")
    assert [item["content"] for item in desk.api("GET", "/v1/memory")["items"]] == ["Water on Tuesdays"]
    assert desk.problems == []


def test_history_speaks_portuguese_in_the_dark_on_a_phone(desk: Desk) -> None:
    """OS-33: the empty page offers one thing to do; a filled one fits a phone."""
    page = desk.open("/history", theme="dark", locale="pt-BR", size=(380, 780))
    expect(page.get_by_text("Nada foi alterado ainda.")).to_be_visible()
    desk.api("POST", "/v1/projects", {"name": "Horta da escola com um nome bastante comprido"})
    row = page.get_by_role("region", name="Hoje").get_by_role("link")
    expect(row).to_contain_text("Você criou")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    row.click()
    expect(page.get_by_role("region", name="O que mudou")).to_contain_text("Horta")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    page.goto(f"{desk.url}/history/chg_gone")
    expect(page.get_by_text("Esta alteração não existe.")).to_be_visible()
    assert desk.problems == []
