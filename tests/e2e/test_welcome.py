"""The first minutes with the product: what somebody wants to do, and a useful result in at most five clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import port_of, scripted

MOST_CLICKS = 5
CARDS = {
    "en-US": {"teach": "Teach", "goals": "Keep goals", "code": "Work on code", "explore": "Just look around"},
    "pt-BR": {"teach": "Ensinar", "goals": "Cuidar de metas", "code": "Trabalhar com código", "explore": "Só olhar"},
}
SAMPLES = {
    "en-US": {"teach": "Add the sample", "goals": "Add the sample", "code": "Add a sample project"},
    "pt-BR": {
        "teach": "Adicionar o exemplo",
        "goals": "Adicionar o exemplo",
        "code": "Adicionar um projeto de exemplo",
    },
}
TRY = {"en-US": "Say one of these", "pt-BR": "Diga uma destas frases"}
OPEN = "Open the desktop"


@dataclass
class Hand:
    """A hand that counts what it clicks."""

    clicks: int = 0

    def click(self, target: Locator) -> None:
        """Click once."""
        self.clicks += 1
        target.click()


@dataclass(frozen=True)
class Way:
    """A way through the welcome: what is clicked, and what it comes to."""

    purpose: str
    locale: str
    sample: bool
    names: str
    """What a sentence names once the sample is there."""
    answer: str
    """What the chat then says, or asks."""


WAYS = [
    Way("teach", "pt-BR", True, "como está a turma 7A", "25 de 25"),
    Way("teach", "en-US", True, "how is class 7A", "25 of 25"),
    Way("goals", "pt-BR", True, "o que está em risco", "kr-11"),
    Way("goals", "en-US", True, "what is at risk", "kr-11"),
    Way("code", "pt-BR", True, "README.md", "Lista de compras"),
    Way("code", "en-US", True, "README.md", "Shopping list"),
    Way("explore", "pt-BR", False, "comprar pão", "Aprovar"),
    Way("explore", "en-US", False, "buy bread", "Approve"),
    Way("teach", "pt-BR", False, "cria a turma 7A", "Executar"),
    Way("goals", "en-US", False, "Green Valley", "Approve"),
]


def card(page: Page, purpose: str, locale: str = "en-US") -> Locator:
    """The card of a purpose."""
    return page.get_by_role("button", name=CARDS[locale][purpose])


def to_begin(desk: Desk, purpose: str = "explore") -> Page:
    """A page on the second step."""
    page = desk.open()
    card(page, purpose).click()
    expect(page.get_by_role("button", name=OPEN)).to_be_visible()
    return page


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.purpose}-{way.locale}{'' if way.sample else '-empty'}")
def test_a_first_useful_result_takes_at_most_five_clicks(fresh_desk: Desk, way: Way) -> None:
    """K-14, OS-13, LT-4: from the first page to an answer, without a model, for every purpose and language."""
    page, hand = fresh_desk.open(locale=way.locale), Hand()
    expect(page).to_have_url(fresh_desk.url + "/welcome")
    hand.click(card(page, way.purpose, way.locale))
    if way.sample:
        hand.click(page.get_by_role("button", name=SAMPLES[way.locale][way.purpose], exact=True))
    said = page.get_by_role("group", name=TRY[way.locale]).get_by_role("button").filter(has_text=way.names).first
    words = said.inner_text().strip("“”")
    hand.click(said)
    talk = page.get_by_role("log")
    expect(talk.get_by_text(words, exact=True).first).to_be_visible()
    expect(talk.get_by_text(way.answer).first).to_be_visible()
    expect(page).to_have_url(fresh_desk.url + "/")
    assert hand.clicks <= MOST_CLICKS
    settings = fresh_desk.api("GET", "/v1/settings")
    assert (settings["onboarded"], settings["desktop"]["purpose"]) == (True, way.purpose)
    assert fresh_desk.problems == []


def test_a_folder_of_ones_own_becomes_the_project(fresh_desk: Desk, tmp_path: Path) -> None:
    """LT-4: a folder that agents may not have is refused with the reason; a good one names its own files."""
    forge = tmp_path / "forge"
    forge.mkdir()
    (forge / "README.md").write_text("# The forge\n", "utf-8")
    page = to_begin(fresh_desk, "code")
    page.get_by_role("button", name="Pick a folder").click()
    path = page.get_by_role("textbox", name="Folder")
    path.fill("/etc")
    page.get_by_role("button", name="Use this folder").click()
    expect(page.get_by_text("cannot be a workspace").first).to_be_visible()
    path.fill(str(forge))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="read the file README.md").click()
    expect(page.get_by_role("log").get_by_text("The forge").first).to_be_visible()
    assert [each["project"]["name"] for each in fresh_desk.api("GET", "/v1/projects")["items"]][0] == "forge"


def test_the_welcome_is_gone_through_by_keyboard_alone(fresh_desk: Desk) -> None:
    """OS-33: the choice, its heading, the first sentence; nothing needs a pointer."""
    page = fresh_desk.open()
    card(page, "explore").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    first = page.get_by_role("group", name=TRY["en-US"]).get_by_role("button").first
    expect(first).to_be_visible()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log").get_by_role("button", name="Approve", exact=True)).to_be_visible()


def test_a_choice_outlives_a_reload_and_is_changed_here_and_in_the_settings(fresh_desk: Desk) -> None:
    """LT-4: the purpose is a setting like any other."""
    page = to_begin(fresh_desk, "goals")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Let us keep goals.")
    page.get_by_role("button", name="Something else").click()
    card(page, "teach").click()
    page.get_by_label("What should we call you?").fill("Ana")
    page.get_by_role("button", name=OPEN).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    expect(page.get_by_role("region", name="School Power")).to_contain_text("School Power keeps nothing yet")
    page.goto(fresh_desk.url + "/settings/appearance")
    page.get_by_label("What you do here").click()
    page.get_by_role("option", name="Work on code").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    assert fresh_desk.api("GET", "/v1/settings")["desktop"]["purpose"] == "code"


@pytest.fixture
def with_model(tmp_path: Path, free_port: int, browser: Browser) -> Iterator[Desk]:
    """A first start on a machine where a model server runs: Ollama's door, and one that takes a key."""
    with scripted(tmp_path, []) as address:
        home = tmp_path / "home"
        home.mkdir(mode=0o700)
        (home / "settings.toml").write_text(
            f'[providers.ollama]\nenabled = false\nbase_url = "{address}"\n'
            f'[providers.openai]\nenabled = false\nbase_url = "{address}"\n',
            "utf-8",
        )
        desk = Desk(home, free_port, browser, model_ports=(port_of(address),))
        desk.start()
        try:
            yield desk
        finally:
            desk.close()


def test_a_model_server_on_this_machine_is_found_and_used(with_model: Desk) -> None:
    """OS-13: what runs here is found, and one click makes it answer."""
    page = to_begin(with_model)
    page.get_by_role("button", name="Continue with").click()
    expect(page.get_by_text("scripted answers")).to_be_visible()
    page.get_by_text("Connect a model").click()
    expect(page.get_by_role("group", name="What was found")).to_contain_text("one model")
    page.get_by_role("button", name=OPEN).click()
    expect(page.get_by_role("contentinfo")).to_contain_text("scripted")
    assert with_model.api("GET", "/v1/home")["model"]["provider"] == "ollama"


def test_without_a_model_it_says_what_works_and_which_one_to_fetch(fresh_desk: Desk) -> None:
    """K-14: honest about what needs a model; one model for this machine, with the command and the table of sizes."""
    page = to_begin(fresh_desk, "teach")
    expect(page.get_by_text("Talking freely and texts of its own need a model")).to_be_visible()
    page.get_by_text("Connect a model").click()
    machine = fresh_desk.api("GET", "/v1/models/machine")
    table = page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + len(machine["sizes"]))
    expect(page.get_by_text("Sizes are those of the model’s file")).to_be_visible()
    if machine["advised"] is not None:
        expect(page.get_by_text(machine["advised"]["command"], exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="What was found")).to_contain_text("Ollama")


def test_a_key_is_kept_switched_on_and_tried_at_once(with_model: Desk) -> None:
    """OS-7: the key goes in, the connection is tried, and the page forgets it."""
    secret = "sk-a-key-from-the-welcome-1234"
    page = to_begin(with_model)
    page.get_by_text("Connect a model").click()
    page.get_by_role("button", name="Use an API key").click()
    page.get_by_label("Provider").click()
    page.get_by_role("option", name="OpenAI").click()
    page.get_by_label("API key").fill(secret)
    page.get_by_role("button", name="Save key").click()
    expect(page.get_by_text("OpenAI is ready.")).to_be_visible()
    assert secret not in page.content()
    assert "1234" in with_model.api("GET", "/v1/settings/secrets")[0]["masked"]


def test_the_welcome_speaks_the_browsers_language_and_can_be_told_another(fresh_desk: Desk) -> None:
    """K-13: a Brazilian teacher's browser is greeted in Portuguese; light and dark are one click apart."""
    page = fresh_desk.open(locale="pt-BR")
    expect(page.get_by_role("heading", level=1)).to_have_text("Boas-vindas ao auleOS")
    page.get_by_label("Idioma").click()
    page.get_by_role("option", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to auleOS")
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html.dark")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_welcome_is_accessible(fresh_desk: Desk, theme: str, size: tuple[int, int]) -> None:
    """OS-33: axe finds nothing in either step of any purpose, in both languages, wide and on a phone."""
    found: list[str] = []
    for locale in CARDS:
        page = fresh_desk.open("/welcome", theme=theme, locale=locale, size=size)
        back = "Something else" if locale == "en-US" else "Outra coisa"
        again = page.get_by_role("button", name=back)
        for purpose in CARDS[locale]:
            expect(card(page, purpose, locale).or_(again).first).to_be_visible()
            if again.is_visible():  # the choice before this one is kept
                again.click()
            found += axe_violations(page)
            card(page, purpose, locale).click()
            expect(page.get_by_role("group", name=TRY[locale])).to_be_visible()
            page.locator("summary").click()
            expect(page.get_by_role("table")).to_be_visible()
            found += axe_violations(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []
