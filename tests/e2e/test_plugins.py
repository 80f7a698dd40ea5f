"""The screen of plugins: a dropped archive is shown, approved and used; a changed one shows its difference."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.apps.plugins.builders import descriptor, put, saying, zipped
from tests.e2e.desk import Desk, agree_to_the_end, axe_violations

PHONE = (390, 844)


def test_an_archive_is_shown_approved_and_taken_out_of_use(desk: Desk) -> None:
    """TL-1, TL-4: from the screen of tools; nothing is in use before the yes; where a tool runs is told on its page."""
    told = descriptor("weather_now", domains=["api.example.org"], secrets=["WEATHER_KEY"], kv=True)
    page = desk.open("/capabilities")
    page.get_by_role("button", name="Plugins").click()
    expect(page.get_by_text("There is no plugin yet.")).to_be_visible()
    file = {"name": "weather.zip", "mimeType": "application/zip", "buffer": zipped(told, saying("1"))}
    page.locator("input[type=file][accept*='.zip']").set_input_files(file)  # type: ignore[arg-type]
    card = page.get_by_role("dialog", name="Add this plugin exactly as it is")
    expect(card).to_contain_text("Sites it may fetch from: api.example.org")
    expect(card).to_contain_text("Secrets it may read: WEATHER_KEY")
    assert desk.api("GET", "/v1/plugins")["items"] == []
    agree_to_the_end(card)
    expect(page.get_by_text("In use", exact=True)).to_be_visible()
    expect(page.get_by_text("Not set yet: WEATHER_KEY.")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Disable").click()
    expect(page.get_by_text("Disabled", exact=True)).to_be_visible()
    page.get_by_role("button", name="Enable").click()
    page.get_by_role("dialog", name="Enable weather_now").get_by_role("button").last.click()
    page.get_by_role("link", name="plugin.weather_now").click()
    expect(page.get_by_text("It is a plugin's logic, so it runs as WebAssembly")).to_be_visible()


def test_a_changed_plugin_shows_its_difference_in_portuguese_on_a_phone(desk: Desk) -> None:
    """TL-1: a plugin found in its folder waits; after a change the card shows what is different."""
    place = desk.home / "plugins"
    put(place, descriptor("eco_local"), saying("1"))
    card = desk.api("GET", "/v1/plugins/eco_local/card?locale=en")
    desk.api("POST", "/v1/plugins/eco_local/approve?locale=en", {"seen": card["content_hash"]})
    put(place, descriptor("eco_local", domains=["example.org"]), saying("2"))
    page = desk.open("/plugins", locale="pt-BR", size=PHONE, theme="dark")
    page.get_by_role("link", name="A plugin").click()
    expect(page.get_by_text("Mudou", exact=True)).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Ver e aprovar").click()
    card = page.get_by_role("dialog", name="Aprovar eco_local exatamente como está")
    expect(card).to_contain_text("Sites de onde pode buscar: example.org")
    agree_to_the_end(card)
    expect(page.get_by_text("Em uso", exact=True)).to_be_visible()
