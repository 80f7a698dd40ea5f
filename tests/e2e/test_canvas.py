"""The canvas: a workflow drawn by mouse and by keyboard, checked, saved, merged, run, and the same as its text."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations, settle
from tests.e2e.test_workflows import keep, text_of


def node(page: Page, id: str) -> Locator:
    """A node of the canvas."""
    return page.locator(f'[data-node="{id}"]')


def opened(desk: Desk, path: str = "/workflows/tidy/canvas", **window: Any) -> Page:
    """A canvas whose nodes can be seen."""
    page = desk.open(path, **window)
    expect(node(page, "_inputs")).to_be_visible()
    return page


def add(page: Page, words: str) -> None:
    """Add the first thing that these words find, as somebody with a keyboard does."""
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search what to add")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Search what to add")).to_be_hidden()


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag from the middle of one thing to the middle of another, once the page stands still."""
    settle(page)
    first, last = start.bounding_box(), end.bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2, steps=8)
    page.mouse.up()


def saved(desk: Desk, id: str = "tidy") -> Any:
    """The workflow as it is kept."""
    return desk.api("GET", f"/v1/workflows/{id}")


def save(page: Page) -> None:
    """Save by the button and wait until nothing is unsaved."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_hidden()


def test_a_workflow_is_drawn_by_keyboard_alone_and_runs_live(desk: Desk) -> None:
    """ST-20, ST-21: from an empty canvas to a run whose steps change their look, without a mouse."""
    page = opened(desk, "/workflows/new/canvas")
    title = page.get_by_role("textbox", name="What the workflow is called")
    title.fill("Day note")
    node(page, "_inputs").focus()
    add(page, "core.now")
    expect(node(page, "now")).to_be_focused()
    add(page, "question")
    expect(node(page, "question")).to_be_focused()
    expect(page.get_by_text("1 thing is wrong with it")).to_be_visible()
    expect(node(page, "question").get_by_role("img", name="Something is wrong here")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="What is asked").fill("How was it?")
    expect(page.get_by_text("Ready to run.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(node(page, "question")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(node(page, "now")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(node(page, "_inputs")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(node(page, "question")).to_be_focused()
    page.get_by_role("button", name="Create workflow").press("Enter")
    expect(page).to_have_url(re.compile("/workflows/day-note/canvas$"))
    graph = saved(desk, "day-note")["graph"]
    assert [(step["id"], step["dependencies"]) for step in graph["nodes"]] == [("now", []), ("question", ["now"])]

    expect(node(page, "question")).to_be_visible()
    page.get_by_role("button", name="Run", exact=True).press("Enter")
    expect(page.get_by_role("menuitem", name="Run all of it")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Start").press("Enter")
    expect(page.get_by_role("button", name=re.compile("Tool, .*, Done"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Question, .*, Waits for you"))).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_a_workflow_is_drawn_by_mouse_undone_copied_and_a_circle_is_refused(desk: Desk) -> None:
    """ST-20: connecting, refusing with the reason, moving, undo and redo, copy and paste, deleting, searching."""
    keep(desk)
    page = opened(desk)
    node(page, "look").click()
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name=re.compile("^Note")).first.click()
    page.get_by_role("textbox", name="Note", exact=True).fill("Every Friday")
    expect(page.get_by_role("button", name="Note: Every Friday")).to_be_visible()
    handles = ".react-flow__handle"
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Show all of it").click()
    drag(page, node(page, "keep").locator(f"{handles}.source"), node(page, "look").locator(f"{handles}.target"))
    expect(page.get_by_text("They would wait for each other").first).to_be_visible()
    before = node(page, "look").bounding_box()
    drag(page, node(page, "look"), page.get_by_role("button", name="Note: Every Friday"))
    after = node(page, "look").bounding_box()
    assert before != after
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert node(page, "look").bounding_box() == before
    page.keyboard.press("Control+Shift+z")
    assert node(page, "look").bounding_box() == after

    node(page, "keep").click()
    page.keyboard.press("Control+d")
    expect(node(page, "keep_2")).to_be_visible()
    page.keyboard.press("Delete")
    expect(node(page, "keep_2")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(node(page, "keep_2")).to_be_visible()
    save(page)
    kept = saved(desk)
    assert [step["id"] for step in kept["graph"]["nodes"]] == ["look", "keep", "keep_2"]
    assert [note["text"] for note in kept["canvas"]["notes"]] == ["Every Friday"]
    node(page, "keep").focus()
    page.keyboard.press("Control+f")
    page.keyboard.type("friday")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 1")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_canvas_and_text_show_one_draft_and_leaving_loses_nothing(desk: Desk) -> None:
    """ST-22: what is drawn is in the text, what is written is drawn, both are undone, and neither is lost unsaved."""
    keep(desk)
    page = opened(desk)
    node(page, "keep").click()
    page.get_by_role("textbox", name="Title").fill("Keep them well")
    page.get_by_role("tab", name="Document").click()
    expect(text_of(page)).to_have_value(re.compile("title: Keep them well"))
    text_of(page).fill(text_of(page).input_value().replace("List the notes", "Look at the notes"))
    page.get_by_role("tab", name="Canvas").click()
    expect(page.get_by_role("button", name=re.compile("Look at the notes"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Keep them well"))).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name=re.compile("List the notes"))).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name=re.compile("Write them down"))).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name=re.compile("Look at the notes"))).to_be_visible()
    page.get_by_role("link", name="Plans").click()
    expect(page).to_have_url(re.compile("/plans"))
    page.goto(f"{desk.url}/workflows/tidy/canvas")
    expect(page.get_by_role("button", name=re.compile("Keep them well"))).to_be_visible()
    save(page)
    titles = [step["title"] for step in saved(desk)["graph"]["nodes"]]
    assert titles == ["Look at the notes", "Keep them well"]
    assert desk.problems == []


def test_two_windows_merge_what_does_not_clash_and_ask_about_what_does(desk: Desk) -> None:
    """ST-22: never a silent overwrite: different fields are merged, the same field is chosen."""
    keep(desk)
    mine, theirs = opened(desk), opened(desk)
    node(mine, "look").click()
    mine.get_by_role("textbox", name="Title").fill("Mine")
    node(theirs, "keep").click()
    theirs.get_by_role("textbox", name="Title").fill("Theirs")
    save(theirs)
    expect(mine.get_by_role("button", name=re.compile("Theirs"))).to_be_visible()
    save(mine)
    assert [step["title"] for step in saved(desk)["graph"]["nodes"]] == ["Mine", "Theirs"]
    expect(theirs.get_by_role("button", name=re.compile("Mine"))).to_be_visible()

    node(mine, "keep").click()
    mine.get_by_role("textbox", name="Title").fill("One")
    theirs.get_by_role("textbox", name="Title").fill("Two")
    save(theirs)
    clash = mine.get_by_role("dialog", name="Changed here and elsewhere")
    expect(clash).to_contain_text("One")
    clash.get_by_role("radio", name=re.compile("Theirs")).check()
    clash.get_by_role("button", name="Go on with this").click()
    expect(mine.get_by_role("textbox", name="Title")).to_have_value("Two")
    assert [step["title"] for step in saved(desk)["graph"]["nodes"]] == ["Mine", "Two"]
    assert desk.problems == []


def test_the_canvas_is_readable_in_portuguese_in_the_dark_and_on_a_phone(desk: Desk) -> None:
    """ST-20: axe finds nothing in either theme or language, and a finger is enough."""
    keep(desk)
    page = opened(desk)
    node(page, "keep").click()
    assert axe_violations(page) == []
    desk.onboard(locale="pt-BR", theme="dark")
    dark = opened(desk, locale="pt-BR", theme="dark", size=(390, 800))
    expect(dark.get_by_role("tab", name="Quadro")).to_be_visible()
    node(dark, "keep").click()
    expect(dark.get_by_role("dialog", name="Propriedades")).to_be_visible()
    assert axe_violations(dark) == []
    dark.keyboard.press("Escape")
    dark.get_by_role("button", name="Adicionar", exact=True).click()
    expect(dark.get_by_role("region", name="O que pode ser adicionado")).to_be_visible()
    assert axe_violations(dark) == []
    assert desk.problems == []


def test_steps_are_boxed_aligned_and_dropped_on_a_wire(desk: Desk) -> None:
    """ST-20: a box selects, several are aligned, and what is dropped on a wire goes between its ends."""
    keep(desk)
    page = opened(desk, "/workflows/tidy/canvas")
    first, last = node(page, "look").bounding_box(), node(page, "keep").bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] - 12, first["y"] - 40)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] + 12, last["y"] + last["height"] + 40, steps=6)
    page.mouse.up()
    page.get_by_role("button", name="Arrange").click()
    page.get_by_role("menuitem", name="Align left").click()
    moved = node(page, "keep").bounding_box()
    assert moved is not None
    assert abs(moved["x"] - first["x"]) < 1
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()

    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("textbox", name="Search what to add").fill("core.now")
    row = page.get_by_role("region", name="What can be added").get_by_role("listitem").first
    wire = page.locator('[data-id="look→keep"]').bounding_box()
    pane = page.locator(".react-flow__pane")
    board = pane.bounding_box()
    assert wire is not None
    assert board is not None
    middle = {"x": wire["x"] + wire["width"] / 2 - board["x"], "y": wire["y"] + wire["height"] / 2 - board["y"]}
    row.get_by_role("button").drag_to(pane, target_position=middle, force=True)
    expect(node(page, "now")).to_be_visible()
    save(page)
    waits = {step["id"]: step["dependencies"] for step in saved(desk)["graph"]["nodes"]}
    assert waits == {"look": [], "now": ["look"], "keep": ["now"]}
    assert desk.problems == []


def test_a_finger_opens_drags_and_zooms(desk: Desk) -> None:
    """ST-20: on a touch screen a tap opens, a drag moves one step, buttons come nearer; in Portuguese and dark."""
    keep(desk)
    desk.onboard(locale="pt-BR", theme="dark")
    page = opened(desk, locale="pt-BR", theme="dark", size=(820, 1100), has_touch=True)
    before = node(page, "keep").bounding_box()
    assert before is not None
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x, y + 20 * step))
    touch("touchEnd")
    after = node(page, "keep").bounding_box()
    assert after is not None
    assert after["y"] - before["y"] > 60
    page.get_by_role("button", name="Aproximar").tap()
    node(page, "keep").tap()
    expect(page.get_by_role("complementary", name="Propriedades")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def large(desk: Desk, count: int = 500) -> None:
    """Have a workflow of many steps."""
    nodes = [
        {
            "id": f"s{at}",
            "kind": "call",
            "call": {"capability": "core.now"},
            "dependencies": [f"s{at // 3}"] if at else [],
        }
        for at in range(count)
    ]
    desk.api("POST", "/v1/workflows", {"id": "large", "title": "Large", "graph": {"nodes": nodes}})


def test_five_hundred_steps_are_moved_without_drawing_all_of_them_again(desk: Desk) -> None:
    """ST-20: dragging one of 500 nodes changes that node alone, and only what is in sight is in the page."""
    large(desk)
    page = opened(desk, "/workflows/large/canvas")
    page.get_by_role("button", name="Show all of it").click()
    expect(page.locator("[data-node]")).not_to_have_count(0)
    page.evaluate(
        """() => {
          window.__touched = new Set();
          new MutationObserver((all) => { for (const one of all) {
            const node = one.target.closest?.('.react-flow__node'); if (node) window.__touched.add(node.dataset.id);
          } }).observe(document.querySelector('.react-flow__nodes'), { subtree: true, attributes: true });
        }"""
    )
    first = node(page, "s1").bounding_box()
    assert first is not None
    x, y = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for at in range(20):
        page.mouse.move(x + at * 4, y + at * 2)
    touched = page.evaluate("() => [...window.__touched]")
    page.mouse.up()
    assert set(touched) == {"_inputs", "s1"}  # the one the Tab key was at, and the one that is dragged
    assert desk.problems == []


TIDIER = """\
id: tidy
title: Tidy up
steps:
  - id: look
    title: List the notes
    capability: core.list_notes
  - id: sure
    title: Shall I?
    ask: Shall I write them down?
    depends_on: [look]
  - id: keep
    title: Write them all down
    capability: core.write_file
    params: {path: notes.txt, content: "Notes: {{steps.look.result.total}}"}
    depends_on: [look, sure]
"""


def propose(desk: Desk) -> None:
    """Wish for another version of the workflow, as an agent in the chat does."""
    params = {"document": TIDIER, "overwrite": True}
    answer = desk.request("POST", "/v1/capabilities/core.create_workflow/call", {"params": params, "locale": "en"})
    assert answer.json()["code"] == "approval_required", answer.text


def test_a_proposed_change_is_drawn_and_taken_over_in_parts_or_whole(desk: Desk) -> None:
    """ST-22: what changes is seen before it is adopted; parts go into the drawing; versions come back."""
    keep(desk)
    page = opened(desk)
    propose(desk)
    proposal = page.get_by_role("region", name="Proposed change")
    expect(proposal).to_be_visible()
    expect(node(page, "sure")).to_be_visible()
    assert axe_violations(page) == []
    proposal.get_by_role("button", name="Adopt parts").click()
    proposal.get_by_role("checkbox", name=re.compile("Changed step")).uncheck()
    proposal.get_by_role("button", name="Put these into the drawing").click()
    expect(proposal).to_be_hidden()
    expect(node(page, "sure")).to_be_visible()
    save(page)
    assert [step["title"] for step in saved(desk)["graph"]["nodes"]] == [
        "List the notes",
        "Shall I?",
        "Write them down",
    ]
    propose(desk)
    proposal.get_by_role("button", name="Adopt all").click()
    expect(page.get_by_role("button", name=re.compile("Write them all down"))).to_be_visible()

    page.get_by_role("button", name="Versions").click()
    versions = page.get_by_role("list", name="Versions")
    expect(versions.get_by_role("listitem")).to_have_count(3)
    versions.get_by_role("button", name=re.compile("Version 1")).click()
    expect(node(page, "sure")).to_be_visible()
    page.get_by_role("button", name="Bring this version back").click()
    expect(node(page, "sure")).to_be_hidden()
    assert [step["id"] for step in saved(desk)["graph"]["nodes"]] == ["look", "keep"]
    assert desk.problems == []


def test_the_flow_of_an_agent_is_drawn_on_its_page(desk: Desk) -> None:
    """ST-23: the same canvas changes an agent's flow, which is saved with the agent."""
    desk.api("POST", "/v1/agents", {"name": "Clerk"})
    page = desk.open("/agents/clerk")
    page.get_by_role("button", name="Draw it").click()
    node(page, "_inputs").focus()
    add(page, "core.now")
    expect(page.get_by_text("These steps can run.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("list", name="Versions")).to_contain_text("Version 2")
    assert [step["id"] for step in desk.api("GET", "/v1/agents/clerk")["flow_graph"]["nodes"]] == ["now"]
    assert desk.problems == []
