"""Artifacts, as people use them: the gallery and the viewer."""

from __future__ import annotations

import base64
import io
import json
import re
import struct
import threading
import wave
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import port_of

NOTES = b"# Minutes\n\nBeds are **dug**.\n\n![far](http://127.0.0.1:9/far.png)\n"
CODE = b"def water(bed):\n    return bed.dry > 0.5\n"
DATA = json.dumps({"beds": [{"name": "north"}, {"name": "south"}], "open": True}).encode()
CHANGES = b"--- a/bed\n+++ b/bed\n@@ -1 +1 @@\n-dry\n+wet\n"
LETTER = "Querida Ana,\na horta está linda.\n".encode()


def test_files_are_added_found_chosen_and_deleted_with_one_undo(desk: Desk) -> None:
    """OS-9b: what one has is seen, narrowed, selected with the keyboard alone, deleted, and brought back at once."""
    context = desk.window()
    page, other = context.new_page(), context.new_page()
    for each in (other, page):
        each.goto(f"{desk.url}/artifacts")
        expect(each.get_by_text("Nothing has been made or added yet.")).to_be_visible()
    page.bring_to_front()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add files").first.click()
    chooser.value.set_files([picture(f"sky {number}.png", number) for number in (1, 2, 3)])
    drop(page, [("minutes.md", "text/markdown", NOTES), ("data.json", "application/json", DATA)])
    for each in (page, other):  # the second tab hears of it by itself
        expect(tiles(each)).to_have_count(5)
    expect(tile(page, "minutes.md")).to_contain_text("Beds are dug.")
    assert axe_violations(page) == []

    kinds = page.get_by_role("radiogroup", name="What kind")
    kinds.get_by_role("radio", name="Images").check()
    expect(tiles(page)).to_have_count(3)
    page.get_by_role("textbox", name="Search artifacts").fill("sky 2")
    expect(tiles(page)).to_have_count(1)
    page.reload()  # what is open is in the address
    expect(tiles(page)).to_have_count(1)
    kinds.get_by_role("radio", name="Audio").check()
    page.get_by_role("button", name="Show everything").click()
    page.get_by_role("combobox", name="Order").click()
    page.get_by_role("option", name="By name").click()
    expect(tiles(page).first).to_contain_text("data.json")

    tile(page, "data.json").get_by_role("link").focus()
    page.keyboard.press("ArrowRight")
    expect(tile(page, "minutes.md").get_by_role("link")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    bar = page.get_by_role("toolbar", name="What is selected")
    expect(bar).to_contain_text("3 selected")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Undo").focus()  # while somebody is at it, it stays
    expect(tiles(page)).to_have_count(2)
    expect(bar).to_be_hidden()
    expect(tiles(other)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    for each in (page, other):
        expect(tiles(each)).to_have_count(5)
    assert desk.problems == []


@pytest.mark.whole_browser
def test_each_kind_is_shown_as_what_it_is(desk: Desk) -> None:
    """OS-9b: pictures zoom, words are read, data is a tree, and nothing is ever fetched from elsewhere."""
    for name, content, mime in (
        ("sky.png", png(4), "image/png"),
        ("minutes.md", NOTES, "text/markdown"),
        ("water.py", CODE, "text/x-python"),
        ("beds.json", DATA, "application/json"),
        ("bed.diff", CHANGES, "text/x-diff"),
        ("bird.wav", sound(), "audio/wav"),
        ("plan.pdf", PDF, "application/pdf"),
        ("box.bin", b"\x00\x01\x02" * 40, "application/octet-stream"),
    ):
        desk.upload(name, content, mime)
    page = desk.open("/artifacts?order=oldest")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tile(page, "sky.png").get_by_role("link").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("sky.png")
    expect(page.get_by_text("1 of 8")).to_be_visible()

    percent = page.get_by_role("toolbar", name="Zoom").get_by_role("button").nth(1)
    expect(page.get_by_text("120 × 80")).to_be_visible()  # it has come, and is fitted
    expect(percent).to_contain_text("100%")
    page.keyboard.press("+")
    expect(percent).to_contain_text("140%")
    window = page.get_by_role("group", name=re.compile("Picture:"))
    window.hover()
    page.mouse.wheel(0, -400)
    expect(percent).not_to_contain_text("140%")
    page.keyboard.press("0")
    expect(percent).to_contain_text("100%")
    window.dblclick()
    expect(percent).to_contain_text("250%")
    assert axe_violations(page) == []

    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("minutes.md")
    expect(page.get_by_role("heading", name="Minutes")).to_be_visible()
    page.get_by_role("radio", name="Source").check()
    expect(page.get_by_role("figure")).to_contain_text("# Minutes")
    step(page, "water.py")
    expect(page.get_by_role("figure")).to_contain_text("def water")
    step(page, "beds.json")
    page.get_by_role("treeitem", name=re.compile("^0:")).click()
    expect(page.get_by_role("tree")).to_contain_text("north")
    step(page, "bed.diff")
    expect(page.get_by_role("figure", name="bed.diff")).to_contain_text("wet")
    step(page, "bird.wav")
    expect(page.locator("audio")).to_be_visible()
    step(page, "plan.pdf")
    expect(page.locator("iframe")).to_have_attribute("title", "Pages of plan.pdf")
    step(page, "box.bin")
    expect(page.get_by_text("This cannot be shown here.")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{desk.url}/artifacts?order=oldest")
    expect(tile(page, "box.bin").get_by_role("link")).to_be_focused()  # one comes back to what one looked at
    own = (desk.url, "blob:", "chrome:", "chrome-extension:")  # the browser brings its reader for documents along
    assert [url for url in asked if not url.startswith(own)] == []
    assert desk.problems == []


def test_an_artifact_is_renamed_attached_saved_and_deleted_over_a_power_cut(desk: Desk) -> None:
    """OS-6: what one does with an artifact survives the server; writing a file asks first and can be undone."""
    letter = desk.upload("letter.txt", LETTER, "text/plain")
    page = desk.open(f"/artifacts/{letter['id']}", locale="pt-BR", theme="dark")
    expect(page.get_by_role("figure")).to_contain_text("a horta está linda")
    assert axe_violations(page) == []
    more = page.get_by_role("button", name="Mais ações")
    more.click()
    page.get_by_role("menuitem", name="Renomear").click()
    page.get_by_role("textbox", name="Nome").fill("carta.txt")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("carta.txt")
    page.get_by_role("button", name="Anexar à conversa").click()
    expect(page.locator("#chat").get_by_text("carta.txt")).to_be_visible()

    desk.kill()
    desk.start()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("carta.txt")
    more.click()
    page.get_by_role("menuitem", name="Salvar em um projeto…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Arquivo").fill("cartas/bia.txt")
    dialog.get_by_role("button", name="Salvar").click()
    card = dialog.locator("[data-approval]")
    expect(card).to_contain_text("bia.txt")
    assert not (desk.workspace / "cartas").exists(), "nothing is written before the yes"
    assert axe_violations(page) == []
    card.get_by_role("button", name="Aprovar", exact=True).click()
    expect(card.get_by_role("button", name="Desfazer")).to_be_visible()
    assert (desk.workspace / "cartas" / "bia.txt").read_bytes() == LETTER
    dialog.get_by_role("button", name="Fechar").first.click()  # notices in the dialog have one of their own
    expect(dialog).to_have_count(0)

    more.click()
    page.get_by_role("menuitem", name="Excluir").click()
    expect(page.get_by_text("Ainda não há nada feito nem adicionado.")).to_be_visible()
    page.goto(f"{desk.url}/artifacts/{letter['id']}")
    expect(page.get_by_text("Este artefato não está mais aqui.")).to_be_visible()
    last = desk.api("GET", "/v1/changes?kind=artifact&limit=1")["items"][0]
    desk.api("POST", f"/v1/changes/{last['id']}/undo")
    expect(page.get_by_role("heading", level=1)).to_have_text("carta.txt")
    assert desk.problems == []


def test_a_picture_is_made_again_after_a_yes_right_there(desk: Desk) -> None:
    """OS-6: making it once more passes the gate like any call, and opens what came out."""
    with illustrator() as address:
        desk.stop()
        desk.model_ports = (port_of(address),)
        desk.start()
        read = desk.request("GET", "/v1/settings")
        settings = read.json()
        settings["image"] = {**settings["image"], "base_url": address}
        desk.api("PUT", "/v1/settings", settings, **{"If-Match": read.headers["etag"]})
        wish = {"params": {"prompt": "a lighthouse at dusk"}, "locale": "en"}
        asked = desk.request("POST", "/v1/capabilities/core.generate_image/call", wish).json()
        desk.decide(asked["subject"])
        desk.until_quiet()
        made = desk.api("GET", "/v1/artifacts")["items"][0]
        page = desk.open(f"/artifacts/{made['id']}")
        facts = page.get_by_role("complementary", name="About this artifact")
        expect(facts.get_by_role("link", name="Make a picture")).to_have_attribute(
            "href", "/capabilities/core.generate_image"
        )
        page.get_by_role("button", name="More actions").click()
        page.get_by_role("menuitem", name="Make it again").click()
        again = page.get_by_role("region", name="Make it again")
        again.get_by_role("button", name="Approve", exact=True).click()
        expect(page).not_to_have_url(re.compile(made["id"]))
        expect(page.get_by_text("Made again. This is the new one.").first).to_be_visible()
        assert len(desk.api("GET", "/v1/artifacts")["items"]) == 2


def test_the_gallery_fits_a_phone(desk: Desk) -> None:
    """OS-33: nothing hangs over the edge at 380 pixels; a file that is too large is refused before it is sent."""
    desk.upload("a rather long name for a picture of the sky.png", png(5), "image/png")
    page = desk.open("/artifacts", size=(380, 760), theme="dark")
    expect(tiles(page)).to_have_count(1)
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 380
    assert axe_violations(page) == []
    page.evaluate(
        """() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(65 * 1024 * 1024)], "film.mov"));
          const zone = document.querySelector("main h1");
          for (const type of ["dragenter", "dragover", "drop"])
            zone.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true }));
        }"""
    )
    expect(page.get_by_role("alert")).to_contain_text("This file is too large.")
    page.get_by_role("button", name="Dismiss film.mov").click()
    tiles(page).first.get_by_role("link").click()
    expect(page.get_by_role("complementary", name="About this artifact")).to_be_attached()
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 380
    assert axe_violations(page) == []


def tiles(page: Page) -> Locator:
    """What stands on the shelf."""
    return page.get_by_role("list", name="Artifacts").get_by_role("listitem")


def tile(page: Page, name: str) -> Locator:
    """One of them, by its name."""
    return tiles(page).filter(has=page.get_by_role("checkbox", name=f"Select {name}"))


def step(page: Page, name: str) -> None:
    """Go to the next one, which is called so."""
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def drop(page: Page, files: list[tuple[str, str, bytes]]) -> None:
    """Let files fall onto the page."""
    page.evaluate(
        """(files) => {
          const transfer = new DataTransfer();
          for (const [name, type, content] of files) transfer.items.add(new File([content], name, { type }));
          const zone = document.querySelector("main h1");
          for (const type of ["dragenter", "dragover", "drop"])
            zone.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true }));
        }""",
        [[name, mime, content.decode()] for name, mime, content in files],
    )


def picture(name: str, shade: int) -> FilePayload:
    """A picture to choose."""
    return {"name": name, "mimeType": "image/png", "buffer": png(shade)}


def png(shade: int, width: int = 120, height: int = 80) -> bytes:
    """A picture with a gradient."""
    rows = (
        b"\0" + b"".join(bytes((40 * shade % 256, 255 * x // width, 255 * y // height)) for x in range(width))
        for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    chunks = (struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d)) for t, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def sound() -> bytes:
    """A second of silence."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(1)
        writer.setframerate(8_000)
        writer.writeframes(b"\x80" * 8_000)
    return file.getvalue()


PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
trailer<</Root 1 0 R>>
%%EOF"""


class _Draw(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        picture = base64.b64encode(png(6)).decode()
        body = json.dumps({"data": [{"b64_json": picture}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def illustrator() -> Iterator[str]:
    """An image endpoint on this machine; gives its address."""
    server = HTTPServer(("127.0.0.1", 0), _Draw)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
