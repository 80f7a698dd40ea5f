"""Workflows on the desktop: written, checked, kept, changed, copied, taken along, run, removed and brought back."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations

DOCUMENT = """\
id: {id}
title: {title}
steps:
  - id: look
    title: List the notes
    capability: core.list_notes
  - id: keep
    title: Write them down
    capability: core.write_file
    params: {{path: notes.txt, content: "Notes: {{{{steps.look.result.total}}}}"}}
    depends_on: [look]
"""
DAY_NOTE = """\
id: day-note
title: A note about today
steps:
  - id: date
    capability: core.now
  - id: sentence
    ask: What stood out today?
  - id: keep
    capability: core.create_note
    params: {title: "{{steps.date.result.spoken}}", text: "{{steps.sentence.result}}"}
    depends_on: [date, sentence]
"""


def keep(desk: Desk, id: str = "tidy", title: str = "Tidy up") -> None:
    """Have a workflow, as if somebody had made it elsewhere."""
    step = {"id": "look", "kind": "call", "title": "List the notes", "call": {"capability": "core.list_notes"}}
    params = {"path": "notes.txt", "content": "Notes: {{steps.look.result.total}}"}
    write = {"id": "keep", "kind": "call", "call": {"capability": "core.write_file", "params": params}}
    nodes = [step, {**write, "title": "Write them down", "dependencies": ["look"]}]
    desk.api("POST", "/v1/workflows", {"id": id, "title": title, "graph": {"nodes": nodes}})


def text_of(page: Page, name: str = "Document") -> Locator:
    """The field with the workflow's text."""
    return page.get_by_role("textbox", name=name, exact=True)


def test_a_workflow_is_written_checked_kept_changed_and_brought_back(desk: Desk, tmp_path: Path) -> None:
    """OS-21, K-8: from words to a kept document; every mistake is told with its line, and nothing is lost."""
    page = desk.open("/workflows")
    page.get_by_role("button", name="New workflow").click()
    example = DAY_NOTE
    text_of(page).fill(example)
    expect(page.get_by_text("Ready to run.")).to_be_visible()
    expect(page.get_by_role("img", name="Picture of 3 steps")).to_be_visible()
    text_of(page).fill(example.replace("core.create_note", "core.create_nte").replace("[date, sentence]", "[date]"))
    findings = page.get_by_role("list", name="What is wrong")
    expect(findings.get_by_role("listitem")).not_to_have_count(0)
    findings.get_by_role("button", name=re.compile("Line")).first.click()
    expect(text_of(page)).to_be_focused()
    assert axe_violations(page) == []
    text_of(page).fill(example)
    expect(page.get_by_text("Ready to run.")).to_be_visible()
    page.get_by_role("button", name="Create workflow").click()
    expect(page).to_have_url(re.compile("/workflows/day-note$"))
    steps = page.get_by_role("list", name="Steps").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.last).to_contain_text("writes")
    assert desk.api("GET", "/v1/workflows/day-note")["version"] == 1

    page.get_by_role("tab", name="Document").click()
    text_of(page).press("Control+End")
    page.keyboard.type("at_once: 2\n")
    desk.kill()
    page.keyboard.press("Control+s")
    expect(page.get_by_role("alert")).to_contain_text("The server did not answer.")
    desk.start()
    page.on("dialog", lambda asked: asked.accept())  # the browser asks before it reloads
    page.reload()
    expect(page.get_by_text("Here is what you had not saved.")).to_be_visible()
    expect(page.get_by_text("Ready to run.")).to_be_visible()
    text_of(page).press("Control+s")
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()
    assert desk.api("GET", "/v1/workflows/day-note")["at_once"] == 2

    menu = page.get_by_role("button", name="Actions for A note about today", exact=True)
    menu.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export as YAML").click()
    download.value.save_as(tmp_path / "day-note.yaml")
    assert (tmp_path / "day-note.yaml").read_text("utf-8").startswith("id: day-note\n")
    menu.click()
    page.get_by_role("menuitem", name="Duplicate").click()
    expect(page).to_have_url(re.compile("/workflows/day-note-2$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("A note about today (copy)")
    page.get_by_role("button", name=re.compile("Actions for")).click()
    page.get_by_role("menuitem", name="Delete").click()
    cards = page.get_by_role("list", name="Workflows").get_by_role("listitem")
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(cards).to_have_count(2)
    assert axe_violations(page) == []
    assert desk.problems == []


def test_two_edits_of_one_workflow_are_both_seen(desk: Desk) -> None:
    """412: what was changed elsewhere is never written over unseen, in two windows at once."""
    keep(desk)
    context = desk.window()
    mine, theirs = context.new_page(), context.new_page()
    for page in (mine, theirs):
        page.goto(f"{desk.url}/workflows/tidy/document")
        expect(text_of(page)).to_have_value(re.compile("title: Tidy up"))
    before = text_of(mine).input_value()
    text_of(mine).fill(before.replace("Tidy up", "Tidy mine"))
    text_of(theirs).fill(before.replace("Tidy up", "Tidy theirs"))
    text_of(theirs).press("Control+s")
    clash = mine.get_by_role("alert").filter(has_text="changed somewhere else")
    expect(clash).to_contain_text("Tidy mine")
    expect(clash).to_contain_text("Tidy theirs")
    assert axe_violations(mine) == []
    clash.get_by_role("button", name="Keep mine").click()
    mine.get_by_role("button", name="Save").click()
    expect(theirs.get_by_role("heading", level=1)).to_have_text("Tidy mine")  # heard live
    expect(text_of(theirs)).to_have_value(re.compile("Tidy mine"))
    assert desk.api("GET", "/v1/workflows/tidy")["version"] == 3
    assert desk.problems == []


def test_a_file_becomes_a_workflow_and_is_run_with_the_keyboard_alone(desk: Desk, tmp_path: Path) -> None:
    """OS-21, OS-33, K-4: importing runs nothing; exactly what is listed is allowed; in Portuguese, dark, on a phone."""
    desk.onboard(locale="pt-BR", theme="dark")
    page = desk.open("/workflows", locale="pt-BR", theme="dark", size=(380, 800))
    expect(page.get_by_role("heading", level=1)).to_have_text("Fluxos")
    path = tmp_path / "arrumar.yaml"
    path.write_text(DOCUMENT.format(id="arrumar", title="Arrumar"), "utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Importar").press("Enter")
    chooser.value.set_files(path)
    expect(page.get_by_text("Pronto para rodar.")).to_be_visible()
    assert desk.api("GET", "/v1/workflows")["items"] == []
    assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
    assert axe_violations(page) == []
    text_of(page, "Documento").press("Control+s")
    expect(page).to_have_url(re.compile("/workflows/arrumar$"))
    expect(page.get_by_role("list", name="Passos").get_by_role("listitem")).to_have_count(2)
    assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
    assert axe_violations(page) == []
    assert desk.api("GET", "/v1/runs?kind=workflow")["items"] == []

    page.get_by_role("button", name="Rodar", exact=True).press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("list", name="O que mudaria")).to_contain_text("notes.txt")
    assert axe_violations(page) == []
    dialog.get_by_role("radio", name=re.compile("Perguntar a cada")).press("ArrowDown")
    expect(dialog.get_by_role("radio", name=re.compile("Permitir exatamente"))).to_be_checked()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/runs/"))
    run = page.url.rsplit("/", 1)[1]
    desk.until_quiet()
    ended = desk.api("GET", f"/v1/runs/{run}")["run"]
    assert (ended["status"], ended["workflow"], ended["envelope"]["calls"]) == (
        "done",
        "arrumar",
        {"core.write_file": 1},
    )
    assert (desk.workspace / "notes.txt").read_text("utf-8") == "Notes: 0"
    page.goto(f"{desk.url}/workflows/arrumar/runs")
    expect(page.get_by_role("link", name=re.compile("Arrumar"))).to_be_visible()
    page.goto(f"{desk.url}/workflows/nada")
    expect(page.get_by_text("Este fluxo não existe, ou não existe mais.")).to_be_visible()
    assert desk.problems == []
