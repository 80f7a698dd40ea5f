"""The screens, as people use them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.desk import Desk, axe_violations


def test_home_shows_what_waits_and_leads_to_it(desk: Desk) -> None:
    """OS-9: what waits for me, with one click to it."""
    page = desk.open()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    expect(page.get_by_text("This is your desktop.")).to_be_visible()

    desk.propose("plan.md", "# Plan\n")  # the page hears of it by itself
    expect(page.get_by_text("One thing waits for you.")).to_be_visible()
    page.get_by_role("region", name="Waits for you").get_by_role("link").nth(1).click()
    expect(page).to_have_url(re.compile("/approvals/apr_"))
    expect(page.get_by_text("plan.md").first).to_be_visible()
    assert desk.problems == []


def test_home_leads_to_what_was_made_and_to_the_first_steps(desk: Desk) -> None:
    """OS-9: projects and artifacts are a click away; a step that is done leaves the list, for good once hidden."""
    project = desk.api("POST", "/v1/projects", {"name": "Atlas"})
    trip = desk.upload("trip.md", b"# Trip", "text/markdown")
    page = desk.open()
    steps = page.get_by_role("region", name="First steps")
    expect(steps.get_by_role("listitem")).to_have_count(5)  # a project is there, and a file
    expect(steps).to_contain_text("2 of 7 done")
    steps.get_by_role("button", name="Make an agent of your own").click()
    expect(page).to_have_url(f"{desk.url}/agents/new")
    page.go_back()
    steps.get_by_role("button", name="Hide the first steps").click()
    expect(steps).to_have_count(0)
    page.reload()
    page.get_by_role("region", name="Projects").get_by_role("link", name="Atlas").click()
    expect(page).to_have_url(f"{desk.url}/projects/{project['id']}")
    page.go_back()
    page.get_by_role("region", name="Recent artifacts").get_by_role("link", name="trip.md").click()
    expect(page).to_have_url(f"{desk.url}/artifacts/{trip['id']}")
    page.go_back()
    expect(page.get_by_role("region", name="First steps")).to_have_count(0)


def test_a_sentence_on_home_is_put_into_the_chat(desk: Desk) -> None:
    """Nothing is sent by a click: the words can be changed first."""
    page = desk.open()
    page.get_by_role("button", name="remember that I prefer short answers", exact=True).click()
    expect(page.get_by_role("textbox")).to_have_value("remember that I prefer short answers")
    assert desk.api("GET", "/v1/runs")["items"] == []


def test_approvals_are_decided_with_the_keyboard_alone(desk: Desk) -> None:
    """K-3: one yes writes exactly what was shown, one no writes nothing."""
    desk.propose("first.md", "one\n")
    desk.propose("second.md", "two\n")
    page = desk.open("/approvals")
    expect(page.get_by_role("tab", name="Waiting 2")).to_be_visible()
    page.keyboard.press("j")  # the latest is on top; the first one asked is below it
    expect(page.locator("[data-approval]")).to_contain_text("first.md")
    expect(page.get_by_role("button", name="Approve")).to_be_enabled()
    page.keyboard.press("a")
    expect(page.locator("[data-approval]")).to_contain_text("second.md")
    page.keyboard.press("d")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    desk.until_quiet()
    assert [path.name for path in desk.workspace.iterdir()] == ["first.md"]
    assert (desk.workspace / "first.md").read_text("utf-8") == "one\n"


def test_an_approval_decided_elsewhere_leaves_the_inbox(desk: Desk) -> None:
    """Two windows, one inbox: a decision made in one is seen in the other."""
    approval = desk.propose("a.md", "one\n")
    page = desk.open("/approvals")
    expect(page.get_by_role("tab", name="Waiting 1")).to_be_visible()
    desk.decide(approval)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    page.get_by_role("tab", name="Decided").click()
    expect(page.locator("[data-approval]")).to_contain_text("Approved")


def test_a_question_is_answered_in_the_inbox(desk: Desk) -> None:
    """K-17: a question waits for a person; the answer that is clicked is the answer it gets."""
    params = {"question": "Which colour?", "options": ["Blue", "Green"]}
    asked = desk.request("POST", "/v1/capabilities/core.ask_user/call", {"params": params, "locale": "en"}).json()
    page = desk.open("/approvals")
    card = page.locator("[data-approval]")
    expect(card).to_contain_text("Which colour?")
    page.keyboard.press("a")  # yes and no are not among the answers, so no key decides
    card.get_by_role("button", name="Green").click()
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert desk.api("GET", f"/v1/approvals/{asked['subject']}")["status"] == "granted"
    run = desk.api("GET", f"/v1/approvals/{asked['subject']}")["run"]
    page.goto(f"{desk.url}/activity/{run}")
    expect(page.get_by_role("region", name="What happened")).to_contain_text("Finished")


def test_a_run_is_undone_from_its_page(desk: Desk) -> None:
    """K-8: the preview says what undoing does, and the file is as it was, which is not there."""
    desk.decide(desk.propose("diary.md", "dear diary\n"))
    page = desk.open("/activity")
    page.get_by_role("group", name="Runs").get_by_role("link").first.click()
    expect(page.get_by_role("region", name="Changes")).to_contain_text("diary.md")
    page.get_by_text("Show what changed").click()
    expect(page.get_by_role("region", name="Changes")).to_contain_text("dear diary")
    page.get_by_role("button", name="Undo everything").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("will be removed")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("region", name="Changes")).to_contain_text("Undone")
    assert not (desk.workspace / "diary.md").exists()
    assert desk.problems == []


def test_an_undo_that_would_destroy_newer_work_is_refused_with_a_reason(desk: Desk) -> None:
    """K-8: a conflict is reported, and nothing is touched."""
    desk.decide(desk.propose("diary.md", "mine\n"))
    page = desk.open("/activity")
    page.get_by_role("group", name="Runs").get_by_role("link").first.click()
    expect(page.get_by_role("region", name="Changes")).to_contain_text("diary.md")
    (desk.workspace / "diary.md").write_text("mine, and more\n", "utf-8")
    page.get_by_role("button", name="Undo everything").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Changed since")
    expect(dialog.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    assert (desk.workspace / "diary.md").read_text("utf-8") == "mine, and more\n"


def test_a_runs_page_tells_its_story_as_it_happens(desk: Desk) -> None:
    """OS-5: the page that is open sees the decision made elsewhere, without a reload."""
    approval = desk.propose("story.md", "once\n")
    run = desk.api("GET", f"/v1/approvals/{approval}")["run"]
    page = desk.open(f"/activity/{run}")
    story = page.get_by_role("region", name="What happened")
    expect(story).to_contain_text("Asked you")
    desk.decide(approval)
    expect(story).to_contain_text("You approved")
    expect(story).to_contain_text("Finished")
    expect(page.get_by_role("region", name="Changes")).to_contain_text("story.md")


def test_settings_are_kept_as_they_are_changed(desk: Desk) -> None:
    """OS-7: no save button; a reload shows what was chosen."""
    page = desk.open("/settings/appearance")
    page.get_by_label("Your name").fill("Bia")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    page.goto(desk.url + "/settings/budgets")
    page.get_by_label("Steps").fill("many")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Enter a number of at least 1.")).to_be_visible()
    page.get_by_label("Steps").fill("12")
    page.keyboard.press("Tab")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    kept = desk.api("GET", "/v1/settings")
    assert (kept["appearance"]["name"], kept["limits"]["run"]["max_turns"]) == ("Bia", 12)
    page.reload()
    expect(page.get_by_label("Steps")).to_have_value("12")


def test_the_language_changes_without_a_reload(desk: Desk) -> None:
    """K-13: every window follows, and the choice lasts."""
    page = desk.open("/settings/appearance")
    page.get_by_label("Language").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.get_by_role("option", name="Português (Brasil)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Configurações")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Configurações")


def test_an_edit_of_settings_that_moved_on_is_told_and_shown_anew(desk: Desk) -> None:
    """412: the other edit is not overwritten, and the page shows it."""
    context = desk.window()
    page = context.new_page()
    context.route("**/v1/events*", lambda route: route.abort())  # this page hears of nothing
    page.goto(desk.url + "/settings/appearance")
    expect(page.get_by_label("Your name")).to_have_value("Ana")
    desk.onboard(name="Caio")
    page.get_by_label("Your name").fill("Bia")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This changed somewhere else")
    expect(page.get_by_label("Your name")).to_have_value("Caio")
    assert desk.api("GET", "/v1/settings")["appearance"]["name"] == "Caio"


def test_a_secret_goes_in_and_never_comes_out(desk: Desk) -> None:
    """OS-7: after it is saved, no answer and no page holds it."""
    secret = "sk-very-secret-value-0042"
    page = desk.open("/settings/secrets")
    answers: list[str] = []
    page.on("response", lambda answer: answers.append(answer.text()) if "/v1/" in answer.url and answer.ok else None)
    page.get_by_label("Name").fill("MY_KEY")
    page.get_by_label("Value").fill(secret)
    page.get_by_role("button", name="Add secret").click()
    row = page.get_by_role("group", name="Secrets")
    expect(row).to_contain_text("MY_KEY")
    assert secret not in page.content() + "".join(answers)
    page.get_by_role("button", name="Delete MY_KEY").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No secrets are stored.")).to_be_visible()


def test_two_tabs_share_one_stream_and_the_second_takes_over(desk: Desk) -> None:
    """OS-5: a second tab loses nothing and repeats nothing, and opens no second connection."""
    context = desk.window()
    streams: list[str] = []
    context.on(
        "request",
        lambda request: streams.append(request.url) if request.resource_type == "eventsource" else None,
    )
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(desk.url)
        expect(page.get_by_text("Connected", exact=True)).to_be_visible()
    desk.propose("a.md", "a")
    for page in (first, second):
        expect(page.get_by_text("One thing waits for you.")).to_be_visible()
    assert len(streams) == 1
    first.close()
    desk.propose("b.md", "b")
    expect(second.get_by_text("2 things wait for you.")).to_be_visible()
    expect(second.get_by_text("Connected", exact=True)).to_be_visible()
    desk.propose("c.md", "c")
    expect(second.get_by_text("3 things wait for you.")).to_be_visible()
    assert len(streams) == 2


def test_a_page_lives_through_a_restart_of_the_server(desk: Desk) -> None:
    """The session, the page and the place in the log survive."""
    page = desk.open()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()
    desk.stop()
    expect(page.get_by_text("Connected", exact=True)).to_be_hidden()
    desk.start()
    desk.propose("a.md", "a")
    expect(page.get_by_text("One thing waits for you.")).to_be_visible()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()


def test_a_browser_without_a_session_is_told_what_to_do(desk: Desk) -> None:
    """Calm words, no error, nothing of the desktop."""
    page = desk.open(signed_in=False)
    expect(page.get_by_text("This browser is not signed in.")).to_be_visible()
    expect(page.get_by_text("aule open")).to_be_visible()
    expect(page.get_by_text("Ana")).to_be_hidden()
    assert axe_violations(page) == []


def test_the_one_time_code_signs_in_and_leaves_the_address(desk: Desk) -> None:
    """E.7: the code is in no history afterwards, and works once."""
    code = desk.api("POST", "/v1/session/codes")["code"]
    context = desk.window(signed_in=False)
    page = context.new_page()
    page.goto(f"{desk.url}/activity#code={code}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Activity")
    assert page.url == f"{desk.url}/activity"
    other = desk.window(signed_in=False).new_page()
    other.goto(f"{desk.url}/#code={code}")
    expect(other.get_by_text("This browser is not signed in.")).to_be_visible()


def test_narrow_windows_show_one_thing_at_a_time(desk: Desk) -> None:
    """On a phone the inbox is a list, then a card, then a list again."""
    desk.propose("a.md", "a\n")
    page = desk.open("/approvals", size=(400, 800))
    expect(page.get_by_role("tab", name="Waiting 1")).to_be_visible()
    expect(page.locator("[data-approval]")).to_be_hidden()
    page.keyboard.press("a")  # nobody approves what is not on the screen
    assert len(desk.api("GET", "/v1/approvals?status=pending")["items"]) == 1
    page.get_by_role("group", name="Approvals").get_by_role("link").first.click()
    expect(page.locator("[data-approval]")).to_be_visible()
    page.get_by_role("link", name="All approvals").click()
    expect(page.locator("[data-approval]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
