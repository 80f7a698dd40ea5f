"""Dialogs, popovers, menus and lists over the page: who has the focus, what closes them, where they stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e.desk import Desk
from tests.e2e.exhibits import exhibit, open_design

MARGIN = 8
"""How far a popover stays from the edge of the window."""


def box_of(locator: Locator) -> FloatRect:
    """Where something stands, when it has come to rest."""
    locator.evaluate("(element) => Promise.all(element.getAnimations().map((each) => each.finished))")
    box = locator.bounding_box()
    assert box is not None
    return box


def can_be_focused(field: Locator) -> bool:
    """Whether something takes the focus; what is inert does not."""
    return bool(field.evaluate("(element) => { element.focus(); return document.activeElement === element; }"))


def put(page: Page, place: Locator, **style: str) -> None:
    """Move an exhibit to a place of the window."""
    place.evaluate("(element, style) => Object.assign(element.style, style)", {"position": "fixed", **style})


def test_a_dialog_silences_the_page_and_gives_the_focus_back(desk: Desk) -> None:
    """OS-33: the rest can neither be reached nor pressed; Escape closes the topmost first."""
    page = open_design(desk)
    opener = exhibit(page, "Dialog").get_by_role("button").first
    opener.focus()
    page.keyboard.press("Enter")
    outer, inner = page.get_by_role("dialog", name="Dialog", exact=True), page.get_by_role("dialog", name="Popover")
    expect(outer.get_by_role("textbox")).to_be_focused()
    assert not can_be_focused(page.get_by_label("Find a control").first)

    outer.get_by_role("button", name="Show more").click()
    expect(inner.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(inner).to_be_hidden()
    expect(outer.get_by_role("button", name="Show more")).to_be_focused()
    page.keyboard.press("Escape")
    expect(outer).to_be_hidden()
    expect(opener).to_be_focused()
    assert desk.problems == []


def test_a_dialog_over_a_dialog_closes_first_and_both_may_go_at_once(desk: Desk) -> None:
    """OS-33: the one below stays, and the focus finds its way back through both."""
    page = open_design(desk)
    opener = exhibit(page, "Dialog").get_by_role("button").first
    outer, above = (
        page.get_by_role("dialog", name="Dialog", exact=True),
        page.get_by_role("dialog", name="ConfirmDialog"),
    )
    opener.click()
    outer.get_by_role("button", name="Delete").click()
    expect(above).to_be_visible()
    assert not can_be_focused(outer.get_by_role("textbox"))
    page.keyboard.press("Escape")
    expect(above).to_be_hidden()
    expect(outer.get_by_role("button", name="Delete")).to_be_focused()

    page.keyboard.press("Enter")
    above.get_by_role("button", name="Delete").click()  # closes both
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    assert desk.problems == []


def test_a_press_beside_a_dialog_closes_only_what_is_topmost(desk: Desk) -> None:
    """OS-33: a press that begins inside closes nothing, and none reaches what lies below."""
    page = open_design(desk)
    exhibit(page, "Dialog").get_by_role("button").first.click()
    outer, inner = page.get_by_role("dialog", name="Dialog", exact=True), page.get_by_role("dialog", name="Popover")
    field = box_of(outer.get_by_role("textbox"))
    page.mouse.move(field["x"] + 5, field["y"] + 5)
    page.mouse.down()
    page.mouse.move(4, 4)
    page.mouse.up()  # words were marked with the pointer, out of the field
    expect(outer).to_be_visible()

    outer.get_by_role("button", name="Show more").click()
    inner.get_by_role("button").first.click()
    expect(inner).to_be_visible()
    page.mouse.click(4, 4)
    expect(inner).to_be_hidden()
    expect(outer).to_be_visible()
    page.mouse.click(4, 4)
    expect(outer).to_be_hidden()
    assert page.url.endswith("/design")


def test_a_press_on_its_button_closes_what_it_opened(desk: Desk) -> None:
    """OS-33: a popover, a menu and a list close once, and do not open again by the same press."""
    page = open_design(desk)
    for name, role, within in (
        ("Popover", "button", "dialog"),
        ("MenuButton", "button", "menu"),
        ("Select", "combobox", "listbox"),
    ):
        button = exhibit(page, name).get_by_role(role).first
        for _ in range(2):
            button.click()
            expect(page.get_by_role(within)).to_be_visible()
            button.click()
            expect(page.get_by_role(within)).to_be_hidden()
            expect(button).to_be_focused()
        button.click()
        page.keyboard.press("Escape")
        expect(page.get_by_role(within)).to_be_hidden()
        expect(button).to_be_focused()
    assert desk.problems == []


def test_the_tab_key_leaves_a_popover_and_closes_it(desk: Desk) -> None:
    """OS-33: nothing stays open behind whoever goes on."""
    page = open_design(desk)
    exhibit(page, "Dialog").get_by_role("button").first.click()
    outer = page.get_by_role("dialog", name="Dialog", exact=True)
    outer.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("dialog", name="Popover")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog", name="Popover")).to_be_hidden()
    expect(outer.locator(":focus")).to_have_count(1)


def test_a_notice_is_in_reach_while_a_dialog_is_open(desk: Desk) -> None:
    """OS-33: what is told meanwhile can be pressed and closes nothing; it stays when the dialog goes."""
    page = open_design(desk)
    exhibit(page, "Dialog").get_by_role("button").first.click()
    outer = page.get_by_role("dialog", name="Dialog", exact=True)
    outer.get_by_role("button", name="Copy").click()
    notices = page.get_by_role("region", name="Notices")
    expect(notices.get_by_text("Copied")).to_be_visible()
    page.keyboard.press("Escape")
    expect(outer).to_be_hidden()
    expect(notices.get_by_text("Copied")).to_be_visible()
    notices.get_by_role("button", name="Close").click()
    expect(notices.get_by_text("Copied")).to_be_hidden()


@pytest.mark.parametrize("corner", ["top left", "top right", "bottom left", "bottom right"])
def test_a_popover_stands_beside_its_button_and_inside_the_window(desk: Desk, corner: str) -> None:
    """OS-33: on the other side where there is no room, never out of the window, also on a phone."""
    for size in ((1280, 800), (380, 700)):
        page = open_design(desk, size=size)
        for name, role, within in (("Popover", "button", "dialog"), ("MenuButton", "button", "menu")):
            place = exhibit(page, name)
            put(page, place, **dict.fromkeys(corner.split(), "12px"), width="fit-content")
            button = place.get_by_role(role).first
            button.dispatch_event("click")  # the frame may lie over the corner
            at, sheet = box_of(button), box_of(page.get_by_role(within))
            assert sheet["x"] >= MARGIN and sheet["x"] + sheet["width"] <= size[0] - MARGIN, (name, sheet)
            below, above = sheet["y"] - at["y"] - at["height"], at["y"] - sheet["y"] - sheet["height"]
            assert 4 <= (below if corner.startswith("top") else above) <= 6, (name, at, sheet)
            left, right = sheet["x"] - at["x"], sheet["x"] + sheet["width"] - at["x"] - at["width"]
            assert min(abs(left), abs(right)) < 1 or size[0] < 400, (name, at, sheet)
            page.keyboard.press("Escape")


def test_a_popover_follows_its_button(desk: Desk) -> None:
    """OS-33: while the page scrolls, and in a list whose rows come and go."""
    page = open_design(desk)
    button = exhibit(page, "Popover").get_by_role("button").first
    button.click()
    sheet = page.get_by_role("dialog")
    gap = box_of(sheet)["y"] - box_of(button)["y"]
    before = box_of(button)["y"]
    page.evaluate("stage.scrollBy(0, -60)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert box_of(button)["y"] != before
    assert box_of(sheet)["y"] - box_of(button)["y"] == pytest.approx(gap, abs=1)
