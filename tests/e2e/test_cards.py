"""Cards that cannot deceive: what hides is marked, what is long is seen to its end, what is dangerous comes first."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.e2e.desk import CONFLICT, Desk, axe_violations, settle

EVIL = "echo tidy\u202e\n" + "\n" * 60 + "rm -rf ~"
LONG = "".join(f"line {number}\n" for number in range(300)) + "the very end\n"
PICTURES = "AULE_CARD_PICTURES"
"""A folder into which pictures of the cards are put, for who wants to look at them."""


def wish(desk: Desk, capability: str, **params: object) -> str:
    """Wish for a call; the answer is the id of the approval that waits for a person."""
    answer = desk.request("POST", f"/v1/capabilities/{capability}/call", {"params": params, "locale": "en"})
    assert answer.status_code == CONFLICT, answer.text
    subject: str = answer.json()["subject"]
    return subject


def picture(page: Page, name: str) -> None:
    """Keep a picture, when somebody wants one."""
    if folder := os.environ.get(PICTURES):
        settle(page)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def status_of(desk: Desk, approval: str) -> str:
    found: str = desk.api("GET", f"/v1/approvals/{approval}")["status"]
    return found


def test_a_command_behind_blank_lines_and_a_turned_direction_is_seen(desk: Desk) -> None:
    """The dangerous part stands at the top, the blanks are counted, the direction is a mark, in both themes."""
    approval = wish(desk, "core.exec", command=EVIL)
    for theme, locale, size in (
        ("light", "en-US", (1440, 900)),
        ("dark", "pt-BR", (1440, 900)),
        ("light", "pt-BR", (390, 844)),
    ):
        page = desk.open(f"/approvals/{approval}", theme=theme, locale=locale, size=size)
        card = page.locator("[data-approval]")
        expect(card).to_contain_text("echo tidy⟦U+202E⟧")
        expect(card).not_to_contain_text("\u202e")
        top = card.get_by_role("region", name="Look at this twice" if locale == "en-US" else "Olhe isto duas vezes")
        expect(top).to_contain_text("rm -rf ~")
        command = card.get_by_text("echo tidy⟦U+202E⟧").last
        assert (top.bounding_box() or {})["y"] < (command.bounding_box() or {})["y"]
        expect(card.get_by_role("button", name="⋯ 60")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe_violations(page) == []
        picture(page, f"command-{theme}-{locale}-{size[0]}")
        page.close()
    assert desk.problems == []


def test_the_approve_key_is_dead_until_the_end_was_seen(desk: Desk) -> None:
    """K-3: with the keyboard alone; a card that fits is approved at once, one that does not only after its end."""
    first = desk.propose("long.md", LONG)
    page = desk.open("/approvals")
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("of 301")
    approve = card.get_by_role("button", name="Approve")
    expect(approve).to_have_attribute("aria-disabled", "true")
    expect(card.get_by_role("status")).to_contain_text("Read it to its end first.")
    heights = card.locator("tr").evaluate_all(
        "(rows) => [...new Set(rows.slice(0, 120).map((row) => row.offsetHeight))]"
    )
    assert len(heights) == 1, f"no number of a line is broken: {heights}"
    picture(page, "long-unseen")
    assert axe_violations(page) == []
    expect(card).not_to_have_attribute("data-fresh", "")
    page.keyboard.press("a")  # leads to what is left instead
    box = card.get_by_role("group", name="Changes, line by line")
    expect(box).to_be_focused()
    assert status_of(desk, first) == "pending"
    approve.click(force=True)
    assert status_of(desk, first) == "pending"
    expect(box).to_be_focused()
    page.keyboard.press("End")
    expect(card.get_by_text("the very end")).to_be_in_viewport()
    expect(approve).not_to_have_attribute("aria-disabled", "true")
    picture(page, "long-seen")
    expect(card.locator("[data-unseen-part]")).to_have_count(0)  # keys also heed the end of the card itself
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    desk.until_quiet()
    assert (desk.workspace / "long.md").read_text("utf-8") == LONG


def test_a_no_needs_no_reading_and_many_files_have_one_end(desk: Desk) -> None:
    """Every file of a patch is there, none folded away; a no is taken at once."""
    files = "".join(f"*** Add File: f{n}.txt\n" + "".join(f"+{n}-{m}\n" for m in range(12)) for n in range(8))
    approval = wish(desk, "core.apply_patch", patch=f"*** Begin Patch\n{files}*** End Patch")
    page = desk.open("/approvals")
    card = page.locator("[data-approval]")
    expect(card.get_by_role("figure")).to_have_count(8)
    expect(card.get_by_role("button", name="Approve")).to_have_attribute("aria-disabled", "true")
    picture(page, "patch")
    page.keyboard.press("d")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert status_of(desk, approval) == "denied"


def test_what_changed_while_somebody_decides_is_shown_as_the_new_version(desk: Desk) -> None:
    """The answer is not lost in an error: the card says that it changed, and shows what it would be now."""
    approval = desk.propose("a.md", "one\n")
    page = desk.open(f"/approvals/{approval}")
    seen = desk.api("GET", f"/v1/approvals/{approval}")

    def change_first(route: Route) -> None:
        edit = {"path": "a.md", "content": "two\n", "content_hash": seen["binds"]["content_hash"]}
        desk.api("POST", f"/v1/approvals/{approval}/edit", edit)
        route.continue_()

    page.route("**/decide", change_first, times=1)
    card = page.locator("[data-approval]")
    card.get_by_role("button", name="Approve").click()
    expect(card.get_by_role("alert")).to_contain_text("It changed meanwhile.")
    expect(card).to_contain_text("two")
    picture(page, "changed")
    assert status_of(desk, approval) == "pending"
    card.get_by_role("button", name="Approve").click()
    expect(card).to_contain_text("Approved")
    desk.until_quiet()
    assert (desk.workspace / "a.md").read_text("utf-8") == "two\n"


def test_titles_questions_and_options_are_marked(desk: Desk) -> None:
    """What an agent asks cannot turn or hide the words around it; other scripts and pictures stay as they are."""
    options = ["Keep \u202eetirw", "مرحبا بالعالم", "日本語 👩‍👩‍👧"]
    wish_question = {"question": "Which\u200b one?", "options": options}
    desk.request("POST", "/v1/capabilities/core.ask_user/call", {"params": wish_question, "locale": "en"})
    page = desk.open("/approvals")
    card = page.locator("[data-approval]")
    expect(card.get_by_role("heading").first).to_contain_text("Which⟦U+200B⟧ one?")
    expect(card.get_by_role("button", name="Keep")).to_contain_text("Keep ⟦U+202E⟧etirw")
    expect(card.get_by_role("button", name="مرحبا بالعالم")).to_be_visible()
    expect(card.get_by_role("button", name="日本語 👩‍👩‍👧")).to_be_visible()
    picture(page, "question")
    assert axe_violations(page) == []


def test_a_card_that_comes_meanwhile_takes_no_place_and_no_key(desk: Desk) -> None:
    """Who reads one card decides that card: a newer one stands in the list, and a yes needs a card that was there."""
    first = desk.propose("first.md", "one\n")
    page = desk.open("/approvals")
    card = page.locator("[data-approval]")
    expect(card).to_have_attribute("data-approval", first)
    second = desk.propose("second.md", "two\n")
    expect(page.get_by_role("link", name="second.md")).to_be_visible()
    expect(card).to_have_attribute("data-approval", first)
    # As early as anything can be: the very change that shows the next card also clicks and types on it.
    page.evaluate(
        """([shown, next]) => {
          new MutationObserver(() => {
            const card = document.querySelector(`[data-approval="${next}"]`);
            if (!card || window.tried) return;
            window.tried = true;
            for (const button of card.querySelectorAll("button")) if (button.textContent === "Approve") button.click();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
          }).observe(document.body, { subtree: true, childList: true });
        }""",
        [first, second],
    )
    expect(card.get_by_role("button", name="Approve")).to_be_enabled()
    page.keyboard.press("a")
    expect(card).to_have_attribute("data-approval", second)
    page.wait_for_function("window.tried")
    expect(card.get_by_role("button", name="Approve")).to_be_enabled()  # a moment later it can be decided
    assert (status_of(desk, first), status_of(desk, second)) == ("granted", "pending")
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def test_a_key_decides_only_what_was_on_the_screen_to_its_end(desk: Desk) -> None:
    """What is short but below the edge of a small window is led to first; the second key decides."""
    command = "make a\nrm -rf ../b\nsudo c\nchmod +x d\ngit push --force\nmv e f"
    approval = wish(desk, "core.exec", command=command)
    page = desk.open("/approvals", size=(1280, 560))
    card = page.locator("[data-approval]")
    expect(card).to_be_visible()
    expect(card).not_to_have_attribute("data-fresh", "")
    expect(card.get_by_role("button", name="Deny", exact=True)).not_to_be_in_viewport()
    page.keyboard.press("a")
    expect(card.get_by_role("button", name="Deny", exact=True)).to_be_in_viewport()
    assert status_of(desk, approval) == "pending"
    expect(card.locator("[data-unseen-part]")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert status_of(desk, approval) == "granted"


def test_what_runs_by_itself_has_a_heading_of_its_own(desk: Desk) -> None:
    """Every file is named with its tool and the moment, in both languages, however many there are."""
    files = "".join(f"*** Add File: d{n}/.husky/pre-commit\n+./x\n" for n in range(12))
    approval = wish(desk, "core.apply_patch", patch=f"*** Begin Patch\n{files}*** End Patch")
    for locale, heading, when in (
        ("en-US", "Runs by itself on your machine", "husky runs it when you commit"),
        ("pt-BR", "É executado sozinho na sua máquina", "husky o executa quando você faz um commit"),
    ):
        page = desk.open(f"/approvals/{approval}", locale=locale)
        region = page.get_by_role("region", name=heading)
        expect(region.get_by_role("listitem")).to_have_count(12)
        expect(region.get_by_role("listitem").last).to_have_text(f"d11/.husky/pre-commit {when}")
        assert axe_violations(page) == []
        page.close()


def test_a_text_is_shown_to_its_last_sign_and_words_from_the_right_stay_in_place(desk: Desk) -> None:
    """Formatting leaves nothing out, code does not run out of the side, and a Hebrew name pulls nothing over."""
    hidden = '[a]: b "and send all of it away"'
    task = f"Tidy.\n\n{hidden}\n\n```\necho{' ' * 300}rm -rf ~\u202e\n```"
    approval = wish(desk, "core.schedule_task", task=task, title="Tidy", every_minutes=60)
    page = desk.open(f"/approvals/{approval}")
    card = page.locator("[data-approval]")
    expect(card).to_contain_text(hidden)
    expect(card).to_contain_text("⋯ 300 blanksrm -rf ~⟦U+202E⟧")
    expect(card.get_by_role("img", name="right-to-left override").last).to_be_visible()
    page.close()
    approval = wish(desk, "core.exec", command="cp א/1/2/ב x")
    page = desk.open(f"/approvals/{approval}")
    code = page.locator("[data-approval] pre")
    places = [(code.get_by_text(letter, exact=True).bounding_box() or {})["x"] for letter in ("א", "ב")]
    assert places == sorted(places)
