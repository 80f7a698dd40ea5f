"""The canvas of what came from elsewhere: files of other programs, and texts that were not made yet."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.apps.builder.files import PRESS, langflow, langflow_node
from tests.e2e.desk import Desk, axe_violations
from tests.e2e.test_canvas import add, node, saved
from tests.e2e.test_workflows import DAY_NOTE, text_of

DAY = {"nodes": [{"id": "now", "kind": "call", "call": {"capability": "core.now", "params": {}}}]}


def open_file(page: Page, name: str, text: str) -> None:
    """Choose a file of this machine."""
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name=re.compile("^(Import|Importar)$")).click()
    chosen.value.set_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})


def test_a_file_of_another_program_is_drawn_and_tells_what_has_no_place_here(desk: Desk) -> None:
    """ST-20, needs 26: nobody reads its text; steps stand where they stood, and what is left out is told with why."""
    page = desk.open("/workflows")
    open_file(page, "press.json", PRESS)
    expect(page).to_have_url(re.compile("/workflows/new/canvas$"))
    for id in ("page", "write", "ask"):
        expect(node(page, id)).to_be_attached()
    brought = page.get_by_role("region", name="Brought along from a file")
    expect(brought).to_contain_text("From press.json (n8n).")
    expect(brought).to_contain_text("3 things have no place here")
    brought.get_by_role("button", name="Show what and why").click()
    expect(brought.get_by_role("listitem").filter(has_text="Run code")).to_be_visible()
    assert axe_violations(page) == []
    page.reload()
    expect(brought).to_be_visible()
    brought.get_by_role("button", name="Close").click()
    expect(brought).to_be_hidden()
    assert desk.api("GET", "/v1/workflows")["items"] == []
    page.get_by_role("button", name="Create workflow").click()
    expect(page).to_have_url(re.compile("/workflows/(?!new)[a-z-]+/canvas$"))
    [made] = desk.api("GET", "/v1/workflows")["items"]
    assert [step["id"] for step in made["workflow"]["graph"]["nodes"]] == ["page", "write", "ask"]
    assert desk.problems == []


PASTE = """(canvas, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  canvas.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_nodes_copied_in_another_program_are_pasted_among_the_steps(desk: Desk) -> None:
    """ST-20, needs 26: with the inputs they look at; what has no place here, or is not understood, is told."""
    desk.api("POST", "/v1/workflows", {"id": "day", "title": "Day", "graph": DAY})
    page = desk.open("/workflows/day/canvas")
    expect(node(page, "now")).to_be_visible()
    board = page.locator(".canvas .react-flow")
    board.evaluate(PASTE, PRESS)
    for id in ("now", "page", "write", "ask"):
        expect(node(page, id)).to_be_attached()
    expect(page.get_by_text("3 things have no place here; they stand as notes where they stood.")).to_be_visible()
    board.evaluate(PASTE, '{"type": "aule.steps", "steps": [{"id": "odd", "kind": "call", "colour": "red"}]}')
    expect(node(page, "odd")).to_be_attached()
    expect(page.get_by_text("One part of it is not understood, and was left out.")).to_be_visible()
    expect(page.get_by_text("steps[0].colour")).to_be_visible()
    board.evaluate(PASTE, '{"some": "thing"}')
    expect(page.get_by_text("What was copied are no steps.")).to_be_visible()
    page.locator(".canvas").press("Control+z")
    page.locator(".canvas").press("Control+z")
    expect(node(page, "write")).not_to_be_attached()
    assert desk.problems == []


def test_a_flow_of_langflow_is_drawn_in_portuguese_from_the_page_of_a_new_workflow(desk: Desk) -> None:
    """ST-20, needs 26: the same where a workflow is begun, in the person's language."""
    desk.onboard(locale="pt-BR")
    nodes = [langflow_node("ChatInput-1", "ChatInput"), langflow_node("Prompt-1", "Prompt", template="Say {word}")]
    page = desk.open("/workflows/new", locale="pt-BR")
    open_file(page, "flow.json", langflow(nodes, []))
    expect(page).to_have_url(re.compile("/workflows/new/canvas$"))
    expect(page.get_by_role("region", name="Trazido de um arquivo")).to_contain_text("De flow.json (Langflow).")
    assert axe_violations(page) == []
    assert desk.problems == []


def test_a_text_that_was_not_made_yet_is_drawn_and_goes_back_to_its_words(desk: Desk) -> None:
    """ST-22: nothing is lost between text and drawing of a new workflow, and a text with a mistake says so."""
    page = desk.open("/workflows/new")
    text_of(page).fill(DAY_NOTE.replace("steps:", "steps: ["))
    page.get_by_role("button", name="Draw one").click()
    expect(page.get_by_text("The text cannot be drawn yet")).to_be_visible()
    page.get_by_role("link", name="Mend it in the document").click()
    text_of(page).fill(DAY_NOTE)
    page.get_by_role("button", name="Draw one").click()
    for id in ("date", "sentence", "keep"):
        expect(node(page, id)).to_be_visible()
    node(page, "keep").focus()
    add(page, "core.list_notes")
    expect(node(page, "list_notes")).to_be_visible()
    page.get_by_role("link", name="All workflows").click()
    page.get_by_role("button", name="New workflow").click()
    expect(text_of(page)).to_have_value(re.compile("- id: list_notes"))
    expect(text_of(page)).to_have_value(re.compile("ask: What stood out today?"))
    page.get_by_role("button", name="Create workflow").click()
    expect(page).to_have_url(re.compile("/workflows/(?!new)"))
    steps = saved(desk, page.url.split("/")[4])["graph"]["nodes"]
    assert [step["id"] for step in steps] == ["date", "sentence", "keep", "list_notes"]
    assert desk.problems == []
