"""Contents of artifacts in a real browser: whatever they say, they draw and play, and do nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page, Request

from tests.e2e.desk import PATIENCE, Desk

DOES = "document.title='hacked';fetch('/v1/home?stolen');top.hacked=true;new Image().src='http://127.0.0.1:9/x'"
SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="{DOES}">
<script>{DOES}</script><image href="http://127.0.0.1:9/y" width="9" height="9"/>
<style>@import url(http://127.0.0.1:9/z); rect {{ fill: green }}</style><rect width="40" height="30"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:{DOES}"/></foreignObject></svg>"""
HTML = f"<!doctype html><meta http-equiv=refresh content='0;url=http://127.0.0.1:9/r'><script>{DOES}</script>"
PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\('http://127.0.0.1:9/p'\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF"""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)
SHOW = """([tag, url, patience]) => new Promise((done) => {
  const shown = document.createElement(tag);
  shown.onload = () => done(["loaded", shown.naturalWidth ?? 0]);
  shown.onerror = () => done(["refused", 0]);
  setTimeout(() => done(["silent", 0]), patience);
  document.body.append(shown);
  shown.src = url;
})"""


def show(page: Page, tag: str, url: str) -> tuple[str, int]:
    """Put something on our own page; whether it came, and how wide it is."""
    # A picture always says how it went; what is refused as a page or a script may say nothing at all.
    came, width = page.evaluate(SHOW, [tag, url, PATIENCE if tag == "img" else 1_500])
    return came, width


def test_no_content_ever_acts(desk: Desk) -> None:
    """S-8, OS-6: pictures are drawn, pages are text, nothing runs and nothing leaves this machine."""
    kept = {
        "svg": desk.upload("a.svg", SVG.encode(), "image/svg+xml"),
        "html": desk.upload("a.html", HTML.encode(), "text/html"),
        "liar": desk.upload("a.png", HTML.encode(), "image/png"),
        "png": desk.upload("b.png", PNG, "text/html"),
        "pdf": desk.upload("a.pdf", PDF, "application/pdf"),
    }
    at = {name: f"/v1/artifacts/{artifact['id']}/content" for name, artifact in kept.items()}
    assert {name: artifact["type"] for name, artifact in kept.items()} == {
        "svg": "image", "html": "code", "liar": "text", "png": "image", "pdf": "pdf",
    }  # fmt: skip
    page = desk.open("/")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.context.on("request", note)
    assert show(page, "img", at["svg"]) == ("loaded", 40)
    assert show(page, "img", at["png"]) == ("loaded", 1)
    assert show(page, "img", at["liar"])[0] == "refused"
    for name in ("svg", "html", "liar", "png"):
        show(page, "iframe", at[name])
        assert not [frame for frame in page.frames[1:] if frame.url.endswith(at[name])], f"{name} was framed"
        show(page, "script", at[name])
    show(page, "iframe", at["pdf"])
    assert not [told for told in desk.problems if kept["pdf"]["id"] in told]  # of the others it says why not
    assert page.evaluate("window.hacked") is None and page.title() != "hacked"

    tab = page.context.new_page()
    for name in ("html", "liar"):
        tab.goto(desk.url + at[name])
        assert (tab.title(), tab.inner_text("body")) == ("", HTML)
        with pytest.raises(Error, match=r"SecurityError|insecure|sandboxed"):
            tab.evaluate("window.localStorage.length")
    with tab.expect_download() as download, pytest.raises(Error):
        tab.goto(desk.url + at["svg"])
    assert download.value.suggested_filename == "a.svg"
    ours = (desk.url, "blob:", "data:", "chrome:", "chrome-extension:")  # the last two are the PDF viewer itself
    assert [url for url in asked if not url.startswith(ours) or "stolen" in url] == []
