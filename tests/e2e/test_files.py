"""The workspace of a project in the browser: its folders, what stands in a file, what happened to it, the way back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, ask, call, log, say
from tests.e2e.test_tour import picture

NARROWEST = 380
BELL = "\x1b]0;owned\x07\x1b[2J"
"""A new title for the window and an emptied screen: what a hostile program prints."""


def furnish(desk: Desk) -> None:
    """A small project on disk: code, a picture, something that is no text, a secret."""
    source = desk.workspace / "src"
    (source / "deep").mkdir(parents=True)
    (source / "main.py").write_text("def hello() -> str:\n    return 'hello'\n", "utf-8")
    (source / "deep" / "z.txt").write_text("far away\n", "utf-8")
    (source / "logo.png").write_bytes(picture(40, 30))
    (desk.workspace / "data.bin").write_bytes(bytes(range(256)) * 4)
    (desk.workspace / ".env").write_text("PASSWORD=tomato\n", "utf-8")


def tree_item(page: Page, name: str) -> None:
    """Wait until a row of the tree has the focus."""
    expect(page.get_by_role("treeitem", name=name)).to_be_focused()


def test_a_file_is_found_read_changed_and_taken_back(desk: Desk) -> None:
    """OS-17, K-8: browse with the keyboard, read, see who changed what, undo it; the address keeps the place."""
    furnish(desk)
    desk.decide(desk.propose("src/main.py", "def hello() -> str:\n    return 'bye'\n"))
    desk.until_quiet()
    page = desk.open("/files")
    expect(page.get_by_role("treeitem", name="src")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("treeitem").first.focus()
    page.keyboard.press("s")  # the letter of a name leads to it
    tree_item(page, "src")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("treeitem", name="src")).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("treeitem", name="main.py")).to_be_visible()
    page.keyboard.press("ArrowRight")
    tree_item(page, "deep")
    page.keyboard.press("m")
    tree_item(page, "main.py")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/files/home\?path=src%2Fmain\.py$"))
    content = page.get_by_role("figure", name="main.py")
    expect(content).to_contain_text("return 'bye'")
    assert axe_violations(page) == []
    page.reload()
    expect(content).to_contain_text("return 'bye'")
    expect(page.get_by_role("treeitem", name="main.py")).to_have_attribute("aria-selected", "true")

    page.get_by_role("main").get_by_role("tab", name="History").click()
    history = page.get_by_role("group", name="What happened to this file")
    history.get_by_text("Show what changed").click()
    expect(history.get_by_role("figure")).to_contain_text("return 'hello'")
    assert axe_violations(page) == []
    history.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("put back as it was")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("main").get_by_role("tab", name="Content").click()
    expect(content).to_contain_text("return 'hello'")
    assert "hello" in (desk.workspace / "src" / "main.py").read_text("utf-8")
    page.get_by_role("button", name="Take into the chat").click()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    expect(page.get_by_role("list", name="Attached")).to_contain_text("main.py")
    assert desk.problems == []


def test_what_is_no_text_says_what_it_is(desk: Desk) -> None:
    """OS-17, OS-33: pictures are shown, other bytes offered, secrets kept; a name is found by its letters."""
    furnish(desk)
    page = desk.open("/files/home?path=src%2Flogo.png", theme="dark", locale="pt-BR", size=(NARROWEST, 780))
    expect(page.get_by_role("img", name="logo.png")).to_be_visible()
    assert page.evaluate("document.querySelector('img[alt=\"logo.png\"]').naturalWidth") == 40
    assert axe_violations(page) == []
    page.get_by_role("navigation", name="Onde fica este arquivo").get_by_role("link", name="src").click()
    expect(page.get_by_role("group", name="O que há nesta pasta").get_by_role("link")).to_have_count(3)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST
    search = page.get_by_role("textbox", name="Buscar um arquivo pelo nome")
    search.fill("dbin")
    page.get_by_role("group", name="Arquivos encontrados").get_by_role("link", name="data.bin").click()
    expect(page.get_by_text("Este arquivo não é texto.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Baixar").last.click()
    assert saved.value.path().read_bytes() == bytes(range(256)) * 4
    page.goto(f"{desk.url}/files/home?path=.env")
    expect(page.get_by_text("Este arquivo guarda segredos.")).to_be_visible()
    expect(page.get_by_role("link", name="Baixar")).to_have_count(0)
    assert "tomato" not in page.content()
    page.goto(f"{desk.url}/files/home?path=src%2Fdeep%2F")
    expect(page.get_by_role("link", name="z.txt")).to_be_visible()
    page.goto(f"{desk.url}/files/home?path=nowhere.md")
    expect(page.get_by_text("Não há esse arquivo aqui.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST
    assert desk.problems == []


def test_a_command_is_seen_before_while_and_after_it_runs(talk: Talk) -> None:
    """OS-17: the very line and its walls, then its output as it comes, then its end and the files it changed."""
    line = f"printf '{BELL}\\033[32mone\\033[0m\\n'; echo oh >&2; echo made > new.txt; exit 3".replace("\x1b", "\\033")
    line = line.replace("\x07", "\\007")
    desk = talk(call("exec", command=line), say("It ended with 3."))
    page = desk.open("/")
    ask(page, "run it")
    card = log(page).get_by_role("region", name=re.compile("Run a command|new.txt"))
    expect(card.get_by_role("group", name="The command as it would run")).to_contain_text("echo made > new.txt")
    expect(card).to_contain_text("Boxed in")
    expect(card.get_by_role("region", name="Look at this twice")).to_be_visible()
    assert axe_violations(page) == []
    card.get_by_role("button", name="Approve").click()
    expect(log(page)).to_contain_text("It ended with 3.")
    page.get_by_role("button", name=re.compile("^1 step")).click()
    terminal = page.get_by_role("figure", name="Terminal")
    printed = terminal.get_by_role("group", name="What it prints")
    expect(printed).to_contain_text("one")
    expect(printed).to_contain_text("error output: oh")
    assert "[32m" not in printed.inner_text() and "owned" not in printed.inner_text()
    expect(terminal).to_contain_text("Ended with code 3")
    assert axe_violations(page) == []
    terminal.get_by_role("link", name="new.txt").click()
    expect(page.get_by_role("region", name="What changed")).to_contain_text("made")
    page.get_by_role("link", name="Show the run").click()
    expect(page.get_by_role("main").get_by_role("figure", name="Terminal")).to_contain_text("Ended with code 3")
    assert desk.problems == []


def test_the_status_bar_says_which_walls_hold(desk: Desk) -> None:
    """OS-17: how strong the box is on this machine, and what was tried against it, by the keyboard alone."""
    page = desk.open("/files")
    level = desk.api("GET", "/v1/sandbox")["level"]
    words = {"bubblewrap": "Commands boxed in", "landlock": "Commands boxed in on a copy", "none": "No commands here"}
    fact = page.get_by_role("contentinfo").get_by_role("button", name=words[level], exact=True)
    fact.press("Enter")
    walls = page.get_by_role("dialog", name="The box around agents")
    expect(walls).to_contain_text("Agents reach only the files of their project")
    if level != "none":
        expect(walls.get_by_role("list", name="Tried from inside")).to_contain_text("held")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(walls).to_be_hidden()
    expect(fact).to_be_focused()
    assert desk.problems == []
