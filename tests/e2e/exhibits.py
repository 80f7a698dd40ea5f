"""The page on which every control of the shell is on show."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk


def open_design(desk: Desk, **window: Any) -> Page:
    """The design page without the chat beside it, its code in colours."""
    page = desk.open("/design", **window)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    chat = page.get_by_role("complementary")
    if chat.is_visible():
        page.keyboard.press("Control+j")
        expect(chat).to_be_hidden()
    return page


def exhibit(page: Page, name: str, theme: str = "light") -> Locator:
    """A control on its island of a theme."""
    return page.locator(f"[data-specimen~={name}] .{theme}")
