"""The chat, as people use it: ask, watch, approve, undo, stop, reload."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.e2e.desk import axe_violations
from tests.e2e.talking import Talk, ask, call, log, say

SOON = 3
"""Seconds: a second, and what a busy machine adds to it."""
NOTE = "# Class\n\n- fractions\n- homework\n"


def test_an_answer_streams_in_and_stays(talk: Talk) -> None:
    """OS-2: words appear, the work folds into one line, and a reload shows the same."""
    desk = talk(say("Two plus ", "two is ", "**four**.", thought="Easy."))
    page = desk.open()
    ask(page, "What is two plus two?")
    expect(log(page)).to_contain_text("Two plus two is four.")
    expect(log(page).get_by_role("button", name=re.compile("Thought about it · "))).to_be_visible()
    expect(page.get_by_role("button", name="Conversations: What is two plus two?")).to_be_visible()
    expect(log(page).get_by_role("button", name="Answer again")).to_be_attached()  # nothing more will come
    shown = log(page).inner_text()
    page.reload()
    expect(log(page)).to_contain_text("Two plus two is four.")
    expect(log(page)).to_have_text(shown, use_inner_text=True)
    assert desk.problems == []


def test_questions_stand_before_their_answers(talk: Talk) -> None:
    """OS-2: live as after a reload, in the order of the talk."""
    desk = talk(say("One."), say("Two."))
    page = desk.open()
    for words, answer in (("First?", "One."), ("Second?", "Two.")):
        ask(page, words)
        expect(log(page)).to_contain_text(answer)
    talked = ["First?", "One.", "Second?", "Two."]
    expect(log(page).get_by_role("article")).to_contain_text(talked)
    page.reload()
    expect(log(page).get_by_role("article")).to_contain_text(talked)


def test_words_sent_while_it_works_reach_the_work_under_way(talk: Talk) -> None:
    """OS-2: an addition, not a second turn."""
    desk = talk(say(*[f"w{number} " for number in range(300)], slow=True), say("Shorter, then."))
    page = desk.open()
    ask(page, "Explain it at length")
    expect(log(page)).to_contain_text("w5")
    ask(page, "Make it short")
    expect(log(page)).to_contain_text("Make it short")
    expect(log(page)).to_contain_text("Shorter, then.")
    assert len(desk.api("GET", "/v1/runs")["items"]) == 1
    assert desk.problems == []


def test_a_reload_in_the_middle_of_an_answer_loses_nothing(talk: Talk) -> None:
    """K-S1: the run never depends on the page, and the page finds its way back into it."""
    words = [f"w{number} " for number in range(150)]
    desk = talk(say(*words, slow=True))
    page = desk.open()
    ask(page, "Count")
    for last in ("w10", "w60"):
        expect(log(page)).to_contain_text(last)
        page.reload()
    expect(log(page)).to_contain_text("w149")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_hidden()
    assert re.findall(r"w\d+", log(page).inner_text()) == [word.strip() for word in words]
    assert desk.problems == []


def test_a_write_is_approved_done_and_undone_in_the_chat(talk: Talk) -> None:
    """K-3, K-8: what was shown is what is written, and the way back is one click away."""
    desk = talk(
        call("write_file", "A short note will do.", path="class.md", content=NOTE), say("The note is in **class.md**.")
    )
    page = desk.open()
    ask(page, "Write a note about the class")
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("class.md")
    expect(card.get_by_role("row")).to_have_count(4)
    assert not (desk.workspace / "class.md").exists()
    card.focus()
    expect(card.get_by_role("button", name="Approve")).to_be_enabled()
    page.keyboard.press("a")
    expect(card).to_contain_text("Approved")
    expect(log(page)).to_contain_text("The note is in class.md.")
    assert (desk.workspace / "class.md").read_text("utf-8") == NOTE
    assert page.evaluate("document.activeElement.dataset.approval") is not None, "the card keeps the focus"
    card.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("will be removed")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog).to_be_hidden()
    expect(card).to_contain_text("Undone")
    assert not (desk.workspace / "class.md").exists()
    page.reload()
    expect(page.locator("[data-approval]")).to_contain_text("Undone")
    assert desk.problems == []


def test_a_refusal_may_say_why_and_nothing_is_written(talk: Talk) -> None:
    """K-3: a no is a no; the words go to the agent."""
    desk = talk(call("write_file", path="class.md", content=NOTE), say("Then I leave it."))
    page = desk.open()
    ask(page, "Write a note")
    card = page.locator("[data-approval]")
    card.get_by_role("button", name="Deny and say why").click()
    page.keyboard.type("Not today")
    page.keyboard.press("Enter")
    expect(card).to_contain_text("Denied")
    expect(card).to_contain_text("Not today")
    expect(log(page)).to_contain_text("Then I leave it.")
    assert not (desk.workspace / "class.md").exists()


def test_a_question_is_answered_by_a_click(talk: Talk) -> None:
    """OS-4: the agent asks, the person picks, the turn goes on."""
    desk = talk(call("ask_user", question="Which class?", options=["6 A", "6 B"]), say("6 B it is."))
    page = desk.open()
    ask(page, "Prepare the lesson")
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("Which class?")
    card.get_by_role("button", name="6 B").click()
    expect(card).to_contain_text("Answered")
    expect(log(page)).to_contain_text("6 B it is.")


def test_stop_stops_and_keeps_the_words_so_far(talk: Talk) -> None:
    """K-11: within a second, and what was said stays."""
    desk = talk(say(*[f"w{number} " for number in range(3000)], slow=True))
    page = desk.open()
    ask(page, "Count for ever")
    expect(log(page)).to_contain_text("w20")
    with page.expect_response("**/cancel") as stopped:
        page.get_by_role("button", name="Stop").last.click()
    expect(log(page)).to_contain_text("You stopped this.")
    expect(log(page)).to_contain_text("w20")
    run = desk.api("GET", "/v1/runs")["items"][0]
    assert run["status"] == "cancelled"
    asked = stopped.value.request.timing["startTime"] / 1000
    assert datetime.fromisoformat(run["finished_at"]).timestamp() - asked < SOON


def test_sub_agents_show_as_a_live_tree_and_can_be_stopped_one_by_one(talk: Talk) -> None:
    """K-10: who works on what, and a stop for each."""
    briefs = [{"agent": "researcher", "task": "Count the sheep"}]
    desk = talk(
        call("delegate", briefs=briefs),
        say(*[f"sheep{n} " for n in range(3000)], slow=True),
        say("Sheep were counted."),
    )
    page = desk.open()
    ask(page, "Have the sheep counted")
    node = log(page).get_by_role("listitem").filter(has_text="Count the sheep").last
    expect(node).to_contain_text("Researcher")
    expect(node).to_contain_text("Writing…")
    node.get_by_role("button", name="Stop Researcher").click()
    expect(log(page)).to_contain_text("Sheep were counted.")
    log(page).get_by_role("button", name=re.compile("1 step · 1 sub-agent")).click()
    expect(node).to_contain_text("Stopped")


def test_a_failure_says_what_to_do_and_can_be_tried_again(talk: Talk) -> None:
    """K-12: the words of the problem, its hint, and one button."""
    desk = talk({"status": 400, "error": "broken"}, say("Better now."))
    page = desk.open()
    ask(page, "Hello")
    again = log(page).get_by_role("button", name="Ask again")
    again.click()
    expect(log(page)).to_contain_text("Better now.")


def test_nothing_an_answer_says_leaves_this_machine(talk: Talk) -> None:
    """S8: links wait for a click and show their host, pictures are never fetched, markup stays text."""
    hostile = (
        "![a](https://evil.example/a.png) [click](https://evil.example/b) <img src=https://evil.example/c> "
        "<script>fetch('https://evil.example/d')</script> ![b][ref]\n\n[ref]: https://evil.example/e.png\n\n"
        "<https://evil.example/f> [js](javascript:alert(1)) ![c](//evil.example/g.png)"
    )
    desk = talk(say(hostile))
    page = desk.open()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ask(page, "Show me")
    expect(log(page)).to_contain_text("evil.example")
    assert log(page).locator("img, script, a[href^='javascript']").count() == 0
    assert [url for url in asked if not url.startswith(desk.url)] == []


def test_a_draft_survives_a_reload_and_stays_with_its_conversation(talk: Talk) -> None:
    """Nothing typed is lost."""
    desk = talk(say("One."))
    page = desk.open()
    ask(page, "First talk")
    expect(log(page)).to_contain_text("One.")
    field = page.get_by_role("textbox", name="Message")
    field.fill("half a thou")
    page.reload()
    expect(field).to_have_value("half a thou")
    page.get_by_role("button", name="New conversation", exact=True).click()
    expect(field).to_have_value("")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chat_is_accessible(talk: Talk, theme: str) -> None:
    """OS-33: axe finds nothing in a conversation with thoughts, calls, a diff and a table."""
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nprint(1)\n```\n\n[x](https://example.org)"
    desk = talk(call("write_file", "A note.", path="class.md", content=NOTE), say(table))
    desk.onboard(theme=theme)
    page = desk.open()
    ask(page, "Write a note")
    expect(page.locator("[data-approval]").get_by_role("button", name="Approve")).to_be_visible()
    assert axe_violations(page) == []
    page.locator("[data-approval]").get_by_role("button", name="Approve").click()
    expect(log(page).get_by_role("table").last).to_contain_text("1")
    log(page).get_by_role("button", name=re.compile("step")).click()
    assert axe_violations(page) == []
    assert desk.problems == []
