"""Projects, as people use them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations


def test_a_project_is_made_with_the_keyboard_alone_and_kept_over_a_power_cut(desk: Desk, tmp_path: Path) -> None:
    """OS-9b: a folder of its own or an existing one; a folder that is refused says why; what was made stays."""
    page = desk.open("/projects")
    expect(page.get_by_text("One project per subject keeps things apart.")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("n")
    page.keyboard.press("p")
    dialog = page.get_by_role("dialog", name="New project")
    expect(dialog.get_by_label("Name")).to_be_focused()
    page.keyboard.type("School garden")
    page.keyboard.press("Tab")
    page.keyboard.type("Beds and seeds")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # from a new folder to one that exists
    dialog.get_by_label("Path of the folder").fill(str(desk.home))
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    (tmp_path / "garden").mkdir()
    dialog.get_by_label("Path of the folder").fill(str(tmp_path / "garden"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{desk.url}/projects/school-garden")
    expect(page.get_by_role("heading", level=1)).to_have_text("School garden")
    assert desk.api("GET", "/v1/projects/school-garden")["root"] == str(tmp_path / "garden")

    desk.kill()
    desk.start()
    page.goto(f"{desk.url}/projects")
    card = page.get_by_role("list", name="Projects").get_by_role("link", name=re.compile("School garden"))
    expect(card).to_contain_text("Beds and seeds")
    card.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main").get_by_role("tab", name="Conversations")).to_have_attribute("aria-selected", "true")
    assert desk.problems == []


def test_what_agents_should_know_is_edited_beside_others(desk: Desk) -> None:
    """OS-9b: edits elsewhere are kept; where both changed the same, both are shown and the person chooses."""
    desk.api("POST", "/v1/projects", {"name": "Atlas"})
    page = desk.open("/projects/atlas/settings")
    page.get_by_label("What agents should know here").fill("Answer in one sentence.")
    page.get_by_label("Name").fill("Atlas of mine")
    theirs = {"name": "Atlas of theirs", "description": "Maps"}
    desk.api("PATCH", "/v1/projects/atlas", theirs, **{"If-Match": '"v1"'})
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Atlas of theirs")
    expect(page.get_by_label("Description")).to_have_value("Maps")  # nobody touched it here
    assert axe_violations(page) == []
    alert.get_by_role("button", name="Use that").click()
    expect(page.get_by_label("Name")).to_have_value("Atlas of theirs")
    page.get_by_label("Who answers here").click()
    page.get_by_role("option", name="Coder").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("main").get_by_role("status").first).to_have_text("Saved")
    kept = desk.api("GET", "/v1/projects/atlas")
    assert [kept[name] for name in ("name", "description", "instructions", "agent")] == [
        "Atlas of theirs",
        "Maps",
        "Answer in one sentence.",
        "coder",
    ]

    page.get_by_role("button", name="Remove project").click()
    expect(page).to_have_url(f"{desk.url}/projects")
    expect(page.get_by_role("link", name=re.compile("Atlas of theirs"))).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name=re.compile("Atlas of theirs"))).to_be_visible()
    page.goto(f"{desk.url}/projects/home/settings")
    expect(page.get_by_text("This is the first project.")).to_be_visible()
    assert desk.problems == []


def test_a_project_has_its_own_talks_things_and_memories(desk: Desk) -> None:
    """OS-9b: what is asked, added and remembered in a project belongs to it, in Portuguese too."""
    desk.api("POST", "/v1/projects", {"name": "Horta"})
    page = desk.open("/projects/horta", locale="pt-BR", theme="dark")
    expect(page.get_by_text("Ainda não houve conversas aqui.")).to_be_visible()
    assert axe_violations(page) == []
    expect(page.locator("#chat")).to_contain_text("No projeto “Horta”")  # the chat knows where one is
    page.get_by_role("main").get_by_role("button", name="Nova conversa").click()
    field = page.locator("#chat").get_by_role("combobox").or_(page.locator("#chat").get_by_role("textbox")).last
    field.fill("Que horas são?")
    page.keyboard.press("Enter")
    row = page.get_by_role("group", name="Conversas").get_by_role("button").first
    expect(row).to_be_visible()
    assert [talk["project"] for talk in desk.api("GET", "/v1/conversations")["items"]] == ["horta"]
    page.get_by_role("button", name=re.compile("^Excluir “")).click()
    expect(page.get_by_text("Ainda não houve conversas aqui.")).to_be_visible()
    page.get_by_role("button", name="Desfazer").click()
    expect(row).to_be_visible()

    page.get_by_role("main").get_by_role("tab", name="Memória").click()
    page.get_by_role("button", name="Adicionar memória").click()
    page.get_by_label("O que lembrar").fill("A horta é regada às terças.")
    page.keyboard.press("Control+Enter")
    memories = page.get_by_role("group", name="Memória")
    expect(memories).to_contain_text("às terças")
    page.get_by_role("button", name="Corrigir").click()
    page.get_by_label("O que lembrar").fill("A horta é regada às quartas.")
    page.get_by_role("button", name="Lembrar", exact=True).click()
    expect(memories).to_contain_text("às quartas")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Esquecer").click()
    expect(page.get_by_text("Ainda não há memórias neste projeto.")).to_be_visible()
    page.get_by_role("button", name="Desfazer").last.click()
    expect(memories).to_contain_text("às quartas")
    [kept] = desk.api("GET", "/v1/memory?scope=project:horta")["items"]
    assert (kept["content"], kept["trust"], kept["layer"]) == ("A horta é regada às quartas.", "user", "long_term")

    page.get_by_role("tab", name="Artefatos").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Adicionar arquivos").click()
    chooser.value.set_files({"name": "ata.md", "mimeType": "text/markdown", "buffer": b"# Ata\n"})
    page.get_by_role("list", name="Artefatos").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1, name="ata.md")).to_be_visible()
    page.get_by_role("link", name="Voltar para todos").click()
    expect(page).to_have_url(f"{desk.url}/projects/horta/artifacts")
    expect(page.get_by_role("tab", name="Artefatos 1")).to_be_visible()
    assert desk.problems == []


def test_package_registries_are_allowed_after_a_look_and_revoked_at_once(desk: Desk) -> None:
    """LT-7: a project's settings name the servers its commands may reach, the owner's own among them; by keyboard."""
    read = desk.request("GET", "/v1/settings")
    own = {"office": {"kind": "npm", "url": "http://127.0.0.1:4873"}}
    desk.api("PUT", "/v1/settings", read.json() | {"registries": own}, **{"If-Match": read.headers["etag"]})
    desk.api("POST", "/v1/projects", {"name": "Horta"})

    def allowed(project: str) -> list[str]:
        return [
            each["id"] for each in desk.api("GET", f"/v1/registries?project={project}")["items"] if each["is_allowed"]
        ]

    page = desk.open("/projects/horta/settings", locale="pt-BR", theme="dark", size=(380, 760))
    part = page.get_by_role("region", name="Registros de pacotes")
    row = part.get_by_role("listitem").first
    expect(row).to_have_text("officeDas suas configurações, para npmhttp://127.0.0.1:4873Permitir")
    expect(part.get_by_role("listitem").nth(1)).to_contain_text("registry.npmjs.org, registry.yarnpkg.com")
    row.get_by_role("button", name="Permitir office").focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("dialog", name="Permitir office")
    expect(card.get_by_role("definition")).to_contain_text("http://127.0.0.1:4873")
    expect(card).to_contain_text("Scripts de pacotes também rodam no isolamento")
    assert allowed("horta") == []
    assert axe_violations(page) == []
    card.get_by_role("button", name="Aplicar").focus()
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Permitido")
    assert (allowed("horta"), allowed("home")) == (["office"], [])
    assert axe_violations(page) == []
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 380

    row.get_by_role("button", name="Revogar office").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("button", name="Permitir office")).to_be_focused()
    assert allowed("horta") == []
    page.get_by_role("button", name="Desfazer").click()
    expect(row).to_contain_text("Permitido")
    assert desk.problems == []


def test_projects_fit_a_phone(desk: Desk) -> None:
    """OS-33: list, dialog and every tab at 380 pixels; the bar leads here."""
    desk.api("POST", "/v1/projects", {"name": "Uma horta com um nome comprido demais", "description": "x" * 200})
    page = desk.open("/", size=(380, 760))
    page.get_by_role("navigation", name="Screens").get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="All screens").get_by_role("link", name="Projects").click()
    page.get_by_role("link", name=re.compile("horta")).click()
    for tab in ("Artifacts", "Memory", "Settings"):
        page.get_by_role("main").get_by_role("tab", name=tab).click()
        expect(page.get_by_role("main").get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert page.evaluate("document.querySelector('main').scrollWidth") <= 380, tab
        assert axe_violations(page) == []
