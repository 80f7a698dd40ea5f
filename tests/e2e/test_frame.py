"""The frame around the screens: dock, palette, chat, shortcuts, theme, small windows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.desk import Desk, axe_violations

KILOBYTES = 1000
BUDGET = 200 * KILOBYTES
CHAT_WIDTHS = (320, 680)


def focused(page: Page) -> str:
    """What a screen reader would say of the element in focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"))


def test_the_dock_leads_to_every_screen_and_marks_the_current_one(desk: Desk) -> None:
    """OS-1: screens by icon, the address follows, the focus goes where reading goes on."""
    page = desk.open()
    dock = page.get_by_role("navigation", name="Screens")
    for name in ("Approvals", "Activity", "Settings", "Home"):
        dock.get_by_role("link", name=name).click()
        expect(dock.locator("[aria-current=page]")).to_have_attribute("aria-label", name)
        expect(page).to_have_title(f"{name} · auleOS")
        expect(page.get_by_role("main")).to_be_focused()
    desk.propose("a.md", "a")
    expect(dock.get_by_role("link", name="Approvals, 1 waits for you")).to_be_visible()
    assert desk.problems == []


def test_the_palette_runs_actions_opens_what_exists_and_asks(desk: Desk) -> None:
    """OS-6: one field for all three, without the mouse."""
    page = desk.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    field.fill("portugues")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    page.keyboard.press("Control+k")
    field.fill("english")
    expect(page.get_by_role("option", name="Language: English")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.keyboard.press("Control+k")
    field.fill("activ")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{desk.url}/activity")
    page.keyboard.press("Control+k")
    recent = page.get_by_role("group", name="Recent").get_by_role("option")
    expect(recent).to_have_text(["Activity", "Idioma: Português (Brasil)"])
    field.fill("who was Ada Lovelace")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("who was Ada Lovelace")
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    assert desk.problems == []


def test_an_address_opens_a_conversation_or_an_agent(desk: Desk) -> None:
    """What the palette finds is an address, and an address can be kept."""
    conversation = desk.api("POST", "/v1/conversations", {"title": "Kept talk"})
    page = desk.open(f"/activity?chat={conversation['id']}")
    expect(page.get_by_role("button", name="Conversations: Kept talk")).to_be_visible()
    expect(page).to_have_url(f"{desk.url}/activity")
    page.goto(f"{desk.url}/?agent=coder")
    expect(page.get_by_role("button", name="Who answers: Coder")).to_be_visible()
    expect(page.get_by_role("button", name="Conversations: New conversation")).to_be_visible()


def test_the_chat_opens_closes_and_keeps_its_width(desk: Desk) -> None:
    """OS-1: by chord, by button, by dragging and by arrow keys; remembered."""
    page = desk.open()
    chat = page.get_by_role("complementary", name="Chat")
    expect(chat).to_be_visible()
    page.keyboard.press("Control+j")
    expect(chat).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(chat).to_be_hidden()
    page.keyboard.press("Control+j")
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    divider = page.get_by_role("separator", name="Width of the chat")
    divider.focus()
    page.keyboard.press("Home")
    expect(divider).to_have_attribute("aria-valuenow", str(CHAT_WIDTHS[1]))
    page.keyboard.press("End")
    expect(divider).to_have_attribute("aria-valuenow", str(CHAT_WIDTHS[0]))
    divider.hover()  # waits until the panel has come to rest at its new width
    place = divider.bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + 3, place["y"] + 200)
    page.mouse.down()
    page.mouse.move(place["x"] - 97, place["y"] + 200, steps=5)
    page.mouse.up()
    expect(divider).to_have_attribute("aria-valuenow", "420")
    page.reload()
    expect(divider).to_have_attribute("aria-valuenow", "420")


def test_shortcuts_are_listed_and_leave_typing_alone(desk: Desk) -> None:
    """Single keys act outside fields only, and dialogs give the focus back."""
    page = desk.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Message")
    expect(field).to_be_focused()
    page.keyboard.type("c? /")
    expect(field).to_have_value("c? /")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("main").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Ctrl K")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()


def test_the_theme_is_kept_and_never_flashes(desk: Desk) -> None:
    """Light, dark or as the system; right before the first paint."""
    page = desk.open()
    html = page.locator("html")
    expect(html).not_to_have_class(re.compile("dark"))
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(html).to_have_class(re.compile("dark"))
    expect.soft(page.get_by_role("button", name="Switch between light and dark")).to_be_visible()
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.early = document.documentElement.className })"
    )
    page.reload()
    assert page.evaluate("early") == "dark"
    assert desk.api("GET", "/v1/settings")["appearance"]["theme"] == "dark"


def test_the_first_tab_stop_skips_to_the_content(desk: Desk) -> None:
    """OS-33: keyboard people need not walk through the dock every time."""
    page = desk.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to content"
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_an_address_that_leads_nowhere_says_so(desk: Desk) -> None:
    """A wrong address is no blank page."""
    page = desk.open("/nowhere")
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    page.get_by_role("link", name="Go home").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")


@pytest.mark.parametrize("size", [(760, 900), (390, 844)])
def test_small_windows_have_everything_too(desk: Desk, size: tuple[int, int]) -> None:
    """The chat becomes a sheet, the dock goes below; nothing scrolls sideways."""
    page = desk.open(size=size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("textbox", name="Message")).to_have_count(0)
    page.get_by_role("button", name="Show chat").click()
    sheet = page.get_by_role("dialog", name="Chat")
    expect(sheet.get_by_role("textbox", name="Message")).to_be_focused()
    assert axe_violations(page) == []
    sheet.get_by_role("button", name="Hide chat").click()
    expect(sheet).to_be_hidden()
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Activity").click()
    expect(page.get_by_role("heading", level=1, name="Activity")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(page) == []
    assert desk.problems == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_overlays_are_accessible(desk: Desk, theme: str) -> None:
    """OS-33: palette, shortcuts and menus, in both themes."""
    desk.onboard(theme=theme)
    page = desk.open()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found: dict[str, list[str]] = {}
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("o")
    expect(page.get_by_role("option").first).to_be_visible()
    found["palette"] = axe_violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("main").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    found["shortcuts"] = axe_violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Who answers")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Researcher")
    found["agents"] = axe_violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Conversations:")).click()
    expect(page.get_by_role("textbox", name="Search conversations")).to_be_visible()
    found["conversations"] = axe_violations(page)
    assert {place: violations for place, violations in found.items() if violations} == {}
    assert desk.problems == []


def test_the_first_page_is_small_and_asks_nobody_else(desk: Desk) -> None:
    """Home with the chat stays within its budget, and every byte comes from this machine."""
    page = desk.window().new_page()
    sizes: dict[str, int] = {}
    strangers: list[str] = []

    def weigh(url: str, size: int) -> None:
        if url.endswith((".js", ".css")):
            sizes[url] = size

    page.on("request", lambda request: strangers.append(request.url) if not request.url.startswith(desk.url) else None)
    page.on(
        "requestfinished",
        lambda request: weigh(request.url, request.sizes()["responseBodySize"]),
    )
    page.goto(desk.url)
    expect(page.get_by_text("What shall we do?")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert strangers == []
    assert 0 < sum(sizes.values()) <= BUDGET, sizes
