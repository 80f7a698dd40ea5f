"""Runs with steps, as people watch, decide, repeat and search them."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import PLAIN, Desk, axe_violations

CREATED = 201

PLAN = """
id: class-plan
title: Class plan
state:
  notes: {default: {}}
  when: {default: {}}
steps:
  - {id: now, title: What day is it, capability: core.now, writes: [when]}
  - {id: notes, title: List the notes, capability: core.list_notes, depends_on: [now], writes: [notes]}
  - {id: which, title: Which class, ask: Which class is it for?, options: [Morning, Afternoon], depends_on: [now]}
  - id: gather
    title: Gather examples
    depends_on: [notes]
    steps:
      - {id: first, title: First look, capability: core.now}
      - {id: second, title: Second look, capability: core.list_notes, depends_on: [first]}
  - {id: each, title: Look at each, capability: core.now, for_each: [a, b, c], depends_on: [notes]}
  - id: draft
    title: Draft the plan
    capability: core.now
    depends_on: [gather, each, which]
    interrupt: {before: true, message: Shall the draft begin?}
  - {id: last, title: Look once more, capability: core.list_dir, depends_on: [draft], interrupt: after}
"""

BROKEN = """
id: backup
title: Backup of the photos
steps:
  - {id: look, title: Look for photos, capability: core.list_dir}
  - {id: read, title: Read the index, capability: core.read_file, params: {path: index.md}, depends_on: [look]}
  - {id: after, title: Tell the time, capability: core.now, depends_on: [read]}
"""

MANY = "id: many\ntitle: Many steps\nsteps:\n" + "".join(
    f"  - {{id: s{number}, capability: core.now, depends_on: [{f's{(number - 1) // 3}' if number else ''}]}}\n"
    for number in range(60)
)


def begin(desk: Desk, document: str) -> str:
    """Keep a workflow and run it; the answer is the run."""
    token = (desk.home / "token").read_text("utf-8").strip()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/yaml"}
    kept = httpx.post(f"{desk.url}/v1/workflows", content=document, headers=headers, **PLAIN)
    assert kept.status_code == CREATED, kept.text
    run: str = desk.api("POST", f"/v1/workflows/{kept.json()['id']}/run", {"locale": "en"})["id"]
    return run


def until(desk: Desk, run: str, status: str) -> None:
    """Wait until a run stands like this; each look is a question to the server."""
    for _ in range(2_000):
        if desk.api("GET", f"/v1/runs/{run}")["run"]["status"] == status:
            return
    raise AssertionError(f"{run} never was {status}")


def box(page: Page, name: str) -> Locator:
    """A step's box in the picture."""
    return page.get_by_role("group", name=re.compile("Steps as a graph")).get_by_role("button", name=re.compile(name))


def test_a_run_is_watched_decided_and_survives_a_power_cut(desk: Desk) -> None:
    """OS-21, OS-22: the graph moves by itself; interrupts are answered in place, after kill -9, in a second tab."""
    run = begin(desk, PLAN)
    page = desk.open("/")
    expect(page.get_by_role("region", name="Waits for you")).to_contain_text("Which class is it for?")
    page.goto(f"{desk.url}/activity/{run}")
    expect(page).to_have_url(f"{desk.url}/runs/{run}")  # what has steps is shown with them
    expect(page.get_by_label("About this run")).to_contain_text("4 of 7 steps")
    expect(box(page, "^Which class, Question, Asks you")).to_be_visible()

    # Groups open, repetitions are counted and read when they are asked for.
    expect(box(page, "^Look at each, Tool, Done, 3 of 3")).to_be_visible()
    page.get_by_role("button", name="Show what is inside Gather examples").click()
    expect(box(page, "^Second look, Tool, Done")).to_be_visible()
    page.get_by_role("button", name="Show what is inside Look at each").click()
    expect(box(page, "^Look at each 3, Tool, Done")).to_be_visible()
    assert axe_violations(page) == []

    desk.kill()
    desk.start()
    page.set_viewport_size({"width": 1440, "height": 420})
    page.reload()
    expect(page.locator("[data-approval]")).to_contain_text("Which class is it for?")
    assert page.locator("main").evaluate("stage => stage.scrollTop") == 0  # it begins with its header
    page.set_viewport_size({"width": 1440, "height": 900})
    second = page.context.new_page()
    second.goto(f"{desk.url}/runs/{run}?view=steps")
    page.locator("[data-approval]").get_by_role("button", name="Morning").click()
    card = second.locator("[data-approval]").filter(has_text="Shall the draft begin?")
    expect(card).to_be_visible()  # the other tab hears of it

    # What the steps share can be changed before it goes on.
    card.get_by_role("button", name="Change the shared state first").click()
    field = card.get_by_label("Shared state")
    field.fill("not json")
    expect(card.get_by_role("alert")).to_have_text("This is not JSON yet.")
    expect(card.get_by_role("button", name="Let it go on")).to_be_disabled()
    field.fill('{"notes": {"changed": true}}')
    card.get_by_role("button", name="Let it go on").click()
    expect(second.locator("[data-approval]")).to_contain_text("Look once more")
    assert desk.api("GET", f"/v1/runs/{run}/graph")["state"]["notes"] == {"changed": True}

    second.locator("[data-approval]").get_by_role("button", name="Let it go on").click()
    for tab in (page, second):
        expect(tab.get_by_label("About this run")).to_contain_text("Done")
        expect(tab.get_by_label("About this run")).to_contain_text("7 of 7 steps")
    assert desk.problems == []


def test_a_failed_run_is_tried_again_and_forked(desk: Desk) -> None:
    """OS-22: a retry keeps what was finished; a fork keeps what does not come after a step."""
    run = begin(desk, BROKEN)
    until(desk, run, "failed")
    page = desk.open(f"/runs/{run}?view=steps&step=read")
    sheet = page.get_by_role("dialog", name="Read the index")
    expect(sheet).to_contain_text("index.md")
    expect(sheet.get_by_role("tree", name="What went in")).to_contain_text("index.md")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    steps = page.get_by_role("list", name="Steps")
    expect(steps).to_contain_text("Left out")
    page.get_by_role("tab", name="What happened").click()
    expect(page.get_by_role("tabpanel", name="What happened")).to_contain_text("Read the index failed")

    (desk.workspace / "index.md").write_text("photos\n", "utf-8")
    page.get_by_role("button", name="Retry failed steps").click()
    expect(page.get_by_label("About this run")).to_contain_text("3 of 3 steps")
    expect(page.get_by_label("About this run")).to_contain_text("Earlier run")
    page.get_by_role("tab", name="Steps").click()
    page.get_by_role("button", name=re.compile("^Tell the time, Tool, Done")).click()
    again = page.url
    page.get_by_role("button", name="Fork from here").click()
    page.get_by_role("dialog", name="Fork from Tell the time?").get_by_role("button", name="Fork", exact=True).click()
    expect(page).not_to_have_url(again)
    expect(page.get_by_label("About this run")).to_contain_text("Done")
    assert len(desk.api("GET", "/v1/runs?steps=true")["items"]) == 3
    assert desk.problems == []


def test_runs_are_found_and_opened_with_the_keyboard_alone(desk: Desk) -> None:
    """OS-9, OS-21: what waits is first, filters stand in the address, the graph is walked with the arrows."""
    many, waits = begin(desk, MANY), begin(desk, PLAN)
    until(desk, many, "done")
    page = desk.open("/runs")
    runs = page.get_by_role("list", name="Runs")
    expect(runs.get_by_role("link").first).to_contain_text("Class plan")
    expect(runs.get_by_role("link").first).to_contain_text("Waits for you")
    expect(runs.get_by_role("link").first).to_contain_text("4 of 7 steps")
    assert axe_violations(page) == []
    page.get_by_role("combobox", name="Status").click()
    page.get_by_role("option", name="Failed").click()
    expect(page.get_by_text("No run fits these filters.")).to_be_visible()
    expect(page).to_have_url(f"{desk.url}/runs?status=failed")
    page.get_by_role("button", name="Clear the filters").click()
    expect(runs.get_by_role("link")).to_have_count(2)

    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("[data-marked]")).to_contain_text("Many steps")
    page.locator("body").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{desk.url}/runs/{many}")
    expect(page.get_by_label("Small map of all steps")).to_be_visible()
    box(page, "^s0, ").focus()
    page.keyboard.press("ArrowRight")
    expect(box(page, "^s[123], ").and_(page.locator(":focus"))).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("What came out")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.goto(f"{desk.url}/runs/{waits}")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_label("About this run")).to_contain_text("Paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_label("About this run")).to_contain_text("Waits for you")
    page.get_by_role("button", name=re.compile("^Stop")).click()
    expect(page.get_by_label("About this run")).to_contain_text("Stopped")
    assert desk.problems == []


def test_a_run_fits_a_phone_in_portuguese_and_in_the_dark(desk: Desk) -> None:
    """A canvas alone is no interface: where it is narrow the steps are a list first, and the graph flows down."""
    run = begin(desk, PLAN)
    page = desk.open(f"/runs/{run}", theme="dark", locale="pt-BR", size=(380, 800))
    expect(page.get_by_role("tab", name="Passos")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Sobre esta execução")).to_contain_text("4 de 7 passos")
    assert axe_violations(page) == []
    page.get_by_role("tab", name="Mapa").click()
    graph = page.get_by_role("group", name=re.compile("Os passos como mapa"))
    top, below = (graph.get_by_role("button", name=re.compile(name)) for name in ("^What day", "^List the notes"))
    expect(below).to_be_visible()
    first, second = top.bounding_box(), below.bounding_box()
    assert first is not None and second is not None and first["y"] < second["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= 380")
    assert axe_violations(page) == []
    assert desk.problems == []
