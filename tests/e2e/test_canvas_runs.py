"""The canvas of runs and plans: told again, changed while it waits, drawn and approved, tried without effect."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.desk import PLAIN, Desk, axe_violations
from tests.e2e.test_canvas import node
from tests.e2e.test_plans import kept
from tests.e2e.test_runs import begin, until

OK = 200
CLASS = """
id: class-plan
title: Class plan
state:
  notes: {default: {}}
steps:
  - {id: now, title: What day is it, capability: core.now}
  - {id: notes, title: List the notes, capability: core.list_notes, depends_on: [now], writes: [notes]}
  - id: look
    title: Look at them
    capability: core.now
    interrupt: {before: true, message: Shall I look?}
    depends_on: [notes]
  - {id: middle, title: Look again, capability: core.now, depends_on: [look]}
  - id: last
    title: Look once more
    capability: core.now
    interrupt: {before: true, message: Shall I go on?}
    depends_on: [middle]
  - {id: end, title: The end, capability: core.now, depends_on: [last]}
"""
TOLD = """
id: told
title: Told
steps:
  - {id: list, title: List the notes, capability: core.list_notes}
  - id: keep
    title: Keep them
    capability: core.write_file
    params: {path: kept.txt, content: "{{steps.list.result.total}} notes"}
    depends_on: [list]
"""


def stands(page: Page, id: str) -> str:
    """How a step on the canvas stands, as it is read aloud."""
    return node(page, id).get_attribute("aria-label") or ""


def rename(page: Page, id: str, title: str) -> None:
    """Call a step something else in its panel."""
    node(page, id).click()
    page.get_by_role("textbox", name="Title").fill(title)


def test_a_run_is_told_again_and_what_is_still_to_come_is_changed_on_the_canvas(desk: Desk) -> None:
    """ST-23: each moment is drawn as it was; while it waits the rest is edited, seen as a difference and let go on."""
    run = begin(desk, CLASS)
    until(desk, run, "waiting")
    page = desk.open(f"/runs/{run}?view=canvas")
    expect(node(page, "look")).to_have_attribute("aria-label", re.compile("Waits for you"))
    live = {id: stands(page, id) for id in ("now", "notes", "look", "last")}
    moment = page.get_by_role("slider", name="Moment")
    moment.fill("0")
    expect(node(page, "now")).to_have_attribute("aria-label", "Tool, What day is it, Next")
    page.get_by_role("button", name="One event on").click()
    expect(page.get_by_role("region", name="What happened, moment by moment")).to_contain_text("What day is it")
    expect(node(page, "now")).to_have_attribute("aria-label", "Tool, What day is it, Running")
    page.get_by_role("button", name="Play").click()
    expect(moment).to_have_value(moment.get_attribute("max") or "")
    assert {id: stands(page, id) for id in live} == live
    node(page, "notes").click()
    expect(page.get_by_role("dialog", name="List the notes")).to_contain_text("What came out")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Edit what is still to come").click()
    rename(page, "middle", "Mine")
    rename(page, "end", "The good end")
    page.get_by_role("button", name="Show all of it").click()
    node(page, "now").click()
    expect(page.get_by_role("note").filter(has_text="This step has begun")).to_be_visible()
    expect(page.get_by_role("textbox", name="Title")).to_be_disabled()
    page.keyboard.press("Escape")
    node(page, "notes").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_text("That would change a step that has begun").first).to_be_visible()
    assert axe_violations(page) == []

    # It goes on elsewhere: what has begun meanwhile is told, the rest of the drawing is kept.
    desk.decide(desk.api("GET", f"/v1/approvals?status=pending&run={run}")["items"][0]["id"])
    expect(page.get_by_role("alert")).to_contain_text("“Look again” has begun meanwhile")
    page.get_by_role("button", name="All right").click()
    expect(node(page, "end")).to_have_attribute("aria-label", re.compile("The good end"))
    assert stands(page, "last").endswith("Cannot be changed")  # it asks whether it may begin, so it has begun
    assert desk.problems == []


def test_a_waiting_run_goes_on_with_what_was_drawn_and_its_workflow_may_be_another_by_then(desk: Desk) -> None:
    """ST-23, OS-21: the change is handed in with the decision; an older version is drawn as it ran, also on a phone."""
    run = begin(desk, CLASS)
    until(desk, run, "waiting")
    page = desk.open(f"/runs/{run}?view=canvas")
    page.get_by_role("button", name="Edit what is still to come").click()
    rename(page, "middle", "Mine")
    page.reload()  # what was drawn outlives the page
    expect(node(page, "middle")).to_have_attribute("aria-label", re.compile("Mine"))
    page.get_by_role("button", name="Review the change").click()
    review = page.get_by_role("region", name="Review the change")
    expect(node(page, "middle")).to_be_visible()
    assert axe_violations(page) == []
    review.get_by_role("button", name="Change the shared state first").click()
    review.get_by_label("Shared state").fill('{"notes": {"changed": true}}')
    review.get_by_role("button", name="Let it go on").click()
    expect(page.get_by_text("The run goes on with what you drew").first).to_be_visible()
    told = desk.api("GET", f"/v1/runs/{run}/graph")
    assert [step["title"] for step in told["graph"]["nodes"]][3] == "Mine"
    assert told["state"]["notes"] == {"changed": True}
    expect(page.get_by_role("note").filter(has_text="Its steps were changed while it waited")).to_be_visible()

    document = desk.request("GET", "/v1/workflows/class-plan/document")
    token = (desk.home / "token").read_text("utf-8").strip()
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/yaml",
        "If-Match": document.headers["etag"],
    }
    newer = document.text.replace("Look once more", "Another look")
    saved = httpx.put(f"{desk.url}/v1/workflows/class-plan", content=newer, headers=headers, **PLAIN)
    assert saved.status_code == OK, saved.text
    desk.onboard(locale="pt-BR", theme="dark")
    dark = desk.open(f"/runs/{run}?view=canvas", locale="pt-BR", theme="dark", size=(390, 800))
    expect(dark.get_by_role("note").filter(has_text="Rodou a versão 1 do fluxo")).to_be_visible()
    expect(node(dark, "last")).to_have_attribute("aria-label", re.compile("Look once more"))
    assert axe_violations(dark) == []
    assert desk.problems == []


def test_a_plan_is_drawn_and_a_step_is_tried_and_run_alone_on_results_given_by_hand(desk: Desk, tmp_path: Path) -> None:
    """ST-21, ST-23: a plan is changed by its own edits; a call is tried without effect; results are typed in."""
    kept(desk, tmp_path / "shop")
    page = desk.open("/plans/abc123/canvas")
    before = desk.api("GET", "/v1/plans/abc123")["plan"]
    rename(page, "2", "Write it well")
    page.get_by_text("Name and description", exact=True).click()
    page.get_by_role("textbox", name="Name for others").fill("other")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The numbers of a plan's steps stay as they are.").first).to_be_visible()
    node(page, "3").focus()
    page.keyboard.press("Delete")
    expect(node(page, "3")).to_be_hidden()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("button", name="Save as a new version")).to_be_hidden()
    after = desk.api("GET", "/v1/plans/abc123")["plan"]
    assert [(step["id"], step["title"]) for step in after["steps"]] == [("1", "Look around"), ("2", "Write it well")]
    assert after["version"] == before["version"] + 1
    assert after["content_hash"] != before["content_hash"]

    begin(desk, TOLD)
    page.goto(f"{desk.url}/workflows/told/canvas")
    node(page, "keep").click()
    page.get_by_role("button", name="Try without effect").click()
    tried = page.get_by_role("dialog", name="Try “Keep them”")
    expect(tried.get_by_text("Begun with what came out last.")).to_be_visible()
    tried.get_by_role("button", name="Try without effect").click()
    expect(tried.get_by_role("region", name="What came of it")).to_contain_text("Only shown, nothing was done")
    expect(tried.get_by_role("region", name="What came of it")).to_contain_text("0 notes")
    assert axe_violations(page) == []
    tried.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Run only this step").click()
    only = page.get_by_role("dialog")
    only.get_by_role("spinbutton", name="Total").or_(only.get_by_role("textbox", name="Total")).fill("7")
    only.get_by_role("button", name="Start").click()
    expect(only).to_be_hidden()
    expect(node(page, "keep")).to_have_attribute("aria-label", re.compile("Waits for you|Running"))
    run = desk.api("GET", "/v1/runs?workflow=told")["items"][0]["id"]
    until(desk, run, "waiting")
    asked = desk.api("GET", f"/v1/approvals?status=pending&run={run}")["items"][0]
    assert "7 notes" in asked["preview"]["diff"]
    assert desk.problems == []
