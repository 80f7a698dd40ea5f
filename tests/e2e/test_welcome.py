"""The first minute with the product."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import port_of, scripted

SKIP = "Go on without a model"


@pytest.fixture
def with_model(tmp_path: Path, free_port: int, browser: Browser) -> Iterator[Desk]:
    """A first start on a machine where a model server runs: Ollama's door, and one that takes a key."""
    with scripted(tmp_path, []) as address:
        home = tmp_path / "home"
        home.mkdir(mode=0o700)
        (home / "settings.toml").write_text(
            f'[providers.ollama]\nenabled = false\nbase_url = "{address}"\n'
            f'[providers.openai]\nenabled = false\nbase_url = "{address}"\n',
            "utf-8",
        )
        desk = Desk(home, free_port, browser, model_ports=(port_of(address),))
        desk.start()
        try:
            yield desk
        finally:
            desk.close()


def test_a_first_start_works_without_any_model(fresh_desk: Desk) -> None:
    """K-14: two clicks to a desktop that has words ready to send; the welcome does not come back."""
    page = fresh_desk.open()
    expect(page).to_have_url(fresh_desk.url + "/welcome")
    expect(page.get_by_role("group", name="What was found")).to_contain_text("Ollama")
    page.get_by_role("button", name=SKIP).click()
    page.get_by_label("What should we call you?").fill("Ana")
    page.get_by_role("button", name="Remember that I prefer short answers").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    expect(page.get_by_label("Message")).to_have_value("Remember that I prefer short answers")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    assert fresh_desk.api("GET", "/v1/settings")["onboarded"] is True
    assert fresh_desk.problems == []


def test_a_model_server_on_this_machine_is_found_and_used(with_model: Desk) -> None:
    """OS-13: what runs here is found, and one click makes it answer."""
    page = with_model.open()
    expect(page.get_by_role("group", name="What was found")).to_contain_text("one model")
    expect(page.get_by_role("button", name=SKIP)).to_be_visible()
    page.get_by_role("button", name=re.compile("Continue with")).click()
    page.get_by_role("button", name="Open the desktop").click()
    expect(page.get_by_role("contentinfo")).to_contain_text("scripted")
    assert with_model.api("GET", "/v1/home")["model"]["provider"] == "ollama"


def test_a_key_is_kept_switched_on_and_tried_at_once(with_model: Desk) -> None:
    """OS-7: the key goes in, the connection is tried, and the page forgets it."""
    secret = "sk-a-key-from-the-welcome-1234"
    page = with_model.open()
    page.get_by_role("button", name="Use an API key").click()
    page.get_by_label("Provider").click()
    page.get_by_role("option", name="OpenAI").click()
    page.get_by_label("API key").fill(secret)
    page.get_by_role("button", name="Save key").click()
    expect(page.get_by_text("OpenAI is ready.")).to_be_visible()
    assert secret not in page.content()
    assert "1234" in with_model.api("GET", "/v1/settings/secrets")[0]["masked"]


def test_the_welcome_speaks_the_browsers_language_and_can_be_told_another(fresh_desk: Desk) -> None:
    """K-13: a Brazilian teacher's browser is greeted in Portuguese."""
    page = fresh_desk.open(locale="pt-BR")
    expect(page.get_by_role("heading", level=1)).to_have_text("Boas-vindas ao auleOS")
    page.get_by_label("Idioma").click()
    page.get_by_role("option", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to auleOS")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_welcome_is_accessible(fresh_desk: Desk, theme: str) -> None:
    """OS-33: axe finds nothing in either step, in both languages."""
    found: list[str] = []
    for locale, skip in (("en-US", SKIP), ("pt-BR", "Seguir sem um modelo")):
        page = fresh_desk.open("/welcome", theme=theme, locale=locale)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("group")).to_contain_text("Ollama")
        found += axe_violations(page)
        page.get_by_role("button", name=skip).click()
        expect(page.get_by_role("textbox")).to_be_visible()
        found += axe_violations(page)
    assert found == []
