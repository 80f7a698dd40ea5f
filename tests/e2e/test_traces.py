"""The glass box in a browser: the waterfall of a run, two runs side by side, files, and insights."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, call, say
from tests.e2e.test_runs import begin, until

STEPS = """
id: look-twice
title: Look twice
steps:
  - {id: now, title: What day is it, capability: core.now}
  - {id: notes, title: List the notes, capability: core.list_notes, depends_on: [now]}
  - {id: folder, title: List the folder, capability: core.list_dir, depends_on: [now]}
"""
PHONE = (390, 844)
MANY = 10_000
FITS = "document.documentElement.scrollWidth <= innerWidth"


def tree(page: Page) -> Locator:
    """The rows of the waterfall."""
    return page.get_by_role("tree")


def many_spans(trace: dict[str, Any]) -> dict[str, Any]:
    """A trace with very many spans, made of the spans of a small one."""
    root, part = trace["spans"][0], trace["spans"][-1]
    parts = [
        {
            **part,
            "id": f"{number:016x}",
            "parent": root["id"],
            "start_ms": number,
            "duration_ms": 2,
            "name": f"part {number}",
        }
        for number in range(MANY - 1)
    ]
    return {
        **trace,
        "spans": [{**root, "duration_ms": MANY}, *parts],
        "duration_ms": MANY,
        "critical_path": [root["id"]],
    }


def test_a_run_is_looked_into_span_by_span_compared_saved_and_opened_again(desk: Desk, tmp_path: Path) -> None:
    """ST-11: bars by time with the critical path, by keyboard and mouse; two runs side by side; a file out and in."""
    first = begin(desk, STEPS)
    until(desk, first, "done")
    second: str = desk.api("POST", "/v1/workflows/look-twice/run", {"locale": "en"})["id"]
    until(desk, second, "done")
    page = desk.open(f"/runs/{second}")
    page.get_by_role("button", name="Trace").click()
    expect(page).to_have_url(f"{desk.url}/traces/{second}")
    rows = tree(page).get_by_role("treeitem")
    expect(rows.first).to_contain_text("Look twice")
    expect(tree(page)).to_contain_text("List the folder")
    expect(rows.first).to_contain_text("on the critical path")
    assert axe_violations(page) == []

    # By keyboard: move, fold, open.
    tree(page).focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(tree(page).get_by_role("treeitem", selected=True)).to_contain_text(re.compile("Current|time|date", re.I))
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("core.now")
    expect(sheet.get_by_role("region").first).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    tree(page).focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Show all")).to_be_disabled()
    page.keyboard.press("+")
    page.get_by_role("button", name="Show all").click()

    # Two runs of the workflow side by side.
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("dialog").get_by_role("group").get_by_role("button").first.click()
    expect(page).to_have_url(f"{desk.url}/traces/{first}?with={second}")
    expect(page.get_by_role("list", name="Part by part")).to_contain_text("List the notes")
    assert axe_violations(page) == []

    # Out as a file, and in again.
    page.goto(f"{desk.url}/traces/{second}")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / "trace.json"
    saving.value.save_as(saved)
    page.goto(f"{desk.url}/traces")
    page.locator("main input[type=file]").set_input_files(saved)
    expect(tree(page)).to_contain_text("List the folder")
    assert desk.problems == []


def test_ten_thousand_spans_stay_usable_and_a_phone_needs_no_sideways_scroll(desk: Desk) -> None:
    """ST-11: only rows in sight exist, the last one is a key away; in Portuguese, dark, on a phone."""
    run = begin(desk, STEPS)
    until(desk, run, "done")
    big = json.dumps(many_spans(desk.api("GET", f"/v1/runs/{run}/trace")))
    context = desk.window(locale="pt-BR", theme="dark", size=PHONE)
    page = context.new_page()

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=big)

    page.route(f"**/v1/runs/{run}/trace", answer)
    page.goto(f"{desk.url}/traces/{run}")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    assert page.get_by_role("treeitem").count() < 100
    tree(page).focus()
    page.keyboard.press("End")
    expect(page.get_by_role("treeitem", selected=True)).to_contain_text(f"part {MANY - 2}")
    expect(page.get_by_role("button", name="Salvar em arquivo")).to_be_visible()
    assert page.evaluate(FITS)
    assert axe_violations(page) == []


def test_insights_tell_what_runs_took_and_how_they_went(talk: Talk) -> None:
    """ST-13: stat cards, tokens over time, rankings, approvals; empty before anything ran; Portuguese on a phone."""
    desk = talk(call("list_notes"), say("There are none."), call("read_file", path="gone.md"), say("It is not there."))
    page = desk.open("/insights")
    expect(page.get_by_text("Nothing has run in this time.")).to_be_visible()
    assert axe_violations(page) == []
    for words in ("which notes are there?", "read gone.md"):
        desk.api("POST", "/v1/agent/chat", {"message": words, "locale": "en"})
    page.reload()
    cards = page.get_by_role("region", name="At a glance")
    expect(cards.get_by_role("definition")).to_have_count(5)
    expect(cards).to_contain_text("50%")
    expect(page.get_by_role("region", name="Models by use")).to_contain_text("scripted")
    expect(page.get_by_role("region", name="Agents by success")).to_contain_text("2 runs")
    expect(page.get_by_role("region", name="Slowest tools")).to_contain_text("one call")
    page.get_by_role("group", name=re.compile("^Tokens over time")).focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Week", exact=True).click()
    assert axe_violations(page) == []
    read = desk.request("GET", "/v1/settings")
    spoken = {**read.json(), "appearance": {**read.json()["appearance"], "locale": "pt-BR"}}
    desk.api("PUT", "/v1/settings", spoken, **{"If-Match": read.headers["etag"]})
    phone = desk.open("/insights", locale="pt-BR", theme="dark", size=PHONE)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Análises")
    expect(phone.get_by_role("definition").first).to_be_visible()
    assert phone.evaluate(FITS)
    assert axe_violations(phone) == []
    assert desk.problems == []
