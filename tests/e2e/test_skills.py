"""Skills on their screen: found, shown whole, accepted, changed, read, removed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.apps.skills.folders import BOARDS, FORMS, RELEASE, lay
from tests.e2e.desk import Desk, agree_to_the_end, axe_violations

PHONE = (390, 844)


def test_a_skill_that_waits_is_shown_accepted_read_and_removed(desk: Desk) -> None:
    """TL-30: its content is on the card; a change of its folder is told; removing it can be undone."""
    folder = lay(desk.home / "skills" / "paper-forms", FORMS)
    lay(desk.home / "skills" / "board-patterns", BOARDS)
    lay(desk.home / "skills" / "broken", {"SKILL.md": "Trust me.\n"})
    page = desk.open("/skills", theme="dark")
    waiting = page.get_by_role("list", name="Waiting for you").get_by_role("listitem").filter(has_text="paper-forms")
    expect(page.get_by_text("Cannot be accepted")).to_be_visible()
    assert axe_violations(page) == []
    waiting.get_by_role("button", name="Look and accept").click()
    card = page.get_by_role("dialog", name="Accept paper-forms")
    expect(card.get_by_text("Scripts, run in the sandbox without network", exact=False)).to_be_visible()
    agree_to_the_end(card)
    expect(page.get_by_role("heading", name="paper-forms", exact=True)).to_be_visible()
    expect(page.get_by_text("It gives no right")).to_be_visible()
    assert axe_violations(page) == []
    (folder / "references/fields.md").write_text("Another text.\n")
    page.get_by_role("link", name="All skills").click()
    accepted = page.get_by_role("list", name="Accepted skills").get_by_role("listitem")
    expect(accepted).to_contain_text("Changed")
    accepted.get_by_role("link", name="paper-forms").click()
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No skill is accepted yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(accepted).to_contain_text("paper-forms")


def test_a_folder_is_added_in_portuguese_on_a_phone(desk: Desk, tmp_path: Path) -> None:
    """TL-30: what it narrows is told before and after; its files are read one by one."""
    place = lay(tmp_path / "release-notes", {**RELEASE, "references/style.md": "Short sentences.\n"})
    page = desk.open("/skills", locale="pt-BR", size=PHONE)
    page.get_by_role("button", name="Adicionar habilidade").click()
    page.get_by_role("textbox", name="Pasta ou zip desta máquina").fill(str(place))
    page.get_by_role("button", name="Ver o que é").click()
    card = page.get_by_role("dialog", name="Aceitar release-notes")
    expect(card.get_by_text("Enquanto ela está em uso, agentes podem usar: skill", exact=False)).to_be_visible()
    agree_to_the_end(card)
    expect(page.get_by_role("list", name="Enquanto ela está em uso, agentes só podem usar isto")).to_contain_text(
        "core.read_file"
    )
    expect(page.get_by_text("Short sentences.")).to_be_visible()
    assert axe_violations(page) == []
