"""Drawing for the first time: the picture stays in one line, conditions fork, keys hold wherever one clicked."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.test_canvas import add, drag, node, opened, save, saved
from tests.e2e.test_runs import begin, until
from tests.e2e.test_workflows import keep

GONE = """
id: gone
title: Gone
steps:
  - {id: list, title: List the notes, capability: core.list_notes}
  - id: read
    title: Read it
    capability: core.read_file
    params: {path: nowhere.txt}
    on_error: skip
    depends_on: [list]
"""


def middle(page: Page, id: str) -> tuple[float, float]:
    """Where the middle of a node is."""
    box = node(page, id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def steps_of(desk: Desk, id: str) -> dict[str, tuple[list[str], str | None]]:
    """What each step of a kept workflow waits for, and when it runs."""
    nodes: list[Any] = saved(desk, id)["graph"]["nodes"]
    return {step["id"]: (step["dependencies"], step["when"]) for step in nodes}


def test_a_first_drawing_is_one_line_and_nothing_lies_over_anything(desk: Desk) -> None:
    """ST-20: an empty canvas is not wrong; each step stands between start and output, in sight, beside all tools."""
    page = opened(desk, "/workflows/new/canvas")
    expect(page.get_by_text("Nothing is drawn yet")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Add the first step").click()
    page.keyboard.type("question")
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="What is asked").fill("How was it?")
    add_button, create = page.get_by_role("button", name="Add", exact=True), page.get_by_role("button", name="Create")
    first, second = add_button.bounding_box(), create.bounding_box()
    assert first is not None
    assert second is not None
    assert first["x"] + first["width"] < second["x"]
    create.click(trial=True)
    (x0, y0), (x1, y1), (x2, y2) = (middle(page, id) for id in ("_inputs", "question", "_output"))
    assert x0 < x1 < x2
    assert max(y0, y1, y2) - min(y0, y1, y2) < 1
    assert axe_violations(page) == []
    assert desk.problems == []


def test_a_condition_is_left_by_two_ports(desk: Desk) -> None:
    """ST-20: what comes next stands on a branch, by the plus, a wire or keys; it is left when the condition goes."""
    page = opened(desk, "/workflows/new/canvas")
    page.get_by_role("textbox", name="What the workflow is called").fill("Fork")
    page.get_by_role("button", name="Add an input").click()
    page.keyboard.press("Escape")
    node(page, "_inputs").focus()
    add(page, "condition")
    page.get_by_role("button", name="Add a condition").click()
    page.locator('[data-add="condition"][data-branch="no"]').click()
    page.keyboard.type("core.now")
    page.keyboard.press("Enter")
    expect(node(page, "now")).to_be_visible()
    node(page, "condition").focus()
    page.keyboard.press("Enter")
    add_after = page.get_by_role("button", name="Add", exact=True)
    add_after.click()
    page.keyboard.type("core.list_notes")
    page.keyboard.press("Enter")
    expect(node(page, "list_notes")).to_be_visible()
    page.get_by_role("button", name="Create workflow").click()
    expect(page).to_have_url(re.compile("/workflows/fork/canvas$"))
    holds, fails = "steps.condition.result == true", "steps.condition.result == false"
    followers = {"now": (["condition"], fails), "list_notes": (["condition"], holds)}
    assert {id: steps_of(desk, "fork")[id] for id in followers} == followers

    # The same two on the other branch: joined anew. Then not joined at all.
    page.get_by_role("button", name="Show all of it").click()
    port = node(page, "condition").locator('.react-flow__handle[data-handleid="yes"]')
    drag(page, port, node(page, "now").locator(".react-flow__handle.target"))
    save(page)
    assert steps_of(desk, "fork")["now"] == (["condition"], holds)
    assert axe_violations(page) == []
    node(page, "condition").focus()
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog", name="Connect to…")
    dialog.get_by_role("radio", name="Where it does not").check()
    dialog.get_by_role("button", name=re.compile("^What time")).click()
    save(page)
    assert steps_of(desk, "fork")["now"] == (["condition"], fails)
    node(page, "condition").focus()
    page.keyboard.press("Delete")
    save(page)
    assert steps_of(desk, "fork") == {"now": ([], None), "list_notes": ([], None)}
    assert desk.problems == []


def test_keys_hold_after_a_click_anywhere_and_mean_what_one_is_at(desk: Desk) -> None:
    """ST-20: delete, undo and add after a box, a click on a wire or beside everything; what has the focus is meant."""
    keep(desk)
    page = opened(desk)
    (x, y), (right, _) = middle(page, "look"), middle(page, "keep")
    port = node(page, "keep").locator(".react-flow__handle.target").bounding_box()
    assert port is not None
    page.mouse.click(port["x"] - 8, y)
    page.keyboard.press("Delete")
    expect(page.locator('[data-id="look→keep"]')).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator('[data-id="look→keep"]')).to_have_count(1)
    page.mouse.move(x - 120, y - 60)
    page.mouse.down()
    page.mouse.move(right + 120, y + 60, steps=6)
    page.mouse.up()
    page.keyboard.press("Delete")
    expect(node(page, "keep")).to_be_hidden()
    expect(node(page, "look")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(node(page, "keep")).to_be_visible()
    page.mouse.click(x, y + 200)
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search what to add")).to_be_focused()
    page.keyboard.press("Escape")
    node(page, "look").click()
    node(page, "keep").focus()
    page.keyboard.press("Delete")
    expect(node(page, "keep")).to_be_hidden()
    expect(node(page, "look")).to_be_visible()
    assert desk.problems == []


def test_a_plus_on_a_wire_puts_a_step_between_and_makes_room(desk: Desk) -> None:
    """ST-20: where two steps stand near to each other, what follows moves to the right, in the same line."""
    keep(desk)
    page = opened(desk)
    (x, y), (right, _) = middle(page, "look"), middle(page, "keep")
    page.mouse.move((x + right) / 2, y)
    page.locator('[data-between="look→keep"]').click()
    page.keyboard.type("core.now")
    page.keyboard.press("Enter")
    expect(node(page, "now")).to_be_visible()
    save(page)
    assert {id: waits for id, (waits, _) in steps_of(desk, "tidy").items()} == {
        "look": [],
        "keep": ["now"],
        "now": ["look"],
    }
    places = saved(desk)["canvas"]["positions"]
    assert places["look"]["y"] == places["now"]["y"] == places["keep"]["y"]
    assert places["look"]["x"] < places["now"]["x"] < places["keep"]["x"] < places["_output"]["x"]
    assert desk.problems == []


def test_the_panel_says_what_came_out_or_why_not(desk: Desk) -> None:
    """ST-21: beside its fields, a step shows how it stood, its result or its error, and leads to its trace."""
    run = begin(desk, GONE)
    until(desk, run, "done_with_failures")
    page = opened(desk, "/workflows/gone/canvas")
    page.get_by_role("tab", name="Canvas").click()
    node(page, "list").click()
    result = page.get_by_role("region", name="What came out")
    expect(result).to_contain_text("total")
    node(page, "read").click()
    expect(result).to_contain_text("nowhere.txt")
    assert axe_violations(page) == []
    result.get_by_role("link", name="Trace of this step").click()
    expect(page).to_have_url(re.compile(f"/runs/{run}"))
    assert desk.problems == []
