"""The whole story of a workflow in one window: a template, the canvas, words, a run that waits, and its trace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import ask, connect, port_of, say, scripted
from tests.e2e.test_canvas import drag, node, save, saved

SAID = {
    "Publish": ("add a review before publishing", "Review", "review"),
    "Publicar": ("adicione uma revisão antes de publicar", "Revisão", "revisao"),
}
"""What a step is called, what is said of it, and the step that comes of it."""
BALANCED, CORRECTED, REVIEWED = "A first text.", "A text that Ana corrected.", "A text that was reviewed."


@pytest.mark.parametrize("title", SAID)
def test_a_template_is_drawn_changed_by_words_run_corrected_and_traced(
    tmp_path: Path, free_port: int, browser: Browser, title: str
) -> None:
    """ST-22, ST-24: from *Use a template* to the trace of a run, with a model only where agents work."""
    with scripted(tmp_path, [say("One side."), say("One side."), say(BALANCED), say(REVIEWED)]) as address:
        desk = Desk(tmp_path / "home", free_port, browser, model_ports=(port_of(address),))
        desk.start()
        try:
            desk.onboard(name="Ana", locale="en")
            _tell(desk, address, title)
        finally:
            desk.close()


def _tell(desk: Desk, address: str, title: str) -> None:
    sentence, review, id = SAID[title]
    page = desk.open("/workflows/templates/two-views")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("Topic")).fill("A library in the yard")
    dialog.get_by_role("button", name="Make the workflow").click()
    expect(page).to_have_url(re.compile("/workflows/two-views/canvas$"))
    expect(page.get_by_text("Ready to run.")).to_be_visible()

    was = node(page, "now").bounding_box()
    handles = ".react-flow__handle"
    drag(page, node(page, "now"), page.get_by_role("button", name="Show all of it"))
    assert node(page, "now").bounding_box() != was
    page.get_by_role("button", name="Show all of it").click()
    drag(page, node(page, "now").locator(f"{handles}.source"), node(page, "write").locator(f"{handles}.target"))
    node(page, "keep").click()
    page.get_by_role("textbox", name="Title", exact=True).first.fill(title)
    save(page)
    graph = saved(desk, "two-views")["graph"]
    assert graph["inputs"]["topic"]["default"] == "A library in the yard"
    assert [step["dependencies"] for step in graph["nodes"]][3:] == [["for", "against", "now"], ["write", "now"]]

    ask(page, sentence)
    proposal = page.get_by_role("region", name="Proposed change")
    expect(proposal).to_contain_text(f"Changed step: {title} · New step: {review}")
    proposal.get_by_role("button", name="Adopt parts").click()
    expect(proposal.get_by_text(f"New connection: {review} → {title}")).to_be_visible()
    assert axe_violations(page) == []
    proposal.get_by_role("button", name="Adopt all").click()
    expect(proposal).to_be_hidden()
    expect(node(page, id)).to_be_visible()
    assert saved(desk, "two-views")["graph"]["nodes"][-1]["call"]["params"]["text"] == f"{{{{steps.{id}.result}}}}"

    connect(desk, address)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run all of it").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Look and decide").click()
    decide = page.get_by_role("dialog", name="It waits for you")
    card = decide.locator("[data-approval]").first
    expect(card).to_contain_text("Read it before it is kept.")
    assert axe_violations(page) == []
    card.get_by_role("button", name="Change the shared state first").click()
    field = card.get_by_label("Shared state")
    field.fill(field.input_value().replace("One side.", "One good side."))
    card.get_by_role("button", name="Correct the result").click()
    card.get_by_label("Result of this step").fill(f'"{CORRECTED}"')
    card.get_by_role("button", name="Let it go on").click()
    expect(card).to_contain_text(REVIEWED)
    card.get_by_role("button", name="Approve").click()
    expect(decide).to_be_hidden()
    expect(node(page, id)).to_have_attribute("aria-label", re.compile("Done"))
    page.get_by_role("button", name="Show all of it").click()
    node(page, "write").click()
    result = page.get_by_role("region", name="What came out")
    expect(result).to_contain_text(CORRECTED)
    expect(result).to_contain_text("Done")
    assert axe_violations(page) == []
    [run] = desk.api("GET", "/v1/runs?kind=workflow")["items"]
    done = desk.api("GET", f"/v1/runs/{run['id']}/graph")
    state = {"pro": "One good side.", "con": "One good side.", "text": CORRECTED}
    assert (done["run"]["status"], done["state"]) == ("done", state)
    page.get_by_role("button", name="Trace of this run").click()
    expect(page.get_by_role("tree").get_by_role("treeitem").filter(has_text=review).first).to_be_visible()
    assert desk.problems == []
