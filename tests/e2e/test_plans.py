"""Plans as people meet them: asked for, questioned, changed, approved as seen, watched, and reported on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, call, log, say

NARROWEST = 380
FILES = {
    "package.json": '{"name": "shop", "dependencies": {"express": "4.18.2"}}\n',
    "src/lib/logger.ts": "export const log = console.log\n",
    "src/services/post-service.ts": "export class PostService {}\n",
    "src/services/user-service.ts": "export class UserService {}\n",
}

WATCH = """() => {
  window.seen = new Set();
  const look = () => {
    for (const mark of document.querySelectorAll("[data-plan] [data-step] [data-status]")) {
      window.seen.add(`${mark.closest("[data-step]").dataset.step} ${mark.dataset.status}`);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Notes every mark that a step on the card ever has: what is under way may be over before a test looks."""


WHILE = ("really ",) * 60
"""What a model says for so long that everybody sees it at work."""


def step(id: str, title: str, kind: str, after: list[str], **more: Any) -> dict[str, Any]:
    """A step as a model writes it."""
    sound = {
        "description": f"{title}, as the project does such things.",
        "validation": "npm test ends with exit code 0",
        "rationale": "The shop has none yet",
    }
    return {"id": id, "title": title, "kind": kind, "dependencies": after, **sound, **more}


def drafted() -> dict[str, Any]:
    """What the model says to the request: a note, a file whose place nobody told, and a file that is not there."""
    note = {"capability": "core.create_note", "params": {"title": "JWT", "text": "Tokens live for an hour."}}
    plan = {
        "title": "JWT authentication",
        "goal": "Requests without a token are refused.",
        "steps": [
            step("1", "Note the decision", "call", [], **note),
            step("2", "Create JWT service", "edit", ["1"], file=None, file_action="create"),
            step("3", "Look at the keys", "call", ["2"], capability="core.read_file", params={"path": "keys.json"}),
        ],
        "success_criteria": ["npm test ends with exit code 0 for the JWT service, the decision and the keys"],
        "say": "Here it is.",
    }
    return say(json.dumps(plan))


def another_way() -> dict[str, Any]:
    """What the model says when the file is not there: a second note, which nobody has approved."""
    note = {"capability": "core.create_note", "params": {"title": "Keys", "text": "There are no keys yet."}}
    rest = [step("4", "Note that keys are missing", "call", ["2"], **note)]
    return say(json.dumps({"needs_replan": True, "reason": "keys.json is missing", "updated_remaining_steps": rest}))


def furnish(folder: Path) -> None:
    """A small shop."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def mark(card: Locator, step: str, status: str) -> Locator:
    """The mark of a step on a card."""
    return card.locator(f'[data-step="{step}"] [data-status="{status}"]')


def test_the_whole_story_from_a_request_to_its_report(talk: Talk) -> None:
    """SP-43, PL-S1, K-4: ask, question, answer, edit, approve what was seen, watch, fail, another way, report.

    Asked for in Portuguese; somebody who reads English carries on in the middle. What agents said stays as it was said.
    """
    written = {"path": "src/services/jwt-service.ts", "content": "export class JwtService {}\n"}
    desk = talk(
        drafted(),
        say('{"findings": []}'),
        call("write_file", **written),
        say("The service ", *WHILE, "is written.", slow=True),
        another_way(),
        {"repeat": True, **say("{}")},
    )
    desk.onboard(locale="pt-BR")
    furnish(desk.workspace)
    page = desk.open("/")
    page.get_by_role("textbox", name="Mensagem").fill("Planeje a autenticação JWT da loja")
    page.keyboard.press("Enter")

    card = log(page).locator("[data-plan]")
    expect(card.get_by_role("heading", name="Uma pergunta antes de o seu plano ficar pronto")).to_be_visible()
    question = card.locator("[data-question]")
    expect(question).to_contain_text("src/services/")
    expect(question.get_by_role("button", name="src/services/")).to_be_enabled()
    question.focus()
    page.keyboard.press("1")
    expect(card.get_by_role("heading", name="Vou executar o seu plano de ação agora")).to_be_visible()
    expect(card.locator("[data-step]")).to_have_count(3)
    expect(card.locator('[data-step="1"]')).to_contain_text("core.create_note")
    assert axe_violations(page) == []

    page.reload()
    card.get_by_role("link", name="Abrir o plano").click()
    steps = page.get_by_role("main").locator("[data-step]")
    expect(steps.nth(1)).to_contain_text("src/services/jwt-service.ts")
    rewrite(steps.nth(0), "Descrição", "Write down that tokens live for one hour.")
    expect(card.get_by_role("alert")).to_contain_text("era a versão 2, agora é a versão 3")
    expect(card.get_by_role("button", name="Executar plano")).to_be_disabled()
    assert axe_violations(page) == []
    beside = desk.open(page.url.removeprefix(desk.url))
    expect(beside.get_by_role("main").locator("[data-step]").nth(0)).to_contain_text("one hour")

    card.get_by_role("button", name="Já li").click()
    page.evaluate(WATCH)
    card.get_by_role("button", name="Executar plano").click()
    expect(mark(card, "3", "waiting")).to_be_visible()
    assert {"2 running", "2 done", "3 waiting"} <= set(page.evaluate("[...window.seen]"))
    asked = card.locator("[data-approval]")
    expect(asked).to_contain_text("Note that keys are missing")
    expect(asked).not_to_contain_text("Create JWT service")
    desk.onboard(locale="en")
    page.reload()
    page.evaluate(WATCH)
    asked.get_by_role("button", name="Aprovar", exact=True).click()  # it was asked before
    expect(card.get_by_role("heading", name="Your plan is done, with problems")).to_be_visible()
    expect(mark(card, "3", "failed")).to_be_visible()
    assert {"3 waiting", "3 failed", "4 done"} <= set(page.evaluate("[...window.seen]"))
    assert (desk.workspace / "src/services/jwt-service.ts").read_text("utf-8") == written["content"]
    expect(beside.get_by_role("main").get_by_role("status").filter(has_text="Done, with problems")).to_be_visible()
    beside.context.close()

    expect(log(page)).to_contain_text("O que não deu certo")
    card.get_by_role("link", name="Read the report").click()
    report = page.get_by_role("main")
    told = report.get_by_role("region", name="What did not work")
    expect(told).to_contain_text("keys.json")
    assert axe_violations(page) == []
    told.get_by_role("link").first.click()
    expect(page.get_by_role("main").locator("[data-lit]")).to_be_in_viewport()
    mind = page.get_by_role("region", name="Context")
    expect(mind).to_contain_text("Requests without a token are refused.")
    mind.get_by_role("button", name="Pin: always in mind").first.click()
    expect(mind.get_by_role("button", pressed=True)).to_have_count(1)
    assert desk.problems == []


def rewrite(step: Locator, field: str, text: str) -> None:
    """Change a text where it stands."""
    step.get_by_role("button", name=re.compile(f"^{field}:")).click()
    box = step.get_by_role("textbox", name=field)
    box.fill(text)
    box.press("Enter")


def kept(desk: Desk, folder: Path) -> Page:
    """A plan in a project that has a folder of its own, opened."""
    furnish(folder)
    project = desk.api("POST", "/v1/projects", {"name": "Shop", "root": str(folder)})["id"]
    names = ("Look around", "Write the service", "Write the tests")
    document = {
        "id": "abc123",
        "title": "Sign in with a token",
        "goal": "Requests without a token are refused.",
        "steps": [
            {
                "id": str(number),
                "title": name,
                "description": f"{name} as the other parts of the shop do it.",
                "file": None if number == 1 else f"src/services/token{number}.ts",
                "fileAction": None if number == 1 else "create",
                "dependencies": [],
                "validation": "npm test ends with exit code 0",
            }
            for number, name in enumerate(names, 1)
        ],
        "successCriteria": ["Looking, the service and the tests: npm test ends with exit code 0"],
    }
    desk.api("POST", "/v1/plans", {"document": document, "project": project})
    return desk.open("/plans/abc123")


def titles(page: Page) -> Locator:
    """The steps on the page of a plan."""
    return page.get_by_role("main").locator("[data-step]")


def test_a_plan_is_put_in_order_changed_and_taken_back_by_hand(desk: Desk, tmp_path: Path) -> None:
    """PL-19, PL-20, PL-21: drag and keys, two edits of one text, versions, a file somebody edits and breaks."""
    folder = tmp_path / "shop"
    page = kept(desk, folder)
    file = folder / ".aule" / "plans" / "plan-abc123.json"
    steps = titles(page)
    expect(steps).to_have_count(3)

    steps.nth(2).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(steps.nth(1)).to_contain_text("Write the tests")
    expect(steps.nth(1)).to_be_focused()
    expect(page.get_by_role("main")).to_contain_text("Version 2")
    last = steps.nth(2).bounding_box()
    assert last is not None
    steps.nth(0).locator("[draggable]").drag_to(steps.nth(2), target_position={"x": 40, "y": last["height"] - 6})
    expect(steps.nth(2)).to_contain_text("Look around")
    expect(page.get_by_role("main")).to_contain_text("Version 3")
    assert [each["id"] for each in json.loads(file.read_text("utf-8"))["steps"]] == ["3", "2", "1"]
    page.get_by_role("button", name="Back to the version before").click()
    expect(steps.nth(0)).to_contain_text("Look around")
    page.get_by_role("textbox", name="Another step").fill("Tell everybody")
    page.keyboard.press("Enter")
    expect(steps).to_have_count(4)

    beside = page.context.new_page()
    beside.goto(page.url)
    titles(beside).nth(0).get_by_role("button", name=re.compile("^Description:")).click()
    rewrite(steps.nth(0), "Description", "Look at every service and at the logger.")
    expect(steps.nth(0)).to_contain_text("at the logger")
    titles(beside).nth(0).get_by_role("textbox", name="Description").fill("Look at the services only, not further.")
    beside.keyboard.press("Enter")
    both = beside.get_by_role("alert").filter(has_text="was changed somewhere else, too")
    expect(both).to_contain_text("at the logger")
    expect(both).to_contain_text("not further")
    both.get_by_role("button", name="Keep mine").click()
    expect(steps.nth(0)).to_contain_text("not further")
    beside.close()

    desk.kill()
    desk.start()
    file.write_text(file.read_text("utf-8").replace("Tell everybody", "Tell the team"), "utf-8")
    page.reload()
    expect(steps.nth(3)).to_contain_text("Tell the team")
    page.get_by_role("tab", name="Versions").click()
    versions = page.get_by_role("group", name="Versions")
    expect(versions).to_contain_text("Edited in the file")
    expect(page.get_by_role("figure").first).to_contain_text("Tell the team")
    versions.get_by_role("button", name="Restore version 1").click()
    page.get_by_role("tab", name="Steps").click()
    expect(steps).to_have_count(3)

    broken = file.read_text("utf-8").replace('"goal":', '"goal"', 1)
    file.write_text(broken, "utf-8")
    page.reload()
    told = page.get_by_role("alert").filter(has_text="cannot be read")
    expect(told).to_contain_text(re.compile(r"line \d+, column \d+"))
    assert file.read_text("utf-8") == broken, "a file that cannot be read is left as it is"
    told.get_by_role("button", name=re.compile("Restore version")).click()
    expect(told).to_be_hidden()
    assert json.loads(file.read_text("utf-8"))["title"] == "Sign in with a token"
    assert desk.problems == []


def test_plans_fit_a_phone_and_are_found_by_keyboard_alone(desk: Desk, tmp_path: Path) -> None:
    """OS-10, OS-33: made by words, found by the palette, and read on a phone in the dark, in Portuguese."""
    kept(desk, tmp_path / "shop").context.close()
    page = desk.open("/")
    expect(page.get_by_role("button", name="Search or run a command").first).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("l")
    field = page.get_by_role("textbox", name="What should be done?")
    expect(field).to_be_focused()
    page.keyboard.type("create 3 notes about solar energy")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 notes on solar energy")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Ready for your approval")
    page.keyboard.press("Control+k")
    page.keyboard.type("sign in with a token")
    page.get_by_role("group", name="Plans").get_by_role("option", name=re.compile("Sign in with a token")).click()
    expect(page.get_by_role("heading", name="Sign in with a token")).to_be_visible()
    page.context.close()

    desk.onboard(locale="pt-BR")
    phone = desk.open("/plans", theme="dark", locale="pt-BR", size=(NARROWEST, 780))
    expect(phone.get_by_role("link", name=re.compile("Sign in with a token"))).to_be_visible()
    assert axe_violations(phone) == []
    phone.get_by_role("link", name=re.compile("Sign in with a token")).click()
    expect(titles(phone)).to_have_count(3)
    assert phone.evaluate("document.documentElement.scrollWidth") <= NARROWEST
    assert axe_violations(phone) == []
    assert desk.problems == []
