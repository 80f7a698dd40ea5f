"""The room of web APIs: a document looked at, imported, an operation found and tried."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.apps.openapi.documents import library, stand_in
from tests.e2e.desk import Desk, agree_to_the_end, axe_violations


def test_a_document_is_looked_at_imported_and_tried(desk: Desk) -> None:
    """TL-22: what a document brings is shown before the yes; an operation shows its request before it is sent."""
    with stand_in() as service:
        document = library()
        document["security"] = []
        page = desk.open("/apis")
        page.get_by_role("button", name="Import a document").click()
        page.get_by_role("textbox", name="Name", exact=True).fill("library")
        page.get_by_role("textbox", name="OpenAPI document (JSON or YAML)").fill(json.dumps(document))
        page.get_by_role("textbox", name="Address of the API (optional)").fill(service.url)
        page.get_by_text("The address may be on this machine or its network").click()
        assert axe_violations(page) == []
        page.get_by_role("button", name="Look at it").click()
        card = page.get_by_role("dialog", name="Import library exactly as it is")
        expect(card).to_contain_text(service.url)
        expect(card).to_contain_text("POST /scan")
        agree_to_the_end(card)
        expect(page.get_by_role("heading", name="4 operations")).to_be_visible()
        page.get_by_role("searchbox", name="Look for operations").fill("list books")
        operation = page.get_by_role("group", name="library.books_list", exact=True)
        operation.get_by_role("button", name="Try").click()
        operation.get_by_role("textbox", name="Arguments as JSON").fill('{"shelf": "a b"}')
        operation.get_by_role("button", name="Look and send").click()
        sent = page.get_by_role("dialog", name="Use library.books_list")
        expect(sent).to_contain_text("/shelves/a%20b/books")
        agree_to_the_end(sent)
        answer = page.get_by_role("group", name="What came back from library.books_list")
        answer.get_by_role("treeitem", name="books: […] 1 item").press("ArrowRight")
        answer.get_by_role("treeitem", name="0: {…}").press("ArrowRight")
        expect(answer).to_contain_text("Iracema")
        assert axe_violations(page) == []
