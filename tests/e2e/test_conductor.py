"""Conductor in the browser: environments, resident agents, running them from here, proposals piece by piece."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, call, log, say

NARROWEST = 380
SERVICE = "class Service {\n    fun a() = 1\n\n\n\n\n\n\n\n    fun b() = 2\n}\n"
BETTER = SERVICE.replace("= 1", "= 10").replace("= 2", "= 20")
MANIFEST = """id: ServiceAgent
version: 2.0
description: Keeps the services of the shop small.
execution_mode: project_resident
target_context:
  project_key: shop
  output_scope: "src/service/*.kt"
available_tools: [Read, Write]
execution_task: Make the services better.
"""
FLOW = """version: 1
name: better-services
environment: develop
project: shop
inputs:
  service: {type: string, required: true, description: Which service}
  care: {type: string, enum: [little, much], default: much}
  again: {type: boolean, default: false}
tasks:
  improve:
    agent: ServiceAgent
    prompt: "Improve ${{ inputs.service }}"
    on_write: apply
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with an environment to play in and a protected one; the same project and agent in each."""
    home = tmp_path / "conductor"
    (home / "config").mkdir(parents=True)
    roots = {name: tmp_path / "code" / name for name in ("develop", "main")}
    lines = "".join(f"  {name}: {root}\n" for name, root in roots.items())
    (home / "config" / "workspaces.yaml").write_text(f"workspaces:\n{lines}", "utf-8")
    for name, root in roots.items():
        agent = home / "projects" / name / "shop" / "agents" / "ServiceAgent"
        agent.mkdir(parents=True)
        (agent / "agent.yaml").write_text(MANIFEST, "utf-8")
        (agent / "persona.md").write_text("# Service agent\n\nYou keep services small.\n", "utf-8")
        (root / "shop" / "src" / "service").mkdir(parents=True)
        (root / "shop" / "src" / "service" / "Service.kt").write_text(SERVICE, "utf-8")
    lost = home / "projects" / "develop" / "gone" / "agents" / "LostAgent"
    lost.mkdir(parents=True)
    (lost / "agent.yaml").write_text(MANIFEST.replace("ServiceAgent", "LostAgent").replace("shop\n", "gone\n"), "utf-8")
    (lost / "persona.md").write_text("# Lost\n", "utf-8")
    (home / "workflows").mkdir()
    (home / "workflows" / "better.yaml").write_text(FLOW, "utf-8")
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(home))
    return home


def service(home: Path, environment: str = "develop") -> Path:
    """The file the agent works on."""
    return home.parent / "code" / environment / "shop" / "src" / "service" / "Service.kt"


def begin(page: Page, words: str) -> Locator:
    """Fill in what the agent of this page should do, and start."""
    page.get_by_role("button", name="Run from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="What it should do").fill(words)
    dialog.get_by_role("button", name="Start").click()
    return dialog


def test_an_agent_is_run_from_here_and_asks_inside_its_scope(home: Path, talk: Talk) -> None:
    """CO-26, CO-35: trust and environment are said aloud; what is out of scope never asks, the rest is edited."""
    desk = talk(
        call("write_file", path="src/controller/C.kt", content="class C\n"),
        call("write_file", path="src/service/Service.kt", content=BETTER),
        say("Done."),
    )
    page = desk.open("/conductor")
    main = page.get_by_role("region", name="main")
    expect(main).to_contain_text("Protected", ignore_case=True)
    develop = page.get_by_role("region", name="develop")
    expect(develop).to_contain_text("reaches 1 file today")
    expect(develop).to_contain_text("This folder does not exist")
    assert axe_violations(page) == []
    main.get_by_role("link", name="ServiceAgent").click()
    expect(page.get_by_text("Environment main")).to_be_visible()
    page.get_by_role("button", name="Run from here").click()
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_role("button", name="Start")
    expect(start).to_be_disabled()
    confirm = dialog.get_by_role("textbox", name="Type “main” to confirm the environment")
    confirm.fill("develop")
    expect(start).to_be_disabled()
    confirm.fill("main")
    expect(start).to_be_enabled()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Conductor").last.click()

    develop.get_by_role("link", name="ServiceAgent").click()
    dialog = begin(page, "Make it better")
    dialog.get_by_role("region").get_by_role("button", name="Approve").click()  # the folder is trusted, once
    expect(dialog).to_be_hidden()
    card = log(page).get_by_role("region")
    expect(card).to_contain_text("develop")
    expect(card.get_by_role("figure")).to_contain_text("fun a() = 10")
    assert service(home).read_text("utf-8") == SERVICE
    assert not (home.parent / "code" / "develop" / "shop" / "src" / "controller").exists()
    card.get_by_role("button", name="Edit before approving").click()
    editor = page.get_by_role("dialog").get_by_role("textbox", name="What would be written")
    expect(editor).to_have_value(BETTER)
    editor.fill(BETTER.replace("= 20", "= 30"))
    page.get_by_role("button", name="Use this instead").click()
    expect(card.get_by_role("figure")).to_contain_text("fun b() = 30")
    assert axe_violations(page) == []
    card.get_by_role("button", name="Approve").click()
    expect(log(page)).to_contain_text("Done.")
    assert service(home).read_text("utf-8") == BETTER.replace("= 20", "= 30")
    under_way = page.get_by_role("group", name="Under way")
    expect(under_way).to_contain_text("ServiceAgent")
    dialog = begin(page, "Once more")  # one session at a time, or a copy of what it remembers
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_role("button", name="Work on a copy of what it remembers")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    under_way.get_by_role("button", name="End this session").click()
    expect(under_way).to_be_hidden()
    page.get_by_role("link", name="src/service/Service.kt").click()
    expect(page.get_by_role("figure", name="Service.kt")).to_contain_text("fun b() = 30")
    assert desk.problems == []


def test_a_proposal_is_adopted_piece_by_piece(home: Path, talk: Talk) -> None:
    """CO-27, CO-30: nothing is written; one piece is, the rest is dropped; a file that changed is compared anew."""
    desk = talk(
        call("write_file", path="src/service/Service.kt", content=BETTER),
        say("Proposed."),
    )
    page = desk.open("/conductor/agents/develop/shop/ServiceAgent")
    page.get_by_role("button", name="Run from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="One task").check()
    dialog.get_by_role("combobox", name="When it wants to write").click()
    page.get_by_role("option", name="It proposes, you adopt").click()
    dialog.get_by_role("button", name="Start").click()  # without words it does its own task
    dialog.get_by_role("region").get_by_role("button", name="Approve").click()
    expect(page).to_have_url(re.compile("/activity/run_"))
    expect(page.get_by_role("main")).to_contain_text("Proposed: ")
    assert service(home).read_text("utf-8") == SERVICE
    page.goto(f"{desk.url}/conductor")
    dock = page.get_by_role("navigation", name="Screens")
    expect(dock.get_by_role("link", name="Conductor, 1 proposal")).to_be_visible()
    page.get_by_role("region", name="Waiting to be adopted").get_by_role("link").click()
    proposal = page.get_by_role("region", name="src/service/Service.kt")
    expect(proposal).to_contain_text("fun a() = 10")
    expect(proposal.get_by_role("checkbox")).to_have_count(3)
    assert axe_violations(page) == []
    service(home).write_text(SERVICE.replace("class Service", "class TheService"), "utf-8")
    proposal.get_by_role("checkbox", name="Piece at line 1").press("Space")
    adopt = proposal.get_by_role("button", name="Adopt 1 piece")
    adopt.click()
    expect(proposal.get_by_role("alert")).to_contain_text("The file changed in the meantime")
    expect(proposal).to_contain_text("class TheService")
    proposal.get_by_role("checkbox", name=re.compile("Piece at line 1$")).press("Space")
    adopt.click()
    expect(page.get_by_text("Adopted: ").first).to_be_visible()
    expect(proposal).to_be_hidden()
    expect(dock.get_by_role("link", name="Conductor", exact=True)).to_be_visible()
    mine = SERVICE.replace("class Service", "class TheService").replace("= 2", "= 20")
    assert service(home).read_text("utf-8") == mine
    assert desk.problems == []


def test_everything_of_one_task_in_a_protected_place_is_adopted_at_once(home: Path, talk: Talk) -> None:
    """CO-27, CO-35: what was shown is adopted, what changed meanwhile is named and stays; the agent is free again."""
    desk = talk(
        call("write_file", path="src/service/Service.kt", content=BETTER),
        call("write_file", path="src/service/Two.kt", content="class Two\n"),
        say("Proposed."),
    )
    page = desk.open("/conductor/agents/main/shop/ServiceAgent")
    page.get_by_role("button", name="Run from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="One task").check()
    dialog.get_by_role("textbox", name="Type “main” to confirm the environment").fill("main")
    dialog.get_by_role("button", name="Start").click()
    dialog.get_by_role("region").get_by_role("button", name="Approve").click()
    everything = page.get_by_role("button", name="Adopt all 2")
    expect(everything).to_be_visible()
    expect(page.get_by_text("Protected", exact=True)).to_have_count(3)  # the run itself, and each of the two
    for name in ("Service.kt", "Two.kt"):
        expect(page.get_by_role("region", name=f"src/service/{name}").get_by_role("checkbox").first).to_be_checked()
    assert axe_violations(page) == []
    service(home, "main").with_name("Two.kt").write_text("class Mine\n", "utf-8")
    everything.press("Enter")
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("src/service/Two.kt")
    expect(page.get_by_role("region", name="src/service/Service.kt")).to_be_hidden()
    expect(page.get_by_role("region", name="src/service/Two.kt")).to_contain_text("class Mine")
    assert service(home, "main").read_text("utf-8") == BETTER
    assert desk.api("GET", "/v1/conductor/sessions") == []
    page.goto(f"{desk.url}/history")
    expect(page.get_by_role("main")).to_contain_text("You adopted a proposal")
    assert desk.problems == []


def test_a_workflow_file_is_seen_first_and_then_run(home: Path, talk: Talk) -> None:
    """CO-50, CO-51: order and policies before anything runs, then how each task ended."""
    desk = talk(
        call("write_file", path="src/service/Service.kt", content=BETTER),
        say("Improved."),
    )
    page = desk.open("/conductor")
    page.get_by_role("link", name="workflows/better.yaml").click()
    tasks = page.get_by_role("group", name="Tasks in their order")
    expect(tasks).to_contain_text("improve")
    expect(tasks).to_contain_text("writes")
    expect(page.get_by_role("list", name="What the lint says")).to_contain_text("service")
    start = page.get_by_role("button", name="Run", exact=True)
    expect(start).to_be_disabled()
    page.get_by_role("textbox", name="service").fill("Service")
    expect(page.get_by_role("combobox", name="Care")).to_have_text("much")
    page.get_by_role("switch", name="Again").press("Space")
    expect(start).to_be_enabled()
    assert axe_violations(page) == []
    start.press("Enter")
    page.get_by_role("main").get_by_role("button", name="Approve").click()
    expect(page).to_have_url(re.compile("run=run_"))
    expect(page.get_by_role("status").filter(has_text="Done")).to_contain_text("exit code 0")
    expect(tasks).to_contain_text("Improved.")
    assert service(home).read_text("utf-8") == BETTER
    page.reload()
    expect(page.get_by_role("status").filter(has_text="Done")).to_be_visible()
    assert axe_violations(page) == []
    assert desk.problems == []


def test_an_agent_is_made_in_portuguese_on_a_phone_in_the_dark(home: Path, desk: Desk) -> None:
    """CO-40, OS-33: nine questions on one page, what the scope reaches while one types, and an agent that is there."""
    page = desk.open("/conductor", theme="dark", locale="pt-BR", size=(NARROWEST, 780))
    expect(page.get_by_role("region", name="main")).to_contain_text("Protegido", ignore_case=True)
    assert axe_violations(page) == []
    assert page.evaluate("document.getElementById('stage').scrollWidth") <= NARROWEST
    page.get_by_role("link", name="Novo agente residente").click()
    make = page.get_by_role("button", name="Criar este agente")
    make.click()
    expect(page.get_by_text("Isto é necessário.").first).to_be_visible()
    page.get_by_role("combobox", name=re.compile("^1")).press("Enter")
    expect(page.get_by_role("option", name="develop")).to_be_visible()
    page.keyboard.type("dev")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name=re.compile("^2")).fill("shop")
    page.get_by_role("textbox", name=re.compile("^3")).fill("src/**/*.kt")
    page.keyboard.press("Enter")
    expect(page.get_by_text("alcança 1 arquivo hoje: src/service/Service.kt")).to_be_visible()
    page.get_by_role("textbox", name=re.compile("^4")).fill("NovoAgente")
    page.get_by_role("textbox", name=re.compile("^5")).fill("Cuida do código")
    assert axe_violations(page) == []
    assert page.evaluate("document.getElementById('stage').scrollWidth") <= NARROWEST
    make.press("Enter")
    expect(page).to_have_url(re.compile("/conductor/agents/develop/shop/NovoAgente$"))
    expect(page.get_by_role("group", name="O que ele pode fazer")).to_contain_text("src/**/*.kt")
    assert (home / "projects" / "develop" / "shop" / "agents" / "NovoAgente" / "persona.md").is_file()
    assert axe_violations(page) == []
    assert page.evaluate("document.getElementById('stage').scrollWidth") <= NARROWEST
    assert desk.problems == []


def test_without_a_home_there_is_a_sentence_an_action_and_an_example(desk: Desk) -> None:
    """OS-33: before there is anything, the page says what it is for."""
    page = desk.open("/conductor")
    expect(page.get_by_text("There is no home for resident agents yet.")).to_be_visible()
    expect(page.get_by_role("figure")).to_contain_text("protected: true")
    assert axe_violations(page) == []
    config = desk.home / "conductor" / "config"
    config.mkdir(parents=True)
    (config / "workspaces.yaml").write_text(f"workspaces:\n  live: {desk.home.parent}\n", "utf-8")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("region", name="live")).to_contain_text("Protected", ignore_case=True)
    assert desk.problems == []
