"""Agents: made, changed, copied, removed and brought back, by people and in two windows at once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e.desk import Desk, axe_violations

MADE = re.compile("/agents/lesson-planner$")


def summary(page: Page, words: str) -> None:
    """The sentence about what the agent may do."""
    expect(page.get_by_role("region", name="What it may do")).to_contain_text(words)


def is_edit(route: Route) -> bool:
    """Whether something is to be saved."""
    return route.request.method == "PUT"


def test_an_agent_of_ones_own_is_made_changed_and_asked(desk: Desk) -> None:
    """OS-9b, OS-11: from the cards to a saved persona, with what it may do said in one sentence all the while."""
    page = desk.open("/agents")
    cards = page.get_by_role("list", name="Agents").get_by_role("listitem")
    expect(cards).to_have_count(11)
    expect(cards.filter(has_text="Researcher")).to_contain_text("Built in")
    page.get_by_role("button", name="New agent").click()

    page.get_by_role("textbox", name="In one line").fill("Plans lessons")
    page.keyboard.press("Control+s")  # without a name it is not made, and the form says so
    expect(page.get_by_role("alert")).to_have_text("Give it a name.")
    page.get_by_role("textbox", name="Name").fill("Lesson planner")
    page.get_by_role("textbox", name="Instructions").fill("Short words.")
    expect(page.get_by_text("12 of 20,000 characters")).to_be_visible()
    page.get_by_role("button", name="Choose a picture").click()
    page.get_by_role("radio", name="Green").check()
    page.get_by_role("radio", name="Graduation cap").check()
    page.keyboard.press("Escape")

    summary(
        page, "May look things up, remember things, and open screens; asks before writing, deleting, running programs"
    )
    page.get_by_role("radio", name="Only looking").check()
    summary(page, "May look things up and open screens; may not remember things, write")
    page.get_by_role("radio", name="All tools").check()
    for deleting in page.get_by_role("checkbox", name=re.compile(": deletes$")).all():
        deleting.uncheck()
    page.get_by_role("combobox", name="Write a file: what happens").click()
    page.get_by_role("option", name="Never asks").click()
    summary(page, "asks before writing, running programs, or reaching out to other services; may not delete.")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Create agent").click()
    expect(page).to_have_url(MADE)
    made = desk.api("GET", "/v1/personas/lesson-planner")
    assert (made["icon"], made["color"]) == ("graduation", "green")
    tools = desk.api("GET", "/v1/capabilities")["items"]
    assert (made["capabilities"]["allow"], made["policy"]["allow"]) == (["*"], ["core.write_file"])
    assert sorted(made["capabilities"]["deny"]) == sorted(each["name"] for each in tools if each["effect"] == "delete")
    page.reload()
    expect(page.get_by_role("textbox", name="Instructions")).to_have_value("Short words.")
    expect(page.get_by_role("checkbox", name="Delete a file")).not_to_be_checked()

    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("button", name=re.compile("Lesson planner")).last).to_be_visible()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    assert desk.problems == []


def test_what_is_not_saved_is_not_lost(desk: Desk) -> None:
    """Leaving asks first; whoever leaves by another way finds the words again; a killed server costs nothing."""
    desk.api("POST", "/v1/personas", {"name": "Ana"})
    page = desk.open("/agents/ana")
    about = page.get_by_role("textbox", name="In one line")
    about.fill("Writes letters")
    page.get_by_role("link", name="Projects", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Leave without saving?")
    dialog.get_by_role("button", name="Keep editing").click()
    expect(about).to_have_value("Writes letters")

    page.on("dialog", lambda asked: asked.accept())  # the browser asks before it reloads
    page.reload()
    expect(page.get_by_text("Here is what you had not saved.")).to_be_visible()
    expect(about).to_have_value("Writes letters")
    desk.kill()
    page.get_by_role("button", name="Save").click()
    alert = page.get_by_role("form", name="Ana").get_by_role("alert")  # the list of its trials tells it as well
    expect(alert).to_contain_text("The server did not answer.")
    desk.start()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()
    assert desk.api("GET", "/v1/personas/ana")["description"] == "Writes letters"

    about.fill("Writes long letters")
    held: list[Route] = []
    page.route(
        "**/v1/personas/ana", lambda route: route.continue_() if held or not is_edit(route) else held.append(route)
    )
    with page.expect_request(lambda request: request.method == "PUT"):
        page.get_by_role("button", name="Save").click()
    about.fill("Writes short letters")  # while the save is under way
    page.keyboard.press("Control+s")
    held[0].continue_()
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()
    expect(about).to_have_value("Writes short letters")

    about.fill("Something else")
    page.get_by_role("link", name="All agents").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard and leave").click()
    expect(page.get_by_role("list", name="Agents")).to_contain_text("Writes short letters")


def test_two_edits_of_one_agent_are_brought_together(desk: Desk) -> None:
    """412: what differs goes together by itself; what clashes is shown in both versions, and nothing is lost."""
    desk.api("POST", "/v1/personas", {"name": "Ana", "capabilities": {"allow": ["core.*"], "deny": ["mail.*"]}})
    context = desk.window()
    mine, theirs = context.new_page(), context.new_page()
    for page in (mine, theirs):
        page.goto(f"{desk.url}/agents/ana")
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ana")
    mine.get_by_role("textbox", name="Name").fill("Bia")
    theirs.get_by_role("textbox", name="Instructions").fill("Be kind.")
    theirs.get_by_role("button", name="Save").click()
    expect(mine.get_by_role("textbox", name="Instructions")).to_have_value("Be kind.")  # heard live
    expect(mine.get_by_role("textbox", name="Name")).to_have_value("Bia")

    theirs.get_by_role("textbox", name="Name").fill("Caio")
    theirs.keyboard.press("Control+s")
    clash = mine.get_by_role("alert").filter(has_text="changed somewhere else")
    expect(clash).to_contain_text("Bia")
    expect(clash).to_contain_text("Caio")
    assert axe_violations(mine) == []
    clash.get_by_role("button", name="Keep mine").click()
    mine.get_by_role("button", name="Save").click()
    expect(theirs.get_by_role("textbox", name="Name")).to_have_value("Bia")
    kept = desk.api("GET", "/v1/personas/ana")
    assert (kept["name"], kept["persona_text"], kept["version"]) == ("Bia", "Be kind.", 4)
    assert kept["capabilities"] == {"allow": ["core.*"], "deny": ["mail.*"]}  # patterns stay as they were written


def test_agents_are_cloned_deleted_and_brought_back_with_the_keyboard_alone(desk: Desk) -> None:
    """OS-11, K-8: built-ins are protected and cloned; what is deleted comes back; in Portuguese and in the dark."""
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/agents/researcher", locale="pt-BR", theme="dark")
    expect(page.get_by_text("Vem de fábrica")).to_be_visible()
    expect(page.get_by_role("region", name="O que ele pode fazer")).to_contain_text("não pode abrir telas, escrever")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Duplicar para editar").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Nome")).to_have_value("Pesquisador (cópia)")
    assert axe_violations(page) == []
    page.get_by_role("button", name=re.compile("Ações de")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Experimentar")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Agentes")
    expect(page.get_by_role("listitem").filter(has_text="Pesquisador (cópia)")).to_have_count(0)
    expect(page.get_by_role("button", name="Desfazer")).to_be_visible()  # until then the keys mean something else
    page.keyboard.press("Control+z")
    expect(page.get_by_role("listitem").filter(has_text="Pesquisador (cópia)")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_agents_fit_a_phone(desk: Desk) -> None:
    """OS-33: nothing is cut off at 380 pixels, and a missing agent says so."""
    desk.api("POST", "/v1/personas", {"name": "Ana"})
    page = desk.open("/agents/ana", size=(380, 800))
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Ana")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
    page.goto(desk.url + "/agents/nobody")
    expect(page.get_by_text("This agent does not exist, or no longer.")).to_be_visible()
