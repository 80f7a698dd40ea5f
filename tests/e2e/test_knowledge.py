"""Knowledge, as people use it: drop a document, ask it, follow a mark to the page with the passage lit."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.pdf_pages import pdf

LEASE = (
    "RESIDENTIAL LEASE",
    "The term of this lease is 30 months, from 1 March 2025 to 31 August 2027.",
    "The monthly rent is 2,450 reais, due on the fifth day of each month.",
    "Early termination costs the tenant a penalty of three rents, in proportion to the time that remains.",
)
PENALTY = re.compile("penalty of three rents")
LEASE_NAME = re.compile("lease", re.IGNORECASE)
"""Its title is its first heading."""
PHONE = (390, 844)


def lease() -> FilePayload:
    """The lease as a file somebody chooses."""
    return {"name": "lease.pdf", "mimeType": "application/pdf", "buffer": pdf(LEASE)}


def drop(page: Page, target: str, name: str, content: bytes) -> None:
    """Drop a file on an element, as from another window."""
    handle = page.evaluate_handle(
        """([name, bytes]) => {
          const carried = new DataTransfer();
          carried.items.add(new File([new Uint8Array(bytes)], name, { type: "application/pdf" }));
          return carried;
        }""",
        [name, list(content)],
    )
    for kind in ("dragenter", "dragover", "drop"):
        page.dispatch_event(target, kind, {"dataTransfer": handle})


def choose(page: Page, *files: FilePayload) -> None:
    """Add files by the button of the knowledge screen."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add documents").click()
    chooser.value.set_files(list(files))


def read(page: Page) -> None:
    """Wait until a document was read: its card says how many pages it has."""
    card = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=LEASE_NAME))
    expect(card.get_by_text(re.compile(r"\d+ pages?"))).to_be_visible()


def ask(page: Page, words: str) -> None:
    """Say something in the chat."""
    field = page.get_by_role("textbox", name="Message")
    field.fill(words)
    field.press("Enter")


def test_a_dropped_document_answers_with_its_page_beside_the_sentence(desk: Desk) -> None:
    """KN-7, KN-10: drop a PDF, ask, get marks; a click on a mark opens the page with the passage lit."""
    page = desk.open("/knowledge")
    expect(page.get_by_text("Drop a document here, and ask it anything.")).to_be_visible()
    assert axe_violations(page) == []
    drop(page, "#stage >> text=Drop a document here", "lease.pdf", pdf(LEASE))
    read(page)
    assert axe_violations(page) == []

    page.get_by_role("link", name=LEASE_NAME).click()
    expect(page.get_by_role("img", name="Picture of page 1")).to_be_visible()
    page.get_by_role("button", name="Ask this document").click()
    ask(page, "What does early termination cost?")
    log = page.get_by_role("log")
    mark = log.get_by_role("link", name=re.compile(r"Source 1: .*lease", re.IGNORECASE)).first
    expect(mark).to_be_visible()
    expect(log.get_by_role("button", name=re.compile("Grounded in documents"))).to_be_visible()
    mark.hover()
    expect(page.get_by_role("tooltip").filter(has_text=PENALTY)).to_be_visible()
    mark.click()
    expect(page).to_have_url(re.compile(r"/knowledge/d/\w+\?page=1&start=\d+&end=\d+"))
    expect(page.get_by_role("img", name=PENALTY)).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_the_same_file_again_is_told_and_a_deleted_one_comes_back(desk: Desk) -> None:
    """KN-3, KN-10: what is known already is said so; deleting is undone from the notice."""
    page = desk.open("/knowledge")
    choose(page, lease())
    read(page)
    choose(page, lease())
    expect(page.get_by_text(re.compile("already here, unchanged"))).to_be_visible()
    link = page.get_by_role("link", name=LEASE_NAME)
    link.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("toolbar", name="What is selected")).to_contain_text("1 selected")
    page.keyboard.press("Delete")
    expect(link).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    read(page)
    assert desk.problems == []


def test_contents_are_searched_and_a_hit_opens_its_passage(desk: Desk) -> None:
    """KN-6, KN-10: the search of the screen finds passages, each with its page, and leads to them."""
    page = desk.open("/knowledge")
    choose(page, lease())
    read(page)
    page.get_by_role("textbox", name="Search names and contents").fill("penalty for early termination")
    hit = page.get_by_role("region", name="In the contents").get_by_role("link").first
    expect(hit).to_contain_text("three rents")
    hit.click()
    expect(page.get_by_role("img", name=PENALTY)).to_be_visible()


def test_the_reader_is_worked_by_keyboard(desk: Desk) -> None:
    """KN-10: `/` searches inside, Enter goes from place to place, Escape leaves step by step."""
    page = desk.open("/knowledge")
    choose(page, lease())
    read(page)
    page.get_by_role("link", name=LEASE_NAME).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Picture of page 1")).to_be_visible()
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Search in this document")
    expect(field).to_be_focused()
    page.keyboard.type("RENT")
    expect(page.get_by_role("search").get_by_role("status")).to_have_text("2 places")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("start="))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("start="))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/knowledge$"))


def test_a_hash_binds_a_question_to_a_document(desk: Desk) -> None:
    """KN-6: `#` offers documents and collections; a chip shows what the question is bound to."""
    page = desk.open("/knowledge")
    choose(page, lease())
    read(page)
    field = page.get_by_role("textbox", name="Message")
    field.click()
    page.keyboard.type("#lease")
    expect(page.get_by_role("listbox").get_by_role("option", name=LEASE_NAME).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Attached")).to_contain_text(LEASE_NAME)


def test_a_sample_answers_a_newcomer_and_goes_in_one_click(desk: Desk) -> None:
    """KN-10: the empty screen offers a sample collection, and the sample can be removed."""
    page = desk.open("/knowledge")
    page.get_by_role("button", name="Try it with a sample").click()
    expect(page).to_have_url(re.compile("/knowledge/c/"))
    expect(page.get_by_role("list", name="Documents").get_by_role("link").first).to_be_visible()
    page.get_by_role("button", name="Remove the sample").click()
    expect(page.get_by_text("Drop a document here, and ask it anything.")).to_be_visible()


def test_a_file_that_cannot_be_read_says_why(desk: Desk) -> None:
    """KN-2: what is no document is refused in words, and nothing else is lost."""
    page = desk.open("/knowledge")
    choose(page, {"name": "program.bin", "mimeType": "application/octet-stream", "buffer": bytes(range(256)) * 8})
    expect(page.get_by_role("alert").filter(has_text="program.bin")).to_be_visible()


def test_on_a_phone_in_portuguese_a_source_opens_over_the_talk(desk: Desk, tmp_path: Path) -> None:
    """KN-7, KN-10: where there is no room beside the chat, the page comes as a sheet; in the dark and in Portuguese."""
    desk.onboard(name="Ana", locale="pt-BR", theme="dark")
    (tmp_path / "contrato.pdf").write_bytes(pdf(LEASE))
    page = desk.open("/knowledge", theme="dark", locale="pt-BR", size=PHONE)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Adicionar documentos").click()
    chooser.value.set_files(tmp_path / "contrato.pdf")
    card = page.get_by_role("listitem").filter(
        has=page.get_by_role("link", name=re.compile("contrato|lease", re.IGNORECASE))
    )
    expect(card.get_by_text(re.compile(r"\d+ páginas?"))).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("link", name=re.compile("contrato|lease", re.IGNORECASE)).click()
    page.get_by_role("button", name="Perguntar a este documento").click()
    field = page.get_by_role("textbox", name="Mensagem")
    field.fill("What does early termination cost?")
    field.press("Enter")
    page.get_by_role("log").get_by_role("link", name=re.compile("Fonte 1")).first.click()
    sheet = page.get_by_role("dialog", name="Documentos")
    expect(sheet.get_by_role("img", name=PENALTY)).to_be_visible()
    assert axe_violations(page) == []
    sheet.get_by_role("button", name="Fechar o documento").click()
    expect(page.get_by_role("log")).to_be_visible()
    assert desk.problems == []


def drop_path(page: Page, path: Path) -> None:
    """Drop a file or a folder of this machine on the middle of the stage, as a file manager does."""
    box = page.locator("#stage").bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **where, "data": data})


def test_a_dropped_folder_is_walked_to_its_last_file(desk: Desk, tmp_path: Path) -> None:
    """KN-1, KN-10: files of folders in folders are added; two of the same name are two documents."""
    folder = tmp_path / "condominium"
    (folder / "2025").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    (folder / "rules.md").write_text("# House rules\n\nQuiet hours begin at 22:00.\n", "utf-8")
    (folder / "2025" / "rules.md").write_text("# Rules of 2025\n\nThe pool opens at 8:00.\n", "utf-8")
    (folder / ".hidden" / "secret.md").write_text("# Secret\n", "utf-8")
    page = desk.open("/knowledge")
    expect(page.get_by_text("Drop a document here, and ask it anything.")).to_be_visible()
    drop_path(page, folder)
    documents = page.get_by_role("list", name="Documents").get_by_role("link")
    expect(documents.filter(has_text="House rules")).to_be_visible()
    expect(documents.filter(has_text="Rules of 2025")).to_be_visible()
    expect(documents).to_have_count(2)
    assert axe_violations(page) == []
    assert desk.problems == []


def test_an_earlier_version_is_opened_and_says_which_one_answers(desk: Desk) -> None:
    """KN-3, KN-10: the pages of an earlier version are there to be read; search and answers know the newest."""
    page = desk.open("/knowledge")
    choose(page, lease())
    read(page)
    newer = (*LEASE[:-1], "Early termination costs the tenant a penalty of five rents.")
    choose(page, {"name": "lease.pdf", "mimeType": "application/pdf", "buffer": pdf(newer)})
    desk.until_quiet()
    page.get_by_role("list", name="Documents").get_by_role("link", name=LEASE_NAME).click()
    text = page.get_by_role("radio", name="Text")
    text.click()
    shown = page.get_by_role("region", name="Page 1")
    expect(shown).to_contain_text("five rents")
    page.get_by_role("button", name=re.compile("Version 1")).click()
    expect(page).to_have_url(re.compile(r"version=1$"))
    note = page.get_by_role("note").filter(has_text="version 2")
    expect(note).to_contain_text("This is version 1")
    expect(page.get_by_role("img", name="Picture of page 1")).to_be_visible()
    text.click()
    expect(shown).to_contain_text("three rents")
    assert axe_violations(page) == []
    note.get_by_role("button", name="Open the newest").click()
    text.click()
    expect(shown).to_contain_text("five rents")
    assert desk.problems == []
