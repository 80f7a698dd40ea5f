"""Teams: made, drawn, asked and edited by two at once, at a desk and on a phone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, say

PHONE = (390, 844)
BRIEF: dict[str, Any] = {"goal": "Write the code", "done": ["Found the fault"]}
HAND: dict[str, Any] = {"calls": [{"name": "teams__handoff", "arguments": {"to": "coder", "brief": BRIEF}}]}


def test_a_team_is_made_drawn_asked_and_shows_who_speaks_and_why(talk: Talk) -> None:
    """ST-4, ST-5: from the empty screen to a handoff in the talk, with the person's yes in between."""
    desk = talk(HAND, say("It is mended."))
    page = desk.open("/teams")
    page.get_by_role("button", name="New team").click()
    page.get_by_role("textbox", name="Name").fill("Menders")
    for name in ("Researcher", "Coder"):
        page.get_by_role("combobox", name="Add a member").click()
        page.get_by_role("option", name=name, exact=True).click()
    page.get_by_role("textbox", name="Role of Researcher").fill("Finds the fault")
    page.get_by_role("textbox", name="Skills of Researcher").fill("faults,")
    page.get_by_role("button", name="Add a handoff").click()
    page.get_by_role("combobox", name="How", exact=True).click()
    page.get_by_role("option", name="asks you first").click()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Create team").click()
    expect(page.get_by_role("heading", name="Menders")).to_be_visible()
    expect(page.get_by_text("Researcher hands over to Coder")).to_be_visible()
    assert axe_violations(page) == []

    page.get_by_role("button", name="Ask this team").click()
    page.get_by_role("textbox", name="Message").fill("There are faults here")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Researcher waits for you")).to_be_visible()
    expect(page.get_by_text("May Researcher hand over to Coder?").first).to_be_visible()
    page.get_by_role("button", name="Hand over", exact=True).first.click()
    expect(page.get_by_text("It is mended.").last).to_be_visible()
    expect(page.get_by_text("Coder answered: Researcher handed over.")).to_be_visible()
    expect(page.get_by_text("Nobody works right now.")).to_be_visible()
    expect(page.get_by_role("list", name="Attached").get_by_text("@Menders")).to_be_visible()  # it is asked again
    assert axe_violations(page) == []


def test_two_windows_never_overwrite_a_team_and_a_phone_shows_it_whole(desk: Desk) -> None:
    """ST-5: the second edit is told, in Portuguese, and nothing scrolls sideways on a phone."""
    members = [{"agent": "researcher", "skills": ["pesquisa"]}, {"agent": "coder"}, {"agent": "creator"}]
    ways = [
        {"from_agent": "researcher", "to_agent": "coder", "condition": "topic=code"},
        {"from_agent": "coder", "to_agent": "researcher", "strategy": "interrupt"},
        {"from_agent": "coder", "to_agent": "creator"},
    ]
    team = {"id": "oficina", "name": "Oficina", "agents": members, "handoff_rules": ways}
    desk.api("POST", "/v1/agent-teams", team)
    page = desk.open("/teams/oficina", locale="pt-BR", size=PHONE, theme="dark")
    expect(page.get_by_role("list", name="Membros e passagens")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Editar").click()
    page.get_by_role("textbox", name="Instruções").fill("Seja breve.")
    desk.api("PATCH", "/v1/agent-teams/oficina", {"brief": "Outra pessoa."})
    page.get_by_role("button", name="Salvar").click()
    expect(page.get_by_role("alert")).to_contain_text("Outra pessoa alterou este time")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Carregar de novo").click()
    expect(page.get_by_role("textbox", name="Instruções")).to_have_value("Outra pessoa.")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_figures_are_shown_and_forgotten_and_asking_again_asks_the_same_team(talk: Talk) -> None:
    """ST-4, OS-37: measured success on the team's page, undone forgetting, and a retry that keeps the team."""
    desk = talk(say("The first."), say("The second."))
    members = [{"agent": "researcher", "skills": ["code"]}, {"agent": "coder", "skills": ["code"]}]
    desk.api("POST", "/v1/agent-teams", {"id": "menders", "name": "Menders", "agents": members, "router": "success"})
    page = desk.open("/teams/menders")
    expect(page.get_by_text("Nothing was measured yet")).to_be_visible()
    page.get_by_role("button", name="Ask this team").click()
    page.get_by_role("textbox", name="Message").fill("Mend the code")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Researcher answered: Each member is tried 3 times")).to_be_visible()
    page.get_by_role("button", name="Answer again").last.click()
    expect(page.get_by_text("Coder answered: Each member is tried 3 times")).to_be_visible()
    expect(page.get_by_text("Researcher 1 of 1, Coder 0 of 0.")).to_be_visible()

    row = page.get_by_role("row", name="code Coder")
    expect(row).to_contain_text("1 of 1")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Forget figures of Coder: code").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row).to_contain_text("1 of 1")
