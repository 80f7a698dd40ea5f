"""The web in the desktop: set up in the settings, asked about on a card, found by a search (OS-17, K-3)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations

FOUND = {"results": [{"title": "Rye bread", "url": "https://rye.example.org/", "content": "Dark and dense."}]}


class SearXNG(BaseHTTPRequestHandler):
    """The owner's own search engine, as far as a search needs it."""

    def do_GET(self) -> None:
        body = json.dumps(FOUND).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@contextmanager
def searxng() -> Iterator[str]:
    """A search engine on this machine; gives its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), SearXNG) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def is_whole(page: Page) -> bool:
    """Whether nothing stands out of the page to its right."""
    inside = "(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))"
    return bool(page.evaluate(inside))


def test_the_owners_search_engine_is_set_up_asked_about_and_used(desk: Desk) -> None:
    """OS-17, K-3: from the settings to a result, with a restart between; the key goes in and never comes out."""
    with searxng() as address:
        page = desk.open("/settings/web")
        field = page.get_by_role("textbox", name="Address of your SearXNG")
        field.fill("ftp://nowhere")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_be_visible()
        field.fill(address)
        field.press("Enter")
        expect(page.get_by_role("alert")).to_have_count(0)
        engine = page.get_by_role("combobox", name="Search engine")
        engine.click()
        page.get_by_role("option", name="SearXNG").click()  # nobody else is asked
        expect(engine).to_have_text("SearXNG")
        page.get_by_label("Brave key").fill("bsa-0123456789abcdef")
        page.get_by_role("button", name="Save key").click()
        expect(page.get_by_text("A key is stored.")).to_be_visible()
        assert axe_violations(page) == []
        desk.kill()
        desk.start()
        page.reload()
        expect(field).to_have_value(address)
        expect(page.get_by_text("A key is stored.")).to_be_visible()
        assert "bsa-0123456789abcdef" not in page.content()

        page.goto(desk.url + "/capabilities/core.web_search")
        page.get_by_role("textbox", name="Query").fill("rye bread")
        page.get_by_role("button", name="Call it").click()
        card = page.locator("[data-approval]")
        expect(card).to_contain_text("SearXNG (127.0.0.1)")
        expect(card).not_to_contain_text("DuckDuckGo")
        expect(card).to_contain_text("rye bread")
        assert axe_violations(page) == []
        card.get_by_role("button", name="Approve").click()
        result = page.get_by_role("region", name="Result")
        expect(result).to_contain_text("Done in")
        expect(result.get_by_role("tree")).to_contain_text("SearXNG")
    assert desk.problems == []


def test_the_card_of_a_page_shows_all_its_address_carries_in_portuguese_on_a_phone(desk: Desk) -> None:
    """K-3, S8, OS-33: a long address is read whole, and an address that leads inside is refused before anybody asks."""
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/capabilities/core.web_fetch", locale="pt-BR", theme="dark", size=(380, 800))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ler uma página da web")
    url = page.get_by_role("textbox", name="Endereço")
    url.fill("http://169.254.169.254/latest/meta-data/")
    page.get_by_role("button", name="Chamar").click()
    expect(page.get_by_role("alert")).to_contain_text("Este endereço não é seguro.")
    url.fill("https://example.org/coletar?codigo=" + "0123456789" * 20)
    page.get_by_role("button", name="Chamar").click()
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("Envia codigo")
    expect(card).to_contain_text("example.org")
    assert is_whole(page) and axe_violations(page) == []
    card.get_by_role("button", name="Recusar", exact=True).click()
    expect(page.get_by_text("Você disse não.")).to_be_visible()
    page.goto(desk.url + "/settings/web")
    expect(page.get_by_role("textbox", name="Endereço do seu SearXNG")).to_be_visible()
    assert is_whole(page) and axe_violations(page) == []
    assert desk.problems == []
