"""The kit: every control on one page, seen, heard and used without a mouse."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.exhibits import exhibit, open_design
from tests.e2e.pictures import RENEW, Eye

TALL = (1240, 9_000)
"""Wide enough for both themes beside each other, high enough to have every control in sight."""

OVERLAYS: dict[str, tuple[str, Literal["dialog", "menu", "listbox"]]] = {
    "Dialog": ("Open", "dialog"),
    "ConfirmDialog": ("Delete", "dialog"),
    "Sheet": ("→", "dialog"),
    "Popover": ("Open", "dialog"),
    "MenuButton": ("More actions", "menu"),
    "Select": ("Choosing", "listbox"),
}
"""What opens over the page: the button that does it, and what a screen reader calls it."""


def controls(root: Path) -> set[str]:
    """The components that the kit exports."""
    doors = (root / "shell" / "src" / "ui" / "index.ts").read_text("utf-8").splitlines()
    names = (
        re.findall(r"(?<!type )\b[A-Z]\w*[a-z]\w*", door.partition("}")[0]) for door in doors if "export {" in door
    )
    return {name for found in names for name in found}


@pytest.mark.whole_browser
def test_every_control_of_the_kit_is_on_show_and_looks_as_it_did(desk: Desk, root: Path) -> None:
    """OS-33: what `ui/` exports stands on the page in both themes; a broken layout or colour is noticed."""
    page = open_design(desk, size=TALL)
    expect(exhibit(page, "CodeBlock").locator("[class*=text-code-keyword]").first).to_be_visible()
    expect(exhibit(page, "Markdown").locator("[class*=text-code-keyword]").first).to_be_visible()
    shown = page.locator("[data-specimen]").evaluate_all("(all) => all.flatMap((e) => e.dataset.specimen.split(' '))")
    assert sorted(controls(root) - set(shown)) == []

    eye = Eye.open(desk.browser)
    groups = page.locator("[data-group]").all()
    assert len(groups) == 8
    page.mouse.move(0, 0)
    complaints = [eye.complaint(str(group.get_attribute("data-group")), group) for group in groups]
    assert [each for each in complaints if each] == []
    if os.environ.get(RENEW):
        pytest.skip("The pictures were taken anew: look at them.")

    actions, status = page.locator("[data-group=actions]"), page.locator("[data-group=status]")
    for subject, name, fault in (
        (actions, "actions", ":root, .light, .dark { --accent: var(--bad); }"),
        (status, "status", "[data-specimen=Badge] .dark span { display: none; }"),
        (actions, "actions", "[data-specimen=Button] button { display: block; }"),
    ):
        style = page.add_style_tag(content=fault)
        assert eye.complaint(name, subject) is not None, fault
        style.evaluate("(element) => element.remove()")
    assert desk.problems == []


def test_every_control_is_accessible_in_both_themes_and_languages(desk: Desk) -> None:
    """OS-33: axe finds nothing, wide and narrow, with nothing open and with each thing that opens."""
    found: dict[str, list[str]] = {}
    page = open_design(desk, theme="light")
    found["light"] = axe_violations(page)
    for name, (button, role) in OVERLAYS.items():
        page.get_by_label("Find a control").first.fill(name)
        exhibit(page, name).get_by_role("combobox" if role == "listbox" else "button", name=button).first.click()
        expect(page.get_by_role(role)).to_be_visible()
        found[name] = axe_violations(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role(role)).to_be_hidden()
    desk.onboard(theme="dark", locale="pt-BR")
    narrow = desk.open("/design", theme="dark", locale="pt-BR", size=(380, 800))
    expect(narrow.get_by_label("Buscar um controle").first).to_be_visible()
    found["dark"] = axe_violations(narrow)
    assert {place: violations for place, violations in found.items() if violations} == {}
    assert narrow.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert narrow.evaluate("stage.scrollWidth <= stage.clientWidth")
    assert desk.problems == []


def test_every_control_works_with_the_keyboard_alone(desk: Desk) -> None:
    """OS-33: arrows inside a group, Tab between groups, Escape out of anything, ⌘Z brings back."""
    page = open_design(desk)
    press = page.keyboard.press

    segments = exhibit(page, "Segmented").get_by_role("radio")
    segments.first.focus()
    press("ArrowRight")
    expect(segments.nth(1)).to_be_checked()

    number = exhibit(page, "NumberField").get_by_role("spinbutton").first
    number.focus()
    press("ArrowUp")
    expect(number).to_have_value("13")
    number.fill("1000")
    press("Enter")
    expect(number).to_have_value("100")
    number.fill("many")
    expect(number).to_have_attribute("aria-invalid", "true")
    press("Escape")
    expect(number).to_have_value("100")

    tags = exhibit(page, "TagInput")
    tags.get_by_role("textbox").focus()
    page.keyboard.type("core.undo")
    press("Enter")
    expect(tags.get_by_role("button", name="Remove core.undo")).to_be_visible()
    press("Backspace")
    expect(tags.get_by_role("textbox")).to_have_value("core.undo")

    search = exhibit(page, "SearchField").get_by_role("textbox").first
    search.focus()
    press("Escape")
    expect(search).to_have_value("")

    tree = exhibit(page, "JsonTree").get_by_role("treeitem")
    tree.first.focus()
    press("End")
    press("ArrowRight")
    press("ArrowRight")
    expect(page.locator(":focus")).to_contain_text('"admin"')
    press("ArrowLeft")
    press("ArrowLeft")
    expect(page.locator(":focus")).to_have_attribute("aria-expanded", "false")

    grid = exhibit(page, "VirtualGrid")
    grid.get_by_role("button", name="note-1.md").focus()
    press("ArrowRight")
    expect(grid.get_by_role("button", name="note-2.md")).to_be_focused()
    press("End")
    expect(grid.get_by_role("button", name="note-6.md")).to_be_focused()

    tools = exhibit(page, "Toolbar").get_by_role("button")
    tools.first.focus()
    press("ArrowLeft")
    expect(tools.last).to_be_focused()

    exhibit(page, "Sheet").get_by_role("button").first.focus()
    press("Enter")
    expect(page.get_by_role("dialog", name="Sheet")).to_be_visible()
    press("Escape")
    expect(exhibit(page, "Sheet").get_by_role("button").first).to_be_focused()

    exhibit(page, "Toaster").get_by_role("button", name="Undo").focus()
    press("Enter")
    expect(page.get_by_role("region", name="Notices").get_by_text("Delete")).to_be_visible()
    press("Control+z")
    expect(page.get_by_role("region", name="Notices").get_by_text("Delete")).to_be_hidden()

    page.get_by_label("Find a control").first.fill("zzz")
    expect(page.locator("[data-specimen]")).to_have_count(0)
    assert desk.problems == []


def test_long_lists_hold_only_what_is_in_sight(desk: Desk) -> None:
    """A thousand rows exist as a few dozen elements, and every one can be reached."""
    page = open_design(desk)
    rows = exhibit(page, "VirtualList").get_by_role("listitem")
    expect(rows.first).to_have_text("note-1.md")
    assert rows.count() < 40
    exhibit(page, "VirtualList").get_by_role("group").focus()
    page.keyboard.press("End")
    expect(rows.last).to_have_text("note-1000.md")
    expect(rows.last).to_have_attribute("aria-posinset", "1000")
    assert rows.count() < 40
