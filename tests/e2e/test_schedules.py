"""Schedules on the desktop: made without knowing cron, seen ahead, changed, paused, removed and brought back."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations


def schedule(desk: Desk, **given: Any) -> str:
    """Have a schedule, as if somebody had made it elsewhere."""
    wish = {"prompt": "Read my notes", "project": "home", "interval_s": 7_200, "timezone": "UTC", **given}
    id: str = desk.api("POST", "/v1/tasks/scheduled", wish)["schedule"]["id"]
    return id


def test_a_schedule_is_made_without_knowing_cron_changed_paused_and_brought_back(desk: Desk) -> None:
    """OS-19, K-8: words for an agent on days at a time; the next five times are seen before anything is saved."""
    page = desk.open("/schedules")
    expect(page.get_by_text("Nothing runs by itself yet.")).to_be_visible()
    page.get_by_role("button", name="New schedule").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox", name="What to ask")).to_be_focused()
    expect(dialog.get_by_role("list", name="The next times").get_by_role("listitem")).to_have_count(5)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_have_text("Say what is to be done.")
    dialog.get_by_role("textbox", name="What to ask").fill("Read my notes of yesterday.")
    for day in ("Tuesday", "Thursday", "Friday"):
        dialog.get_by_role("button", name=day).click()
    dialog.get_by_label("Time", exact=True).fill("06:30")
    expect(dialog.get_by_role("list", name="The next times")).to_contain_text("at 6:30")
    dialog.get_by_role("radio", name="Advanced").check()
    dialog.get_by_role("textbox", name="Cron pattern").fill("0 7 * *")
    expect(dialog.get_by_role("alert")).to_contain_text("Five fields")
    assert axe_violations(page) == []
    dialog.get_by_role("radio", name="On days").check()
    expect(dialog.get_by_role("button", name="Monday")).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    rows = page.get_by_role("list", name="All schedules").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Mon and Wed at 6:30 AM")
    expect(page.get_by_role("img", name=re.compile("in the next 24 hours"))).to_be_visible()
    assert axe_violations(page) == []
    kept = desk.api("GET", "/v1/tasks/scheduled")["items"][0]["schedule"]
    assert (kept["cron"], kept["prompt"], kept["created_by"]) == ("30 6 * * 1,3", "Read my notes of yesterday.", "user")

    desk.kill()
    desk.start()
    page.reload()
    page.get_by_role("link", name="Read my notes of yesterday.").click()
    expect(page.get_by_role("group", name="The next times").get_by_role("time")).to_have_count(5)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_role("button", name=re.compile("Actions for")).click()
    page.get_by_role("menuitem", name="Edit").click()
    dialog.get_by_role("radio", name="Every …").check()
    dialog.get_by_role("spinbutton", name="Every").fill("2")
    dialog.get_by_role("combobox", name="Unit").click()
    page.get_by_role("option", name="hours").click()
    desk.api("POST", f"/v1/tasks/scheduled/{kept['id']}/resume")  # from elsewhere, meanwhile
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("changed somewhere else")
    dialog.get_by_role("button", name="Save mine anyway").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Every 2 hours")).to_be_visible()
    assert desk.api("GET", f"/v1/tasks/scheduled/{kept['id']}")["schedule"]["interval_s"] == 7_200

    page.get_by_role("button", name=re.compile("Actions for")).click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text("Nothing runs by itself yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(1)
    titles = {change["title"] for change in desk.api("GET", "/v1/changes")["items"]}
    assert titles == {"Read my notes of yesterday."}  # no id is told to people
    assert desk.problems == []


def test_schedules_are_found_where_they_belong_and_hearts_begin_to_beat(desk: Desk) -> None:
    """OS-9b, OS-20, OS-33: on their screen, in their project and conversation; in Portuguese, dark, on a phone."""
    desk.onboard(locale="pt-BR", theme="dark")
    asked = desk.api("POST", "/v1/agent/chat", {"message": "que horas são?"})
    desk.until_quiet()
    conversation = asked["conversation_id"]
    schedule(desk, title="Olhar as notas", conversation=conversation)
    schedule(desk, title="Em Lisboa", interval_s=None, cron="0 9 * * 1-5", timezone="Europe/Lisbon", paused=True)

    page = desk.open("/schedules", locale="pt-BR", theme="dark", size=(380, 800))
    rows = page.get_by_role("list", name="Todos os agendamentos").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("A cada 2 horas")
    expect(rows.last).to_contain_text("De segunda a sexta às 09:00 · Lisbon")
    beat = page.get_by_role("switch", name="Batimento de Início")
    expect(beat).not_to_be_checked()
    beat.focus()
    page.keyboard.press("Space")
    expect(beat).to_be_checked()
    heart = desk.api("GET", "/v1/tasks/scheduled/heartbeat-home")["schedule"]
    assert (heart["heartbeat"], heart["interval_s"], heart["paused"]) == (True, 1_800, False)
    page.keyboard.press("Space")
    expect(beat).not_to_be_checked()
    assert page.evaluate("(stage => stage.scrollWidth <= stage.clientWidth)(document.getElementById('stage'))")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Novo agendamento").press("Enter")
    expect(page.get_by_role("list", name="Próximas vezes").get_by_role("listitem")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()

    page.goto(f"{desk.url}/projects/home/schedules")
    expect(page.get_by_role("list", name="Agendamentos").get_by_role("listitem")).to_have_count(2)
    assert axe_violations(page) == []

    wide = desk.open(f"/?chat={conversation}", locale="pt-BR", theme="dark")
    wide.get_by_role("tab", name="Agenda").click()
    told = wide.get_by_role("list", name="Agendado nesta conversa").get_by_role("listitem")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Olhar as notas")
    assert axe_violations(wide) == []
    assert desk.problems == []
