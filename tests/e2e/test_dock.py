"""The dock: what is pinned, in which order, by whom, and the way to everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations

PHONE = (390, 844)
TEACHER = ["Home", "School Power", "Approvals", "Projects", "Schedules", "Knowledge", "Artifacts", "Files"]


def dock_of(page: Page) -> Locator:
    """The dock, in either language."""
    return page.get_by_role("navigation", name=re.compile("^(Screens|Telas)$"))


def entries(page: Page) -> Locator:
    """The links of the dock."""
    return dock_of(page).get_by_role("link")


def arrange(desk: Desk, **desktop: Any) -> None:
    """Change settings of the desktop, as the welcome or another program does."""
    read = desk.request("GET", "/v1/settings")
    settings = read.json()
    settings["desktop"].update(desktop)
    desk.api("PUT", "/v1/settings", settings, **{"If-Match": read.headers["etag"]})


def pins(desk: Desk) -> list[str]:
    """What the settings have as pinned."""
    found: list[str] = desk.api("GET", "/v1/settings")["desktop"]["pins"]
    return found


def saved(page: Page, act: Callable[[], object]) -> None:
    """Do something, and wait until the settings have it."""
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        act()


def box_of(locator: Locator) -> FloatRect:
    """Where something is on the screen."""
    box = locator.bounding_box()
    assert box is not None
    return box


def test_what_is_pinned_follows_from_the_purpose_until_a_person_pins(desk: Desk) -> None:
    """OS-35: a purpose that is chosen changes the dock at once; a person's own pins stay whatever the purpose."""
    page = desk.open()
    expect(entries(page)).to_have_count(12)
    arrange(desk, purpose="teach")
    expect(entries(page)).to_have_text(TEACHER)
    for group in ("Apps", "Work", "Library"):
        expect(dock_of(page).get_by_role("group", name=group)).to_be_visible()
    page.keyboard.press("m")
    overview = page.get_by_role("dialog", name="All screens")
    overview.get_by_role("textbox", name="Search screens").fill("remember")  # by what one does there
    expect(overview.get_by_role("link")).to_have_count(1)
    saved(page, overview.get_by_role("button", name="Pin Memory to the dock", pressed=False).click)
    expect(overview.get_by_role("button", name="Pin Memory to the dock", pressed=True)).to_be_visible()
    overview.get_by_role("button", name="Clear").click()
    saved(page, overview.get_by_role("button", name="Pin Projects to the dock", pressed=True).click)
    page.keyboard.press("Escape")
    mine = ["Home", "School Power", "Approvals", "Schedules", "Knowledge", "Artifacts", "Files", "Memory"]
    expect(entries(page)).to_have_text(mine)
    arrange(desk, purpose="code")
    page.reload()
    expect(entries(page)).to_have_text(mine)
    assert desk.problems == []


def test_unpinned_by_a_menu_brought_back_and_reset(desk: Desk) -> None:
    """OS-35: a context menu by pointer and by keys, with undo; "as at first" brings the purpose's pins back."""
    arrange(desk, purpose="teach")
    page = desk.open()
    dock = dock_of(page)
    dock.get_by_role("link", name="School Power").click(button="right")
    menu = page.get_by_role("menu", name="School Power")
    assert axe_violations(page) == []
    saved(page, menu.get_by_role("menuitem", name="Unpin").click)
    expect(dock.get_by_role("group", name="Apps")).to_have_count(0)
    saved(page, page.get_by_role("button", name="Undo", exact=True).click)
    expect(entries(page)).to_have_text(TEACHER)
    dock.get_by_role("link", name="Files").focus()
    page.keyboard.press("Shift+F10")
    page.keyboard.press("u")
    saved(page, lambda: page.keyboard.press("Enter"))
    expect(entries(page)).to_have_text(TEACHER[:-1])
    assert pins(desk) == ["home", "school", "approvals", "projects", "schedules", "knowledge", "artifacts"]
    dock.get_by_role("link", name="Projects").click(button="right")
    saved(page, page.get_by_role("menuitem", name="As at first").click)
    expect(entries(page)).to_have_text(TEACHER)
    assert pins(desk) == []
    assert desk.problems == []


def test_the_order_is_changed_by_keys_told_and_kept(desk: Desk) -> None:
    """OS-35: Alt and arrows move an item, with Shift its group; the focus follows, and other tabs do too."""
    arrange(desk, purpose="teach")
    page, other = desk.open(), desk.open("/models", locale="pt-BR")
    expect(entries(page)).to_have_text(TEACHER)
    expect(entries(other).filter(has_text="Modelos")).to_be_visible()
    schedules = dock_of(page).get_by_role("link", name="Schedules")
    schedules.focus()
    saved(page, lambda: page.keyboard.press("Alt+ArrowUp"))
    expect(entries(page)).to_have_text(
        ["Home", "School Power", "Approvals", "Schedules", "Projects", "Knowledge", "Artifacts", "Files"]
    )
    expect(page.get_by_text("Schedules: 2 of 3")).to_be_attached()
    expect(schedules).to_be_focused()
    saved(page, lambda: page.keyboard.press("Alt+ArrowUp"))
    expect(schedules).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_text("Schedules cannot go further in its group")).to_be_attached()
    saved(page, lambda: page.keyboard.press("Alt+Shift+ArrowUp"))
    mine = ["Home", "Schedules", "Approvals", "Projects", "School Power", "Knowledge", "Artifacts", "Files"]
    expect(entries(page)).to_have_text(mine)
    expect(page.get_by_text("Work: 1 of 3")).to_be_attached()
    expect(schedules).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(dock_of(page).get_by_role("link", name="Approvals")).to_be_focused()
    expect(entries(other)).to_have_text(
        [
            "Início",
            "Agendamentos",
            "Aprovações",
            "Projetos",
            "School Power",
            "Conhecimento",
            "Artefatos",
            "Arquivos",
            "Modelos",
        ]
    )
    page.reload()
    expect(entries(page)).to_have_text(mine)
    assert desk.problems == []


def test_the_order_is_changed_by_dragging(desk: Desk) -> None:
    """OS-35: an item inside its group, a group by its name; Escape leaves all as it was; a drag is no click."""
    arrange(desk, purpose="teach")
    page = desk.open("/models")
    expect(entries(page)).to_have_text([*TEACHER, "Models"])

    def drag(what: Locator, onto: Locator, *, above: bool = True) -> None:
        start, end = box_of(what), box_of(onto)
        page.mouse.move(start["x"] + 40, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + 40, end["y"] + (2 if above else end["height"] - 2), steps=6)

    dock = dock_of(page)
    drag(dock.get_by_role("link", name="Schedules"), dock.get_by_role("link", name="Approvals"))
    saved(page, page.mouse.up)
    mine = ["Home", "School Power", "Schedules", "Approvals", "Projects", "Knowledge", "Artifacts", "Files", "Models"]
    expect(entries(page)).to_have_text(mine)
    expect(page).to_have_url(f"{desk.url}/models")
    drag(dock.get_by_role("link", name="School Power"), dock.get_by_role("link", name="Files"))
    page.keyboard.press("Escape")
    page.mouse.up()
    drag(dock.get_by_role("link", name="School Power"), dock.get_by_role("link", name="Files"))  # stays in its group
    page.mouse.up()
    expect(entries(page)).to_have_text(mine)
    expect(page).to_have_url(f"{desk.url}/models")
    drag(dock.get_by_text("Library", exact=True), dock.get_by_text("Apps", exact=True))
    saved(page, page.mouse.up)
    expect(entries(page)).to_have_text(
        ["Home", "Knowledge", "Artifacts", "Files", "School Power", "Schedules", "Approvals", "Projects", "Models"]
    )
    saved(page, page.get_by_role("button", name="Undo", exact=True).last.click)
    expect(entries(page)).to_have_text(mine)
    dock.get_by_role("link", name="Files").click()
    expect(page).to_have_url(f"{desk.url}/files")
    assert desk.problems == []


def test_apps_that_are_gone_keep_their_pins(desk: Desk) -> None:
    """OS-35: an id that no screen has is not shown and never dropped."""
    arrange(desk, pins=["home", "gone.app", "approvals", "plans"])
    page = desk.open()
    expect(entries(page)).to_have_text(["Home", "Approvals", "Plans"])
    dock_of(page).get_by_role("link", name="Plans").focus()
    saved(page, lambda: page.keyboard.press("Alt+ArrowUp"))
    expect(entries(page)).to_have_text(["Home", "Plans", "Approvals"])
    dock_of(page).get_by_role("link", name="Plans").click(button="right")
    saved(page, page.get_by_role("menuitem", name="Unpin").click)
    expect(entries(page)).to_have_text(["Home", "Approvals"])
    assert pins(desk) == ["home", "gone.app", "approvals"]


def test_names_give_way_to_icons_that_tell_their_names(desk: Desk) -> None:
    """OS-35, OS-33: collapsed by a button or a key, kept; each name is there for pointer and keyboard."""
    page = desk.open()
    dock = dock_of(page)
    expect(dock.get_by_text("Workshop")).to_be_visible()
    saved(page, dock.get_by_role("button", name="Icons only").click)
    expect(dock.get_by_text("Workshop")).to_have_count(0)
    expect(dock.get_by_role("group", name="Workshop")).to_be_visible()
    page.reload()
    dock.get_by_role("link", name="Home").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("tooltip")).to_have_text("School PowerG E")
    assert axe_violations(page) == []
    page.get_by_role("main").focus()
    saved(page, lambda: page.keyboard.press("["))
    expect(dock.get_by_text("Workshop")).to_be_visible()
    page.goto(f"{desk.url}/settings/appearance")
    saved(page, page.get_by_role("switch", name="Names in the dock").click)
    expect(dock.get_by_text("Workshop")).to_have_count(0)
    page.set_viewport_size({"width": 900, "height": 700})
    expect(dock.get_by_role("button", name="Show names")).to_have_count(0)
    assert desk.problems == []


def test_badges_count_what_waits_and_never_hide_it(desk: Desk) -> None:
    """OS-35: approvals are counted at their entry, and at "More" where that is not pinned."""
    desk.propose("a.md", "a")
    page = desk.open("/models")
    approvals = dock_of(page).get_by_role("link", name="Approvals, 1 waits for you")
    expect(approvals).to_be_visible()
    second = desk.propose("b.md", "b")
    expect(dock_of(page).get_by_role("link", name="Approvals, 2 wait for you")).to_be_visible()
    dock_of(page).get_by_role("link", name="Approvals").click(button="right")
    saved(page, page.get_by_role("menuitem", name="Unpin").click)
    expect(dock_of(page).get_by_role("button", name="More, 2 wait for you")).to_be_visible()
    desk.decide(second, "deny")
    expect(dock_of(page).get_by_role("button", name="More, 1 waits for you")).to_be_visible()
    assert desk.problems == []


def test_a_phones_bar_has_the_first_four_and_is_put_in_order_by_touch(desk: Desk) -> None:
    """OS-35: the bar follows the same pins; a finger that rests takes an item up."""
    arrange(desk, purpose="teach")
    page = desk.open(size=PHONE, locale="pt-BR")
    expect(entries(page)).to_have_text(["Início", "School Power", "Aprovações", "Projetos"])
    dock_of(page).get_by_role("button", name="Mais").click()
    sheet = page.get_by_role("dialog", name="Todas as telas")
    sheet.get_by_role("button", name="Mudar a ordem").click()
    assert axe_violations(page) == []
    held, onto = (
        box_of(sheet.get_by_role("link", name="Agendamentos")),
        box_of(sheet.get_by_role("link", name="Aprovações")),
    )
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": held["x"] + 60, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", held["y"] + 20)
    expect(sheet.locator("[data-held]")).to_be_visible()  # after the finger has rested
    for step in range(1, 6):
        touch("touchMove", held["y"] + 20 + (onto["y"] + 2 - held["y"] - 20) * step / 5)
    saved(page, lambda: touch("touchEnd", 0))
    page.keyboard.press("Escape")
    expect(entries(page)).to_have_text(["Início", "School Power", "Agendamentos", "Aprovações"])
    page.reload()
    expect(entries(page)).to_have_text(["Início", "School Power", "Agendamentos", "Aprovações"])
    assert desk.problems == []


@pytest.mark.parametrize(("theme", "locale"), [("light", "pt-BR"), ("dark", "en-US")])
def test_the_overview_is_accessible_and_walked_by_keys(desk: Desk, theme: str, locale: str) -> None:
    """OS-33, OS-35: all screens by group, searched, opened with Enter, found by arrows."""
    page = desk.open(theme=theme, locale=locale)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("m")
    overview = page.get_by_role("dialog")
    expect(overview.get_by_role("textbox")).to_be_focused()
    expect(overview.get_by_role("link")).to_have_count(27)
    assert axe_violations(page) == []
    page.keyboard.press("ArrowDown")
    expect(overview.get_by_role("link").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("model")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{desk.url}/models")
    expect(overview).to_have_count(0)
    assert desk.problems == []
