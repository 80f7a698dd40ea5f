"""The canvas, step by step: results that cannot fit, the plus beside a step, a wire let go, steps switched off."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.test_canvas import add, drag, node, opened, save, saved
from tests.e2e.test_workflows import keep

FINGER = 36
"""How high a control has to be for a finger, in pixels."""
WRONG = re.compile("list.*text|text.*list", re.IGNORECASE)
"""Why a list is no text, in the words of the page."""


def three(desk: Desk) -> None:
    """Have a workflow of three steps in a row, the last of which reads a result of the first."""
    nodes = [
        {"id": "list", "kind": "call", "title": "List the folder", "call": {"capability": "core.list_dir"}},
        {"id": "now", "kind": "call", "title": "What time is it", "call": {"capability": "core.now"}},
        {
            "id": "keep",
            "kind": "call",
            "title": "Write them down",
            "call": {
                "capability": "core.write_file",
                "params": {"path": "n.txt", "content": "{{steps.list.result.total}} entries"},
            },
        },
    ]
    nodes[1]["dependencies"], nodes[2]["dependencies"] = ["list"], ["now"]
    desk.api("POST", "/v1/workflows", {"id": "tidy", "title": "Tidy up", "graph": {"nodes": nodes}})


def waits(graph: Any) -> dict[str, list[str]]:
    """Return what each step of a workflow waits for."""
    return {step["id"]: step["dependencies"] for step in graph["graph"]["nodes"]}


def test_a_result_of_the_wrong_type_is_refused_with_the_reason(desk: Desk) -> None:
    """ST-20: what cannot fit stands last, says why, and is not taken, by mouse or by keyboard; what fits is."""
    three(desk)
    page = opened(desk)
    node(page, "keep").click()
    field = page.get_by_role("textbox", name=re.compile("^Path"))
    field.fill("")
    page.get_by_role("button", name=re.compile("Look at an earlier result: Path")).click()
    entries = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    refused = entries.filter(has_text=re.compile(r"steps\.list\.result\.entries"))
    expect(refused.first).to_have_attribute("aria-disabled", "true")
    expect(refused.first).to_contain_text(WRONG)
    kinds = entries.evaluate_all("all => all.map(each => each.getAttribute('aria-disabled') === 'true')")
    assert kinds == sorted(kinds), "what cannot fit stands after everything that can"
    refused.first.click(force=True)
    expect(field).to_have_value("")
    refused.first.press("Enter")
    expect(field).to_have_value("")
    assert axe_violations(page) == []

    fits = entries.filter(has_text=re.compile(r"steps\.now\.result\.spoken"))
    fits.first.focus()
    page.keyboard.press("Enter")
    expect(field).to_have_value("{{steps.now.result.spoken}}")
    field.fill("{{steps.list.result.entries}}")
    expect(page.get_by_text(WRONG).first).to_be_visible()
    assert desk.problems == []


def test_the_plus_beside_a_step_adds_what_comes_next(desk: Desk) -> None:
    """ST-20: with a mouse by the plus, with keys by the slash; both wait for the step they were added after."""
    keep(desk)
    page = opened(desk)
    plus = page.locator('[data-add="look"]')
    expect(plus).to_be_hidden()
    node(page, "look").hover()
    plus.click()
    page.get_by_role("textbox", name="Search what to add").fill("core.now")
    page.keyboard.press("Enter")
    expect(node(page, "now")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(node(page, "look")).to_be_focused()
    add(page, "question")
    expect(node(page, "question")).to_be_focused()
    page.get_by_role("textbox", name="What is asked").fill("Really?")
    save(page)
    assert waits(saved(desk)) == {"look": [], "keep": ["look"], "now": ["look"], "question": ["look"]}
    assert desk.problems == []


def test_a_wire_let_go_in_the_open_offers_what_comes_next_there(desk: Desk) -> None:
    """ST-20: the new step stands where the wire was let go, and waits; Escape takes nothing and leaves nothing."""
    keep(desk)
    page = opened(desk)
    handle = node(page, "keep").locator(".react-flow__handle.source").bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2

    def pull() -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 180, steps=6)
        page.mouse.up()

    pull()
    search = page.get_by_role("textbox", name="Search what to add")
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(search).to_be_hidden()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_hidden()
    pull()
    search.fill("core.now")
    page.keyboard.press("Enter")
    expect(node(page, "now")).to_be_visible()
    save(page)
    assert waits(saved(desk))["now"] == ["keep"]
    positions = saved(desk)["canvas"]["positions"]
    assert positions["now"]["y"] > positions["keep"]["y"]
    assert desk.problems == []


def test_a_step_is_switched_off_by_key_menu_and_panel_and_what_that_means_is_told(desk: Desk) -> None:
    """ST-20, ST-21: what needs it says so on its node; it is passed over in a run, which tells why."""
    three(desk)
    page = opened(desk)
    node(page, "now").focus()
    page.keyboard.press("d")
    expect(node(page, "now")).to_have_attribute("aria-label", re.compile("Switched off"))
    expect(page.get_by_text("Ready to run.")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(node(page, "now")).not_to_have_attribute("aria-label", re.compile("Switched off"))

    node(page, "list").click(button="right")
    page.get_by_role("menuitem", name="Switch off").click()
    expect(node(page, "list")).to_have_attribute("aria-label", re.compile("Switched off"))
    expect(node(page, "keep").get_by_role("img", name="Worth knowing")).to_be_visible()
    expect(page.get_by_text("Ready to run. 1 note.")).to_be_visible()
    node(page, "keep").click()
    notes = page.get_by_role("list", name="What is worth knowing about this step")
    expect(notes).to_contain_text("'list'")
    assert axe_violations(page) == []
    save(page)
    assert [step["disabled"] for step in saved(desk)["graph"]["nodes"]] == [True, False, False]

    page.get_by_role("button", name="Run", exact=True).click()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(node(page, "now")).to_have_attribute("aria-label", re.compile("Done"))
    expect(node(page, "list")).to_have_attribute("aria-label", re.compile("Switched off, Skipped"))
    expect(node(page, "keep")).to_have_attribute("aria-label", re.compile("Skipped"))
    run = desk.api("GET", "/v1/runs?workflow=tidy")["items"][0]
    page.goto(f"{desk.url}/runs/{run['id']}")
    expect(page.get_by_text("Switched off").first).to_be_visible()
    expect(page.get_by_text("Needs a step that is switched off").first).to_be_visible()

    page.goto(f"{desk.url}/workflows/tidy")
    expect(page.get_by_role("list", name="Steps").get_by_text("Switched off")).to_be_visible()
    page.get_by_role("tab", name="Canvas").click()
    node(page, "list").click()
    page.get_by_role("switch", name="Switched on").click()
    expect(node(page, "list")).not_to_have_attribute("aria-label", re.compile("Switched off"))
    save(page)
    assert not any(step["disabled"] for step in saved(desk)["graph"]["nodes"])
    assert desk.problems == []


def test_after_a_run_wires_tell_how_much_went_along_them(desk: Desk) -> None:
    """ST-21: items of a list are counted, and nothing is written where there is nothing to count."""
    desk.workspace.mkdir(parents=True, exist_ok=True)
    for name in ("one.txt", "two.txt"):
        (desk.workspace / name).write_text(name)
    three(desk)
    page = opened(desk)
    expect(page.locator(".wire-size")).to_have_count(0)
    page.get_by_role("button", name="Run", exact=True).click()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(page.locator('[data-id="list→now"] .wire-size')).to_have_text("2 items")
    expect(node(page, "list")).to_have_attribute("aria-label", re.compile("2 items"))
    handles = ".react-flow__handle"
    expect(page.locator('[data-id="now→keep"] .wire-size')).to_have_count(0)
    before = page.locator('[data-id="list→now"] .wire-size').bounding_box()
    drag(page, node(page, "now"), page.get_by_role("button", name="Show all of it"))
    assert page.locator('[data-id="list→now"] .wire-size').bounding_box() != before
    expect(node(page, "now").locator(f"{handles}.target")).to_be_visible()
    assert desk.problems == []


def test_a_condition_and_a_loop_are_filled_in_without_writing_paths(desk: Desk) -> None:
    """ST-20: results are offered by the names of steps and fields, and steps inside a loop can look at its item."""
    desk.onboard(locale="pt-BR")
    page = opened(desk, "/workflows/new/canvas", locale="pt-BR")
    search = page.get_by_role("textbox", name="Buscar o que adicionar")

    def put(words: str) -> None:
        page.keyboard.press("/")
        search.fill(words)
        expect(
            page.get_by_role("region", name="O que pode ser adicionado").get_by_role("listitem").first
        ).to_be_visible()
        page.keyboard.press("Enter")
        expect(search).to_be_hidden()

    node(page, "_inputs").focus()
    put("listar as notas")
    expect(node(page, "list_notes")).to_be_focused()
    put("condição")
    wrong = page.get_by_role("list", name="O que está errado neste passo")
    expect(wrong).to_contain_text("“Condição” ainda não tem condição.")
    page.get_by_role("button", name="Adicionar condição").click()
    expect(page.get_by_role("combobox", name="O que é olhado")).to_have_text("Listar as notas › Total")
    expect(node(page, "condicao")).to_contain_text("Listar as notas › Total maior que 0")
    node(page, "condicao").focus()
    put("repetição")
    expect(node(page, "repeticao")).to_be_focused()
    panel = page.get_by_role("complementary", name="Propriedades")
    panel.get_by_role("combobox", name="Quantas vezes").click()
    page.get_by_role("option", name="Para cada item de uma lista").click()
    panel.get_by_role("button", name="Olhar um resultado anterior: A lista").click()
    choices = page.get_by_role("dialog").get_by_role("button")
    choices.filter(has_text="Listar as notas › Notas").first.click()
    panel.get_by_role("button", name="Mostrar os passos de dentro").click()
    expect(node(page, "repeticao/step_1")).to_contain_text("Agente")
    node(page, "repeticao/step_1").click()
    panel.get_by_role("textbox", name="O que fazer").fill("Resuma: ")
    panel.get_by_role("button", name="Olhar um resultado anterior: O que fazer").click()
    page.get_by_role("dialog").get_by_role("button").filter(has_text="inputs.item").first.click()
    expect(page.get_by_text("Pronto para rodar.")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Criar fluxo").click()
    page.wait_for_url(re.compile("/workflows/(?!new)"))
    [made] = desk.api("GET", "/v1/workflows")["items"]
    loop = made["workflow"]["graph"]["nodes"][-1]
    assert loop["repeat"]["for_each"] == "{{steps.list_notes.result.notes}}"
    assert loop["graph"]["nodes"][0]["prompt"] == "Resuma: {{inputs.item}}"
    assert desk.problems == []


def test_a_finger_hits_every_button_of_the_canvas_and_of_a_step(desk: Desk) -> None:
    """ST-20: on a touch screen controls are as high as a finger needs and fit a phone."""
    keep(desk)

    def heights(**window: Any) -> list[float]:
        page = opened(desk, size=(390, 844), **window)
        buttons = [page.get_by_role("button", name=name, exact=True) for name in ("Add", "Undo", "Run")]
        seen = [*buttons, page.get_by_role("tab", name="Canvas")]
        found = [box["height"] for each in seen if (box := each.bounding_box()) is not None]
        node(page, "keep").click()
        sheet = page.get_by_role("dialog", name="Properties")
        inside = [sheet.get_by_role("button", name="Close"), sheet.get_by_role("textbox", name="Title", exact=True)]
        expect(inside[-1]).to_be_visible()
        found += [box["height"] for each in inside if (box := each.bounding_box()) is not None]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return found

    fingers, mouse = heights(has_touch=True), heights()
    assert len(fingers) == len(mouse) == 6
    assert min(fingers) >= FINGER
    assert max(mouse) < FINGER
    assert desk.problems == []
