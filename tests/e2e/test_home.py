"""Home: the news of the apps somebody uses, what to say next, and what the week took."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.desk import Desk, axe_violations


def use_for(desk: Desk, purpose: str | None, *pins: str, locale: str = "en") -> None:
    """Be past the welcome, with a purpose and with what is pinned."""
    desk.onboard(name="Ana", locale=locale)
    read = desk.request("GET", "/v1/settings")
    settings = read.json()
    settings["desktop"] |= {"purpose": purpose, "pins": list(pins)}
    desk.api("PUT", "/v1/settings", settings, **{"If-Match": read.headers["etag"]})


def by_hand(desk: Desk, name: str, **params: Any) -> Any:
    """Use a capability as the owner does with a click."""
    return desk.api("POST", f"/v1/capabilities/{name}/call", {"params": params, "locale": "en", "by_hand": True})


def asked_of(page: Page) -> list[str]:
    """The apps whose news the page asks for, as it goes on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split("/")[5]) if "/news?" in request.url else None)
    return asked


def test_a_teacher_sees_the_classes_that_need_attention(fresh_desk: Desk) -> None:
    """LT-4: the app of the purpose tells its news, in the person's language, each line with its page."""
    use_for(fresh_desk, "teach", locale="pt-BR")
    by_hand(fresh_desk, "school.adicionar_amostra")
    page = fresh_desk.open(locale="pt-BR")
    school = page.get_by_role("region", name="School Power")
    expect(school.get_by_role("link").filter(has_text="Matemática, 7A")).to_contain_text("abaixo de 6,0")
    expect(school.get_by_role("img", name="Urgente").first).to_be_visible()
    expect(page.get_by_role("region", name="Atlas")).to_have_count(0)
    page.get_by_role("button", name="como está a turma 7A?").click()
    expect(page.get_by_role("textbox", name="Mensagem")).to_have_value("como está a turma 7A?")
    school.get_by_role("link").filter(has_text="Matemática, 7A").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("7A")
    assert fresh_desk.problems == []


def test_one_app_that_fails_says_so_and_the_rest_stays(fresh_desk: Desk) -> None:
    """LT-4: each app is asked on its own; trying again asks only the one that failed."""
    use_for(fresh_desk, "goals", "school")
    by_hand(fresh_desk, "atlas.add_sample")
    page = fresh_desk.window().new_page()
    broken = {"title": "Internal Server Error", "status": 500, "code": "internal", "detail": "It broke."}

    def fail(route: Route) -> None:
        route.fulfill(status=500, json=broken, content_type="application/problem+json")

    page.route("**/v1/apps/school/news*", fail)
    page.goto(fresh_desk.url)
    school = page.get_by_role("region", name="School Power")
    expect(school.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("region", name="Atlas").get_by_role("link").filter(has_text="check-in")).to_be_visible()
    page.unroute("**/v1/apps/school/news*")
    school.get_by_role("button").click()
    expect(school).to_contain_text("School Power keeps nothing yet")
    expect(school.get_by_role("button", name="create class 7A")).to_be_visible()


@pytest.mark.parametrize(
    ("purpose", "pins", "asked"),
    [
        ("explore", (), []),
        (None, (), []),
        ("code", (), ["conductor"]),
        ("teach", ("atlas", "home"), ["school", "atlas"]),
    ],
)
def test_no_app_is_asked_that_nobody_uses(
    fresh_desk: Desk, purpose: str | None, pins: tuple[str, ...], asked: list[str]
) -> None:
    """LT-4: asking an app loads it, so Home asks only those of the purpose and those that are pinned."""
    use_for(fresh_desk, purpose, *pins)
    page = fresh_desk.window().new_page()
    seen = asked_of(page)
    page.goto(fresh_desk.url)
    expect(
        page.get_by_role("region", name="Try saying").or_(page.get_by_text("keeps nothing yet")).first
    ).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert sorted(set(seen)) == sorted(asked)


def test_home_counts_what_the_week_took(fresh_desk: Desk) -> None:
    """LT-4: runs, how many went well, tokens and cost; nothing is said before anything ran."""
    use_for(fresh_desk, "explore")
    page = fresh_desk.open()
    expect(page.get_by_role("region", name="Try saying")).to_be_visible()
    expect(page.get_by_text("The last 7 days")).to_have_count(0)
    by_hand(fresh_desk, "core.create_note", title="One", text="two")
    week = page.get_by_role("region", name="The last 7 days")
    week.scroll_into_view_if_needed()
    expect(week).to_contain_text("runs1")
    expect(week).to_contain_text("went well100%")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_home_with_news_is_accessible(fresh_desk: Desk, theme: str) -> None:
    """OS-33: axe finds nothing, wide and on a phone, full and empty."""
    use_for(fresh_desk, "teach", "atlas")
    by_hand(fresh_desk, "school.adicionar_amostra")
    found: list[str] = []
    for size in ((1440, 900), (390, 844)):
        page = fresh_desk.open(theme=theme, size=size)
        expect(page.get_by_role("region", name="School Power").get_by_role("link").nth(2)).to_be_visible()
        expect(page.get_by_text("Atlas keeps nothing yet")).to_be_visible()
        found += axe_violations(page)
    assert found == []


def test_former_addresses_lead_to_where_things_are_now(desk: Desk) -> None:
    """LT-4: `/project/:id`, `/tools` and `/jobs`."""
    page = desk.open("/project/home")
    expect(page).to_have_url(f"{desk.url}/projects/home")
    for former, now in (("/tools", "/capabilities"), ("/jobs", "/runs"), ("/project", "/projects")):
        page.goto(desk.url + former)
        expect(page).to_have_url(desk.url + now)


def test_a_projects_documents_stand_in_a_tab(desk: Desk) -> None:
    """LT-4: texts of the folder, whoever made them; each opens among the files."""
    page = desk.open("/projects/home/documents")
    page.get_by_role("button", name="Write the first one").click()
    expect(page.get_by_role("textbox", name="Message")).to_have_value(
        "Create a note “Plan” with: what this project is for"
    )
    by_hand(desk, "core.create_note", title="Trip", text="three days")
    by_hand(desk, "core.write_file", path="main.py", content="x = 1\n")
    page.reload()
    rows = page.get_by_role("group", name="Documents")
    expect(rows).to_contain_text("notes/trip.md")
    expect(rows).not_to_contain_text("main.py")
    rows.get_by_role("link", name="notes/trip.md").click()
    expect(page).to_have_url(f"{desk.url}/files/home?path=notes%2Ftrip.md")


def test_the_palette_offers_to_make_a_picture(desk: Desk) -> None:
    """LT-4: the words are put into the chat, where they can be changed."""
    page = desk.open()
    expect(page.get_by_role("region", name="Try saying")).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("generate image")
    page.get_by_role("option", name="Generate image").first.click()
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Generate an image of a lighthouse at dusk")
