"""The chat panel, as people use it: its tabs, what goes with a message, saying something anew, long talks."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.long_talk import long_talk
from tests.e2e.talking import Talk, ask, call, field, log, say

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d4944415478da6364f8cf500f0003860180"
    "5a347d6b0000000049454e44ae426082"
)
MAX_UPLOAD = 64 * 1024 * 1024


def tab(page: Page, name: str) -> None:
    """Turn to a tab of the panel."""
    page.get_by_role("tab", name=name, exact=True).click()


def drop(page: Page, name: str, content: str) -> None:
    """Drop a file onto the panel, as a file manager does."""
    page.get_by_role("complementary", name="Chat").evaluate(
        """(panel, [name, content]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], name, { type: "text/plain" }));
            const target = panel.querySelector("[role=tabpanel]");
            for (const type of ["dragenter", "dragover", "drop"]) {
                target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        [name, content],
    )


def test_conversations_are_found_renamed_deleted_and_brought_back(desk: Desk) -> None:
    """OS-8, OS-9b: the list of conversations, live in a second window, and the same after a power cut."""
    for title in ("Fractions for 6 B", "Parents' evening", "Holiday reading"):
        desk.api("POST", "/v1/conversations", {"title": title})
    page = desk.open()
    second = desk.open()
    tab(second, "Conversations")
    tab(page, "Conversations")
    rows = page.get_by_role("tabpanel").get_by_role("listitem")
    expect(rows).to_have_count(3)
    assert axe_violations(page) == []

    page.keyboard.press("Tab")  # new conversation
    page.keyboard.press("Tab")  # the search
    page.keyboard.type("fracions")  # a slip of the finger finds it too
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Rename “Fractions for 6 B”").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Fractions for 6 A")
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Search conversations").fill("")
    expect(rows.filter(has_text="Fractions for 6 A")).to_be_visible()
    expect(second.get_by_role("button", name=re.compile("^Fractions for 6 A"))).to_be_visible()

    desk.kill()
    desk.start()
    page.get_by_role("button", name="Delete “Fractions for 6 A”").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("“Fractions for 6 A” deleted")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).focus()  # while somebody is at it, it stays
    expect(second.get_by_role("button", name=re.compile("^Fractions for 6 A"))).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(rows.filter(has_text="Fractions for 6 A")).to_be_visible()
    expect(second.get_by_role("button", name=re.compile("^Fractions for 6 A"))).to_be_visible()
    page.get_by_text("By project").click()
    expect(page.get_by_role("region", name="Home").get_by_role("listitem")).to_have_count(3)
    page.get_by_role("button", name=re.compile("^Parents' evening")).click()
    expect(page.get_by_role("button", name="Conversations: Parents' evening")).to_be_visible()
    expect(field(page)).to_be_focused()
    assert desk.problems == []


def test_files_and_agents_go_with_a_message_by_keyboard_alone(talk: Talk, tmp_path: Path) -> None:
    """OS-9b: `#` and `@` offer what there is; chips survive a reload; what was sent along is shown and kept."""
    desk = talk(say("Both are short."))
    (desk.workspace / "plans").mkdir()
    (desk.workspace / "plans" / "week.md").write_text("# Week\n", "utf-8")
    (desk.workspace / "other.txt").write_text("x", "utf-8")
    page = desk.open()
    field(page).focus()
    page.keyboard.type("Compare #wk")
    options = page.get_by_role("option")
    expect(options).to_have_count(1)
    expect(field(page)).to_have_attribute("aria-activedescendant", str(options.get_attribute("id")))
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("Compare week.md ")
    page.keyboard.type("with the picture @")
    expect(options).to_have_count(11)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    page.keyboard.press("Backspace")
    page.keyboard.type("@res")
    page.keyboard.press("Tab")
    expect(field(page)).to_have_value("Compare week.md with the picture ")

    huge = tmp_path / "huge.bin"
    with huge.open("wb") as file:
        file.truncate(MAX_UPLOAD + 1)
    page.locator("input[type=file]").first.set_input_files(str(huge))
    expect(page.get_by_text("Too large: at most 67.1 MB.")).to_be_visible()
    page.get_by_role("button", name="Leave huge.bin out").click()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "board.png", "mimeType": "image/png", "buffer": PIXEL}
    )
    chips = page.get_by_role("list", name="Attached").get_by_role("listitem")
    expect(page.get_by_role("button", name="Remove board.png")).to_be_visible()
    expect(chips).to_contain_text(["plans/week.md", "@Researcher", "board.png"])
    page.reload()
    expect(chips).to_have_count(3)
    expect(field(page)).to_have_value("Compare week.md with the picture ")
    field(page).focus()
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text("Both are short.")
    expect(log(page).get_by_role("article", name="Researcher")).to_be_visible()
    expect(log(page).get_by_role("img", name="board.png")).to_be_visible()
    expect(chips).to_have_count(2)  # those of the message that was sent
    assert desk.api("GET", "/v1/runs")["items"][0]["agent"] == "researcher"
    log(page).get_by_role("link", name="board.png").click()
    expect(page).to_have_url(re.compile("/artifacts/art_"))
    assert desk.problems == []


def test_dropped_and_pasted_files_are_sent_and_a_failure_can_be_tried_again(desk: Desk) -> None:
    """OS-6: several at once, each with its own fate, and nothing is sent before they are there."""
    page = desk.open()
    tab(page, "History")
    page.route("**/v1/artifacts?name=bad*", lambda route: route.abort())
    drop(page, "good.txt", "fine")
    drop(page, "bad.txt", "not fine")
    chips = page.get_by_role("list", name="Attached").get_by_role("listitem")
    expect(chips.filter(has_text="good.txt")).to_contain_text("4 B")
    failed = chips.filter(has_text="bad.txt")
    expect(failed).to_contain_text("The server did not answer.")
    page.unroute("**/v1/artifacts?name=bad*")
    page.get_by_role("button", name="Upload bad.txt again").click()
    expect(page.get_by_role("button", name="Remove bad.txt")).to_be_visible()
    field(page).focus()
    field(page).evaluate(
        """(area) => {
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
            area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.get_by_role("button", name=re.compile(r"Remove \d{4}-\d\d-\d\d .*\.png"))).to_be_visible()
    page.get_by_role("button", name="Remove good.txt").click()
    expect(chips).to_have_count(2)
    assert len(desk.api("GET", "/v1/artifacts")["items"]) == 3
    assert desk.problems == []


def test_a_message_is_said_anew_and_what_was_changed_can_still_be_undone(talk: Talk) -> None:
    """OS-8, K-8: what follows is set aside, plainly; the change it made is in the history, with its way back."""
    desk = talk(
        say("Hello."),
        call("write_file", path="a.md", content="one\n"),
        say("Written."),
        say("Nothing written, then."),
        say("Once more."),
    )
    page = desk.open()
    ask(page, "Hi")
    expect(log(page)).to_contain_text("Hello.")
    ask(page, "Write one")
    page.locator("[data-approval]").get_by_role("button", name="Approve").click()
    expect(log(page)).to_contain_text("Written.")
    second = desk.open(f"/?chat={desk.api('GET', '/v1/conversations')['items'][0]['id']}")
    expect(log(second)).to_contain_text("Written.")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()  # only a talk at rest is taken up again

    field(page).focus()
    page.keyboard.press("ArrowUp")
    expect(field(page)).to_have_value("Write one")
    expect(page.get_by_text("What follows it is set aside.")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("")
    page.keyboard.press("ArrowUp")
    field(page).fill("Do not write")
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text("Nothing written, then.")
    talked = ["Hi", "Hello.", "Do not write", "Nothing written, then."]
    for window in (page, second):
        expect(log(window).get_by_role("article")).to_contain_text(talked)
        expect(log(window)).not_to_contain_text("Written.")

    log(page).get_by_role("button", name="Answer again").click()
    expect(log(page)).to_contain_text("Once more.")
    expect(log(page)).not_to_contain_text("Nothing written, then.")
    page.mouse.move(0, 0)
    log(page).get_by_role("button", name="Answer again").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("10 read, 5 written")

    tab(page, "History")
    change = page.get_by_role("group", name="History")
    expect(change).to_contain_text("a.md")
    change.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(change).to_contain_text("Undone")
    assert not (desk.workspace / "a.md").exists()
    page.reload()
    expect(log(page).get_by_role("article")).to_contain_text([*talked[:3], "Once more."])
    assert desk.problems == []


def test_what_a_conversation_remembers_is_corrected_in_place(desk: Desk) -> None:
    """OS-18: what is in use, on a phone, in Portuguese and in the dark; forgetting can be taken back."""
    desk.onboard(locale="pt-BR", theme="dark")
    desk.api("POST", "/v1/memory", {"content": "Prefers short answers", "kind": "preference", "pinned": True})
    conversation = desk.api("POST", "/v1/conversations", {"title": "Aula"})["id"]
    page = desk.open(f"/?chat={conversation}", size=(380, 800), locale="pt-BR")
    expect(page.get_by_role("button", name="Conversas: Aula")).to_be_visible()
    assert axe_violations(page) == []
    tab(page, "Memória")
    item = page.get_by_role("list", name="Memória").get_by_role("listitem")
    expect(item).to_contain_text("Preferência")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    item.get_by_role("button", name="Corrigir").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("Prefere respostas curtas")
    page.keyboard.press("Enter")
    expect(item).to_contain_text("Prefere respostas curtas")
    item.get_by_role("button", name="Esquecer").click()
    expect(page.get_by_text("Nada é lembrado aqui ainda.")).to_be_visible()
    page.get_by_role("button", name="Desfazer").click()
    expect(item).to_contain_text("Prefere respostas curtas")
    item.get_by_role("button", name="Desafixar").click()
    expect(item.get_by_text("Fixada")).to_have_count(0)
    tab(page, "Conversa")
    field_pt = page.get_by_role("textbox", name="Mensagem")
    field_pt.press_sequentially("@pes")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Escape")  # closes the list, not the sheet
    expect(page.get_by_role("option")).to_have_count(0)
    expect(field_pt).to_be_visible()
    assert desk.problems == []


def test_two_thousand_messages_are_read_back_without_a_jump(tmp_path: Path, free_port: int, browser: Browser) -> None:
    """OS-8, OS-10: only what is near the view is drawn, older messages come by themselves, a link finds any of them."""
    home = tmp_path / "home"
    talk = long_talk(home, 1_000)
    desk = Desk(home, free_port, browser)
    desk.start()
    try:
        desk.onboard(name="Ana", locale="en")
        page = desk.open(f"/?chat={talk.conversation}")
        expect(log(page)).to_contain_text("Answer 999 of many.")
        jumps = log(page).evaluate(READ_BACK)
        assert [jump for jump in jumps if abs(jump) > 2] == []
        assert page.locator("[data-entry]").count() > 150
        assert page.locator("[data-entry] article").count() < 60
        page.get_by_role("button", name="Jump to latest").click()
        expect(log(page).get_by_text("Answer 999 of many.")).to_be_in_viewport()

        page.goto(f"{desk.url}/?chat={talk.conversation}&message={talk.questions[7]}")
        expect(page.locator("[data-lit]")).to_contain_text("Question 7:")
        expect(page.locator("[data-lit]")).to_be_in_viewport()
        assert desk.problems == []
    finally:
        desk.close()


READ_BACK = """async (log) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const settled = async (measure) => {
        let [last, same] = [NaN, 0];
        for (let tries = 0; tries < 60 && same < 4; tries++) {
            await frame();
            const now = measure();
            same = now === last ? same + 1 : 0;
            last = now;
        }
        return last;
    };
    const top = log.getBoundingClientRect().top;
    const jumps = [];
    for (let step = 0; step < 200 && document.querySelectorAll("[data-entry]").length < 160; step++) {
        const entries = [...log.querySelectorAll("[data-entry]")];
        const seen = entries.find((each) => each.getBoundingClientRect().top > top);
        const where = () => Math.round(seen.getBoundingClientRect().top);
        const before = await settled(where);
        const from = log.scrollTop;
        log.scrollTop = from - 600;
        const moved = from - log.scrollTop;
        jumps.push((await settled(where)) - before - moved);
    }
    return jumps;
}"""
"""Scrolls up bit by bit; how far what was read moved beyond what was scrolled, each time."""
