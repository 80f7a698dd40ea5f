"""School Power's own story in a browser, with no model: a teacher asks, reads the card and clicks once."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import log

SAID = "Crie 3 atividades de matemática para o 7A com base no desempenho e coloque no calendário na semana que vem"
FUNCTIONS = (
    "pesquisar_desempenho_turma",
    "pesquisar_tipos_atividades",
    "analisar_gaps_aprendizado",
    "criar_atividade (3x)",
    "adicionar_aula_calendario",
)
WATCH = """() => {
  window.seen = new Set();
  const look = () => {
    for (const mark of document.querySelectorAll("[data-plan] [data-step] [data-status]")) {
      window.seen.add(mark.dataset.status);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Notes every mark that a step on the card ever has: what is under way may be over before a test looks."""


def by_hand(desk: Desk, name: str, **params: Any) -> Any:
    """What an action comes to when the owner does it."""
    body = {"params": params, "locale": "pt-BR", "by_hand": True}
    return desk.api("POST", f"/v1/capabilities/school.{name}/call", body)["result"]["data"]


def view(desk: Desk, name: str, **query: str) -> Any:
    """What a screen of School Power shows."""
    said = "&".join(f"{key}={value}" for key, value in {"locale": "pt-BR", **query}.items())
    return desk.api("GET", f"/v1/apps/school/{name}?{said}")


def next_week(today: str) -> tuple[str, str]:
    """Monday and Sunday of the week after a day."""
    monday = date.fromisoformat(today) + timedelta(days=7 - date.fromisoformat(today).weekday())
    return monday.isoformat(), (monday + timedelta(days=6)).isoformat()


def test_sp_s1_a_teacher_asks_reads_the_card_clicks_once_and_keeps_real_activities(desk: Desk) -> None:
    """SP-S1, SP-43, SP-46, SP-49 without a model: card, click, ticks, three activities with keys, events, report."""
    desk.onboard(name="Ana", locale="pt-BR")
    by_hand(desk, "adicionar_amostra")
    home = view(desk, "inicio")
    turma = next(each["id"] for each in home["turmas"] if each["nome"] == "7A")
    before = {each["id"] for each in view(desk, "atividades", limit="200")["atividades"]}
    found = by_hand(desk, "analisar_gaps_aprendizado", turma_id="7A", materia="Matemática")["gaps"]
    gaps = [each["habilidade"]["codigo"] for each in found][:3]
    page = desk.open("/school", locale="pt-BR")
    page.get_by_role("textbox", name="Mensagem").fill(SAID)
    page.keyboard.press("Enter")

    card = log(page).locator("[data-plan]")
    expect(card.get_by_role("heading", name="Vou executar o seu plano de ação agora")).to_be_visible()
    expect(card).to_contain_text("Objetivo:")
    steps = card.locator("[data-step]")
    expect(steps).to_have_count(len(FUNCTIONS))
    for index, name in enumerate(FUNCTIONS):
        expect(steps.nth(index)).to_contain_text(name)
    expect(steps.nth(0)).to_contain_text("7A")
    expect(card.get_by_role("button", name="Ajustar")).to_be_visible()
    expect(card.get_by_role("button", name="Cancelar")).to_be_visible()
    assert axe_violations(page) == []
    assert {each["id"] for each in view(desk, "atividades", limit="200")["atividades"]} == before, "nothing yet"

    page.evaluate(WATCH)
    card.get_by_role("button", name="Executar plano").click()
    expect(card.get_by_role("heading", name="Seu plano foi concluído")).to_be_visible()
    for index in range(len(FUNCTIONS)):
        expect(steps.nth(index).get_by_role("img", name="Concluída")).to_be_visible()
    assert {"running", "done"} <= set(page.evaluate("[...window.seen]"))
    said = log(page)
    expect(said).to_contain_text("O que foi feito")
    expect(said).to_contain_text("Próximos passos")
    link = said.get_by_role("link", name=re.compile("^“Lista de exercícios: Proporcionalidade”$")).first
    link.click()  # what was made opens here, from the report itself
    expect(page).to_have_url(re.compile("/school/atividades/atv_"))
    card.get_by_role("button", name="Contexto").click()
    expect(card.get_by_role("list", name="Contexto")).to_contain_text("7A")

    made = [each for each in view(desk, "atividades", limit="200")["atividades"] if each["id"] not in before]
    assert sorted(code for each in made for code in each["habilidades"][:1]) == sorted(gaps)
    for each in made:
        whole = view(desk, "atividade", id=each["id"])["atividade"]
        questions = [one for part in whole["conteudo"]["secoes"] for one in part["questoes"]]
        assert questions and all(one["resposta"] for one in questions)
        chosen = [one for one in questions if one["tipo"] == "multipla_escolha"]
        assert all(sum(option["correta"] for option in one["alternativas"]) == 1 for one in chosen)
    monday, sunday = next_week(home["hoje"])
    events = view(desk, "calendario", de=monday, ate=sunday, turma=turma)["eventos"]
    ids = {each["id"] for each in made}
    scheduled = [each for each in events if ids & {*each["evento"]["atividades"]}]
    assert 1 <= len(scheduled) <= 3
    assert {one for each in scheduled for one in each["evento"]["atividades"]} == ids

    edits_the_first(page, made[0]["id"], desk)
    moves_the_event(page, scheduled[0], monday)
    assert desk.problems == []


def undo(page: Page, said: str) -> None:
    """Take back what the latest notice tells of, once it says so."""
    notices = page.get_by_role("region", name="Avisos")
    expect(notices).to_contain_text(said)
    notices.get_by_role("button", name="Desfazer").last.click()


def edits_the_first(page: Page, activity: str, desk: Desk) -> None:
    """The editor by keyboard: a question more, seen on the sheet at once, moved, kept, and taken back."""
    page.goto(f"{desk.url}/school/atividades/{activity}")
    questions = page.get_by_role("list", name="Questões").get_by_role("listitem")
    expect(questions.first).to_be_visible()
    count = questions.count()
    page.get_by_role("button", name="Nova questão").click()
    page.get_by_role("menuitem", name="Resposta numérica").click()
    form = page.get_by_role("group", name="Editar a questão")
    form.get_by_role("textbox", name="Enunciado").fill("Quanto é 7 × 8?")
    sheet = page.get_by_role("group", name="A folha")
    expect(sheet).to_contain_text("Quanto é 7 × 8?")
    page.keyboard.press("Control+Enter")
    expect(form.get_by_role("alert")).to_contain_text("Escreva a resposta certa.")
    form.get_by_role("textbox", name="Resposta certa").fill("56")
    page.keyboard.press("Control+Enter")
    expect(form).to_be_hidden()
    expect(sheet).not_to_contain_text("Resposta: 56")
    page.get_by_role("radio", name="Professor").check()
    expect(sheet).to_contain_text("Resposta: 56")
    last = questions.nth(count)
    last.focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(questions.nth(count - 1)).to_contain_text("Quanto é 7 × 8?")
    expect(questions.nth(count - 1)).to_be_focused()
    assert axe_violations(page) == []
    page.reload()
    expect(questions.nth(count - 1)).to_contain_text("Quanto é 7 × 8?")
    questions.nth(count - 1).get_by_role("button").click()
    form.get_by_role("button", name="Remover", exact=True).click()
    expect(questions).to_have_count(count)
    undo(page, "alteração salva")
    expect(questions).to_have_count(count + 1)


def moves_the_event(page: Page, scheduled: dict[str, Any], monday: str) -> None:
    """The calendar by keyboard: a day later with Alt and an arrow, and back again."""
    event, day = scheduled["evento"], scheduled["dia"]
    page.goto(re.sub(r"/school/.*", f"/school/calendario?ver=semana&dia={monday}", page.url))
    later = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    days = page.get_by_role("list", name="Dias da semana")
    chip = days.locator(f'[data-day="{day}"]').get_by_role("button", name=event["titulo"])
    chip.focus()
    page.keyboard.press("Alt+ArrowRight")
    moved = days.locator(f'[data-day="{later}"]').get_by_role("button", name=event["titulo"])
    expect(moved).to_be_focused()
    undo(page, "agora é")
    expect(chip).to_be_visible()
    assert axe_violations(page) == []
