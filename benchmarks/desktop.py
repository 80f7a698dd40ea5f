"""How soon the desktop is painted, what it weighs, and how quickly it answers a key when there is a lot in it.

Against a plain static page with the same words, in the same browser, in turns. The answer to a key or a click is
measured as the browser's own event timing has it: from the press until the next frame is painted.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmarks.measuring import Figures, check, compare, free_port, process, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from aule.kernel.kernel import Kernel
    from aule.stores.home.directory import Home

AULE = Path(sys.executable).with_name("aule")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
ROUNDS = 7
TURNS = 1_000
"""Two messages each."""
ARTIFACTS = 5_000
WALK = ("ArrowRight", "ArrowDown", "ArrowDown", "PageDown", "End", "Home", "ArrowRight", " ", "ArrowRight", " ")
GOALS = {"paint_ms": 1_000, "first_load_kb": 200, "answer_ms": 100}
ANSWER = "Answer **{n}**.\n\n| day | topic |\n| --- | --- |\n| Monday | part {n} |\n\n```python\nprint({n})\n```\n"
PLAIN = "<!doctype html><title>Plain</title><style>body {{ font: 13px sans-serif }}</style><h1>Home</h1>{words}"
OBSERVE = """
window.presses = new Map();
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (!entry.interactionId || entry.duration <= (presses.get(entry.interactionId)?.ms ?? 0)) continue;
    const where = entry.target?.getAttribute('aria-label') ?? entry.target?.textContent?.slice(0, 40) ?? '';
    presses.set(entry.interactionId, { ms: entry.duration, what: `${entry.name} ${where}`.trim() });
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
"""
PAINTED = """
() => new Promise(painted => new PerformanceObserver(list => {
  for (const entry of list.getEntriesByName('first-contentful-paint')) painted(entry.startTime);
}).observe({ type: 'paint', buffered: true }))
"""


def measure() -> Figures:
    """Furnish a data directory, serve it, and look at it."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("No Chromium on this machine: not measured.")
        return {"absent": "no Chromium"}
    from playwright.sync_api import sync_playwright

    from aule.stores.home.directory import Home

    with TemporaryDirectory() as folder:
        home = Home(Path(folder) / "aule")
        home.prepare()
        (home.path / "settings.toml").write_text("onboarded = true\n", "utf-8")
        talk = asyncio.run(_furnish(home))
        port = free_port()
        command = [AULE, "up", "--port", str(port), "--no-browser"]
        with process(command, {**os.environ, "HOME": folder, "AULE_HOME": str(home.path)}) as server:
            assert server.stdout is not None
            link = server.stdout.readline().split()[-1]
            until(port, "/v1/health", b'"ready"')
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                figures = _look(browser, link, talk, Path(folder))
                browser.close()
    _tell(figures)
    return figures


def _look(browser: Browser, link: str, talk: str, folder: Path) -> Figures:
    base, _, code = link.partition("/#code=")
    signed_in = browser.new_context()
    page = signed_in.new_page()
    page.goto(f"{base}/#code={code}")
    page.get_by_role("heading", level=1).wait_for()
    state = signed_in.storage_state()

    def fresh() -> BrowserContext:
        return browser.new_context(storage_state=state, viewport={"width": 1440, "height": 900})

    ours: list[float] = []
    plain: list[float] = []
    with _plain_page(folder) as static:
        for _ in range(ROUNDS):
            plain.append(_painted(browser.new_context(viewport={"width": 1440, "height": 900}), static))
            ours.append(_painted(fresh(), base))
    return {
        "plain_paint_ms": round(median(plain), 1),
        "paint_ms": round(median(ours), 1),
        "first_load": _first_load(fresh(), base),
        "messages": TURNS * 2,
        "chat": _presses(fresh(), f"{base}/?chat={talk}", _use_chat),
        "artifacts": ARTIFACTS,
        "gallery": _presses(fresh(), f"{base}/artifacts", _use_gallery),
    }


def _painted(context: BrowserContext, address: str) -> float:
    """Milliseconds to the first content on the screen, with nothing in the cache."""
    page = context.new_page()
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    painted = page.evaluate(PAINTED)
    context.close()
    return float(painted)


def _first_load(context: BrowserContext, base: str) -> Figures:
    """What the first page with its chat fetches, compressed."""
    from aule.server.page import STATIC

    page = context.new_page()
    fetched: set[str] = set()
    page.on("requestfinished", lambda request: fetched.add(urlsplit(request.url).path))
    page.goto(base)
    page.get_by_role("textbox").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    sizes = {path: _compressed(STATIC / path.lstrip("/")) for path in fetched if path.endswith((".js", ".css"))}
    return {"kb": round(sum(sizes.values()) / 1000, 1), "files": len(sizes)}


def _compressed(file: Path) -> int:
    packed = file.with_name(f"{file.name}.gz")
    return (packed if packed.is_file() else file).stat().st_size


def _presses(context: BrowserContext, address: str, use: Callable[[Page], None]) -> Figures:
    page = context.new_page()
    page.add_init_script(OBSERVE)
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    use(page)
    page.wait_for_timeout(500)  # the last entries are told with the next idle moment
    took = sorted(page.evaluate("() => [...presses.values()]"), key=lambda press: press["ms"])
    context.close()
    # Presses that were answered within a frame are below what the browser reports: they count as nothing.
    worst = took[-1] if took else {"ms": 0.0, "what": ""}
    return {"slow_presses": len(took), "worst_ms": worst["ms"], "worst": worst["what"]}


def _use_chat(page: Page) -> None:
    """Write, look back through older pages, and open what stands in the header."""
    field = page.get_by_role("textbox", name="Message")
    field.wait_for()
    page.get_by_text(f"Answer {TURNS - 1}").first.wait_for()
    field.click()
    page.keyboard.type("A question about fractions, typed at some speed", delay=15)
    box = page.locator("#chat").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 300)
    for _ in range(20):
        page.mouse.wheel(0, -4_000)
        page.wait_for_timeout(60)
    field.click()
    page.keyboard.type(" and decimals", delay=15)
    for tab in ("Conversations", "History", "Chat"):
        page.get_by_role("tab", name=tab).click()
    page.keyboard.press("Tab")


def _use_gallery(page: Page) -> None:
    """Search, filter, walk through the grid by keys and choose some."""
    page.locator("[data-artifact]").first.wait_for()
    page.locator("[data-artifact] a").first.focus()
    for key in WALK:
        page.keyboard.press(key)
        page.wait_for_timeout(80)
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Images").or_(page.get_by_role("button", name="Images")).first.click()
    page.wait_for_timeout(200)
    page.get_by_role("textbox", name="Search artifacts").first.click()
    page.keyboard.type("picture 12", delay=40)
    page.wait_for_timeout(300)


async def _furnish(home: Home) -> str:
    """A conversation of years and a gallery of thousands; gives the conversation."""
    from aule import boot

    async with boot.running(home) as kernel:
        talk = await kernel.documents.open_conversation(agent="assistant", project="home", title="A long talk")
        for n in range(TURNS):
            await _turn(kernel, talk.id, n)
        await _hang_pictures(kernel, home)
        return talk.id


async def _turn(kernel: Kernel, talk: str, n: int) -> None:
    from aule.contracts.access.agent import Budget
    from aule.contracts.events.facts import MessageAdded, RunFinished, RunStarted
    from aule.contracts.runs.run import Run, RunKind, RunStatus
    from aule.contracts.talk.messages import Message

    new, ts = kernel.ambient.ids.new, kernel.ambient.timestamp()
    run = Run(
        id=new("run"), kind=RunKind.TURN, title=f"Question {n}", agent="assistant", session_id=talk,
        project="home", locale="en", budget=Budget(), started_at=ts,
    )  # fmt: skip
    asked = Message(id=new("msg"), conversation=talk, role="user", content=f"Question {n}?", run=run.id, ts=ts)
    said = Message(
        id=new("msg"), conversation=talk, role="assistant", content=ANSWER.format(n=n), run=run.id, ts=ts
    )  # fmt: skip
    facts = (MessageAdded(message=asked), RunStarted(started=run), MessageAdded(message=said))
    await kernel.journal.write(*facts, RunFinished(status=RunStatus.DONE), run=run.id, session=talk)


async def _hang_pictures(kernel: Kernel, home: Home) -> None:
    from aule.contracts.events.facts import ArtifactSaved
    from aule.contracts.project import Artifact
    from aule.stores.home.blobs import Blobs

    blobs = Blobs(home.blobs)
    contents = [_picture(shade) for shade in range(0, 240, 6)]
    kept = [(blobs.put(content), len(content)) for content in contents]
    for start in range(0, ARTIFACTS, 200):
        facts: list[ArtifactSaved] = []
        for n in range(start, start + 200):
            sha, size = kept[n % len(kept)]
            made = Artifact(
                id=kernel.ambient.ids.new("art"), project="home", run=None, type="image", name=f"picture {n}.png",
                mime="image/png", size=size, sha256=sha, created_at=kernel.ambient.timestamp(),
            )  # fmt: skip
            facts.append(ArtifactSaved(artifact=made))
        await kernel.journal.write(*facts)


def _picture(shade: int, side: int = 160) -> bytes:
    """A PNG of one colour that runs into another."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + bytes(part for x in range(side) for part in (shade, x, y)) for y in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@contextmanager
def _plain_page(folder: Path) -> Iterator[str]:
    """A static page with some words, served by the standard library."""
    root = folder / "plain"
    root.mkdir()
    (root / "index.html").write_text(PLAIN.format(words="<p>Nothing waits for you.</p>" * 20), "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def _tell(figures: Figures) -> None:
    compare("home painted", figures["paint_ms"], figures["plain_paint_ms"])
    check("home painted", figures["paint_ms"], GOALS["paint_ms"], "ms")
    check("home with chat, compressed", figures["first_load"]["kb"], GOALS["first_load_kb"], "kB")
    check("a press in a chat of 2,000 messages, worst", figures["chat"]["worst_ms"], GOALS["answer_ms"], "ms")
    check("a press in a gallery of 5,000, worst", figures["gallery"]["worst_ms"], GOALS["answer_ms"], "ms")
