"""Insights in a browser: figures on Home, one project, prompts as sent, and budgets that stop (ST-11, ST-13)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import Talk, ask, call, log, say

PHONE = (390, 844)
FITS = "document.documentElement.scrollWidth <= innerWidth"


def chat(desk: Desk, words: str, **more: Any) -> Any:
    """Ask something and wait for the answer."""
    return desk.api("POST", "/v1/agent/chat", {"message": words, "locale": "en", **more})


def speak(desk: Desk, locale: str) -> None:
    """Choose the language of the desktop."""
    read = desk.request("GET", "/v1/settings")
    spoken = {**read.json(), "appearance": {**read.json()["appearance"], "locale": locale}}
    desk.api("PUT", "/v1/settings", spoken, **{"If-Match": read.headers["etag"]})


def test_home_shows_the_five_figures_of_insights_and_leads_there(talk: Talk) -> None:
    """ST-13: runs, success, mean duration, tokens and cost of seven days, in both languages; none before a run."""
    desk = talk(say("Well."), say("Well again."))
    page = desk.open()
    expect(page.get_by_role("region", name="Try saying")).to_be_visible()
    expect(page.get_by_text("The last 7 days")).to_have_count(0)
    for words in ("how are you, and what is new?", "and now, what else is there?"):
        chat(desk, words)
    week = page.get_by_role("region", name="The last 7 days")
    week.scroll_into_view_if_needed()
    figures = week.get_by_role("listitem")
    expect(figures).to_have_count(5)
    expect(figures.nth(0)).to_have_text("runs2")
    expect(figures.nth(1)).to_have_text("went well100%")
    expect(figures.nth(2)).to_contain_text("mean duration")
    expect(figures.nth(3)).to_have_text("tokens30")
    expect(figures.nth(4)).to_contain_text("spent on models")
    assert axe_violations(page) == []
    figures.nth(2).get_by_role("link").click()
    expect(page).to_have_url(f"{desk.url}/insights")
    speak(desk, "pt-BR")
    phone = desk.open(locale="pt-BR", theme="dark", size=PHONE)
    semana = phone.get_by_role("region", name="Os últimos 7 dias")
    semana.scroll_into_view_if_needed()
    expect(semana.get_by_role("listitem").nth(2)).to_contain_text("duração média")
    assert phone.evaluate(FITS)
    assert axe_violations(phone) == []
    assert desk.problems == []


def test_insights_show_the_runs_of_one_project_alone(talk: Talk) -> None:
    """ST-13: figures, rankings and tables follow the project that was chosen."""
    desk = talk(say("Well."), call("list_notes"), say("None."))
    garden = desk.api("POST", "/v1/projects", {"name": "Garden"})["id"]
    chat(desk, "how are you, and what is new?")
    chat(desk, "which notes are there in the garden?", project=garden)
    page = desk.open("/insights")
    runs = page.get_by_role("region", name="At a glance").get_by_role("definition").first
    expect(runs).to_contain_text("2")
    page.get_by_role("combobox", name="Project").click()
    page.get_by_role("option", name="Garden").click()
    expect(runs).to_contain_text("1 went well, 0 failed")
    expect(page.get_by_role("region", name="Slowest tools")).to_contain_text("one call")
    assert axe_violations(page) == []
    page.get_by_role("main").get_by_role("button", name="More").last.click()
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="Download as CSV: By tool").click()
    assert f"project={garden}" in saved.value.url
    speak(desk, "pt-BR")
    phone = desk.open("/insights", locale="pt-BR", theme="dark", size=PHONE)
    expect(phone.get_by_role("combobox", name="Projeto")).to_have_text("Todos os projetos")
    assert phone.evaluate(FITS)
    assert axe_violations(phone) == []
    assert desk.problems == []


def test_a_span_shows_the_prompt_as_sent_and_the_answer_as_received(talk: Talk) -> None:
    """ST-11: a click on a model in the waterfall; parts fold, both languages; days are chosen in the settings."""
    desk = talk(call("list_notes"), say("There are none.", thought="Nothing is listed."))
    run = chat(desk, "which notes are there?")["run"]
    page = desk.open(f"/traces/{run}")
    page.get_by_role("treeitem").filter(has_text="scripted").last.click()
    sheet = page.get_by_role("dialog")
    prompt = sheet.get_by_role("region", name="Prompt as sent")
    expect(prompt.get_by_role("listitem").first).to_contain_text("Instructions")
    expect(prompt).to_contain_text("which notes are there?")
    expect(prompt).to_contain_text("core__list_notes")
    expect(sheet.get_by_role("region", name="Answer as received")).to_contain_text("There are none.")
    tools = sheet.get_by_role("region", name="Tools it was offered")
    expect(tools.get_by_role("tree")).to_be_hidden()
    tools.get_by_text("Tools it was offered").click()
    expect(tools.get_by_role("tree")).to_be_visible()
    assert axe_violations(page) == []
    speak(desk, "pt-BR")
    phone = desk.open(f"/traces/{run}", locale="pt-BR", theme="dark", size=PHONE)
    phone.get_by_role("treeitem").filter(has_text="scripted").last.click()
    sent = phone.get_by_role("dialog").get_by_role("region", name="Prompt como foi enviado")
    expect(sent.get_by_role("listitem").first).to_contain_text("Instruções")
    assert phone.evaluate(FITS)
    assert axe_violations(phone) == []
    speak(desk, "en")
    page.goto(f"{desk.url}/settings/models")
    days = page.get_by_role("textbox", name=re.compile("Days to keep them"))
    expect(days).to_have_value("30")
    days.fill("0")
    days.press("Enter")
    page.goto(f"{desk.url}/traces/{run}")
    page.get_by_role("treeitem").filter(has_text="scripted").last.click()
    expect(page.get_by_role("dialog")).to_contain_text("no longer here")
    assert desk.problems == []


def test_a_budget_is_made_alerts_and_stops_hard(talk: Talk) -> None:
    """ST-13: a form for a project's budget, a toast on the way, and no model call once it is spent."""
    desk = talk(*[say(f"Answer {number}.") for number in range(3)])
    page = desk.open("/settings/budgets")
    form = page.get_by_role("form", name="A new budget")
    add = form.get_by_role("button", name="Add budget")
    expect(add).to_be_disabled()
    form.get_by_role("combobox", name="Project").last.click()
    page.get_by_role("option").first.click()
    form.get_by_role("textbox", name="Tokens").fill("many")
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_role("textbox", name="Tokens").fill("28")
    add.click()
    shared = page.get_by_role("region", name="Projects, agents and schedules")
    expect(shared.get_by_role("listitem")).to_contain_text("0 of 28")
    assert axe_violations(page) == []

    page.goto(f"{desk.url}/files")
    ask(page, "how are you, and what is new?")
    expect(log(page)).to_contain_text("Answer 0.")
    expect(page.get_by_text(re.compile("Home, today: 50% spent"))).to_be_visible()
    ask(page, "and now, what else is there?")
    expect(log(page)).to_contain_text("Answer 1.")
    expect(page.get_by_text(re.compile("today: 100% spent"))).to_be_visible()
    ask(page, "one more question, please, about all of it")
    expect(log(page)).to_contain_text(re.compile("budget|limit", re.I))
    expect(log(page)).not_to_contain_text("Answer 2.")
    page.goto(f"{desk.url}/settings/budgets")
    expect(shared.get_by_role("listitem")).to_contain_text("Spent")
    shared.get_by_role("button", name=re.compile("Remove the budget")).click()
    expect(shared.get_by_role("listitem")).to_have_count(0)
    speak(desk, "pt-BR")
    phone = desk.open("/settings/budgets", locale="pt-BR", theme="dark", size=PHONE)
    expect(phone.get_by_role("form", name="Um novo limite")).to_be_visible()
    assert phone.evaluate(FITS)
    assert desk.problems == []
