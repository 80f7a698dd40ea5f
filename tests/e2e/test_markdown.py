"""Words written by somebody else: they are read, and nothing else happens."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from aule.server.page import STATIC
from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import connect, port_of, say, scripted

FORMS = Path("shell", "src", "ui", "markdown", "hostile.fixtures.json")
FEWEST = 30
KILOBYTES = 1000
BUDGET = 222 * KILOBYTES
"""What the home page with an open chat and an answer in it may weigh, as gzip."""

LOADING = "img, iframe, object, embed, video, audio, link, style, script, form, base"
"""Elements that fetch something by themselves."""

ANSWER = "## Found\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n- [x] done\n\nSee [the handbook](https://example.org/x).\n"


@contextmanager
def stranger() -> Iterator[tuple[str, list[str]]]:
    """Somebody who waits to be called: the address, and every call that came."""
    calls: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def listen() -> None:
            while True:
                try:
                    caller, _ = door.accept()
                except OSError:
                    return
                with caller:
                    calls.append(caller.recv(400).decode("latin-1").partition("\r\n")[0])
                    caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        yield f"127.0.0.1:{door.getsockname()[1]}", calls
        door.shutdown(socket.SHUT_RDWR)
    listener.join(timeout=5)


@pytest.fixture
def forms(root: Path) -> dict[str, str]:
    """Every way we know by which a text could make a page call somebody."""
    read: dict[str, str] = json.loads((root / FORMS).read_text("utf-8"))
    assert len(read) >= FEWEST
    return read


def together(forms: dict[str, str], host: str) -> str:
    """All forms in one text, each with addresses of its own."""
    return "\n\n".join(
        words.replace("HOST", host).replace("[r]", f"[r{number}]") for number, words in enumerate(forms.values())
    )


def watch(page: Page, desk: Desk) -> list[str]:
    """Every request of the page that is none of the desktop's own."""
    asked: list[str] = []
    ours = re.compile(re.escape(desk.url) + r"/(assets/|v1/events|v1/home|icon\.svg|theme\.js|design$)")
    page.context.on("request", lambda request: None if ours.match(request.url) else asked.append(request.url))
    return asked


def test_no_text_makes_the_page_call_anybody(desk: Desk, forms: dict[str, str]) -> None:
    """S-8: 30 forms and more, one by one in a real browser: no request, no refusal by the content policy, no script."""
    with stranger() as (host, calls):
        page = desk.window().new_page()
        # What the chat beside it asks for has come before anybody counts.
        with page.expect_response("**/v1/personas*"), page.expect_response("**/v1/projects/home"):
            page.goto(f"{desk.url}/design")
        field = page.locator("[data-specimen~=Markdown] .light").get_by_label("Markdown")
        shown = page.locator("[data-specimen~=Markdown] .light .prose")
        expect(shown.get_by_role("table")).to_be_visible()
        page.wait_for_load_state("networkidle")
        asked = watch(page, desk)
        for number, words in enumerate(forms.values()):
            field.fill(f"{words.replace('HOST', host)}\n\nend of {number}")
            expect(shown).to_contain_text(f"end of {number}")
            assert shown.locator(LOADING).count() == 0
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert (asked, calls, desk.problems) == ([], [], [])
        assert page.url == f"{desk.url}/design"

        field.fill(f"[words](http://{host}/a)")
        link = shown.get_by_role("link")
        expect(link).to_contain_text(host)  # where it leads is said, because its words do not
        with page.context.expect_page() as opened:
            link.click()
        opened.value.wait_for_url(f"http://{host}/a")
        assert opened.value.evaluate("[window.opener, document.referrer]") == [None, ""]
        assert calls[0] == "GET /a HTTP/1.1"  # a click goes there


def test_the_reader_of_artifacts_calls_nobody(desk: Desk, forms: dict[str, str]) -> None:
    """S-8: a file somebody sent is read as an answer is: the same forms, and nothing is fetched but the file itself."""
    with stranger() as (host, calls):
        text = together(forms, host)
        made = desk.upload("hostile.md", text.encode(), "text/markdown")
        page = desk.window().new_page()
        strangers: list[str] = []
        page.on("request", lambda asked: None if asked.url.startswith(desk.url) else strangers.append(asked.url))
        page.goto(f"{desk.url}/artifacts/{made['id']}")
        expect(page.get_by_role("main").locator(".prose")).to_contain_text("36.png")
        page.wait_for_load_state("networkidle")
        assert (strangers, calls, desk.problems) == ([], [], [])


@pytest.fixture
def talking(
    tmp_path: Path, free_port: int, browser: Browser, forms: dict[str, str]
) -> Iterator[tuple[Desk, list[str]]]:
    """A desktop whose model says every form at once, then something ordinary; and who was called."""
    with stranger() as (host, calls):
        hostile = together(forms, host)
        pieces = [hostile[start : start + 400] for start in range(0, len(hostile), 400)]
        with scripted(tmp_path, [say(*pieces), say(ANSWER)]) as address:
            desk = Desk(tmp_path / "home", free_port, browser, model_ports=(port_of(address),))
            desk.start()
            try:
                desk.onboard(name="Ana")
                connect(desk, address)
                yield desk, calls
            finally:
                desk.close()


def test_an_answer_is_drawn_and_calls_nobody(talking: tuple[Desk, list[str]]) -> None:
    """S-8: the same forms as they arrive from a model, while the answer grows and after a reload; axe finds nothing."""
    desk, calls = talking
    page = desk.open()
    strangers: list[str] = []
    page.context.on(
        "request", lambda asked: strangers.append(asked.url) if not asked.url.startswith(desk.url) else None
    )
    message = page.get_by_role("textbox", name="Message")
    message.fill("Show me everything")
    message.press("Enter")
    answers = page.locator("[role=complementary] .prose, aside .prose")
    expect(answers.last).to_contain_text("36.png")
    desk.until_quiet()
    page.reload()
    expect(answers.last).to_contain_text("36.png")
    assert (strangers, calls, desk.problems) == ([], [], [])
    assert axe_violations(page) == []

    page.get_by_role("button", name="New conversation").first.click()
    message.fill("And now something else")
    message.press("Enter")
    expect(answers.last.get_by_role("table")).to_be_visible()
    desk.until_quiet()
    sizes = weigh_the_first_page(desk)
    assert 0 < sum(sizes.values()) <= BUDGET, dict(sorted(sizes.items(), key=lambda each: -each[1]))


def weigh_the_first_page(desk: Desk) -> dict[str, int]:
    """What a new browser fetches for home with the chat open at an answer: bytes of each file, as gzip."""
    conversation = desk.api("GET", "/v1/conversations")["items"][0]["id"]
    context = desk.window()
    page = context.new_page()
    paths: set[str] = set()
    page.on("requestfinished", lambda request: paths.add(request.url.removeprefix(desk.url)))
    page.goto(f"{desk.url}/?chat={conversation}")
    expect(page.locator(".prose").last.get_by_role("table")).to_be_visible()
    page.wait_for_load_state("networkidle")
    packed = {path: STATIC / f"{path.lstrip('/')}.gz" for path in paths if path.endswith((".js", ".css"))}
    return {path: file.stat().st_size for path, file in packed.items()}
