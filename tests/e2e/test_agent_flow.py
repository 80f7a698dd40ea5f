"""The flow of an agent on its page: taken from a workflow, seen, edited as text, saved, asked and removed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.test_agent_rules import TO_THE_END, choose

WORKFLOW = {
    "id": "echo",
    "title": "Echo",
    "graph": {
        "inputs": {"request": {"type": "string"}},
        "nodes": [{"id": "look_at_the_clock", "kind": "call", "call": {"capability": "core.now"}}],
        "output": "You said: {{inputs.request}}",
    },
}


def test_a_flow_is_taken_from_a_workflow_edited_as_text_saved_and_removed(desk: Desk) -> None:
    """ST-1: the picture shows the steps, what is wrong is told before saving, and the saved steps answer."""
    desk.api("POST", "/v1/workflows", WORKFLOW)
    desk.api("POST", "/v1/agents", {"name": "Clerk"})
    page = desk.open("/agents/clerk")
    expect(page.get_by_text("No flow: the agent answers with its model.")).to_be_visible()
    choose(page, "Take from a workflow", "Echo")
    expect(page.get_by_role("img", name="Picture of 1 step")).to_contain_text("Look at the clock")
    expect(page.get_by_text("These steps can run.")).to_be_visible()
    page.get_by_role("heading", level=1).evaluate(TO_THE_END)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Edit as text").click()
    text = page.get_by_role("textbox", name="Flow as text")
    text.fill(text.input_value().replace("core.now", "core.fly"))
    expect(page.get_by_role("button", name="Use these steps")).to_be_disabled()
    expect(page.get_by_text("core.fly")).not_to_have_count(0)
    text.fill(text.input_value().replace("core.fly", "core.now").replace("You said", "I heard"))
    page.get_by_role("button", name="Use these steps").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("list", name="Versions")).to_contain_text("Version 2")
    assert desk.api("GET", "/v1/agents/clerk")["flow_graph"]["output"] == "I heard: {{inputs.request}}"
    page.get_by_role("button", name="Remove flow").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("list", name="Versions")).to_contain_text("Version 3")
    assert desk.api("GET", "/v1/agents/clerk")["flow_graph"] is None
    page.get_by_role("button", name="Restore version 2").click()
    expect(page.get_by_role("img", name="Picture of 1 step")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_what_keeps_a_flow_from_running_is_told_in_the_persons_language(desk: Desk) -> None:
    """ST-1: a step that leads back to the agent itself, in Portuguese."""
    step = {"id": "again", "kind": "agent", "agent": "clerk", "prompt": "again"}
    desk.api("POST", "/v1/agents", {"name": "Clerk"})
    desk.api("POST", "/v1/workflows", {"id": "loop", "title": "Volta", "graph": {"nodes": [step]}})
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/agents/clerk", locale="pt-BR", theme="dark")
    choose(page, "Usar os passos de um fluxo", "Volta")
    expect(page.get_by_role("list", name="O que impede o fluxo")).to_contain_text(
        "“again” executaria o fluxo de novo, dentro dele mesmo."
    )
