"""Guidelines, moments to wait, versions and files on an agent's page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.apps.studio.files import SKILL
from tests.e2e.desk import Desk, axe_violations

TO_THE_END = "part => { for (; part; part = part.parentElement) part.scrollTo(0, part.scrollHeight); }"
"""At its end a page has nothing half under the bar with its buttons, which axe would take for a small target."""


def choose(page: Page, field: str, option: str) -> None:
    """Choose one of a list."""
    page.get_by_role("combobox", name=field).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_rules_are_built_as_sentences_saved_and_gone_back_from(desk: Desk) -> None:
    """ST-1: a checked rule, one in free words, a moment to wait; then the version before, by one button."""
    desk.api("POST", "/v1/agents", {"name": "Reviewer", "system_prompt": "You review."})
    page = desk.open("/agents/reviewer")
    rules = page.get_by_role("group", name="Add rule")
    expect(rules).to_contain_text("Never: deleting something.")
    rules.get_by_role("button", name="Add rule").click()
    guidelines = page.get_by_role("list", name="Guidelines").get_by_role("listitem")
    expect(guidelines).to_have_text(["Never: deleting something.Checked"])
    expect(page.get_by_role("region", name="What it may do")).to_contain_text("may not delete")
    choose(page, "Kind of rule", "In my own words")
    rules.get_by_role("textbox", name="What it should do").fill("Be kind.")
    rules.get_by_role("button", name="Add rule").click()
    expect(guidelines.nth(1)).to_have_text("Be kind.Said, not checked")
    choose(page, "Kind of rule", "Answers no longer than")
    expect(rules).to_contain_text("Answers with at most 150 words.")
    rules.get_by_role("button", name="Add rule").click()
    moments = page.get_by_role("group", name="Add moment")
    moments.get_by_role("button", name="Add moment").click()
    waits = page.get_by_role("list", name="Moments to wait for you")
    expect(waits).to_contain_text("Shows you the result and waits after: writing or changing something.")
    page.get_by_role("heading", level=1).evaluate(TO_THE_END)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Save", exact=True).click()
    versions = page.get_by_role("list", name="Versions").get_by_role("listitem")
    expect(versions.first).to_contain_text("Version 2")
    saved = desk.api("GET", "/v1/agents/reviewer")
    assert [rule["rule"] for rule in saved["guidelines"]] == ["never", "said", "length"]
    assert saved["interrupts"] == [{"moment": "after", "what": "effect:write", "message": ""}]
    page.get_by_role("button", name="Restore version 1").click()
    expect(versions.first).to_contain_text("Version 3")
    expect(page.get_by_text("No guidelines yet.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_an_agent_is_looked_at_before_it_is_imported_and_kept_as_a_file(desk: Desk) -> None:
    """ST-1: what was left out is told before anything is saved."""
    page = desk.open("/agents")
    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog", name="Import an agent")
    dialog.get_by_role("textbox", name="Or paste its text").fill(SKILL)
    dialog.get_by_role("button", name="Look at it").click()
    expect(dialog).to_contain_text("There is no tool “Telescope” here")
    expect(dialog).to_contain_text("SKILL.md · Read a file")
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="release-notes")).to_be_visible()
    page.get_by_role("button", name="Actions for release-notes").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export as SKILL.md").click()
    assert download.value.suggested_filename == "SKILL.md"
